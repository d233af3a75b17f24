//! Mailboxes of Rmail in Emacs: options, and messages with labels, of which a second header was shown.

use std::ops::ControlFlow;

use super::entity::{Mailbox, SHOWN};
use crate::core::bounded::Before;
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::step::StepKind;
use crate::core::walker::Walker;

/// Version 5, which Emacs wrote up to its release 22.
pub(crate) struct Babyl;

/// How a file starts.
const START: &[u8] = b"BABYL OPTIONS:";
/// Ends the options and each message, at the start of a line.
const BORDER: u8 = 0x1f;
/// How far the line of labels is looked for, in bytes.
const LONGEST: usize = 4 << 10;

impl Format for Babyl {
    fn name(&self) -> &'static str {
        "babyl"
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        head.starts_with(START)
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        to.within(StepKind::Header, "babyl options", |to| {
            to.text(&mut Before::new(reader, 1, border))
        })?;
        let mut number = 0;
        loop {
            pass_border(reader, to);
            if reader.is_at_end() {
                return ControlFlow::Continue(());
            }
            number += 1;
            let mut bytes = Before::new(reader, 1, border);
            message(number, &mut PeekReader::of_mapped(&mut bytes), to)?;
            to.skip(&mut bytes);
        }
    }
}

/// The next line that starts with a border.
fn border(bytes: &[u8], _: u64) -> Option<usize> {
    memchr::memmem::find(bytes, &[b'\n', BORDER]).map(|feed| feed + 1)
}

/// Consumes the border, and the form feed and line break after it.
fn pass_border(reader: &mut PeekReader<'_>, to: &mut Walker<'_>) {
    loop {
        let bytes = reader.peek(1);
        let count = bytes.iter().take_while(|b| matches!(b, &&BORDER | b'\x0c' | b'\r' | b'\n'));
        let count = count.count() as u64;
        if count == 0 {
            return;
        }
        to.advance(reader, count);
    }
}

/// Reads a message. The header that was shown is all there is if no other precedes it.
fn message(number: u64, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
    let labels = reader.line_len(0, LONGEST).unwrap_or(0);
    let is_labels = reader.live().first().is_some_and(|b| matches!(b, b'0' | b'1'));
    to.advance(reader, if is_labels { labels as u64 } else { 0 });
    if reader.peek(SHOWN.len()).starts_with(SHOWN) {
        let len = reader.line_len(0, LONGEST).unwrap_or(SHOWN.len());
        to.advance(reader, len as u64);
        return Mailbox::new(reader, to).numbered(number).one().map_continue(|_| ());
    }
    Mailbox::new(reader, to).numbered(number).with_shown().one().map_continue(|_| ())
}
