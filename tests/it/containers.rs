//! URIs in containers are found, and their places are reported.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::kit::pack::{self, PACKERS};
use serde_json::Value;

/// The result of the command for a file.
struct Outcome {
    finds: Vec<Value>,
    problems: String,
    code: Option<i32>,
}

impl Outcome {
    fn uris(&self) -> Vec<&str> {
        self.finds.iter().map(|find| find["uri"].as_str().unwrap()).collect()
    }

    fn parts(&self) -> Vec<&str> {
        self.finds.iter().map(|find| find["part"].as_str().unwrap_or_default()).collect()
    }
}

fn run(arguments: &[&str], path: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_urisift")).args(arguments).arg(path).output().unwrap()
}

/// Searches bytes as a file.
fn search(arguments: &[&str], bytes: &[u8]) -> Outcome {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), bytes).unwrap();
    let output = run(&[&["--json"], arguments].concat(), file.path());
    let lines = String::from_utf8(output.stdout).unwrap();
    Outcome {
        finds: lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
        problems: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code(),
    }
}

const TEXT: &[u8] = b"see http://a.example/x.\nand <http://b.exa\n mple/y>\n";
const URIS: [&str; 2] = ["http://a.example/x", "http://b.example/y"];

#[test]
fn compressed_text_is_unpacked() {
    for &(name, pack) in PACKERS {
        let twice = [pack(TEXT), pack(TEXT)].concat();
        let outcome = search(&[], &twice);
        assert_eq!(outcome.uris(), [URIS, URIS].concat(), "{name}");
        assert_eq!(outcome.parts(), [name; 4]);
        assert_eq!(outcome.code, Some(0), "{}", outcome.problems);
        assert_eq!(
            (&outcome.finds[3]["start"], &outcome.finds[3]["line"]),
            (&80.into(), &5.into())
        );
        let inner = search(&[], &pack(&pack(TEXT)));
        assert_eq!(inner.parts(), [format!("{name}/{name}"), format!("{name}/{name}")]);
    }
}

#[test]
fn cut_streams_give_what_they_can() {
    for &(name, pack) in PACKERS {
        let packed = pack(&TEXT.repeat(3));
        for end in 1..packed.len() {
            let outcome = search(&[], &packed[..end]);
            // Data that is too short to be recognised as compressed is text. An LZ4 frame without its end
            // mark counts as whole, since its data is.
            let is_short =
                outcome.code == Some(2) || end < 24 || name == "lz4" && end + 4 >= packed.len();
            assert!(is_short, "{name} {end}: {}", outcome.problems);
            assert!(outcome.problems.lines().count() <= 1, "{name} {end}: {}", outcome.problems);
        }
        let after = [packed, b"\n http://behind.example/ \n".to_vec()].concat();
        let outcome = search(&[], &after);
        assert_eq!(outcome.uris().first(), Some(&URIS[0]), "{name}");
        assert_eq!(outcome.uris().last(), Some(&"http://behind.example/"), "{name}");
    }
}

#[test]
fn bombs_are_a_problem() {
    let zeros = vec![0; 300 << 20];
    let small = |(name, _): &&(&str, _)| ["gz", "zst"].contains(name);
    for &(name, pack) in PACKERS.iter().filter(small) {
        let bomb = [pack(b"http://first.example/ "), pack(&zeros)].concat();
        let outcome = search(&[], &bomb);
        assert_eq!(outcome.uris(), ["http://first.example/"], "{name}");
        assert!(outcome.problems.contains("--max-expand"), "{name}: {}", outcome.problems);
        assert_eq!((outcome.code, outcome.problems.lines().count()), (Some(2), 1));
        let allowed = search(&["--max-expand", "1000000"], &bomb);
        assert_eq!((allowed.code, allowed.problems.as_str()), (Some(0), ""));
    }
}

#[test]
fn depth_is_limited() {
    let deep = (0..20).fold(TEXT.to_vec(), |inner, _| pack::gz(&inner));
    let outcome = search(&[], &deep);
    assert!(outcome.finds.is_empty() && outcome.problems.contains("--max-depth"));
    assert_eq!((outcome.code, outcome.problems.lines().count()), (Some(2), 1));
    assert_eq!(search(&["--max-depth", "20"], &deep).uris(), URIS);
}

#[test]
fn a_mailbox_in_an_archive_in_gzip() {
    let from = "From a@b.example Thu Jan  1 00:00:00 1970\n";
    let mail = format!("{from}Message-ID: <1@b.example>\nSubject: x\n\nsee http://a.example/\n");
    let packed = pack::gz(&pack::tar("../lists/box", mail.repeat(2).as_bytes()));
    let outcome = search(&[], &packed);
    assert_eq!(outcome.uris(), ["http://a.example/"; 2]);
    let part = |n| format!("gz/tar ../lists/box/msg {n} <1@b.example>/1 text/plain");
    assert_eq!(outcome.parts(), [part(1), part(2)]);
    assert_eq!(outcome.finds[1]["message_id"], "<1@b.example>");
    assert_eq!(outcome.code, Some(0), "{}", outcome.problems);
}

