//! The format and the contents of bytes do not depend on the size of the first read.

use crate::testing::{
    Random, UNCUT, amount, entered, entered_after, opened, stands_all_cuts, utf_16,
};
use std::ops::ControlFlow;
use std::rc::Rc;

use super::named;
use super::testing::cases::{assert_cases, inputs, rows};
use crate::archive::rpm;
use crate::archive::tar::tests::{block, entry, old};
use crate::archive::zip::tests::member;
use crate::compress::single;
use crate::compress::tests::packed;
use crate::core::bounded::Limited;
use crate::core::detect::{Choice, Registry};
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::limits::Limits;
use crate::core::line_index::LineIndex;
use crate::core::mapped::MappedRead;
use crate::core::peek::PeekReader;
use crate::core::problem::ProblemKind;
use crate::core::step::StepKind;
use crate::core::visitor::{Part, Visitor};
use crate::core::walker::Walker;
use crate::data::{plist, sqlite};
use crate::layers::syntax::MAX_UNIT;
use crate::mail::cms;
use crate::office::ole::tests::compound;
use crate::office::{pdf, tnef};
use crate::registry::FORMATS;

/// A page with more lines than the first read has cuts.
fn page() -> String {
    let line = "<p>é &amp; <a href=\"http://h.example/&amp;x\">http://i.example/&amp;y</a>\n";
    format!("<!doctype html>\n{}", line.repeat(14))
}

