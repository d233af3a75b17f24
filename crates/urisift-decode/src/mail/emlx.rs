//! Mail of Apple: the length of a message in a line of its own, the message, and a property list.

use std::ops::ControlFlow;

use super::entity::Mailbox;
use super::head;
use crate::core::bounded::Limited;
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::walker::Walker;

/// One message.
pub(crate) struct Emlx;

/// The longest line with a length, in bytes: blanks fill it up to ten.
const LONGEST: usize = 24;

/// How the property list starts.
const LIST: &[u8] = b"<?xml";

impl Format for Emlx {
    fn name(&self) -> &'static str {
        "emlx"
    }

    fn has_magic(&self) -> bool {
        false
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        match length(head.bytes) {
            Some((_, len)) => head::sniff(Prefix { bytes: &head.bytes[len..], ..head }),
            None if head.bytes.len() < LONGEST && may_be_length(head.bytes) => head.undecided(),
            None => Sniff::No,
        }
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let Some((size, len)) = length(reader.peek(LONGEST)) else {
            return Mailbox::new(reader, to).one().map_continue(|_| ());
        };
        to.advance(reader, len as u64);
        let raw = reader.raw();
        let mut bytes = Limited::new(reader, size);
        Mailbox::new(&mut PeekReader::of_mapped(&mut bytes), to).one()?;
        to.finish(bytes, "emlx", raw);
        if !reader.is_at_end() && !reader.peek(LIST.len()).starts_with(LIST) {
            to.problem(Some(raw), "emlx: declared length does not match".to_owned());
        }
        if reader.is_at_end() {
            return ControlFlow::Continue(());
        }
        to.within("plist", |to| to.open(reader))
    }
}

/// The length of the message, and that of the line.
fn length(bytes: &[u8]) -> Option<(u64, usize)> {
    let end = memchr::memchr(b'\n', &bytes[..bytes.len().min(LONGEST)])?;
    let line = bytes[..end].trim_ascii_end();
    let is_number = line.iter().all(u8::is_ascii_digit);
    let number = std::str::from_utf8(line).ok().filter(|_| is_number)?;
    Some((number.parse().ok()?, end + 1))
}

fn may_be_length(bytes: &[u8]) -> bool {
    bytes.iter().all(|b| b.is_ascii_digit() || b" \r".contains(b))
        && bytes.first().is_none_or(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{UNCUT, entered, opened, stands_all_cuts};

    const LIST: &str =
        "<?xml version=\"1.0\"?>\n<plist><string>http://c.example/&amp;</string></plist>\n";

    /// A file whose length is off by that much.
    fn file(off: isize) -> String {
        let mail = "From: a\nTo: b\n\nhttp://a.example/\n";
        let len = mail.len().saturating_add_signed(off);
        format!("{len:<10}\n{mail}{LIST}")
    }

    #[test]
    fn a_message_and_its_list() {
        let all = opened(file(0).as_bytes());
        let paths: Vec<_> = all.texts.iter().map(|text| text.path.as_str()).collect();
        assert_eq!(paths, ["msg/header", "msg/1 text/plain", "plist/html"]);
        assert_eq!(all.problems, [""; 0]);
    }

    #[test]
    fn wrong_lengths() {
        for (off, problem) in [
            (0, ""),
            (-3, "emlx: declared length does not match"),
            (2, "emlx: declared length does not match"),
            (9999, "emlx: truncated"),
        ] {
            let all = entered(&Emlx, file(off).as_bytes(), UNCUT);
            assert_eq!(all.problems.is_empty(), problem.is_empty(), "{:?}", all.problems);
            assert!(all.problems.iter().all(|what| what.starts_with(problem)));
            stands_all_cuts(&Emlx, file(off).as_bytes());
        }
    }

    #[test]
    fn what_is_none() {
        for text in ["12\nhttp://a.example/\n", "12 a\nFrom: a\nTo: b\n", " \nFrom: a\nTo: b\n"] {
            let head = Prefix { bytes: text.as_bytes(), is_all: true };
            assert_eq!(Emlx.sniff(head), Sniff::No, "{text}");
        }
        assert_eq!(entered(&Emlx, b"From: a\n\nhttp://a.example/\n", 3).texts.len(), 2);
    }
}
