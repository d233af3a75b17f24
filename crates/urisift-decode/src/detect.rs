//! Format detection.

use std::fs::File;
use std::io;
use std::path::Path;

use crate::archive::unread::Unread;
use crate::core::format::{FORMATS, Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::walker::Limits;

/// What the first bytes say of a format.
#[derive(Clone, Copy)]
pub enum Choice {
    /// No format: it is text.
    Text,
    /// It is this container.
    Format(&'static dyn Format),
    /// More bytes are needed.
    More,
}

/// How many bytes detection looks at.
pub const ENOUGH: usize = 16 << 10;

/// The bytes that detection looks at: the result must not depend on any that follow them.
fn head(bytes: &[u8], is_all: bool) -> Prefix<'_> {
    let is_all = is_all || bytes.len() >= ENOUGH;
    Prefix { bytes: &bytes[..bytes.len().min(ENOUGH)], is_all }
}

/// Detects the format from the first bytes; with `is_all`, nothing follows them.
pub fn detect(bytes: &[u8], is_all: bool) -> Choice {
    let head = head(bytes, is_all);
    for format in FORMATS.iter().copied().chain([&Unread as &dyn Format]) {
        match format.sniff(head) {
            Sniff::Yes => return Choice::Format(format),
            Sniff::More if !head.is_all => return Choice::More,
            _ => {}
        }
    }
    Choice::Text
}

/// Sniffs the front of a reader, peeking at as much of it as that takes.
pub(super) fn is_told(reader: &mut PeekReader<'_>, sniff: impl Fn(Prefix<'_>) -> Sniff) -> bool {
    loop {
        let is_all = reader.has_ended();
        match sniff(head(reader.live(), is_all)) {
            Sniff::More if !is_all && reader.live().len() < ENOUGH => _ = reader.more(),
            sniff => return sniff == Sniff::Yes,
        }
    }
}

/// How containers are decoded.
#[derive(Clone, Copy)]
pub struct Containers {
    /// Read every source as this format.
    pub format: Option<&'static dyn Format>,
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
        let sniffed = match detect(bytes, is_all) {
            Choice::More => return Choice::More,
            Choice::Text => None,
            Choice::Format(format) => Some(format),
        };
        refined(sniffed, path).map_or(Choice::Text, Choice::Format)
    }

    /// Whether the file may be a container, by its first bytes and its name. True if it cannot be read: the
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

/// The format with that name.
pub fn named(name: &str) -> Option<&'static dyn Format> {
    FORMATS.iter().copied().find(|format| format.name() == name)
}

/// The format that the first bytes tell, or that the name of the file does. The name is the surer sign, unless
/// the format of the first bytes is [told by them](Format::is_told_by_bytes).
pub(super) fn refined(
    sniffed: Option<&'static dyn Format>,
    path: &Path,
) -> Option<&'static dyn Format> {
    match (sniffed, by_name(path)) {
        (Some(sniffed), Some(named))
            if sniffed.is_told_by_bytes() && !named.may_start_as().contains(&sniffed.name()) =>
        {
            Some(sniffed)
        }
        (sniffed, named) => named.or(sniffed),
    }
}

/// The format that the extension of a file name tells.
fn by_name(path: &Path) -> Option<&'static dyn Format> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    FORMATS.iter().copied().find(|format| format.extensions().contains(&&*extension))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_first_bytes() {
        for (name, bytes, expected) in [
            ("a.xml", "text <b>", "html"),
            ("a/b.xml.RELS", "", "html"),
            ("a.htm", "name,url\n\"a\",http://a.example/\n", "html"),
            ("a.html", "{\"a\": 1}", "json"),
            ("a.html", "From: a@b.example\nSubject: c\n\n", "mail"),
            ("a.html", "---\nlayout: a\n---\n<p>", "html"),
            ("a.txt", "text <b>", ""),
            ("a.md", "<html><p>", "markdown"),
            ("a.rst", "<html><p>", "html"),
            ("a.csv", "<a xmlns='b'>", "html"),
        ] {
            let format = refined(
                match detect(bytes.as_bytes(), true) {
                    Choice::Format(format) => Some(format),
                    _ => None,
                },
                Path::new(name),
            );
            assert_eq!(format.map_or("", |format| format.name()), expected, "{name} {bytes}");
        }
    }
}
