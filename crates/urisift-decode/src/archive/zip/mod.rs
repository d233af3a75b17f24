//! ZIP archives, read as a stream: PKWARE's APPNOTE, by the header before each member.

use std::cell::RefCell;
use std::ops::ControlFlow;

mod descriptor;
mod header;
mod member;
mod package;
mod prefix;
mod signature;
pub mod wacz;

use header::{Local, Record};
use member::Member;
use signature::HOLD;

use crate::core::bounded::{Before, Limited};
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::portion::Whole;
use crate::core::problem::ProblemKind;
use crate::core::step::StepKind;
use crate::core::walker::{Front, Walker};

/// ZIP and ZIP64. The directory at the end is skipped: it repeats the headers of the members.
pub struct Zip;

impl Format for Zip {
    fn name(&self) -> &'static str {
        "zip"
    }

    /// A member, the end of an empty archive, or a marker and a member; or what may precede an archive.
    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        [&b"PK\x03\x04"[..], b"PK\x05\x06", b"PK\x07\x08PK\x03\x04", b"PK00PK\x03\x04"]
            .iter()
            .fold(prefix::sniff(head), |sniff, magic| sniff.or(head.starts_with(magic)))
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        prefix::pass(reader, to)?;
        records(reader, to, u64::MAX)
    }
}

