//! URIs in strings with escapes, with colors of a terminal in them, with marks that are not seen, or in UTF-16: found in
//! the text without these by the usual rules, then mapped back to the source.

use memchr::{memchr, memchr2};

use super::colour::{self, ESC};
use super::escape::{self, Unread};
use super::unseen;
use super::utf16::Order;
use super::view::View;
use super::wrapper::{self, Close, FIELD_END};
use super::{Extent, Head};
use crate::found::Readings;
use crate::grammar::scheme::MAX_SCHEME;
use crate::options::Options;
#[cfg(any(test, fuzzing))]
use crate::testing::steps;

/// How many bytes of the source are read at first. Doubled each time that is too few, so that all is
/// read about twice.
const FIRST: usize = 128;

/// What the source has that the text is read without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    /// Escapes of a string.
    Escapes(Slash),
    /// Colors of a terminal.
    Colours,
    /// Marks that are not seen, and what stands for a soft hyphen.
    Unseen { soft: Option<char> },
    /// Two bytes for each character. The run ends at a unit that is no text.
    Utf16(Order),
}

/// What an unescaped slash is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slash {
    /// A part of the URI.
    Own,
    /// The end of the escaped text, except in quotes: in `s/http:\/\/a.example/b/`, and in a regular
    /// expression between slashes.
    Foreign,
}

/// The URI at `start`, with at least one character written as an escape.
pub(super) fn uri(
    view: &View<'_>,
    start: usize,
    scheme_len: usize,
    slash: Slash,
    options: &Options,
) -> Option<Extent> {
    let layer = Layer::Escapes(slash);
    let extent = find(view, start, layer, options, |text, start, options| {
        super::uri(text, start, start + scheme_len, options)
    });
    extent.filter(|extent| extent.uri().is_some())
}

/// A URI that continues with an escape, or with what it is read without.
pub(super) fn delimited(
    view: &View<'_>,
    head: Head,
    layer: Layer,
    options: &Options,
) -> Option<Extent> {
    let extent = find(view, head.start, layer, options, |text, start, options| {
        if head.scheme_len > 0 {
            return super::uri(text, start, start + head.scheme_len, options);
        }
        let head = Head { start, body: start, authority: Some(start), ..head };
        super::delimited(text, head, &wrapper::opening(text, start), options)
    })?;
    Some(match layer {
        Layer::Unseen { .. } => unseen::with_second(view, head, options, extent),
        _ => extent,
    })
}

