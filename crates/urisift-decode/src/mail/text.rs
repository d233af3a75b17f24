//! The text of a header: the fields that may hold a URI, with their encoded words decoded.

use std::ops::Range;

use memchr::{memchr, memmem};

use super::word::{self, Words};
use crate::fields::{Field, Head};
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
    let (text, mut pieces) = (reader.live(), Vec::new());
    for field in head.fields.iter().filter(|field| has_text(text, field)) {
        push_field(text, field, &mut pieces);
    }
    Pieces::new(reader, pieces)
}

fn has_text(text: &[u8], field: &Field) -> bool {
    let (name, body) = (&text[field.name.clone()], &text[field.body.clone()]);
    if name.len() >= u64::BITS as usize || LENGTHS >> name.len() & 1 == 0 {
        return true;
    }
    let is = |other: &&str| name.eq_ignore_ascii_case(other.as_bytes());
    !NO_TEXT.iter().any(is) || memmem::find(body, EXTERNAL).is_some()
}

/// Adds a field: its name, and its body with encoded words decoded. In fields on how to reach a list, those
/// are addresses written for people (RFC 2369).
fn push_field(text: &[u8], field: &Field, pieces: &mut Vec<Piece>) {
    let name = text[field.name.clone()].get(..5);
    let is_list = name.is_some_and(|start| start.eq_ignore_ascii_case(b"List-"));
    let find = if is_list { hidden_at } else { word::find };
    let text = &text[..field.body.end];
    let mut from = field.name.start;
    while let Some(words) = find(text, from.max(field.body.start)) {
        push_raw(from..words.range.start, pieces);
        from = words.range.end;
        pieces.push(Piece::Decoded { text: words.text, raw: words.range });
    }
    push_raw(from..text.len(), pieces);
}

/// Where a web archive has written ` at ` in a `mailto` URI to hide the address.
fn hidden_at(text: &[u8], from: usize) -> Option<Words> {
    let mut from = from;
    loop {
        let start = from + memmem::find(&text[from..], b"<mailto:")?;
        let end = start + memchr(b'>', &text[start..])?;
        if let Some(at) = memmem::find(&text[start..end], b" at ") {
            return Some(Words { range: start + at..start + at + 4, text: b"@".to_vec() });
        }
        from = end;
    }
}

/// Adds raw text, joined to a piece that ends where it starts.
fn push_raw(range: Range<usize>, pieces: &mut Vec<Piece>) {
    match pieces.last_mut() {
        Some(Piece::Verbatim(last)) if last.end == range.start => last.end = range.end,
        _ => pieces.push(Piece::Verbatim(range)),
    }
}
