//! Where in a source a walk may start: between two messages or records, or in a text.
//!
//! A walk from there gives the same texts as one of the whole source, with the same offsets, lines and numbers. If the
//! source is compressed in several members, it is decompressed from one of them on.

use std::cell::Cell;

use urisift::Position;

/// Where a walk starts, and where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The place in the source from which it is read.
    pub at: Place,
    /// If the source is compressed, the place in what it decompresses to.
    pub unpacked: Option<Place>,
    /// What is there.
    pub content: Content,
    /// The offset in the content of the first message or record that belongs to another walk.
    pub end: u64,
}

/// A place in raw bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its offset.
    pub offset: u64,
    /// Its line and column, if lines are counted.
    pub position: Option<Position>,
}

impl Place {
    /// The first byte.
    pub const FIRST: Place = Place { offset: 0, position: Some(Position { line: 1, column: 1 }) };
}

/// What a walk starts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Text.
    Text,
    /// Messages of a mailbox.
    Messages {
        /// How many are before.
        number: u64,
        /// How sure the line before each has to be.
        least: Envelope,
    },
    /// Records of a web archive.
    Records {
        /// How many are before.
        number: u64,
    },
}

/// What a line that starts with `From ` says of the message after it, surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Envelope {
    /// When it was received: a month and a time of day (RFC 4155).
    Dated,
    /// A date of another form, or a hyphen, which Netscape and archives of Usenet write for the sender.
    Sloppy,
    /// The sender alone.
    Sender,
    /// Nothing, as Thunderbird writes it.
    Bare,
}

impl Content {
    /// The content with that many messages or records before it.
    pub(crate) fn after(self, number: u64) -> Content {
        match self {
            Content::Text => Content::Text,
            Content::Messages { least, .. } => Content::Messages { number, least },
            Content::Records { .. } => Content::Records { number },
        }
    }
}

/// The next member of a compressed source that is to be known, for a walk that may start there.
#[derive(Debug, Default)]
pub struct Members {
    /// The offset in the source from which one is wanted.
    wanted: Cell<u64>,
    /// The first one since, and its place in what is decompressed.
    next: Cell<Option<Member>>,
}

/// The start of a member.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    /// Its place in the source.
    pub at: Place,
    /// The offset of its first byte in what is decompressed.
    pub unpacked: u64,
}

impl Members {
    /// The next one is wanted from that offset in the source on.
    pub fn want(&self, from: u64) {
        self.wanted.set(from);
        self.next.set(None);
    }

    /// A member starts.
    pub(crate) fn note(&self, offset: u64, unpacked: u64, position: impl Fn() -> Option<Position>) {
        if offset >= self.wanted.get() && self.next.get().is_none() {
            let at = Place { offset, position: position() };
            self.next.set(Some(Member { at, unpacked }));
        }
    }

    /// The one that is known. It is forgotten if it starts before that offset in what is decompressed.
    pub fn next_from(&self, unpacked: u64) -> Option<Member> {
        self.next.set(self.next.get().filter(|next| next.unpacked >= unpacked));
        self.next.get()
    }
}
