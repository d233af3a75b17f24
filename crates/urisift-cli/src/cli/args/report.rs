//! The HTML report: the flags of a search, and `urisift report`, a search that writes only the page.

use std::path::PathBuf;

use clap::Parser;
use urisift_report::internal::TableSize;

use super::{
    Args, Context, DiagnosticArgs, Ending, Files, Finding, Reading, Selecting, TransformArgs,
    values,
};

/// A page to look at.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "A page to look at")]
pub(in crate::cli) struct PageArgs {
    /// Also write an HTML report to this file: charts, and a table of the URIs
    ///
    /// One file, .html or .htm, that needs no network and runs nothing of what was found. It has charts of
    /// dates, domains, senders, files, cautions and more, which filter it by a click; tables of URIs, domains,
    /// senders, files and messages; and each URI with its verdict, its places and the lines that it stands
    /// in. What else is printed stays as it is; but with --quiet, -l and
    /// -L, all files are read to their ends, and what cannot be read counts for the exit status.
    ///
    /// "urisift report" writes nothing but this.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "type_list"])]
    pub report: Option<PathBuf>,
    #[command(flatten)]
    pub table_size: TableSizeArgs,
    /// The page compares two inputs.
    #[arg(skip)]
    pub compare: bool,
}

/// How much the page has.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct TableSizeArgs {
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

impl TableSizeArgs {
    pub fn table_size(&self) -> TableSize {
        TableSize { rows: self.report_rows, places: self.report_places }
    }
}

/// Write an HTML report: charts, and a table of the URIs
///
/// One file that needs no network, and runs nothing of what was found. It has charts of dates, domains,
/// senders, files, cautions and more, which filter it by a click; tables of URIs, domains, senders, files and
/// messages; and each URI with its verdict, its places and the lines that it stands in. With --compare, it
/// shows what has changed from one input to another. Files are searched as by a search without this word;
/// flags of URISIFT_CONFIG_PATH do not count.
#[derive(Debug, clap::Args)]
// A page shows URIs as text, so this flag is refused.
#[command(mut_arg("defang", |arg| arg.hide(true)))]
pub(in crate::cli) struct Report {
    /// Files and directories to search; "-" is standard input
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Write the page to this file, which is replaced once all is written
    ///
    /// With gz, zst, bz2, xz or lz4 at the end of its name, it is compressed. Without this flag, the page goes
    /// to standard output, which may not be a terminal.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace an existing file even if it may be meant as input
    ///
    /// Without it, an existing file is not replaced if no PATH is given, or if it is among the files to search.
    #[arg(long)]
    force: bool,
    /// Compare two inputs: which URIs, hosts and domains are new in the second, gone, or more or less frequent
    ///
    /// Two paths are given, the one before and the one after: files, archives or directories. URIs are
    /// equal as they are to --unique: by their bytes, as they are printed; with --normalize, by their normal
    /// forms. In the page, the URIs that only the second has are one click away. If there are more URIs than
    /// the page has room for, it has those whose numbers differ most; what it says of domains and hosts counts
    /// all. The exit status is that of a search, whatever has changed.
    #[arg(long)]
    compare: bool,
    #[command(flatten)]
    table_size: TableSizeArgs,
    /// How much memory sorting takes, in bytes
    ///
    /// 16M or more; k, M and G count in 1024s. What does not fit is put aside in temporary files (in
    /// TMPDIR), of about 1 KiB for each find, or 8 KiB with -C. Where they cannot be written, the table of the
    /// page has what fits, the page and an error say that it is not all, and the exit status is 2.
    #[arg(long, value_name = "BYTES", default_value = "512M", value_parser = values::memory)]
    memory: usize,
    /// End after this many URIs in each file
    #[arg(short, long, value_name = "NUM")]
    max_count: Option<u64>,

    #[command(flatten)]
    finding: Finding,
    #[command(flatten)]
    selecting: Selecting,
    #[command(flatten)]
    ending: Ending,
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    transforms: TransformArgs,
    #[command(flatten)]
    context: Context,
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
        args.aggregating.memory = self.memory;
        args.printing.max_count = self.max_count;
        Args {
            paths: self.paths,
            finding: self.finding,
            selecting: self.selecting,
            ending: self.ending,
            files: self.files,
            reading: self.reading,
            transforms: self.transforms,
            context: self.context,
            diagnostics: self.diagnostics,
            ..args
        }
    }
}
