//! What is around a URI to set it apart: `<…>`, `<URL:…>`, `URL:…`, quotes and brackets of all scripts (RFC 3986
//! Appendix C, RFC 1738 appendix).

use super::view::View;
use crate::byteset::{ALNUM, BLANK, ByteSet, MARGIN, SCHEME};
use crate::found::Wrapper;
use crate::grammar::scheme;

/// The unit separator of ASCII. A URI between two of them has a field for itself, so both its ends are
/// exact.
pub const FIELD_END: u8 = 0x1f;

/// What ends a wrapper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Close {
    Byte(u8),
    Text(&'static str),
}

impl Close {
    /// Returns `true` if it is a quotation mark.
    pub fn is_quote(self) -> bool {
        match self {
            Close::Byte(byte) => b"\"'`".contains(&byte),
            Close::Text(text) => {
                PAIRS.iter().any(|pair| pair.1 == text && pair.2 == Wrapper::Quote)
            }
        }
    }

    /// Returns `true` if it is at `i`.
    pub fn is_at(self, view: &View<'_>, i: usize) -> bool {
        match self {
            Close::Byte(b'"') => view.has(i, b"\"") || view.has(i, b"\\\""),
            Close::Byte(b'\'') => view.has(i, b"'") || view.has(i, b"\\'"),
            Close::Byte(byte) => view.is(i, |b| b == byte),
            Close::Text(text) => view.has(i, text.as_bytes()),
        }
    }
}

/// What is before a URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    /// The kind of wrapper, if it turns out to be closed.
    pub wrapper: Wrapper,
    /// What closes it.
    pub close: Option<Close>,
    /// The first byte of the wrapper, or the URI's own.
    pub at: usize,
    /// The URI follows `URL:`, so any scheme counts.
    pub prefixed: bool,
}

impl Opening {
    /// Nothing is before the URI at `at`, except perhaps `URL:`.
    fn none(at: usize, prefixed: bool) -> Self {
        Opening { wrapper: Wrapper::None, close: None, at, prefixed }
    }

    /// Returns `true` if it is an angle bracket, after which a URI may contain whitespace.
    pub fn is_angle(&self) -> bool {
        matches!(self.wrapper, Wrapper::Angle | Wrapper::UrlAngle)
    }
}

/// Opening marks of more than one byte, and what closes them.
const PAIRS: &[(&str, &str, Wrapper)] = &[
    ("&lt;", "&gt;", Wrapper::Angle),
    ("&quot;", "&quot;", Wrapper::Quote),
    ("“", "”", Wrapper::Quote),
    ("„", "“", Wrapper::Quote),
    ("‘", "’", Wrapper::Quote),
    ("‚", "‘", Wrapper::Quote),
    ("«", "»", Wrapper::Quote),
    ("»", "«", Wrapper::Quote),
    ("‹", "›", Wrapper::Quote),
    ("「", "」", Wrapper::Quote),
    ("『", "』", Wrapper::Quote),
    ("《", "》", Wrapper::Bracket),
    ("〈", "〉", Wrapper::Bracket),
    ("【", "】", Wrapper::Bracket),
    ("〔", "〕", Wrapper::Bracket),
    ("（", "）", Wrapper::Bracket),
    ("［", "］", Wrapper::Bracket),
    ("｛", "｝", Wrapper::Bracket),
    ("＜", "＞", Wrapper::Angle),
    ("⟨", "⟩", Wrapper::Angle),
];

/// All opening marks.
#[cfg(test)]
pub(crate) fn marks() -> impl Iterator<Item = &'static str> {
    let bytes = ["<", "\"", "'", "`", "(", "[", "{"];
    bytes.into_iter().chain(PAIRS.iter().map(|pair| pair.0))
}

/// What may be before a blank that belongs to an opening mark.
const MAY_OPEN: ByteSet = MARGIN.or(ByteSet::of(b"<:"));

/// What stands right before `start`.
pub(super) fn opening(view: &View<'_>, start: usize) -> Opening {
    let before = view.before(start);
    // A blank after a word, as before most URIs, opens nothing.
    if let [.., word, b' '] = *before
        && !MAY_OPEN.contains(word)
    {
        return Opening::none(start, false);
    }
    let outer = if may_trail(before) { trim_space(before) } else { before };
    if let Some(at) = url_prefix(outer) {
        let front = &outer[..at];
        let inner = mark(start - before.len() + at, front, trim_space(front), true);
        let wrapper =
            if inner.wrapper == Wrapper::Angle { Wrapper::UrlAngle } else { Wrapper::UrlPrefix };
        return Opening { wrapper, ..inner };
    }
    mark(start, before, outer, false)
}

