//! The pieces of a file have the records of the whole.

use std::fs;
use std::io::Write;
use std::path::Path;

use crate::builder::tests::found;
use crate::builder::{Search, SearchBuilder};
use crate::input::Piece;

/// The pieces of the bytes have the records and problems of all; returns how many pieces there are.
fn pieces(name: &str, bytes: &[u8], size: u64) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    pieces_of(&path, size)
}

fn pieces_of(path: &Path, size: u64) -> usize {
    let search = || Search::builder().threads(1);
    let pieces: Vec<_> = search().path(path).split(size).unwrap().collect();
    assert!(pieces.is_sorted_by_key(Piece::start));
    let whole = found(search().path(path));
    let mut rest = &whole[..];
    for piece in &pieces {
        let piece: Piece = piece.to_string().parse().unwrap();
        for (index, found) in found(search().piece(path, piece)).into_iter().enumerate() {
            let expected = rest.first().map_or("nothing", String::as_str);
            assert_eq!(found, expected, "{path:?}, {size} bytes, {piece}: find {index}");
            rest = &rest[1..];
        }
    }
    assert_eq!(rest.first(), None, "{path:?}, {size} bytes: {} are missing", rest.len());
    assert_eq!(found(search().piece(path, pieces[0]).threads(3)).len(), {
        found(search().piece(path, pieces[0])).len()
    });
    pieces.len()
}

fn gz(text: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(text).unwrap();
    packed.finish().unwrap()
}

/// Bytes that do not compress to nothing.
fn noise(seed: usize, len: usize) -> String {
    let number = |index: usize| (seed << 20 | index).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (0..len / 16).map(|index| format!("{:016x}", number(index))).collect()
}

fn lines() -> String {
    let line = |index: usize| match index % 7 {
        0 => format!("2020-01-31 12:00:{:02} http://a.example/{index}\n", index % 60),
        1 => format!("see <http://b.example/{index}\n  and/more>, and so on\n"),
        2 => format!("> quoted http://c.example/{index}/\n> more\n"),
        3 => format!("{} text: {}\n", index, noise(index, 90)),
        4 => format!("http://d.example/{}", noise(index, 300)),
        5 if index % 1000 == 5 => format!("data:,{}\n", noise(index, 300_000)),
        _ => "\n".to_owned(),
    };
    (0..20_000).map(line).collect()
}

fn messages() -> Vec<String> {
    let message = |index: usize| {
        let (head, body) = match index % 5 {
            0 => (String::new(), format!("From here to there: http://a.example/{index}\n")),
            1 => ("Content-Transfer-Encoding: base64\n".to_owned(), {
                "aHR0cDovL2UuZXhhbXBsZS8=\n".to_owned()
            }),
            2 => (
                "Content-Type: multipart/mixed; boundary=x\n".to_owned(),
                format!("--x\n\nhttp://b.example/{index}\n--x\n\n"),
            ),
            3 => (
                "Content-Length: 75\n".to_owned(),
                "http://c.example/\n\nFrom a@b Thu Jan  1 00:00:00 1970\nTo: c@d\n\nno message\n"
                    .to_owned(),
            ),
            _ => (String::new(), format!("{}\n", noise(index, 9000))),
        };
        let id = format!("Message-ID: <{index}@a.example>\nFrom: a@b\n");
        format!("From a@b Thu Jan  1 00:00:00 1970\n{id}{head}\n{body}\n")
    };
    (0..1200).map(message).collect()
}

fn records() -> Vec<String> {
    let record = |index: usize| {
        let body = format!("<a href='/{index}'>{}</a>\r\n", noise(index, index % 9 * 1000));
        let http = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{body}");
        format!(
            "WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\n\
            WARC-Target-URI: http://a.example/{index}\r\nWARC-Date: 2020-01-31T12:00:00Z\r\n\
            Content-Length: {}\r\n\r\n{http}\r\n\r\n",
            http.len()
        )
    };
    (0..500).map(record).collect()
}

#[test]
fn texts() {
    let text = lines();
    for size in [1, 100_000, 500_000, 1 << 30] {
        let count = pieces("a.txt", text.as_bytes(), size);
        assert_eq!(count > 5, size < 500_000, "{count}");
    }
    let long = "http://a.example/".to_owned() + &"x".repeat(3 << 20);
    assert!(pieces("a.txt", [&long, "\n", &text].concat().as_bytes(), 100_000) > 20);
    let as_it_is = [b"\xff\xff", text.as_bytes(), b"http://z.example/"].concat();
    assert!(pieces("a", &as_it_is, 100_000) > 5);
}

#[test]
fn containers() {
    for (name, parts) in [("a.mbox", messages()), ("a.warc", records())] {
        let whole = parts.concat().into_bytes();
        for size in [1, 300_000] {
            let count = pieces(name, &whole, size);
            assert!(count > 3, "{name}: {count}");
        }
        assert_eq!(pieces(name, &whole, 1 << 30), 1);
        let packed = format!("{name}.gz");
        assert_eq!(pieces(&packed, &gz(&whole), 100_000), 1);
        let each: Vec<_> = parts.iter().map(|part| gz(part.as_bytes())).collect();
        assert!(pieces(&packed, &each.concat(), 1) > 3, "{name}");
        // Members that end somewhere in a message.
        let some: Vec<_> = whole.chunks(10_000).map(gz).collect();
        assert_eq!(pieces(&packed, &some.concat(), 100_000), 1);
        let mixed = [&each[..], &some, &each].concat().concat();
        assert!(pieces(&packed, &mixed, 100_000) > 3);
    }
}

#[test]
fn texts_in_members() {
    let text = lines().repeat(3);
    let members: Vec<_> = text.as_bytes().chunks(50_001).map(gz).collect();
    for size in [1, 300_000] {
        assert!(pieces("a.log.gz", &members.concat(), size) > 4);
    }
    assert_eq!(pieces("a.log.gz", &gz(text.as_bytes()), 100_000), 1);
}

#[test]
fn what_is_broken() {
    for parts in [messages(), records(), vec![noise(1, 90_000); 20]] {
        let mut members: Vec<_> = parts.iter().map(|part| gz(part.as_bytes())).collect();
        let middle = members.len() / 2;
        let at = members[middle].len() / 2;
        members[middle][at..at + 3].fill(0xff);
        members.push(b"no member, http://z.example/".to_vec());
        pieces("a.gz", &members.concat(), 70_000);
        let cut = members.concat();
        pieces("a.gz", &cut[..cut.len() / 3], 70_000);
    }
    let text = messages().concat();
    pieces("a.mbox", &text.as_bytes()[..text.len() / 2 + 1], 70_000);
    pieces("a.mbox", text.replace("\n\n", "\n").as_bytes(), 70_000);
}

#[test]
fn what_is_not_split() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    fs::write(&path, lines()).unwrap();
    let count = |search: SearchBuilder| search.split(100_000).unwrap().count();
    let search = || Search::builder().path(&path);
    assert!(count(search()) > 5);
    assert_eq!(count(search().max_count(1)), 1);
    assert_eq!(count(search().context_lines(1)), 1);
    assert_eq!(count(Search::builder().path(folder.path())), 1);
    assert_eq!(count(Search::builder().path(folder.path().join("missing"))), 1);
    assert!(search().path(&path).split(1).is_err());
}
