//! Which of the URIs are asked for.

use clap::{ArgAction, Args};

use super::values;

/// Which of the URIs are asked for.
#[derive(Debug, Args)]
#[command(next_help_heading = "Which URIs are asked for")]
pub(in crate::cli) struct Selecting {
    /// Find only URIs of these schemes, in any case; hosts without a scheme are then left out
    #[arg(long, value_name = "SCHEME", value_delimiter = ',', action = ArgAction::Append, value_parser = values::scheme)]
    pub scheme: Vec<String>,
    /// Find only valid URIs: by RFC 3986, or RFC 3987 where they have characters beyond ASCII, and
    /// by the grammar of their scheme
    #[arg(long, overrides_with = "invalid")]
    pub valid: bool,
    /// Find only URIs that are not valid; --json says why
    #[arg(long, overrides_with = "valid")]
    pub invalid: bool,
}
