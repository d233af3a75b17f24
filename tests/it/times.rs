//! When and by whom the text around a URI was written.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, UNIX_EPOCH};

use serde_json::Value;

/// The objects that the command prints, in that folder.
fn finds(folder: &Path, args: &[&str]) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urisift"));
    command.current_dir(folder).arg("--json").args(args).stdin(Stdio::null());
    let output = command.output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = output.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).unwrap()).collect()
}

/// The times of the finds in a file with that text, which was modified at noon of the 1st of February 2020.
fn times(name: &str, text: impl AsRef<[u8]>) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    let noon = UNIX_EPOCH + Duration::from_secs(1_580_558_400);
    File::options().write(true).open(&path).unwrap().set_modified(noon).unwrap();
    let time = |find: &Value| match &find["time"] {
        Value::Null => "none".to_owned(),
        time => format!("{} {}", time.as_str().unwrap(), find["time_source"].as_str().unwrap()),
    };
    finds(folder.path(), &[name]).iter().map(time).collect()
}

const LINE: &str = "2020-01-31T12:00:09Z line";

#[test]
fn lines_of_logs() {
    let uri = "http://a.example/b";
    for line in [
        format!("10.0.0.1 - - [31/Jan/2020:13:00:09 +0100] \"GET / HTTP/1.1\" 200 5 \"{uri}\""),
        format!("2020/01/31 12:00:09 [error] 5#5: *1 open() failed, referrer: \"{uri}\""),
        format!("[Fri Jan 31 12:00:09.123456 2020] [core:error] [pid 5] referer: {uri}"),
        format!("Jan 31 12:00:09 host daemon[1]: fetched {uri}"),
        format!("<165>1 2020-01-31T12:00:09.003Z host app - ID47 - fetched {uri}"),
        format!("1580472009.123     54 10.0.0.1 TCP_MISS/200 512 GET {uri} - HIER_DIRECT"),
        format!("{{\"level\":\"info\",\"ts\":1580472009.1,\"msg\":\"fetched\",\"url\":\"{uri}\"}}"),
        format!("2020-01-31 12:00:09,123 INFO  [main] fetched {uri}"),
        format!("I0131 12:00:09.123456    1 fetch.go:10] fetched {uri}"),
        format!("[31-Jan-2020 12:00:09 UTC] PHP Warning:  fetched {uri}"),
        format!("Fri Jan 31 12:00:09 UTC 2020 fetched {uri}"),
        format!("http 2020-01-31T12:00:09.186641Z app/lb 10.0.0.1:2817 \"GET {uri} HTTP/1.1\""),
    ] {
        assert_eq!(times("a.log", format!("{line}\n{uri}\n")), [LINE, "none"], "{line}");
    }
}

#[test]
fn lines_of_containers_and_none_of_pages() {
    let line = "2020-01-31T12:00:09Z GET http://a.example/\n";
    assert_eq!(times("a.gz", super::kit::pack::gz(line.repeat(2).as_bytes())), [LINE, LINE]);
    let wide: Vec<u8> = line.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(times("wide", [&[0xff, 0xfe][..], &wide].concat()), [LINE]);
    assert_eq!(times("a.html", format!("<!DOCTYPE html><p>{line}")), ["none"]);
    // What an archive has may be older than it.
    // A line feed that is an escape ends no line.
    let line = r#"{"ts":1580472009.1,"log":"first\nthen http://a.example/\n"}"#;
    assert_eq!(times("a.jsonl", format!("{line}\n{line}\n")), [LINE, LINE]);
    let member = super::kit::pack::tar("a", b"Jan 31 12:00:09 http://a.example/\n");
    assert_eq!(times("a.tar", member), ["none"]);
}

#[test]
fn messages() {
    let message =
        |header: &str| format!("From: a@b.example\n{header}\n\n{LINE} http://a.example/\n");
    let date = "2020-01-31T12:00:10Z";
    for (header, time) in [
        ("Date: Fri, 31 Jan 2020 13:00:10 +0100", format!("{date} date")),
        ("Received: from x; Fri, 31 Jan 2020 12:00:10 +0000", format!("{date} received")),
        ("Date: now\nReceived: x;\n Fri, 31 Jan 2020 12:00:10 -0000", format!("{date} received")),
        ("Date: now", "none".to_owned()),
        ("Date: Fri, 31 Jan 9020 12:00:10 +0000", "none".to_owned()),
    ] {
        assert_eq!(times("a.eml", message(header)), [time], "{header}");
    }
}

