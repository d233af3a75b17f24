//! Flowed text that may be broken without a blank (RFC 3676 with DelSp).

use memchr::memchr;

use crate::core::format::Prefix;
use crate::layers::coding::Coding;

/// Drops soft line breaks: the blank, the line break, and the quoting of the next line.
#[derive(Debug)]
pub(super) struct SoftBreaks {
    /// At the start of a line, or in its quoting.
    is_start: bool,
    /// The quote depth of the line.
    quotes: usize,
}

impl Default for SoftBreaks {
    fn default() -> Self {
        SoftBreaks { is_start: true, quotes: 0 }
    }
}

impl SoftBreaks {
    /// Takes a byte that stands for itself.
    fn note(&mut self, byte: u8) {
        match byte {
            b'\n' => (self.is_start, self.quotes) = (true, 0),
            b'>' if self.is_start => self.quotes += 1,
            _ => self.is_start = false,
        }
    }
}

impl Coding for SoftBreaks {
    /// Up to a blank at the end of a line, or of the bytes.
    fn plain(&mut self, bytes: &[u8]) -> usize {
        let mut at = 0;
        while at < bytes.len() {
            let feed = memchr(b'\n', &bytes[at..]).map(|len| at + len);
            let line = &bytes[at..feed.unwrap_or(bytes.len())];
            let text = line.strip_suffix(b"\r").unwrap_or(line).strip_suffix(b" ");
            text.unwrap_or(line).iter().for_each(|byte| self.note(*byte));
            match (text, feed) {
                (Some(text), _) => return at + text.len(),
                (None, Some(_)) => self.note(b'\n'),
                (None, None) => {}
            }
            at += line.len() + 1;
        }
        bytes.len()
    }

    /// A soft break: at equal quote depth the text continues after it, and a blank at its start is
    /// stuffing (RFC 3676 4.4); otherwise it was no soft break (4.5).
    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        let text = match head.bytes {
            [b' ', b'\n', text @ ..] | [b' ', b'\r', b'\n', text @ ..] => text,
            [b' '] | [b' ', b'\r'] if !head.is_all => return None,
            [byte, ..] => {
                self.note(*byte);
                out.push(*byte);
                return Some(1);
            }
            [] => return None,
        };
        let quotes = text.iter().take_while(|b| **b == b'>').count();
        let stuffing = match text.get(quotes) {
            None if !head.is_all => return None,
            next => usize::from(next == Some(&b' ')),
        };
        self.is_start = false;
        let broken = head.bytes.len() - text.len() + quotes;
        if quotes == self.quotes || quotes == text.len() {
            return Some(broken + stuffing);
        }
        self.quotes = quotes;
        out.push(b'\n');
        Some(broken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::coding::Recoded;
    use crate::testing::cases::assert_cases;
    use crate::testing::told;

    #[test]
    fn soft_breaks_go() {
        let joined = |text| Recoded::by(SoftBreaks::default(), text);
        assert_cases("mail/flowed", |[flowed]| told(flowed, joined));
    }
}
