//! The generic syntax of RFC 3986 in one pass, for speed: whether a text is a URI-reference (or an
//! IRI-reference, RFC 3987), and where its components are.
//!
//! The definition is the table of [`super::edition::rfc3986`]; this recognizer accepts the same texts, and the table
//! explains why a text is refused.

use super::components::{Authority, Parts};
use super::escape::{self, Private};
use super::host::{self, Reach, Zones};

/// The classes of each byte, one bit per class.
static CLASS: [u8; 256] = classes();

/// scheme after its first letter.
const SCHEME: u8 = 1;
/// unreserved / sub-delims: reg-name without its escapes.
const NAME: u8 = 1 << 1;
/// userinfo without its escapes.
const USERINFO: u8 = 1 << 2;
/// pchar / "/": a path without its escapes.
const PATH: u8 = 1 << 3;
/// pchar / "/" / "?": a query or a fragment without its escapes.
const QUERY: u8 = 1 << 4;
const DIGIT: u8 = 1 << 5;

const fn classes() -> [u8; 256] {
    use crate::byteset::{self, SUB_DELIMS, UNRESERVED};
    let mut classes = [0; 256];
    let name = UNRESERVED.or(SUB_DELIMS);
    let mut b = 0;
    while b < 256 {
        let byte = b as u8;
        let mut class = 0;
        if byteset::SCHEME.contains(byte) {
            class |= SCHEME;
        }
        if name.contains(byte) {
            class |= NAME | USERINFO | PATH | QUERY;
        }
        class |= match byte {
            b':' => USERINFO | PATH | QUERY,
            b'@' | b'/' => PATH | QUERY,
            b'?' => QUERY,
            b'0'..=b'9' => DIGIT,
            _ => 0,
        };
        classes[b] = class;
        b += 1;
    }
    classes
}

/// What is allowed besides RFC 3986.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Switches {
    pub iri: bool,
    pub zones: Zones,
}

/// The components of `text`, if it is a URI-reference.
#[inline]
pub(crate) fn parse(text: &[u8], switches: Switches) -> Option<Parts> {
    match switches.iri {
        false => Recognizer::<false> { text, zones: switches.zones }.reference(),
        true => Recognizer::<true> { text, zones: switches.zones }.reference(),
    }
}

/// The components of `text`, if it is an IRI-reference.
pub(crate) fn parse_iri(text: &[u8]) -> Option<Parts> {
    Recognizer::<true> { text, zones: Zones::Never }.reference()
}

/// The components of `text`, if it may follow the `//` of a reference.
pub(crate) fn parse_abbreviated(text: &[u8], switches: Switches) -> Option<Parts> {
    let parts = Parts::path_only(0, text.len());
    match switches.iri {
        false => Recognizer::<false> { text, zones: switches.zones }.hierarchy(parts, 0),
        true => Recognizer::<true> { text, zones: switches.zones }.hierarchy(parts, 0),
    }
}

struct Recognizer<'t, const IRI: bool> {
    text: &'t [u8],
    zones: Zones,
}

