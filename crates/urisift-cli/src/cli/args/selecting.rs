//! Which URIs are selected: conditions, and patterns to include and to exclude.

use std::path::PathBuf;

use clap::Args;

use super::values::{self, Prefer};
use crate::grammar::caution::CautionKind;
use crate::select::parse_caution;
use crate::span::PartLocation;

/// The heading of dates, and of fields of messages.
const TIME_AND_MAIL: &str = "Time and mail";

/// Conditions on the URI as it is printed, but before `--defang`, and on its source.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Filtering")]
pub(in crate::cli) struct Selecting {
    #[command(flatten)]
    pub wanted: Wanted,
    #[command(flatten)]
    pub unwanted: Unwanted,
    /// Only match URIs whose host is private (private address, loopback, localhost, …)
    ///
    /// Includes every address that the RFC 6890 registries list as not globally reachable: private, loopback,
    /// link-local, shared (100.64.0.0/10), unique-local, unspecified, for documentation, for benchmarks, reserved and a
    /// few more. Also "localhost" and names ending in ".localhost".
    #[arg(long, overrides_with = "no_private")]
    pub private: bool,
    /// Exclude URIs whose host is private
    #[arg(long = "exclude-private", alias = "no-private", overrides_with = "private")]
    pub no_private: bool,
    /// Exclude machine-generated boilerplate, such as XML namespaces
    ///
    /// Excludes names of XML namespaces and schemas, document type definitions, and hosts reserved for examples and
    /// tests (example.com, .net and .org; .example, .test and .invalid). In mail, also mailing list header fields
    /// (List-Unsubscribe, List-Archive, …), and in plain text signatures (below a line "-- ") and the footers of mailing
    /// lists (below a line of underscores or dashes, and one that says so).
    #[arg(long)]
    pub exclude_noise: bool,
    /// Exclude URIs that the text cuts short, such as http://a.example/lon...
    ///
    /// They are followed by … or ... without a space. Their JSON has truncated_by_source.
    #[arg(long)]
    pub exclude_cut: bool,
    /// Only match valid URIs
    ///
    /// Checks RFC 3986, or RFC 3987 if there are non-ASCII characters, and the grammar of the scheme.
    #[arg(long, overrides_with = "invalid")]
    pub valid: bool,
    /// Only match invalid URIs
    ///
    /// --json includes the reason.
    #[arg(long, overrides_with = "valid")]
    pub invalid: bool,
    /// Only match URIs with caution NAME
    ///
    /// Misleading text: userinfo-looks-like-a-host, password, rare-ipv4-form, encoded-control, reserved-port,
    /// mixed-scripts, punycode, homograph, bidirectional-control, slash-look-alike, invisible-character, leading-hyphen,
    /// one-of-two-readings, domain-in-host, look-alike (of --brand), link-text (the link text names another host than the
    /// link target). Risky target:
    /// ip-address, script, shortener, redirector, uri-in-query, random-label, executable, unusual-port.
    ///
    /// Cautions apply to the URI as found, before transforms. --assess adds them to JSON; docs/records.md defines each.
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = parse_caution)]
    pub caution: Vec<CautionKind>,
    /// Add the caution look-alike to hosts that imitate a name in FILE
    ///
    /// Each line is a name ("example") or a domain ("example.org"). A host imitates it if one of its labels, or a word of
    /// one between hyphens, looks like the name and the domain is another: 1 for l, rn for m, letters of other scripts.
    #[arg(long, value_name = "FILE")]
    pub brand: Vec<PathBuf>,
    /// Only match URIs in text dated TIME or later
    ///
    /// TIME is a year, month, day, minute or second in UTC (2020, 2020-01-31, 2020-01-31T12:00), a second with a time
    /// zone, "today" or "yesterday" (in UTC), or how long ago, in minutes, hours, days or weeks (90m, 12h, 7d, 2w). The
    /// date is that of the message, record or log line. Undated text is excluded.
    #[arg(long, value_name = "TIME", value_parser = values::time, help_heading = TIME_AND_MAIL)]
    pub since: Option<String>,
    /// Only match URIs in text dated TIME or earlier
    ///
    /// A year, month or day is included to its end. Otherwise like --since.
    #[arg(long, value_name = "TIME", value_parser = values::time, help_heading = TIME_AND_MAIL)]
    pub until: Option<String>,
    /// Use the time zone of the system in place of UTC
    ///
    /// Applies to times without a zone in --since and --until, to "today" and "yesterday", and to the keys year, month, day
    /// and hour. Times in JSON and tables stay in UTC.
    #[arg(long, help_heading = TIME_AND_MAIL)]
    pub local_time: bool,
    /// Only match URIs in the mail or news message with this Message-ID
    #[arg(long, value_name = "ID", help_heading = TIME_AND_MAIL)]
    pub message_id: Option<String>,
    /// Only match URIs in messages of the thread that starts with this Message-ID
    ///
    /// A message belongs to the thread of the first Message-ID in its References, else of its In-Reply-To, else of its own.
    /// JSON has it as "thread".
    #[arg(long, value_name = "ID", help_heading = TIME_AND_MAIL)]
    pub thread: Option<String>,
    /// Only match URIs in PLACE of a message
    ///
    /// header, list-header (the fields that mailing lists add: List-Unsubscribe, List-Archive, …), body, attachment,
    /// comment (of HTML, in a body) or file (outside of messages). A part of a message is an attachment if its
    /// Content-Disposition says so, or if it is neither text nor a message.
    #[arg(long = "in", value_name = "PLACE", value_delimiter = ',', value_parser = values::place(), help_heading = TIME_AND_MAIL)]
    pub places: Vec<PartLocation>,
    /// Only match URIs in WARC records of TYPE
    ///
    /// Comma-separated, such as response,resource (WARC-Type). Case is ignored.
    #[arg(long, value_name = "TYPE", value_delimiter = ',')]
    pub record_type: Vec<String>,
    /// Only match links in elements named TAG of HTML or XML
    ///
    /// Comma-separated, such as a,img. Case is ignored. URIs in text are no links.
    #[arg(long, value_name = "TAG", value_delimiter = ',')]
    pub tag: Vec<String>,
    /// Only match links in attributes named NAME
    ///
    /// Comma-separated, such as href,src. Case is ignored.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub attribute: Vec<String>,
    /// Exclude URIs in quoted lines of messages
    ///
    /// These are lines of plain text that start with ">".
    #[arg(long, alias = "no-quoted", help_heading = TIME_AND_MAIL)]
    pub exclude_quoted: bool,
    /// Prefer the text or HTML body if a mail has both
    ///
    /// URIs in the other body are omitted if the preferred body contains them too.
    #[arg(long, alias = "prefer-body", value_name = "BODY", help_heading = TIME_AND_MAIL)]
    pub prefer: Option<Prefer>,
}

