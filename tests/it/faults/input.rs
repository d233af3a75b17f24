//! A read fails at any of its calls: the finds before it are printed, as if the file ended there.

use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;

use crate::kit::amount;
use crate::kit::command::{Faults, Faulty, Folder, said, says};
use crate::kit::pack::{self, PACKERS};

/// Text that stays long when it is compressed.
fn text(len: usize) -> Vec<u8> {
    let mut state = 1_u64;
    let mut name = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        state >> 16
    };
    let mut text = Vec::new();
    while text.len() < len {
        let (a, b) = (name(), name());
        text.extend(
            format!("a <http://a.example/{a:x}\n{b:x}> and http://b.example/{b:x},\n").bytes(),
        );
    }
    text
}

fn faults<'f>(calls: &'f str, what: &'f str, path: &'f Path) -> Faults<'f> {
    Faults { calls, what, path: Some(path) }
}

/// The offset of the first unreadable byte, from the one line of the message.
fn told_byte(faulty: &Faulty, name: &str) -> usize {
    let (_, told, code) = said(&faulty.output);
    assert_eq!(code, Some(2), "{told}");
    let at = told.strip_prefix(&format!("urisift: {name}: byte "));
    let at = at.and_then(|told| told.strip_suffix(": Input/output error\n"));
    at.unwrap_or_else(|| panic!("{told}")).parse().unwrap()
}

/// The output for the first `len` bytes of the file.
fn printed_of(folder: &Folder, name: &str, len: usize, args: &[&str]) -> String {
    let all = fs::read(folder.join(name)).unwrap();
    // Its name may say what it is.
    let start = folder.write(&format!("start/{name}"), &all[..len]);
    let name = format!("start/{name}");
    let printed = said(&folder.run(&[args, &[&name]].concat())).0;
    fs::remove_file(start).unwrap();
    printed
}

/// Fails each read of the file in turn, and all reads after it: the first ones, and some of the others.
fn fails_at_every_read(folder: &Folder, name: &str, args: &[&str]) {
    let path = folder.join(name);
    let calls = "read,pread64";
    let all = [args, &[name]].concat();
    for number in (1..4).chain((4..).step_by(amount(7, 1))) {
        let what = format!("error=EIO:when={number}+");
        let faulty = faults(calls, &what, &path).run(folder, &all);
        if faulty.times == 0 {
            assert_eq!(said(&faulty.output).2, Some(0));
            assert!(number > 1, "{name} was not read");
            return;
        }
        let at = told_byte(&faulty, name);
        let printed = said(&faulty.output).0;
        assert!(printed == printed_of(folder, name, at, args), "{name} at {at}");
    }
}

/// Checks the output for a file that is searched in parts, up to an unreadable part: finds in the bytes
/// that are read twice at the border may be there.
fn is_searched_up_to(folder: &Folder, name: &str, at: usize, printed: &str) -> bool {
    let (least, most) = (printed_of(folder, name, at, &[]), said(&folder.run(&[name])).0);
    // The last find may be cut.
    let before_last = |text: &str| text.lines().count().saturating_sub(1);
    let is_start =
        most.lines().zip(printed.lines()).take(before_last(printed)).all(|(a, b)| a == b);
    is_start && before_last(printed) >= before_last(&least)
}

#[test]
fn text_in_parts_is_searched_up_to_the_read_that_fails() {
    let Some(folder) = Folder::traced() else { return };
    let path = folder.write("large", text(amount(5 << 20, 9 << 20)));
    for number in 1..6 {
        let what = format!("error=EIO:when={number}+");
        let faulty = faults("read,pread64", &what, &path).run(&folder, &["-j4", "large"]);
        if faulty.times > 0 {
            let at = told_byte(&faulty, "large");
            assert!(is_searched_up_to(&folder, "large", at, &said(&faulty.output).0), "{at}");
        } else {
            assert_eq!((said(&faulty.output).2, number > 2), (Some(0), true));
        }
    }
}

