//! PDF (ISO 32000-1), read as a stream: each object in the order of the file, without the table of references
//! at its end. An object that a later one replaces is read too. A file that can be held in memory is looked through for
//! its fonts before.

use std::io::BufReader;
use std::ops::ControlFlow;
use std::rc::Rc;

mod content;
mod dictionary;
mod encryption;
mod filter;
mod font;
mod fonts;
mod index;
mod layout;
mod lexer;
mod metrics;
mod objects;
mod string;
mod value;

use content::Content;
use dictionary::{Dictionary, Kind};
use filter::Filter;
use fonts::{Fonts, Named};
use index::Index;
use objects::Objects;

use crate::core::bounded::Before;
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::problem::ProblemKind;
use crate::core::step::StepKind;
use crate::core::walker::{Room, Walker};
use crate::layers::syntax::Parsed;
use crate::web::html;

/// PDF, and forms (FDF).
pub struct Pdf;

/// How many blanks may precede the magic number (ISO 32000-1, annex H, 3.4.1).
const MAX_BLANKS: usize = 256;

impl Format for Pdf {
    fn name(&self) -> &'static str {
        "pdf"
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        // Some writers leave blanks before it.
        let blanks =
            head.bytes.iter().take(MAX_BLANKS).take_while(|byte| byte.is_ascii_whitespace());
        let head = Prefix { bytes: &head.bytes[blanks.count()..], ..head };
        head.starts_with(b"%PDF-").or(head.starts_with(b"%FDF-"))
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let (at, room) = (reader.raw(), to.room_to_hold());
        let bytes = reader.peek(room.len.saturating_add(1));
        let mut file = if bytes.len() <= room.len {
            File::of(&Index::of(bytes))
        } else {
            let Room { len, hint, .. } = &room;
            let what = format!("pdf: longer than {len} bytes{hint}: read without its fonts");
            to.problem(ProblemKind::Limit, at, what);
            File::default()
        };
        to.within(StepKind::Layer, "pdf", |to| {
            file.read(reader, to)?;
            file.tell(at, to);
            ControlFlow::Continue(())
        })
    }
}

/// The state of a file.
#[derive(Default)]
struct File {
    objects: Objects,
    fonts: Fonts,
    /// The offset of the first stream that does not start as its filter says, and how many there are. They may
    /// be encrypted: the trailer, at the end, tells.
    odd: Option<(u64, u64)>,
}

impl File {
    fn of(index: &Index<'_>) -> Self {
        let encryption = index.encryption().cloned();
        let fonts = Fonts::of(index);
        File { objects: Objects::of_file(encryption), fonts, odd: None }
    }

