//! What is printed for a find and for a file, in which form, and where.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::values::{self, Unwrapped};
use crate::aggregate::Key;
use crate::normal::Steps;
use crate::output::Template;
use crate::search::ContextSize;

/// The heading of what is printed for each find and file.
const OUTPUT: &str = "Output";

/// The heading of forms of output.
const FORMATS: &str = "Output formats";

/// The heading of counts.
const COUNTING: &str = "Counting";

/// What is made of a URI before it is printed.
#[derive(Debug, Args)]
#[command(next_help_heading = "Transforms")]
pub(in crate::cli) struct TransformArgs {
    /// Print URIs in normal form (RFC 3986 6.2)
    ///
    /// STEP is a comma-separated list of case, percent, dots, scheme, uri, host and specific (URNs, tel, sip, geo, doi,
    /// mailto and file by their own RFCs); syntax stands for the first three, all for all. Without STEP, applies syntax
    /// and scheme.
    #[arg(long, value_name = "STEP", num_args = 0..=1, require_equals = true, value_delimiter = ',', default_missing_value = "syntax,scheme", value_parser = values::steps)]
    pub normalize: Option<Vec<Steps>>,
    /// Resolve URIs against base URI
    ///
    /// Follows RFC 3986 5.2: dot segments are removed, and hosts without a scheme (--www) get the scheme of the base.
    /// Relative links in HTML are matched too, unless the document declares its own base. Characters not allowed in a
    /// URI are percent-encoded in the base.
    #[arg(long, value_name = "URI", value_parser = values::base)]
    pub base: Option<String>,
    /// Print the targets of redirect links
    ///
    /// known: redirects by mail filters (Safe Links, URL Defense, Barracuda, Cisco, Sophos, Trend Micro, …), search
    /// engines (Google, Bing, DuckDuckGo, Yahoo), sites (YouTube, Facebook, Instagram, Reddit, Steam, VK, Slack,
    /// LinkedIn, …) and page copies (AMP, Google Translate, web.archive.org); docs/formats.md lists all. any: also a
    /// URI in any query value of any link. Nested redirects are unwrapped up to eight levels, without network access;
    /// with --json, unwrapped_via lists each one.
    #[arg(long, value_name = "WHICH", num_args = 0..=1, require_equals = true, default_missing_value = "known")]
    pub unwrap: Option<Unwrapped>,
    /// Also unwrap by the rules in FILE; implies --unwrap
    ///
    /// One rule per line: host (*.a.example for subdomains, a.* for any country), path prefix and query parameters,
    /// such as "go.example /out url,u". Blank lines and lines starting with # are skipped; "-" is standard input.
    #[arg(long, value_name = "FILE")]
    pub unwrap_rules: Vec<PathBuf>,
    /// Print defanged URIs (hxxps://example[.]com)
    ///
    /// With --json, uri stays as found, and transforms add fields: unwrapped and unwrapped_via, resolved, normal,
    /// defanged.
    #[arg(long)]
    pub defang: bool,
}

/// The order of counts.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::cli) enum Sort {
    Count,
    Key,
    First,
}

