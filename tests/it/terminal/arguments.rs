//! What is typed, and other input to the command: flags, lists, the environment, subcommands.

use std::fs;

use super::places::{self, HOSTILE};
use super::screen::{Allowed, Screen, TEXT, legible};
use super::urisift;
use crate::kit;

/// What a terminal shows of a run, which must print something.
fn shown(args: &[&str], input: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let seen = Screen::new().shows(urisift(folder.path(), args), input.as_bytes());
    legible(&seen.bytes, TEXT).unwrap_or_else(|harm| panic!("{args:?}: {harm}"))
}

/// Whether the typed text is shown, as an escape or as its replacement.
fn is_told(text: &str) -> bool {
    ["\\u{1b}", "\\u001b", "?"].iter().any(|sign| text.contains(sign))
}

#[test]
fn everything_that_is_typed() {
    // Flags with values, `@` for a harmful one.
    for typed in kit::pieces("typed") {
        let args: Vec<_> = typed.split(' ').map(|arg| arg.replace('@', HOSTILE)).collect();
        let args: Vec<_> = args.iter().map(String::as_str).collect();
        shown(&args, "");
    }
    // Messages that must show the typed text.
    for typed in
        ["--@", "-@", "--scheme @", "--by @", "--colors host:fg:@", "@", "-t @", "--regex (@"]
    {
        let args: Vec<_> = typed.split(' ').map(|arg| arg.replace('@', HOSTILE)).collect();
        let text = shown(&args.iter().map(String::as_str).collect::<Vec<_>>(), "");
        assert!(is_told(&text), "{typed}: {text}");
    }
}

/// Typos bring names of files into messages.
#[test]
fn what_may_have_been_meant() {
    let folder = tempfile::tempdir().unwrap();
    let name = format!("mail{}", &HOSTILE[..4]);
    assert!(places::put_file(folder.path(), name.as_ref(), b""));
    let typed = format!("mial{}", &HOSTILE[..4]);
    let seen = Screen::new().shows(urisift(folder.path(), &[&typed]), b"");
    let text = legible(&seen.bytes, TEXT).unwrap();
    assert!(text.contains("did you mean 'mail\\u{1b}"), "{text}");
}

#[test]
fn flags_of_a_file_and_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let name = places::name("c", "");
    for line in ["--@", "--scheme=@", "--regex=(@", "@", "--color=@", "--colors=@"] {
        fs::write(folder.path().join(&name), line.replace('@', HOSTILE)).unwrap();
        let mut command = urisift(folder.path(), &[]);
        command.env("URISIFT_CONFIG_PATH", &name);
        let seen = Screen::new().shows(command, b"");
        let text = legible(&seen.bytes, TEXT).unwrap_or_else(|harm| panic!("{line}: {harm}"));
        assert!(super::has_no_forged_line(&text) && is_told(&text), "{line}: {text}");
    }
    let mut command = urisift(folder.path(), &[]);
    command.env("URISIFT_CONFIG_PATH", format!("nowhere{HOSTILE}"));
    let seen = Screen::new().shows(command, b"");
    assert!(is_told(&legible(&seen.bytes, TEXT).unwrap()));
}

#[test]
fn the_environment() {
    let folder = tempfile::tempdir().unwrap();
    let text: String = (0..150_000).map(|n| format!("http://a.example/{n}\n")).collect();
    let mut command = urisift(folder.path(), &["--by=uri", "--memory=16M"]);
    command.env("TMPDIR", format!("nowhere{HOSTILE}")).env("COLUMNS", HOSTILE).env("TERM", HOSTILE);
    let seen = Screen::new().shows(command, text.as_bytes());
    assert_eq!(seen.status, Some(2));
    assert!(is_told(&legible(&seen.bytes, TEXT).unwrap()));
}

