//! Nothing that is searched, named or typed acts on a terminal: each form with each place.
#![cfg(unix)]

mod any;
mod arguments;
#[cfg(target_os = "linux")]
mod pick;
mod places;
mod screen;

use std::path::Path;
use std::process::{Command, Stdio};

use self::places::{FORGED, HOSTILE};
use self::screen::{Allowed, Screen, TEXT, legible};
use crate::kit;

/// The command in a folder, on a terminal that has colours.
fn urisift(folder: &Path, args: &[&str]) -> Command {
    on_terminal(env!("CARGO_BIN_EXE_urisift"), folder, args)
}

/// A program in a folder, on a terminal that has colours.
fn on_terminal(program: &str, folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).args(args).env("TERM", "xterm-256color");
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "FORCE_HYPERLINK", "URISIFT_CONFIG_PATH"]
    {
        command.env_remove(name);
    }
    command
}

const EVERYTHING: [&str; 7] =
    ["--www", "--bare", "--email", "--refang", "--iri=always", "--fold=always", "-j2"];

/// Every form of output, with spaces between the flags.
fn forms() -> &'static [&'static str] {
    kit::pieces("forms of output")
}

/// The controls that the form may have.
fn allowed(form: &str) -> Allowed {
    let has = |names: &[&str]| names.iter().any(|name| form.contains(name));
    let tab = has(&["--tsv", "\\t", "-C", "--context", "--by", "--replace"]);
    Allowed { tab, null: has(&["0"]) }
}

fn args(form: &'static str) -> Vec<&'static str> {
    let flags: Vec<_> = form.split(' ').filter(|flag| !flag.is_empty()).collect();
    [&flags, &EVERYTHING[..], &["in", "nowhere"]].concat()
}

/// Whether the form prints the lines of the input.
fn is_copy(form: &str) -> bool {
    form.contains("--replace")
}

/// Checks that no line feed in the input is one in the output. URIs may start with the word.
fn has_no_forged_line(text: &str) -> bool {
    text.lines().all(|line| {
        line.strip_prefix(FORGED).is_none_or(|rest| !rest.is_empty() && !rest.starts_with('\\'))
    })
}

#[test]
fn every_form_of_what_is_printed() {
    let folder = places::all(HOSTILE.as_bytes(), &places::name("n", ""));
    let folder_of_lines = places::all(places::with_lines().as_bytes(), &places::name("n", ""));
    for &form in forms() {
        for folder in [&folder, &folder_of_lines] {
            let seen = Screen::new().shows(urisift(folder.path(), &args(form)), b"");
            let text = legible(&seen.bytes, allowed(form));
            let text = text.unwrap_or_else(|harm| panic!("{form}: {harm}"));
            assert!(is_copy(form) || has_no_forged_line(&text), "{form}: {text}");
            let is_shown = ["\\u{1b}", "\\u001b", "%1B"].iter().any(|escape| text.contains(escape));
            assert!(is_shown || form == "-q", "{form}: nothing hostile was printed: {text}");
        }
    }
}

/// Several files stand under their paths, and one file has none; paths in front of URIs take their place.
#[test]
fn finds_stand_under_their_paths() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a", "b"] {
        std::fs::write(folder.path().join(name), format!("http://{name}.example/\n").repeat(2))
            .unwrap();
    }
    let [a, b] = ["http://a.example/\r\n".repeat(2), "http://b.example/\r\n".repeat(2)];
    let grouped = format!("./a\r\n{a}\r\n./b\r\n{b}");
    for (args, shown) in [
        (&["."][..], grouped.clone()),
        (&["--no-heading", "--heading", "."], grouped),
        (&["a"], a.clone()),
        (&["--heading", "a"], format!("a\r\n{a}")),
        (&["--no-heading", "."], format!("{a}{b}")),
        (&["--no-filename", "."], format!("{a}{b}")),
        (&["-H", "-m1", "."], "./a:http://a.example/\r\n./b:http://b.example/\r\n".to_owned()),
        (&["-c", "."], "./a:2\r\n./b:2\r\n".to_owned()),
    ] {
        let args = [&["--color=never"], args].concat();
        let seen = Screen::new().shows(urisift(folder.path(), &args), b"");
        assert_eq!(String::from_utf8(seen.bytes).unwrap(), shown, "{args:?}");
    }
}

