//! A format of one's own: WACZ (<https://specs.webrecorder.net/wacz/1.1.1/>), web archives in a zip archive beside
//! indexes and lists of the pages in them. Only the web archives are read.
//!
//! Prints the path and the length of each text in the files that are its arguments.

use std::fs::File;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use urisift_decode::{
    Decoder, Format, LineIndex, MappedRead, Part, PeekReader, Prefix, Sniff, Visitor, Walker, named,
};

/// A zip archive that is known by its name.
struct Wacz;

impl Format for Wacz {
    fn name(&self) -> &'static str {
        "wacz"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["wacz"]
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
        to.open_as(zip, is_archive, reader)
    }
}

/// Whether a member is a web archive.
fn is_archive(name: &Path) -> bool {
    name.starts_with("archive")
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
    let decoder = Decoder::builder().formats(&[&Wacz]).file_name(name).build();
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
    fn only_archives_are_read() {
        let warc = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/plain\r\n\
            Content-Length: 4\r\n\r\ntext\r\n\r\n";
        let wacz = [
            member("archive/data.warc", warc),
            member("indexes/index.cdx", "example,a)/ 2020 {}"),
            member("pages/pages.jsonl", "{\"url\": \"http://a.example/\"}"),
        ];
        let wacz = wacz.concat();
        let paths = |name: &str| -> Vec<String> {
            let texts = texts(Path::new(name), &wacz[..]).unwrap();
            texts.into_iter().map(|(path, _)| path).collect()
        };
        let known = paths("a.wacz");
        assert!(known.iter().all(|path| path.starts_with("zip archive/data.warc/")), "{known:?}");
        assert_eq!(known.len(), 2, "{known:?}");
        assert!(paths("a.zip").len() > 2);
    }
}