impl<const IRI: bool> Recognizer<'_, IRI> {
    #[inline(always)]
    fn reference(&self) -> Option<Parts> {
        let text = self.text;
        let mut parts = Parts::path_only(0, text.len());
        let mut at = 0;
        match self.scheme() {
            Some(colon) => {
                parts = parts.with_scheme(colon);
                at = colon + 1;
            }
            None => self.no_colon_first()?,
        }
        if text[at..].starts_with(b"//") {
            return self.hierarchy(parts, at + 2);
        }
        self.path_onwards(parts, at)
    }

    /// From the authority on.
    #[inline(always)]
    fn hierarchy(&self, parts: Parts, start: usize) -> Option<Parts> {
        let authority = self.authority(start)?;
        self.path_onwards(parts.with_authority(authority), authority.end)
    }

    #[inline(always)]
    fn path_onwards(&self, parts: Parts, start: usize) -> Option<Parts> {
        let mut at = self.run::<PATH>(start)?;
        let mut parts = parts.with_path_end(at);
        if self.is(at, b'?') {
            at = self.run::<QUERY>(at + 1)?;
            parts = parts.with_query_end(at);
        }
        if self.is(at, b'#') {
            at = self.run::<QUERY>(at + 1)?;
        }
        (at == self.text.len()).then_some(parts)
    }

    #[inline(always)]
    fn is(&self, at: usize, byte: u8) -> bool {
        self.text.get(at) == Some(&byte)
    }

    /// scheme ":", if it is there; the offset of its colon.
    #[inline(always)]
    fn scheme(&self) -> Option<usize> {
        if !self.text.first()?.is_ascii_alphabetic() {
            return None;
        }
        // The usual case, without the loop.
        if self.text.starts_with(b"http") {
            match self.text[4..] {
                [b':', ..] => return Some(4),
                [b's', b':', ..] => return Some(5),
                _ => {}
            }
        }
        let more = self.text[1..].iter().position(|&b| CLASS[b as usize] & SCHEME == 0)?;
        self.is(more + 1, b':').then_some(more + 1)
    }

    /// path-noscheme: no colon in the first segment (RFC 3986 4.2).
    #[inline(never)]
    fn no_colon_first(&self) -> Option<()> {
        let stop = self.text.iter().position(|b| b":/?#".contains(b));
        stop.is_none_or(|stop| self.text[stop] != b':').then_some(())
    }

    #[inline(always)]
    fn authority(&self, start: usize) -> Option<Authority> {
        let stop = self.host(start)?;
        match self.text.get(stop) {
            None | Some(b'/' | b'?' | b'#') => {
                Some(Authority { start, at: None, host_end: stop, end: stop })
            }
            Some(b':') => match self.port(stop) {
                Some(end) => Some(Authority { start, at: None, host_end: stop, end }),
                None => self.authority_with_userinfo(start, stop),
            },
            Some(b'@') => self.authority_with_userinfo(start, stop),
            Some(_) => None,
        }
    }

    /// The end of the port after the colon, if it is all digits up to the authority's end.
    #[inline(always)]
    fn port(&self, colon: usize) -> Option<usize> {
        let mut at = colon + 1;
        while self.text.get(at).is_some_and(|&b| CLASS[b as usize] & DIGIT != 0) {
            at += 1;
        }
        matches!(self.text.get(at), None | Some(b'/' | b'?' | b'#')).then_some(at)
    }

    #[inline(never)]
    fn authority_with_userinfo(&self, start: usize, stop: usize) -> Option<Authority> {
        // An IP-literal is not a userinfo.
        let at = if self.is(start, b'[') { None } else { self.run::<USERINFO>(stop) }?;
        if !self.is(at, b'@') {
            return None;
        }
        let host_end = self.host(at + 1)?;
        let end = match self.text.get(host_end) {
            Some(b':') => self.port(host_end)?,
            Some(b'/' | b'?' | b'#') | None => host_end,
            Some(_) => return None,
        };
        Some(Authority { start, at: Some(at), host_end, end })
    }

    /// IP-literal / reg-name; an IPv4address matches reg-name too.
    #[inline(always)]
    fn host(&self, start: usize) -> Option<usize> {
        if self.is(start, b'[') {
            return match host::ip_literal(&self.text[start..], self.zones) {
                Reach::Whole(len) => Some(start + len),
                Reach::ParseError(_) => None,
            };
        }
        self.run::<NAME>(start)
    }

    /// The offset after bytes of a class, escapes and, in an IRI, non-ASCII characters; `None` at a malformed escape or
    /// a disallowed character.
    #[inline(always)]
    fn run<const OF: u8>(&self, from: usize) -> Option<usize> {
        let mut at = from;
        loop {
            at += plain::<OF>(&self.text[at..]);
            match self.text.get(at) {
                Some(b'%') if escape::is_escape(&self.text[at..]) => at += 3,
                Some(b'%') => return None,
                Some(&b) if IRI && b >= 0x80 => {
                    let private = if OF == QUERY { self.private(from) } else { Private::Never };
                    at += escape::character(&self.text[at..], private)?;
                }
                _ => return Some(at),
            }
        }
    }

    /// iprivate is allowed in a query only (RFC 3987 2.2).
    fn private(&self, from: usize) -> Private {
        if self.is(from - 1, b'?') { Private::Allowed } else { Private::Never }
    }
}

/// The number of leading bytes of the class.
#[inline(always)]
fn plain<const OF: u8>(text: &[u8]) -> usize {
    let mut rest = text;
    // Four at a time: that is as long as many components are.
    while let [a, b, c, d, after @ ..] = rest
        && [a, b, c, d].iter().fold(OF, |all, &&b| all & CLASS[b as usize]) != 0
    {
        rest = after;
    }
    while let [byte, after @ ..] = rest
        && CLASS[*byte as usize] & OF != 0
    {
        rest = after;
    }
    text.len() - rest.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::grammar::edition::{Edition, Shape};
    use crate::testing::cases;

    #[test]
    fn classes_are_the_sets_of_the_rfc() {
        assert_eq!(classes(), CLASS);
        for b in 0..=255u8 {
            let is = |class| CLASS[b as usize] & class != 0;
            let name = b.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(&b);
            assert_eq!(is(SCHEME), b.is_ascii_alphanumeric() || b"+-.".contains(&b));
            assert_eq!((is(NAME), is(USERINFO)), (name, name || b == b':'));
            assert_eq!(is(PATH), name || b":@/".contains(&b));
            assert_eq!((is(QUERY), is(DIGIT)), (is(PATH) || b == b'?', b.is_ascii_digit()));
        }
    }

    fn agree(text: &str, switches: Switches) {
        let table = |shape| Edition::Rfc3986.check(text.as_bytes(), shape, switches).is_ok();
        let parsed = parse(text.as_bytes(), switches);
        assert_eq!(parsed.is_some(), table(Shape::Reference), "{text:?} {switches:?}");
        let absolute = parsed.is_some_and(|parts| parts.scheme().is_some());
        assert_eq!(absolute, table(Shape::Absolute), "{text:?} {switches:?}");
        let abbreviated = parse_abbreviated(text.as_bytes(), switches).is_some();
        assert_eq!(abbreviated, table(Shape::Abbreviated), "{text:?} {switches:?}");
    }

    proptest! {
        #![proptest_config(cases(200, 4000))]

        /// The recognizer accepts what the table accepts, with every switch.
        #[test]
        fn the_table_agrees(
            text in "(http|[a1]{1,2})?:?(//)?([a-c.@:\\[\\]1%é]{0,8}|\\[(v1\\.a|[0-9a-f:.]{0,20})(%25[a-z%]{0,2})?\\]:?1?)(/[a%:é\u{e000}]{0,3}){0,2}(\\?[a?é\u{e000}%4]{0,4})?(#[a#é\u{e000}]{0,3})?",
        ) {
            for iri in [false, true] {
                for zones in [Zones::Never, Zones::Allowed] {
                    agree(&text, Switches { iri, zones });
                }
            }
        }
    }
}
