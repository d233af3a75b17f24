//! Which format bytes are of.

use std::fs::File;
use std::io;

use super::descent::Limits;
use super::format::{FORMATS, Format, Head, Sniff};
use super::source::read_at;

/// What is known of a format by the first bytes.
#[derive(Clone, Copy)]
pub(crate) enum Choice {
    /// None: it is text.
    Text,
    Format(&'static dyn Format),
    /// It takes more bytes to say.
    More,
}

/// How much is looked at, in bytes, to tell a format.
pub(crate) const ENOUGH: usize = 16 << 10;

/// The format of bytes that start so; where `is_all`, nothing comes behind them.
pub(crate) fn detect(bytes: &[u8], is_all: bool) -> Choice {
    // More may have come: what is told must not depend on that.
    let is_all = is_all || bytes.len() >= ENOUGH;
    let head = Head { bytes: &bytes[..bytes.len().min(ENOUGH)], is_all };
    for format in FORMATS {
        match format.sniff(head) {
            Sniff::Yes => return Choice::Format(*format),
            Sniff::More if !is_all => return Choice::More,
            _ => {}
        }
    }
    Choice::Text
}

/// How containers are taken apart.
#[derive(Clone, Copy)]
pub(crate) struct Containers {
    /// Take every source for this.
    pub format: Option<&'static dyn Format>,
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
pub(crate) fn named(name: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.name() == name)
}
