//! The objects of a PDF, as text: the strings in them. Nothing of a stream is read here.

use std::ops::Range;
use std::rc::Rc;

use super::dictionary::{Dictionary, Id};
use super::encryption::Encryption;
use super::lexer::{self, Literal, Next, Token};
use super::string::{self, Form, Text};
use crate::core::peek::PeekReader;
use crate::layers::syntax::{MAX_UNIT, Syntax, Unit, trimmed};

/// Reads objects up to the data of a stream.
#[derive(Default)]
pub(super) struct Objects {
    /// That of the last object.
    pub dictionary: Dictionary,
    /// Data follows, of a stream with that dictionary.
    pub is_at_data: bool,
    is_packed: bool,
    /// How the strings are encrypted.
    pub encryption: Option<Rc<Encryption>>,
    /// What there is as text in the next unit, and the object that it is in.
    texts: Vec<(Range<usize>, Kind, Id)>,
    /// How many parentheses are open in a string that is longer than a unit.
    depth: usize,
    /// The last token is the key of an address.
    is_after_uri: bool,
}

/// How a range is text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A string.
    String(Form),
    /// A string that is an address (12.6.4.7).
    Uri(Form),
    /// Text as it is: a comment, or a string that has no end or is too long.
    Plain,
}

impl Objects {
    /// Those in a stream of objects, in which there are no other streams.
    pub fn packed() -> Self {
        Objects { is_packed: true, ..Objects::default() }
    }

    /// Those of a file that is encrypted like that.
    pub fn of_file(encryption: Option<Rc<Encryption>>) -> Self {
        Objects { encryption, ..Objects::default() }
    }

    /// Returns `true` if it is known by now that strings and streams are encrypted, and cannot be read.
    pub fn is_locked(&self) -> bool {
        self.encryption.is_none() && self.dictionary.is_encrypted()
    }

    /// Takes a token; returns whether data follows.
    fn take(&mut self, token: Token, range: Range<usize>, bytes: &[u8]) -> bool {
        let word = &bytes[range.clone()];
        let is_after_uri = std::mem::replace(&mut self.is_after_uri, false);
        let inner = || range.start + 1..range.end - 1;
        let kind = |form| if is_after_uri { Kind::Uri(form) } else { Kind::String(form) };
        let id = self.dictionary.id;
        match token {
            Token::Comment | Token::Unclosed => self.texts.push((range, Kind::Plain, id)),
            Token::Literal => self.texts.push((inner(), kind(Form::Literal), id)),
            Token::Hex => self.texts.push((inner(), kind(Form::Hex), id)),
            Token::Name => self.is_after_uri = word == b"/URI",
            _ => {}
        }
        self.dictionary.take(token, word);
        token == Token::Word && word == b"stream" && !self.is_packed
    }

    /// The rest of a long string in the bytes; returns how many there are.
    fn go_on(&mut self, bytes: &[u8]) -> usize {
        let (len, is_over) = match lexer::literal_end(bytes, &mut self.depth) {
            Literal::Closed(len) | Literal::Broken(len) => (len, true),
            Literal::Open(len) => (len.max(1), false),
        };
        if is_over {
            self.depth = 0;
        }
        self.texts.push((0..len, Kind::Plain, self.dictionary.id));
        len
    }
}

impl Syntax for Objects {
    /// The tokens that are complete. Strings longer than [`MAX_UNIT`] are read in pieces, as they are.
    fn unit(&mut self, reader: &mut PeekReader<'_>) -> usize {
        if self.is_at_data {
            return 0;
        }
        let bytes = reader.peek(MAX_UNIT + 1);
        let is_all = bytes.len() <= MAX_UNIT;
        let bytes = &bytes[..bytes.len().min(MAX_UNIT)];
        let mut at = if self.depth > 0 { self.go_on(bytes) } else { 0 };
        while at < bytes.len() {
            match lexer::next(bytes, at, is_all) {
                Next::Token(token, range) => {
                    at = range.end;
                    self.is_at_data = self.take(token, range, bytes);
                    if self.is_at_data {
                        break;
                    }
                }
                Next::More(0) if bytes[0] == b'(' => {
                    at = self.go_on(bytes);
                }
                Next::More(0) | Next::None => at = bytes.len(),
                Next::More(start) => {
                    at = start;
                    break;
                }
            }
        }
        at
    }

    fn read(&mut self, unit: &mut Unit<'_>) {
        let is_hidden = self.is_locked();
        for (range, kind, id) in self.texts.drain(..).filter(|_| !is_hidden) {
            unit.skip(unit.done()..range.start);
            match kind {
                Kind::Plain => unit.verbatim(range.end),
                Kind::String(form) | Kind::Uri(form) => {
                    let text = match &self.encryption {
                        // The trailer and streams of references are in no object, and not encrypted.
                        Some(encryption) if id != Id::default() => {
                            let bytes = string::bytes(unit.text, range.clone(), form);
                            string::decoded(&encryption.string(id, bytes))
                        }
                        _ => string::text(unit.text, range.clone(), form),
                    };
                    let Some(text) = text else { continue };
                    if matches!(kind, Kind::Uri(_)) {
                        link(range.clone(), &text, unit);
                    }
                    if unit.done() < range.end {
                        unit.border(unit.done().max(range.start));
                        text.write(range.clone(), unit);
                        unit.border(range.end);
                    }
                }
            }
        }
        unit.skip(unit.done()..unit.text.len());
    }
}

/// Writes the address in that range as a link, unless it is empty, has several lines, or is a host without a scheme.
fn link(range: Range<usize>, text: &Text, unit: &mut Unit<'_>) {
    let value = text.value();
    let range = if value.is_some() { range } else { trimmed(unit.text, range) };
    let written = value.as_deref().unwrap_or(&unit.text[range.clone()]);
    let is_host = written.get(..4).is_some_and(|www| www.eq_ignore_ascii_case(b"www."));
    if !written.is_empty() && !written.contains(&b'\n') && !is_host {
        unit.link(range, value, "URI");
    }
}
