//! Catalogs of gettext: strings with escapes, which continue in the next line.

use memchr::{memchr, memchr2};

use super::Dialect;
use super::escapes::{self, Escape};
use crate::layers::syntax::{Syntax, Unit};

/// Catalogs of messages (`xgettext`).
pub(crate) const PO: Dialect<Po> = Dialect {
    name: "po",
    extensions: &["po", "pot"],
    media_types: &[],
    may_start_as: &[],
    syntax: || Po,
};

/// Strings that are one URI have exact ends.
pub(crate) struct Po;

impl Syntax for Po {
    fn read(&mut self, unit: &mut Unit<'_>) {
        let mut at = 0;
        while at < unit.text.len() {
            let rest = &unit.text[at..];
            let is_comment = rest.starts_with(b"#") && entry(rest) == 0;
            let mark = if is_comment { memchr(b'\n', rest) } else { memchr2(b'"', b'\n', rest) };
            at = match mark {
                None => return,
                Some(mark) if rest[mark] == b'"' => string(unit, at + mark + 1),
                Some(feed) => at + feed + 1,
            };
        }
    }
}

/// The length of the mark of an entry that is obsolete, or of a string before it changed.
fn entry(line: &[u8]) -> usize {
    if line.starts_with(b"#~") || line.starts_with(b"#|") { 2 } else { 0 }
}

/// Reads a string, with those that continue it; returns the offset after its closing quote.
fn string(unit: &mut Unit<'_>, start: usize) -> usize {
    let text = unit.text;
    let mut at = start;
    let end = loop {
        match text.get(at) {
            Some(b'\\') => at += 2,
            Some(b'"') => match joint(&text[at..]) {
                Some(len) => at += len,
                None => break at,
            },
            // It is not closed.
            None | Some(b'\n') => break at.min(text.len()),
            Some(_) => at += 1,
        }
    };
    escapes::value(unit, start..end, escape);
    text.len().min(end + 1)
}

/// The length of a closing quote, the line break after it, and the quote that opens the next string.
fn joint(text: &[u8]) -> Option<usize> {
    let rest = text.strip_prefix(b"\"")?;
    let line = rest.trim_ascii_start();
    if !rest[..rest.len() - line.len()].contains(&b'\n') {
        return None;
    }
    let next = line[entry(line)..].trim_ascii_start().strip_prefix(b"\"")?;
    Some(text.len() - next.len())
}

/// What an escape stands for; nothing for what is between two strings.
fn escape(text: &[u8]) -> Option<Escape> {
    if let Some(len) = joint(text) {
        return Some(Escape { len, stands: Vec::new() });
    }
    let stands = match text.strip_prefix(b"\\")?.first()? {
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        byte @ (b'"' | b'\\') => *byte,
        _ => return None,
    };
    Some(Escape { len: 2, stands: vec![stands] })
}