#[test]
fn text_is_searched_up_to_the_read_that_fails() {
    let Some(folder) = Folder::traced() else { return };
    folder.write("small", "http://a.example/ b\nhttp://b.example/c");
    folder.write("large", text(amount(1 << 20, 3 << 20)));
    for (name, args) in [
        ("small", &["-n"][..]),
        ("large", &["-n", "-j1"]),
        ("large", &["-j1", "--json", "-C1", "--no-filename"]),
    ] {
        fails_at_every_read(&folder, name, args);
    }
}

#[test]
fn containers_are_searched_up_to_the_read_that_fails() {
    let Some(folder) = Folder::traced() else { return };
    let text = text(amount(600_000, 2_600_000));
    let mails: Vec<u8> = text
        .chunks(100_000)
        .flat_map(|body| {
            [b"From a@b Thu Jan  1 00:00:00 1970\nFrom: a@b\nTo: c\n\n", body, b"\n\n"].concat()
        })
        .collect();
    let lines: String = (0..amount(20_000, 80_000))
        .map(|n| format!("{{\"a\":\"http:\\/\\/a.example\\/{n}\"}}\n"))
        .collect();
    let page = [b"<html><body><p>", &text[..], b"<a href='http://end.example/'>"].concat();
    let half = &text[..text.len() / 2];
    let record =
        |n: usize| pack::warc("resource", &format!("http://r.example/{n}"), "text/plain", half);
    for (name, bytes) in [
        ("mbox", mails),
        ("json", lines.into_bytes()),
        ("page", page),
        ("tar", [pack::tar("a", half), pack::tar("b", half)].concat()),
        ("warc", [record(1), record(2)].concat()),
    ] {
        folder.write(name, bytes);
        fails_at_every_read(&folder, name, &[]);
    }
    for (name, pack) in PACKERS {
        folder.write(name, [pack(half), pack(half)].concat());
        fails_at_every_read(&folder, name, &[]);
    }
}

#[test]
fn a_read_that_fails_once_is_not_passed_over() {
    let Some(folder) = Folder::traced() else { return };
    folder.write("gz", pack::gz(&text(amount(2 << 20, 6 << 20))));
    folder.write("text", text(3 << 20));
    let runs = [("gz", "-j4"), ("text", "-j4"), ("gz", "-j1"), ("text", "-j1")];
    for (name, threads) in runs.into_iter().take(amount(2, 4)) {
        let whole = said(&folder.run(&[name])).0;
        for number in 1..4 {
            let (path, what) = (folder.join(name), format!("error=EIO:when={number}"));
            let faulty = faults("read,pread64", &what, &path).run(&folder, &[threads, name]);
            // Detecting the format may fail, even if reading does not.
            let (printed, told, code) = said(&faulty.output);
            let is_whole = (printed == whole, &*told, code) == (true, "", Some(0));
            let is_told = || is_searched_up_to(&folder, name, told_byte(&faulty, name), &printed);
            assert!(is_whole || is_told(), "{name} {threads} {number}: {told}");
        }
    }
}

#[test]
fn interruptions_change_nothing() {
    let Some(folder) = Folder::traced() else { return };
    let text = text(3 << 20);
    folder.write("text", &text);
    folder.write("gz", pack::gz(&text));
    for (name, threads) in [("text", "-j1"), ("text", "-j4"), ("gz", "-j4")] {
        let expected = said(&folder.run(&["-n", name]));
        let path = folder.join(name);
        for what in ["error=EINTR:when=1", "error=EINTR:when=1+2", "error=EINTR:when=2+3"] {
            let faulty = faults("read,pread64", what, &path).run(&folder, &["-n", threads, name]);
            assert!(said(&faulty.output) == expected, "{name} {threads} {what}");
        }
    }
}