/// Reads records up to one that starts at `end`, members in portions where that is possible.
fn records(reader: &mut PeekReader<'_>, to: &mut Walker<'_>, end: u64) -> ControlFlow<()> {
    let (mut is_after_end, package) = (false, RefCell::default());
    // Its members are read with one another.
    let is_package = matches!(
        Record::at(reader),
        Some(Record::Local { header, .. }) if package::is_package(&header.name)
    );
    while reader.at() < end {
        let (start, expansion) = (reader.at(), to.limits.expansion);
        let least = to.portion_len.unwrap_or(0) / 4;
        let members = |bytes: &[u8], _| whole(bytes, least, expansion);
        if !is_package {
            to.portions(reader, Front::ALL, members, |reader, to, _, end| {
                records(reader, to, end)
            })?;
        }
        is_after_end &= reader.at() == start;
        let Some(record) = Record::at(reader) else {
            if reader.is_at_end() {
                break;
            }
            // Anything after the end need not be part of the archive.
            if !is_after_end {
                tell_between(reader, to);
            }
            read_between(reader, to)?;
            continue;
        };
        is_after_end = matches!(record, Record::End { .. });
        match record {
            Record::Local { header, len } => {
                Member::new(header, reader, &package).read(len, reader, to)?;
            }
            Record::Directory { len } => to.advance(reader, len),
            Record::End { len, comment } => {
                to.advance(reader, len);
                read_comment(comment, reader, to)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The members at the front of the bytes that end where their headers say, whatever is in them. There are none if
/// these have less than `least` bytes: a portion has no other budget than for these.
fn whole(bytes: &[u8], least: usize, expansion: u64) -> Whole {
    let (mut whole, mut unpacked) = (Whole::default(), 0_u64);
    while let Some((header, len)) = Local::whole(&bytes[whole.len..]) {
        let to = whole.len + len;
        unpacked = unpacked.saturating_add(header.unpacked.unwrap_or(0));
        if unpacked > expansion.saturating_mul(to as u64) {
            break;
        }
        whole = Whole { len: to, count: whole.count + 1 };
    }
    if whole.len < least { Whole::default() } else { whole }
}

/// Reads the archive comment (APPNOTE 4.4.26). It contains no record.
fn read_comment(size: u64, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
    let bytes = reader.peek(size as usize + HOLD);
    let there = size.min(bytes.len() as u64);
    let len = signature::find_within(bytes, size).map_or(there, |len| len as u64);
    if len < size {
        let what = format!("zip comment: truncated: expected {size} bytes, found {len}");
        to.note(ProblemKind::Cut, reader.raw(), what);
    }
    if len == 0 {
        return ControlFlow::Continue(());
    }
    to.within(StepKind::Header, "zip comment", |to| to.text(&mut Limited::new(reader, len)))
}

/// Reports why no record can be read.
fn tell_between(reader: &mut PeekReader<'_>, to: &mut Walker<'_>) {
    let what = match reader.peek(SIGNING) {
        bytes if signature::is_record(bytes) => "damaged or truncated record",
        bytes if bytes.starts_with(descriptor::SIGNATURE) => "invalid data descriptor",
        bytes if is_signing_block(bytes) => return,
        _ => "expected a record",
    };
    to.problem(ProblemKind::Damaged, reader.raw(), format!("zip: {what}"));
}

/// How many bytes tell the Android signing block.
const SIGNING: usize = 16;

/// Returns `true` if bytes start with the Android signing block, which precedes the directory: its size and that of its
/// first entry, in 64 bits each (APK Signature Scheme v2).
fn is_signing_block(bytes: &[u8]) -> bool {
    bytes.get(4..8) == Some(&[0; 4]) && bytes.get(12..SIGNING) == Some(&[0; 4])
}

/// Reads what is between records as it is, and so any invalid record, up to the next one or the end.
fn read_between(reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
    let start = reader.at();
    // The record at the front has been tried.
    let find = |bytes: &[u8], at: u64| {
        let from = bytes.len().min(usize::from(at == start));
        signature::find(&bytes[from..]).map(|found| from + found)
    };
    to.text(&mut Before::new(reader, HOLD, find))
}

#[cfg(test)]
pub mod tests {
    use crate::testing::{Random, all_of, entered, opened, stands_all_cuts};

    use super::*;
    use crate::archive::tar;
    #[cfg(any(feature = "zstd", feature = "xz"))]
    use crate::compress::codec;

    /// A member, followed by a descriptor with or without a signature, if one is wanted.
    pub fn member(name: &str, method: u8, flags: u8, data: &[u8]) -> Vec<u8> {
        let size = if flags & 8 == 0 { data.len() as u32 } else { 0 };
        let sizes = [size.to_le_bytes(), size.to_le_bytes()].concat();
        let fixed = [b"PK\x03\x04", &[20, 0, flags, 0, method, 0][..], &[0; 8], &sizes].concat();
        [&fixed[..], &[name.len() as u8, 0, 0, 0], name.as_bytes(), data].concat()
    }

    pub fn descriptor(signature: &[u8], data: &[u8]) -> Vec<u8> {
        let size = (data.len() as u32).to_le_bytes();
        [signature, &b"crc!"[..], &size, &size].concat()
    }

    pub fn deflated(text: &[u8]) -> Vec<u8> {
        all_of(flate2::read::DeflateEncoder::new(text, Default::default()))
    }

    /// A version, the length of the properties, these, and the data, which has a mark at its end.
    #[cfg(feature = "xz")]
    fn lzma(text: &[u8]) -> Vec<u8> {
        let packed = codec::xz::packed_alone(text);
        [b"\x09\x04\x05\0", &packed[..5], &packed[13..]].concat()
    }

    /// A directory without entries, and a comment.
    pub fn end(comment: &str) -> Vec<u8> {
        let entry = [&b"PK\x01\x02"[..], &[0; 24], &[1, 0, 0, 0, 0, 0], &[0; 12], b"n"].concat();
        let end = [b"PK\x05\x06", &[0; 16][..], &[comment.len() as u8, 0]].concat();
        [&entry, &end, comment.as_bytes()].concat()
    }

    #[test]
    fn members_of_all_kinds() {
        let text = b"unpacked";
        let bz2 = all_of(bzip2::read::BzEncoder::new(&text[..], Default::default()));
        let packed = [
            ("zip b", 8, deflated(text)),
            ("zip c", 12, bz2),
            ("zip g", 9, deflated(text)),
            #[cfg(feature = "xz")]
            ("zip h", 14, lzma(text)),
            #[cfg(feature = "zstd")]
            ("zip d", 93, codec::zst::packed(text)),
            #[cfg(feature = "xz")]
            ("zip e", 95, codec::xz::packed(text)),
        ];
        let signature = &b"PK\x07\x08"[..];
        for flags in [0, 8] {
            for signature in [signature, b""] {
                let after = |data| if flags == 0 { vec![] } else { descriptor(signature, data) };
                let stored = b"stored PK\x03\x04";
                let members = packed.iter().flat_map(|(path, method, data)| {
                    let mark = if *method == 14 { 2 } else { 0 };
                    [member(&path[4..], *method, flags | mark, data), after(data)].concat()
                });
                let archive = [
                    member("dir/", 0, flags, b""),
                    after(b""),
                    member("a", 0, flags, stored),
                    after(stored),
                    members.collect(),
                    member("f", 0, flags, b""),
                    after(b""),
                    end("comment"),
                    b"behind".to_vec(),
                ]
                .concat();
                let all = opened(&archive);
                let paths = packed.iter().map(|(path, ..)| (*path, "unpacked"));
                let expected: Vec<_> = [("zip a", "stored PK\x03\x04")]
                    .into_iter()
                    .chain(paths)
                    .chain([("zip f", ""), ("zip comment", "comment"), ("", "behind")])
                    .map(|(path, text)| (path, text.to_owned()))
                    .collect();
                assert_eq!((all.shown(), &all.problems[..]), (expected, &[][..]));
                stands_all_cuts(&Zip, &archive);
            }
        }
    }

    /// What precedes archives that are known nevertheless.
    fn prefixes() -> Vec<Vec<u8>> {
        let crx2 = [&b"Cr24\x02\0\0\0\x03\0\0\0\x02\0\0\0"[..], b"keysi"].concat();
        let crx3 = [&b"Cr24\x03\0\0\0\x05\0\0\0"[..], b"PK\x03\x04h"].concat();
        let mut exe = [&b"MZ\x90\0"[..], &[0; 56], &[0x40, 0, 0, 0], b"PE\0\0"].concat();
        exe.extend([&b" PK\x03\x04 is no member "[..], &[7; 20_000]].concat());
        let elf = b"\x7fELF\x02\x01\x01\0h\0t\0t\0p\0".to_vec();
        vec![crx2, crx3, exe, b"#!/bin/sh\nexit 0 # PK\n".to_vec(), elf]
    }

    #[test]
    fn something_may_precede_an_archive() {
        let archive = [member("a", 8, 0, &deflated(b"text")), end("")].concat();
        for (number, prefix) in prefixes().into_iter().enumerate() {
            let bytes = [&prefix[..], &archive].concat();
            let all = opened(&bytes);
            assert_eq!(all.text("zip a").text, b"text");
            assert_eq!((all.problems.len(), all.texts.len()), (0, 1 + usize::from(number > 1)));
            if number != 2 {
                stands_all_cuts(&Zip, &bytes);
            }
        }
        let wrong = [&b"Cr24\x03\0\0\0\xff\xff\xff\xff"[..], b"header", &archive].concat();
        let all = opened(&wrong);
        assert_eq!(all.text("zip a").text, b"text");
        assert_eq!(all.problems, ["zip: expected a record"]);
    }

    #[test]
    fn what_only_looks_like_a_prefix_is_text() {
        let script = "#!/bin/sh\nprintf 'PK\\003\\004' # http://a.example/\n";
        for bytes in [&prefixes()[2][..], script.as_bytes(), b"Cr24", b"MZ is text\n"] {
            let all = opened(bytes);
            assert_eq!((all.texts.len(), all.texts[0].text.len()), (1, bytes.len()));
            assert_eq!((all.texts[0].path.as_str(), all.problems), ("", vec![]));
        }
    }

    #[test]
    fn what_lies_between_is_read() {
        let one = member("a", 0, 0, b"one");
        let signed = "\u{20}\0\0\0\0\0\0\0\u{8}\0\0\0\0\0\0\0sign";
        let archive =
            [&one[..], b"between", &one, signed.as_bytes(), &end(""), b"PK\x03\x04"].concat();
        let texts =
            [("zip a", "one"), ("", "between"), ("zip a", "one"), ("", signed), ("", "PK\x03\x04")];
        let all = opened(&archive);
        assert_eq!(all.shown(), texts.map(|(path, text)| (path, text.to_owned())));
        assert_eq!(all.problems, ["zip: expected a record"]);
        stands_all_cuts(&Zip, &archive);
    }

    #[test]
    fn offsets_count_in_what_is_unpacked() {
        let archive = [member("a", 0, 0, b"ab"), member("b", 8, 0, &deflated(b"cd"))].concat();
        let all = opened(&archive);
        assert_eq!(all.text("zip a").spans[0].start, 31);
        assert_eq!(all.text("zip b").spans[0].start, 0);
    }

    #[test]
    fn what_cannot_be_read_is_passed_over() {
        let packed = deflated(b"text");
        let mut broken = packed.clone();
        broken[0] = 0xff;
        let after = member("b", 0, 0, b"after");
        let signature = &b"PK\x07\x08"[..];
        for (archive, problem) in [
            (member("a", 8, 1, &packed), "encrypted zip member: not read"),
            ([member("a", 0, 9, b"data"), descriptor(signature, b"data")].concat(), "encrypted"),
            (
                member("META-INF/manifest.xml", 0, 0, b"<m:encryption-data m:checksum='x'>"),
                "encrypted OpenDocument file: not read",
            ),
            (member("a", 99, 0, &packed), "zip member packed in an unknown way: not read"),
            (member("a", 8, 0, &broken), "corrupt after 0"),
            (
                [member("a", 8, 8, &broken), descriptor(signature, &broken)].concat(),
                "corrupt after 0",
            ),
        ] {
            let all = entered(&Zip, &[archive, after.clone()].concat(), 5);
            assert_eq!(all.text("zip b").text, b"after");
            assert_eq!(all.problems.len(), 1);
            assert!(all.problems[0].contains(problem), "{:?}", all.problems);
        }
    }

    #[test]
    fn sizes_that_are_not_there() {
        let mut huge = member("a", 0, 0, b"text");
        huge[18..22].copy_from_slice(&(1u32 << 30).to_le_bytes());
        let all = opened(&huge);
        assert_eq!(all.shown(), [("zip a", "text".to_owned())]);
        assert_eq!(all.problems, ["zip a: truncated: expected 1073741824 bytes, found 4"]);
        let endless = member("a", 0, 8, b"text");
        let all = opened(&endless);
        assert_eq!(all.shown(), [("zip a", "text".to_owned())]);
        assert_eq!(all.problems, ["zip a: missing end"]);
    }

    /// A member whose header states another size.
    fn resized(flags: u8, data: &[u8], size: u32) -> Vec<u8> {
        let mut member = member("a", 8, flags, data);
        member[18..22].copy_from_slice(&size.to_le_bytes());
        member
    }

    #[test]
    fn what_is_broken_hides_nothing_after_it() {
        const NONE: &str = "zip: expected a record";
        const WRONG: &str = "zip a: declared size does not match";
        const BROKEN: &str = "zip: damaged or truncated record";
        let packed = deflated(b"text");
        let next = [member("b", 8, 0, &deflated(b"next")), member("c", 0, 0, b"more")].concat();
        let (signature, off) = (&b"PK\x07\x08"[..], [&packed[..], b"1"].concat());
        let central = [&b"PK\x01\x02"[..], &[0; 24], &[255; 6], &[0; 12]].concat();
        for (first, problem) in [
            (resized(0, &packed, 100_000), WRONG),
            (resized(0, &packed, u32::MAX), WRONG),
            (resized(0, &[&packed[..], b"???"].concat(), 100_000), WRONG),
            (resized(0, &[&packed[..], b"???"].concat(), packed.len() as u32 + 3), WRONG),
            ([resized(8, &packed, 999), descriptor(signature, &packed)].concat(), WRONG),
            (resized(1, &packed, 100_000), WRONG),
            (resized(1, &packed, packed.len() as u32 + 9), WRONG),
            (resized(0, &packed, 3), "corrupt after "),
            (
                [member("a", 8, 8, &packed), descriptor(signature, &off)].concat(),
                "zip: invalid data descriptor",
            ),
            ([member("a", 8, 8, &packed), descriptor(b"", &off)].concat(), NONE),
            ([b"PX", &member("a", 8, 0, &packed)[2..]].concat(), NONE),
            ([member("a", 8, 9, &packed), descriptor(signature, &off)].concat(), "encrypted"),
            ([b"PK\x06\x06", &[255; 8][..]].concat(), BROKEN),
            ([b"PK\x06\x06", &[255, 255, 0, 0, 0, 0, 0, 0][..]].concat(), BROKEN),
            ([b"PK\x06\x08", &[255; 4][..]].concat(), BROKEN),
            ([b"PK\x05\x05", &[255; 2][..]].concat(), BROKEN),
            (central, BROKEN),
            ([b"PK\x03\x04", &[255; 40][..]].concat(), BROKEN),
            ([&resized(0, b"", 0)[..28], &[255, 255, b'a']].concat(), BROKEN),
            (
                [&end("")[..67], &[255, 255]].concat(),
                "zip comment: truncated: expected 65535 bytes, found 0",
            ),
        ] {
            let archive = [member("0", 0, 0, b""), first, next.clone()].concat();
            let all = entered(&Zip, &archive, 5);
            assert_eq!(all.text("zip b").text, b"next", "{archive:?}");
            assert_eq!(all.text("zip c").text, b"more", "{archive:?}");
            let told = || all.problems.iter().chain(&all.notes);
            let found = told().filter(|what| what.contains(problem)).count();
            assert_eq!(found, 1, "{:?}", told().collect::<Vec<_>>());
            stands_all_cuts(&Zip, &archive);
        }
    }

    #[test]
    fn media_are_not_unpacked_if_their_end_is_certain() {
        let mut random = Random::default();
        let pixels: Vec<u8> = (0..6000).map(|_| b'0' + random.below(50) as u8).collect();
        let mut broken = deflated(&[&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0"[..], &pixels].concat());
        let len = broken.len();
        broken[len - 900..].fill(0xff);
        let (next, signature) = (member("b", 0, 0, b"next"), &b"PK\x07\x08"[..]);
        let described =
            |name| [member(name, 8, 8, &broken), descriptor(signature, &broken)].concat();
        for (first, is_passed) in [
            (member("a.png", 8, 0, &broken), true),
            (described("a.PNG"), true),
            (described("a.txt"), false),
            ([member("a.png", 8, 8, &broken), descriptor(b"", &broken)].concat(), true),
            ([member("a.png", 8, 8, &broken), descriptor(signature, b"")].concat(), false),
            (resized(0, &broken, 900_000), false),
        ] {
            let archive = [member("0", 0, 0, b""), first, next.clone()].concat();
            let all = entered(&Zip, &archive, 5);
            assert_eq!(all.text("zip b").text, b"next");
            assert_eq!(all.problems.is_empty(), is_passed, "{:?}", all.problems);
            stands_all_cuts(&Zip, &archive);
        }
        let text = [member("a.png", 8, 0, &deflated(b"http://a.example/")), next].concat();
        assert_eq!(opened(&text).text("zip a.png").text, b"http://a.example/");
    }

    #[test]
    fn what_hid_nothing_is_a_note() {
        let packed = deflated(b"text");
        let next = member("b", 0, 0, b"next");
        for (first, note) in [
            (resized(0, &packed, 100_000), "zip a: declared size does not match"),
            (
                [&end("")[..67], &[9, 0]].concat(),
                "zip comment: truncated: expected 9 bytes, found 0",
            ),
        ] {
            let all = entered(&Zip, &[member("0", 0, 0, b""), first, next.clone()].concat(), 5);
            assert_eq!((&all.problems[..], &all.notes[..]), (&[][..], &[note.to_owned()][..]));
            assert_eq!(all.text("zip b").text, b"next");
        }
    }

    /// A record that starts right before the stated end is found in time; and what Deflate takes of broken data does
    /// not depend on the size of reads.
    #[test]
    fn a_record_just_before_the_end() {
        let next = [member("b", 0, 0, &[b'x'; 99]), end("")].concat();
        let broken = [&[0x42; 90][..], b"and more"].concat();
        for missing in 0..4 {
            for (method, data) in [(14, &[9; 60][..]), (8, &broken)] {
                let mut archive = member("a", method, 0, data);
                archive.truncate(archive.len() - missing);
                let archive = [archive, next.clone()].concat();
                assert_eq!(entered(&Zip, &archive, 3).text("zip b").text.len(), 99);
                stands_all_cuts(&Zip, &archive);
            }
        }
    }

    #[test]
    fn many_broken_records_are_few_problems() {
        let headers =
            [&b"PK\x03\x04\x14\0\0\0\x08\0"[..], &[0; 16], &[1, 0, 255, 255, b'a']].concat();
        for part in [
            headers,
            b"PK\x03\x04".to_vec(),
            resized(1, b"data", u32::MAX),
            resized(8, b"data", 0),
            member("a", 8, 9, b"data"),
            [&b"PK\x06\x08"[..], &[0, 0, 1, 0]].concat(),
            [&b"PK\x05\x06"[..], &[0; 16], &[255, 255]].concat(),
        ] {
            let archive = [member("0", 0, 0, b""), part.repeat((64 << 10) / part.len())].concat();
            let all = entered(&Zip, &archive, 1 << 16);
            assert!(!all.problems.is_empty() || !all.notes.is_empty(), "{part:?}");
        }
    }

    #[test]
    fn an_archive_in_a_member() {
        let tar = [tar::tests::entry("t", b'0', "text"), vec![0; 1024]].concat();
        let inner = [member("b", 8, 0, &deflated(&tar)), end("")].concat();
        for outer in [
            member("a", 0, 0, &inner),
            [member("a", 0, 8, &inner), descriptor(b"PK\x07\x08", &inner)].concat(),
        ] {
            let all = opened(&[outer, end("")].concat());
            assert_eq!(all.shown(), [("zip a/zip b/tar t", "text".to_owned())]);
            assert_eq!(all.problems, [""; 0]);
        }
    }
}
