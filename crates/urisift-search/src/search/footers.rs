//! Which lines of a message are a signature, or a footer that a mailing list has added.

use crate::stream::Text;

/// How long a line of the same marks is at least, in bytes, to set a footer apart.
const LEAST_RULE: usize = 20;
/// How many lines after such a line may name the list.
const LINES_AFTER_RULE: u8 = 3;
/// What many programs write above a message that is copied below the reply to it.
const COPY: &[u8] = b"Original Message";

/// The state after the lines of a text that have been read. It does not depend on how the text is read.
#[derive(Default)]
pub(super) struct Footers {
    /// All lines before this offset have been read.
    to: u64,
    /// The start of the line there was dropped.
    is_in_line: bool,
    /// How many of the next lines may name the list.
    lines_after_rule: u8,
    /// The next line is of a footer, unless it ends that.
    is_in_footer: bool,
}

impl Footers {
    /// A new text starts.
    pub fn start(&mut self) {
        *self = Footers::default();
    }

    /// Returns `true` if the line at that offset is of a footer. No later one was asked for.
    pub fn has(&mut self, text: Text<'_>, at: u64) -> bool {
        self.advance(text, at);
        let start = self.to.checked_sub(text.base).and_then(|at| text.bytes.get(at as usize));
        self.is_in_footer && (self.is_in_line || start != Some(&b'>'))
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
        while let Some(feed) = memchr::memchr(b'\n', rest) {
            if !std::mem::take(&mut self.is_in_line) {
                self.line(&rest[..feed]);
            }
            self.to += feed as u64 + 1;
            rest = &rest[feed + 1..];
        }
    }

    fn line(&mut self, line: &[u8]) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let names_list = self.lines_after_rule > 0 && is_of_list(line);
        self.lines_after_rule = self.lines_after_rule.saturating_sub(1);
        // A signature (RFC 3676 4.3), and what Google Groups adds.
        self.is_in_footer |= line == b"-- " || names_list;
        if is_rule(line) {
            // The next message of a digest (RFC 1153), or another footer.
            (self.is_in_footer, self.lines_after_rule) = (false, LINES_AFTER_RULE);
        } else if line.starts_with(b">") || memchr::memmem::find(line, COPY).is_some() {
            self.is_in_footer = false;
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

    /// Which of the marks are in lines of a footer, of a text that is read in pieces of that length.
    fn covered(text: &str, piece: usize) -> String {
        let (mut footers, mut seen) = (Footers::default(), String::new());
        let (mut base, mut from) = (0, 0);
        let starts: Vec<_> = text.match_indices('#').map(|(at, _)| at as u64).collect();
        for end in (piece..text.len() + piece).step_by(piece).map(|end| end.min(text.len())) {
            let bytes = &text.as_bytes()[base as usize..end];
            let window = Text { bytes, base, last: end == text.len() };
            for at in starts.iter().filter(|at| (from..end as u64).contains(*at)) {
                seen.push(if footers.has(window, *at) { 'f' } else { '.' });
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
            ("a #\r\n-- \r\nb #\n", ".f"),
            ("a #\n--\n #\n-- b #\n # -- \n#", "....."),
            (&*format!("a #\n{rule}\nTools mailing list\n#\n#"), ".ff"),
            (&*format!("a #\n{rule}\nand so on\n#\n\n\nUnsubscribe #\n#"), "...."),
            ("a #\n-=-=-=-=-=-=-=-=-=-=-=-\nGroups.io Links: You receive #\n#\n", "..f"),
            (&*format!("a #\n{yahoo}\n\nYahoo! Groups Links\n#"), ".f"),
            ("_-_-_----__________________\nmailing list\n#", "."),
            // A reply above a quotation, above a copy, and the next message of a digest.
            ("-- \nb #\n> c #\nd #\n", "f.."),
            ("-- \nb #\n-----Original Message-----\nc #\n", "f."),
            (&*format!("-- \nb #\n{yahoo}\n\nDate: c #\n"), "f."),
        ] {
            for piece in [1, 2, 7, 1000] {
                assert_eq!(covered(text, piece), expected, "{text:?} {piece}");
            }
        }
    }
}