/// The start of a source, and the name of its format, if any.
type Sample = (Option<&'static str>, Vec<u8>);

/// Samples of how each format may start, and of text that looks so at first.
fn samples() -> Vec<Sample> {
    let page = page();
    [archives(&page), compressed(&page), texts(&page)].concat()
}

fn archives(page: &str) -> Vec<Sample> {
    let names = [
        "page.html",
        "a b",
        "./ü",
        "<html>",
        "BEGIN:VCARD",
        "{\"a\":1",
        "From a@b",
        "To: a",
        "PK\x03\x04",
        &"n".repeat(99),
        &"n".repeat(100),
    ];
    let (zip, warc) = (zip(page.as_bytes()), warc("Content-Type: text/html", page.as_bytes()));
    let tars = names.map(|name| (Some("tar"), entry(name, b'0', page)));
    let others = [
        (Some("tar"), [entry("x", b'x', "12 path=ab\n"), entry("y", b'0', page)].concat()),
        (Some("tar"), [old("old", page.len() as u64), page.as_bytes().to_vec()].concat()),
        (None, block("two\nlines", b'0', 0)),
        (None, [&b"name"[..], &[0; 999]].concat()),
        (None, [&b"name"[..], &[0; 95], &[b'x'; 999]].concat()),
        (Some("zip"), zip.clone()),
        (Some("zip"), [b"PK\x07\x08", &zip[..]].concat()),
        (Some("zip"), [b"PK00", &zip[..]].concat()),
        (Some("zip"), [&b"PK\x05\x06"[..], &[0; 18]].concat()),
        (None, b"PK\x07\x08PK\x05\x06".to_vec()),
        (Some("wacz"), member("archive/a.warc.gz", 0, 0, b"")),
        (Some("wacz"), member("pages/pages.jsonl", 0, 0, b"{}")),
        (Some("zip"), member("archive/a.html", 0, 0, b"")),
        (Some("zip"), member("pages/a.jsonl", 0, 0, b"{}")),
        (Some("warc"), [b"WARC/0.18", &warc[8..]].concat()),
        (None, [b"WARC/2.0", &warc[8..]].concat()),
        (Some("warc"), warc),
        (Some("arc"), arc(page.as_bytes())),
        (None, b"filedesc://a.arc is text\n".to_vec()),
        (Some("ar"), b"!<thin>\n".to_vec()),
        (Some("rpm"), rpm::tests::package()),
        (Some("zip"), [&b"#!/bin/sh\nexit\n"[..], &zip].concat()),
        (Some("zip"), [&b"Cr24\x03\0\0\0\x04\0\0\0head"[..], &zip].concat()),
        (None, b"#!/bin/sh\necho PK\x03\x04\n".to_vec()),
        (None, b"Cr24 is a mark\n".to_vec()),
        (None, b"070701 is a number\n".to_vec()),
        (Some("unread"), [&b"7z\xbc\xaf\x27\x1c"[..], &zip].concat()),
        (Some("unread"), b"!BDN....SM......".to_vec()),
        (Some("chat"), b"[31/01/20, 12:00] Ann: http://a.example/\n".to_vec()),
        (Some("chat"), b"--- Log opened Fri Jan 31 12:00:00 2020\n12:00 <ann> a\n".to_vec()),
        (None, b"[2020-01-31 12:00:09] x.ERROR: a\n".to_vec()),
    ];
    let whole = rows("archive/containers").into_iter().filter_map(|(mut inputs, told)| {
        let name = ["ar", "cpio"].into_iter().find(|name| name.as_bytes() == inputs[0]);
        let is_whole = !told.is_empty() && memchr::memmem::find(&told, b"! ").is_none();
        name.filter(|_| is_whole).map(|name| (Some(name), inputs.swap_remove(1)))
    });
    tars.into_iter().chain(others).chain(whole).chain(documents(page)).collect()
}

fn documents(page: &str) -> Vec<Sample> {
    vec![
        (
            Some("sqlite"),
            sqlite::tests::database("CREATE TABLE t(a DEFAULT 'http://a.example/')", 1, &[]),
        ),
        (None, b"SQLite format 3 is text".to_vec()),
        (Some("bplist"), plist::written::list(&[plist::written::string("http://a.example/")])),
        (None, b"bplist is text".to_vec()),
        (Some("bencode"), b"d8:announce17:http://a.example/e".to_vec()),
        (None, b"d8: announce".to_vec()),
        (Some("ole"), compound(&[("a", page.as_bytes()), ("b", &[b'x'; 5000])])),
        (None, b"\xd0\xcf\x11\xe0\xa1\xb1\x1a and no more".to_vec()),
        (Some("pdf"), pdf::tests::file(&[b"1 0 obj (http://a.example/) endobj".repeat(30)])),
        (Some("pdf"), b"\r\n \n%PDF-1.4\n1 0 obj (http://a.example/) endobj".to_vec()),
        (None, b"%PDF is a comment".to_vec()),
        (Some("p7m"), cms::tests::info(2, b"\x04\x1cSubject: a\n\nhttp://a.example/")),
        (None, b"0\x82\x01\0\x06 is no signature".to_vec()),
        (Some("tnef"), tnef::tests::file(&[(1, 0x0002_800c, b"http://a.example/\0".to_vec())])),
        (None, b"\x78\x9f\x3e is no message".to_vec()),
        (Some("rtf"), br"{\rtf1\ansi see {\b http://a.}{\b0 example/x}\par}".to_vec()),
    ]
}

/// An archive with one stored member.
fn zip(data: &[u8]) -> Vec<u8> {
    member("name", 0, 0, data)
}

/// An archive with one response.
fn warc(fields: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 200 OK\r\n{fields}\r\n\r\n");
    let len = head.len() + body.len();
    let fields = "WARC-Type: response\r\nContent-Type: application/http";
    let record = format!("WARC/1.0\r\n{fields}\r\nContent-Length: {len}\r\n\r\n");
    [record.as_bytes(), head.as_bytes(), body, b"\r\n\r\n"].concat()
}

/// An archive with one record.
fn arc(page: &[u8]) -> Vec<u8> {
    let first = "filedesc://a.arc 192.0.2.1 20010203040506 text/plain 10\n1 0 Anyone\n\n";
    let head = format!("http://a.example/ 192.0.2.1 20010203040506 text/html {}\n", page.len());
    [first.as_bytes(), head.as_bytes(), page, b"\n"].concat()
}

fn compressed(page: &str) -> Vec<Sample> {
    let samples = packed(page.as_bytes()).into_iter();
    let mut samples: Vec<_> = samples.map(|(format, bytes)| (Some(format.name()), bytes)).collect();
    samples.extend(packed(b"").into_iter().map(|(format, bytes)| (Some(format.name()), bytes)));
    let singles = single::tests::packed(page.as_bytes()).into_iter();
    samples.extend(singles.map(|(format, bytes)| (Some(format.name()), bytes)));
    samples.push((None, b"x^2 + y^2, or x\x9c".to_vec()));
    samples.push((Some("zst"), b"\x5a\x2a\x4d\x18\x04\0\0\0http".to_vec()));
    samples.push((None, b"BZh9 is no stream".to_vec()));
    samples
}

/// Formats detected by their characters, and the same in UTF-16 and UTF-32, with a mark and without one.
fn texts(page: &str) -> Vec<Sample> {
    let html = Some("html");
    let body = "http://h.example/?a=3D1\n".repeat(45);
    let starts = rows("detect/starts");
    let plain = starts.into_iter().map(|(mut start, name)| {
        let name = named(str::from_utf8(&name).unwrap()).map(|format| format.name());
        (name, [&start.remove(0), body.as_bytes()].concat())
    });
    let utf16 = |order| utf_16(&format!("\u{feff}{page}"), order);
    let utf32 = |order: fn(u32) -> [u8; 4]| -> Vec<u8> {
        format!("\u{feff}{page}").chars().flat_map(|c| order(u32::from(c))).collect()
    };
    let others = [
        (html, page.as_bytes().to_vec()),
        (Some("utf16"), utf16(u16::to_le_bytes)),
        (Some("utf16"), utf16(u16::to_be_bytes)),
        (Some("utf32"), utf32(u32::to_le_bytes)),
        (Some("utf32"), utf32(u32::to_be_bytes)),
        (Some("utf16"), utf16(u16::to_le_bytes)[2..].to_vec()),
        (Some("utf16"), utf16(u16::to_be_bytes)[2..].to_vec()),
        (Some("utf32"), utf32(u32::to_le_bytes)[4..].to_vec()),
        (Some("utf32"), utf32(u32::to_be_bytes)[4..].to_vec()),
        (None, [b"\x02\0", &utf16(u16::to_le_bytes)[2..]].concat()),
        (None, vec![0; 999]),
        (None, b"\xff\xff".to_vec()),
    ];
    plain.chain(others).collect()
}

/// The name of the detected format; `?` if more bytes are needed.
fn detected(bytes: &[u8], is_all: bool) -> Option<&'static str> {
    match Registry::default().detect(bytes, is_all) {
        Choice::Text => None,
        Choice::Format(format) => Some(format.name()).filter(|name| !name.is_empty()),
        Choice::More => Some("?"),
    }
}

