//! The finds of a text straight from the rules: the oracle for everything that makes the search fast or
//! lets it work on a stream. Only in tests.
//!
//! The model sees the whole text, tries every byte as a candidate, and remembers only where the last
//! URI ended. It shares only the rules with the search: which scheme stands before a colon
//! (`scan::back`), and where a URI ends in its context (`delimit`).

#[cfg(test)]
mod tests;
#[cfg(test)]
#[path = "../../tests/kit/text.rs"]
mod text;

use std::borrow::Cow;

use crate::delimit::{self, Abbreviation, Extent, MAX_HOST, View};
use crate::found::{Found, Readings, Wrapper};
use crate::grammar::scheme;
use crate::options::Options;
use crate::scan::back::{self, Scheme};
use crate::span::{Position, Span};

/// Every URI of the text, in order.
pub fn finds(text: &[u8], options: &Options) -> Vec<Found<'static>> {
    let mut finds = Vec::new();
    // No URI starts before `free`: the end of the last one.
    let (mut at, mut free) = (0, 0);
    while at < text.len() {
        let Some(extent) = candidate(text, free, at, options) else {
            at += 1;
            continue;
        };
        at = if extent.truncated { after_rest(text, extent.end) } else { extent.end };
        free = at;
        finds.push(record(text, extent, options));
    }
    finds
}

/// The URI that the byte at `at` is a candidate for, if any.
fn candidate(text: &[u8], free: usize, at: usize, options: &Options) -> Option<Extent> {
    match text[at] {
        b':' => with_scheme(text, free, at, options),
        b'.' if options.www || options.bare => without_scheme(text, free, at, options),
        b'@' if options.email => without_scheme(text, free, at, options),
        _ => None,
    }
}

/// The URI whose scheme ends at the colon.
fn with_scheme(text: &[u8], free: usize, colon: usize, options: &Options) -> Option<Extent> {
    let &next = text.get(colon + 1)?;
    let broken = || {
        let view = View::new(text, 0, colon);
        delimit::broken(&view, free, colon, options)
    };
    // A disguised colon has a bracket before it.
    let in_brackets = options.refang && colon > free && b"[({".contains(&text[colon - 1]);
    let end = if in_brackets { colon - 1 } else { colon };
    let Some(Scheme { start, is_frequent }) = back::scheme_before(text, free, end) else {
        return broken();
    };
    let at_line_end = next == b'\n' || next == b'\r';
    if at_line_end && !is_frequent && !scheme::is_known(&text[start..end]) {
        return broken();
    }
    let whole = delimit::uri(&View::new(text, 0, start), start, end, options);
    let is_certain =
        is_frequent || whole.as_ref().is_some_and(|extent| extent.wrapper != Wrapper::None);
    if is_certain { whole } else { broken().or(whole) }
}

/// The host or address around the dot or the at sign.
fn without_scheme(text: &[u8], free: usize, at: usize, options: &Options) -> Option<Extent> {
    let view = View::new(text, 0, at.saturating_sub(MAX_HOST));
    match delimit::abbreviation(&view, free, at, options) {
        Abbreviation::Found(extent) => Some(extent),
        Abbreviation::Nothing(_) => None,
    }
}

/// Where the rest of a truncated URI ends: at what no URI holds, at what may separate two, or beyond
/// ASCII.
fn after_rest(text: &[u8], end: usize) -> usize {
    let ends = |b: u8| b <= b' ' || b >= 0x7f || b"<>\"`,;|')".contains(&b);
    (end..text.len()).find(|&i| ends(text[i])).unwrap_or(text.len())
}

fn record(text: &[u8], extent: Extent, options: &Options) -> Found<'static> {
    let raw = text[extent.start..extent.end].to_vec();
    let uri = extent.uri().unwrap_or(&raw);
    let plain = if options.refang { delimit::undisguised(uri) } else { None };
    let (first, second) =
        extent.readings.map_or((None, None), |readings| (readings.first, readings.second));
    let scheme_len = match &plain {
        Some(_) if extent.scheme_len == 0 => 0,
        Some(plain) => plain.iter().position(|&b| b == b':').unwrap_or(0),
        None => extent.scheme_len,
    };
    Found {
        span: Span { start: extent.start as u64, end: extent.end as u64 },
        position: options.positions.then(|| position(text, extent.start)),
        scheme_len: scheme_len.min(raw.len()) as u32,
        raw: Cow::Owned(raw),
        readings: match plain {
            Some(plain) => {
                let undisguised = |uri: Vec<u8>| delimit::undisguised(&uri).unwrap_or(uri);
                Readings::of(Some(plain), second.map(undisguised))
            }
            None => Readings::of(first, second),
        },
        wrapper: extent.wrapper,
        truncated: extent.truncated,
    }
}

/// Line and column, counted from the first byte of the text.
fn position(text: &[u8], start: usize) -> Position {
    let mut position = Position { line: 1, column: 1 };
    for &byte in &text[..start] {
        match byte {
            b'\n' => position = Position { line: position.line + 1, column: 1 },
            _ => position.column += 1,
        }
    }
    position
}
