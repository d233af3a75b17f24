//! pct-encoded = "%" HEXDIG HEXDIG (RFC 3986 2.1)

use std::borrow::Cow;

use crate::byteset::HEXDIG;

/// Whether an escape begins here.
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
