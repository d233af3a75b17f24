//! The definition in ten lines, quadratic and plain: the oracle for every faster scan.

use super::back::scheme_before;

/// Every `(start, colon)` where a scheme ends in a colon with something behind it: `//`, or any
/// byte that is no blank, where a letter, or a digit not followed by one, stands before.
pub(super) fn scheme_starts(text: &[u8]) -> Vec<(usize, usize)> {
    (1..text.len().saturating_sub(1))
        .filter(|&i| text[i] == b':' && text[i + 1] > b' ')
        .filter(|&i| {
            let number = text[i - 1].is_ascii_digit() && text[i + 1] > b'9';
            text[i + 1] == b'/' || text[i - 1].is_ascii_alphabetic() || number
        })
        .filter_map(|i| scheme_before(text, 0, i).map(|start| (start, i)))
        .collect()
}