/// Counts and deduplication.
#[derive(Debug, Args)]
#[command(next_help_heading = COUNTING)]
pub(in crate::cli) struct Aggregating {
    /// Print only the first URI for each KEY
    ///
    /// KEY is part of the URI: uri (default), normal (normal form), without-query (up to query or fragment), scheme,
    /// host, domain (registrable domain), tld, path, ext (file extension), caution; or of its source: year, month, day,
    /// hour (UTC), from (sender), list (mailing list), file.
    ///
    /// Comma-separated keys are combined; URIs without the key are omitted. With -c, prints each key with its count, in
    /// order of first occurrence.
    #[arg(long, value_name = "KEY", num_args = 0..=1, require_equals = true, default_missing_value = "uri", value_delimiter = ',', value_parser = values::key(), conflicts_with_all = ["by", "top", "files_with_matches", "files_without_match"])]
    pub unique: Vec<Key>,
    /// Count URIs by KEY, most frequent first
    ///
    /// Accepts the keys of --unique, also combined: --by month,domain. Prints count and key, on a terminal with a bar;
    /// -H, -n and -b append the locations of the first and last URI, separated by tabs. --json and tables have count,
    /// key (or each combined key by name), first_path, first_start, first_line, last_path, last_start, last_line.
    #[arg(long, alias = "count-by", value_name = "KEY", value_delimiter = ',', value_parser = values::key(), conflicts_with_all = ["files_with_matches", "files_without_match"])]
    pub by: Vec<Key>,
    /// Sort counts by count, key or first occurrence
    ///
    /// Default: count, or first with --unique. Keys sort bytewise, so months are chronological. With --top, the most
    /// frequent keys are printed in this order.
    #[arg(long, value_name = "ORDER")]
    pub sort: Option<Sort>,
    /// Print only the NUM most frequent keys
    ///
    /// Counts by --by, or by uri.
    #[arg(long, value_name = "NUM", value_parser = values::top, conflicts_with_all = ["files_with_matches", "files_without_match"])]
    pub top: Option<NonZeroUsize>,
}

/// What is printed of a find, and of a file.
#[derive(Debug, Args)]
#[command(next_help_heading = OUTPUT)]
pub(in crate::cli) struct Printing {
    /// Print the file path before each URI
    #[arg(short = 'H', long, overrides_with = "no_filename")]
    pub with_filename: bool,
    /// Never print file paths
    ///
    /// Also applies to -c, and to the path field of JSON. Overrides -H.
    #[arg(short = 'I', long, overrides_with = "with_filename")]
    pub no_filename: bool,
    /// Print each file path above its URIs (default on a terminal)
    ///
    /// Only if several files may be searched, without -H or -I.
    #[arg(long, overrides_with = "no_heading")]
    pub heading: bool,
    /// Do not print file paths above URIs (default in pipes and files)
    ///
    /// Overrides --heading.
    #[arg(long, overrides_with = "heading")]
    pub no_heading: bool,
    /// Print the line number before each URI, from 1
    ///
    /// In a packed member of a file, such as one of a zip, it is the line of the member: the path is followed by ! and the
    /// path to the member, as in a.zip!zip b.txt:2:. This also applies to --column and -b.
    #[arg(short = 'n', long)]
    pub line_number: bool,
    /// Print the column (in bytes) before each URI, from 1
    ///
    /// Follows the line number; implies -n.
    #[arg(long)]
    pub column: bool,
    /// Print path, line and column before each URI, for editors
    ///
    /// Same as -H --column.
    #[arg(long)]
    pub vimgrep: bool,
    /// Print the byte offset before each URI, from 0
    #[arg(short = 'b', long)]
    pub byte_offset: bool,
    /// Print only the paths of files that contain a URI
    #[arg(short = 'l', long)]
    pub files_with_matches: bool,
    /// Print only the paths of files that contain no URI
    #[arg(short = 'L', long)]
    pub files_without_match: bool,
    /// Print nothing, and exit at the first URI
    ///
    /// Overrides all other output flags but --report.
    #[arg(short, long)]
    pub quiet: bool,
    /// Stop after NUM URIs in each file
    #[arg(short, long, value_name = "NUM")]
    pub max_count: Option<u64>,
    /// Flush the output after each URI (default on a terminal)
    ///
    /// Otherwise, output is written in blocks of 64 KiB.
    #[arg(long)]
    pub line_buffered: bool,
    /// Terminate URIs, counts and paths with NUL
    ///
    /// Replaces the newline or colon after them. Also applies to paths read by --files-from.
    #[arg(short = '0', long)]
    pub null: bool,
    /// Print one JSON object per URI (JSON Lines)
    ///
    /// path, start and end (bytes), line, column; location in a container (part, packed_at, part_start and part_end,
    /// decoded, message_id, date, base, reference); uri, raw (if it differs), wrapper, readings (if there are two),
    /// truncated (if cut), truncated_by_source (if … or ... follows), before and after (with -C or --context-bytes);
    /// scheme, userinfo, host, port, uri_path, query and fragment (if defined); valid, fault (byte and rule, if
    /// invalid); time and time_source (message date or log timestamp); from, from_name, subject, list_id, newsgroups,
    /// and thread of the message; place, attachment and quoted (in a message); client and status (of an access log);
    /// is_commented (in a comment of HTML). With --assess or --columns also in_reply_to and references of the message;
    /// link_text, link_target, tag and attribute of links; page, record_id and record_type (of a web archive). -H, -n,
    /// --column, --vimgrep, --heading, -b and -0 have no effect.
    #[arg(long, overrides_with_all = ["csv", "tsv", "template"], help_heading = FORMATS)]
    pub json: bool,
    /// Add standards conformance and cautions to JSON and tables
    ///
    /// conforms: the editions whose grammar the URI satisfies (1994, rfc1738, 1997, 2003, rfc3986). cautions: possible
    /// risks, with their byte ranges. Implies --json unless a table is requested.
    #[arg(long = "assess", alias = "judge", help_heading = FORMATS)]
    pub judge: bool,
    /// Print only the number of URIs in each file
    ///
    /// With --by or --unique, the number for each key.
    #[arg(short, long, help_heading = COUNTING)]
    pub count: bool,
}

