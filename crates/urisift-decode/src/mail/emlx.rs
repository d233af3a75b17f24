//! Mail of Apple: the length of a message in a line of its own, the message, and a property list.

use std::ops::ControlFlow;

use super::entity::Mailbox;
use super::head;
use crate::core::bounded::Limited;
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::problem::ProblemKind;
use crate::core::step::StepKind;
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
            to.problem(ProblemKind::Damaged, raw, "emlx: declared length does not match");
        }
        if reader.is_at_end() {
            return ControlFlow::Continue(());
        }
        to.within(StepKind::Layer, "plist", |to| to.open(reader))
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