/// The most bytes of the first reads tried.
const FIRST: usize = 1 << 10;

/// Any prefix of the bytes gives the result of all of them, or asks for more.
fn assert_detected(bytes: &[u8]) {
    let whole = detected(bytes, true);
    for len in 0..bytes.len().min(FIRST) {
        let early = detected(&bytes[..len], false);
        let shown = || bytes[..len].escape_ascii();
        assert!(early == whole || early == Some("?"), "{early:?}, not {whole:?}: {}", shown());
    }
}

#[test]
fn the_first_bytes_tell_what_all_do_or_ask_for_more() {
    for (name, bytes) in samples() {
        assert_eq!(detected(&bytes, true), name, "{}", bytes.escape_ascii());
        assert_detected(&bytes);
    }
}

#[test]
fn so_they_do_whatever_is_put_together() {
    let samples = samples();
    let mut random = Random::default();
    for _ in 0..3000 {
        let mut bytes = Vec::new();
        for _ in 0..1 + random.below(4) {
            let (_, sample) = &samples[random.below(samples.len())];
            let start = random.below(9).saturating_sub(4).min(sample.len());
            let end = start + random.below(40).min(sample.len() - start);
            bytes.extend_from_slice(&sample[start..end]);
        }
        assert_detected(&bytes);
    }
}

/// The texts and problems of a container do not depend on it either: for the first sample of each
/// format, with every first read.
#[test]
fn what_is_in_a_container_does_not_depend_on_the_first_read() {
    let mut seen = Vec::new();
    for (name, bytes) in samples() {
        let Some(format) = name.and_then(named) else { continue };
        let whole = entered(format, &bytes, UNCUT);
        assert!(!whole.texts.is_empty() || bytes.len() < 99, "{format:?}");
        let every = if seen.contains(&name) { 50 } else { 1 };
        seen.push(name);
        for head in (1..bytes.len().min(FIRST)).step_by(every) {
            let after = entered_after(format, &bytes, head, UNCUT);
            assert!(after == whole, "{head} bytes of {}", bytes.escape_ascii());
        }
        for step in [1, 70] {
            assert!(entered(format, &bytes, step) == whole, "{step} of {}", bytes.escape_ascii());
        }
    }
    // One is only read if it is asked for.
    let is_asked_for = |format: &&&dyn Format| format.name() == "access-log";
    let by_bytes = FORMATS.iter().filter(|format| format.extensions().is_empty());
    let by_bytes = by_bytes.filter(|format| !is_asked_for(format));
    let missing = by_bytes.filter(|format| !seen.contains(&Some(format.name())));
    assert_eq!(missing.map(|format| format.name()).collect::<Vec<_>>(), [""; 0]);
}

