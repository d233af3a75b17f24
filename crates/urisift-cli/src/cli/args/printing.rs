//! What is printed for a find, and for a file.

use clap::Args;

use super::Gathering;

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
    #[arg(long, overrides_with = "with_filename")]
    pub no_filename: bool,
    /// Print the number of the line in front of each URI, from 1
    #[arg(short = 'n', long)]
    pub line_number: bool,
    /// Print the number of the byte in its line, from 1
    ///
    /// Behind that of the line; implies -n.
    #[arg(long)]
    pub column: bool,
    /// Print the offset of the first byte in front of each URI, from 0
    #[arg(short = 'b', long)]
    pub byte_offset: bool,
    /// Print one JSON object a URI
    ///
    /// path, start and end (bytes), line, column; where in a container it stands (part, packed_at,
    /// part_start and part_end, decoded, message_id, date, base, reference); uri, raw (where it
    /// differs), wrapper, readings (where there are two), truncated (where it was cut), before and
    /// after (with -C or --context-bytes); scheme, userinfo, host, port, uri_path, query and fragment
    /// (where they are defined); valid, fault (where it is not: the byte of the URI, and the rule).
    /// -H, -n, --column, -b and -0 change nothing in it.
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
    /// Whether finds are counted, those of each file.
    pub fn counts_files(&self, gathering: &Gathering) -> bool {
        self.count && !gathering.counts(self)
    }

    /// Whether what is printed are numbers and paths, or nothing.
    pub fn prints_no_finds(&self, gathering: &Gathering) -> bool {
        let prints_paths = self.files_with_matches || self.files_without_match;
        self.quiet || prints_paths || self.counts_files(gathering)
    }
}
