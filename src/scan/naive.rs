//! The definition in ten lines, quadratic and plain: the oracle for every faster scan.

use super::back::scheme_before;

/// Every `(start, colon)` where a scheme ends in a colon.
pub(super) fn scheme_starts(text: &[u8]) -> Vec<(usize, usize)> {
    (0..text.len())
        .filter(|&i| text[i] == b':')
        .filter_map(|i| scheme_before(text, 0, i).map(|start| (start, i)))
        .collect()
}
