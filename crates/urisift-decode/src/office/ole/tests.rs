//! Whole files.

#[path = "../../../../../tests/kit/compound.rs"]
mod writer;

use super::*;
use crate::office::lzfu;
use crate::testing::{All, UNCUT, entered, opened, stands_all_cuts, wide};
pub use writer::compound;

/// The paths and the texts.
fn shown(all: &All) -> Vec<(&str, String)> {
    let readable = |(path, text): (_, String)| (path, text.replace('\x1f', "|"));
    all.shown().into_iter().map(readable).collect()
}

fn expected<const LEN: usize>(rows: [(&'static str, &str); LEN]) -> Vec<(&'static str, String)> {
    rows.map(|(path, text)| (path, text.to_owned())).into()
}

#[test]
fn streams_of_a_document() {
    let long = "http://long.example/ ".repeat(300);
    let pdf = b"<!doctype html><a href='http://a.example/'>";
    let bytes = compound(&[
        ("WordDocument", b"\x13 HYPERLINK \"http://b.example/\" \x14"),
        (
            "\u{5}SummaryInformation",
            &[&b"\x0c\0\0\0"[..], &wide("http://c.example/"), b"\0\0"].concat(),
        ),
        ("Data", long.as_bytes()),
        ("ObjectPool/_1/Package", pdf),
        ("PowerPoint Document", b"\0\0\xa8\x0f\x04\0\0\0http0"),
        ("Workbook", b"\x04\x02\x0a\0\0\0\0\0\0\0\x01\0\0x"),
        ("Pictures", b"http://d.example/"),
        ("Empty", b""),
    ]);
    let all = opened(&bytes);
    assert_eq!(all.problems, [""; 0]);
    let expected = expected([
        ("ole Data", &*long),
        ("ole WordDocument", "\u{13} HYPERLINK \"http://b.example/\" \u{14}"),
        ("ole SummaryInformation", "\u{c}\0\0\0|http://c.example/|\0\0"),
        ("ole PowerPoint Document", "|http"),
        ("ole Workbook", "||x"),
        ("ole ObjectPool/_1/Package/html", "\0doctype html\0\0"),
    ]);
    for (found, expected) in std::iter::zip(shown(&all), &expected) {
        assert_eq!(found, *expected);
    }
    assert_eq!(all.texts.len(), expected.len());
    assert!(all.texts.iter().all(|text| text.is_unpacked));
    assert_eq!(all.texts[1].spans[0].start, 0);
    stands_all_cuts(&Ole, &bytes);
}

/// A property of fixed length, as it is among others.
fn fixed(tag: u32, value: u32) -> Vec<u8> {
    let zeros = [0; 4];
    [[0; 32].as_slice(), &tag.to_le_bytes(), &zeros, &value.to_le_bytes(), &zeros].concat()
}

#[test]
fn parts_of_a_message() {
    let page = "<meta name=a><a href='http://a.example/?b&amp;c'>\u{e9}";
    let page: Vec<u8> = page.chars().map(|char| char as u8).collect();
    let headers = "Subject: http://h.example/\r\nMessage-ID: <http://never.example/>\r\n\r\n";
    let bytes = compound(&[
        ("__properties_version1.0", &fixed(0x3fde_0003, 1252)),
        ("__nameid_version1.0/__substg1.0_00040102", &wide("http://never.example/")),
        ("__substg1.0_0037001F", &wide("http://s.example/\u{4e2d}")),
        ("__substg1.0_0070001F", &wide("http://s.example/\u{4e2d}")),
        ("__substg1.0_10130102", &page),
        ("__substg1.0_1000001F", &wide("see http://b.example/\r\n")),
        ("__substg1.0_10090102", &lzfu::tests::packed(b"{\\rtf1 http://b.example/}")),
        ("__substg1.0_1035001F", &wide("<id@m.example>")),
        ("__substg1.0_007D001F", &wide(headers)),
        ("__recip_version1.0_#00000000/__substg1.0_3003001F", &wide("a@r.example")),
        ("__attach_version1.0_#00000000/__substg1.0_3707001F", &wide("list.md")),
        ("__attach_version1.0_#00000000/__substg1.0_37010102", b"[a](b\\_c)"),
        (
            "__attach_version1.0_#00000001/__substg1.0_3701000D/__properties_version1.0",
            &fixed(0x3ffd_0003, 1251),
        ),
        (
            "__attach_version1.0_#00000001/__substg1.0_3701000D/__substg1.0_1000001E",
            b"http://i.example/\xef",
        ),
    ]);
    let all = opened(&bytes);
    assert_eq!((&all.problems, &all.notes), (&vec![], &vec![]));
    let found = shown(&all);
    let outer = "ole __attach_version1.0_#00000000/__substg1.0";
    let inner = "ole __attach_version1.0_#00000001/__substg1.0_3701000D/__substg1.0_1000001E";
    let expected = [
        ("ole __substg1.0_007D001F/header", "Subject: http://h.example/|\r\n"),
        ("ole __substg1.0_1000001F", "see http://b.example/\r\n"),
        ("ole __substg1.0_10130102", "|\0\u{e9}"),
        ("ole __substg1.0_0037001F", "http://s.example/\u{4e2d}"),
        ("ole __recip_version1.0_#00000000/__substg1.0_3003001F", "a@r.example"),
        (&format!("{outer}_3707001F"), "list.md"),
        (&format!("{outer}_37010102/markdown"), "[a](\0)"),
        (inner, "http://i.example/\u{43f}"),
    ];
    assert_eq!(found, expected.map(|(path, text)| (path, text.to_owned())));
    stands_all_cuts(&Ole, &bytes);
}

#[test]
fn rtf_is_a_body_if_there_is_no_other() {
    let html =
        br#"{\rtf1\fromhtml1 {\*\htmltag <a href="http://a.example/">}\htmlrtf x\htmlrtf0 y}"#;
    for (rtf, expected) in
        [(&html[..], "\0y"), (b"{\\rtf1 http://b.example/}", "http://b.example/")]
    {
        let bytes = compound(&[
            ("__properties_version1.0", &fixed(0, 0)),
            ("__substg1.0_10090102", &lzfu::tests::packed(rtf)),
        ]);
        let all = entered(&Ole, &bytes, UNCUT);
        assert_eq!(shown(&all), [("ole __substg1.0_10090102/rtf", expected.to_owned())]);
        stands_all_cuts(&Ole, &bytes);
    }
    let broken = compound(&[("__properties_version1.0", b""), ("__substg1.0_10090102", b"abc")]);
    assert_eq!(entered(&Ole, &broken, UNCUT).problems.len(), 1);
}

#[test]
fn what_is_broken_is_told_and_read() {
    let data = "http://a.example/ ".repeat(300);
    let whole = compound(&[("a", data.as_bytes()), ("b", &wide("http://b.example/"))]);
    let change = |at: usize, bytes: &[u8]| {
        let mut broken = whole.clone();
        broken[at..at + bytes.len()].copy_from_slice(bytes);
        broken
    };
    let table = whole.len() - 512;
    for (bytes, problem) in [
        // No sectors of 2 bytes, no directory, no table.
        (change(0x1e, &[1]), "missing directory"),
        (change(0x30, &[0xff; 4]), "missing directory"),
        (change(0x4c, &[0xff; 4]), ": truncated"),
        // A chain in a loop, and one into that of another stream.
        (change(table, &[0; 4]), "ole a: truncated: expected 5400 bytes, found 512"),
        (change(table + 4, &[11, 0, 0, 0]), "ole a: truncated"),
        // Cut after the data.
        (whole[..5000].to_vec(), "missing directory"),
        (MAGIC.to_vec(), "missing directory"),
    ] {
        let all = entered(&Ole, &bytes, UNCUT);
        assert_eq!(all.problems.len(), 1, "{problem}: {:?}", all.problems);
        assert!(all.problems[0].contains(problem), "{:?} is not {problem}", all.problems);
        stands_all_cuts(&Ole, &bytes);
    }
}

#[test]
fn what_is_too_long_is_searched_for_runs() {
    let data = [&b"x".repeat(9000)[..], &wide("http://a.example/")].concat();
    let bytes = compound(&[("a", &data)]);
    for (limit, expected) in [(bytes.len(), "ole a"), (bytes.len() - 1, "ole")] {
        let mut all = All::default();
        let decoder = crate::Decoder::builder().max_held(limit).build();
        decoder.walk(&bytes[..], &mut all).unwrap();
        assert_eq!((&*all.texts[0].path, all.texts.len()), (expected, 1));
    }
}

/// So many sectors that the header does not name all of their table.
#[test]
fn a_long_table() {
    let data = vec![b'x'; 7 << 20];
    let mut bytes = compound(&[("a", &data), ("b", b"http://b.example/")]);
    let all = entered(&Ole, &bytes, UNCUT);
    assert_eq!((all.texts[0].text.len(), &*all.texts[1].path), (data.len(), "ole b"));
    assert_eq!(all.problems, [""; 0]);
    // The further names start anew.
    let start = bytes.len() - 4;
    bytes[start..].copy_from_slice(&[0; 4]);
    assert_eq!(entered(&Ole, &bytes, UNCUT).texts.len(), 2);
}

#[test]
fn every_byte_may_be_wrong() {
    let whole = compound(&[("a/b", &[b'x'; 5000]), ("c", b"http://c.example/"), ("d/e/f", b"y")]);
    for at in 0..whole.len() {
        // Of the header, the tables and the directory.
        if at % 4 > 1 || at > 128 && [0, 0xff, b'x'].contains(&whole[at]) {
            continue;
        }
        for byte in [1, 0xff] {
            let mut bytes = whole.clone();
            bytes[at] = byte;
            entered(&Ole, &bytes, UNCUT);
        }
    }
}

#[test]
fn what_is_encrypted_is_named() {
    let word = |flags: u8| {
        [&[0xec, 0xa5, 0xc1, 0, 0, 0, 0, 0, 0, 0, 0, flags][..], &[b'x'; 5000]].concat()
    };
    let bof = [&b"\x09\x08\x10\0"[..], &[0; 16]].concat();
    let pass = [&bof[..], b"\x2f\0\x06\0\0\0\0\0\0\0", &[b'x'; 5000]].concat();
    for (name, data, is_encrypted) in [
        ("EncryptedPackage", vec![b'x'; 5000], true),
        ("WordDocument", word(1), true),
        ("WordDocument", word(2), false),
        ("Workbook", pass, true),
        ("Workbook", [&bof[..], &[0; 5000]].concat(), false),
    ] {
        let bytes = compound(&[(name, &data), ("b", b"http://b.example/")]);
        let all = entered(&Ole, &bytes, UNCUT);
        let told = ["encrypted Office document: not read"];
        assert!(all.problems == told[..usize::from(is_encrypted)], "{name}: {:?}", all.problems);
        assert!(all.shown().iter().any(|(path, _)| *path == "ole b"));
        stands_all_cuts(&Ole, &bytes);
    }
}
