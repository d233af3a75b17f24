//! Mail and news: one message (RFC 5322, RFC 5536), or a mailbox of them (RFC 4155).

use std::ops::ControlFlow;

mod body;
mod content;
mod entity;
mod envelope;
mod fence;
mod flowed;
mod head;
mod hidden;
mod text;
mod word;

use super::detect::is_told;
use super::format::{Format, Prefix, Sniff};
use super::peek::PeekReader;
use super::walker::Walker;
use entity::Mailbox;
use fence::Fence;

/// One message.
pub(super) struct Mail;

impl Format for Mail {
    fn name(&self) -> &'static str {
        "mail"
    }

    fn has_magic(&self) -> bool {
        false
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        after_blank_lines(head, head::sniff)
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        pass_blank_lines(reader, head::sniff);
        Mailbox::new(reader, to, Fence::default()).open()
    }
}

/// Consecutive messages, each after a line that starts with `From `.
pub(super) struct Mbox;

impl Format for Mbox {
    fn name(&self) -> &'static str {
        "mbox"
    }

    fn has_magic(&self) -> bool {
        false
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        after_blank_lines(head, envelope::sniff)
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        pass_blank_lines(reader, envelope::sniff);
        let fence = Fence { is_mailbox: true, ..Fence::default() };
        Mailbox::new(reader, to, fence).open()
    }
}

/// The most blank lines before mail, in bytes, as in some archives.
const BLANK: usize = 64;

/// Sniffs what follows blank lines.
fn after_blank_lines(head: Prefix<'_>, sniff: fn(Prefix<'_>) -> Sniff) -> Sniff {
    let blank = blank_len(head.bytes);
    sniff(Prefix { bytes: &head.bytes[blank..], ..head })
}

/// Skips the blank lines before mail, unless no header follows: then they end an empty one.
fn pass_blank_lines(reader: &mut PeekReader<'_>, sniff: fn(Prefix<'_>) -> Sniff) {
    if is_told(reader, |head| after_blank_lines(head, sniff)) {
        let blank = blank_len(reader.live());
        reader.pass_bytes(blank);
    }
}

fn blank_len(bytes: &[u8]) -> usize {
    bytes.iter().take(BLANK).take_while(|b| matches!(b, b'\r' | b'\n')).count()
}
