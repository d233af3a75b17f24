//! The definition in ten lines, quadratic and plain: the oracle for every faster scan.

use super::back::scheme_before;

/// Every `(start, colon)` where a scheme ends in a colon with a slash behind it, or with any byte
/// but a blank or a control where a letter stands before it, or a digit not followed by one, or
/// with a line break where a letter stands before it.
pub(super) fn scheme_starts(text: &[u8]) -> Vec<(usize, usize)> {
    let fits = |before: u8, after: u8| {
        let letter = before.is_ascii_alphabetic();
        let number = before.is_ascii_digit() && after > b'9';
        after == b'/' || after > b' ' && (letter || number) || letter && b"\r\n".contains(&after)
    };
    (1..text.len().saturating_sub(1))
        .filter(|&i| text[i] == b':' && fits(text[i - 1], text[i + 1]))
        .filter_map(|i| scheme_before(text, 0, i).map(|start| (start, i)))
        .collect()
}
