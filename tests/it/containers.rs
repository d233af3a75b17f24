//! URIs in containers are found, and their places are reported.

mod links;
mod mail;
mod values;
mod writers;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::kit;
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
    search_named("file", arguments, bytes)
}

/// Searches bytes as a file of that name.
fn search_named(name: &str, arguments: &[&str], bytes: &[u8]) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(name);
    fs::write(&file, bytes).unwrap();
    let output = run(&[&["--json"], arguments].concat(), &file);
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

/// Another text may stand after compressed data. That data may be cut is tested in `laws/problems.rs`.
#[test]
fn what_is_after_compressed_text_is_found() {
    for &(name, pack) in PACKERS {
        let after = [pack(TEXT), b"\n http://behind.example/ \n".to_vec()].concat();
        let outcome = search(&[], &after);
        assert_eq!(outcome.uris(), [URIS[0], URIS[1], "http://behind.example/"], "{name}");
    }
}

#[test]
fn bombs_are_a_problem() {
    let zeros = vec![0; 200 << 20];
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

/// In a packed member, lines and offsets are its own, and are told with its path.
#[test]
fn lines_of_packed_members_name_them() {
    let inner = pack::gz(b"\nhttp://a.example/\n");
    let plain = |arguments: &[&str], bytes: &[u8]| {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("f"), bytes).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_urisift"));
        let output = command.current_dir(folder.path()).args(arguments).arg("f").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let tar = pack::tar("b.gz", &inner);
    let line = "f!tar b.gz/gz:2:http://a.example/\n";
    assert_eq!(plain(&["-Hn"], &tar), line);
    assert_eq!(plain(&["--vimgrep"], &tar), line.replace("2:", "2:1:"));
    assert_eq!(plain(&["-Hb"], &tar), line.replace("2:", "1:"));
    assert_eq!(plain(&["-n"], &tar), line[1..]);
    assert_eq!(plain(&["-H"], &tar), "f:http://a.example/\n");
    assert_eq!(plain(&["-Hn"], &pack::gz(&tar)), line.replace('!', "!gz/"));
    // All of a file, decompressed.
    assert_eq!(plain(&["-Hn"], &inner), "f:2:http://a.example/\n");
}

/// Members that decompress to nothing take time too.
#[test]
fn many_empty_members_are_a_bomb() {
    for &(name, pack) in PACKERS.iter().filter(|(name, _)| ["gz", "bz2", "xz"].contains(name)) {
        let bomb = pack::gz(&pack::gz(&pack(b"").repeat(20_000)));
        let outcome = search(&[], &bomb);
        assert_eq!(outcome.code, Some(2), "{name}");
        assert!(outcome.problems.contains("--max-expand"), "{name}: {}", outcome.problems);
        assert!(outcome.problems.lines().count() <= 3, "{name}: {}", outcome.problems);
        let allowed = search(&["--max-expand", "1000000"], &bomb);
        assert_eq!((allowed.code, allowed.problems.as_str()), (Some(1), ""), "{name}");
    }
}

#[test]
fn depth_is_limited() {
    let deep = (0..20).fold(TEXT.to_vec(), |inner, _| pack::gz(&inner));
    let outcome = search(&[], &deep);
    assert!(outcome.finds.is_empty() && outcome.problems.contains("--max-nesting"));
    assert_eq!((outcome.code, outcome.problems.lines().count()), (Some(2), 1));
    assert_eq!(search(&["--max-nesting", "20"], &deep).uris(), URIS);
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

/// The addresses of links, and what is in a packed stream, with its offsets there.
#[test]
fn objects_of_a_pdf() {
    let packed = pack::gz(b"1 0 (see <http://b.example/> or http://c.exam\\160le/.)");
    let packed = [b"\x78\x9c", &packed[10..packed.len() - 8]].concat();
    let link = "%PDF-1.7\n1 0 obj\n<</URI (http://a.example/\\(b\\))>>\nendobj\n";
    let keys = "2 0 obj<</Type/ObjStm/Filter/FlateDecode/Length 9 0 R>>stream\n";
    let bytes = [link.as_bytes(), keys.as_bytes(), &packed, b"endstream endobj"].concat();
    let outcome = search(&[], &bytes);
    assert_eq!(outcome.uris(), ["http://a.example/(b)", "http://b.example/", "http://c.example/"]);
    assert_eq!(outcome.parts(), ["pdf URI", "pdf/object 2", "pdf/object 2"]);
    let places: Vec<_> = outcome.finds.iter().map(|find| [&find["start"], &find["end"]]).collect();
    assert_eq!(places, [[25, 47], [10, 27], [32, 52]]);
    assert_eq!(
        (&outcome.finds[0]["line"], &outcome.finds[1]["packed_at"]),
        (&3.into(), &119.into())
    );
    assert_eq!((outcome.code, &outcome.problems[..]), (Some(0), ""));
    let encrypted = [&bytes[..], b" trailer<</Encrypt 3 0 R>>"].concat();
    let outcome = search(&[], &encrypted);
    assert_eq!(outcome.code, Some(2));
    assert!(outcome.problems.contains("encrypted PDF: not read"), "{}", outcome.problems);
}

/// A value ends where it does, and deleted rows are gone.
#[test]
#[cfg(feature = "sqlite")]
fn rows_of_a_database() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let database = rusqlite::Connection::open(file.path()).unwrap();
    let sql = "CREATE TABLE urls(id INTEGER PRIMARY KEY, url TEXT, title TEXT);
        INSERT INTO urls(url, title) VALUES('https://a.example/', 'Welcome'),
            ('https://b.example/', 'b'), ('x', 'see https://c.example/.');
        DELETE FROM urls WHERE title = 'b';";
    database.execute_batch(sql).unwrap();
    drop(database);
    let bytes = fs::read(file.path()).unwrap();
    let outcome = search(&[], &bytes);
    assert_eq!(outcome.uris(), ["https://c.example/", "https://a.example/"]);
    assert_eq!(outcome.parts(), ["sqlite urls.title", "sqlite urls.url"]);
    let [start, end] = ["start", "end"].map(|at| outcome.finds[1][at].as_u64().unwrap() as usize);
    assert_eq!(&bytes[start..end], b"https://a.example/");
    assert_eq!((outcome.code, &outcome.problems[..]), (Some(0), ""));
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
        (
            format!("{mail}{open}--x--\nhttp://b.example/\n"),
            &["http://a.example/", "http://b.example/"][..],
            "",
        ),
        (record.clone(), &["http://a.example/", "http://a.example/b"], ""),
        (format!("{short}{record}"), &["http://a.example/"; 2], "Content-Length does not match"),
        (record.replace("Length: ", "Length: 9"), &["http://a.example/"], "truncated"),
    ] {
        let outcome = search(&[], bytes.as_bytes());
        assert_eq!(outcome.uris()[..uris.len()], *uris, "{bytes}");
        assert!(outcome.problems.contains(problem), "{}", outcome.problems);
        let (lines, code) = if problem.is_empty() { (0, 0) } else { (1, 2) };
        assert_eq!((outcome.problems.lines().count(), outcome.code), (lines, Some(code)));
    }
}

