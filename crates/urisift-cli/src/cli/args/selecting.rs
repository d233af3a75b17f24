//! Which URIs are selected: conditions, and patterns to include and to exclude.

use std::ops::Range;
use std::path::PathBuf;

use clap::Args;

use super::values;
use crate::grammar::caution::CautionKind;
use crate::select::{HostPattern, RegexPattern, parse_caution, parse_path, parse_scheme};

/// Which of the URIs are asked for. What is looked at is the URI as it is printed, but for --defang.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Which URIs are asked for")]
pub(in crate::cli) struct Selecting {
    #[command(flatten)]
    pub wanted: Wanted,
    #[command(flatten)]
    pub unwanted: Unwanted,
    /// Only URIs with private hosts (private addresses, loopback, localhost …)
    ///
    /// Those are addresses that the registries of special purposes (RFC 6890) have as not globally
    /// reachable: private, loopback, link-local, shared (100.64.0.0/10), unique-local, unspecified,
    /// for documentation, for benchmarks, reserved and a few more; and "localhost" and what ends in
    /// ".localhost".
    #[arg(long, overrides_with = "no_private")]
    pub private: bool,
    /// Leave out URIs with private hosts
    #[arg(long, overrides_with = "private")]
    pub no_private: bool,
    /// Leave out what is in text only because machines put it there
    ///
    /// Names of XML vocabularies (namespaces, schemas), document type definitions, and hosts that are
    /// kept for examples and tests (example.com, .net and .org; .example, .test and .invalid); and in
    /// mail, the fields that a mailing list has added to a header (List-Unsubscribe, List-Archive …).
    #[arg(long)]
    pub exclude_noise: bool,
    /// Leave out URIs that are cut short in their text, as http://a.example/lon...
    ///
    /// Those are followed by … or ... without a blank between. Their record says truncated_by_source.
    #[arg(long)]
    pub exclude_cut: bool,
    /// Only URIs in texts that were written at that time or later: 2020, 2020-01-31, 2020-01-31T12:00
    ///
    /// A year, month, day, minute or second in UTC, or a second with a zone. The time is that of the
    /// message, the record or the log line. Texts whose time is not known are left out.
    #[arg(long, value_name = "TIME", value_parser = values::period)]
    pub since: Option<Range<i64>>,
    /// Only URIs in texts that were written at that time or earlier
    ///
    /// As for --since; of a year, month or day to its end.
    #[arg(long, value_name = "TIME", value_parser = values::period)]
    pub until: Option<Range<i64>>,
    /// Only URIs in the mail or news article with this Message-ID
    #[arg(long, value_name = "ID")]
    pub message_id: Option<String>,
    /// Find only valid URIs
    ///
    /// By RFC 3986, or RFC 3987 where they have characters beyond ASCII, and by the grammar of their
    /// scheme.
    #[arg(long, overrides_with = "invalid")]
    pub valid: bool,
    /// Find only URIs that are not valid; --json says why
    #[arg(long, overrides_with = "valid")]
    pub invalid: bool,
    /// Find only URIs with one of these cautions
    ///
    /// About the text: userinfo-looks-like-a-host, password, rare-ipv4-form, encoded-control, reserved-port,
    /// mixed-scripts, punycode, homograph, bidirectional-control, one-of-two-readings, link-text (the text
    /// of a link that leads to another host). About what it leads to: ip-address, script, shortener,
    /// redirector, random-label, executable, unusual-port. They are about the URI as it is found; --judge
    /// adds all of them to JSON, and docs/records.md has the rule of each.
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = parse_caution)]
    pub caution: Vec<CautionKind>,
}

