//! A URI that is the value of a parameter, where a query without a scheme continues after it:
//! `/r?url=http://a.example/b&code=301`.

use super::super::escape;
use super::super::view::View;
use super::{Component, Walk, starts_uri};
use crate::byteset::{ALNUM, BLANK, ByteSet, SCHEME};

/// Bytes of the name of a parameter.
const NAME: ByteSet = ALNUM.or(ByteSet::of(b"_-.[]%"));
/// How long such a name may be.
const MAX_NAME: usize = 64;

/// The query that a URI may be a value in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outer {
    /// There is none.
    Nothing,
    /// The URI follows `name=` in a token without a scheme.
    Query,
    /// Like `Query`, on the first line of a request: everything after a `&` is of that.
    Request,
}

impl Outer {
    fn before(view: &View<'_>, start: usize) -> Self {
        let before = view.before(start);
        let Some(named) = before.strip_suffix(b"=") else { return Outer::Nothing };
        let ends = |b: &u8| *b <= b' ' || b"\"'`<>(".contains(b);
        let token = named.iter().rposition(ends).map_or(0, |i| i + 1);
        let (front, token) = named.split_at(token);
        let is_named = token.last().is_some_and(|&b| NAME.contains(b));
        if !is_named || has_scheme(token) {
            return Outer::Nothing;
        }
        let is_target = token.starts_with(b"/") && memchr::memchr(b'?', token).is_some();
        if is_target && ends_in_method(front) { Outer::Request } else { Outer::Query }
    }
}

/// Returns `true` if the token has a scheme of its own: the first one in it is not of a value too.
fn has_scheme(token: &[u8]) -> bool {
    let Some(colon) = memchr::memmem::find(token, b"://") else { return false };
    let start = token[..colon].iter().rposition(|b| !SCHEME.contains(*b));
    start.is_none_or(|at| token[at] != b'=')
}

/// Returns `true` if the text ends in the method of a request and a blank (RFC 9112 3).
fn ends_in_method(text: &[u8]) -> bool {
    const METHODS: &[&[u8]] = &[b"GET", b"POST", b"HEAD", b"PUT", b"DELETE", b"OPTIONS", b"PATCH"];
    let Some(text) = text.strip_suffix(b" ") else { return false };
    METHODS.iter().any(|method| {
        let before = text.strip_suffix(*method);
        before.is_some_and(|before| before.last().is_none_or(|b| !ALNUM.contains(*b)))
    })
}

/// Names of sessions, which are parameters of a path.
const SESSIONS: &[&[u8]] = &[b"jsessionid", b"phpsessid", b"sid", b"session", b"sessionid"];

/// What separates the pairs of the record in which the URI at `start` is a value: `a=1;url=http://a.example/b;c=2`. That
/// of LEEF 2.0 is in its header: `LEEF:2.0|v|p|1|id|^|url=http://a.example/b^c=2`.
fn separator_of_pairs(view: &View<'_>, start: usize) -> Option<u8> {
    let named = view.before(start).strip_suffix(b"=")?;
    let at = named.iter().rposition(|b| !NAME.contains(*b))?;
    let (before, separator) = (&named[..at], named[at]);
    let pair = before.iter().rposition(|b| *b <= b' ' || *b == separator).map_or(0, |i| i + 1);
    let is_pair = memchr::memchr(b'=', &before[pair..]).is_some();
    match separator {
        _ if at + 1 == named.len() => None,
        b'^' => Some(separator),
        b';' => is_pair.then_some(separator),
        b'|' => {
            let at = before.iter().rposition(|b| *b == b'|')?;
            let is_header = memchr::memmem::find(view.line_before(start), b"LEEF:2").is_some();
            is_header.then(|| separator_in_header(&before[at + 1..]))?
        }
        _ => None,
    }
}

/// A separator in the header of LEEF: a character, or its code in hexadecimal.
fn separator_in_header(field: &[u8]) -> Option<u8> {
    let digits = field.strip_prefix(b"0x").or(field.strip_prefix(b"x"));
    match (field, digits) {
        ([separator], _) => Some(*separator),
        (_, Some(digits)) => u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok(),
        _ => None,
    }
}

impl Walk<'_, '_> {
    /// Returns `true` if a separator at `i` starts the next pair of the record in which the URI is a value.
    pub(super) fn ends_pair(&mut self, i: usize, separator: u8) -> bool {
        if separator == b',' || !names_parameter(self.view, i) {
            return false;
        }
        let (view, start) = (self.view, self.head.start);
        let record = *self.record.get_or_insert_with(|| separator_of_pairs(view, start));
        let end = view.find(i + 1, MAX_NAME, |b| !NAME.contains(b)).unwrap_or(i + 1);
        let name = view.slice(i + 1, end);
        record == Some(separator) && !SESSIONS.iter().any(|it| it.eq_ignore_ascii_case(name))
    }

    /// An ampersand belongs unless it starts the entity of a character that ends the URI, or the next parameter
    /// of the query that the URI is a value in, or the shell's `&&`. What follows a `?` of its own is mostly its
    /// own.
    pub(super) fn ampersand(&mut self, i: usize) -> Option<usize> {
        let (view, start) = (self.view, self.head.start);
        let outer = *self.outer.get_or_insert_with(|| Outer::before(view, start));
        let is_outer = match outer {
            Outer::Nothing => false,
            Outer::Query => self.component_at(i) <= Component::Path && names_parameter(view, i),
            Outer::Request => names_parameter(view, i),
        };
        let ends = is_outer || self.is_conjunction(i) || escape::entity_ends_uri(view, i);
        (!ends).then_some(1)
    }

    /// Returns `true` if the shell's `&&` is at `i`: a blank, another URI, or after a path a command follows.
    fn is_conjunction(&mut self, i: usize) -> bool {
        if !self.view.has(i, b"&&") {
            return false;
        }
        let next = i + 2;
        self.view.is(next, |b| BLANK.contains(b))
            || starts_uri(self.view, next)
            || self.component_at(i) == Component::Path && self.starts_command(next)
    }
}

/// Returns `true` if `;name=` is at `i`, or `^name=` …, or `&name=` and `&amp;name=`.
fn names_parameter(view: &View<'_>, i: usize) -> bool {
    let from = if view.has(i, b"&amp;") { i + 5 } else { i + 1 };
    let end = view.find(from, MAX_NAME, |b| !NAME.contains(b));
    end.is_some_and(|end| end > from && view.is(end, |b| b == b'='))
}
