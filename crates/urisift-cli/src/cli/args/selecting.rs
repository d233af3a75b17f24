//! Which URIs are selected.

use clap::Args;

use super::patterns::{Unwanted, Wanted};

/// Which of the URIs are asked for. What is looked at is the URI as it is printed, but for --defang.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Which URIs are asked for")]
pub(in crate::cli) struct Selecting {
    #[command(flatten)]
    pub wanted: Wanted,
    #[command(flatten)]
    pub unwanted: Unwanted,
    /// Only URIs with private hosts (private addresses, loopback, localhost …)
    ///
    /// Those are addresses that the registries of special purposes (RFC 6890) have as not globally
    /// reachable: private, loopback, link-local, shared (100.64.0.0/10), unique-local, unspecified,
    /// for documentation, for benchmarks, reserved and a few more; and "localhost" and what ends in
    /// ".localhost".
    #[arg(long, overrides_with = "no_private")]
    pub private: bool,
    /// Leave out URIs with private hosts
    #[arg(long, overrides_with = "private")]
    pub no_private: bool,
    /// Leave out what is in text only because machines put it there
    ///
    /// Names of XML vocabularies (namespaces, schemas), document type definitions, and hosts that are
    /// kept for examples and tests (example.com, .net and .org; .example, .test and .invalid).
    #[arg(long)]
    pub exclude_noise: bool,
    /// Find only valid URIs
    ///
    /// By RFC 3986, or RFC 3987 where they have characters beyond ASCII, and by the grammar of their
    /// scheme.
    #[arg(long, overrides_with = "invalid")]
    pub valid: bool,
    /// Find only URIs that are not valid; --json says why
    #[arg(long, overrides_with = "valid")]
    pub invalid: bool,
}
