//! Mail and news: one message (RFC 5322, RFC 5536), or a mailbox of them (RFC 4155).

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

use super::descent::Descent;
use super::detect::is_told;
use super::format::{Flow, Format, Head as FirstBytes, Sniff};
use super::tape::Tape;
use entity::Mailbox;

/// One message.
pub(super) struct Mail;

impl Format for Mail {
    fn name(&self) -> &'static str {
        "mail"
    }

    fn has_magic(&self) -> bool {
        false
    }

    fn sniff(&self, head: FirstBytes<'_>) -> Sniff {
        behind_blank_lines(head, head::sniff)
    }

    fn open(&self, tape: &mut Tape<'_>, to: &mut Descent<'_>) -> Flow {
        pass_blank_lines(tape, head::sniff);
        Mailbox::single(tape, to).open()
    }
}

/// Messages behind each other, each behind a line that starts with `From `.
pub(super) struct Mbox;

impl Format for Mbox {
    fn name(&self) -> &'static str {
        "mbox"
    }

    fn has_magic(&self) -> bool {
        false
    }

    fn sniff(&self, head: FirstBytes<'_>) -> Sniff {
        behind_blank_lines(head, envelope::sniff)
    }

    fn open(&self, tape: &mut Tape<'_>, to: &mut Descent<'_>) -> Flow {
        pass_blank_lines(tape, envelope::sniff);
        Mailbox::new(tape, to).open()
    }
}

/// How many blank lines may stand in front of mail, in bytes, as some archives have them.
const BLANK: usize = 64;

/// What a sniff says of what stands behind blank lines.
fn behind_blank_lines(head: FirstBytes<'_>, sniff: fn(FirstBytes<'_>) -> Sniff) -> Sniff {
    let blank = blank_len(head.bytes);
    sniff(FirstBytes { bytes: &head.bytes[blank..], ..head })
}

/// Passes over the blank lines in front of mail: those of a message without a header end it.
fn pass_blank_lines(tape: &mut Tape<'_>, sniff: fn(FirstBytes<'_>) -> Sniff) {
    if is_told(tape, |head| behind_blank_lines(head, sniff)) {
        let blank = blank_len(tape.live());
        tape.pass_bytes(blank);
    }
}

fn blank_len(bytes: &[u8]) -> usize {
    bytes.iter().take(BLANK).take_while(|b| matches!(b, b'\r' | b'\n')).count()
}
