use crate::testing::{All, UNCUT, amount, entered, opened, stands_all_cuts};
use std::io::Write;

use super::*;

/// Text that does not compress to nothing.
fn text(seed: u32) -> Vec<u8> {
    let numbers = (seed..).map(|n| n.wrapping_mul(2654435761));
    numbers.take(99).flat_map(|n| format!("{n} ").into_bytes()).collect()
}

/// The text, compressed in each format that this build has.
pub fn packed(text: &[u8]) -> Vec<(&'static dyn Format, Vec<u8>)> {
    let mut gz = flate2::write::GzEncoder::new(vec![], flate2::Compression::best());
    let mut bz2 = bzip2::write::BzEncoder::new(vec![], bzip2::Compression::best());
    let info = lz4_flex::frame::FrameInfo::new().content_checksum(true);
    let mut lz4 = lz4_flex::frame::FrameEncoder::with_frame_info(info, vec![]);
    for encoder in [&mut gz as &mut dyn Write, &mut bz2, &mut lz4] {
        encoder.write_all(text).unwrap();
    }
    vec![
        (&Gzip, gz.finish().unwrap()),
        #[cfg(feature = "zstd")]
        (&Zstandard, zst::packed(text)),
        (&Bzip2, bz2.finish().unwrap()),
        #[cfg(feature = "xz")]
        (&Xz, xz::packed(text)),
        (&Lz4, lz4.finish().unwrap()),
        #[cfg(feature = "xz")]
        (&Lzip, xz::packed_lzip(text)),
        (&Snappy, snappy::packed(text)),
    ]
}

#[test]
fn members_after_broken_ones_are_unpacked() {
    for ((format, first), (_, next)) in packed(&text(1)).into_iter().zip(packed(&text(2))) {
        for at in [first.len() / 3, first.len() / 2, first.len() - 20] {
            let mut broken = first.clone();
            broken[at..at + 3].fill(0xff);
            for between in [&b""[..], b"\x1f\x8b\x08\xff between BZh9", &first[..12]] {
                let bytes = [&broken, between, &next].concat();
                let all = opened(&bytes);
                let path = format.name();
                let seen = all.texts.iter().rfind(|seen| seen.path == path);
                assert_eq!(seen.unwrap().text, text(2), "{path} {at} {between:?}");
                assert_eq!(seen.unwrap().spans[0].start, 0);
                assert!((1..4).contains(&all.problems.len()), "{path}: {:?}", all.problems);
            }
        }
    }
}

/// However much is decompressed at once, all decoded before the fault is there.
#[test]
fn what_was_made_before_a_fault_is_given() {
    let long: Vec<u8> = (0..amount(1200, 2000) as u32).flat_map(|seed| text(seed * 7919)).collect();
    for (format, mut bytes) in packed(&long) {
        let at = bytes.len() * 9 / 10;
        bytes[at..at + 3].fill(0xff);
        let whole = entered(format, &bytes, UNCUT);
        let first = &whole.texts[0].text;
        let same = std::iter::zip(first, &long).take_while(|(a, b)| a == b).count();
        assert!(same > long.len() * 8 / 10 - (900 << 10), "{format:?}: {same} of {}", long.len());
        for step in [1000, 70_000, 1].into_iter().take(amount(2, 3)) {
            let texts = |all: &All| all.texts.iter().map(|t| t.text.len()).collect::<Vec<_>>();
            let steps = entered(format, &bytes, step);
            assert_eq!(texts(&steps), texts(&whole), "{format:?}, {step} at a time");
            assert!(steps == whole, "{format:?}, {step} at a time");
        }
    }
}

#[test]
fn what_is_cut_does_not_take_the_next() {
    for (format, packed) in packed(&text(1)) {
        let bytes = [&packed[..packed.len() / 2], &packed].concat();
        let all = opened(&bytes);
        assert_eq!(all.texts.last().unwrap().text, text(1), "{format:?}");
        assert_eq!(all.problems.len(), 1);
        stands_all_cuts(format, &bytes);
    }
}

#[test]
fn what_lies_between_members_is_told() {
    for (format, member) in packed(&text(1)) {
        for (between, told) in [(&b""[..], false), (&[0; 8], false), (b"between", true)] {
            let all = opened(&[&member, between, &member, b"behind"].concat());
            assert_eq!(all.texts.last().unwrap().text, b"behind");
            let what = format!("{}: expected a member", format.name());
            assert_eq!(all.problems, vec![what; usize::from(told)]);
        }
    }
}

/// A skippable frame of that kind.
#[cfg(feature = "zstd")]
fn skippable(kind: u8, content: &[u8]) -> Vec<u8> {
    let len = (content.len() as u32).to_le_bytes();
    [&[kind, 0x2a, 0x4d, 0x18][..], &len, content].concat()
}

