//! Actions other than a search, and where flags come from.

use clap::{Args, ValueEnum};

/// What is asked for instead of a search, and where flags come from.
#[derive(Debug, Args)]
#[command(next_help_heading = "Other")]
pub(in crate::cli) struct Other {
    /// Leave out the flags of the file that URISIFT_CONFIG_PATH names
    ///
    /// The file has a flag or a value a line, and they stand in front of those typed; a line that
    /// starts with # is a comment.
    #[arg(long)]
    pub no_config: bool,
    /// Print a manual page, or completions for a shell, and end
    #[arg(long, value_name = "KIND")]
    pub generate: Option<Generated>,
}

/// What can be made of the flags.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::cli) enum Generated {
    Man,
    CompleteBash,
    CompleteZsh,
    CompleteFish,
    CompletePowershell,
}
