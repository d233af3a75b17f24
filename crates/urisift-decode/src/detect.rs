//! Which format bytes are of.

use std::fs::File;
use std::io;

use super::file::read_at;
use super::format::{FORMATS, Format, Prefix, Sniff};
use super::peek::PeekReader;
use super::walker::Limits;

/// What is known of a format by the first bytes.
#[derive(Clone, Copy)]
pub enum Choice {
    /// None: it is text.
    Text,
    /// It is that container.
    Format(&'static dyn Format),
    /// It takes more bytes to say.
    More,
}

/// How much is looked at, in bytes, to tell a format.
pub const ENOUGH: usize = 16 << 10;

/// What of the bytes is looked at: more may have come, and nothing must depend on that.
fn head(bytes: &[u8], is_all: bool) -> Prefix<'_> {
    let is_all = is_all || bytes.len() >= ENOUGH;
    Prefix { bytes: &bytes[..bytes.len().min(ENOUGH)], is_all }
}

/// The format of bytes that start so; where `is_all`, nothing comes behind them.
pub fn detect(bytes: &[u8], is_all: bool) -> Choice {
    let head = head(bytes, is_all);
    for format in FORMATS {
        match format.sniff(head) {
            Sniff::Yes => return Choice::Format(*format),
            Sniff::More if !head.is_all => return Choice::More,
            _ => {}
        }
    }
    Choice::Text
}

/// What is told of the front of a reader, of which as much is peeked at as that takes.
pub(super) fn is_told(reader: &mut PeekReader<'_>, sniff: impl Fn(Prefix<'_>) -> Sniff) -> bool {
    loop {
        let is_all = reader.has_ended();
        match sniff(head(reader.live(), is_all)) {
            Sniff::More if !is_all && reader.live().len() < ENOUGH => _ = reader.more(),
            sniff => return sniff == Sniff::Yes,
        }
    }
}

/// How containers are taken apart.
#[derive(Clone, Copy)]
pub struct Containers {
    /// Take every source for this.
    pub format: Option<&'static dyn Format>,
    /// How far they are followed.
    pub limits: Limits,
}

impl Containers {
    /// What a source is that starts so; where `is_all`, nothing comes behind that.
    pub fn choose(&self, bytes: &[u8], is_all: bool) -> Choice {
        self.format.map_or_else(|| detect(bytes, is_all), Choice::Format)
    }

    /// Whether the file may be a container, as far as its first bytes say. Where they cannot be read,
    /// whoever searches it will see.
    pub fn may_have(&self, file: &File) -> bool {
        let mut head = [0; ENOUGH];
        let count = read_front(file, &mut head);
        count.map_or(true, |count| matches!(self.choose(&head[..count], true), Choice::Format(_)))
    }
}

/// Fills the buffer with the first bytes of the file; how many there are.
fn read_front(file: &File, front: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < front.len() {
        match read_at(file, &mut front[filled..], filled as u64) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

/// The format of that name.
pub fn named(name: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.name() == name)
}