/// What a URI has to match: one of each kind that is given.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Filtering")]
pub(in crate::cli) struct Wanted {
    /// Only match URIs whose scheme is SCHEME
    ///
    /// Case-insensitive. Hosts without a scheme do not match.
    ///
    /// Filters can be repeated, and all but --uri-path and --regex take comma-separated values. A URI must match one
    /// value of every filter given, and no exclude filter. Filters apply to the URI as printed, before --defang.
    #[arg(long, value_name = "SCHEME", value_delimiter = ',', value_parser = values::scheme)]
    pub scheme: Vec<String>,
    /// Only match URIs whose host is HOST
    ///
    /// HOST is a Unicode or ASCII name with the wildcards * and ?, an IP address, or a network such as 10.0.0.0/8.
    #[arg(long, value_name = "HOST", value_delimiter = ',', value_parser = values::host)]
    pub host: Vec<String>,
    /// Only match URIs whose host is in DOMAIN
    ///
    /// Includes subdomains: example.org also matches docs.example.org. Accepts wildcards, addresses and networks like
    /// --host.
    #[arg(long, value_name = "DOMAIN", value_delimiter = ',', value_parser = values::domain)]
    pub domain: Vec<String>,
    /// Only match URIs whose top-level domain is TLD
    #[arg(long, value_name = "TLD", value_delimiter = ',', value_parser = values::tld)]
    pub tld: Vec<String>,
    /// Only match URIs whose path is PATH or below it
    ///
    /// With the wildcards * (any characters, including slashes) and ? (any one), PATH must match the whole path.
    #[arg(long = "uri-path", alias = "path", value_name = "PATH", value_parser = values::uri_path)]
    pub path: Vec<String>,
    /// Only match URIs that contain a match for REGEX
    ///
    /// Uses ripgrep's regex syntax. All expressions together are limited to 100 MiB when compiled.
    #[arg(long, value_name = "REGEX", allow_hyphen_values = true, value_parser = values::regex)]
    pub regex: Vec<String>,
    /// Read --scheme values from FILE
    ///
    /// One value per line; blank lines and lines starting with # are skipped. Values are added to those on the command
    /// line. "-" is standard input.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub schemes_from: Vec<PathBuf>,
    /// Read --host values from FILE
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub hosts_from: Vec<PathBuf>,
    /// Read --domain values from FILE
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub domains_from: Vec<PathBuf>,
    /// Read --tld values from FILE
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub tlds_from: Vec<PathBuf>,
    /// Read --uri-path values from FILE
    #[arg(
        long = "uri-paths-from",
        alias = "paths-from",
        value_name = "FILE",
        hide_short_help = true
    )]
    pub paths_from: Vec<PathBuf>,
    /// Read --regex values from FILE
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub regexes_from: Vec<PathBuf>,
}