/// What there is of a URI is no whole one where its member or its message breaks off.
#[test]
fn what_breaks_off_is_marked() {
    let uri = "http://a.example/b?c=d.e;f";
    let text = format!("http://a.example/\nsee {uri}");
    let fields = "From: a@b.example\nTo: c\nContent-Transfer-Encoding: quoted-printable";
    let mail = pack::gz(format!("{fields}\n\n{text}=3D").as_bytes());
    let tar = pack::tar("a.txt", text.as_bytes());
    let mut seen = 0;
    for whole in [&tar[..512 + text.len()], &mail] {
        let all = search(&[], whole);
        assert_eq!(all.finds.last().unwrap().get("truncated"), None);
        for len in (whole.len() / 2..whole.len()).step_by(kit::amount(4, 1)) {
            for found in search(&[], &whole[..len]).finds {
                let is_whole = all.finds.iter().any(|find| find["uri"] == found["uri"]);
                let is_cut = found.get("truncated").is_some();
                assert!(is_whole || is_cut, "{found}");
                seen += usize::from(is_cut);
            }
        }
    }
    assert!(seen > 3, "{seen}");
}

/// A note is no failure, and is a record only if it is asked for.
#[test]
fn what_is_sloppy_is_a_note() {
    let open = b"From: a@b.example\nTo: c@d.example\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nhttp://a.example/\n";
    let outcome = search(&[], open);
    assert_eq!((outcome.uris(), outcome.code), (vec!["http://a.example/"], Some(0)));
    assert_eq!(outcome.problems, "");
    let outcome = search(&["--problems", "--stats"], open);
    let note = outcome.finds.last().unwrap();
    assert_eq!(note["note"], "msg: unterminated multipart/mixed");
    assert!(note["at"].is_u64() && note.get("problem").is_none(), "{note}");
    assert!(outcome.problems.contains("notes                  1 "), "{}", outcome.problems);
    assert_eq!(search(&["-m", "1", "-q"], &open[..open.len() - 18]).code, Some(1));
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

#[test]
fn streams_of_a_compound_file() {
    let message = pack::message("http://a.example/");
    let outcome = search(&["--base", "http://b.example/d/"], &message);
    let body = |name: &str| format!("ole __substg1.0_{name}");
    let (header, text, page) = (body("007D001F/header"), body("1000001F"), body("10130102"));
    let expected = [
        (header.clone(), "http://a.example/header"),
        (text, "http://a.example/body"),
        (page.clone(), "http://a.example/html"),
        (format!("{page} a@href"), "http://b.example/d/c"),
        (body("0037001F"), "http://a.example/subject"),
    ];
    let found = std::iter::zip(outcome.parts(), outcome.uris());
    let found: Vec<_> = found.map(|(part, uri)| (part.to_owned(), uri)).collect();
    assert_eq!(found, expected);
    assert_eq!((outcome.code, &*outcome.problems), (Some(0), ""));
    // Offsets are those in the stream, which is in UTF-16.
    let find = &outcome.finds[1];
    assert_eq!((&find["start"], &find["end"]), (&8.into(), &50.into()));
    assert_eq!((&find["decoded"], &find["message_id"]), (&true.into(), &"<id@m.example>".into()));
    let broken = search(&[], &message[..message.len() - 2000]);
    assert_eq!((broken.code, broken.problems.lines().count()), (Some(2), 1), "{}", broken.problems);
    let attached = search(&[], &pack::tar("a.msg", &message));
    assert_eq!(attached.parts()[0], format!("tar a.msg/{header}"));
}

#[test]
fn wide_text_without_a_mark() {
    let text = "[HKEY_CURRENT_USER]\r\n\"Page\"=\"http://a.example/b\"\r\n";
    for order in [u16::to_le_bytes, u16::to_be_bytes] {
        let wide: Vec<u8> = text.encode_utf16().flat_map(order).collect();
        for arguments in [&[][..], &["--as", "utf16"]] {
            let outcome = search(arguments, &wide);
            assert_eq!(outcome.uris(), ["http://a.example/b"]);
            assert_eq!((&*outcome.problems, outcome.parts()), ("", vec!["utf-16"]));
            assert_eq!(
                (&outcome.finds[0]["start"], &outcome.finds[0]["line"]),
                (&58.into(), &2.into())
            );
        }
    }
    let outcome = search(&["--as", "utf16"], text.as_bytes());
    assert_eq!((outcome.uris().len(), outcome.code), (1, Some(2)));
}

/// Members of the archives that are not those of other tests, with their names and places.
#[test]
fn archives_of_all_kinds() {
    let ar = [b"!<arch>\n".to_vec(), pack::ar("a.txt/", TEXT), pack::ar("b", b"x")].concat();
    let cpio = [pack::cpio("d/a.txt", TEXT), pack::cpio("TRAILER!!!", b"")].concat();
    let deb = [b"!<arch>\n".to_vec(), pack::ar("data.tar.gz/", &pack::gz(&pack::tar("a", TEXT)))];
    let deb = deb.concat();
    for (bytes, part, start) in [
        (&ar, "ar a.txt", Some(72)),
        (&cpio, "cpio d/a.txt", Some(124)),
        (&deb, "ar data.tar.gz/gz/tar a", Some(516)),
    ] {
        let outcome = search(&[], bytes);
        assert_eq!((outcome.uris(), outcome.parts()), (URIS.to_vec(), vec![part; 2]));
        assert_eq!(outcome.finds[0]["start"].as_u64(), start, "{part}");
        assert_eq!((outcome.code, &outcome.problems[..]), (Some(0), ""));
    }
    let rpm = [pack::rpm("http://h.example/b.").to_vec(), pack::gz(&cpio)].concat();
    let outcome = search(&[], &rpm);
    assert_eq!(outcome.uris(), [&["http://h.example/b."], &URIS[..]].concat());
    let payload = "rpm payload/gz/cpio d/a.txt";
    assert_eq!(outcome.parts(), ["rpm header", payload, payload]);
    assert_eq!(outcome.finds[0]["start"], 144);
}

#[test]
fn a_web_archive_before_warc() {
    let page = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href='c?d'>";
    let first = pack::arc("filedesc://a.arc", "text/plain", b"1 0 Anyone\n");
    let archive = [first, pack::arc("http://a.example/b/", "text/html", page)];
    // Each record is packed for itself.
    for bytes in [archive.concat(), archive.map(|record| pack::gz(&record)).concat()] {
        let outcome = search(&[], &bytes);
        assert_eq!(outcome.uris(), ["http://a.example/b/", "http://a.example/b/c?d"]);
        assert_eq!(outcome.finds[1]["date"], "2001-02-03T04:05:06Z");
        assert!(outcome.parts()[1].ends_with("record 2/text/html a@href"), "{:?}", outcome.parts());
        assert_eq!(outcome.code, Some(0), "{}", outcome.problems);
    }
}

/// What is known and not read is named once, and is no text.
#[test]
fn what_is_not_read_is_named() {
    let rar = b"Rar!\x1a\x07\x01\0 http://never.example/".to_vec();
    let both = [pack::tar("a.rar", &rar), pack::tar("b.rar", &rar), pack::tar("c", TEXT)].concat();
    for (bytes, uris) in [(&rar, &[][..]), (&both, &URIS)] {
        let outcome = search(&[], bytes);
        assert_eq!((outcome.uris(), outcome.code), (uris.to_vec(), Some(2)));
        assert_eq!(outcome.problems.matches("rar archive: not read").count(), 1);
    }
}

/// With context, a text is read on; else a short one is searched at once.
#[test]
fn short_texts_are_searched_as_long_ones_are() {
    let word = "=?utf-8?q?http://word.example/=C3=A9?=";
    let text = "see http://a.example/=C3=A9?b=3Dc and <http://long.example/x=\ny> or http://end.exam=\nple/";
    let encoded = "c2VlIGh0dHA6Ly9iLmV4YW1wbGUvIGFuZCBodHRwOi8vYy5leGFtcGxlLw==";
    let bodies = [
        "\n\nhttp://raw.example/\n>From http://quoted.example/".to_owned(),
        format!("Content-Transfer-Encoding: quoted-printable\n\n{text}"),
        format!(
            "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: quoted-printable\n\n{text}"
        ),
        format!("Content-Transfer-Encoding: base64\n\n{encoded}\n--\nhttp://footer.example/"),
        format!(
            "Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n{encoded}"
        ),
        "Content-Type: text/html\n\n<a href='http://d.example/'>http://e.example/</a>".to_owned(),
        "Content-Base: http://base.example/\n\nhttp://with.example/ a base".to_owned(),
    ];
    let message = |body: &String| {
        let fields = "From: a@b.example\nReferences: <x:y@z>\nList-Archive: <http://list.example/>";
        format!(
            "From a@b Thu Jan  1 00:00:00 1970\n{fields}\nSubject: {word}\n X http://s.example/-\n{body}\n\n"
        )
    };
    let mailbox: String = bodies.iter().map(message).collect();
    assert!(finds_by_all_ways(&mailbox).len() >= 6 * 3);
}

/// A header in which nothing can be is left out.
#[test]
fn headers_that_are_left_out_hold_nothing() {
    let fields = [
        "Subject: see http://a.example/b-",
        "Subject: =?utf-8?q?http=3A//w.example/?= and more",
        "Subject: Re:not a URI",
        "Date: Thu, 1 Jan 1970 00:00:00 +0000",
        "Message-ID: <x:y@z.example>",
        "DKIM-Signature: h=from:to;\n b=http://never.example/",
        "Content-Location: http://b.example/\n c",
        "List-Archive: <http://l.example/a at b>",
        "List-Post: <mailto:a at b.example>",
        "X-A: <http://a.example/",
        "X-B: continued>",
        "X-C: see <URL:",
        "X-D: http://d.example",
        "X-E: \"quoted",
        "X-F: (http://f.example/",
        "X-G: don't (see",
        "X-H: http:",
        "X-I: //i.example/",
        "X-J: mailto:j@j.example",
        "X-K: http://k.example/?a=\n b",
        "X-L: see <http://l.example/\n m>",
        "X-M:",
    ];
    let pairs = fields.iter().flat_map(|one| fields.iter().map(move |two| (one, two)));
    let message = |(one, two): (&&str, &&str)| {
        let fields = ["From: a@b.example", "To: c@d.example", *one, two].join("\n");
        format!("From a@b Thu Jan  1 00:00:00 1970\n{fields}\n\n\n")
    };
    let mailbox: String = pairs.map(message).collect();
    assert!(finds_by_all_ways(&mailbox).len() > 22 * 10);
}

/// The finds in a source, which are the same with context, and where URIs need no scheme, so that no header is left out.
fn finds_by_all_ways(source: &str) -> Vec<serde_json::Value> {
    let finds = |arguments: &[&str]| {
        let mut finds = search(arguments, source.as_bytes()).finds;
        for find in &mut finds {
            let fields = find.as_object_mut().unwrap();
            fields.retain(|name, _| !["path", "before", "after"].contains(&name.as_str()));
        }
        finds
    };
    let all = finds(&[]);
    for flags in [["-C1"], ["--www"]] {
        assert_eq!(finds(&flags), all, "{flags:?}");
    }
    all
}
