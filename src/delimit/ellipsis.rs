//! The ellipsis after a URI: its writer, or a program that shows the text, cut it short.

use super::bare;
use super::escape;
use super::view::View;
use crate::byteset::ByteSet;
use crate::options::Options;

/// What may be between a URI and the ellipsis for its rest: `http://a.example/x[…]`, `…/x?…`.
const BEFORE: ByteSet = ByteSet::of(b"[({?");
/// The first bytes of all that says that a URI was cut.
const FIRST: ByteSet = BEFORE.or(ByteSet::of(b".&\\\xe2"));
/// The ellipsis as a character, and as an entity of markup that is read as plain text.
const ELLIPSES: &[&str] = &["…", "&hellip;", "&#8230;", "&#x2026;"];

/// Returns `true` if an ellipsis right after the URI `start..end` stands for the rest of it. One byte decides for most.
#[inline]
pub(super) fn follows(view: &View<'_>, start: usize, end: usize, options: &Options) -> bool {
    view.is(end, |b| FIRST.contains(b)) && cuts(view, start, end, options)
}

/// Between two URIs, an ellipsis stands for those that it leaves out.
#[cold]
fn cuts(view: &View<'_>, start: usize, end: usize, options: &Options) -> bool {
    if view.is(end, |b| BEFORE.contains(b)) {
        return after_ellipsis(view, end + 1, options).is_some();
    }
    let Some(after) = after_ellipsis(view, end, options) else { return false };
    let is_whole = view.has(end, b"...") && is_address(view.slice(start, end));
    !is_whole && !bare::starts_uri(view, after) && !tells_of_progress(view.line_before(start))
}

/// Returns `true` if the URI is an address or a message-id. Mail and news programs put full stops after a whole one:
/// `Joe wrote in message news:1@a.example...`
fn is_address(uri: &[u8]) -> bool {
    uri.contains(&b'@') && !uri.contains(&b'?') && !uri.contains(&b'/')
}

/// Returns `true` if the text before a URI tells what a program is doing with it: `Downloading http://a.example/x...`
fn tells_of_progress(line: &[u8]) -> bool {
    let words = || line.split(|b| !b.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    let does = |word: &[u8]| word.len() > 5 && word.ends_with(b"ing");
    let mut last = words().rev().take(2).filter(|word| does(word));
    last.any(|word| word[0].is_ascii_uppercase() || words().next() == Some(word))
}

/// The offset after the ellipsis at `i`. Three full stops are one, and a fourth may end the sentence; a
/// longer row of them is a leader, as in a table of contents.
fn after_ellipsis(view: &View<'_>, i: usize, options: &Options) -> Option<usize> {
    let dots = (0..5).take_while(|k| view.is(i + k, |b| b == b'.')).count();
    let at = i + dots;
    match dots {
        0..3 => {
            let mark = ELLIPSES.iter().find(|mark| view.has(at, mark.as_bytes()));
            let escaped = || options.escapes.then(|| escape::ellipsis_len(view, at)).flatten();
            mark.map(|mark| mark.len()).or_else(escaped).map(|len| at + len)
        }
        3 | 4 => Some(at),
        _ => None,
    }
}

/// Returns `true` if a text ends in an ellipsis, which is alone in it for what was cut.
pub(super) fn ends(text: &[u8]) -> bool {
    text.ends_with(b"...") || ELLIPSES.iter().any(|mark| text.ends_with(mark.as_bytes()))
}