/// The URI that `find` finds in the unescaped text; its first byte is at `start` in the source.
/// `find` gets that text, the first byte's offset in it, and the options.
pub(super) fn find(
    view: &View<'_>,
    start: usize,
    layer: Layer,
    options: &Options,
    find: impl Fn(&View<'_>, usize, &Options) -> Option<Extent>,
) -> Option<Extent> {
    let mut reading = Reading::before(view, start, layer);
    let mut most = FIRST;
    loop {
        let source = view.sight(start, most);
        reading.text.truncate(reading.start);
        reading.read(source);
        let inner = view.of_reading(&reading.text);
        let max_len = match source.len() > options.max_len {
            true => reading.text_len(source, options.max_len),
            false => options.max_len,
        };
        let extent =
            find(&inner, reading.start, &Options { escapes: false, max_len, ..options.clone() });
        let decided = reading.is_whole || !inner.reached_end();
        if decided || source.len() < most {
            if !decided {
                view.want_more();
            }
            return extent.map(|extent| reading.put_back(extent, view, start, source));
        }
        most = most.saturating_mul(2);
    }
}

/// A part of the source, unescaped.
#[derive(Debug)]
struct Reading {
    text: Vec<u8>,
    /// Where the URI starts in the text.
    start: usize,
    layer: Layer,
    /// The string ends where the reading stopped.
    is_whole: bool,
}

impl Reading {
    /// Reads the text before the URI.
    fn before(view: &View<'_>, start: usize, layer: Layer) -> Self {
        let before = view.before(start);
        let text = Vec::with_capacity(before.len() + FIRST);
        let mut reading = Reading { text, start: 0, layer, is_whole: false };
        if let Layer::Utf16(order) = layer {
            reading.read_run(before, order);
        } else if let Layer::Escapes(_) = layer {
            reading.layer = Layer::Escapes(Slash::Own);
            let read = reading.read(before);
            reading.text.extend_from_slice(&before[read..]);
        } else {
            reading.text.extend_from_slice(before);
        }
        reading.start = reading.text.len();
        let opening = wrapper::opening(&view.of_reading(&reading.text), reading.start);
        if !opening.close.is_some_and(Close::is_quote) {
            reading.layer = layer;
        }
        reading
    }

    /// Reads the run of UTF-16 that the source ends in.
    fn read_run(&mut self, source: &[u8], order: Order) {
        let letters = source.rchunks_exact(2).map_while(|unit| order.letter([unit[0], unit[1]]));
        let letters: Vec<char> = letters.collect();
        if 2 * letters.len() < source.len() {
            self.text.push(FIELD_END);
        }
        let mut utf8 = [0; 4];
        for letter in letters.iter().rev() {
            self.text.extend_from_slice(letter.encode_utf8(&mut utf8).as_bytes());
        }
    }

    /// Reads the source up to its end, an escape that it cuts, or the end of the string. Returns how many
    /// bytes it read.
    fn read(&mut self, source: &[u8]) -> usize {
        let mut tokens = Tokens::of(source, self.layer);
        for token in &mut tokens {
            match token {
                Token::Plain(text) => self.text.extend_from_slice(text),
                Token::Escape { c: Some(c), .. } => {
                    self.text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                }
                Token::Escape { c: None, .. } => {}
            }
        }
        self.is_whole = tokens.is_at_end();
        if let Layer::Utf16(_) = self.layer
            && self.is_whole
        {
            self.text.push(FIELD_END);
        }
        tokens.at
    }

    /// The length in the text of the first `len` bytes of the source, without an escape that they cut.
    fn text_len(&self, source: &[u8], len: usize) -> usize {
        let (mut text, mut at) = (0, 0);
        for token in Tokens::of(source, self.layer) {
            if at + token.source_len() > len {
                let cut = if let Token::Plain(_) = token { len - at } else { 0 };
                return text + cut;
            }
            text += token.text_len();
            at += token.source_len();
        }
        text
    }

    /// The length in the source of the first `len` bytes of the text.
    fn source_len(&self, source: &[u8], len: usize) -> usize {
        let (mut text, mut at) = (0, 0);
        for token in Tokens::of(source, self.layer) {
            if text == len || text + token.text_len() > len {
                break;
            }
            text += token.text_len();
            at += token.source_len();
        }
        at + (len - text)
    }

    /// Maps an extent in the text to the source, where the URI starts at `start`.
    fn put_back(&self, extent: Extent, view: &View<'_>, start: usize, source: &[u8]) -> Extent {
        let end = start + self.source_len(source, extent.end - self.start);
        let (first, second) = match extent.readings {
            Some(readings) => (readings.first, readings.second),
            None => (None, None),
        };
        let uri = first.unwrap_or_else(|| self.text[extent.start..extent.end].to_vec());
        let uri = (uri != view.slice(start, end)).then_some(uri);
        Extent { start, end, readings: Readings::of(uri, second), ..extent }
    }
}

/// The tokens of the source up to its end, an escape that it cuts, or what ends the string.
struct Tokens<'a> {
    source: &'a [u8],
    at: usize,
    layer: Layer,
    /// Whether a color is set, or a mark has been passed.
    inside: bool,
}

enum Token<'a> {
    /// Text without escapes that can be read.
    Plain(&'a [u8]),
    /// A character, or nothing, and the length of its escape in bytes.
    Escape { c: Option<char>, len: usize },
}

