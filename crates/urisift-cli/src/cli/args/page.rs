//! The HTML report.

use std::path::PathBuf;

use clap::Args;

use urisift_report::internal::TableSize;

/// A page to look at.
#[derive(Debug, Args)]
#[command(next_help_heading = "A page to look at")]
pub(in crate::cli) struct Page {
    /// Also write an HTML report to this file: charts, and a table of the URIs
    ///
    /// One file, .html or .htm, that needs no network and runs nothing of what was found. It has charts of
    /// schemes, hosts, domains, dates, wrappers, faults and cautions, and each URI with its verdict, its
    /// places and the lines that it stands in. What else is printed stays as it is; but with --quiet, -l and
    /// -L, all files are read to their ends, and what cannot be read counts for the exit status.
    ///
    /// "urisift report" writes nothing but this.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "type_list"])]
    pub report: Option<PathBuf>,
    #[command(flatten)]
    pub room: RoomArgs,
}

/// How much the page has.
#[derive(Debug, Args)]
pub(in crate::cli) struct RoomArgs {
    /// How many URIs the table of the page has, the most frequent ones
    ///
    /// Charts and totals count all.
    #[arg(long, value_name = "NUM", default_value_t = 100_000)]
    pub report_rows: usize,
    /// How many places the page has, of all URIs together
    ///
    /// Where there are more, those of the most frequent URIs are cut, and the page says so.
    #[arg(long, value_name = "NUM", default_value_t = 300_000)]
    pub report_places: usize,
}

impl RoomArgs {
    pub fn room(&self) -> TableSize {
        TableSize { rows: self.report_rows, places: self.report_places }
    }
}
