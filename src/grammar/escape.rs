//! What stands for an octet or a character: pct-encoded (RFC 3986 2.1), and non-ASCII characters, which IRIs allow and
//! URIs do not (RFC 3987 2.2).

use std::borrow::Cow;

use crate::byteset::HEXDIG;

/// Returns `true` if an escape begins here: pct-encoded = "%" HEXDIG HEXDIG.
#[inline]
pub(crate) fn is_escape(text: &[u8]) -> bool {
    matches!(*text, [b'%', a, b, ..] if HEXDIG.contains(a) && HEXDIG.contains(b))
}

/// The octet at `at`, decoded if it is an escape, and the offset of the next; NUL after the end.
pub(crate) fn octet(text: &[u8], at: usize) -> (u8, usize) {
    let rest = text.get(at..).unwrap_or(&[]);
    match *rest {
        [b'%', high, low, ..] if is_escape(rest) => {
            let digit = |b: u8| char::from(b).to_digit(16).unwrap_or(0) as u8;
            (digit(high) << 4 | digit(low), at + 3)
        }
        _ => (rest.first().copied().unwrap_or(0), at + 1),
    }
}

/// Appends the escape of an octet.
pub(crate) fn push_octet(octet: u8, out: &mut String) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let digit = |value: u8| char::from(DIGITS[usize::from(value)]);
    out.extend(['%', digit(octet >> 4), digit(octet & 15)]);
}

/// The character at `at`, whose octets may be escapes, and the offset of the next; nothing where they are not UTF-8, and the
/// offset of the next octet.
pub(crate) fn character_at(text: &[u8], at: usize) -> (Option<char>, usize) {
    let (mut octets, mut ends) = ([0; 4], [at; 4]);
    let mut next = at;
    for place in 0..4 {
        (octets[place], next) = octet(text, next);
        ends[place] = next;
        if octets[0] < 0x80 {
            break;
        }
    }
    let (character, len) = bstr::decode_utf8(octets);
    (character, ends[character.map_or(0, |_| len - 1)])
}

/// Decodes `%` and two hexadecimal digits to one octet (RFC 3986 2.1). Everything else stays as it is,
/// `+` and a `%` without digits too.
///
/// Split the URI before decoding a component: decoded text may contain a delimiter (RFC 3986 2.4).
///
/// ```
/// assert_eq!(&*urisift::percent_decode(b"a%2Fb%20c+100%"), b"a/b c+100%");
/// ```
pub fn percent_decode(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.contains(&b'%') {
        return Cow::Borrowed(text);
    }
    let (mut octets, mut at) = (Vec::with_capacity(text.len()), 0);
    while at < text.len() {
        let (byte, next) = octet(text, at);
        octets.push(byte);
        at = next;
    }
    Cow::Owned(octets)
}

/// Whether characters of private use are allowed, as they are in an iquery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Private {
    Never,
    Allowed,
}

/// The length in bytes of the ucschar or iprivate at the start of `text`, if there is one.
pub(crate) fn character(text: &[u8], private: Private) -> Option<usize> {
    let (c, len) = bstr::decode_utf8(text);
    let c = c.filter(|&c| is_ucschar(c) || private == Private::Allowed && is_private(c));
    c.map(|_| len)
}

/// ucschar: everything from U+00A0 but surrogates, non-characters, private use and the
/// compatibility tags of plane 14; and no bidirectional control (RFC 3987 4.1).
fn is_ucschar(c: char) -> bool {
    match c as u32 {
        0x200e | 0x200f | 0x202a..=0x202e => false,
        0xa0..=0xd7ff | 0xf900..=0xfdcf | 0xfdf0..=0xffef => true,
        code @ 0x1_0000..=0xd_ffff => code & 0xffff <= 0xfffd,
        0xe_1000..=0xe_fffd => true,
        _ => false,
    }
}

/// iprivate = %xE000-F8FF / %xF0000-FFFFD / %x100000-10FFFD
fn is_private(c: char) -> bool {
    matches!(c as u32, 0xe000..=0xf8ff | 0xf_0000..=0xf_fffd | 0x10_0000..=0x10_fffd)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_stand_for_octets() {
        assert_eq!(percent_decode(b"a%41%e9%zz%4"), &b"aA\xe9%zz%4"[..]);
        assert!(matches!(percent_decode(b"abc"), Cow::Borrowed(b"abc")));
        assert_eq!((octet(b"%41", 0), octet(b"%41", 3)), ((0x41, 3), (0, 4)));
    }
}
