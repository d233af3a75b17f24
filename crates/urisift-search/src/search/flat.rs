//! The text of a part as one stream of bytes, with a map back to the source.

use std::collections::VecDeque;
use std::io::{self, Read};

use super::around::Sight;
use crate::input::{LineIndex, Link, MappedRead, Notes, SourceMap};
use crate::span::Span;

/// A [`MappedRead`] as one stream of bytes, with a map back to the source.
pub(super) struct Flat<'r> {
    inner: &'r mut dyn MappedRead,
    pub map: SourceMap,
    /// Links, each with the offset of the byte that stands for it.
    pub links: VecDeque<(u64, Link)>,
    /// The offsets of bytes that stand for markup, if they are asked for.
    markup: Option<VecDeque<u64>>,
    /// The offset of the next byte.
    at: u64,
    /// Return what is available rather than wait for more.
    at_once: bool,
}

impl<'r> Flat<'r> {
    pub fn new(inner: &'r mut dyn MappedRead, at_once: bool) -> Self {
        let (map, links) = (SourceMap::default(), VecDeque::new());
        Flat { inner, map, links, markup: None, at: 0, at_once }
    }

    /// The same, but notes the bytes that stand for markup.
    pub fn noting_markup(self) -> Self {
        Flat { markup: Some(VecDeque::new()), ..self }
    }

    /// The sight without the bytes that stand for markup.
    pub fn sight<'s>(&'s self, sight: Sight<'s>) -> Sight<'s> {
        self.markup.as_ref().map_or(sight, |markup| sight.without(markup))
    }

    /// Forgets what lies before the offset. The bytes from `kept` on are still needed.
    pub fn settle(&mut self, at: u64, kept: u64, line_index: &LineIndex) {
        self.map.settle(at);
        if at < self.at {
            let raw = self.map.span(Span { start: at, end: at }).start;
            let first_link = self.links.front().map_or(raw, |(_, link)| link.raw.start.min(raw));
            line_index.settle(first_link);
        }
        if let Some(markup) = &mut self.markup {
            let passed = markup.partition_point(|mark| *mark < kept);
            markup.drain(..passed);
        }
    }

    /// Notes the bytes that stand for markup: each NUL that is not a NUL in the source.
    fn note_markup(&mut self, bytes: &[u8]) {
        let Some(markup) = &mut self.markup else { return };
        for nul in memchr::memchr_iter(b'\0', bytes) {
            let start = self.at + nul as u64;
            let is_link = self.links.binary_search_by_key(&start, |(at, _)| *at).is_ok();
            if is_link || !self.map.is_plain(Span { start, end: start + 1 }) {
                markup.push_back(start);
            }
        }
    }
}

impl Read for Flat<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let Flat { inner, map, links, at, at_once, .. } = self;
        let count =
            inner.read(out, *at, &mut Notes { map, links, link_bytes: 0, at_once: *at_once });
        self.note_markup(&out[..count]);
        self.at += count as u64;
        Ok(count)
    }
}
