//! Messages beside the URIs: on standard error, and by the exit status.

use clap::Args;

/// What is told beside the URIs.
#[derive(Debug, Args)]
#[command(next_help_heading = "What is told on standard error, and by the exit status")]
pub(in crate::cli) struct DiagnosticArgs {
    /// At the end, tell how much was read and found, and how fast
    ///
    /// With the finds by scheme, wrapper and fault, as a table with bars.
    #[arg(long)]
    pub stats: bool,
    /// Show no progress
    ///
    /// By default, it is shown after a second, where standard error is a terminal and standard output
    /// is none.
    #[arg(long)]
    pub no_progress: bool,
    /// Say nothing of files that cannot be read, or not wholly
    ///
    /// The exit status stays 2.
    #[arg(short = 's', long)]
    pub no_messages: bool,
    /// End with exit status 0, whether a URI was found or not, and whatever could not be read
    ///
    /// For programs that run a task again that ends otherwise. It stays 2 where the search itself cannot
    /// be done: flags that are not understood, a file of flags, a list of values or of paths that cannot be
    /// read, output that cannot be written.
    #[arg(long)]
    pub exit_zero: bool,
}
