//! Mail and news: one message (RFC 5322, RFC 5536), or files of them: mailboxes (RFC 4155), and those of
//! certain programs, in a module each.

use std::ops::ControlFlow;

mod babyl;
mod body;
pub(crate) mod cms;
mod content;
mod described;
mod emlx;
mod entity;
mod envelope;
mod file;
mod flowed;
mod head;
mod hidden;
mod mmdf;
mod rnews;
mod section;
mod separate;
mod terminator;
mod text;
mod word;

use crate::core::detect::sniffs;
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::start::Content;
use crate::core::walker::Walker;
use crate::layers::coding::Recoded;
pub(super) use babyl::Babyl;
pub(super) use cms::Cms;
pub(super) use emlx::Emlx;
use entity::Mailbox;
use envelope::Quoted;
pub(super) use mmdf::Mmdf;
pub(super) use rnews::Rnews;

/// One message.
pub(super) struct Mail;

impl Format for Mail {
    fn name(&self) -> &'static str {
        "mail"
    }

    fn has_magic(&self) -> bool {
        false
    }

    fn media_types(&self) -> &'static [&'static str] {
        &["message/rfc822", "message/global"]
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        after_blank_lines(head, head::sniff)
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        pass_blank_lines(reader, head::sniff);
        Mailbox::new(reader, to).one().map_continue(|_| ())
    }
}

/// Reads a header without a body, and what follows it as text.
pub(super) fn header(reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
    Mailbox::new(reader, to).header_alone()
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

    fn resumes(&self, content: &Content) -> bool {
        matches!(content, Content::Messages { .. })
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let (content, end) = to.take_start();
        if reader.at() == 0 || content.is_none() {
            pass_blank_lines(reader, envelope::sniff);
        }
        match content {
            Some(Content::Messages { number, least }) => {
                Mailbox::new(reader, to).from(number, least, end)?;
                to.end_at(end)
            }
            _ if reader.front(1) == b">" => {
                let plain = Recoded::by(Quoted { starts_line: true }, reader);
                Mailbox::new(&mut PeekReader::of_mapped(plain), to).open()
            }
            _ => Mailbox::new(reader, to).open(),
        }
    }
}

/// A byte order mark.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The most blank lines before mail, in bytes, as in some archives.
const BLANK: usize = 64;

/// Sniffs what follows a byte order mark and blank lines.
fn after_blank_lines(head: Prefix<'_>, sniff: fn(Prefix<'_>) -> Sniff) -> Sniff {
    if head.bytes.len() < MARK.len() && head.starts_with(MARK) == Sniff::More {
        return Sniff::More;
    }
    let blank = blank_len(head.bytes);
    sniff(Prefix { bytes: &head.bytes[blank..], ..head })
}

/// Skips the blank lines before mail, unless no header follows: then they end an empty one.
fn pass_blank_lines(reader: &mut PeekReader<'_>, sniff: fn(Prefix<'_>) -> Sniff) {
    if sniffs(reader, |head| after_blank_lines(head, sniff)) {
        let blank = blank_len(reader.live());
        reader.pass_bytes(blank);
    }
}

fn blank_len(bytes: &[u8]) -> usize {
    let mark = if bytes.starts_with(MARK) { MARK.len() } else { 0 };
    let blank = bytes[mark..].iter().take(BLANK).take_while(|b| matches!(b, b'\r' | b'\n'));
    mark + blank.count()
}
