//! How many finds a source has, and which sources have any.

use std::path::Path;

use super::{End, Report, Total, Wish, path_bytes, push_number};
use crate::found::Found;
use crate::span::Origin;

/// One number a source.
pub(crate) struct Counts {
    /// Put the path in front.
    pub path: bool,
    /// End records and paths with NUL.
    pub null: bool,
}

impl Report for Counts {
    fn found(&self, _: &Origin<'_>, _: &Found<'_>, _: &mut Vec<u8>) -> Wish {
        Wish::More
    }

    fn finish(&self, source: &Path, total: Total, out: &mut Vec<u8>) {
        if self.path {
            out.extend_from_slice(path_bytes(source));
            out.push(if self.null { b'\0' } else { b':' });
        }
        push_number(total.finds, out);
        out.push(if self.null { b'\0' } else { b'\n' });
    }
}

/// The paths of the sources with finds, or of those without.
pub(crate) struct Paths {
    /// Those without.
    pub without: bool,
    /// End paths with NUL.
    pub null: bool,
}

impl Report for Paths {
    fn found(&self, _: &Origin<'_>, _: &Found<'_>, _: &mut Vec<u8>) -> Wish {
        Wish::NextSource
    }

    /// Of a source that could not be read, nobody knows that it has none.
    fn finish(&self, source: &Path, total: Total, out: &mut Vec<u8>) {
        let told = if self.without {
            total.finds == 0 && total.end == End::Whole
        } else {
            total.finds > 0
        };
        if told {
            out.extend_from_slice(path_bytes(source));
            out.push(if self.null { b'\0' } else { b'\n' });
        }
    }

    fn wants_all(&self) -> bool {
        false
    }
}
