//! What a caller opens is searched as files are, and a failure ends a search at its place.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use urisift_decode::{PeekReader, Prefix, Sniff};

use super::*;
use crate::aggregate::{Key, Ranking};
use crate::input::{Opened, Separator, Walker};
use crate::record::Batch;

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

/// Files of several kinds, one of them too long for one portion.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mail =
        |n| format!("From a@b Thu Jan  1 00:00:00 1970\nSubject: {n}\n\nhttp://a.example/{n}\n\n");
    let mbox = (0..40_000).map(mail).collect::<String>();
    let texts = [
        ("a.txt", b"http://a.example/\n".repeat(1000)),
        ("b.mbox.gz", gz(mbox.as_bytes())),
        ("c.html", b"<a href='d'>d</a>".to_vec()),
        ("d.txt", b"none".to_vec()),
    ];
    let write = |(name, text): (&str, Vec<u8>)| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path
    };
    texts.into_iter().map(write).collect()
}

pub(super) fn found(search: SearchBuilder) -> Vec<String> {
    let shown = |found: Item| match found {
        Ok(record) => {
            let mut out = Vec::new();
            record.write_json(&mut out);
            String::from_utf8(out).unwrap()
        }
        Err(problem) => problem.to_string(),
    };
    search.build().unwrap().map(shown).collect()
}

fn opened(path: &Path) -> io::Result<Opened> {
    let file = File::open(path)?;
    let modified = file.metadata()?.modified()?;
    Ok(Opened::new(file).modified(modified))
}

#[test]
fn what_is_opened_is_searched_as_files_are() {
    let folder = tempfile::tempdir().unwrap();
    let mut paths = files(folder.path());
    paths.push(folder.path().join("missing"));
    let expected = found(Search::builder().paths(&paths).threads(1));
    assert!(expected.len() > 41_000);
    for threads in [1, 2, 5] {
        let search = Search::builder().paths(&paths).threads(threads).open_with(opened);
        assert!(found(search) == expected, "{threads} threads");
    }
    let list = folder.path().join("list");
    let lines = paths.iter().map(|path| format!("{}\n", path.display()));
    fs::write(&list, lines.collect::<String>()).unwrap();
    let search = Search::builder().files_from(&list, Separator::Line).open_with(opened);
    assert!(found(search) == expected);
}

#[test]
fn each_source_has_a_base_of_its_own() {
    let open = |name: &Path| {
        let opened = Opened::new("<a href='x'>x</a>".as_bytes());
        Ok(match name.to_str() {
            Some("a") => opened.base("http://a.example/"),
            _ => opened,
        })
    };
    let search = Search::builder().paths(["a", "b"]).base("http://b.example/").input_format("html");
    let records: Result<Vec<_>, _> = search.open_with(open).build().unwrap().collect();
    let uris: Vec<_> = records.unwrap().iter().map(|record| record.uri().into_owned()).collect();
    assert_eq!(uris, ["http://a.example/x", "http://b.example/x"]);
}

/// Fails after its bytes.
struct Broken(&'static [u8]);

impl Read for Broken {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self.0.read(out)? {
            0 => Err(io::ErrorKind::ConnectionReset.into()),
            count => Ok(count),
        }
    }
}

fn breaking(name: &Path) -> io::Result<Opened> {
    match name.to_str() {
        Some("3") => Ok(Opened::new(Broken(b"http://a.example/ http://b.example/ "))),
        Some("6") => Err(io::ErrorKind::NotFound.into()),
        _ => Ok(Opened::new("http://c.example/".as_bytes())),
    }
}

#[test]
fn a_search_may_end_with_the_first_failure() {
    let names = (0..100).map(|n| n.to_string());
    let search = Search::builder().paths(names).open_with(breaking);
    assert_eq!(found(search.clone()).len(), 98 + 2 + 2);
    for threads in [1, 2, 7] {
        let search = search.clone().threads(threads).fail_fast(true);
        let mut records = found(search.clone());
        assert_eq!(records.pop().unwrap(), "3: byte 36: connection reset");
        assert_eq!(records.len(), 5);
        let mut events: Vec<_> = search.batches().build().unwrap().map(Result::unwrap).collect();
        assert!(matches!(events.pop(), Some(Event::Failure(it)) if it.path == Path::new("3")));
        assert_eq!(events.iter().map(rows).sum::<usize>(), 5);
    }
    let search = search.fail_fast(true).batches();
    for (search, kept) in [
        (search.clone().unique(Key::Uri), 3),
        (search.counts(Key::Uri, Ranking::Appearance(None)), 0),
    ] {
        let events: Vec<_> = search.build().unwrap().map(Result::unwrap).collect();
        assert_eq!(events.iter().map(rows).sum::<usize>(), kept);
    }
}

