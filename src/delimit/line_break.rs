//! Whether a URI may continue after the line break that it is before: cheap tests that nearly all fail.

use super::evidence::{LEAST_ALONE, WIDTH};
use super::fold;
use super::literal;
use super::rest;
use super::view::View;
use super::wrapper::Close;
use crate::byteset::{ByteSet, HEXDIG, UNFINISHED, URI};

/// Returns `true` if a URI may continue after the line that it ends.
#[inline]
pub(super) fn may_go_on(view: &View<'_>, start: usize, end: usize, close: Option<Close>) -> bool {
    // The text after `end` is cheaper to test. If it has not been read, the URI and the text before it may
    // decide, so that it is given at once.
    let has_come = view.has_come(end + 2);
    if has_come && !may_end_line(view, start, end) {
        return literal::may_go_on(view, end);
    }
    let open = match calls_for_more(view, start, end, close) {
        true => !has_come || next_line_may_start_with_more(view, end),
        false => may_be_cut(view, start, end, has_come),
    };
    let line = open && (has_come || may_end_line(view, start, end));
    line || !has_come && literal::may_go_on(view, end)
}

/// Returns `true` if the line may end after the URI: a cheap precondition of [`fold::line_end`].
#[inline]
pub(super) fn may_end_line(view: &View<'_>, start: usize, end: usize) -> bool {
    match view.at(end) {
        Some(b'\n' | b'\r') => true,
        Some(b' ' | b'\t') => {
            let next = view.skip_blanks(end);
            view.is(next, is_break)
                || view.is(next, |b| b == b'|' || b == 0xe2)
                    && fold::line_end(view, start, end).is_some()
        }
        Some(b'|' | 0xc2 | 0xe2) => fold::line_end(view, start, end).is_some(),
        _ => false,
    }
}

fn is_break(byte: u8) -> bool {
    byte == b'\n' || byte == b'\r'
}

/// Returns `true` if the end of the URI calls for more, or what is before it; or a formatter's hyphen follows.
#[inline]
fn calls_for_more(view: &View<'_>, start: usize, end: usize, close: Option<Close>) -> bool {
    let last = view.slice(end - 1, end)[0];
    UNFINISHED.contains(last) && view.slice(end - 2, end) != b".."
        || last == b':'
        || close.is_some_and(Close::is_quote)
        || view.before(start).ends_with(b">")
        || view.is(end, |b| b >= 0xc2)
}

/// Where the text of the line after the one of `end` starts; `None` if more than blanks is before the break.
fn next_text(view: &View<'_>, end: usize) -> Option<usize> {
    let at = view.skip_blanks(end);
    let next = at + if view.has(at, b"\r\n") { 2 } else { 1 };
    view.is(at, is_break).then(|| view.skip_blanks(next))
}

/// Returns `true` if the next line starts with what may be more of a URI, or a leader. After a scheme alone, that may
/// be in another column.
fn next_line_may_start_with_more(view: &View<'_>, end: usize) -> bool {
    const MORE: ByteSet = URI.or(LEADER).without(ByteSet::of(b"[("));
    if matches!(view.slice(end - 2, end), [_, b':'] | b":/" | b"//") {
        return true;
    }
    let is_more = |b| MORE.contains(b) || b >= 0x80;
    next_text(view, end).is_none_or(|text| view.is(text, is_more))
}

/// Returns `true` if the line of a URI may have been filled or cut: it is long enough, and no record like the one
/// above; if the next line has been read, it may hold more of the URI.
fn may_be_cut(view: &View<'_>, start: usize, end: usize, has_come: bool) -> bool {
    let line = view.line_start(start);
    let is_long = end - line.unwrap_or(start) >= LEAST_ALONE;
    let Some(line) = line.filter(|_| is_long) else { return is_long };
    (!has_come || next_line_may_hold_more(view, line, end))
        && !rest::is_record(view.before(line), view.slice(line, start))
}

/// Marks that may lead lines.
const LEADER: ByteSet = ByteSet::of(b">|*;%!:+-");

/// Returns `true` if the line after the one of `line..end` may hold more of a URI that does not call for it.
fn next_line_may_hold_more(view: &View<'_>, line: usize, end: usize) -> bool {
    let Some(text) = next_text(view, end) else { return true };
    match view.at(text) {
        None | Some(b'[' | b'(') => false,
        Some(b'/' | b'#' | b'?' | b'&') => true,
        Some(b) if LEADER.contains(b) || b >= 0x80 => {
            b == b'%' || view.slice(line, end).trim_ascii_start().first() == Some(&b)
        }
        Some(b) if URI.contains(b) => may_be_cut_inside(view, line, end, text),
        Some(_) => false,
    }
}

/// Returns `true` if the line `line..end` may have been cut inside a word that continues at `text`: it is not a shorter
/// than the one above, or as wide as most text, and no plain word follows; or both ends are of a hash.
fn may_be_cut_inside(view: &View<'_>, line: usize, end: usize, text: usize) -> bool {
    let above = view.before(line).trim_ascii_end();
    let above = above.len() - memchr::memrchr2(b'\n', b'\r', above).map_or(0, |i| i + 1);
    let own = end - line;
    let is_hash = || {
        let last = view.slice(end.saturating_sub(4).max(line), end);
        HEXDIG.contains_all(last) && view.is(text, |b| HEXDIG.contains(b))
    };
    if own < above && own < WIDTH {
        return is_hash();
    }
    let word = view.find(text, 64, |b| !b.is_ascii_alphabetic());
    let is_word = word.is_some_and(|end| view.is(end, |b| b == b' ' || b == b','));
    own == above || !is_word
}
