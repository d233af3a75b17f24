//! Bare URIs that go on in the next line.

use std::ops::RangeInclusive;

use super::bare::{self, Head};
use super::fold;
use super::view::View;
use super::wrapper::Close;
use crate::byteset::{ALNUM, ByteSet, DIGIT, SCHEME, URI};
use crate::grammar::scheme;
use crate::options::{Join, Options};

/// A URI that was put together from several lines.
pub(super) struct Joined {
    /// All pieces, with what trails the last one.
    pub uri: Vec<u8>,
    /// The same, without the hyphens that stood before a line break.
    pub unhyphenated: Option<Vec<u8>>,
    /// Length of the last piece.
    pub last: usize,
    /// The byte behind the last piece.
    pub end: usize,
}

/// The width that text was wrapped to at least: a token that would have fitted within it was not
/// put on the next line by the wrapping.
const WIDTH: usize = 72;
/// Where a line ends that was cut in the middle of a word.
const CUT: RangeInclusive<usize> = 72..=80;
/// A line that is shorter was not filled up by anybody.
const LEAST_WIDTH: usize = 32;
/// Where the `=` stands that quoted-printable puts at the end of a line that it has cut (RFC 2045
/// 6.7): never a URI's own, and to be taken out by who decodes the text.
const SOFT_BREAK: RangeInclusive<usize> = 70..=76;
/// The longest piece in a line of its own, in bytes.
const MAX_PIECE: usize = 1000;
/// Characters at a line's end that call for more.
const UNFINISHED: ByteSet = ByteSet::of(b"/-=&?_%,.");

/// The URI that runs up to `end` and goes on behind the line's end; `None` where too little speaks
/// for that.
pub(super) fn joined(
    view: &View<'_>,
    head: Head,
    close: Option<Close>,
    end: usize,
    options: &Options,
) -> Option<Joined> {
    if options.join == Join::Never {
        return None;
    }
    let mut joined: Option<Joined> = None;
    let (mut start, mut end) = (head.start, end);
    while let Some(piece) = next_piece(view, head, start, end, close, options) {
        if piece.end - head.start > options.max_wrap.min(options.max_len) {
            break;
        }
        let text = view.slice(piece.from, piece.end);
        let before = joined.get_or_insert_with(|| Joined {
            uri: view.slice(head.start, end).to_vec(),
            unhyphenated: None,
            last: 0,
            end,
        });
        if before.uri.ends_with(b"-") {
            before.unhyphenated.get_or_insert_with(|| before.uri.clone()).pop();
        }
        before.uri.extend_from_slice(text);
        if let Some(other) = &mut before.unhyphenated {
            other.extend_from_slice(text);
        }
        before.last = text.len();
        before.end = piece.end;
        (start, end) = (piece.from, piece.end);
    }
    joined
}

/// What the next line has of the URI.
struct Piece {
    from: usize,
    end: usize,
    /// The length without the punctuation behind it.
    own: usize,
    /// Nothing else stands on its line.
    alone: bool,
    /// It is not indented less than the line before.
    hangs: bool,
    /// The width of the line before with this behind it.
    width: usize,
}

/// What a URI whose last piece is `start..end` goes on with in the next line.
fn next_piece(
    view: &View<'_>,
    head: Head,
    start: usize,
    end: usize,
    close: Option<Close>,
    options: &Options,
) -> Option<Piece> {
    let ending = Ending::of(view, start, end, close)?;
    let always = options.join == Join::Always;
    if !always && !ending.calls_for_more() {
        return None;
    }
    let piece = piece(view, head, start, end, close, options)?;
    let token = view.slice(piece.from, piece.from + piece.own);
    if token.is_empty() || starts_something(view, &piece, token) {
        return None;
    }
    let closed = |i: usize| close.is_some_and(|close| close.is_at(view, i));
    let evidence = always
        || ending.quoted && closed(piece.end)
        || ending.unfinished && ending.bracketed && closed(piece.from + piece.own)
        || piece.hangs && ending.unfinished && speaks_for(&piece, token, ending.last)
        || piece.hangs && piece.alone && ending.is_cut() && is_unmistakable(token);
    evidence.then_some(piece)
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
}

impl Ending {
    fn of(view: &View<'_>, start: usize, end: usize, close: Option<Close>) -> Option<Self> {
        let text = view.slice(start, end);
        let last = *text.last()?;
        let column = end - view.line_start(start)?;
        let unfinished = UNFINISHED.contains(last) && !text.ends_with(b"..");
        let quoted = close.is_some_and(Close::is_quote);
        let bracketed = close.is_some() && !quoted;
        (text.len() > 3).then_some(Ending { last, column, unfinished, quoted, bracketed })
    }

    fn calls_for_more(&self) -> bool {
        let soft_break = self.last == b'=' && SOFT_BREAK.contains(&self.column);
        let wide = self.column >= LEAST_WIDTH;
        !soft_break && (self.quoted || wide && self.unfinished || self.is_cut())
    }

