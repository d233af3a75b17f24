//! Gathering finds: unique keys and counts.

use std::num::NonZeroUsize;

use clap::Args;

use super::Printing;
use super::values;
use crate::aggregate::Key;

/// What finds come to together.
#[derive(Debug, Args)]
#[command(next_help_heading = "What finds come to together")]
pub(in crate::cli) struct Gathering {
    /// Print only the first URI of each key
    ///
    /// A key is the URI itself (uri), its normal form (normal), what stands before its query or
    /// fragment (without-query), its scheme, host, registrable domain (domain), top-level domain (tld)
    /// or path. Without KEY, it is uri. URIs that have none are left out. With -c, print how many URIs
    /// each key has, in the order of the first ones.
    #[arg(long, value_name = "KEY", num_args = 0..=1, require_equals = true, default_missing_value = "uri", value_parser = values::key(), conflicts_with_all = ["by", "top", "files_with_matches", "files_without_match"])]
    pub unique: Option<Key>,
    /// Count URIs by this key, the most frequent first
    ///
    /// The keys are those of --unique. Each is printed after its number of URIs. Where its first and its
    /// last URI stand follows, after tabs, as -H, -n and -b ask for. --json and tables have all of
    /// that: count, key, first_path, first_start, first_line, last_path, last_start, last_line.
    #[arg(long, value_name = "KEY", value_parser = values::key(), conflicts_with_all = ["files_with_matches", "files_without_match"])]
    pub by: Option<Key>,
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

impl Gathering {
    /// Whether keys are counted, and no files.
    pub fn counts(&self, printing: &Printing) -> bool {
        let counts = self.by.is_some() || self.top.is_some();
        (counts || printing.count && self.unique.is_some()) && !printing.quiet
    }

    /// Whether finds are written as they come to together, and not each for itself.
    pub fn gathers(&self, printing: &Printing) -> bool {
        self.counts(printing) || self.unique.is_some() && !printing.quiet
    }
}
