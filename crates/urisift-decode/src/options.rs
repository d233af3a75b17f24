//! How a file is decoded.

use std::fs::File;
use std::io;
use std::path::Path;

use crate::core::detect::{Choice, ENOUGH, Registry};
use crate::core::format::Format;
use crate::core::limits::Limits;

/// How containers are decoded.
#[derive(Clone, Copy, Default)]
pub struct Containers {
    /// Read every source as this format.
    pub format: Option<&'static dyn Format>,
    /// Formats of the program, which are tried before those of this crate.
    pub formats: &'static [&'static dyn Format],
    /// How far containers are followed.
    pub limits: Limits,
}

impl Containers {
    /// The format of a source from its first bytes, or else from its name; with `is_all`, nothing follows
    /// the bytes.
    pub fn choose(&self, path: &Path, bytes: &[u8], is_all: bool) -> Choice {
        if let Some(format) = self.format {
            return Choice::Format(format);
        }
        let registry = Registry::default().with(self.formats);
        let sniffed = match registry.detect(bytes, is_all) {
            Choice::More => return Choice::More,
            Choice::Text => None,
            Choice::Format(format) => Some(format),
        };
        registry.prefer_name(sniffed, path).map_or(Choice::Text, Choice::Format)
    }

    /// Returns `true` if the file may be a container, by its first bytes and its name. True if it cannot be read: the
    /// search reports the error.
    pub fn may_have(&self, path: &Path, file: &File) -> bool {
        let mut head = [0; ENOUGH];
        let count = read_front(file, &mut head);
        let choose = |count: usize| self.choose(path, &head[..count], true);
        count.map_or(true, |count| matches!(choose(count), Choice::Format(_)))
    }
}

/// Fills the buffer with the first bytes of the file and returns how many there are.
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

/// Reads once at an offset, like [`std::io::Read::read`], and does not move the file's cursor.
///
/// # Errors
/// Any error of the system.
#[cfg(unix)]
pub fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

/// Reads once at an offset, like [`std::io::Read::read`], wherever the file's cursor is.
///
/// # Errors
/// Any error of the system.
#[cfg(windows)]
pub fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}