/// A pager counts as a terminal, and so does any output with colours.
#[test]
fn every_form_in_colours_for_a_pager() {
    let folder = places::all(places::with_lines().as_bytes(), &places::name("n", ""));
    for &form in forms().iter().filter(|form| !form.contains("--color")) {
        let args = [&["--color=always"][..], &args(form)].concat();
        let output = urisift(folder.path(), &args).stdin(Stdio::null()).output().unwrap();
        for (bytes, allowed) in [(&output.stdout, allowed(form)), (&output.stderr, TEXT)] {
            let text = legible(bytes, allowed).unwrap_or_else(|harm| panic!("{form}: {harm}"));
            assert!(is_copy(form) || has_no_forged_line(&text), "{form}: {text}");
        }
    }
}

/// Only output for a program is unescaped; standard error never is.
#[test]
fn every_form_for_a_program() {
    let name = places::name("n", "");
    let folder = places::all(HOSTILE.as_bytes(), &name);
    for &form in forms().iter().filter(|form| !form.contains("--hyperlinks")) {
        let mut command = urisift(folder.path(), &args(form));
        let output = command.stdin(Stdio::null()).output().unwrap();
        let has_path = form.split(' ').any(|flag| ["-H", "-Hn", "-l", "--files"].contains(&flag));
        assert!(!has_path || output.stdout.contains(&0x1b), "{form}");
        if !form.contains("--stats") {
            legible(&output.stderr, TEXT).unwrap_or_else(|harm| panic!("{form}: {harm}"));
        }
    }
    let mut command = urisift(folder.path(), &["-c", "in"]);
    let counts = command.stdin(Stdio::null()).output().unwrap().stdout;
    use std::os::unix::ffi::OsStrExt;
    assert!(counts.windows(name.len()).any(|bytes| bytes == name.as_bytes()));
}

#[test]
fn a_terminal_that_is_named_as_a_file() {
    let folder = places::all(places::with_lines().as_bytes(), &places::name("n", ""));
    for &form in forms().iter().filter(|form| !form.contains("--files")) {
        let typed: &[&str] = if form.contains("--json") || form.contains("--judge") {
            &["--json"]
        } else {
            &["--format=%s://%d%p"]
        };
        let is_data = ["--csv", "--tsv", "--format", "--json", "--replace"]
            .iter()
            .any(|name| form.contains(name));
        let counts = ["-c", "-l", "-L", "-q"].iter().any(|name| form.contains(name));
        let typed = if is_data || counts { &[] } else { typed };
        let screen = Screen::new();
        let path = screen.path();
        let mut command = urisift(folder.path(), &[typed, &args(form)].concat());
        command.arg("-o").arg(&path).stdout(Stdio::null()).stderr(Stdio::null());
        let seen = screen.reads(command, b"");
        let allowed = allowed(form);
        let text = legible(&seen.bytes, allowed).unwrap_or_else(|harm| panic!("{form}: {harm}"));
        assert!(is_copy(form) || has_no_forged_line(&text), "{form}: {text}");
    }
}

/// Binary output would act on a terminal, whatever is in it.
#[test]
fn a_terminal_takes_nothing_but_text() {
    let folder = places::all(b"", "n".as_ref());
    for name in ["a.csv.gz", "a.parquet", "a.sqlite"] {
        let screen = Screen::new();
        std::os::unix::fs::symlink(screen.path(), folder.path().join(name)).unwrap();
        let mut command = urisift(folder.path(), &["in", "-o", name]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let seen = screen.reads(command, b"");
        assert_eq!((seen.bytes.as_slice(), seen.status), (&b""[..], Some(2)), "{name}");
    }
}
