//! The walk through a mailbox: messages, their headers, and the parts of their bodies (RFC 2046).

use std::fmt::Display;
use std::io::Read;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use super::body::Body;
use super::content::{Content, Encoding};
use super::described;
use super::envelope::{self, FROM};
use super::file::{self, FileCoding, Uu, Yenc};
use super::flowed::SoftBreaks;
use super::head::{self, MAX_HEAD};
use super::hidden::{self, Hidden};
use super::section::{Numbered, Section};
use super::separate;
use super::terminator::{Stop, Terminator};
use super::text;
use crate::core::bounded::{Before, Limited};
use crate::core::detect::sniffs;
use crate::core::mapped::MappedRead;
use crate::core::message::Message;
use crate::core::peek::PeekReader;
use crate::core::problem::ProblemKind;
use crate::core::start;
use crate::core::start::Envelope;
use crate::core::step::StepKind;
use crate::core::walker::{Front, Walker};
use crate::layers::base64::Base64;
use crate::layers::body;
use crate::layers::coding::Recoded;
use crate::layers::fields::Head;
use crate::layers::quoted_printable::QuotedPrintable;

/// How deep parts may be nested; anything deeper is read as text.
const MAX_NESTING: usize = 50;

/// How much whitespace may separate messages, in bytes.
const BLANK: usize = 16;

/// The line before the header that was shown, in a file of Rmail.
pub(super) const SHOWN: &[u8] = b"*** EOOH ***";

/// How many bytes are looked at to check a body's stated length.
pub(super) const MAX_LOOK: u64 = 256 << 10;

/// A mailbox, or one message.
pub(super) struct Mailbox<'t, 's, 'd, 'v> {
    reader: &'t mut PeekReader<'s>,
    to: &'d mut Walker<'v>,
    terminator: Terminator,
    /// The number of the message, if others may precede or follow it.
    number: Option<u64>,
    /// How many nested parts and messages are open.
    depth: usize,
    /// The message is from an archive that hides addresses.
    is_hidden: bool,
    /// What follows the word in the line before the message, if that is asked for.
    envelope: Option<Vec<u8>>,
    /// A second header, the one that was shown, may follow the first.
    has_shown: bool,
}

/// How a body ended, unless the visitor broke off.
type Walk<T = Stop> = std::ops::ControlFlow<(), T>;

impl<'t, 's, 'd, 'v> Mailbox<'t, 's, 'd, 'v> {
    /// One message.
    pub fn new(reader: &'t mut PeekReader<'s>, to: &'d mut Walker<'v>) -> Self {
        let terminator = Terminator::default();
        Mailbox {
            reader,
            to,
            terminator,
            number: None,
            depth: 0,
            is_hidden: false,
            envelope: None,
            has_shown: false,
        }
    }

    /// After whose header the one that was shown may follow, as in a file of Rmail.
    pub fn with_shown(self) -> Self {
        Mailbox { has_shown: true, ..self }
    }

    /// The message of that number.
    pub fn numbered(self, number: u64) -> Self {
        Mailbox { number: Some(number), ..self }
    }

    /// Reads messages that each follow an envelope. Which forms of it separate messages depends on the first one.
    pub fn open(mut self) -> ControlFlow<()> {
        let first = self.envelope().map(|_| envelope::least(self.reader.live()));
        self.terminator.mailbox = first.or(Some(Envelope::Sloppy));
        self.messages(u64::MAX)
    }

    /// Reads messages after that number up to one that starts at `end`, which each follow an envelope of the form
    /// `least` or a surer one.
    pub fn from(mut self, number: u64, least: Envelope, end: u64) -> ControlFlow<()> {
        (self.terminator.mailbox, self.number) = (Some(least), Some(number));
        self.messages(end)
    }

