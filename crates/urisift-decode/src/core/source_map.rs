//! Where the bytes of a text are in the source.

use urisift::Span;

use super::mapped::{Chunk, Ratio};

/// Maps the bytes of a text to the source, in few segments: neighbors mostly come from neighbors.
#[derive(Debug, Default)]
pub struct SourceMap {
    segments: Vec<Segment>,
    /// How many of them are dropped.
    start: usize,
}

/// How many segments memory is kept for between texts.
const MAX_KEPT: usize = 1 << 14;

/// A segment reaches to the start of the next one. There may be many, so that it is small.
#[derive(Clone, Copy, Debug)]
struct Segment {
    /// The offset of its first byte in the text.
    at: u64,
    raw: u64,
    ratio: Ratio,
    phase: u32,
}

impl Segment {
    /// The place of a byte of the text.
    #[inline]
    fn place(&self, at: u64) -> Chunk<'static> {
        let Segment { raw, ratio, phase, .. } = *self;
        Chunk { bytes: &[], raw, ratio, phase, is_link: false }.onward((at - self.at) as usize)
    }

    /// Returns `true` if what is at that offset continues the segment, if that has the same ratio.
    fn leads_to(&self, at: u64, raw: u64, phase: u32) -> bool {
        // Mostly a byte each, which takes no division.
        if self.ratio.bytes == 1 {
            return self.raw + (at - self.at) * u64::from(self.ratio.raw) == raw;
        }
        let place = self.place(at);
        (place.raw, place.phase) == (raw, phase)
    }
}

impl SourceMap {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.segments.clear();
        self.start = 0;
    }

    /// Forgets everything, and keeps memory for the next text if it is not much.
    pub fn reset(&mut self) {
        self.clear();
        self.segments.shrink_to(MAX_KEPT);
    }

    /// Appends a chunk at `at`, which is the end of what was pushed.
    #[inline(always)]
    pub fn push(&mut self, at: u64, chunk: Chunk<'_>) {
        let Chunk { raw, ratio, phase, .. } = chunk;
        // The ratio alone tells of most.
        let goes_on = |last: &Segment| last.ratio == ratio && last.leads_to(at, raw, phase);
        if !self.segments.last().is_some_and(goes_on) {
            self.segments.push(Segment { at, raw, ratio, phase });
        }
    }

    /// Like `push`, for bytes that are the raw ones.
    #[inline(always)]
    pub fn push_plain(&mut self, at: u64, raw: u64) {
        let goes_on = |last: &Segment| {
            last.ratio == Ratio::PLAIN && last.raw.wrapping_add(at.wrapping_sub(last.at)) == raw
        };
        if !self.segments.last().is_some_and(goes_on) {
            self.segments.push(Segment { at, raw, ratio: Ratio::PLAIN, phase: 0 });
        }
    }

    /// Like `push_plain`, for a byte that stands for `raw_len` raw ones.
    #[inline(always)]
    pub fn push_mark(&mut self, at: u64, raw: u64, raw_len: u32) {
        let ratio = Ratio { bytes: 1, raw: raw_len };
        self.segments.push(Segment { at, raw, ratio, phase: 0 });
    }

    /// The segments that are not dropped.
    #[inline]
    fn segments(&self) -> &[Segment] {
        &self.segments[self.start..]
    }

    /// The raw span of a range of the text, which must not start before the last [`SourceMap::settle`].
    pub fn span(&self, text: Span) -> Span {
        let byte = |at| self.segment(at).map(|segment| segment.place(at).span(0..1));
        let start = byte(text.start).unwrap_or(Span { start: 0, end: 0 });
        if text.is_empty() {
            return Span { start: start.start, end: start.start };
        }
        let end = byte(text.end - 1).unwrap_or(start);
        Span { start: start.start.min(end.start), end: end.end.max(start.end) }
    }

    /// Returns `true` if a range of the text is the raw bytes themselves.
    pub fn is_plain(&self, text: Span) -> bool {
        let index = self.index(text.start);
        let next = self.segments().get(index + 1);
        self.segments().get(index).is_some_and(|segment| segment.ratio == Ratio::PLAIN)
            && next.is_none_or(|next| next.at >= text.end)
    }

    /// The longest chunk from an offset up to `end`: its length and its place in the source.
    #[inline]
    pub fn chunk(&self, from: u64, end: u64) -> (usize, Chunk<'static>) {
        self.chunk_of(self.index(from), from, end)
    }

    /// Like `chunk`, for all chunks from an offset up to `end`.
    pub fn chunks(&self, from: u64, end: u64) -> impl Iterator<Item = (usize, Chunk<'static>)> {
        let (mut index, mut from) = (self.index(from), from);
        std::iter::from_fn(move || {
            let chunk = (from < end).then(|| self.chunk_of(index, from, end))?;
            from += chunk.0 as u64;
            index += 1;
            Some(chunk)
        })
    }

    #[inline]
    fn chunk_of(&self, index: usize, from: u64, end: u64) -> (usize, Chunk<'static>) {
        let Some(segment) = self.segments().get(index) else {
            return ((end - from) as usize, Chunk::plain(&[], 0));
        };
        let to = self.segments().get(index + 1).map_or(end, |next| next.at.min(end));
        ((to - from) as usize, segment.place(from))
    }

    /// Drops the segments before the offset.
    pub fn settle(&mut self, at: u64) {
        self.start += self.index(at);
        // Each is moved at most once for one that is dropped.
        if self.start > self.segments.len() / 2 {
            self.segments.drain(..self.start);
            self.start = 0;
        }
    }

    fn index(&self, at: u64) -> usize {
        // Mostly there is only one segment, or the offset is in the first.
        if self.segments().get(1).is_none_or(|second| at < second.at) {
            return 0;
        }
        self.segments().partition_point(|segment| segment.at <= at).saturating_sub(1)
    }

    fn segment(&self, at: u64) -> Option<&Segment> {
        self.segments().get(self.index(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(start: u64, end: u64) -> Span {
        Span { start, end }
    }

    #[test]
    fn a_map_finds_the_way_back() {
        let mut map = SourceMap::default();
        map.push(0, Chunk::plain(b"http:", 10));
        map.push(5, Chunk::plain(b"//", 15));
        map.push(7, Chunk::whole(b"&", span(17, 22)));
        map.push(8, Chunk::plain(b"xyz", 30));
        assert_eq!(map.segments().len(), 3);
        assert_eq!(map.span(span(0, 7)), span(10, 17));
        assert_eq!(map.span(span(6, 9)), span(16, 31));
        assert_eq!(map.span(span(8, 8)), span(30, 30));
        assert!(map.is_plain(span(1, 7)) && !map.is_plain(span(6, 8)) && !map.is_plain(span(7, 8)));
        assert_eq!(map.chunk(1, 9).0, 6);
        map.settle(8);
        assert_eq!(map.segments().len(), 1);
        assert_eq!(map.span(span(9, 11)), span(31, 33));
    }

    #[test]
    fn equal_grains_are_one_segment() {
        let mut map = SourceMap::default();
        for at in 0..100 {
            map.push(at, Chunk::whole(b"x", span(3 * at, 3 * at + 3)));
        }
        assert_eq!(map.segments().len(), 1);
        assert_eq!(map.span(span(50, 52)), span(150, 156));
    }
}