#[test]
fn standard_input_is_searched_up_to_the_read_that_fails() {
    let Some(folder) = Folder::traced() else { return };
    let path = folder.write("text", text(3 << 20));
    for number in 1..4 {
        let what = format!("error=EIO:when={number}+");
        let stdin = Stdio::from(File::open(&path).unwrap());
        let faulty = faults("read", &what, &path).run_with(&folder, &["-"], stdin, Stdio::piped());
        assert!(faulty.times > 0);
        let at = told_byte(&faulty, "(standard input)");
        assert_eq!(said(&faulty.output).0, printed_of(&folder, "text", at, &[]));
    }
}

#[test]
fn the_other_files_are_searched() {
    let Some(folder) = Folder::traced() else { return };
    for name in ["a", "b", "c"] {
        folder.write(&format!("in/{name}"), format!("http://{name}.example/"));
    }
    let found = |names: &[&str]| -> String {
        names.iter().map(|name| format!("http://{name}.example/\n")).collect()
    };
    let (file, inner) = (folder.join("in/b"), folder.join("in"));
    let all = ["a", "b", "c"];
    for (calls, error, path, found, told) in [
        ("read", "EIO", &file, found(&["a", "c"]), "in/b: byte 0: Input/output error"),
        ("read", "EISDIR", &file, found(&["a", "c"]), "in/b: byte 0: Is a directory"),
        ("openat", "EACCES", &file, found(&["a", "c"]), "in/b: Permission denied"),
        ("openat", "ENOENT", &file, found(&["a", "c"]), "in/b: No such file or directory"),
        ("openat", "EMFILE", &file, found(&["a", "c"]), "in/b: Too many open files"),
        ("openat", "EACCES", &inner, String::new(), "in: Permission denied"),
        ("getdents64", "EIO", &inner, String::new(), "in: Input/output error"),
        ("close", "EIO", &file, found(&all), ""),
        ("newfstatat,fstat,statx", "EIO", &file, found(&all), ""),
    ] {
        let what = format!("error={error}");
        for threads in ["-j1", "-j4"] {
            let faulty = faults(calls, &what, path).run(&folder, &[threads, "in"]);
            let told = if told.is_empty() { "".into() } else { format!("urisift: {told}\n") };
            let code = if told.is_empty() { 0 } else { 2 };
            assert_eq!(said(&faulty.output), says(&found, &told, code), "{calls} {error}");
        }
    }
}

/// The files listed before the failure are searched.
#[test]
fn a_directory_is_searched_as_far_as_it_can_be_listed() {
    let Some(folder) = Folder::traced() else { return };
    for name in ["in/a", "in/m/b", "in/m/c", "in/z"] {
        folder.write(name, format!("http://a.example/{name}"));
    }
    let inner = folder.join("in/m");
    let faulty = faults("getdents64", "error=EIO", &inner).run(&folder, &["in"]);
    let found = "http://a.example/in/a\nhttp://a.example/in/z\n";
    let told = "urisift: in/m: Input/output error\n";
    assert_eq!(said(&faulty.output), says(found, told, 2));
}

#[test]
fn lists_and_flags_that_cannot_be_read_are_told() {
    let Some(folder) = Folder::traced() else { return };
    folder.write("text", "http://a.example/ http://b.example/");
    let list = folder.write("list", "text\nb.example\n");
    for (args, printed, told) in [
        (
            &["--files-from", "list", "text"][..],
            "http://a.example/\nhttp://b.example/\n",
            "list: byte 0: Input/output error",
        ),
        (&["--hosts-from", "list", "text"], "", "list: Input/output error"),
    ] {
        let faulty = faults("read", "error=EIO", &list).run(&folder, args);
        assert_eq!(said(&faulty.output), says(printed, &format!("urisift: {told}\n"), 2));
    }
    for args in [&["explain"][..], &["resolve", "--base", "http://a.example/"]] {
        let stdin = Stdio::from(File::open(&list).unwrap());
        let faulty =
            faults("read", "error=EIO", &list).run_with(&folder, args, stdin, Stdio::piped());
        let told = "urisift: (standard input): Input/output error\n";
        assert_eq!(said(&faulty.output), says("", told, 2));
    }
}
