//! URIs in string literals that continue in the literal on the next line, as in C, Python and PO, or
//! with an operator between the two.

use memchr::{memchr_iter, memmem};

use super::Head;
use super::bare::{self, Stop};
use super::fold;
use super::join::Joined;
use super::rest::Likeness;
use super::view::View;
use super::wrapper::Close;
use crate::byteset::{BLANK, ByteSet};
use crate::options::Options;

/// Operators that join strings: `+`, `.`, `..`.
const OPERATOR: ByteSet = ByteSet::of(b"+.");
/// What may be between a literal and the end of its line.
static ENDS_LINE: ByteSet = OPERATOR.or(ByteSet::of(b"\r\n\\"));
/// What calls for more of a URI at a literal's end.
const UNFINISHED: ByteSet = ByteSet::of(b"/-=&?_%#");
/// What continues a URI at a literal's start.
const CONTINUES: ByteSet = ByteSet::of(b"/?&#=");
/// The longest piece in a literal of its own, in bytes.
const MAX_PIECE: usize = 1000;

/// Returns `true` if a literal ends at `end`, and maybe its line: a cheap precondition that most fail.
#[inline(always)]
pub(super) fn may_go_on(view: &View<'_>, end: usize) -> bool {
    matches!(view.at(end), Some(b'"' | b'\''))
        && match view.at(end + 1) {
            Some(b' ' | b'\t') => view.is(end + 2, |b| BLANK.contains(b) || ENDS_LINE.contains(b)),
            Some(next) => ENDS_LINE.contains(next),
            None => false,
        }
}

/// The URI that runs up to `end` and continues in the next literal; `None` if there is too little
/// evidence.
#[cold]
#[inline(never)]
pub(super) fn joined(view: &View<'_>, head: Head, end: usize, options: &Options) -> Option<Joined> {
    if head.scheme_len == 0 {
        return None;
    }
    let mut joined: Option<Joined> = None;
    let mut piece = (head.start, end);
    while let Some((from, end)) = next_piece(view, head, piece, options) {
        if end - head.start > options.max_wrapper_len.min(options.max_len) {
            break;
        }
        let own = || view.slice(head.start, piece.1).to_vec();
        let mut uri = joined.map_or_else(own, |joined| joined.uri);
        uri.extend_from_slice(view.slice(from, end));
        joined = Some(Joined { uri, other: None, last: end - from, end });
        piece = (from, end);
    }
    joined
}

/// The next literal's piece of a URI whose last piece is `start..end`.
fn next_piece(
    view: &View<'_>,
    head: Head,
    (start, end): (usize, usize),
    options: &Options,
) -> Option<(usize, usize)> {
    if !may_go_on(view, end) {
        return None;
    }
    let quote = view.at(end)?;
    let mut resume = after_operator(view, end + 1);
    if view.is(resume, |b| b == b'\\') && is_one_line(view, start) {
        resume += 1;
    }
    let next = fold::next_line(view, start, view.skip_blanks(resume))?;
    let open = after_operator(view, next.from);
    let from = open + 1;
    if !view.is(open, |b| b == quote) || bare::starts_uri(view, from) {
        return None;
    }
    let piece = Piece { from, end: token_end(view, head, from, quote, options)?, quote };
    let adjacent = open > next.from || next.indents[1] > 0 || piece.is_adjacent(view, start);
    let unfinished = view.slice(start, end).last().is_some_and(|&b| UNFINISHED.contains(b));
    let first = start != head.start || opens(view, start, quote);
    let is_key = piece.closes(view) && view.is(piece.end + 1, |b| b == b':');
    (first && adjacent && !is_key && piece.fits(view, unfinished)).then_some((from, piece.end))
}

/// Returns `true` if a literal is open at `i`, and is not an item of a shell's array.
fn opens(view: &View<'_>, i: usize, quote: u8) -> bool {
    let line = view.line_before(i);
    let is_item = matches!(line, [.., b'=', b'(', last] if *last == quote);
    memchr_iter(quote, line).count() % 2 == 1 && !is_item
}

/// Returns `true` if a backslash at the line's end continues an expression, and not a shell's list of arguments.
fn is_one_line(view: &View<'_>, start: usize) -> bool {
    memmem::find(view.paragraph_before(start), b"#define").is_some()
        || memmem::find(view.line_before(start), b" = ").is_some()
}

/// The offset after the blanks at `i`, and an operator among them.
fn after_operator(view: &View<'_>, i: usize) -> usize {
    let mut at = view.skip_blanks(i);
    let most = at + 2;
    while at < most && view.is(at, |b| OPERATOR.contains(b)) {
        at += 1;
    }
    view.skip_blanks(at)
}

/// Where the run of a URI's bytes at `from` ends.
fn token_end(
    view: &View<'_>,
    head: Head,
    from: usize,
    quote: u8,
    options: &Options,
) -> Option<usize> {
    let rest = Head { body: from, authority: None, ..head };
    let max_len = from - head.start + MAX_PIECE;
    let options = Options { max_len, ..options.clone() };
    let run = bare::run(view, &rest, Some(Close::Byte(quote)), &options);
    (run.stop == Stop::End && run.end > from).then_some(run.end)
}

/// What the next literal starts with.
struct Piece {
    from: usize,
    end: usize,
    quote: u8,
}

impl Piece {
    /// Returns `true` if it looks like more of the URI rather than like a word of a text whose blank was forgotten.
    fn fits(&self, view: &View<'_>, unfinished: bool) -> bool {
        let continues = view.is(self.from, |b| CONTINUES.contains(b));
        (unfinished || continues) && (self.closes(view) || self.likeness(view) > Likeness::None)
    }

    fn closes(&self, view: &View<'_>) -> bool {
        view.is(self.end, |b| b == self.quote)
    }

    fn likeness(&self, view: &View<'_>) -> Likeness {
        Likeness::of(view.slice(self.from, self.end))
    }

    /// Returns `true` if a literal at the start of a line belongs to the one above, whose URI is at `start`, as in PO,
    /// and both are not cells of a table.
    fn is_adjacent(&self, view: &View<'_>, start: usize) -> bool {
        let paragraph = view.paragraph_before(start);
        let is_message = memmem::find(paragraph, b"msgid").is_some()
            || memmem::find(paragraph, b"msgstr").is_some();
        let alone = memchr_iter(self.quote, view.line_before(start)).count() == 1
            && self.closes(view)
            && view.at(self.end + 1).is_none_or(|b| b == b'\n' || b == b'\r');
        is_message || alone && self.likeness(view) > Likeness::None
    }
}