/// What a URI has to match: one of each kind that is given.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Which URIs are asked for")]
pub(in crate::cli) struct Wanted {
    /// Find only URIs of these schemes
    ///
    /// In any case. Hosts without a scheme are then left out.
    ///
    /// This flag and those below may be given several times, and have several values with commas
    /// between them, save for --path and --regex. Of those of one kind, one has to fit; of each kind
    /// that is asked for, one; and of those that exclude, none. They look at the URI as it is printed,
    /// before --defang.
    #[arg(long, value_name = "SCHEME", value_delimiter = ',', value_parser = parse_scheme)]
    pub scheme: Vec<String>,
    /// Find only URIs with these hosts
    ///
    /// A name, in Unicode or ASCII, with * for any characters and ? for any one; an address; or a
    /// network of addresses, such as 10.0.0.0/8.
    #[arg(long, value_name = "HOST", value_delimiter = ',', value_parser = HostPattern::host)]
    pub host: Vec<HostPattern>,
    /// Find only URIs with hosts in these domains
    ///
    /// The host of that name, and all below it: example.org has docs.example.org too. Wildcards, addresses and
    /// networks are as in --host.
    #[arg(long, value_name = "DOMAIN", value_delimiter = ',', value_parser = HostPattern::domain)]
    pub domain: Vec<HostPattern>,
    /// Find only URIs with hosts in these top-level domains
    #[arg(long, value_name = "TLD", value_delimiter = ',', value_parser = HostPattern::tld)]
    pub tld: Vec<HostPattern>,
    /// Find only URIs with this path, or a path below it
    ///
    /// With * for any characters, slashes too, and ? for any one, the whole path has to fit.
    #[arg(long, value_name = "PATH", value_parser = parse_path)]
    pub path: Vec<String>,
    /// Find only URIs in which this regular expression matches
    ///
    /// Anywhere in the URI. The syntax is that of ripgrep; all expressions take at most 100 MiB when
    /// they are compiled.
    #[arg(long, value_name = "REGEX", allow_hyphen_values = true, value_parser = RegexPattern::parse)]
    pub regex: Vec<RegexPattern>,
    /// Take values of --scheme from a file
    ///
    /// They are added to those typed. Each is on a line; blank lines and lines that start with # are skipped. "-" is standard input.
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub schemes_from: Vec<PathBuf>,
    /// Take values of --host from a file
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub hosts_from: Vec<PathBuf>,
    /// Take values of --domain from a file
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub domains_from: Vec<PathBuf>,
    /// Take values of --tld from a file
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub tlds_from: Vec<PathBuf>,
    /// Take values of --path from a file
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub paths_from: Vec<PathBuf>,
    /// Take values of --regex from a file
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub regexes_from: Vec<PathBuf>,
}

/// What a URI may match none of.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Which URIs are asked for")]
pub(in crate::cli) struct Unwanted {
    /// Find no URIs of these schemes
    #[arg(long, value_name = "SCHEME", value_delimiter = ',', value_parser = parse_scheme)]
    pub exclude_scheme: Vec<String>,
    /// Find no URIs with these hosts
    #[arg(long, value_name = "HOST", value_delimiter = ',', value_parser = HostPattern::host)]
    pub exclude_host: Vec<HostPattern>,
    /// Find no URIs with hosts in these domains
    #[arg(long, value_name = "DOMAIN", value_delimiter = ',', value_parser = HostPattern::domain)]
    pub exclude_domain: Vec<HostPattern>,
    /// Find no URIs with hosts in these top-level domains
    #[arg(long, value_name = "TLD", value_delimiter = ',', value_parser = HostPattern::tld)]
    pub exclude_tld: Vec<HostPattern>,
    /// Find no URIs with this path, or a path below it
    #[arg(long, value_name = "PATH", value_parser = parse_path)]
    pub exclude_path: Vec<String>,
    /// Find no URIs in which this regular expression matches
    #[arg(long, value_name = "REGEX", allow_hyphen_values = true, value_parser = RegexPattern::parse)]
    pub exclude_regex: Vec<RegexPattern>,
    /// Take values of --exclude-scheme from a file
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub exclude_schemes_from: Vec<PathBuf>,
    /// Take values of --exclude-host from a file
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub exclude_hosts_from: Vec<PathBuf>,
    /// Take values of --exclude-domain from a file
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub exclude_domains_from: Vec<PathBuf>,
    /// Take values of --exclude-tld from a file
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub exclude_tlds_from: Vec<PathBuf>,
    /// Take values of --exclude-path from a file
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    pub exclude_paths_from: Vec<PathBuf>,
    /// Take values of --exclude-regex from a file
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