    /// Reads messages up to one that starts at `end`, in portions where that is possible.
    fn messages(&mut self, end: u64) -> ControlFlow<()> {
        let mut is_at_envelope = self.envelope().is_some();
        loop {
            let last = self.number.unwrap_or(0);
            let number = self.portions(last, end)?;
            if self.reader.at() >= end {
                return ControlFlow::Continue(());
            }
            self.number = Some(number + 1);
            if is_at_envelope || number > last {
                self.pass_envelope();
            }
            is_at_envelope = self.message()? == Stop::Message;
            if !is_at_envelope || self.reader.at() >= end {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Hands out the messages at the front of the reader, after that number; returns that of the last one.
    fn portions(&mut self, number: u64, end: u64) -> ControlFlow<(), u64> {
        let Some(least) = self.terminator.mailbox else { return ControlFlow::Continue(number) };
        let front =
            Front { number, end, content: Some(start::Content::Messages { number, least }) };
        let whole = |bytes: &[u8], most| separate::whole(bytes, least, most);
        self.to.portions(self.reader, front, whole, move |reader, to, number, end| {
            Mailbox::new(reader, to).from(number, least, end)
        })
    }

    /// Reads a header, and what follows it as text.
    pub fn header_alone(mut self) -> ControlFlow<()> {
        if let Some(head) = self.head() {
            self.header(&head, "header")?;
        }
        self.to.rest(self.reader)
    }

    /// Reads one message, after its envelope.
    pub fn one(&mut self) -> Walk {
        if self.envelope().is_some() {
            self.pass_envelope();
        }
        self.message()
    }

    /// The envelope at the front of the reader.
    fn envelope(&mut self) -> Option<Envelope> {
        let is_one = sniffs(self.reader, envelope::sniff);
        envelope::form(self.reader.live()).filter(|_| is_one)
    }

    /// Consumes the line before a message.
    fn pass_envelope(&mut self) {
        if self.to.visitor.wants_fields() {
            let line = self.reader.live().strip_prefix(FROM).unwrap_or_default();
            let line = &line[..memchr::memchr(b'\n', line).unwrap_or(0)];
            self.envelope = Some(line.to_vec());
        }
        self.pass_line();
    }

    /// Consumes the rest of the line.
    fn pass_line(&mut self) {
        let find = |bytes: &[u8], _| memchr::memchr(b'\n', bytes).map(|feed| feed + 1);
        self.to.skip(&mut Before::new(self.reader, 0, find));
    }

    /// Reads the message at the front of the reader.
    fn message(&mut self) -> Walk {
        let Some(head) = self.head() else { return self.headless() };
        let text = self.reader.live();
        let names = ["Message-ID", "Date", "Content-Length", "From"];
        let [id, date, length, from] = head.values(text, names);
        let [id, date] = [id, date].map(|value| Some(described::shown(value?)));
        let mut message = Message::new(id, date);
        let envelope = self.envelope.take();
        if self.to.visitor.wants_fields() {
            message = message.written(described::written(from, envelope.as_deref(), &head, text));
        }
        let content = Content::of(&head, text, "text/plain");
        let length = length.and_then(number);
        let is_outermost = self.depth == 0;
        let number = self.number.filter(|_| is_outermost);
        let message = Arc::new(message);
        let step = Numbered { number, message: Arc::clone(&message) };
        if is_outermost {
            self.is_hidden = from.is_some_and(hidden::is_hidden);
        }
        let outer = self.to.part.message.replace(message);
        // What is attached to a message is a part of that.
        if outer.is_none() {
            self.to.visitor.message();
        }
        let section = Section { number: String::new(), content };
        let level = self.to.enter_step(StepKind::Message, step);
        self.header(&head, "header")?;
        if self.has_shown {
            self.pass_shown();
        }
        let kept = self.kept(length);
        let stop = self.part(&section, kept)?;
        self.to.leave_step(level);
        self.to.part.message = outer;
        Walk::Continue(stop)
    }

    /// The header at the front of the reader, unless it is too long.
    fn head(&mut self) -> Option<Head> {
        let head = head::read(self.reader, &self.terminator);
        if head.is_none() {
            let what = format!("header longer than {} KiB is searched as text", MAX_HEAD >> 10);
            self.to.problem(ProblemKind::Limit, self.reader.raw(), what);
        }
        head
    }

    /// Without a usable header it is text, up to its end.
    fn headless(&mut self) -> Walk {
        self.leaf(&Section::text(String::new()), 0)
    }

    /// Passes on the text of a header, and consumes it.
    fn header(&mut self, head: &Head, step: impl Display) -> ControlFlow<()> {
        let mut text = text::of(self.reader, head, self.to.limits, self.to.visitor);
        if !text.is_empty() {
            self.to.within(StepKind::Header, step, |to| to.text(&mut text))?;
        }
        self.reader.pass_bytes(head.whole_len());
        ControlFlow::Continue(())
    }

    /// How many bytes of a body belong to it whatever they are, if its header says that length.
    fn kept(&mut self, length: Option<u64>) -> u64 {
        match length.filter(|len| self.terminator.mailbox.is_some() && *len <= MAX_LOOK) {
            Some(length) if fits(self.reader.front(sight(length)), length) => length,
            _ => 0,
        }
    }

    /// Reads the body of a part, with the base of its header.
    fn part(&mut self, section: &Section, kept: u64) -> Walk {
        let outer = self.to.part.bases.len();
        self.to.part.bases.extend(section.content.base.clone());
        let attached = self.to.part.attachment.clone();
        // What is attached is in the outermost file.
        if attached.is_none() {
            self.to.part.attachment.clone_from(&section.content.attachment);
        }
        let stop = self.contents(section, kept)?;
        self.to.part.attachment = attached;
        self.to.part.bases.truncate(outer);
        Walk::Continue(stop)
    }

    /// Reads the body of a part, whatever it holds.
    fn contents(&mut self, section: &Section, kept: u64) -> Walk {
        let content = &section.content;
        if !content.nests() {
            return self.leaf(section, kept);
        }
        if self.depth == MAX_NESTING {
            return self.too_deep(section);
        }
        self.depth += 1;
        let stop = match content.boundary.as_deref() {
            Some(boundary) if content.media.essence == "multipart/alternative" => {
                self.alternatives(section, boundary)?
            }
            Some(boundary) => self.multipart(section, boundary)?,
            None => self.inner_message(section)?,
        };
        self.depth -= 1;
        Walk::Continue(stop)
    }

    /// Reads anything deeper as text.
    fn too_deep(&mut self, section: &Section) -> Walk {
        let what = format!("parts nested deeper than {MAX_NESTING}; searching the rest as text");
        self.to.problem(ProblemKind::Limit, self.reader.raw(), what);
        let encoding = section.content.encoding;
        let content = Content { encoding, ..Content::text() };
        self.leaf(&Section { number: section.number.clone(), content }, 0)
    }

    /// Reads parts that are forms of one text.
    fn alternatives(&mut self, section: &Section, boundary: &[u8]) -> Walk {
        self.to.visitor.alternatives_start();
        let stop = self.multipart(section, boundary)?;
        self.to.visitor.alternatives_end()?;
        Walk::Continue(stop)
    }

    /// Reads a nested message that is not encoded.
    fn inner_message(&mut self, section: &Section) -> Walk {
        let level = self.to.enter_step(StepKind::Section, section);
        let stop = self.one()?;
        self.to.leave_step(level);
        Walk::Continue(stop)
    }

    /// Reads the parts between boundaries.
    fn multipart(&mut self, section: &Section, boundary: &[u8]) -> Walk {
        let own = self.terminator.boundaries.len();
        self.terminator.boundaries.push(boundary.to_vec());
        let preamble = Section::text(section.number_of(0));
        let mut stop = self.leaf(&preamble, 0)?;
        let mut index = 0;
        while stop == Stop::Part(own) {
            index += 1;
            self.pass_line();
            let is_digest = section.content.media.essence == "multipart/digest";
            let kind = if is_digest { "message/rfc822" } else { "text/plain" };
            stop = self.subpart(section.number_of(index), kind)?;
        }
        self.terminator.boundaries.truncate(own);
        if stop != Stop::Close(own) {
            // Where the message ends, one note covers all that are open.
            if own == 0 || matches!(stop, Stop::Part(_) | Stop::Close(_)) {
                let what = format!("unterminated {}", section.content.media.essence);
                self.to.note(ProblemKind::Cut, self.reader.raw(), what);
            }
            return Walk::Continue(stop);
        }
        self.pass_line();
        self.leaf(&Section::text(section.number_of(index + 1)), 0)
    }

    /// Reads a part of a multipart, with its header.
    fn subpart(&mut self, number: String, kind: &str) -> Walk {
        let Some(head) = self.head() else { return self.headless() };
        let content = Content::of(&head, self.reader.live(), kind);
        self.header(&head, format_args!("{number} header"))?;
        self.part(&Section { number, content }, 0)
    }

    /// Reads a body without parts, and the files that are encoded in its text.
    fn leaf(&mut self, section: &Section, kept: u64) -> Walk {
        let Content { media, encoding, .. } = &section.content;
        self.terminator.has_files = match encoding {
            Encoding::None => media.essence == "text/plain",
            Encoding::Uu => true,
            _ => false,
        };
        if self.terminator.has_files && file::may_be_in(self.reader.front(kept as usize)) {
            self.kept_leaf(section, kept)?;
            return self.leaf(section, 0);
        }
        let mut kept = kept;
        let stop = loop {
            match self.run(section, kept)? {
                Stop::File(coding) => self.file(section, coding)?,
                stop => break stop,
            }
            kept = 0;
        };
        self.terminator.has_files = false;
        Walk::Continue(stop)
    }

    /// Reads that many bytes of a body, which has nothing but files in it.
    fn kept_leaf(&mut self, section: &Section, kept: u64) -> ControlFlow<()> {
        let mut bytes = Limited::new(self.reader, kept);
        let mut reader = PeekReader::of_mapped(&mut bytes);
        let mut body = Mailbox { is_hidden: self.is_hidden, ..Mailbox::new(&mut reader, self.to) };
        body.leaf(section, 0).map_continue(|_| ())
    }

    /// Reads a file that is encoded in text.
    fn file(&mut self, section: &Section, coding: FileCoding) -> ControlFlow<()> {
        let Mailbox { reader, to, terminator, .. } = self;
        let raw = reader.raw();
        let (name, len) = coding.start(reader);
        to.advance(reader, len as u64);
        // Only what follows the file may be the start of another one.
        terminator.has_files = false;
        let step = format!("{} {name}", coding.name());
        let attached = to.part.attachment.clone();
        to.part.attachment = Some(attached.clone().unwrap_or_else(|| name.as_str().into()));
        let name = PathBuf::from(name);
        let level = to.enter_step(StepKind::Section, section);
        if coding == FileCoding::Yenc {
            let mut data = Yenc::new(reader, terminator);
            let lent = &mut data;
            let make = move || Ok(Box::new(lent) as Box<dyn Read>);
            to.unpack(StepKind::Member, step.trim_end(), make, raw, |to, reader| {
                to.open_file(name, reader)
            })?;
            data.finish();
        } else {
            let mut data = Uu::new(reader, terminator);
            to.within(StepKind::Member, step.trim_end(), |to| {
                to.open_file(name, &mut PeekReader::of_mapped(&mut data))
            })?;
            to.skip(&mut data);
        }
        to.leave_step(level);
        to.part.attachment = attached;
        terminator.has_files = true;
        ControlFlow::Continue(())
    }

    /// Reads a body, or its text up to a file.
    fn run(&mut self, section: &Section, kept: u64) -> Walk {
        let Mailbox { reader, to, terminator, is_hidden, .. } = self;
        let mut body = Body::new(reader, terminator).keeping(kept);
        let Content { encoding, .. } = section.content;
        // An empty body is skipped.
        if !body.chunk().bytes.is_empty() {
            let outer = std::mem::replace(&mut to.part.side, section.content.side());
            to.within(StepKind::Section, section, |to| match encoding {
                Encoding::None if *is_hidden => {
                    text_of(&section.content, Recoded::by(Hidden::default(), &mut body), to)
                }
                Encoding::None | Encoding::Uu => text_of(&section.content, &mut body, to),
                Encoding::QuotedPrintable => {
                    text_of(&section.content, Recoded::by(QuotedPrintable, &mut body), to)
                }
                Encoding::Base64 => text_of(&section.content, Base64::new(&mut body), to),
            })?;
            to.part.side = outer;
        }
        to.skip(&mut body);
        Walk::Continue(body.finish())
    }

    /// Returns `true` if a body has more headers, as in a file of Rmail: those that were shown. They are consumed.
    fn pass_shown(&mut self) {
        let blank = self.reader.front(BLANK);
        let blank = blank.iter().take_while(|b| matches!(b, b'\r' | b'\n')).count();
        if self.reader.front(blank + SHOWN.len()).ends_with(SHOWN) {
            self.to.advance(self.reader, blank as u64);
            self.pass_line();
            if let Some(head) = self.head() {
                self.reader.pass_bytes(head.whole_len());
            }
        }
    }
}

/// How many bytes of a body tell whether it has that length, which is [`MAX_LOOK`] at most.
pub(super) fn sight(length: u64) -> usize {
    length as usize + BLANK + FROM.len()
}

/// Returns `true` if a body has that length (mboxcl): another message or the end follows. Fewer bytes than [`sight`]
/// says are all that there are.
pub(super) fn fits(front: &[u8], length: u64) -> bool {
    let Some(after) = front.get(length as usize..) else { return false };
    let after = after.trim_ascii_start();
    after.is_empty() && front.len() < sight(length) || after.starts_with(FROM)
}

/// The length that the header of a message says its body has.
pub(super) fn stated(head: &Head, text: &[u8]) -> Option<u64> {
    head.value(text, "Content-Length").and_then(number)
}

/// Reads a part without its transfer encoding.
fn text_of(content: &Content, body: impl MappedRead, to: &mut Walker<'_>) -> ControlFlow<()> {
    if content.deletes_spaces && content.media.essence == "text/plain" {
        return body::read(&content.media, Recoded::by(SoftBreaks::default(), body), to);
    }
    body::read(&content.media, body, to)
}

fn number(value: &[u8]) -> Option<u64> {
    std::str::from_utf8(value).ok()?.parse().ok()
}