/// What is whole, and what is broken, which is reported, hides nothing after it, and is the same for all cuts.
#[test]
fn what_is_in_containers() {
    let read = |[name, bytes]: [&[u8]; 2]| match named(str::from_utf8(name).unwrap()) {
        Some(format) => {
            stands_all_cuts(format, bytes);
            entered(format, bytes, 3).told()
        }
        None => opened(bytes).told(),
    };
    assert_cases("archive/containers", read);
    assert_cases("layers/containers", read);
    assert_cases("mail/containers", read);
    assert_cases("web/containers", read);
}

/// Text that comes line by line is searched line by line.
#[test]
fn text_does_not_wait() {
    let long =
        "see http://a.example/ in a line that is longer than a name, and is not over ".repeat(2);
    for text in inputs("detect/text") {
        assert_eq!(detected(&text, false), None, "{}", text.escape_ascii());
    }
    assert_eq!(detected(long.as_bytes(), false), None);
    assert_eq!(detected(b"{\"a\": \"http:\\/\\/a.example\\/\"}\n", false), Some("json"));
}

/// An archive with one file.
fn tar(data: &[u8]) -> Vec<u8> {
    let mut archive = [&block("name", b'0', data.len() as u64), data].concat();
    archive.resize(archive.len().next_multiple_of(512) + 1024, 0);
    archive
}

/// Broken members, with more lines in and after them than one read returns.
fn broken() -> Vec<(&'static dyn Format, Vec<u8>)> {
    let mut random = Random::default();
    let text: Vec<u8> = (0..200 << 10).map(|_| b'0' + random.below(64) as u8).collect();
    let mut all = Vec::new();
    for (format, member) in packed(page().as_bytes()).into_iter().chain(packed(&text)) {
        for at in [10, member.len() / 3, member.len() * 9 / 10] {
            let mut member = member.clone();
            member[at..].fill(0xff);
            member[at + 1..].iter_mut().step_by(9).for_each(|byte| *byte = b'\n');
            let lines = b"\nhttp://u.example/\n".repeat(amount(4 << 10, 9 << 10));
            all.push((format, [&member[..], &lines].concat()));
        }
    }
    all
}

/// However a broken source comes, and whatever contains it, text read as it is has the lines and columns
/// of the source: the helpers check that.
#[test]
fn what_is_broken_has_the_lines_of_the_source() {
    for (format, bytes) in broken() {
        assert_same_lines(format, &bytes);
        for outer in [tar(&bytes), zip(&bytes)] {
            let Choice::Format(archive) = Registry::default().detect(&outer, true) else {
                panic!("an archive")
            };
            assert_same_lines(archive, &outer);
        }
        let coding = match format.name() {
            "gz" => "gzip",
            "zst" => "zstd",
            _ => "br",
        };
        let fields = format!("Content-Encoding: {coding}");
        assert_same_lines(named("warc").unwrap(), &warc(&fields, &bytes));
    }
}

fn assert_same_lines(format: &dyn Format, bytes: &[u8]) {
    let name = format.name();
    let whole = entered(format, bytes, UNCUT);
    assert!(!whole.problems.is_empty());
    let reads = [(20, 700), (1000, UNCUT), (0, 1), (bytes.len(), 1)];
    for (head, step) in reads.into_iter().take(amount(2, 4)) {
        let head = head.min(bytes.len());
        let after = entered_after(format, bytes, head, step);
        assert_eq!(after.problems, whole.problems, "{name}, {head} and {step}");
        assert_eq!(after.shown(), whole.shown(), "{name}, {head} and {step}");
        assert!(after == whole, "{name}, {head} and {step}");
    }
}

/// Passes over all texts.
struct Passing;

impl Visitor for Passing {
    fn text(&mut self, _: &Part, _: &LineIndex, text: &mut dyn MappedRead) -> ControlFlow<()> {
        loop {
            match text.chunk().bytes.len() {
                0 => return ControlFlow::Continue(()),
                count => text.advance(count),
            }
        }
    }
}

