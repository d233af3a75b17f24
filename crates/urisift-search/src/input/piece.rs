//! A piece of a source: where its search starts and ends, as text that goes to other machines.

use std::fmt;
use std::str::FromStr;

use urisift_decode::{Content, Envelope, Format, Place, Start};

use super::parse_format;
use crate::span::Position;

/// A piece of a source, which is searched as if the whole source were: see
/// [`SearchBuilder::split`](crate::SearchBuilder::split).
///
/// As text ([`Display`](fmt::Display), [`FromStr`]), it may go to other processes with the same version of this crate.
///
/// ```
/// use urisift_search::{Piece, Search};
///
/// let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/mail/list.mbox");
/// let pieces: Vec<_> = Search::builder().path(path).split(1 << 30)?.collect();
/// let [piece] = &pieces[..] else { panic!("it is short") };
/// assert_eq!(piece.start(), 0);
/// let again: Piece = piece.to_string().parse()?;
/// assert_eq!(again, *piece);
/// let found = Search::builder().piece(path, again).build()?.count();
/// assert_eq!(found, Search::builder().path(path).build()?.count());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// The format of the source; `None` for text.
    pub(crate) format: Option<&'static dyn Format>,
    /// Where it starts and ends.
    pub(crate) at: Start,
    /// Where the search of a text is there.
    pub(crate) state: TextState,
}

/// Where the search of a text stands: see `SearchState`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TextState {
    pub cursor: u64,
    pub free: u64,
    pub skipping: bool,
}

impl Piece {
    /// The offset in the source from which it is read: no byte before it is.
    pub fn start(&self) -> u64 {
        self.at.at.offset
    }

    /// Returns `true` if it is all of the source.
    pub(crate) fn is_whole(&self) -> bool {
        self.start() == 0 && self.at.end == u64::MAX
    }

    /// All of the source, of any format.
    pub(crate) fn whole() -> Self {
        let (at, content) = (Place::FIRST, Content::Text);
        let at = Start { at, unpacked: None, content, end: u64::MAX };
        Piece { format: None, at, state: TextState::default() }
    }
}

impl PartialEq for Piece {
    fn eq(&self, other: &Self) -> bool {
        let name = |piece: &Piece| piece.format.map(Format::name);
        (name(self), self.at, self.state) == (name(other), other.at, other.state)
    }
}

impl Eq for Piece {}

/// The name of no format.
const TEXT: &str = "plain";

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Start { at, unpacked, content, end } = self.at;
        write!(f, "{} {}", self.format.map_or(TEXT, Format::name), place(at))?;
        write!(f, " {} {end}", unpacked.map_or("-".to_owned(), place))?;
        match content {
            Content::Text => {
                let TextState { cursor, free, skipping } = self.state;
                write!(f, " text {cursor} {free} {}", u8::from(skipping))
            }
            Content::Messages { number, least } => {
                let least = ENVELOPES.iter().position(|it| *it == least).unwrap_or_default();
                write!(f, " messages {number} {least}")
            }
            Content::Records { number } => write!(f, " records {number}"),
        }
    }
}

const ENVELOPES: [Envelope; 4] =
    [Envelope::Dated, Envelope::Sloppy, Envelope::Sender, Envelope::Bare];

fn place(Place { offset, position }: Place) -> String {
    match position {
        Some(Position { line, column }) => format!("{offset}:{line}:{column}"),
        None => offset.to_string(),
    }
}

/// A text is not a piece of this version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidPiece(String);

impl fmt::Display for InvalidPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is no piece of a source, or one of another version", self.0)
    }
}

impl std::error::Error for InvalidPiece {}

impl FromStr for Piece {
    type Err = InvalidPiece;

    fn from_str(text: &str) -> Result<Self, InvalidPiece> {
        parse(text).ok_or_else(|| InvalidPiece(text.to_owned()))
    }
}

fn parse(text: &str) -> Option<Piece> {
    let words: Vec<_> = text.split(' ').collect();
    let [name, at, unpacked, end, content @ ..] = &words[..] else { return None };
    let format = parse_format(name).ok()?;
    let unpacked = if *unpacked == "-" { None } else { Some(parse_place(unpacked)?) };
    let mut state = TextState::default();
    let content = match content {
        ["text", cursor, free, skipping] => {
            let skipping = skipping.parse::<u8>().ok()? == 1;
            state = TextState { cursor: cursor.parse().ok()?, free: free.parse().ok()?, skipping };
            Content::Text
        }
        ["messages", number, least] => {
            let least = *ENVELOPES.get(least.parse::<usize>().ok()?)?;
            Content::Messages { number: number.parse().ok()?, least }
        }
        ["records", number] => Content::Records { number: number.parse().ok()? },
        _ => return None,
    };
    let at = Start { at: parse_place(at)?, unpacked, content, end: end.parse().ok()? };
    Some(Piece { format, at, state })
}

fn parse_place(text: &str) -> Option<Place> {
    let mut words = text.split(':');
    let offset = words.next()?.parse().ok()?;
    let position = match words.next() {
        Some(line) => {
            let (line, column) = (line.parse().ok()?, words.next()?.parse().ok()?);
            // A column is counted from 1, and its line starts in the source.
            (column > 0 && column <= offset + 1).then_some(())?;
            Some(Position { line, column })
        }
        None => None,
    };
    words.next().is_none().then_some(Place { offset, position })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_text() {
        for text in [
            "plain 0:1:1 - 18446744073709551615 text 0 0 0",
            "plain 100:7:3 - 200 text 120 110 1",
            "gz 4:1:5 100 300 records 7",
            "mbox 100:3:1 - 700 messages 12 2",
            "mbox 100:3:1 - 700 messages 12 3",
        ] {
            assert_eq!(text.parse::<Piece>().unwrap().to_string(), text);
        }
        for text in [
            "",
            "none 0 - 1 text 0 0 0",
            "plain 0 - 1 text 0 0",
            "plain 0 - 1 text 0 0 x",
            "plain 0:1:0 - 1 text 0 0 0",
            "plain 0:1:2 - 1 text 0 0 0",
            "plain 0:1 - 1 text 0 0 0",
            "mbox 0 - 1 messages 0 4",
        ] {
            assert!(text.parse::<Piece>().is_err(), "{text}");
        }
    }
}