#[test]
fn raw_and_plain_leave_containers_alone() {
    let mail = b"From: a@b.example\nTo: c\nContent-Transfer-Encoding: quoted-printable\n\nhttp://a.example/=3D\n";
    assert_eq!(search(&[], mail).uris(), ["http://a.example/="]);
    for flag in [&["--raw"][..], &["--as", "plain"]] {
        let outcome = search(flag, mail);
        assert_eq!(outcome.uris(), ["http://a.example/=3D"]);
        assert!(outcome.finds[0].get("part").is_none());
    }
    assert_eq!(search(&["--as", "mail"], b"\nhttp://a.example/\n").parts(), ["msg/1 text/plain"]);
}

/// One line says what is wrong, and the rest is found.
#[test]
fn what_is_broken_is_told_and_read() {
    let mail = "From: a@b.example\nTo: c@d.example\n";
    let open = "Content-Type: multipart/mixed; boundary=x\n\n--x\n\nhttp://a.example/\n";
    let page = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=b>";
    let record = pack::warc("response", "http://a.example/", "application/http", page);
    let record = String::from_utf8(record).unwrap();
    let short = record.replace(&format!("Length: {}", page.len()), "Length: 20");
    for (bytes, uris, problem) in [
        (format!("{mail}{open}"), &["http://a.example/"][..], "multipart/mixed is not closed"),
        (
            format!("{mail}{open}--x--\nhttp://b.example/\n"),
            &["http://a.example/", "http://b.example/"],
            "",
        ),
        (record.clone(), &["http://a.example/", "http://a.example/b"], ""),
        (format!("{short}{record}"), &["http://a.example/"; 2], "Content-Length is wrong"),
        (record.replace("Length: ", "Length: 9"), &["http://a.example/"], "cut short"),
    ] {
        let outcome = search(&[], bytes.as_bytes());
        assert_eq!(outcome.uris()[..uris.len()], *uris, "{bytes}");
        assert!(outcome.problems.contains(problem), "{}", outcome.problems);
        let (lines, code) = if problem.is_empty() { (0, 0) } else { (1, 2) };
        assert_eq!((outcome.problems.lines().count(), outcome.code), (lines, Some(code)));
    }
}

/// A mailbox whose messages say how long they are (mboxcl): what they say counts only if it fits.
#[test]
fn a_mailbox_with_lengths() {
    let from = "From a@b.example Thu Jan  1 00:00:00 1970\n";
    let body = format!("http://a.example/\n\n{from}X: http://b.example/\n");
    for (length, parts) in [
        (body.len(), ["msg 1/1 text/plain", "msg 1/1 text/plain", "msg 2/1 text/plain"]),
        (7, ["msg 1/1 text/plain", "msg 2/header", "msg 3/1 text/plain"]),
        (99999, ["msg 1/1 text/plain", "msg 2/header", "msg 3/1 text/plain"]),
    ] {
        let first = format!("{from}Content-Length: {length}\n\n{body}\n");
        let outcome = search(&[], format!("{first}{from}X: y\n\nhttp://c.example/\n").as_bytes());
        assert_eq!(outcome.parts(), parts, "{length}");
        assert_eq!(outcome.uris(), ["http://a.example/", "http://b.example/", "http://c.example/"]);
    }
}

/// A table, by its first lines or by its name, and one in an archive.
#[test]
fn cells_and_their_columns() {
    let table = b"id,a link,n\n1,http://a.example/b,c\n2,\"see http://b.example/,\nor\",x\n\
        3,\"http://c.example/d,e.\",\n";
    let uris = ["http://a.example/b", "http://b.example/", "http://c.example/d,e."];
    let by_lines = search(&[], b"id,url,n\n1,http://a.example/b.,2\n2,x,3\n");
    assert_eq!((by_lines.uris(), by_lines.parts()), (vec!["http://a.example/b."], vec!["csv url"]));
    assert_eq!((&by_lines.finds[0]["line"], &by_lines.finds[0]["column"]), (&2.into(), &3.into()));
    let folder = tempfile::tempdir().unwrap();
    let named = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let output = run(&["--json"], &path);
        let lines = String::from_utf8(output.stdout).unwrap();
        let finds = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        finds.map(|find| format!("{} {}", find["part"].as_str().unwrap(), find["uri"])).collect()
    };
    let finds: Vec<String> = named("a.CSV", table);
    assert_eq!(finds, uris.map(|uri| format!("csv a link {uri:?}")));
    let packed: Vec<String> = named("a.csv.gz", &pack::gz(table));
    assert_eq!(packed, uris.map(|uri| format!("gz/csv a link {uri:?}")));
    let tar: Vec<String> = named("x", &pack::tar("b/a.csv", table));
    assert_eq!(tar, uris.map(|uri| format!("tar b/a.csv/csv a link {uri:?}")));
}

/// The text around a cell is that of its row.
#[test]
fn rows_around_cells() {
    let outcome = search(&["-C1"], b"id,url,n\n1,\"http://a.example/,b\",2\n2,x,3\n");
    let find = &outcome.finds[0];
    let around = (find["before"].as_str().unwrap(), find["after"].as_str().unwrap());
    assert_eq!(around, ("id,url,n\n1,\"", "\",2\n2,x,3"));
}
