//! Bare URIs that continue on the next line.

use super::Head;
use super::bare::{self, Stop};
use super::evidence::Ending;
use super::fold::{self, LineEnd, NextLine};
use super::line_break::{may_end_line, may_go_on};
use super::literal;
use super::rest::{self, TRAILING};
use super::view::View;
use super::wrapper::Close;
use crate::byteset::URI;
use crate::options::{Fold, Join, Options};

/// A URI joined from several lines.
pub(super) struct Joined {
    /// All pieces, with what trails the last one.
    pub uri: Vec<u8>,
    /// Like `uri`, without the hyphens that stood before a line break, or with those that a formatter put there.
    pub other: Option<Vec<u8>>,
    /// Length of the last piece.
    pub last: usize,
    /// The offset after the last piece.
    pub end: usize,
}

/// The longest piece on a line of its own, in bytes.
const MAX_PIECE: usize = 1000;
/// How far the end of the next line is searched for, in bytes.
const MAX_LINE: usize = 512;

/// The URI that runs up to `end` and continues on the next line; `None` if there is too little
/// evidence.
pub(super) fn joined(
    view: &View<'_>,
    head: Head,
    close: Option<Close>,
    end: usize,
    options: &Options,
) -> Option<Joined> {
    let joiner = Joiner { view, head, close, options };
    // Whitespace in quotes and angle brackets is also subject to `fold`.
    let wrapped = close.is_some_and(|close| close.is_quote() || close == Close::Byte(b'>'));
    let never = options.join == Join::Never || wrapped && options.fold == Fold::Never;
    if never {
        None
    } else if literal::may_go_on(view, end) {
        literal::joined(view, head, end, options)
    } else {
        joiner.joined(end)
    }
}

/// Where the link goes whose text starts at `start`, right after its tag.
fn link_target<'t>(view: &View<'t>, start: usize) -> Option<&'t [u8]> {
    let tag = view.before(start).strip_suffix(b">")?;
    let name =
        memchr::memmem::rfind(tag, b"ref=").or_else(|| memchr::memmem::rfind(tag, b"REF="))?;
    let (quote, value) = tag[name + b"ref=".len()..].split_first()?;
    let end = memchr::memchr(*quote, value).filter(|_| b"\"'".contains(quote))?;
    Some(&value[..end])
}

/// The lines that a URI is written on.
struct Joiner<'v, 't> {
    view: &'v View<'t>,
    head: Head,
    /// What closes the mark before the URI.
    close: Option<Close>,
    options: &'v Options,
}

/// What has been read of a URI's lines.
#[derive(Default)]
struct Lines {
    /// Where the closing quote stands. Once it is found, the lines up to it need no evidence of their own.
    quoted_to: Option<usize>,
    /// The width at which the lines were cut.
    cut: Option<usize>,
}