#[cfg(feature = "zstd")]
#[test]
fn a_file_may_have_its_dictionary() {
    let (one, two) = (zst::dictionary(1), zst::dictionary(0x1234_5678));
    let frame = |dictionary: &[u8], text: &str| zst::packed_with(dictionary, text.as_bytes());
    let text = "http://dictionary.example/of/words http://b.example/\n";
    assert!(frame(&one, text).len() < zst::packed(text.as_bytes()).len());
    let frames = |dictionary: &[u8]| {
        let others = [skippable(0x50, b"skipped"), skippable(0x5d, b"no dictionary")].concat();
        [frame(dictionary, text), others, zst::packed(b"none "), frame(dictionary, text)].concat()
    };
    let read = format!("{text}none {text}");
    for first in [one.clone(), zst::packed(&one)] {
        let bytes = [skippable(0x5d, &first), frames(&one)].concat();
        let all = opened(&bytes);
        assert_eq!(all.shown(), [("zst", read.clone())]);
        assert_eq!(all.problems, [""; 0]);
        stands_all_cuts(&Zstandard, &bytes);
        // The next file has a dictionary of its own.
        let bytes = [bytes, skippable(0x5d, &two), frames(&two)].concat();
        let all = entered(&Zstandard, &bytes, 3);
        assert_eq!(all.shown(), [("zst", read.repeat(2))]);
        assert_eq!(all.problems, [""; 0]);
    }
}

/// The window of such a frame is its whole content, and the decoder takes memory in addition to it.
#[cfg(feature = "zstd")]
#[test]
fn a_frame_may_claim_to_be_as_long_as_a_number_can_say() {
    // No dictionary, and the length of the content in eight bytes.
    let header = [&b"\x28\xb5\x2f\xfd\xe3"[..], &[0; 4], &[0xff; 8]].concat();
    for after in ["", "text"] {
        let bytes = [&header[..], after.as_bytes()].concat();
        let problems = opened(&bytes).problems;
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].starts_with("corrupt after 0 decompressed bytes: "), "{problems:?}");
        stands_all_cuts(&Zstandard, &bytes);
    }
}

/// A frame of one raw block, whose header declares a longer content.
#[cfg(feature = "zstd")]
#[test]
fn a_frame_that_is_too_short_gives_the_same_by_any_reads() {
    let text = b"http://a.example/b";
    let block_header = [(text.len() as u8) << 3 | 1, 0, 0];
    let bytes = [b"\x28\xb5\x2f\xfd\x20\x63", &block_header[..], text].concat();
    let all = opened(&bytes);
    // In C, the last byte is lost with what ends the frame.
    let is_in_c = cfg!(not(feature = "zstd-rust"));
    let (given, why) = match is_in_c {
        true => (&text[..17], "17 decompressed bytes: Data corruption detected"),
        false => (&text[..], "18 decompressed bytes: checksum or length mismatch"),
    };
    assert_eq!(all.shown(), [("zst", String::from_utf8_lossy(given).into_owned())]);
    assert_eq!(all.problems, [format!("corrupt after {why}")]);
    stands_all_cuts(&Zstandard, &bytes);
}

#[cfg(feature = "zstd")]
#[test]
fn a_dictionary_that_is_missing_is_told_once() {
    let dictionary = zst::dictionary(77);
    let frame = zst::packed_with(&dictionary, b"http://dictionary.example/of/words");
    let plain = zst::packed(b"plain");
    let broken = skippable(0x5d, &zst::packed(&dictionary)[..40]);
    let what = "corrupt after 0 decompressed bytes: missing dictionary 77";
    for (first, problems) in [
        (vec![], &[what][..]),
        (skippable(0x5d, &zst::dictionary(78)), &[what]),
        // The compressed dictionary is tried as a frame too.
        (broken, &[&what[..36], &what[..36], what]),
        (skippable(0x5d, &dictionary[..20]), &["corrupt after 0 decompressed bytes: ", what]),
    ] {
        let bytes = [&first[..], &frame, &frame, &plain, &frame, &plain, b"behind"].concat();
        let all = opened(&bytes);
        let texts: Vec<_> = all.shown().into_iter().filter(|text| !text.1.is_empty()).collect();
        assert_eq!(texts, [("zst", "plainplain".to_owned()), ("", "behind".to_owned())]);
        assert_eq!(all.problems.len(), problems.len(), "{:?}", all.problems);
        let is_told = |(told, what): (&String, &&str)| told.starts_with(what);
        assert!(all.problems.iter().zip(problems).all(is_told), "{:?}", all.problems);
        stands_all_cuts(&Zstandard, &bytes);
    }
}

#[test]
fn restarts_are_limited() {
    let broken = b"\x1f\x8b\x08\0\0\0\0\0\0\x03\xff";
    let all = entered(&Gzip, &broken.repeat(3 * MOST_RESTARTS), 1 << 16);
    assert_eq!(all.problems.len(), MOST_RESTARTS);
    assert!(all.texts.last().unwrap().text.len() > broken.len() * MOST_RESTARTS);
}
