//! How far the text around a find reaches.

use memchr::{memchr_iter, memrchr_iter};

use crate::chars;

/// The longest text before or after a find, in bytes.
pub const FARTHEST: usize = 64 << 10;

/// How much of the text on each side of a find is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContextSize {
    /// The rest of its own line, and this many lines before and after it.
    Lines {
        /// Before it.
        before: usize,
        /// After it.
        after: usize,
    },
    /// The rest of its own line, up to N bytes, [`FARTHEST`] at most.
    Line(usize),
    /// N bytes, [`FARTHEST`] at most.
    Bytes(usize),
}

impl ContextSize {
    /// The same number of lines before and after.
    pub const fn lines(count: usize) -> Self {
        ContextSize::Lines { before: count, after: count }
    }

    /// The maximum number of bytes.
    pub fn most(self) -> usize {
        match self {
            ContextSize::Lines { .. } => FARTHEST,
            ContextSize::Line(count) | ContextSize::Bytes(count) => count,
        }
    }

    /// The number of lines before its own; `None` if lines do not count.
    pub fn lines_before(self) -> Option<usize> {
        match self {
            ContextSize::Lines { before, .. } => Some(before),
            ContextSize::Line(_) => Some(0),
            ContextSize::Bytes(_) => None,
        }
    }

    /// Like `lines_before`, for the lines after its own.
    pub fn lines_after(self) -> Option<usize> {
        match self {
            ContextSize::Lines { after, .. } => Some(after),
            _ => self.lines_before(),
        }
    }

    /// The context before a find. `text` is all before it, or more than [`ContextSize::most`].
    pub fn before(self, text: &[u8]) -> &[u8] {
        let sight = match text.len().checked_sub(self.most()) {
            None | Some(0) => text,
            Some(cut) => chars::without_rest(&text[cut..]),
        };
        let feed = self.lines_before().and_then(|count| memrchr_iter(b'\n', sight).nth(count));
        feed.map_or(sight, |feed| &sight[feed + 1..])
    }

    /// The context after a find, if `text` is all that is left. The last line feed ends a line, and begins
    /// none.
    pub fn rest(self, text: &[u8]) -> &[u8] {
        self.lines_after().and_then(|_| text.strip_suffix(b"\n")).unwrap_or(text)
    }
}

/// How far the text after a find has been scanned, so that nothing is scanned twice.
#[derive(Default)]
pub(super) struct After {
    seen: usize,
    feeds: usize,
}

impl After {
    /// The end of the context, if `text` contains it. `text` is that of the last call, perhaps with more
    /// at its end.
    pub fn end(&mut self, reach: ContextSize, text: &[u8]) -> Option<usize> {
        let sight = &text[..text.len().min(reach.most())];
        if let Some(count) = reach.lines_after()
            && let Some(end) = self.line_end(count, sight)
        {
            return Some(end);
        }
        (sight.len() == reach.most()).then(|| chars::without_cut(sight).len())
    }

    /// The end of the line after `count` line feeds.
    fn line_end(&mut self, count: usize, sight: &[u8]) -> Option<usize> {
        for at in memchr_iter(b'\n', sight.get(self.seen..).unwrap_or_default()) {
            if self.feeds == count {
                return Some(self.seen + at);
            }
            self.feeds += 1;
        }
        self.seen = sight.len();
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn before() {
        for (reach, text, expected) in [
            (ContextSize::lines(0), "a\nb\nc", "c"),
            (ContextSize::lines(1), "a\nb\nc", "b\nc"),
            (ContextSize::lines(1), "a\nb\n", "b\n"),
            (ContextSize::lines(2), "a\nb\nc", "a\nb\nc"),
            (ContextSize::lines(9), "a\nb\nc", "a\nb\nc"),
            (ContextSize::Lines { before: 1, after: 0 }, "a\nb\nc", "b\nc"),
            (ContextSize::Line(3), "ab\ncd", "cd"),
            (ContextSize::Line(3), "abécd", "cd"),
            (ContextSize::Bytes(2), "abc", "bc"),
            (ContextSize::Bytes(3), "abc", "abc"),
            (ContextSize::Bytes(3), "aéb", "éb"),
            (ContextSize::Bytes(2), "aéb", "b"),
            (ContextSize::Bytes(9), "", ""),
        ] {
            let shown = reach.before(text.as_bytes());
            assert_eq!(shown, expected.as_bytes(), "{reach:?} of {text:?}");
        }
        assert_eq!(ContextSize::Bytes(5).before(b"a\x80\x80\x80\x80\x80"), b"\x80\x80");
        let long = "é".repeat(FARTHEST);
        assert_eq!(ContextSize::lines(0).before(long.as_bytes()).len(), FARTHEST);
        assert_eq!(ContextSize::lines(0).before((long + "b").as_bytes()).len(), FARTHEST - 1);
    }

    #[test]
    fn after() {
        for (reach, text, expected) in [
            (ContextSize::lines(0), "a\nb\n", Some("a")),
            (ContextSize::lines(1), "a\nb\n", Some("a\nb")),
            (ContextSize::lines(1), "\n\n", Some("\n")),
            (ContextSize::lines(2), "a\nb\n", None),
            (ContextSize::Lines { before: 1, after: 0 }, "a\nb\n", Some("a")),
            (ContextSize::Line(3), "ab\ncd", Some("ab")),
            (ContextSize::Line(3), "abécd", Some("ab")),
            (ContextSize::Line(6), "abcd", None),
            (ContextSize::Bytes(2), "abc", Some("ab")),
            (ContextSize::Bytes(3), "aéb", Some("aé")),
            (ContextSize::Bytes(2), "aéb", Some("a")),
            (ContextSize::Bytes(4), "a😀b", Some("a")),
            (ContextSize::Bytes(4), "abc", None),
        ] {
            let bytes = text.as_bytes();
            let mut after = After::default();
            let ends: Vec<_> = (0..=bytes.len()).map(|to| after.end(reach, &bytes[..to])).collect();
            let first = ends.into_iter().flatten().next().map(|end| &text[..end]);
            assert_eq!(first, expected, "{reach:?} of {text:?}");
        }
        let long = "é".repeat(FARTHEST);
        let long = format!("a{long}");
        let end = After::default().end(ContextSize::lines(7), long.as_bytes());
        assert_eq!(end, Some(FARTHEST - 1));
    }

    #[test]
    fn the_last_line_feed_begins_no_line() {
        assert_eq!(ContextSize::lines(1).rest(b"a\n\n"), b"a\n");
        assert_eq!(ContextSize::Bytes(5).rest(b"a\n"), b"a\n");
    }
}
