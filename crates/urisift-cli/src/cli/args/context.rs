//! The text around a URI.

use clap::Args;

use super::values;
use crate::search::Reach;

/// The text around a URI.
#[derive(Debug, Args)]
#[command(next_help_heading = "The text around a URI")]
pub(in crate::cli) struct Context {
    /// Print the lines of each URI below it, and NUM lines before and after them
    ///
    /// Each line starts with "  | ". With --json, they are fields: before, up to the URI, and after it.
    /// In a container, the text is that of the part, decoded; a link in markup has none. At most 64 KiB
    /// of text are printed on each side, less where more than 8 MiB of URIs would wait. From a pipe, a
    /// URI waits for the text after it. With -0, NUL ends a URI and its lines together. Counts and lists
    /// of files have none.
    #[arg(short = 'C', long, value_name = "NUM", value_parser = values::lines, overrides_with = "context_bytes")]
    pub context: Option<usize>,
    /// The same, but BYTES bytes before and after it, 64k at most
    ///
    /// A character that does not fit is left out.
    #[arg(long, value_name = "BYTES", value_parser = values::context_bytes, overrides_with = "context")]
    pub context_bytes: Option<usize>,
}

impl Context {
    /// How much is asked for, if any.
    pub fn reach(&self) -> Option<Reach> {
        let bytes = self.context_bytes.map(Reach::Bytes);
        bytes.or(self.context.map(Reach::Lines))
    }
}
