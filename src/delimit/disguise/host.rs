//! Disguised hosts: `example[.]com`. The disguise itself shows that a host is meant, if the name may be one.

use super::super::abbrev::{MAX_HOST, is_label};
use super::super::view::View;
use super::{DOT_LIKE, Mark, mark};
use crate::byteset::ALNUM;
use crate::grammar::tld;

/// The length of the character at `i` that looks like a dot, between labels of which the last is a
/// top-level domain.
pub(in crate::delimit) fn dot_like(view: &View<'_>, i: usize) -> Option<usize> {
    let len = dot_like_at(view, i)?;
    (i > 0 && view.is(i - 1, |b| ALNUM.contains(b)) && ends_in_tld(view, i + len)).then_some(len)
}

fn dot_like_at(view: &View<'_>, i: usize) -> Option<usize> {
    if !view.is(i, |b| b >= 0x80) {
        return None;
    }
    view.char_at(i).filter(|(c, _)| DOT_LIKE.contains(c)).map(|(_, len)| len)
}

/// Returns `true` if labels start at `from`, with dots between, of which the last is a top-level domain.
fn ends_in_tld(view: &View<'_>, from: usize) -> bool {
    let (mut label, mut i) = (from, from);
    while i < from + MAX_HOST {
        let dot = match mark(view, i) {
            Some(Mark { len, plain: "." }) => Some(len),
            _ if view.is(i, |b| b == b'.') => Some(1),
            _ => dot_like_at(view, i),
        };
        match dot {
            Some(len) if view.is(i + len, |b| ALNUM.contains(b)) => (label, i) = (i + len, i + len),
            None if view.is(i, |b| ALNUM.contains(b) || b == b'-') => i += 1,
            _ => break,
        }
    }
    is_tld(view.slice(label, i)) && !view.is(i, |b| b == b'@' || b == b'_')
}

/// Returns `true` if it is a top-level domain, and not the first word of a sentence.
fn is_tld(label: &[u8]) -> bool {
    let word = matches!(label, [a, b, ..] if a.is_ascii_uppercase() && b.is_ascii_lowercase());
    let name = label.to_ascii_lowercase();
    !word && (tld::is_tld(&name) || name.starts_with(b"xn--"))
}

/// Returns `true` if the authority that ends at `end` is only a part of a host, which continues after a disguised dot.
/// A full stop of the sentence may follow a whole one.
#[cold]
pub(in crate::delimit) fn is_cut(view: &View<'_>, authority: usize, end: usize) -> bool {
    let own = view.slice(authority, end);
    if own.is_empty() || own.iter().any(|b| b"/?#".contains(b)) {
        return false;
    }
    let len = match mark(view, end) {
        Some(Mark { len, plain: "." }) => return ends_in_tld(view, end + len),
        _ => dot_like(view, end),
    };
    let last = own.rsplit(|&b| b == b'.').next().unwrap_or(&[]);
    let is_whole = last.len() < own.len() && is_tld(last);
    len.is_some() && !(is_whole && view.char_at(end).is_some_and(|(c, _)| "。．｡".contains(c)))
}

/// How far a disguise speaks for a host.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Evidence {
    /// There is none, or what may be an escape of the text around it.
    None,
    /// A character that looks like a dot.
    Likeness,
    /// Half of a bracket.
    Half,
    /// A whole mark.
    Whole,
}

fn evidence(view: &View<'_>, start: usize, end: usize) -> Evidence {
    let (mut most, mut i) = (Evidence::None, start);
    while i < end {
        let (found, len) = match mark(view, i) {
            Some(Mark { len: 2, .. }) if view.is(i, |b| b == b'\\') => (Evidence::None, 2),
            Some(Mark { len: 2, .. }) => (Evidence::Half, 2),
            Some(Mark { len, .. }) => (Evidence::Whole, len),
            None => dot_like(view, i).map_or((Evidence::None, 1), |len| (Evidence::Likeness, len)),
        };
        most = if found > most { found } else { most };
        i += len;
    }
    most
}

/// Returns `true` if the text has a mark that only a disguise has.
pub(in crate::delimit) fn is_disguised(view: &View<'_>, start: usize, end: usize) -> bool {
    evidence(view, start, end) >= Evidence::Half
}

/// Returns `true` if the disguised name at `start..end`, which is `name` without its disguise, is a host.
pub(in crate::delimit) fn is_host(view: &View<'_>, start: usize, end: usize, name: &[u8]) -> bool {
    let evidence = evidence(view, start, end);
    if evidence == Evidence::None || is_of_code(view, start, end) {
        return false;
    }
    if is_ipv4(name) {
        return evidence >= Evidence::Half;
    }
    let last = name.rsplit(|&b| b == b'.').next().unwrap_or(&[]);
    let count = name.split(|&b| b == b'.').count();
    let path = view.is(end, |b| b == b'/') || mark(view, end).is_some_and(|m| m.plain == "/");
    let likely = match evidence {
        Evidence::Whole => count > 2 || path || !is_source_file(last),
        Evidence::Half => tld::is_usual(last) && !view.is(end, |b| b == b']'),
        _ => tld::is_usual(last) && (path || name.starts_with(b"www.")),
    };
    count > 1
        && name.split(|&b| b == b'.').all(is_label)
        && likely
        && (tld::is_tld(last) || last.starts_with(b"xn--"))
}

/// Four numbers (RFC 3986 3.2.2).
pub(in crate::delimit) fn is_ipv4(name: &[u8]) -> bool {
    let is_octet = |label: &[u8]| {
        let number = str::from_utf8(label).ok().and_then(|label| label.parse::<u8>().ok());
        number.is_some() && label.iter().all(u8::is_ascii_digit)
    };
    name.split(|&b| b == b'.').count() == 4 && name.split(|&b| b == b'.').all(is_octet)
}

/// Endings of the names of source files that are top-level domains: `setup[.]py` is more often a
/// regular expression.
fn is_source_file(last: &[u8]) -> bool {
    const ENDINGS: &[&[u8]] = &[b"py", b"md", b"rs", b"pl", b"ps", b"sh", b"so", b"java"];
    ENDINGS.contains(&last)
}

/// Returns `true` if a call, an index or a regular expression is there.
fn is_of_code(view: &View<'_>, start: usize, end: usize) -> bool {
    let before = start > 0 && view.is(start - 1, |b| b"^$?*|)]}\\".contains(&b));
    let emphasis = start > 0 && view.is(start - 1, |b| b == b'*') && view.is(end, |b| b == b'*');
    let cell = start > 0 && view.is(start - 1, |b| b == b'|') && !view.is(end, |b| b == b')');
    let after = match view.at(end) {
        Some(b'$' | b'+' | b'^' | b'{' | b'@' | b'(') => mark(view, end).is_none(),
        Some(b'[') => mark(view, end).is_none() && !view.is(end + 1, |b| b.is_ascii_digit()),
        Some(b'\\') => !view.is(end + 1, |b| b"nrt\"\\".contains(&b)),
        Some(b':') => view.has(end, b"://"),
        _ => false,
    };
    let at = mark(view, end).is_some_and(|mark| mark.plain == "@");
    before && !emphasis && !cell || after || at
}
