//! Files of an unknown binary format: programs, hives of the registry, logs of events, shortcuts, notebooks. Text in
//! one byte for each character is read as it is, and runs in UTF-16 are decoded.

use std::ops::ControlFlow;

use super::runs;
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::media_file::is_media;
use crate::core::peek::PeekReader;
use crate::core::walker::Walker;
use urisift::internal::byteset::ByteSet;

/// Any of these. It is none that a user can name, and no container.
pub struct Binary;

/// How many bytes tell that a file is not text, and how many more have to have a NUL.
const START: usize = 16;
const SIGHT: usize = 512;

/// Controls that text does not start with.
const CONTROL: ByteSet =
    ByteSet::range(0, 6).or(ByteSet::range(0x0e, 0x1a)).or(ByteSet::of(b"\x7f"));

impl Format for Binary {
    fn name(&self) -> &'static str {
        ""
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        let start = &head.bytes[..head.bytes.len().min(START)];
        let feed = memchr::memchr(b'\n', start).unwrap_or(start.len());
        let is_text = is_of_text(&start[..feed]);
        // A first line does not wait for the bytes after it.
        if is_text && feed < start.len() {
            return Sniff::No;
        }
        if start.len() < START && !head.is_all {
            return Sniff::More;
        }
        if is_text && is_of_text(start) || is_media(start) {
            return Sniff::No;
        }
        let bytes = &head.bytes[..head.bytes.len().min(SIGHT)];
        match memchr::memchr(0, bytes) {
            Some(_) => Sniff::Yes,
            None if bytes.len() < SIGHT => head.undecided(),
            None => Sniff::No,
        }
    }

    fn has_magic(&self) -> bool {
        false
    }

    fn is_told_by_bytes(&self) -> bool {
        false
    }

    fn is_text(&self) -> bool {
        true
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        runs::read(reader, to)
    }
}

/// Returns `true` if text may have these bytes: UTF-8, of which the last character may be cut, without controls.
fn is_of_text(bytes: &[u8]) -> bool {
    let is_utf8 = str::from_utf8(bytes).map_or_else(|error| error.error_len().is_none(), |_| true);
    is_utf8 && !bytes.iter().any(|byte| CONTROL.contains(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{opened, stands_all_cuts, wide};

    #[test]
    fn text_in_utf_16_is_read() {
        let text = wide("see http://a.example/\u{43f}");
        for (start, end) in [
            (&b"regf\x01\0\0\0\x01\0\0\0\0\0\0\0vk"[..], &b"\xff\xff"[..]),
            (b"ElfFile\0\0\0\0\0\0\0\0\0", b"\0\0http://b.example/\0"),
            (b"\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1\x53\x78\xd0\x29\x96\xd3", b""),
            (b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0", b""),
        ] {
            let all = opened(&[start, &text, end].concat());
            let seen = String::from_utf8_lossy(&all.texts[0].text).into_owned();
            assert!(seen.contains("\x1fsee http://a.example/\u{43f}"), "{seen:?}");
            assert!(seen.contains("http://b.example/") != (end.len() < 9), "{seen:?}");
            assert_eq!((&*all.texts[0].path, all.problems), ("", vec![]));
            stands_all_cuts(&Binary, &[start, &text, end].concat());
        }
    }

    #[test]
    fn text_is_text() {
        let sniff = |bytes: &[u8], is_all| Binary.sniff(Prefix { bytes, is_all });
        for text in [
            &b"see http://a.example/ and \0 after it"[..],
            b"a\n\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
            b"\xe9t\xe9 in Latin-1",
            "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}, you \0".as_bytes(),
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0",
            b"\x1b[1mbold text\x1b[m \0",
            b"",
        ] {
            assert_eq!(sniff(text, true), Sniff::No, "{}", text.escape_ascii());
        }
        assert_eq!(sniff(b"a line\n", false), Sniff::No);
        assert_eq!(sniff(b"\xe9", false), Sniff::More);
    }
}
