//! Bare URIs that continue on the next line.

use std::ops::RangeInclusive;

use super::Head;
use super::bare::{self, Stop};
use super::fold;
use super::literal;
use super::rest::{self, Likeness, TRAILING};
use super::view::View;
use super::wrapper::Close;
use crate::byteset::{UNFINISHED, URI};
use crate::options::{Fold, Join, Options};

/// A URI joined from several lines.
pub(super) struct Joined {
    /// All pieces, with what trails the last one.
    pub uri: Vec<u8>,
    /// The same, without the hyphens that stood before a line break.
    pub unhyphenated: Option<Vec<u8>>,
    /// Length of the last piece.
    pub last: usize,
    /// The offset after the last piece.
    pub end: usize,
}

/// The least width that text is wrapped to: a token that would have fitted within it was not moved
/// to the next line by wrapping.
const WIDTH: usize = 72;
/// Where an indented line ends, as in the references of an RFC.
const INDENTED: RangeInclusive<usize> = 24..=84;
/// Where a line ends that was cut inside a word.
const CUT: RangeInclusive<usize> = 72..=80;
/// Where a wrapped line ends: a shorter one was not filled, and a longer one is not wrapped at all.
const WRAPPED: RangeInclusive<usize> = 32..=84;
/// Where the `=` stands that quoted-printable puts at the end of a cut line (RFC 2045 6.7). It is
/// never the URI's own: decoding the text removes it.
const SOFT_BREAK: RangeInclusive<usize> = 70..=76;
/// The longest piece on a line of its own, in bytes.
const MAX_PIECE: usize = 1000;

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
    // White space in quotes and angle brackets is also subject to `fold`.
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

