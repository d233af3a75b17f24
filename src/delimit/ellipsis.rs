//! The ellipsis after a URI: its writer, or a program that shows the text, cut it short.

use super::bare;
use super::escape;
use super::view::View;
use crate::options::Options;

/// What may stand between a URI and the ellipsis for its rest: `http://a.example/x[…]`, `…/x?…`.
const BEFORE: &[u8] = b"[({?";
/// The ellipsis as a character, and as an entity of markup that is read as plain text.
const ELLIPSES: &[&str] = &["…", "&hellip;", "&#8230;", "&#x2026;"];

/// Whether an ellipsis stands right after a URI that ends at `end`. One byte decides for most.
#[inline]
pub(super) fn follows(view: &View<'_>, end: usize, options: &Options) -> bool {
    let may = |b: u8| matches!(b, b'.' | 0xe2 | b'&' | b'\\') || BEFORE.contains(&b);
    view.is(end, may) && stands_after(view, end, options)
}

/// Between two URIs, an ellipsis stands for those that it leaves out.
#[cold]
fn stands_after(view: &View<'_>, end: usize, options: &Options) -> bool {
    let is_before = view.is(end, |b| BEFORE.contains(&b));
    let after = after_ellipsis(view, end + usize::from(is_before), options);
    after.is_some_and(|after| !bare::starts_uri(view, after))
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

/// Whether a text ends in an ellipsis, which stands alone in it for what was cut.
pub(super) fn ends(text: &[u8]) -> bool {
    text.ends_with(b"...") || ELLIPSES.iter().any(|mark| text.ends_with(mark.as_bytes()))
}
