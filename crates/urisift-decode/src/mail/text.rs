//! The text of a header: the fields that may hold a URI, with their encoded words decoded.

use std::ops::Range;

use memchr::{memchr, memmem};

use super::word;
use crate::fields::Head;
use crate::peek::PeekReader;
use crate::pieces::{Piece, Pieces};

/// Fields whose values look like URIs or addresses, but are names of messages or signed text.
const NO_TEXT: &[&str] = &[
    "ARC-Message-Signature",
    "ARC-Seal",
    "Article-ID",
    "Content-ID",
    "Content-Type",
    "DKIM-Signature",
    "DomainKey-Signature",
    "In-Reply-To",
    "Message-ID",
    "Original-Message-ID",
    "References",
    "Resent-Message-ID",
    "Supersedes",
    "X-Google-DKIM-Signature",
    "X-Message-ID",
    "X-MS-Message-ID",
    "X-Original-Message-ID",
];

/// The lengths of these names, a bit each: that alone excludes most names.
const LENGTHS: u64 = {
    let (mut bits, mut index) = (0, 0);
    while index < NO_TEXT.len() {
        bits |= 1 << NO_TEXT[index].len();
        index += 1;
    }
    bits
};

/// A Content-Type of this kind says where the body is (RFC 2017).
const EXTERNAL: &[u8] = b"external-body";

/// The text of the header at the front of the reader.
pub(super) fn of<'t, 's>(reader: &'t PeekReader<'s>, head: &Head) -> Pieces<'t, 's> {
    let mut collected = Collected { text: reader.live(), pieces: Vec::new() };
    for field in &head.fields {
        if collected.has_text(&field.name, &field.body) {
            collected.push_field(field.name.start, field.body.clone());
        }
    }
    Pieces::new(reader, collected.pieces)
}

/// Where a web archive has written ` at ` in a `mailto` URI to hide the address.
fn hidden_at(text: &[u8], from: usize) -> Option<Range<usize>> {
    let mut from = from;
    loop {
        let start = from + memmem::find(&text[from..], b"<mailto:")?;
        let end = start + memchr(b'>', &text[start..])?;
        if let Some(at) = memmem::find(&text[start..end], b" at ") {
            return Some(start + at..start + at + 4);
        }
        from = end;
    }
}

/// What is decoded in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Decoding {
    /// Encoded words.
    Words,
    /// Addresses written for people: in fields on how to reach a list (RFC 2369).
    Addresses,
}

/// Pieces that are being collected.
struct Collected<'t> {
    text: &'t [u8],
    pieces: Vec<Piece>,
}

impl Collected<'_> {
    fn has_text(&self, name: &Range<usize>, body: &Range<usize>) -> bool {
        let (name, body) = (&self.text[name.clone()], &self.text[body.clone()]);
        if name.len() >= u64::BITS as usize || LENGTHS >> name.len() & 1 == 0 {
            return true;
        }
        let is = |other: &&str| name.eq_ignore_ascii_case(other.as_bytes());
        !NO_TEXT.iter().any(is) || memmem::find(body, EXTERNAL).is_some()
    }

    /// Adds a field: its name and its body.
    fn push_field(&mut self, start: usize, body: Range<usize>) {
        let mut from = start;
        let how = self.decoding(start..body.start);
        while let Some((text, raw)) = self.next_decoded(from.max(body.start)..body.end, how) {
            self.push_raw(from..raw.start);
            from = raw.end;
            self.pieces.push(Piece::Decoded { text, raw });
        }
        self.push_raw(from..body.end);
    }

    fn decoding(&self, name: Range<usize>) -> Decoding {
        let start = self.text[name].get(..5);
        let is_list = start.is_some_and(|start| start.eq_ignore_ascii_case(b"List-"));
        if is_list { Decoding::Addresses } else { Decoding::Words }
    }

    /// The next range to decode: its text, and its place.
    fn next_decoded(&self, body: Range<usize>, how: Decoding) -> Option<(Vec<u8>, Range<usize>)> {
        let text = &self.text[..body.end];
        match how {
            Decoding::Addresses => hidden_at(text, body.start).map(|at| (b"@".to_vec(), at)),
            Decoding::Words => word::find(text, body.start).map(|words| (words.text, words.range)),
        }
    }

    /// Adds raw text, joined to a piece that ends where it starts.
    fn push_raw(&mut self, range: Range<usize>) {
        match self.pieces.last_mut() {
            _ if range.is_empty() => {}
            Some(Piece::Verbatim(last)) if last.end == range.start => last.end = range.end,
            _ => self.pieces.push(Piece::Verbatim(range)),
        }
    }
}
