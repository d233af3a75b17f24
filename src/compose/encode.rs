//! Percent-encoding: which bytes of a component stay as they are (RFC 3986 2), and the others as escapes.

use std::borrow::Cow;

use crate::byteset::{ByteSet, SUB_DELIMS, UNRESERVED as UNRESERVED_SET};
use crate::grammar::escape::{is_escape, push_octet};

/// The bytes that [`percent_encode`] leaves as they are: those of a component, perhaps without some.
///
/// The sets are those of RFC 3986, Appendix A. None has `%`, or a byte that the component may not contain.
///
/// ```
/// use urisift::{AllowedBytes, percent_encode};
/// let value = AllowedBytes::QUERY.without(b"&=+");
/// assert_eq!(percent_encode("a=b & c/d", value), "a%3Db%20%26%20c/d");
/// ```
#[derive(Clone, Copy)]
pub struct AllowedBytes(pub(super) ByteSet);

impl AllowedBytes {
    /// Letters, digits and `-._~`: what is never a delimiter (2.3).
    pub const UNRESERVED: Self = AllowedBytes(UNRESERVED_SET);
    /// A host that is a name: reg-name (3.2.2).
    pub const REG_NAME: Self = AllowedBytes(UNRESERVED_SET.or(SUB_DELIMS));
    /// userinfo (3.2.1), with `:`.
    pub const USERINFO: Self = AllowedBytes(Self::REG_NAME.0.or(ByteSet::of(b":")));
    /// One segment of a path (3.3).
    pub const SEGMENT: Self = AllowedBytes(Self::REG_NAME.0.or(ByteSet::of(b":@")));
    /// A path (3.3): segments and slashes.
    pub const PATH: Self = AllowedBytes(Self::SEGMENT.0.or(ByteSet::of(b"/")));
    /// A query (3.4).
    pub const QUERY: Self = AllowedBytes(Self::PATH.0.or(ByteSet::of(b"?")));
    /// A fragment (3.5).
    pub const FRAGMENT: Self = Self::QUERY;

    /// The set without these bytes, such as those that separate the parts of a component.
    pub const fn without(self, bytes: &[u8]) -> Self {
        AllowedBytes(self.0.without(ByteSet::of(bytes)))
    }
}

/// Encodes every byte that is not in the set, `%` too, as `%` and two hexadecimal digits in upper case (RFC 3986 2.1,
/// 2.5). [`percent_decode`](crate::percent_decode) is the reverse.
///
/// ```
/// use urisift::{AllowedBytes, percent_decode, percent_encode};
/// let segment = percent_encode("100% ä/b", AllowedBytes::SEGMENT);
/// assert_eq!(segment, "100%25%20%C3%A4%2Fb");
/// assert_eq!(&*percent_decode(segment.as_bytes()), "100% ä/b".as_bytes());
/// assert_eq!(percent_encode(b"\xff", AllowedBytes::QUERY), "%FF");
/// ```
pub fn percent_encode<T: AsRef<[u8]> + ?Sized>(text: &T, allowed: AllowedBytes) -> Cow<'_, str> {
    let bytes = text.as_ref();
    match str::from_utf8(bytes) {
        Ok(text) if allowed.0.contains_all(bytes) => Cow::Borrowed(text),
        _ => {
            let mut out = String::with_capacity(bytes.len() * 2);
            push_encoded(bytes, &allowed, Escapes::Encode, &mut out);
            Cow::Owned(out)
        }
    }
}

/// What becomes of a `%` with two digits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Escapes {
    /// It is data.
    Encode,
    /// It is an escape already.
    Keep,
}

/// Appends a text whose bytes that are not allowed are escapes.
pub(super) fn push_encoded(
    text: &[u8],
    allowed: &AllowedBytes,
    escapes: Escapes,
    out: &mut String,
) {
    for (at, &byte) in text.iter().enumerate() {
        let kept = byte == b'%' && escapes == Escapes::Keep && is_escape(&text[at..]);
        match kept || allowed.0.contains(byte) {
            true => out.push(char::from(byte)),
            false => push_octet(byte, out),
        }
    }
}