impl<'t> Joiner<'_, 't> {
    fn joined(&self, end: usize) -> Option<Joined> {
        let mut joined: Option<Joined> = None;
        let (mut start, mut end) = (self.head.start, end);
        let mut lines = Lines::default();
        loop {
            let own = self.view.slice(start, end);
            let so_far = joined.as_ref().map_or(own, |joined| joined.uri.as_slice());
            let piece = match lines.quoted_to {
                Some(last) if end < last => self.next_piece_of_line(start, end),
                Some(_) => None,
                None => self
                    .anchored_piece(start, end, so_far)
                    .or_else(|| self.next_piece((start, end), so_far, &mut lines)),
            };
            let Some(piece) = piece else { return joined };
            if piece.end - self.head.start > self.options.max_wrapper_len.min(self.options.max_len)
            {
                return joined;
            }
            let hyphenated =
                fold::line_end(self.view, start, end).is_some_and(|end| end.hyphenated);
            joined.get_or_insert_with(|| Joined::first(own, end)).push(
                self.view.slice(piece.from, piece.end),
                &piece,
                hyphenated,
            );
            (start, end) = (piece.from, piece.end);
        }
    }

    /// The next line's piece of a URI whose last piece is `start..end`.
    fn next_piece(
        &self,
        (start, end): (usize, usize),
        so_far: &[u8],
        lines: &mut Lines,
    ) -> Option<Piece<'t>> {
        let always = self.options.join == Join::Always;
        // What continues once may do so again.
        let may = if always || so_far.len() > end - start {
            may_end_line(self.view, start, end)
        } else {
            may_go_on(self.view, start, end, self.close)
        };
        if !may || self.head.scheme_len == 0 || so_far.len() < 4 {
            return None;
        }
        let line_end = fold::line_end(self.view, start, end)?;
        let ending = Ending::of(self.view, (start, end), so_far, (self.close, lines.cut))?;
        self.piece_below(&ending, fold::next_line(self.view, start, line_end.at), lines)
            .or_else(|| self.piece_in_column(&ending, start, line_end))
    }

    /// The piece at the start of the next line, if there is evidence for it.
    fn piece_below(
        &self,
        ending: &Ending<'_, '_>,
        next: Option<NextLine<'t>>,
        lines: &mut Lines,
    ) -> Option<Piece<'t>> {
        let always = self.options.join == Join::Always;
        let piece = self.piece(&next?)?;
        if ending.calendar && piece.indent == 1 && !always {
            return Some(piece);
        }
        let token = self.view.slice(piece.from, piece.from + piece.own);
        let starts_item = lines.cut.is_none() && rest::starts_item(self.view, piece.from, token);
        let soft_break = ending.is_printable || ending.soft_break && lines.cut.is_none();
        let ends = starts_item || rest::starts_uri(token) || soft_break && !always;
        if token.is_empty() || ends {
            return None;
        }
        if !always && ending.is_cut(&piece, token) {
            lines.cut = Some(ending.columns);
            return Some(piece);
        }
        if rest::closes_something(token) {
            return None;
        }
        if ending.quoted && !always {
            lines.quoted_to = self.quoted_to(&piece);
        }
        let evidence = always
            || lines.quoted_to.is_some()
            || self.is_bracketed(ending, &piece)
            || ending.goes_on(&piece, token);
        evidence.then_some(piece)
    }

    /// The piece in the same column of the next line, where text is in several, if its own characters say that it
    /// belongs.
    fn piece_in_column(
        &self,
        ending: &Ending<'_, '_>,
        start: usize,
        line_end: LineEnd,
    ) -> Option<Piece<'t>> {
        let piece = self.piece(&fold::next_in_column(self.view, start, line_end.at)?)?;
        let token = self.view.slice(piece.from, piece.from + piece.own);
        (!token.is_empty() && !rest::starts_uri(token) && ending.is_completed(&piece, token))
            .then_some(piece)
    }

    /// The next line's piece of a URI that is the text of a link, if the link goes to the URI with that
    /// piece. `so_far` is what earlier lines hold of the URI, if there are any.
    fn anchored_piece(&self, start: usize, end: usize, so_far: &[u8]) -> Option<Piece<'t>> {
        let target = link_target(self.view, self.head.start)?;
        let rest = target.strip_prefix(so_far).filter(|rest| !rest.is_empty())?;
        let piece = self.next_piece_of_line(start, end)?;
        let text = self.view.slice(piece.from, piece.end);
        (!text.is_empty() && rest.starts_with(text)).then_some(piece)
    }

    /// The piece at the start of the line after the piece `start..end`, whatever speaks for it.
    fn next_piece_of_line(&self, start: usize, end: usize) -> Option<Piece<'t>> {
        let line_end = fold::line_end(self.view, start, end)?;
        self.piece(&fold::next_line(self.view, start, line_end.at)?)
    }

    fn piece(&self, next: &NextLine<'t>) -> Option<Piece<'t>> {
        let from = next.from;
        let end = self.token_end(from)?;
        let token = self.view.slice(from, end);
        let trailing = token.iter().rev().take_while(|b| TRAILING.contains(**b)).count();
        let after = self.view.skip_blanks(end);
        let alone = self.view.at(after).is_none() || fold::line_end(self.view, from, end).is_some();
        let closes =
            || self.view.is(after, |b| b == b'(') || self.view.is(end, |b| b")]}\"'>".contains(&b));
        Some(Piece {
            from,
            end,
            own: token.len() - trailing,
            alone,
            set_off: alone || trailing > 0 || after > end + 1 || closes(),
            ends_sentence: alone && token.ends_with(b"."),
            // A program that cuts lines leaves a blank at the start of some.
            hangs: next.indents[1] + 1 >= next.indents[0],
            flush: (next.indents[1]..=next.indents[1] + 1).contains(&next.indents[0]),
            before: next.before,
            calls: token.ends_with(b"()"),
            led: next.led,
            indent: next.indents[1],
        })
    }

    fn token_end(&self, from: usize) -> Option<usize> {
        if !self.view.is(from, |b| URI.contains(b)) {
            return None;
        }
        let rest = Head { body: from, authority: None, ..self.head };
        let max_len = from - self.head.start + MAX_PIECE;
        let run =
            bare::run(self.view, &rest, self.close, &Options { max_len, ..self.options.clone() });
        (run.stop != Stop::TooLong).then_some(run.end)
    }

    /// Returns `true` if the bracket before the URI is closed right after the piece.
    fn is_bracketed(&self, ending: &Ending, piece: &Piece<'_>) -> bool {
        let closes = |i: usize| self.close.is_some_and(|close| close.is_at(self.view, i));
        ending.bracketed && ending.unfinished && piece.led && closes(piece.from + piece.own)
    }

    /// The end of the piece right before the closing quote: this one, or one on the lines that
    /// follow it.
    fn quoted_to(&self, piece: &Piece<'_>) -> Option<usize> {
        let closes = |i: usize| self.close.is_some_and(|close| close.is_at(self.view, i));
        let (mut from, mut end) = (piece.from, piece.end);
        while !closes(end) {
            let next = self.next_piece_of_line(from, end)?;
            if next.end - self.head.start > self.options.max_wrapper_len {
                return None;
            }
            (from, end) = (next.from, next.end);
        }
        Some(end)
    }
}