/// What a URI may match none of.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Filtering")]
pub(in crate::cli) struct Unwanted {
    /// Exclude URIs whose scheme is SCHEME
    #[arg(long, value_name = "SCHEME", value_delimiter = ',', value_parser = values::scheme)]
    pub exclude_scheme: Vec<String>,
    /// Exclude URIs whose host is HOST
    #[arg(long, value_name = "HOST", value_delimiter = ',', value_parser = values::host)]
    pub exclude_host: Vec<String>,
    /// Exclude URIs whose host is in DOMAIN
    #[arg(long, value_name = "DOMAIN", value_delimiter = ',', value_parser = values::domain)]
    pub exclude_domain: Vec<String>,
    /// Exclude URIs whose top-level domain is TLD
    #[arg(long, value_name = "TLD", value_delimiter = ',', value_parser = values::tld)]
    pub exclude_tld: Vec<String>,
    /// Exclude URIs whose path is PATH or below it
    #[arg(long = "exclude-uri-path", alias = "exclude-path", value_name = "PATH", value_parser = values::uri_path)]
    pub exclude_path: Vec<String>,
    /// Exclude URIs that contain a match for REGEX
    #[arg(long, value_name = "REGEX", allow_hyphen_values = true, value_parser = values::regex)]
    pub exclude_regex: Vec<String>,
    /// Read --exclude-scheme values from FILE
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub exclude_schemes_from: Vec<PathBuf>,
    /// Read --exclude-host values from FILE
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub exclude_hosts_from: Vec<PathBuf>,
    /// Read --exclude-domain values from FILE
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub exclude_domains_from: Vec<PathBuf>,
    /// Read --exclude-tld values from FILE
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub exclude_tlds_from: Vec<PathBuf>,
    /// Read --exclude-uri-path values from FILE
    #[arg(
        long = "exclude-uri-paths-from",
        alias = "exclude-paths-from",
        value_name = "FILE",
        hide_short_help = true
    )]
    pub exclude_paths_from: Vec<PathBuf>,
    /// Read --exclude-regex values from FILE
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub exclude_regexes_from: Vec<PathBuf>,
}

/// What is wanted and what is not is typed in the same forms.
impl From<Unwanted> for Wanted {
    fn from(typed: Unwanted) -> Self {
        Wanted {
            scheme: typed.exclude_scheme,
            host: typed.exclude_host,
            domain: typed.exclude_domain,
            tld: typed.exclude_tld,
            path: typed.exclude_path,
            regex: typed.exclude_regex,
            schemes_from: typed.exclude_schemes_from,
            hosts_from: typed.exclude_hosts_from,
            domains_from: typed.exclude_domains_from,
            tlds_from: typed.exclude_tlds_from,
            paths_from: typed.exclude_paths_from,
            regexes_from: typed.exclude_regexes_from,
        }
    }
}
