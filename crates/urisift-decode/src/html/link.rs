//! Turns references in markup into links.

use std::ops::Range;

use super::items::skip;
use super::opening::SPACE;
use super::out::Out;
use super::reference::End;
use crate::mapped::{Link, Role};
use crate::mapped_bytes::MappedBytes;
use urisift::internal::byteset::ByteSet;

/// Removed wherever they are (URL Standard 4.4).
const BREAKS: ByteSet = ByteSet::of(b"\t\n\r");

/// What all references of a value share.
#[derive(Debug)]
pub(super) struct Maker {
    /// The element and attribute, such as `a@href`.
    pub name: String,
    pub role: Role,
    /// The longest link.
    pub max_len: usize,
}

impl Maker {
    /// Yields the link of a reference, unless it is only white space. What is too long for it is text.
    pub fn give(&self, kept: &MappedBytes, range: Range<usize>, end: End, out: &mut Out) {
        let all = trim(kept.bytes(), range);
        if all.is_empty() {
            return;
        }
        let range = all.start..all.end.min(all.start.saturating_add(self.max_len));
        let truncated = end == End::Cut || range.end < all.end;
        out.link(Link { truncated, ..self.link(kept, range.clone()) });
        out.text(kept, range.end..all.end);
    }

    fn link(&self, kept: &MappedBytes, range: Range<usize>) -> Link {
        let mut value = kept.bytes()[range.clone()].to_vec();
        value.retain(|b| !BREAKS.contains(*b));
        Link {
            decoded: value.len() < range.len() || !kept.is_plain(range.clone()),
            value,
            raw: kept.span(range),
            truncated: false,
            name: self.name.clone(),
            role: self.role,
        }
    }
}

fn trim(bytes: &[u8], range: Range<usize>) -> Range<usize> {
    let bytes = &bytes[..range.end];
    let start = skip(SPACE, bytes, range.start);
    let blanks = bytes[start..].iter().rev().take_while(|b| SPACE.contains(**b)).count();
    start..bytes.len() - blanks
}