impl Joined {
    /// The first line's piece, which ends at `end`.
    fn first(piece: &[u8], end: usize) -> Self {
        Joined { uri: piece.to_vec(), other: None, last: 0, end }
    }

    /// One more piece. In the other reading, a hyphen before the break is not the URI's, or one that a formatter
    /// has put there is.
    fn push(&mut self, text: &[u8], piece: &Piece<'_>, hyphenated: bool) {
        if hyphenated {
            self.other.get_or_insert_with(|| self.uri.clone()).push(b'-');
        } else if self.uri.ends_with(b"-") {
            self.other.get_or_insert_with(|| self.uri.clone()).pop();
        }
        self.uri.extend_from_slice(text);
        if let Some(other) = &mut self.other {
            other.extend_from_slice(text);
        }
        self.last = text.len();
        self.end = piece.end;
    }
}

/// The next line's part of the URI.
pub(super) struct Piece<'t> {
    from: usize,
    end: usize,
    /// What is before the URI on the line above.
    before: &'t [u8],
    /// The length without the punctuation at its end.
    own: usize,
    /// Nothing else is on its line.
    pub alone: bool,
    /// The sentence does not continue right after it with a single blank.
    pub set_off: bool,
    /// The sentence ends with it.
    pub ends_sentence: bool,
    /// It is not indented less than the line before.
    pub hangs: bool,
    /// It is indented as the line before is.
    pub flush: bool,
    /// It is the name of a function, with its brackets.
    pub calls: bool,
    /// Its line has the leader of the line before.
    pub led: bool,
    /// How far its line is indented, in columns.
    indent: usize,
}

impl Piece<'_> {
    /// Columns from its line's start to its end.
    pub fn columns(&self, view: &View<'_>) -> usize {
        fold::columns(view.slice(self.line(view), self.end))
    }

    /// Columns of its whole line.
    pub fn line_columns(&self, view: &View<'_>) -> usize {
        fold::columns(view.slice(self.line(view), self.line_end(view)))
    }

    /// Returns `true` if it starts like the line before.
    pub fn is_alike(&self, view: &View<'_>) -> bool {
        rest::begins_alike(view, self.before, self.from)
    }

    /// Returns `true` if it is a path, and so is the next line.
    pub fn is_listed(&self, view: &View<'_>) -> bool {
        let next = || fold::next_line(view, self.from, self.line_end(view));
        let is_path = |i| view.is(i, |b| b == b'/');
        is_path(self.from) && next().is_some_and(|next| is_path(next.from))
    }

    fn line(&self, view: &View<'_>) -> usize {
        view.line_start(self.from).unwrap_or(self.from)
    }

    fn line_end(&self, view: &View<'_>) -> usize {
        let end = view.find(self.from, MAX_LINE, |b| b == b'\n' || b == b'\r');
        end.unwrap_or_else(|| self.from + view.sight(self.from, MAX_LINE).len())
    }
}
