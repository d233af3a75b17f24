//! What is printed for a find and for a file, in which form, and where.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::values::{self, Unwrapped};
use crate::aggregate::Key;
use crate::normal::{Steps, UnwrapRule};
use crate::output::Template;
use crate::search::Reach;

/// What is made of a URI before it is printed.
#[derive(Debug, Args)]
#[command(next_help_heading = "What is made of a URI")]
pub(in crate::cli) struct TransformArgs {
    /// Print the normal form of each URI (RFC 3986 6.2)
    ///
    /// After these steps: case, percent, dots, scheme and uri, or syntax (the first three) or all.
    /// Without steps, all but uri.
    #[arg(long, value_name = "STEP", num_args = 0..=1, require_equals = true, value_delimiter = ',', default_missing_value = "syntax,scheme", value_parser = values::steps)]
    pub normalize: Option<Vec<Steps>>,
    /// Print what each URI resolves to against this one
    ///
    /// By RFC 3986 5.2: "." and ".." go out of its path, and a host without a scheme (--www) gets that
    /// of the base. Relative links in HTML are found too, where the document says no base itself. What no
    /// URI may contain is percent-encoded in the base.
    #[arg(long, value_name = "URI", value_parser = values::base)]
    pub base: Option<String>,
    /// Print the URI that stands in a redirecting link
    ///
    /// In one of a filter of mail (Safe Links, URL Defense, Barracuda, Cisco, Sophos, Trend Micro …), a
    /// search engine (Google, Bing, DuckDuckGo, Yahoo), a site (YouTube, Facebook, Instagram, Reddit,
    /// Steam, VK, Slack, LinkedIn …) or a copy (AMP, Google Translate, web.archive.org); docs/formats.md
    /// has all of them. With "any", also a URI in any value of the query of any link. Links in links are
    /// unwrapped up to eight times. Nothing is fetched. With --json, unwrapped_via has each link on the
    /// way.
    #[arg(long, value_name = "WHICH", num_args = 0..=1, require_equals = true, default_missing_value = "known")]
    pub unwrap: Option<Unwrapped>,
    /// Unwrap links by rules in a file too; implies --unwrap
    ///
    /// Each line is a rule: a host (*.a.example for those below it, a.* for any country), the start of
    /// the path, and the names of query parameters, such as "go.example /out url,u". Blank lines and
    /// lines that start with # are skipped. "-" is standard input.
    #[arg(long, value_name = "FILE")]
    pub unwrap_rules: Vec<PathBuf>,
    /// The rules in those files.
    #[arg(skip)]
    pub rules: Vec<UnwrapRule>,
    /// Print disguised URIs (hxxps://example[.]com)
    ///
    /// With --json, the URI that was found stays, and all of these add fields: unwrapped and unwrapped_via, resolved,
    /// normal, defanged.
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

/// What finds come to together.
#[derive(Debug, Args)]
#[command(next_help_heading = "What finds come to together")]
pub(in crate::cli) struct Aggregating {
    /// Print only the first URI of each key
    ///
    /// A key is the URI itself (uri), its normal form (normal), what stands before its query or
    /// fragment (without-query), its scheme, host, registrable domain (domain), top-level domain (tld),
    /// path, the extension of that (ext), or a caution; when the text was written (year, month, day,
    /// hour, in UTC), by whom (from), to which mailing list (list), and the file. Several have commas
    /// between them. Without KEY, it is uri. URIs that have none are left out. With -c, print how many
    /// URIs each key has, in the order of the first ones.
    #[arg(long, value_name = "KEY", num_args = 0..=1, require_equals = true, default_missing_value = "uri", value_delimiter = ',', value_parser = values::key(), conflicts_with_all = ["by", "top", "files_with_matches", "files_without_match"])]
    pub unique: Vec<Key>,
    /// Count URIs by this key, the most frequent first
    ///
    /// The keys are those of --unique, and several are counted together: --by month,domain. Each is
    /// printed after its number of URIs, on a terminal with a bar. Where its first and its last URI
    /// stand follows, after tabs, as -H, -n and -b ask for. --json and tables have all of that: count,
    /// key (or, of several, each by its name), first_path, first_start, first_line, last_path,
    /// last_start, last_line.
    #[arg(long, value_name = "KEY", value_delimiter = ',', value_parser = values::key(), conflicts_with_all = ["files_with_matches", "files_without_match"])]
    pub by: Vec<Key>,
    /// Sort counts by number (count), by key, or by where keys are found first
    ///
    /// By default, it is count, and with --unique it is first. Keys are sorted by their bytes, so
    /// that months follow each other.
    #[arg(long, value_name = "BY", conflicts_with = "top")]
    pub sort: Option<Sort>,
    /// Print only NUM keys, those that most URIs have
    ///
    /// The key is that of --by, or uri.
    #[arg(long, value_name = "NUM", value_parser = values::top, conflicts_with_all = ["files_with_matches", "files_without_match"])]
    pub top: Option<NonZeroUsize>,
    /// How much memory --unique, --by, --top and --report take, in bytes
    ///
    /// 16M or more; k, M and G count in 1024s. What does not fit is put aside in temporary files (in
    /// TMPDIR), and nothing is lost. Where they cannot be written, what fits is counted, an error says that
    /// it is not all, and the exit status is 2; --unique then prints some URIs again.
    #[arg(long, value_name = "BYTES", default_value = "512M", value_parser = values::memory)]
    pub memory: usize,
}

/// What is printed of a find, and of a file.
#[derive(Debug, Args)]
#[command(next_help_heading = "What is printed")]
pub(in crate::cli) struct Printing {
    /// Print the path in front of each URI
    #[arg(short = 'H', long, overrides_with = "no_filename")]
    pub with_filename: bool,
    /// Print no paths in front, not even with -c
    ///
    /// Undoes -H. In JSON, leaves out the path.
    #[arg(short = 'I', long, overrides_with = "with_filename")]
    pub no_filename: bool,
    /// Print each path once, in a line above its URIs, as by default on a terminal
    ///
    /// By default, that is where several files may be searched, and paths are neither asked for in front of
    /// URIs nor left out.
    #[arg(long, overrides_with = "no_heading")]
    pub heading: bool,
    /// Print no paths above URIs, as by default in pipes and files; undoes --heading
    #[arg(long, overrides_with = "heading")]
    pub no_heading: bool,
    /// Print the number of the line in front of each URI, from 1
    #[arg(short = 'n', long)]
    pub line_number: bool,
    /// Print the number of the byte in its line, from 1
    ///
    /// It follows the number of the line; implies -n.
    #[arg(long)]
    pub column: bool,
    /// Print path, line and column in front of each URI, as editors read them
    ///
    /// The same as -H --column.
    #[arg(long)]
    pub vimgrep: bool,
    /// Print the offset of the first byte in front of each URI, from 0
    #[arg(short = 'b', long)]
    pub byte_offset: bool,
    /// Print a JSON object for each URI
    ///
    /// path, start and end (bytes), line, column; where in a container it stands (part, packed_at,
    /// part_start and part_end, decoded, message_id, date, base, reference); uri, raw (where it
    /// differs), wrapper, readings (where there are two), truncated (where it was cut),
    /// truncated_by_source (where … or ... follows), before and
    /// after (with -C or --context-bytes); scheme, userinfo, host, port, uri_path, query and fragment
    /// (where they are defined); valid, fault (where it is not: the byte of the URI, and the rule);
    /// time and time_source (date of the message, or stamp of the line); from, from_name, subject, list_id
    /// and newsgroups of the message.
    /// -H, -n, --column, --vimgrep, --heading, -b and -0 change nothing in it.
    #[arg(long, overrides_with_all = ["csv", "tsv", "template"])]
    pub json: bool,
    /// Add to JSON and tables what the standards say of a URI
    ///
    /// conforms: the editions whose grammar it satisfies (1994, rfc1738, 1997, 2003, rfc3986);
    /// cautions: what to be careful about, with bytes of the URI. Unless a table is asked for, it is
    /// JSON.
    #[arg(long)]
    pub judge: bool,
    /// Print only how many URIs each file has
    ///
    /// With --by or --unique, how many each key has.
    #[arg(short, long)]
    pub count: bool,
    /// Print only the paths of files that have a URI
    #[arg(short = 'l', long)]
    pub files_with_matches: bool,
    /// Print only the paths of files that have none
    #[arg(short = 'L', long)]
    pub files_without_match: bool,
    /// Print nothing; end at the first URI
    ///
    /// Whatever else is asked for.
    #[arg(short, long)]
    pub quiet: bool,
    /// End after this many URIs in each file
    #[arg(short, long, value_name = "NUM")]
    pub max_count: Option<u64>,
    /// Write each URI at once, and not in blocks of 64 KiB
    ///
    /// As on a terminal.
    #[arg(long)]
    pub line_buffered: bool,
    /// End URIs, counts and paths with NUL
    ///
    /// Instead of a line feed or colon; and so end the paths that --files-from reads.
    #[arg(short = '0', long)]
    pub null: bool,
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
#[command(next_help_heading = "What is written, and where")]
pub(in crate::cli) struct Writing {
    /// Print a table of comma-separated values (RFC 4180)
    ///
    /// The names of the columns stand in the first line. It has what --json has, flat, with reading
    /// for the second of its readings, and fault_at and fault_rule. "" is a text of nothing, and no
    /// value stands for what --json leaves out.
    #[arg(long, overrides_with_all = ["json", "tsv", "template"])]
    pub csv: bool,
    /// Print the same table with tabs between the values
    ///
    /// \t, \n, \r and \\ in values are a tab, a line feed, a carriage return and a backslash.
    #[arg(long, overrides_with_all = ["json", "csv", "template"])]
    pub tsv: bool,
    /// Write only these columns of a table, or fields of JSON, in this order
    ///
    /// Several have commas between them: uri,host,time. They have the names of the first line of --csv, or,
    /// as readings and fault, of --json. What the others need is not computed. conforms and cautions need no
    /// --judge. A database to which finds are added always has path, as its first column.
    #[arg(long, value_name = "COLUMN", value_delimiter = ',', value_parser = values::column)]
    pub columns: Vec<String>,
    /// In tables with commas or tabs, make texts of what a spreadsheet takes for formulas
    ///
    /// An apostrophe stands in front of what starts with =, +, - or @, in full width too, a tab, a
    /// carriage return or a line feed. Numbers, and all other forms, stay as they are.
    #[arg(long)]
    pub escape_formulas: bool,
    /// Print a line made from this template for each URI
    ///
    /// %s scheme, %a authority, %u userinfo, %d host, %S subdomain, %r root of the domain, %t public
    /// suffix, %P port, %p path, %e extension of the path, %q query, %f fragment; %@ %: %? %# are that
    /// sign where a userinfo, port, query or fragment follows; %{COLUMN} is a column of --csv, and %{raw}
    /// always the URI as it is written; %% is a %; \t, \n, \0 and \\ are a tab, line feed, NUL and backslash.
    ///
    /// Or one of these: domains (%d), apexes (%r.%t), paths (%p); and keys, values or keypairs, a line
    /// for each parameter of the query, decoded. A line of nothing is not printed.
    #[arg(id = "template", long = "format", value_name = "TEMPLATE", value_parser = Template::parse, overrides_with_all = ["json", "csv", "tsv"])]
    pub template: Option<Template>,
    /// Print the text of the input, with this template in place of each URI
    ///
    /// The template is as that of --format, but none of its words is a name. Only URIs that are asked for are
    /// replaced, with -m the first of each file. Where the template makes nothing of a URI, as %{unwrapped}
    /// of a link that leads nowhere else, the URI stays. All other bytes stay as they are. Several files
    /// are printed one after the other, and none is changed.
    ///
    /// Markup, JSON and tables are taken as text. Mail, what is packed and other containers are a problem,
    /// unless --raw or --as plain is given.
    #[arg(short = 'r', long, value_name = "TEMPLATE", value_parser = Template::replacement, conflicts_with_all = ["json", "csv", "tsv", "template", "columns", "judge", "problems", "count", "files_with_matches", "files_without_match", "with_filename", "line_number", "column", "vimgrep", "byte_offset", "context", "after_context", "before_context", "context_bytes", "unique", "by", "top", "report", "prefer"])]
    pub replace: Option<Template>,
    /// In JSON lines, print problems too, each where it belongs in the order of the input
    ///
    /// A problem has path, at (a byte of the file, where one is known) and problem, which says what
    /// happened. It is printed on standard error as well, unless -s is given. What is not as its format
    /// says, but was read to its end, such as a multipart that is not closed, has note instead; it is
    /// printed nowhere else, and the exit status does not tell.
    #[arg(long)]
    pub problems: bool,
    /// Write to this file, in the form that its ending says
    ///
    /// jsonl, ndjson or json (JSON lines), csv, tsv, txt, sqlite, sqlite3, db or parquet, html or htm (the
    /// page of "urisift report"). What --json, --csv or --tsv says comes before an ending of text, and
    /// --format before that of a page, too. With gz, zst, bz2, xz or lz4 after that, all but
    /// databases and Parquet files are compressed.
    ///
    /// The file is replaced once all is written. But to a database, finds are added, and files that it
    /// has already are not searched again until they change; with --unique, --by and --top, a database
    /// is written anew, and is a file of its own. "-" is standard output.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Let -o, --report and -r take the name of an existing file that may be meant as input
    ///
    /// Without it, an existing file is not replaced if no PATH is given, or if it is among the files to search. A
    /// database to which finds are added needs no --force. Nor is a file's name taken as the TEMPLATE of -r if no
    /// PATH is given.
    #[arg(long)]
    pub force: bool,
    /// Write nothing but a page to look at.
    #[arg(skip)]
    pub page: bool,
}

/// The text around a URI.
#[derive(Debug, Args)]
#[command(next_help_heading = "The text around a URI")]
pub(in crate::cli) struct Context {
    /// Print the lines of each URI below it, and NUM lines before and after them
    ///
    /// Each line starts with "  | ". With --json, they are fields: before, up to the URI, and after it.
    /// In a container, the text is that of the part, decoded; a link in markup has none. At most 64 KiB
    /// of text are printed on each side, less where more than 8 MiB of URIs would wait. From a pipe, a
    /// URI waits for the text after it. With -0, NUL ends a URI and its lines together. Counts and lists
    /// of files have none.
    #[arg(short = 'C', long, value_name = "NUM", value_parser = values::lines, overrides_with = "context_bytes")]
    pub context: Option<usize>,
    /// The same, but NUM lines after them
    ///
    /// It comes before --context for the lines after; without that, there are none before.
    #[arg(short = 'A', long, value_name = "NUM", value_parser = values::lines, overrides_with = "context_bytes")]
    pub after_context: Option<usize>,
    /// The same, but NUM lines before them
    ///
    /// It comes before --context for the lines before; without that, there are none after.
    #[arg(short = 'B', long, value_name = "NUM", value_parser = values::lines, overrides_with = "context_bytes")]
    pub before_context: Option<usize>,
    /// The same, but BYTES bytes before and after the URI, 64k at most
    ///
    /// A character that does not fit is left out.
    #[arg(long, value_name = "BYTES", value_parser = values::context_bytes, overrides_with_all = ["context", "after_context", "before_context"])]
    pub context_bytes: Option<usize>,
}

impl Context {
    /// How much is asked for, if any.
    pub fn reach(&self) -> Option<Reach> {
        let [before, after] =
            [self.before_context, self.after_context].map(|side| side.or(self.context));
        let lines = |count: Option<usize>| count.unwrap_or(0);
        let is_asked = before.is_some() || after.is_some();
        let lines = is_asked.then(|| Reach::Lines { before: lines(before), after: lines(after) });
        self.context_bytes.map(Reach::Bytes).or(lines)
    }
}
