//! Which format bytes are of.

use std::fs::File;

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

    /// Whether the file is a container, as far as its first bytes say.
    pub fn has(&self, file: &File) -> bool {
        let mut head = [0; ENOUGH];
        let count = read_at(file, &mut head, 0).unwrap_or(0);
        matches!(self.choose(&head[..count], true), Choice::Format(_))
    }
}

/// The format of that name.
pub(crate) fn named(name: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.name() == name)
}
