//! Where the text of a message ends, and a signature or what a mailing list adds below it begins.

use crate::stream::Text;

/// How long a line of the same marks is at least, in bytes, to set a footer apart.
const LEAST_RULE: usize = 20;
/// How many lines after such a line may say whose footer it is.
const SAYING: u8 = 3;

/// What the lines of a text have said so far. It does not depend on how the text is read.
#[derive(Default)]
pub(super) struct Footers {
    /// All lines before this offset have been read.
    to: u64,
    /// The start of the line there was dropped.
    is_in_line: bool,
    /// How many of the next lines may say whose footer it is.
    saying: u8,
    has_begun: bool,
}

impl Footers {
    /// A new text starts.
    pub fn start(&mut self) {
        *self = Footers::default();
    }

    /// Returns `true` if the line at that offset is of a footer. No later one was asked for.
    pub fn cover(&mut self, text: Text<'_>, at: u64) -> bool {
        self.advance(text, at);
        self.has_begun
    }

    /// Reads the lines that end before the offset. They must be in view, as the search keeps the text before: only of
    /// lines that are longer than that, which say nothing, the start may be dropped.
    pub fn advance(&mut self, text: Text<'_>, to: u64) {
        if self.to < text.base {
            (self.to, self.is_in_line) = (text.base, true);
        }
        let place = |at: u64| at.saturating_sub(text.base) as usize;
        let Some(mut rest) = text.bytes.get(place(self.to)..place(to).min(text.bytes.len())) else {
            return;
        };
        while !self.has_begun
            && let Some(feed) = memchr::memchr(b'\n', rest)
        {
            if !std::mem::take(&mut self.is_in_line) {
                self.line(&rest[..feed]);
            }
            self.to += feed as u64 + 1;
            rest = &rest[feed + 1..];
        }
    }

    fn line(&mut self, line: &[u8]) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        // A signature (RFC 3676 4.3), and what Google Groups adds.
        self.has_begun = line == b"-- " || self.saying > 0 && is_of_list(line);
        self.saying = self.saying.saturating_sub(1);
        if is_rule(line) {
            self.saying = SAYING;
        }
    }
}

/// Returns `true` if the line has one or two kinds of marks alone: `____`, `----`, `-=-=`.
fn is_rule(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    line.len() >= LEAST_RULE
        && line.iter().all(|byte| b"_-=~*".contains(byte))
        && line.chunks_exact(2).all(|pair| pair == &line[..2])
}

/// Returns `true` if the line says that it is of a mailing list, as the footers of Mailman ("… mailing list"), Groups.io
/// ("Groups.io Links: …") and Yahoo ("Yahoo! Groups Links") do.
fn is_of_list(line: &[u8]) -> bool {
    [
        &b"mailing list"[..],
        b"Mailing list",
        b"Mailing List",
        b"Groups",
        b"unsubscribe",
        b"Unsubscribe",
    ]
    .iter()
    .any(|words| memchr::memmem::find(line, words).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::KEEP;

    /// Which of the lines are of a footer, of a text that is read in pieces of that length.
    fn covered(text: &str, piece: usize) -> String {
        let (mut footers, mut seen) = (Footers::default(), String::new());
        let (mut base, mut from) = (0, 0);
        let starts: Vec<_> = text.match_indices('>').map(|(at, _)| at as u64).collect();
        for end in (piece..text.len() + piece).step_by(piece).map(|end| end.min(text.len())) {
            let bytes = &text.as_bytes()[base as usize..end];
            let window = Text { bytes, base, last: end == text.len() };
            for at in starts.iter().filter(|at| (from..end as u64).contains(*at)) {
                seen.push(if footers.cover(window, *at) { 'f' } else { '.' });
            }
            footers.advance(window, end as u64);
            (base, from) = (end.saturating_sub(KEEP) as u64, end as u64);
        }
        seen
    }

    #[test]
    fn footers_do_not_depend_on_how_a_text_is_read() {
        let rule = "_".repeat(47);
        let yahoo = "-".repeat(36);
        for (text, expected) in [
            ("a >\r\n-- \r\nb >\n", ".f"),
            ("a >\n--\n >\n-- b >\n > -- \n>", "....."),
            (&*format!("a >\n{rule}\nTools mailing list\n>\n>"), ".ff"),
            (&*format!("a >\n{rule}\nand so on\n>\n\n\nUnsubscribe >\n>"), "...."),
            ("a >\n-=-=-=-=-=-=-=-=-=-=-=-\nGroups.io Links: You receive >\n>\n", "..f"),
            (&*format!("a >\n{yahoo}\n\nYahoo! Groups Links\n>"), ".f"),
            ("_-_-_----__________________\nmailing list\n>", "."),
        ] {
            for piece in [1, 2, 7, 1000] {
                assert_eq!(covered(text, piece), expected, "{text:?} {piece}");
            }
        }
    }
}