    fn is_cut(&self) -> bool {
        CUT.contains(&self.column)
    }
}

fn piece(
    view: &View<'_>,
    head: Head,
    start: usize,
    end: usize,
    close: Option<Close>,
    options: &Options,
) -> Option<Piece> {
    let next = fold::next_line(view, start, end)?;
    let from = next.from;
    let end = token_end(view, head, from, close, options)?;
    let token = view.slice(from, end);
    let trailing = token.iter().rev().take_while(|b| b".,;:!?)]}'".contains(b)).count();
    let behind = view.skip_blanks(end);
    let alone = view.at(behind).is_none_or(|b| b == b'\n' || b == b'\r');
    let hangs = next.indents[1] >= next.indents[0];
    Some(Piece {
        from,
        end,
        own: token.len() - trailing,
        alone,
        hangs,
        width: next.columns + token.len(),
    })
}

fn token_end(
    view: &View<'_>,
    head: Head,
    from: usize,
    close: Option<Close>,
    options: &Options,
) -> Option<usize> {
    if !view.is(from, |b| URI.contains(b)) {
        return None;
    }
    let end = bare::run(view, Head { body: from, authority: None, ..head }, close, options);
    (!end.truncated && end.end - from <= MAX_PIECE).then_some(end.end)
}

/// Whether the next line starts a URI of its own, an item of a list, or a sentence.
fn starts_something(view: &View<'_>, piece: &Piece, token: &[u8]) -> bool {
    const BULLET: ByteSet = ByteSet::of(b"-*+#=~_.>");
    let colon = token.iter().position(|b| !SCHEME.contains(*b)).unwrap_or(token.len());
    let rest = &token[colon..];
    let starts_uri =
        rest.starts_with(b"://") || rest.starts_with(b":") && scheme::is_known(&token[..colon]);
    let bullet = token.iter().all(|&b| BULLET.contains(b));
    let number = token.iter().all(|&b| DIGIT.contains(b))
        && view.is(piece.from + token.len(), |b| b".):".contains(&b));
    let header = view.is(piece.from + token.len(), |b| b == b':')
        && token.iter().all(|&b| ALNUM.contains(b) || b == b'-');
    let outer = token.first().is_some_and(|b| b"[(=.,;:!)".contains(b));
    starts_uri || bullet || number || header || outer
}

/// Whether a line that ends in `last` and a next line that starts with the token fit together as
/// one URI: the token would have stood on the first line if that had held it.
fn speaks_for(piece: &Piece, token: &[u8], last: u8) -> bool {
    let likeness = Likeness::of(token);
    let filled = piece.width > WIDTH;
    match last {
        b'?' => filled && token.contains(&b'='),
        b'.' | b',' => filled && likeness == Likeness::Strong,
        b'=' => {
            filled && (likeness == Likeness::Strong || piece.alone && likeness > Likeness::None)
        }
        b'-' => piece.alone || filled && likeness > Likeness::None,
        _ => filled && (likeness == Likeness::Strong || piece.alone && likeness > Likeness::None),
    }
}

/// Whether the token can hardly be anything but a piece of a URI. An assignment to a variable is
/// not.
fn is_unmistakable(token: &[u8]) -> bool {
    let equals = token.iter().position(|&b| b == b'=');
    let name = &token[..equals.unwrap_or(0)];
    let assigns =
        name.len() > 2 && !name.iter().any(|b| b.is_ascii_lowercase() || b"&/?%".contains(b));
    let marks = token.iter().any(|b| b"=&%?/".contains(b)) || has_ending(token);
    marks && !assigns && !token.starts_with(b"+") && Likeness::of(token) == Likeness::Strong
}

/// How much a token looks like the rest of a URI rather than like a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
enum Likeness {
    None,
    /// It has a mark or a digit, as some words have.
    Some,
    /// It has marks that words lack.
    Strong,
}

impl Likeness {
    fn of(token: &[u8]) -> Self {
        let count = |marks: &[u8]| token.iter().filter(|b| marks.contains(b)).count();
        let between = |mark: u8| {
            token.windows(3).any(|w| w[1] == mark && ALNUM.contains(w[0]) && ALNUM.contains(w[2]))
        };
        let digit = token.iter().any(u8::is_ascii_digit);
        let slashes = count(b"/");
        if count(b"=&%_~#?") > 0
            || slashes > 1
            || slashes > 0 && (digit || between(b'.'))
            || has_ending(token)
        {
            return Likeness::Strong;
        }
        if slashes > 0 || digit || between(b'.') || between(b'-') {
            Likeness::Some
        } else {
            Likeness::None
        }
    }
}

/// Whether the token is a file's name with its ending.
fn has_ending(token: &[u8]) -> bool {
    let Some(dot) = token.iter().rposition(|&b| b == b'.') else { return false };
    let ending = &token[dot + 1..];
    dot > 1 && (2..=5).contains(&ending.len()) && ending.iter().all(u8::is_ascii_alphanumeric)
}