/// Returns `true` if the text ends in whitespace, or in what may be a leader.
#[inline]
fn may_trail(text: &[u8]) -> bool {
    text.last().is_some_and(|&b| MARGIN.contains(b))
}

/// Where the `URL:` or `URI:` at the end of the text starts.
#[inline]
fn url_prefix(text: &[u8]) -> Option<usize> {
    let [front @ .., u, r, l, b':'] = text else { return None };
    let word = [*u, *r, *l];
    let is_prefix = word.eq_ignore_ascii_case(b"url") || word.eq_ignore_ascii_case(b"uri");
    let alone = !front.last().is_some_and(|&b| ALNUM.contains(b) || b"-_+./\\%&?=".contains(&b));
    (is_prefix && alone).then_some(front.len())
}

/// The text without trailing whitespace: blanks, and a line break with the next line's leader.
fn trim_space(text: &[u8]) -> &[u8] {
    let text = before_line(text).unwrap_or(text);
    &text[..end_of(text, |b| BLANK.contains(b))]
}

/// The text before its last line break, if only a leader follows that.
fn before_line(text: &[u8]) -> Option<&[u8]> {
    let leader = |b: u8| MARGIN.contains(b) && b != b'\n' && b != b'\r';
    let line = text[..end_of(text, leader)].strip_suffix(b"\n")?;
    Some(line.strip_suffix(b"\r").unwrap_or(line))
}

/// The length without the bytes at the end that pass.
fn end_of(text: &[u8], test: impl Fn(u8) -> bool) -> usize {
    text.iter().rposition(|&b| !test(b)).map_or(0, |i| i + 1)
}

/// A scheme that is broken over two lines.
pub(super) struct BrokenScheme {
    pub start: usize,
    /// Where its part on the second line starts.
    pub rest: usize,
    pub name: Vec<u8>,
}

/// The known scheme that ends at `colon` and is itself broken over two lines.
pub(super) fn broken_scheme(view: &View<'_>, colon: usize) -> Option<BrokenScheme> {
    let before = view.before(colon);
    let tail = end_of(before, |b| SCHEME.contains(b));
    let line = before_line(&before[..tail])?;
    let head = end_of(line, |b| SCHEME.contains(b));
    let name = [&line[head..], &before[tail..]].concat();
    let low = colon - before.len();
    let is_broken = head < line.len() && scheme::is_known(&name);
    is_broken.then_some(BrokenScheme { start: low + head, rest: low + tail, name })
}

/// The opening mark before `at`. `trimmed` is the text before `at` without trailing whitespace, which may follow `<`.
fn mark(at: usize, before: &[u8], trimmed: &[u8], prefixed: bool) -> Opening {
    let open = |wrapper, close, len: usize| Opening {
        wrapper,
        close: Some(close),
        at: at - len,
        prefixed,
    };
    let nothing = Opening::none(at, prefixed);
    if trimmed.ends_with(b"<") {
        return open(Wrapper::Angle, Close::Byte(b'>'), before.len() - trimmed.len() + 1);
    }
    match before.last() {
        Some(&quote @ (b'"' | b'\'' | b'`')) => open(Wrapper::Quote, Close::Byte(quote), 1),
        Some(b'(') => open(Wrapper::Bracket, Close::Byte(b')'), 1),
        Some(b'[') => open(Wrapper::Bracket, Close::Byte(b']'), 1),
        Some(b'{') => open(Wrapper::Bracket, Close::Byte(b'}'), 1),
        Some(&FIELD_END) => Opening { close: Some(Close::Byte(FIELD_END)), ..nothing },
        Some(b';' | 0x80..) => {
            match PAIRS.iter().find(|pair| before.ends_with(pair.0.as_bytes())) {
                Some(&(text, close, wrapper)) => open(wrapper, Close::Text(close), text.len()),
                None => nothing,
            }
        }
        _ => nothing,
    }
}

/// The wrapper, now that the URI's end is known: only what is closed counts. `end` is the URI's end,
/// `run_end` that of the bytes that could belong to it.
pub(super) fn closed(view: &View<'_>, opening: &Opening, end: usize, run_end: usize) -> Wrapper {
    let is_closed =
        opening.close.is_some_and(|close| close.is_at(view, run_end) || close.is_at(view, end));
    match opening.wrapper {
        Wrapper::UrlPrefix => Wrapper::UrlPrefix,
        Wrapper::UrlAngle if !is_closed => Wrapper::UrlPrefix,
        wrapper if is_closed => wrapper,
        _ => Wrapper::None,
    }
}