impl Printing {
    /// Sets the flags that another one stands for.
    pub fn spell_out(&mut self) {
        self.with_filename |= self.vimgrep && !self.no_filename;
        self.column |= self.vimgrep;
    }
}

/// What is written, and where.
#[derive(Debug, Args)]
#[command(next_help_heading = FORMATS)]
pub(in crate::cli) struct Writing {
    /// Print a CSV table (RFC 4180)
    ///
    /// The first row has the column names: the --json fields, flattened; reading is the second reading, and fault_at
    /// and fault_rule replace fault. "" is an empty string; an absent field has no value.
    #[arg(long, overrides_with_all = ["json", "tsv", "template"])]
    pub csv: bool,
    /// Print the same table as tab-separated values
    ///
    /// Tab, newline, carriage return and backslash are written as \t, \n, \r and \\.
    #[arg(long, overrides_with_all = ["json", "csv", "template"])]
    pub tsv: bool,
    /// Write only these table columns or JSON fields, in this order
    ///
    /// Comma-separated, such as uri,host,time, or all; names are those of --csv, or readings and fault with --json.
    /// Others are not computed, and conforms and cautions do not need --assess. A database that is appended to always has
    /// path as its first column.
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', value_parser = values::column)]
    pub columns: Vec<String>,
    /// Escape spreadsheet formulas in CSV and TSV output
    ///
    /// Prefixes an apostrophe to text that starts with =, +, - or @ (also full-width), tab, carriage return or newline.
    /// Numbers and other formats are unchanged.
    #[arg(long)]
    pub escape_formulas: bool,
    /// Print each URI using TEMPLATE
    ///
    /// %s scheme, %a authority, %u userinfo, %d host, %S subdomain, %r domain without suffix, %t public suffix, %P port,
    /// %p path, %e file extension, %q query, %f fragment; %@ %: %? %# that character, if a userinfo, port, query or
    /// fragment follows; %{COLUMN} a --csv column; %{raw} the URI as written, always; %% a percent sign; \t tab, \n
    /// newline, \0 NUL, \\ backslash.
    ///
    /// Presets: domains (%d), apexes (%r.%t), paths (%p); keys, values and keypairs print one decoded line per query
    /// parameter. Empty lines are not printed.
    #[arg(long, alias = "format", value_name = "TEMPLATE", value_parser = Template::parse, overrides_with_all = ["json", "csv", "tsv"])]
    pub template: Option<Template>,
    /// Print the input with each URI replaced by TEMPLATE
    ///
    /// Uses --template syntax without the presets. Only matching URIs are replaced; with -m, only the first NUM of each
    /// file. If TEMPLATE has no value for a URI (such as %{unwrapped} for a link that does not redirect), the URI is
    /// kept.
    ///
    /// Other bytes are unchanged; files are printed in sequence, and none is modified. Markup, JSON and tables are
    /// treated as text. Mail, compressed files and other containers are errors, unless --raw or --as plain is given.
    #[arg(short = 'r', long, value_name = "TEMPLATE", value_parser = Template::replacement, conflicts_with_all = ["json", "csv", "tsv", "template", "columns", "judge", "problems", "count", "files_with_matches", "files_without_match", "with_filename", "line_number", "column", "vimgrep", "byte_offset", "context", "after_context", "before_context", "context_bytes", "unique", "by", "top", "report", "prefer"])]
    pub replace: Option<Template>,
    /// Include errors in JSON Lines output, in input order
    ///
    /// Each has path, at (byte offset, if known) and problem (the message); it also goes to standard error, unless -s
    /// is given. Malformed but fully read data, such as an unclosed multipart, has note instead; notes appear nowhere
    /// else and do not affect the exit status.
    #[arg(long)]
    pub problems: bool,
    /// Write output to FILE, in the format of its extension
    ///
    /// jsonl, ndjson or json (JSON Lines), csv, tsv, txt, sqlite, sqlite3, db, parquet, html or htm (same as "urisift
    /// report"). --json, --csv and --tsv override a text extension; --template also overrides html. A further gz, zst,
    /// bz2, xz or lz4 compresses all but databases and Parquet.
    ///
    /// FILE is replaced when the run is complete; "-" is standard output. A database is appended to instead, and files
    /// already in it are skipped until they change. With --unique, --by or --top, a separate database is needed, which
    /// each run replaces.
    #[arg(short, long, value_name = "FILE", help_heading = OUTPUT)]
    pub output: Option<PathBuf>,
    /// Overwrite an existing output file even if it may be input
    ///
    /// By default, -o and --report do not replace an existing file if no PATH is given, or if it is among the files to
    /// search, and -r does not accept the name of an existing file as TEMPLATE if no PATH is given. Appending to a
    /// database does not need --force.
    #[arg(long, help_heading = OUTPUT)]
    pub force: bool,
    /// The output is an HTML report.
    #[arg(skip)]
    pub page: bool,
}