#[test]
fn lists_of_patterns_and_of_paths() {
    let folder = tempfile::tempdir().unwrap();
    let name = places::name("l", "");
    let hostile = places::with_lines();
    fs::write(folder.path().join(&name), format!("{hostile}\n[{hostile}\n({hostile}")).unwrap();
    for flag in [
        "--schemes-from",
        "--hosts-from",
        "--domains-from",
        "--tlds-from",
        "--paths-from",
        "--regexes-from",
        "--exclude-regexes-from",
        "--files-from",
        "--ignore-file",
    ] {
        let mut command = urisift(folder.path(), &[flag]);
        let seen = Screen::new().shows(
            {
                command.arg(&name);
                command
            },
            b"http://a.example/",
        );
        let text = legible(&seen.bytes, TEXT).unwrap_or_else(|harm| panic!("{flag}: {harm}"));
        assert!(super::has_no_forged_line(&text), "{flag}: {text}");
    }
}

/// URIs and references, as arguments and on standard input.
#[test]
fn subcommands() {
    let uris = [
        format!("http://me{HOSTILE}@a.example/{HOSTILE}?{HOSTILE}#{HOSTILE}"),
        "http://a.example/\u{202e}\u{3164}?\u{2066}#\u{200b}".to_owned(),
        "urn:a0:\u{202e}".to_owned(),
        "mailto:a@b.example?subject=%1b%07%e2%80%ae&body=\u{202e}".to_owned(),
        "data:text/plain;charset=\u{202e},%1b%5b5m".to_owned(),
        "gopher://a/1%1b%09%07".to_owned(),
        "ftp://a/%1b%c2%9b;type=\u{9b}".to_owned(),
        "ldap://h/dc=%1b?\u{202e}?sub".to_owned(),
        "magnet:?xt=urn:a0:%1b&dn=%1b\u{202e}".to_owned(),
        "sip:%1b@h?a=%1b\u{2066}".to_owned(),
        HOSTILE.to_owned(),
        "http://a.example/\u{fe0f}\u{e0041}".to_owned(),
        "\u{3164}http://a".to_owned(),
        "http://a.example:\u{3164}/".to_owned(),
    ];
    let with_null = format!("{}\0", places::with_lines());
    for flags in [
        &["explain"][..],
        &["explain", "--color=always"],
        &["explain", "--color=never"],
        &["explain", "--json"],
        &["explain", "--as=iri-reference"],
        &["resolve", "--base=http://a.example/b"],
        &["resolve", "--base=http://a.example/\u{2066}"],
        &["relative", "--base=http://a.example/b"],
    ] {
        let typed: Vec<_> = uris.iter().map(String::as_str).collect();
        let text = shown(&[flags, &["--"], &typed].concat(), "");
        assert!(text.lines().count() >= uris.len() && is_told(&text), "{flags:?}: {text}");
        shown(flags, &uris.join("\n"));
        let folder = tempfile::tempdir().unwrap();
        let command = urisift(folder.path(), &[flags, &["-0"]].concat());
        let seen = Screen::new().shows(command, with_null.as_bytes());
        let text = legible(&seen.bytes, Allowed { null: true, tab: false });
        let text = text.unwrap_or_else(|harm| panic!("{flags:?}: {harm}"));
        assert!(super::has_no_forged_line(&text), "{flags:?}: {text}");
    }
}

/// The progress is shown, and messages meanwhile are on lines of their own.
#[test]
fn the_line_that_shows_progress() {
    use std::io::{Read, Write};
    let folder = tempfile::tempdir().unwrap();
    let screen = Screen::new();
    let mut command = urisift(folder.path(), &["-", &format!("nowhere{HOSTILE}")]);
    command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::null());
    let mut child = command.stderr(screen.writer()).spawn().unwrap();
    drop(command);
    let mut input = child.stdin.take().unwrap();
    input.write_all(format!("http://a.example/{HOSTILE}\n").repeat(100).as_bytes()).unwrap();
    let mut first = [0];
    // The progress comes first: all problems come after the input.
    screen.reader().read_exact(&mut first).unwrap();
    drop(input);
    let (rest, status) = screen.reads_all(child);
    assert_eq!(status.code(), Some(2));
    let bytes = [&first[..], &rest].concat();
    // indicatif moves to the start of a line and clears it.
    let own = regex::bytes::Regex::new("\u{1b}\\[[0-9]*[ABKG]|\r").unwrap();
    let rest = own.replace_all(&bytes, &b""[..]);
    let text = legible(&rest, TEXT).unwrap();
    assert!(text.contains("urisift: nowhere\\u{1b}[5m"), "{text}");
}
