//! The output: its form and its file.

use std::path::PathBuf;

use clap::Args;

use super::values;
use crate::output::Template;

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
    /// sign where a userinfo, port, query or fragment follows; %{COLUMN} is a column of --csv; %% is a
    /// %; \t, \n, \0 and \\ are a tab, line feed, NUL and backslash.
    ///
    /// Or one of these: domains (%d), apexes (%r.%t), paths (%p); and keys, values or keypairs, a line
    /// for each parameter of the query, decoded. A line of nothing is not printed.
    #[arg(id = "template", long = "format", value_name = "TEMPLATE", value_parser = values::template, overrides_with_all = ["json", "csv", "tsv"])]
    pub template: Option<Template>,
    /// In JSON lines, print problems too, each where it belongs in the order of the input
    ///
    /// A problem has path, at (a byte of the file, where one is known) and problem, which says what
    /// happened. It is told on standard error as well, unless -s is given.
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
    /// Write nothing but a page to look at.
    #[arg(skip)]
    pub page: bool,
}
