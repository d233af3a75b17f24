//! The HTML report: the flags of a search, and `urisift report`, a search that writes only the report.

use std::path::PathBuf;

use clap::Parser;
use urisift_report::internal::TableSize;

use super::{Args, Context, DiagnosticArgs, LimitArgs, SearchArgs};

/// The help of `--buffer-size`, short and long.
const BUFFER_SIZE: (&str, &str) = (
    "Limit the memory for sorting",
    "Limit the memory for sorting\n\nAt least 16M; the rest goes to temporary files (TMPDIR), about 1 KiB per URI found, or \
     8 KiB with -C. If these cannot be written, the table has only what fits, the report and an error say so, and the \
     exit status is 2.",
);

/// The HTML report.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Report")]
pub(in crate::cli) struct PageArgs {
    /// Also write an HTML report to FILE
    ///
    /// A single .html or .htm file that needs no network access and runs no content from the input. Clickable charts
    /// (dates, domains, senders, files, cautions, …) filter it; tables list URIs, domains, senders, files and messages.
    /// Each URI has its validity, locations and lines.
    ///
    /// Other output is unchanged, but with --quiet, -l and -L files are read to the end, and read errors affect the
    /// exit status. To write only the report, use "urisift report".
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "type_list"])]
    pub report: Option<PathBuf>,
    #[command(flatten)]
    pub table_size: TableSizeArgs,
    /// The report compares two inputs.
    #[arg(skip)]
    pub compare: bool,
}

/// Limits of the report's size.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Report")]
pub(in crate::cli) struct TableSizeArgs {
    /// Limit the report's table to the NUM most frequent URIs
    ///
    /// Charts and totals include all URIs.
    #[arg(long, value_name = "NUM", default_value_t = 100_000)]
    pub report_rows: usize,
    /// Limit the report to NUM locations in total
    ///
    /// Beyond that, locations of the most frequent URIs are dropped, and the report says so.
    #[arg(long, alias = "report-locations", value_name = "NUM", default_value_t = 300_000)]
    pub report_places: usize,
}

impl TableSizeArgs {
    pub fn table_size(&self) -> TableSize {
        TableSize { rows: self.report_rows, places: self.report_places }
    }
}

/// Write an HTML report with charts and a table of URIs
///
/// A single file that needs no network access and runs no content from the input. Clickable charts (dates, domains,
/// senders, files, cautions, …) filter it; tables list URIs, domains, senders, files and messages. Each URI has its
/// validity, locations and lines. With --compare, shows what changed between two inputs.
///
/// Files are selected as in a search; URISIFT_CONFIG_PATH is ignored.
#[derive(Debug, clap::Args)]
// A page shows URIs as text, so this flag is refused.
#[command(mut_arg("defang", |arg| arg.hide(true)))]
#[command(mut_arg("buffer_size", |arg| arg.help(BUFFER_SIZE.0).long_help(BUFFER_SIZE.1)))]
pub(in crate::cli) struct Report {
    /// Files and directories to search; "-" is standard input
    #[arg(value_name = "PATH", help_heading = super::input::INPUT, display_order = 0)]
    paths: Vec<PathBuf>,
    /// Write the report to FILE, replaced when complete
    ///
    /// A final gz, zst, bz2, xz or lz4 compresses it. Default: standard output, which must not be a terminal.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Overwrite an existing file even if it may be input
    ///
    /// By default, an existing file is not replaced if no PATH is given, or if it is among the files to search.
    #[arg(long)]
    force: bool,
    /// Compare two inputs: new, removed, and more or less frequent URIs, hosts and domains
    ///
    /// Takes two paths (files, archives, directories), before and after. URIs are compared bytewise as printed, or in
    /// normal form with --normalize. If not all fit, the report lists the URIs whose counts differ most; domains and
    /// hosts cover all.
    ///
    /// One click lists URIs only in the second. Differences do not affect the exit status.
    #[arg(long)]
    compare: bool,
    #[command(flatten)]
    table_size: TableSizeArgs,
    /// Stop after NUM URIs in each file
    #[arg(short, long, value_name = "NUM")]
    max_count: Option<u64>,

    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    context: Context,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    diagnostics: DiagnosticArgs,
}

impl Report {
    /// The search, as if it had been typed without this word.
    pub fn into_args(self) -> Args {
        let mut args = Args::parse_from(["urisift"]);
        args.writing.page = true;
        args.writing.output = self.output;
        args.writing.force = self.force;
        args.page.table_size = self.table_size;
        args.page.compare = self.compare;
        args.printing.max_count = self.max_count;
        Args {
            paths: self.paths,
            search: self.search,
            context: self.context,
            limits: self.limits,
            diagnostics: self.diagnostics,
            ..args
        }
    }
}
