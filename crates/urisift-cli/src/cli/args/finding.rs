//! What counts as a URI, and where it ends.

use clap::Args;

use super::values::{Fold, Join, NonAscii, Trailing};
use crate::record::parse_size;

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
    /// Hosts and addresses too, such as example[.]com/x, 192.0.2[.]1 and who[at]example[.]com: the
    /// disguise tells of them, without --bare and --email. They are printed undisguised.
    #[arg(long)]
    pub refang: bool,
}

/// Where a URI ends.
#[derive(Debug, Args)]
#[command(next_help_heading = "Where a URI ends")]
pub(in crate::cli) struct Ending {
    /// Which characters beyond ASCII belong to a URI
    ///
    /// "never": none. "auto": letters of alphabets, and others where the URI plainly goes on after
    /// them. "always": every letter, those of Chinese, Japanese and Korean too.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub iri: NonAscii,
    /// Whether a bare URI continues on the next line
    ///
    /// "never"; "auto": where the text shows it, by a part that is cut or by the width of the lines; "always":
    /// wherever it may.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub join: Join,
    /// Whether white space in <…> and quotes is removed
    ///
    /// "never"; "auto": line breaks, and in <URL:…> blanks too; "always": blanks too.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub fold: Fold,
    /// Whether punctuation after a bare URI belongs to it
    #[arg(long, value_name = "WHAT", default_value = "trim")]
    pub trailing: Trailing,
    /// The longest URI, in bytes
    ///
    /// k, M and G count in 1024s. A longer one is cut there, marked, and reported as a problem.
    #[arg(long, value_name = "BYTES", default_value = "1M", value_parser = parse_size)]
    pub max_len: usize,
    /// How far a wrapper is followed to its end, in bytes
    #[arg(long, value_name = "BYTES", default_value = "8k", value_parser = parse_size)]
    pub max_wrap: usize,
}