impl Token<'_> {
    fn source_len(&self) -> usize {
        match self {
            Token::Plain(text) => text.len(),
            Token::Escape { len, .. } => *len,
        }
    }

    fn text_len(&self) -> usize {
        match self {
            Token::Plain(text) => text.len(),
            Token::Escape { c, .. } => c.map_or(0, char::len_utf8),
        }
    }
}

impl<'a> Tokens<'a> {
    fn of(source: &'a [u8], layer: Layer) -> Self {
        Tokens { source, at: 0, layer, inside: false }
    }

    /// Returns `true` if an escaped colon here belongs: after a host, or if that after the scheme is escaped too.
    fn is_colon(&self) -> bool {
        let (before, rest) = self.source.split_at(self.at);
        let [b'\\', b':', rest @ ..] = rest else { return false };
        let scheme = &self.source[..self.source.len().min(MAX_SCHEME + 2)];
        let first = memchr(b':', scheme).and_then(|colon| scheme.get(colon.checked_sub(1)?));
        let is_port = before.last().is_some_and(u8::is_ascii_alphanumeric)
            && rest.first().is_some_and(u8::is_ascii_digit);
        first == Some(&b'\\') || is_port
    }

    /// Returns `true` at what ends the string: a slash, or a unit that is no text.
    fn is_at_end(&self) -> bool {
        let rest = &self.source[self.at..];
        match self.layer {
            Layer::Escapes(Slash::Foreign) => rest.first() == Some(&b'/'),
            Layer::Utf16(order) => {
                rest.first_chunk().is_some_and(|unit| order.letter(*unit).is_none())
            }
            _ => false,
        }
    }

    /// The escape that the rest of the source starts with.
    fn escape(&self) -> Result<Token<'a>, Unread> {
        let escaped = escape::read(&self.source[self.at..])?;
        let c = escaped.c.or_else(|| self.is_colon().then_some(':'));
        Ok(Token::Escape { c, len: escaped.len })
    }

    /// What the rest of the source starts with that the text is read without.
    fn hidden(&mut self) -> Result<Token<'a>, Unread> {
        let rest = &self.source[self.at..];
        let (c, len) = match self.layer {
            Layer::Escapes(_) => return self.escape(),
            Layer::Colours => {
                let read = colour::inside(rest, self.inside);
                self.inside = read.is_ok_and(|(_, coloured)| coloured);
                (None, read?.0)
            }
            Layer::Unseen { soft } => {
                let read = unseen::inside(rest, self.inside);
                self.inside = read.is_ok();
                (soft.filter(|_| rest.starts_with(unseen::SOFT_HYPHEN)), read?)
            }
            Layer::Utf16(order) => (order.letter(*rest.first_chunk().ok_or(Unread::Cut)?), 2),
        };
        Ok(Token::Escape { c, len })
    }

    /// Where the text stops that needs no closer look.
    fn plain_end(&self, rest: &[u8]) -> Option<usize> {
        match self.layer {
            Layer::Escapes(Slash::Own) => memchr(b'\\', rest),
            Layer::Escapes(Slash::Foreign) => memchr2(b'\\', b'/', rest),
            Layer::Colours => memchr(ESC, rest),
            Layer::Unseen { .. } => memchr2(0xc2, 0xe2, rest),
            Layer::Utf16(_) => (!rest.is_empty()).then_some(0),
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        let rest = &self.source[self.at..];
        let plain = |len: usize| (len > 0).then(|| Token::Plain(&rest[..len]));
        let token = match self.plain_end(rest) {
            Some(0) if !self.is_at_end() => match self.hidden() {
                Ok(token) => Some(token),
                Err(Unread::Other) => {
                    plain(rest.iter().position(|&b| b != rest[0]).unwrap_or(rest.len()))
                }
                Err(Unread::Cut) => None,
            },
            end => plain(end.unwrap_or(rest.len())),
        }?;
        #[cfg(any(test, fuzzing))]
        steps::add(token.source_len());
        self.at += token.source_len();
        Some(token)
    }
}