/// The text around a URI.
#[derive(Debug, Args)]
#[command(next_help_heading = "Context")]
pub(in crate::cli) struct Context {
    /// Print the lines of each URI below it, with NUM lines before and after
    ///
    /// Each line starts with "  | "; with --json, the fields before and after hold the text up to and after the URI. In
    /// a container, context is the decoded text of the part; links in markup have none.
    ///
    /// Limited to 64 KiB per side, less if more than 8 MiB of URIs are pending. From a pipe, a URI is printed once its
    /// context has arrived. With -0, one NUL ends a URI and its context. Counts and file lists have no context.
    #[arg(short = 'C', long, value_name = "NUM", value_parser = values::lines, overrides_with = "context_bytes")]
    pub context: Option<usize>,
    /// Like --context, but only NUM lines after
    ///
    /// Overrides --context for the lines after.
    #[arg(short = 'A', long, value_name = "NUM", value_parser = values::lines, overrides_with = "context_bytes")]
    pub after_context: Option<usize>,
    /// Like --context, but only NUM lines before
    ///
    /// Overrides --context for the lines before.
    #[arg(short = 'B', long, value_name = "NUM", value_parser = values::lines, overrides_with = "context_bytes")]
    pub before_context: Option<usize>,
    /// Like --context, but BYTES bytes before and after (at most 64k)
    ///
    /// Characters that would be split are omitted.
    #[arg(long, value_name = "BYTES", value_parser = values::context_bytes, overrides_with_all = ["context", "after_context", "before_context"])]
    pub context_bytes: Option<usize>,
}

impl Context {
    /// How much is asked for, if any.
    pub fn reach(&self) -> Option<ContextSize> {
        let [before, after] =
            [self.before_context, self.after_context].map(|side| side.or(self.context));
        let lines = |count: Option<usize>| count.unwrap_or(0);
        let is_asked = before.is_some() || after.is_some();
        let lines =
            is_asked.then(|| ContextSize::Lines { before: lines(before), after: lines(after) });
        self.context_bytes.map(ContextSize::Bytes).or(lines)
    }
}
