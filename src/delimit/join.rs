//! Bare URIs that go on in the next line.

use super::bare::{self, Head};
use super::fold::{self, UNFINISHED};
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
/// A line that is shorter was not filled up by anybody.
const LEAST_WIDTH: usize = 32;
/// Where the `=` stands that quoted-printable puts at the end of a line that it has cut (RFC 2045
/// 6.7): never a URI's own, and to be taken out by who decodes the text.
const SOFT_BREAK: std::ops::RangeInclusive<usize> = 60..=76;
/// The longest piece in a line of its own.
const MAX_PIECE: usize = 1000;

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
        if end - head.start > options.max_wrap.min(options.max_len) {
            break;
        }
    }
    joined
}

struct Piece {
    from: usize,
    end: usize,
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
    let last = view.slice(start, end).last().copied()?;
    let always = options.join == Join::Always;
    let unfinished = UNFINISHED.contains(last);
    let quoted = close.is_some_and(Close::is_quote);
    if !always && !unfinished && !quoted || end - start < 4 {
        return None;
    }
    let column = end - view.line_start(start)?;
    if !always && (column < LEAST_WIDTH && !quoted || last == b'=' && SOFT_BREAK.contains(&column))
    {
        return None;
    }
    let next = fold::next_line(view, start, end)?;
    let piece = Piece { from: next.from, end: token_end(view, head, next.from, close, options)? };
    let token = view.slice(piece.from, piece.end);
    let own = token.len() - token.iter().rev().take_while(|b| b".,;:!?)]}'".contains(b)).count();
    let token = &token[..own];
    if token.is_empty() || starts_something(view, &piece, token) {
        return None;
    }
    if always {
        return Some(piece);
    }
    let behind = piece.from + own;
    let bracketed =
        unfinished && matches!(close, Some(Close::Byte(b)) if view.is(behind, |x| x == b));
    let quoted =
        close.is_some_and(Close::is_quote) && close.is_some_and(|c| c.is_at(view, piece.end));
    let filled = next.columns + (piece.end - piece.from) > WIDTH;
    let evidence = bracketed
        || quoted
        || unfinished && filled && speaks_for(view, &piece, token, last, next.indents);
    evidence.then_some(piece)
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
    let end =
        bare::run(view, Head { start: head.start, body: from, authority: None }, close, options);
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

/// Whether the first line's last character and the next line's token fit together as one URI.
fn speaks_for(view: &View<'_>, piece: &Piece, token: &[u8], last: u8, indents: [usize; 2]) -> bool {
    let next = view.skip_blanks(piece.end);
    let alone = view.at(next).is_none_or(|b| b == b'\n' || b == b'\r');
    let likeness = Likeness::of(token);
    let fits = match last {
        b'?' => token.contains(&b'='),
        b'.' | b',' => likeness == Likeness::Strong,
        b'=' => alone && likeness > Likeness::None,
        b'-' => alone || likeness > Likeness::None,
        _ => likeness == Likeness::Strong || alone && likeness > Likeness::None,
    };
    fits && indents[1] >= indents[0]
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
