//! A format of one's own: SAZ, in which Fiddler saves what it recorded, requests and responses in a ZIP archive beside an
//! index of them and what Fiddler knows of each. Only the requests and the responses are read.
//!
//! Prints the path and the length of each text in the files that are its arguments.

use std::fs::File;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use urisift_decode::{
    Decoder, Format, LineIndex, MappedRead, Part, PeekReader, Prefix, Sniff, Visitor, Walker, named,
};

/// A ZIP archive that is known by its name.
struct Saz;

impl Format for Saz {
    fn name(&self) -> &'static str {
        "saz"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["saz"]
    }

    fn may_start_as(&self) -> &'static [&'static str] {
        &["zip"]
    }

    fn has_magic(&self) -> bool {
        false
    }

    fn sniff(&self, _: Prefix<'_>) -> Sniff {
        Sniff::No
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let zip = named("zip").expect("it is built in");
        to.open_as(zip, is_message, reader)
    }
}

/// Whether a member is a request or a response: `raw/1_c.txt`, `raw/1_s.txt`.
fn is_message(name: &Path) -> bool {
    let name = name.to_string_lossy();
    name.starts_with("raw/") && (name.ends_with("_c.txt") || name.ends_with("_s.txt"))
}

/// Collects the path and the length of each text.
#[derive(Default)]
struct Texts(Vec<(String, usize)>);

impl Visitor for Texts {
    fn text(&mut self, part: &Part, _: &LineIndex, text: &mut dyn MappedRead) -> ControlFlow<()> {
        let mut total = 0;
        loop {
            let len = text.chunk().bytes.len();
            if len == 0 {
                break;
            }
            total += len;
            text.advance(len);
        }
        self.0.push((part.path.clone(), total));
        ControlFlow::Continue(())
    }
}

/// The texts of a source of that name.
fn texts(name: &Path, read: impl io::Read) -> io::Result<Vec<(String, usize)>> {
    let decoder = Decoder::builder().formats(&[&Saz]).file_name(name).build();
    let mut texts = Texts::default();
    decoder.walk(read, &mut texts)?;
    Ok(texts.0)
}

fn main() -> io::Result<()> {
    for path in std::env::args_os().skip(1) {
        let path = Path::new(&path);
        for (part, len) in texts(path, File::open(path)?)? {
            println!("{}: {part}: {len} bytes", path.display());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A stored member of a zip archive.
    fn member(name: &str, data: &str) -> Vec<u8> {
        let (len, size) = (name.len() as u16, (data.len() as u32).to_le_bytes());
        let header = [&b"PK\x03\x04\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0"[..], &size, &size];
        [&header.concat()[..], &len.to_le_bytes(), b"\0\0", name.as_bytes(), data.as_bytes()]
            .concat()
    }

    #[test]
    fn only_messages_are_read() {
        let saz = [
            member("_index.htm", "<a href=raw/1_c.txt>C</a>"),
            member("raw/1_c.txt", "GET http://a.example/ HTTP/1.1\r\n\r\n"),
            member("raw/1_m.xml", "<Session SID=\"1\"/>"),
            member("raw/1_s.txt", "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\ntext"),
        ];
        let saz = saz.concat();
        let paths = |name: &str| -> Vec<String> {
            let texts = texts(Path::new(name), &saz[..]).unwrap();
            texts.into_iter().map(|(path, _)| path).collect()
        };
        assert_eq!(paths("a.saz"), ["zip raw/1_c.txt", "zip raw/1_s.txt"]);
        assert!(paths("a.zip").len() > 2);
    }
}
