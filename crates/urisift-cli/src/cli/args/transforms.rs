//! Transforms of a URI before it is printed.

use clap::Args;

use super::values;
use crate::normal::Steps;

/// What is made of a URI before it is printed.
#[derive(Debug, Args)]
#[command(next_help_heading = "What is made of a URI")]
pub(in crate::cli) struct TransformArgs {
    /// Print the normal form of each URI (RFC 3986 6.2)
    ///
    /// After these steps: case, percent, dots, scheme and uri, or syntax (the first three) or all.
    /// Without steps, all but uri.
    #[arg(long, value_name = "STEP", num_args = 0..=1, require_equals = true, value_delimiter = ',', default_missing_value = "syntax,scheme", value_parser = values::steps)]
    pub normalize: Option<Vec<Steps>>,
    /// Print what each URI resolves to against this one
    ///
    /// By RFC 3986 5.2: "." and ".." go out of its path, and a host without a scheme (--www) gets that
    /// of the base. Relative links in HTML are found too, where the document says no base itself.
    #[arg(long, value_name = "URI", value_parser = values::base)]
    pub base: Option<String>,
    /// Print the URI that stands in a redirecting link
    ///
    /// In one of Safe Links, URL Defense, Google or Facebook.
    #[arg(long)]
    pub unwrap: bool,
    /// Print disguised URIs (hxxps://example[.]com)
    ///
    /// With --json, the URI that was found stays, and all of these add fields: unwrapped, resolved,
    /// normal, defanged.
    #[arg(long)]
    pub defang: bool,
}
