//! What is written, and where.

use std::path::PathBuf;

use clap::Args;

use super::values;
use crate::report::Template;

/// What is written, and where.
#[derive(Debug, Args)]
#[command(next_help_heading = "What is written, and where")]
pub(in crate::cli) struct Writing {
    /// Print a table of comma-separated values (RFC 4180), with the columns' names in the first line:
    /// what --json has, flat, with reading for the second of its readings, and fault_at and
    /// fault_rule; "" is an empty text, and nothing at all is what --json leaves out. -H, -n, -b and
    /// -0 change nothing in it
    #[arg(long, overrides_with_all = ["json", "tsv", "template"])]
    pub csv: bool,
    /// Print the same table with tabs between the values; \t, \n, \r and \\ in them are a tab, a line
    /// feed, a carriage return and a backslash
    #[arg(long, overrides_with_all = ["json", "csv", "template"])]
    pub tsv: bool,
    /// Print a line made from this for each URI, unless nothing is in it: %s scheme, %a authority, %u
    /// userinfo, %d host, %S subdomain, %r root of the domain, %t public suffix, %P port, %p path,
    /// %e extension of the path, %q query, %f fragment; %@ %: %? %# are that sign where a userinfo,
    /// port, query or fragment follows; %{COLUMN} is a column of --csv, %% a %, and \t, \n, \0 and \\
    /// a tab, line feed, NUL and backslash. Or one of these: domains (%d), apexes (%r.%t, or the
    /// host where it has none), paths (%p); and keys, values or keypairs, a line for each parameter of
    /// the query, decoded
    #[arg(id = "template", long = "format", value_name = "TEMPLATE", value_parser = values::template, overrides_with_all = ["json", "csv", "tsv"])]
    pub template: Option<Template>,
    /// Write to this file, as its ending says: jsonl, ndjson or json (JSON lines), csv, tsv, txt,
    /// sqlite, sqlite3, db or parquet; or, whatever the ending, as --json, --csv, --tsv or --format
    /// says. With gz, zst, bz2, xz or lz4 behind that, text is compressed. The file is replaced once
    /// all is written; but to a database, finds are added, and files that it has already are not
    /// searched again until they change. "-" is standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}
