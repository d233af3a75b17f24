//! How records look on a terminal.

use std::path::Path;

use super::goto::{self, Format, Machine};
use super::palette::{Palette, Role};
use super::{hyperlink, paint};
use crate::record::path_bytes;
use crate::span::{Position, STDIN};

/// Colours and links of records.
#[derive(Clone, Debug)]
pub(crate) struct Looks {
    pub palette: Palette,
    /// How links are made, if there are any.
    pub links: Option<Links>,
}

/// What links to files are made of.
#[derive(Clone, Debug)]
pub(crate) struct Links {
    pub format: Format,
    pub machine: Machine,
}

impl Looks {
    /// Whether only the escapes of harmful characters differ from plain text.
    pub fn is_plain(&self) -> bool {
        self.links.is_none() && self.palette.is_plain()
    }

    /// Writes a path as a link to the file.
    pub fn path(&self, path: &Path, out: &mut Vec<u8>) {
        let opened = self.open(path, None, out);
        paint::piece(path_bytes(path), Role::Path, &self.palette, out);
        opened.close(out);
    }

    /// Opens a link to a place in a file.
    pub fn open(&self, path: &Path, position: Option<Position>, out: &mut Vec<u8>) -> Opened {
        let links = self.links.as_ref().filter(|links| !links.format.is_none());
        match links.filter(|_| path != Path::new(STDIN)) {
            None => Opened::Nothing,
            Some(Links { format, machine }) => {
                Opened::of(&goto::address(format, machine, path, position), out)
            }
        }
    }
}

/// What was opened.
#[must_use]
pub(crate) enum Opened {
    Nothing,
    Link,
}

impl Opened {
    /// Opens a link to an address, if it can be one.
    pub fn of(address: &[u8], out: &mut Vec<u8>) -> Self {
        if hyperlink::open(address, out) { Opened::Link } else { Opened::Nothing }
    }

    /// Closes it.
    pub fn close(self, out: &mut Vec<u8>) {
        if let Opened::Link = self {
            hyperlink::close(out);
        }
    }
}