/// Whether a URI may continue after the line that it ends: a cheap precondition of
/// [`Ending::calls_for_more`] that most fail.
#[inline]
pub(super) fn may_go_on(view: &View<'_>, start: usize, end: usize, close: Option<Close>) -> bool {
    // The text after `end` is cheaper to test. If it has not been read, the URI itself may decide, so
    // that it is given at once.
    let has_come = view.has_come(end + 2);
    if has_come && !ends_line(view, end) {
        return literal::may_go_on(view, end);
    }
    let unfinished = || view.slice(start, end).last().is_some_and(|&b| UNFINISHED.contains(b));
    let quoted = || close.is_some_and(Close::is_quote);
    // Lines of a calendar, and lines that were cut, have such a width.
    let wide = || {
        let len = end - start;
        len <= *CUT.end() && CUT.contains(&(len + view.line_before(start).len()))
    };
    let anchored = || view.before(start).ends_with(b">");
    let line =
        (unfinished() || quoted() || wide() || anchored()) && (has_come || ends_line(view, end));
    line || !has_come && literal::may_go_on(view, end)
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

/// Whether nothing but blanks stands between `end` and the end of its line.
fn ends_line(view: &View<'_>, end: usize) -> bool {
    let is_break = |b| b == b'\n' || b == b'\r';
    match view.at(end) {
        Some(b' ' | b'\t') => view.is(view.skip_blanks(end), is_break),
        other => other.is_some_and(is_break),
    }
}

/// The lines that a URI is written on.
struct Joiner<'v, 't> {
    view: &'v View<'t>,
    head: Head,
    /// What closes the mark before the URI.
    close: Option<Close>,
    options: &'v Options,
}

impl Joiner<'_, '_> {
    fn joined(&self, end: usize) -> Option<Joined> {
        let mut joined: Option<Joined> = None;
        let (mut start, mut end) = (self.head.start, end);
        // Once the closing quote is found, the lines up to it need no evidence of their own.
        let mut quoted_to = None;
        loop {
            let so_far = joined.as_ref().map(|joined| joined.uri.as_slice());
            let piece = match quoted_to {
                Some(last) if end < last => self.piece(start, end),
                Some(_) => None,
                None => self
                    .anchored_piece(start, end, so_far)
                    .or_else(|| self.next_piece(start, end, &mut quoted_to)),
            };
            let Some(piece) = piece else { return joined };
            if piece.end - self.head.start > self.options.max_wrap.min(self.options.max_len) {
                return joined;
            }
            let first = || Joined::first(self.view.slice(self.head.start, end), end);
            joined
                .get_or_insert_with(first)
                .push(self.view.slice(piece.from, piece.end), piece.end);
            (start, end) = (piece.from, piece.end);
        }
    }

    /// The next line's piece of a URI whose last piece is `start..end`. In quotes, sets how far they
    /// reach.
    fn next_piece(&self, start: usize, end: usize, quoted_to: &mut Option<usize>) -> Option<Piece> {
        let always = self.options.join == Join::Always;
        let may = if always {
            ends_line(self.view, end)
        } else {
            may_go_on(self.view, start, end, self.close)
        };
        if !may || self.head.scheme_len == 0 {
            return None;
        }
        let ending = Ending::of(self.view, start, end, self.close)?;
        if !always && !ending.calls_for_more() {
            return None;
        }
        let piece = self.piece(start, end)?;
        if ending.calendar && piece.indent == 1 && !always {
            return Some(piece);
        }
        let token = self.view.slice(piece.from, piece.from + piece.own);
        if token.is_empty() || rest::starts_something(self.view, piece.from, token) {
            return None;
        }
        if ending.quoted && !always {
            *quoted_to = self.quoted_to(&piece);
        }
        let evidence = always
            || quoted_to.is_some()
            || self.is_bracketed(&ending, &piece)
            || speaks_for(&ending, &piece, token);
        evidence.then_some(piece)
    }

    /// The next line's piece of a URI that is the text of a link, if the link goes to the URI with that
    /// piece. `so_far` is what earlier lines hold of the URI, if there are any.
    fn anchored_piece(&self, start: usize, end: usize, so_far: Option<&[u8]>) -> Option<Piece> {
        let target = link_target(self.view, self.head.start)?;
        let so_far = so_far.unwrap_or_else(|| self.view.slice(self.head.start, end));
        let rest = target.strip_prefix(so_far).filter(|rest| !rest.is_empty())?;
        let piece = self.piece(start, end).filter(|_| ends_line(self.view, end))?;
        let text = self.view.slice(piece.from, piece.end);
        (!text.is_empty() && rest.starts_with(text)).then_some(piece)
    }

    fn piece(&self, start: usize, end: usize) -> Option<Piece> {
        let next = fold::next_line(self.view, start, end)?;
        let from = next.from;
        let end = self.token_end(from)?;
        let token = self.view.slice(from, end);
        let trailing = token.iter().rev().take_while(|b| TRAILING.contains(**b)).count();
        let after = self.view.skip_blanks(end);
        let alone = self.view.at(after).is_none_or(|b| b == b'\n' || b == b'\r');
        let bracket = || self.view.is(after, |b| b == b'(');
        Some(Piece {
            from,
            end,
            own: token.len() - trailing,
            alone,
            set_off: alone || trailing > 0 || after > end + 1 || bracket(),
            hangs: next.indents[1] >= next.indents[0],
            filled: next.columns + token.len() > WIDTH,
            alike: rest::begins_alike(self.view, next.before, from),
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

    /// Whether the bracket before the URI is closed right after the piece.
    fn is_bracketed(&self, ending: &Ending, piece: &Piece) -> bool {
        let closes = |i: usize| self.close.is_some_and(|close| close.is_at(self.view, i));
        ending.bracketed && ending.unfinished && piece.led && closes(piece.from + piece.own)
    }

    /// The end of the piece right before the closing quote: this one, or one on the lines that
    /// follow it.
    fn quoted_to(&self, piece: &Piece) -> Option<usize> {
        let closes = |i: usize| self.close.is_some_and(|close| close.is_at(self.view, i));
        let (mut from, mut end) = (piece.from, piece.end);
        while !closes(end) {
            let next = self.piece(from, end)?;
            if next.end - self.head.start > self.options.max_wrap {
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
        Joined { uri: piece.to_vec(), unhyphenated: None, last: 0, end }
    }

    /// One more piece, which ends at `end`.
    fn push(&mut self, piece: &[u8], end: usize) {
        if self.uri.ends_with(b"-") {
            self.unhyphenated.get_or_insert_with(|| self.uri.clone()).pop();
        }
        self.uri.extend_from_slice(piece);
        if let Some(other) = &mut self.unhyphenated {
            other.extend_from_slice(piece);
        }
        self.last = piece.len();
        self.end = end;
    }
}

/// The next line's part of the URI.
struct Piece {
    from: usize,
    end: usize,
    /// The length without the punctuation at its end.
    own: usize,
    /// Nothing else stands on its line.
    alone: bool,
    /// The sentence does not continue right after it with a single blank.
    set_off: bool,
    /// It is not indented less than the line before.
    hangs: bool,
    /// The line before would have been too wide with it.
    filled: bool,
    /// It starts like the line before.
    alike: bool,
    /// It is the name of a function, with its brackets.
    calls: bool,
    /// Its line has the leader of the line before.
    led: bool,
    /// How far its line is indented, in columns.
    indent: usize,
}

/// How a line ends with a URI.
struct Ending {
    last: u8,
    /// Bytes from the line's start to the URI's end.
    column: usize,
    /// The last character calls for more.
    unfinished: bool,
    quoted: bool,
    bracketed: bool,
    /// The URI is the first thing on its line.
    starts_line: bool,
    /// The URI so far is a host, or a part of one.
    is_host: bool,
    /// The URI so far is a scheme and `//`.
    is_bare_scheme: bool,
    /// The line's text is indented.
    indented: bool,
    /// It is a folded line of a calendar.
    calendar: bool,
}

impl Ending {
    fn of(view: &View<'_>, start: usize, end: usize, close: Option<Close>) -> Option<Self> {
        let text = view.slice(start, end);
        let last = *text.last()?;
        let column = end - view.line_start(start)?;
        let unfinished = UNFINISHED.contains(last) && !text.ends_with(b"..");
        let quoted = close.is_some_and(Close::is_quote);
        let bracketed = close.is_some() && !quoted;
        let line = view.line_before(start);
        let starts_line = !line.iter().any(u8::is_ascii_alphanumeric);
        let indented = line.starts_with(b"  ");
        let calendar = fold::is_calendar_line(view, start, column);
        let slashes = memchr::memchr_iter(b'/', text).take(3).count();
        let ending = Ending {
            last,
            column,
            unfinished,
            quoted,
            bracketed,
            starts_line,
            is_host: slashes == 2,
            is_bare_scheme: text.ends_with(b"://"),
            indented,
            calendar,
        };
        (text.len() > 3).then_some(ending)
    }

    fn calls_for_more(&self) -> bool {
        let soft_break = self.last == b'=' && SOFT_BREAK.contains(&self.column);
        let wide =
            WRAPPED.contains(&self.column) || self.bracketed && self.column > *WRAPPED.start();
        let set_in = self.indented && INDENTED.contains(&self.column);
        let fits = (wide || set_in) && self.unfinished;
        self.calendar || !soft_break && (self.quoted || fits || self.is_cut())
    }

    fn is_cut(&self) -> bool {
        self.starts_line && CUT.contains(&self.column)
    }
}

/// Whether the end of a line and the first token of the next one fit together as one URI: the token
/// would be on the first line if it had fitted.
fn speaks_for(ending: &Ending, piece: &Piece, token: &[u8]) -> bool {
    if ending.is_bare_scheme {
        return piece.led && piece.hangs && rest::is_host(token);
    }
    if piece.led && !piece.hangs
        || piece.alike
        || rest::is_foreign(token, ending.last)
        || piece.calls
    {
        return false;
    }
    if !ending.unfinished || !piece.led {
        return piece.alone && ending.is_cut() && rest::is_unmistakable(token);
    }
    let equals = token.contains(&b'=');
    let query = equals && token.contains(&b'&');
    let likeness = Likeness::of(token);
    let strong = query || likeness == Likeness::Strong && piece.set_off;
    let some = likeness == Likeness::Some && piece.alone;
    match ending.last {
        b'-' => {
            piece.alone
                || piece.filled && (strong || some || piece.set_off && rest::is_number(token))
        }
        b'?' | b',' => piece.alone && equals,
        b'.' => {
            (ending.is_host || token.contains(&b'?')) && strong && token[0].is_ascii_lowercase()
        }
        b'/' if rest::is_number(token) || rest::is_setting(token) => false,
        b'/' => piece.filled && (strong || some && rest::is_path(token)),
        b'&' => strong && equals,
        _ => piece.filled && (strong || some),
    }
}
