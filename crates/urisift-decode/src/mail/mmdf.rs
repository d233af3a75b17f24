//! Mailboxes of MMDF: lines of four control characters enclose each message.

use std::ops::ControlFlow;

use super::entity::Mailbox;
use crate::core::bounded::Before;
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::walker::Walker;

/// Consecutive messages.
pub(crate) struct Mmdf;

/// The line before and after a message, without its end.
const BORDER: &[u8] = b"\x01\x01\x01\x01";

impl Format for Mmdf {
    fn name(&self) -> &'static str {
        "mmdf"
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        head.starts_with(b"\x01\x01\x01\x01\n").or(head.starts_with(b"\x01\x01\x01\x01\r\n"))
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let mut number = 0;
        loop {
            while reader.peek(BORDER.len()).starts_with(BORDER) {
                let find = |bytes: &[u8], _| memchr::memchr(b'\n', bytes).map(|feed| feed + 1);
                to.skip(&mut Before::new(reader, 0, find));
            }
            if reader.is_at_end() {
                return ControlFlow::Continue(());
            }
            number += 1;
            let mut bytes = Before::new(reader, BORDER.len(), border);
            let mut inner = PeekReader::of_mapped(&mut bytes);
            Mailbox::new(&mut inner, to).numbered(number).one()?;
            drop(inner);
            to.skip(&mut bytes);
        }
    }
}

/// The next line that starts with a border.
fn border(bytes: &[u8], _: u64) -> Option<usize> {
    memchr::memmem::find(bytes, b"\n\x01\x01\x01\x01").map(|feed| feed + 1)
}
