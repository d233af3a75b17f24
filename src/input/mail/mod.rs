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
        head::sniff(head)
    }

    fn open(&self, tape: &mut Tape<'_>, to: &mut Descent<'_>) -> Flow {
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
        envelope::sniff(head)
    }

    fn open(&self, tape: &mut Tape<'_>, to: &mut Descent<'_>) -> Flow {
        Mailbox::new(tape, to).open()
    }
}
