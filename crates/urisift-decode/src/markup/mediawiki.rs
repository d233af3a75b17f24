//! MediaWiki: links in brackets, and URIs that are parameters of templates.

use super::Dialect;
use super::source::{Ahead, Escapes, run};
use crate::layers::syntax::{Syntax, Unit, is_one_uri, trimmed};

/// Wikitext of MediaWiki.
pub(crate) const MEDIAWIKI: Dialect<MediaWiki> = Dialect {
    name: "mediawiki",
    extensions: &["mediawiki", "wiki", "wikitext"],
    media_types: &[],
    may_start_as: &["html"],
    syntax: MediaWiki::default,
};

const ESCAPES: Escapes = Escapes { backslash: |_| false, references: true };
/// Elements whose content is not wikitext.
const RAW: &[&str] = &["nowiki", "pre", "syntaxhighlight", "source"];

/// Reads the links of a text, but not in elements without wikitext.
#[derive(Default)]
pub(crate) struct MediaWiki {
    /// What ends the element.
    raw: Option<String>,
}

impl Syntax for MediaWiki {
    fn read(&mut self, unit: &mut Unit<'_>) {
        let text = unit.text;
        let mut ends = Ends { closes: Ahead::new(text, b"]"), feeds: Ahead::new(text, b"\n") };
        let mut at = self.after_raw(text, 0);
        while let Some(next) = text[at..].iter().position(|b| b"[|=<".contains(b)) {
            at += next;
            at = match text[at] {
                b'[' => link(unit, &mut ends, at),
                b'<' => self.element(text, at),
                _ => parameter(unit, at),
            };
        }
    }
}

impl MediaWiki {
    /// The offset after the element that the text is in.
    fn after_raw(&mut self, text: &[u8], at: usize) -> usize {
        let Some(close) = &self.raw else { return at };
        let end = memchr::memmem::find(&text[at..], close.as_bytes());
        match end {
            Some(end) => {
                let len = close.len();
                self.raw = None;
                at + end + len
            }
            None => text.len(),
        }
    }

    /// The offset after an element without wikitext, or after a bracket that starts none.
    fn element(&mut self, text: &[u8], at: usize) -> usize {
        let name = &text[at + 1..];
        let name = &name[..run(name, |b| b.is_ascii_alphabetic())];
        let Some(raw) = RAW.iter().find(|raw| name.eq_ignore_ascii_case(raw.as_bytes())) else {
            return at + 1;
        };
        let from = at + 1 + name.len();
        match memchr::memchr2(b'>', b'<', &text[from..]) {
            Some(len) if text[from + len] == b'>' && text[from + len - 1] != b'/' => {
                self.raw = Some(format!("</{raw}>"));
                self.after_raw(text, from + len + 1)
            }
            _ => from,
        }
    }
}

/// What ends a link.
struct Ends<'t> {
    closes: Ahead<'t>,
    feeds: Ahead<'t>,
}

impl Ends<'_> {
    /// Returns `true` if a bracket closes in the line.
    fn closes_in_line(&mut self, at: usize) -> bool {
        let feed = self.feeds.from(at).unwrap_or(usize::MAX);
        self.closes.from(at).is_some_and(|close| close < feed)
    }
}

/// `[target text]`, and `[[target|text]]`; returns the offset after the target.
fn link(unit: &mut Unit<'_>, ends: &mut Ends<'_>, at: usize) -> usize {
    let text = unit.text;
    let is_double = text[at..].starts_with(b"[[");
    let start = at + 1 + usize::from(is_double);
    let is_end = |b: u8| b <= b' ' || b"[]<>\"".contains(&b) || is_double && b == b'|';
    let end = start + run(&text[start..], |b| !is_end(b));
    let target = &text[start..end];
    let is_relative = !is_double && target.starts_with(b"//") && target.len() > 2;
    if (is_relative || is_one_uri(target)) && ends.closes_in_line(end) {
        let label = end + usize::from(is_double);
        unit.label(label..label + run(&text[label..], |b| b != b']' && b != b'\n'));
        unit.reference(start..end, ESCAPES.decoded(target), "link");
    }
    end.max(at + 1)
}

/// A parameter of a template, or a cell, from its mark on: it may be a URI; returns the offset after it.
fn parameter(unit: &mut Unit<'_>, at: usize) -> usize {
    let text = unit.text;
    let start = at + 1;
    let value = &text[start..];
    let value = &value[..value.iter().position(|b| b"|{}\n[<=".contains(b)).unwrap_or(value.len())];
    let end = start + value.len();
    // An equals sign ends a name, but may be in a query.
    let end = match text.get(end) {
        Some(b'=') if is_one_uri(value.trim_ascii()) => {
            end + run(&text[end..], |b| b > b' ' && !b"|}[]<>\"".contains(&b))
        }
        _ => end,
    };
    let range = trimmed(text, start..end);
    let closed = text[end..].trim_ascii_start();
    let is_closed = closed.starts_with(b"|") || closed.starts_with(b"}}");
    let is_closed = is_closed || text[end..].starts_with(b"\n");
    if is_closed && is_one_uri(&text[range.clone()]) {
        let value = ESCAPES.decoded(&text[range.clone()]);
        unit.reference(range, value, "parameter");
    }
    end.max(start)
}