/// What is cut is not read to its end, also if it is compressed, but for what is cut inside of it.
#[test]
fn a_cut_input_is_a_failure() {
    let half = |bytes: Vec<u8>| bytes[..bytes.len() / 2].to_vec();
    let lines: String = (0..999).map(|n| format!("http://a.example/{}\n", n * n)).collect();
    let record = |block: &[u8]| {
        let head =
            format!("WARC/1.0\r\nWARC-Type: resource\r\nContent-Length: {}\r\n\r\n", block.len());
        [head.as_bytes(), block, b"\r\n\r\n"].concat()
    };
    let damaged = |mut bytes: Vec<u8>| {
        let last = bytes.len() - 6;
        bytes[last] ^= 1;
        bytes
    };
    let packed = gz(lines.as_bytes());
    for (name, bytes, is_whole) in [
        ("whole.gz", packed.clone(), true),
        ("cut.gz", half(packed.clone()), false),
        ("damaged.gz", damaged(packed.clone()), false),
        ("nested.gz", gz(&half(packed.clone())), false),
        ("a.warc", half(record(lines.as_bytes())), false),
        ("a.warc.gz", gz(&half(record(lines.as_bytes()))), false),
        ("inside.warc", record(&half(packed.clone())), true),
        ("inside.warc.gz", gz(&record(&half(packed))), true),
    ] {
        for threads in [1, 3] {
            let bytes = bytes.clone();
            let search = Search::builder().path(name).threads(threads).fail_fast(true);
            let search = search.open_with(move |_| Ok(Opened::new(io::Cursor::new(bytes.clone()))));
            let last = search.batches().build().unwrap().last().unwrap().unwrap();
            assert_eq!(!matches!(last, Event::Failure(_)), is_whole, "{name} {last:?}");
        }
    }
}

fn rows(event: &Event) -> usize {
    if let Event::Batch(batch) = event { Batch::rows(batch) } else { 0 }
}

#[test]
fn a_program_reads_files_alone() {
    let search = Search::builder().path("a").pre("cat").open_with(breaking);
    assert!(search.build().unwrap_err().to_string().contains("preprocessor"));
}

#[test]
fn rules_in_a_file_unwrap_links() {
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("rules");
    fs::write(&rules, "# a redirector\ngo.example /out url\n").unwrap();
    let texts = Search::builder().batches().unwrap_rules(&rules).texts().unwrap();
    let link = b"http://go.example/out?url=http%3A%2F%2Fa.example%2Fb";
    let batches = texts.batches([Some(&link[..])]).unwrap();
    let unwrapped = batches[0].columns().iter().find(|column| column.name() == "unwrapped");
    assert_eq!(unwrapped.unwrap().values(), b"http://a.example/b");
    let missing = Search::builder().batches().unwrap_rules(folder.path().join("none")).texts();
    assert!(missing.unwrap_err().to_string().contains("none"));
}

/// A list whose lines have a number in front of them.
struct Numbered;

impl Format for Numbered {
    fn name(&self) -> &'static str {
        "numbered"
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        head.starts_with(b"NUMBERED\n")
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        to.advance(reader, 9);
        while let Some(len) = reader.line_len(0, 1 << 10).filter(|len| *len > 0) {
            let digits = reader.live().iter().take_while(|b| b.is_ascii_digit()).count() as u64;
            to.advance(reader, digits);
            let rest = len as u64 - digits;
            to.member("numbered line", PathBuf::from("line"), rest, reader)?;
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn a_program_has_formats_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let list = b"NUMBERED\n1http://a.example/\n22http://b.example/\n";
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(list).unwrap();
    fs::write(folder.path().join("list"), list).unwrap();
    fs::write(folder.path().join("list.gz"), packed.finish().unwrap()).unwrap();
    for threads in [1, 3] {
        let search = Search::builder().path(folder.path()).formats(&[&Numbered]).threads(threads);
        let records: Vec<_> = search.build().unwrap().map(Result::unwrap).collect();
        let parts = records.iter().map(|record| record.part.as_ref().unwrap().path.clone());
        let line = "numbered line".to_owned();
        let expected = [line.clone(), line.clone(), format!("gz/{line}"), format!("gz/{line}")];
        assert_eq!(parts.collect::<Vec<_>>(), expected);
        assert_eq!(records[1].uri(), "http://b.example/");
    }
}