/// The line before a message counts last, and for that message alone.
#[test]
fn lines_before_messages() {
    let mail = |envelope: &str, header: &str| {
        format!("From {envelope}\nFrom: a@b.example\n{header}Subject: x\n\nhttp://a.example/\n\n")
    };
    let text = [
        mail("a@b.example Fri Jan 31 12:00:09 2020", ""),
        mail("May B Fri Jan 31 12:00:09 2020 +0000\r", "Date: now\n"),
        mail("a@b.example Fri Jan 31 07:00:09 EST 2020", ""),
        mail("a@b.example Fri Jan 31 12:00:09 2020", "Date: Fri, 31 Jan 2020 12:00:10 +0000\n"),
        mail("- Fri Jan 31 12:00:09 2020", "Content-Type: message/rfc822\n\n"),
    ];
    let envelope = "2020-01-31T12:00:09Z envelope";
    let date = "2020-01-31T12:00:10Z date";
    // The message in the last one has neither.
    assert_eq!(times("a.mbox", text.concat()), [envelope, envelope, envelope, date, "none"]);
}

#[test]
fn what_is_not_utf_8_in_a_header() {
    let folder = tempfile::tempdir().unwrap();
    let header = b"From: J\xf6 <j@a.example>\nSubject: \x93caf\xe9\x94\n\nhttp://a.example/\n";
    let greek =
        b"Content-Type: text/plain; charset=iso-8859-7\nSubject: \xe1\nFrom: a@b.example\n\n\
        http://a.example/\n";
    fs::write(folder.path().join("a.eml"), header).unwrap();
    fs::write(folder.path().join("b.eml"), greek).unwrap();
    let finds = finds(folder.path(), &["a.eml", "b.eml"]);
    assert_eq!((&finds[0]["from_name"], &finds[0]["subject"]), (&"Jö".into(), &"“café”".into()));
    assert_eq!(finds[1]["subject"], "α");
}

#[test]
fn who_wrote_what_to_whom() {
    let folder = tempfile::tempdir().unwrap();
    let header = "From: \"Doe, J\u{f6}\" <j@a.example> (home)\nSubject: =?utf-8?q?Caf=C3=A9?=\n and more\n\
        List-Id: All of it <all.a.example>\nNewsgroups: a.b,\n a.c\nDate: Thu, 1 Jan 1970 00:00:00 +0000";
    fs::write(folder.path().join("a.eml"), format!("{header}\n\nhttp://a.example/\n")).unwrap();
    let find = &finds(folder.path(), &["a.eml"])[0];
    let fields = ["from", "from_name", "subject", "list_id", "newsgroups"];
    let values = fields.map(|field| find[field].as_str().unwrap());
    assert_eq!(
        values,
        ["j@a.example", "Doe, J\u{f6}", "Café and more", "all.a.example", "a.b,a.c"]
    );
    // Also where nothing else asks for them.
    let format = "%{time} %{from} %{subject}";
    let mut command = Command::new(env!("CARGO_BIN_EXE_urisift"));
    let output = command.current_dir(folder.path()).args(["--format", format, "a.eml"]).output();
    let line = "1970-01-01T00:00:00Z j@a.example Café and more\n";
    assert_eq!(String::from_utf8(output.unwrap().stdout).unwrap(), line);
}

/// What a key has in it does not make it another one.
#[test]
fn keys_of_any_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let mail = |from: &str, list: &str| {
        format!(
            "From x Mon Mar  3 09:12:44 2014\nFrom: {from}\nList-Id: <{list}>\n\nhttp://a.example/\n\n"
        )
    };
    let text = [mail("p@q\0r@s", "t"), mail("p@q", "r@s\0t")].concat();
    fs::write(folder.path().join("a.mbox"), text).unwrap();
    let counts = finds(folder.path(), &["--by=from,list,from", "a.mbox"]);
    let keys: Vec<_> = counts.iter().map(|count| [&count["from"], &count["list"]]).collect();
    assert_eq!(keys, [["p@q\u{fffd}r@s", "t"], ["p@q", "r@s\u{fffd}t"]]);
    assert_eq!(finds(folder.path(), &["--unique=from,list", "a.mbox"]).len(), 2);
}
