//! Text in which escapes stand for characters.

use std::ops::Range;

use crate::layers::syntax::{Unit, is_one_uri};

/// What is in the place of some bytes.
pub(super) struct Escape {
    /// How many bytes.
    pub len: usize,
    pub stands: Vec<u8>,
}

/// Reads a range in which some bytes stand for others. If it is one URI, its ends are exact.
pub(super) fn value(
    unit: &mut Unit<'_>,
    range: Range<usize>,
    escape: impl Fn(&[u8]) -> Option<Escape>,
) {
    let text = &unit.text[..range.end];
    let (mut written, mut escapes) = (Vec::new(), Vec::new());
    let mut at = range.start;
    while at < range.end {
        match escape(&text[at..]) {
            Some(found) => {
                written.extend_from_slice(&found.stands);
                escapes.push((at..at + found.len, found.stands));
                at += found.len;
            }
            None => {
                written.push(text[at]);
                at += 1;
            }
        }
    }
    if is_one_uri(&written) {
        let is_same = escapes.is_empty();
        return unit.value(range, (!is_same).then_some(written));
    }
    escapes.into_iter().for_each(|(range, stands)| unit.decoded(range, stands));
}
