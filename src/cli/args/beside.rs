//! What is told beside the URIs.

use clap::Args;

/// What is told beside the URIs.
#[derive(Debug, Args)]
#[command(next_help_heading = "What is told on standard error")]
pub(in crate::cli) struct Beside {
    /// At the end, tell how much was read and found, by scheme, wrapper and fault, and how fast
    #[arg(long)]
    pub stats: bool,
    /// Show no progress; by default, it is shown on a terminal after a second, unless standard
    /// output is one too
    #[arg(long)]
    pub no_progress: bool,
    /// Say nothing of files that cannot be read, or not wholly; the exit status stays 2
    #[arg(short = 's', long)]
    pub no_messages: bool,
}
