//! The programs in `examples`, which `cargo test` builds, on small inputs.

use crate::kit;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

const NAMES: [&str; 6] = ["find", "linkify", "mailboxes", "parse", "socket", "stream"];

const FOLDERS: [&str; 2] = ["examples", "crates/urisift-search/examples"];

/// The program of an example; `None` if it has not been built since its source changed.
fn built(name: &str) -> Option<PathBuf> {
    let test = std::env::current_exe().unwrap();
    let folder = test.ancestors().nth(2).unwrap().join("examples");
    let program = folder.join(name).with_extension(std::env::consts::EXE_EXTENSION);
    let changed = |path| fs::metadata(path).and_then(|file| file.modified()).ok();
    let sources = FOLDERS.map(|folder| kit::project(folder).join(name).with_extension("rs"));
    let source = sources.into_iter().find_map(changed);
    if changed(program.clone()) < source {
        println!("skipped: {name} is not built (`cargo build --examples` builds it)");
        return None;
    }
    Some(program)
}

fn run(name: &str, arguments: &[&str], input: &str) -> Option<Output> {
    let mut child = Command::new(built(name)?)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that does not read its input may have ended.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    Some(child.wait_with_output().unwrap())
}

/// Runs an example that succeeds, and compares its output.
fn prints(name: &str, arguments: &[&str], input: &str, expected: &str) {
    let Some(output) = run(name, arguments, input) else { return };
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected, "{name}");
}

#[test]
fn every_example_is_run_here() {
    let folders = FOLDERS.iter().map(|folder| fs::read_dir(kit::project(folder)).unwrap());
    let files = folders.flatten().map(|entry| entry.unwrap().path());
    let names: BTreeSet<_> =
        files.map(|file| file.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    assert_eq!(names, BTreeSet::from(NAMES.map(str::to_owned)));
}

#[test]
fn find() {
    let text = "<http://a.example/\nb>, http://a.example:8o/";
    let expected = "  1..20 angle    http://a.example/b\n \
        23..43 none     http://a.example:8o/  \
        (byte 18 does not fit: port = *DIGIT (RFC 3986 3.2.3))\n";
    prints("find", &[text], "", expected);
}

#[test]
fn stream() {
    let expected = "1:1: http://a.example/\n2:4: urn:isbn:0451450523\n";
    prints("stream", &[], "http://a.example/\nat urn:isbn:0451450523", expected);
}

#[test]
fn mailboxes() {
    let folder = tempfile::tempdir().unwrap();
    let message = |id: u8, text: &str| {
        format!("From a Thu Jan  1 00:00:00 1970\nMessage-ID: <{id}@m.example>\n\n{text}\n\n")
    };
    let text = "http://A.example/ https://a.example/b ftp://c.example/";
    let mbox =
        message(1, text) + &message(2, "http://a.example/") + &message(3, "http://b.example/");
    fs::write(folder.path().join("inbox"), mbox).unwrap();
    let expected = "     2 a.example\n     1 b.example\n";
    prints("mailboxes", &[folder.path().to_str().unwrap()], "", expected);
}

#[test]
fn socket() {
    prints("socket", &[], "", "http://a.example/b\nftp://b.example/c\n");
}

#[test]
fn linkify() {
    for (text, html) in [
        ("a <b> & \"c\"", "a &lt;b&gt; &amp; &quot;c&quot;"),
        (
            "(www.a.example/?b&c)",
            r#"(<a href="https://www.a.example/?b&amp;c">www.a.example/?b&amp;c</a>)"#,
        ),
        (
            "<http://a.example/\n b>",
            "&lt;<a href=\"http://a.example/b\">http://a.example/\n b</a>&gt;",
        ),
        ("to a@example.org.", r#"to <a href="mailto:a@example.org">a@example.org</a>."#),
        ("MAILTO:a@b.example", r#"<a href="MAILTO:a@b.example">MAILTO:a@b.example</a>"#),
        // URIs that would run code, are invalid, or pose as another host.
        ("<javascript:alert(1)>", "&lt;javascript:alert(1)&gt;"),
        ("<data:text/html,a>", "&lt;data:text/html,a&gt;"),
        ("http://a.example:8o/", "http://a.example:8o/"),
        ("http://www.bank.example@10.0.0.1/", "http://www.bank.example@10.0.0.1/"),
    ] {
        prints("linkify", &[], text, html);
    }
}

#[test]
fn parse() {
    let expected = "\
scheme     HTTP
host       Some(Name(\"A.example\"))
port       Some(80)
path       /b/c
query      Some(\"d\")
fragment   Some(\"e\")
editions   {Draft1997, Draft2003, Rfc3986}
resolved   HTTP://A.example:80/%7ef
normalized http://a.example/~f
";
    prints("parse", &[], "", expected);
    let Some(output) = run("parse", &["http://a.example:8o/"], "") else { return };
    let fault = "http://a.example:8o/\n                  ^\n\
        \"o\" at byte 18 does not fit: port = *DIGIT (RFC 3986 3.2.3)\n";
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), fault);
}