    fn read(&mut self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        while !reader.is_at_end() {
            to.text(&mut Parsed::new(reader, &mut self.objects))?;
            if std::mem::take(&mut self.objects.is_at_data) {
                self.stream(reader, to)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Reads the data of a stream.
    fn stream(&mut self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let at = reader.raw();
        let eol = eol_len(reader.front(LONGEST_EOL));
        to.advance(reader, eol as u64);
        let dictionary = self.objects.dictionary.clone();
        let end = dictionary.len.filter(|len| is_exact(*len, reader)).map(|len| reader.at() + len);
        // A length that is wrong or elsewhere does not count.
        let find = |bytes: &[u8], at: u64| match end {
            Some(end) => Some((end - at) as usize).filter(|end| *end < bytes.len()),
            None => end_of_data(bytes),
        };
        let mut data = Before::new(reader, END.len() - 1, find);
        if self.is_read(&dictionary, at, to) {
            self.unpack(&dictionary, at, &mut PeekReader::of_mapped(&mut data), to)?;
        }
        to.skip(&mut data);
        if !data.is_found() {
            to.problem(ProblemKind::Cut, at, format!("object {}: truncated", dictionary.id.number));
        }
        ControlFlow::Continue(())
    }

    /// Returns `true` if the stream may hold text that can be read; names what cannot.
    fn is_read(&self, dictionary: &Dictionary, at: u64, to: &mut Walker<'_>) -> bool {
        let Dictionary { kind, filters, .. } = dictionary;
        if *kind == Kind::Silent || filters.contains(&Filter::Image) || self.objects.is_locked() {
            return false;
        }
        let is_known = filters.len() <= filter::MOST && !filters.contains(&Filter::Unknown);
        if !is_known {
            to.unread(at, "PDF stream with an unknown filter");
        }
        is_known
    }

    /// Decompresses the data, and reads it.
    fn unpack(
        &mut self,
        dictionary: &Dictionary,
        at: u64,
        packed: &mut PeekReader<'_>,
        to: &mut Walker<'_>,
    ) -> ControlFlow<()> {
        let Dictionary { kind, id, filters, parms, .. } = dictionary;
        let number = id.number;
        let named = self.fonts.in_stream(number);
        let step = format!("object {number}");
        if let Some(encryption) = &self.objects.encryption {
            let make = || {
                let plain = BufReader::new(encryption.stream(*id, *kind, packed));
                filter::decoder(filters, *parms, plain)
            };
            return to.unpack(StepKind::Member, &step, make, at, |to, reader| {
                read(*kind, named, reader, to)
            });
        }
        let Some(first) = filters.first() else {
            return to.within(StepKind::Member, step, |to| read(*kind, named, packed, to));
        };
        if packed.is_at_end() {
            return ControlFlow::Continue(());
        }
        if !filter::fits(*first, packed.front(FRONT)) {
            let (_, count) = self.odd.get_or_insert((at, 0));
            *count += 1;
            return ControlFlow::Continue(());
        }
        let make = || filter::decoder(filters, *parms, packed);
        to.unpack(StepKind::Member, &step, make, at, |to, reader| read(*kind, named, reader, to))
    }

    /// Reports what could not be read in all of the file.
    fn tell(&self, at: u64, to: &mut Walker<'_>) {
        if self.objects.is_locked() {
            to.unread(at, "encrypted PDF");
        } else if let Some((at, count)) = self.odd {
            let what = format!(
                "{count} streams could not be decompressed: data does not match their filter"
            );
            to.problem(ProblemKind::Damaged, at, what);
        }
    }
}

/// How many bytes of a stream tell whether a filter fits.
const FRONT: usize = 64;

/// Reads the decompressed data of a stream.
fn read(
    kind: Kind,
    named: Rc<Named>,
    reader: &mut PeekReader<'_>,
    to: &mut Walker<'_>,
) -> ControlFlow<()> {
    match kind {
        Kind::Objects => to.text(&mut Parsed::new(reader, Objects::packed())),
        Kind::Metadata => html::markup(None, reader, to),
        Kind::File => to.open(reader),
        Kind::Unknown if is_xml(reader.front(FRONT)) => html::markup(None, reader, to),
        Kind::Unknown if is_script(reader.front(FRONT)) => to.text(reader),
        Kind::Unknown | Kind::Silent => to.text(&mut Parsed::new(reader, Content::new(named))),
    }
}

/// Returns `true` if bytes are XML, as those of a form are (XFA 3.3).
fn is_xml(bytes: &[u8]) -> bool {
    let bytes = bytes.trim_ascii_start();
    [&b"<?xml"[..], b"<?xpacket", b"<xdp:", b"<template "]
        .iter()
        .any(|start| bytes.starts_with(start))
}

/// Returns `true` if bytes are a script (12.6.4.16), by how these mostly start.
fn is_script(bytes: &[u8]) -> bool {
    let bytes = bytes.trim_ascii_start();
    let starts = [&b"var "[..], b"function ", b"//", b"/*", b"this.", b"app.", b"if ", b"if("];
    starts.iter().any(|start| bytes.starts_with(start))
}

/// The end of the line after `stream`, with blanks before it (7.3.8.1).
const LONGEST_EOL: usize = 16;

fn eol_len(bytes: &[u8]) -> usize {
    let blanks = bytes.iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    match &bytes[blanks..] {
        [b'\r', b'\n', ..] => blanks + 2,
        [b'\r' | b'\n', ..] => blanks + 1,
        _ => 0,
    }
}

/// The longest stream whose length is compared with its end, in bytes.
const CHECKED: u64 = 256 << 10;
/// How many bytes after a stream tell that it ends there.
const ENDING: usize = 16;
const END: &[u8] = b"endstream";

/// Returns `true` if a stream of that length ends where it should.
fn is_exact(len: u64, reader: &mut PeekReader<'_>) -> bool {
    len <= CHECKED && {
        let bytes = reader.front(len as usize + ENDING);
        let after = bytes.get(len as usize..).unwrap_or_default().trim_ascii_start();
        after.starts_with(END)
    }
}

/// The end of a stream or, if that is missing, of its object.
fn end_of_data(bytes: &[u8]) -> Option<usize> {
    memchr::memmem::find_iter(bytes, b"end")
        .find(|end| bytes[*end..].starts_with(END) || bytes[*end..].starts_with(b"endobj"))
}

#[cfg(test)]
pub mod tests;
