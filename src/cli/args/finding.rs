//! What counts as a URI.

use clap::Args;

/// What counts as a URI.
#[derive(Debug, Args)]
#[command(next_help_heading = "What is found")]
pub(in crate::cli) struct Finding {
    /// Also find hosts that start with "www." and have no scheme
    #[arg(long)]
    pub www: bool,
    /// Also find host names without a scheme, by their top-level domain; many of them will be names
    /// of machines
    #[arg(long)]
    pub bare: bool,
    /// Also find e-mail addresses
    #[arg(long)]
    pub email: bool,
    /// Also find disguised URIs (hxxp://example[.]com), and print them undisguised
    #[arg(long)]
    pub refang: bool,
}
