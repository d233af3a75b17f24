//! What counts as a URI.

use clap::Args;

/// What counts as a URI.
#[derive(Debug, Args)]
#[command(next_help_heading = "What is found")]
pub(in crate::cli) struct Finding {
    /// Also find hosts that start with "www." and have no scheme
    #[arg(long)]
    pub www: bool,
    /// Also find host names without a scheme
    ///
    /// A name is taken for a host by its top-level domain. Many of them will be names of machines, and
    /// some names of files.
    #[arg(long)]
    pub bare: bool,
    /// Also find e-mail addresses
    #[arg(long)]
    pub email: bool,
    /// Also find disguised URIs (hxxp://example[.]com)
    ///
    /// They are printed undisguised.
    #[arg(long)]
    pub refang: bool,
}