/// Marks that open something which is not closed where a unit of text ends, or a little later.
#[test]
fn units_end_where_the_text_does() {
    let marks = b"(\"\\[{<'*x\r\n%/";
    for format in FORMATS {
        for (mark, len) in marks.iter().flat_map(|mark| [(mark, MAX_UNIT), (mark, MAX_UNIT + 9)]) {
            let text = [b"%PDF-1.7\n".as_slice(), &vec![*mark; len]].concat();
            let mut passing = Passing;
            let mut to = Walker::new(&mut passing, Limits::default(), Rc::default());
            let mut reader = to.reader(&text[..], Vec::new(), 0..0);
            assert!(to.enter(*format, &mut reader).is_continue());
            assert!(reader.is_at_end(), "{format:?}");
        }
    }
}

/// A made-up format whose index is at its end: a line of it has the offset, the length and the name of a
/// member, and the last eight digits are the offset of the index.
struct Indexed;

impl Indexed {
    const MAGIC: &[u8] = b"INDEXED\n";
    /// The most bytes that are held.
    const LIMIT: usize = 1 << 20;

    fn packed(members: &[(&str, &str)]) -> Vec<u8> {
        let (mut bytes, mut index) = (Self::MAGIC.to_vec(), String::new());
        for (name, text) in members {
            bytes.extend(b"(\n");
            index += &format!("{} {} {name}\n", bytes.len(), text.len());
            bytes.extend(text.bytes());
        }
        let at = bytes.len();
        [&bytes[..], index.as_bytes(), format!("{at:08}").as_bytes()].concat()
    }

    /// The offsets, the lengths and the names of the members, in this order.
    fn members(bytes: &[u8]) -> Option<Vec<(u64, u64, String)>> {
        let (bytes, at) = bytes.split_last_chunk::<8>()?;
        let at: usize = str::from_utf8(at).ok()?.parse().ok()?;
        let member = |line: &str| {
            let mut words = line.splitn(3, ' ');
            let offset = words.next()?.parse().ok()?;
            Some((offset, words.next()?.parse().ok()?, words.next()?.to_owned()))
        };
        let index = str::from_utf8(bytes.get(at..)?).ok()?;
        let mut members: Vec<_> = index.lines().map(member).collect::<Option<_>>()?;
        members.sort();
        Some(members)
    }
}

impl Format for Indexed {
    fn name(&self) -> &'static str {
        "indexed"
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        head.starts_with(Self::MAGIC)
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let (start, raw) = (reader.at(), reader.raw());
        let bytes = reader.peek(Self::LIMIT + 1);
        let is_held = bytes.len() <= Self::LIMIT;
        let Some(members) = is_held.then(|| Self::members(bytes)).flatten() else {
            to.problem(ProblemKind::Damaged, raw, "indexed: no index, or it is too long");
            return ControlFlow::Continue(());
        };
        for (offset, len, name) in members {
            // A member in another has been read.
            let Some(gap) = (start + offset).checked_sub(reader.at()) else { continue };
            to.advance(reader, gap);
            let mut member = Limited::new(reader, len);
            to.within(StepKind::Member, &name, |to| {
                to.open(&mut PeekReader::of_mapped(&mut member))
            })?;
            to.finish(member, &name, raw);
        }
        to.skip(reader);
        ControlFlow::Continue(())
    }
}

#[test]
fn an_index_may_be_at_the_end() {
    let page = "<p>\n<a href='http://a.example/'>";
    let bytes = Indexed::packed(&[("a", "x\ny"), ("b", page), ("c", "")]);
    let all = entered(&Indexed, &bytes, UNCUT);
    let expected = [("a", "x\ny"), ("b/html", "\0\n\0"), ("c", "")];
    assert_eq!(all.shown(), expected.map(|(path, text)| (path, text.to_owned())));
    assert_eq!(all.texts[0].spans[0].start, 10);
    stands_all_cuts(&Indexed, &bytes);
    let long = [&bytes[..8], &vec![b'x'; Indexed::LIMIT]].concat();
    let all = entered(&Indexed, &long, UNCUT);
    assert_eq!((all.texts[0].text.len(), all.problems.len()), (long.len(), 1));
}
