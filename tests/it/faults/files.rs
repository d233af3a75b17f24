//! Files that are not what they seem: unreadable, gone, shorter or longer than listed, broken links,
//! pipes, sockets, devices, and names of any bytes.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::kit::command::{Folder, has_read, piped, said, says, urisift};

use crate::kit::has;

#[test]
fn a_folder_that_is_read_as_a_file_is_told() {
    let folder = Folder::new();
    folder.write("in/a", "http://a.example/");
    let told = "urisift: (standard input): byte 0: Is a directory\n";
    let stdin = || Stdio::from(File::open(folder.join("in")).unwrap());
    let output = urisift(&folder.path(), &["-", "in/a"]).stdin(stdin()).output().unwrap();
    assert_eq!(said(&output), says("http://a.example/\n", told, 2));
    for (args, told) in [
        (&["--files-from", "in"][..], "in: byte 0: Is a directory"),
        (&["--hosts-from", "in", "in"], "in: Is a directory"),
        (&["in/a/b"], "in/a/b: Not a directory"),
    ] {
        assert_eq!(said(&folder.run(args)), says("", &format!("urisift: {told}\n"), 2));
    }
    let output = urisift(&folder.path(), &["explain"]).stdin(stdin()).output().unwrap();
    assert_eq!(said(&output), says("", "urisift: (standard input): Is a directory\n", 2));
    let config = || urisift(&folder.path(), &["in"]).env("URISIFT_CONFIG_PATH", "in").output();
    assert_eq!(
        said(&config().unwrap()),
        says("http://a.example/\n", "urisift: in: Is a directory\n", 2)
    );
}

#[test]
fn what_the_system_will_not_read_is_told() {
    let folder = Folder::new();
    folder.write("a", "http://a.example/");
    let told = "urisift: /proc/self/mem: byte 0: Input/output error\n";
    for threads in ["-j1", "-j4"] {
        let output = folder.run(&[threads, "a", "/proc/self/mem", "a"]);
        assert_eq!(said(&output), says("http://a.example/\nhttp://a.example/\n", told, 2));
    }
}

#[test]
fn what_may_not_be_read_is_told_and_passed_over() {
    // Root can read everything, unless it lacks the capability to override permissions.
    let root = "--bounding-set=-dac_override,-dac_read_search";
    let lesser = ["setpriv", root, &root.replace("bounding-set", "inh-caps")];
    let is_root = fs::read_to_string("/proc/self/status").unwrap().contains("\nUid:\t0\t0\t");
    if is_root && !has(&[&lesser[..], &["true"]].concat()) {
        return;
    }
    let lesser = if is_root { &lesser[..] } else { &["env"] };
    let folder = Folder::new();
    for name in ["in/a", "in/b", "in/c/d", "in/e/f", "in/g"] {
        folder.write(name, format!("http://a.example/{name}\n"));
    }
    let mode = |name: &str, mode| {
        fs::set_permissions(folder.join(name), PermissionsExt::from_mode(mode)).unwrap();
    };
    mode("", 0o755);
    // The folder `e` can be listed, but its entries cannot be read.
    for (name, bits) in [("in/b", 0), ("in/c", 0), ("in/e", 0o444)] {
        mode(name, bits);
    }
    for threads in ["-j1", "-j4"] {
        let mut command = Command::new(lesser[0]);
        command.args(&lesser[1..]).arg(env!("CARGO_BIN_EXE_urisift")).args([threads, "in"]);
        let output = command.current_dir(folder.path()).output().unwrap();
        let found = "http://a.example/in/a\nhttp://a.example/in/g\n";
        let told =
            ["in/b", "in/c", "in/e/f"].map(|name| format!("urisift: {name}: Permission denied\n"));
        assert_eq!(said(&output), says(found, &told.concat(), 2));
    }
    mode("in/c", 0o755);
    mode("in/e", 0o755);
}

#[test]
fn links_to_nowhere_and_in_circles() {
    let folder = Folder::new();
    folder.write("in/a", "http://a.example/");
    for (to, name) in
        [("nowhere", "in/dangling"), ("round", "in/round"), ("..", "in/up"), ("../two", "in/one")]
    {
        symlink(to, folder.join(name)).unwrap();
    }
    symlink("in/one", folder.join("two")).unwrap();
    assert_eq!(said(&folder.run(&["in"])), says("http://a.example/\n", "", 0));
    let told = "urisift: in/dangling: No such file or directory\n\
         urisift: in/one: Too many levels of symbolic links\n\
         urisift: in/round: Too many levels of symbolic links\n";
    let output = folder.run(&["in/dangling", "in/one", "in/round", "in/a"]);
    assert_eq!(said(&output), says("http://a.example/\n", told, 2));
    let (found, told, code) = said(&folder.run(&["--follow", "in"]));
    assert!(found.starts_with("http://a.example/\n") && code == Some(2), "{found} {told}");
    for name in ["in/dangling: No such", "in/one: Too many", "in/round: Too many"] {
        assert!(told.contains(&format!("urisift: {name}")), "{told}");
    }
}

/// Blocks a run at a named pipe, with the paths after it listed; does something, and lets the run continue.
fn meanwhile(folder: &Folder, args: &[&str], what: impl FnOnce()) -> (String, String, Option<i32>) {
    let fifo = folder.fifo("fifo");
    let child = piped(&folder.path(), &[args, &["fifo", "in"]].concat());
    // Opening it for writing waits until the run opens it for reading.
    let writer = File::options().write(true).open(&fifo).unwrap();
    what();
    drop(writer);
    let output = child.wait_with_output().unwrap();
    fs::remove_file(fifo).unwrap();
    said(&output)
}

#[test]
fn a_file_that_is_gone_is_told() {
    let folder = Folder::new();
    for threads in ["-j1", "-j4"] {
        for name in ["in/a", "in/b"] {
            folder.write(name, format!("http://a.example/{name}\n"));
        }
        let gone = || fs::remove_file(folder.join("in/a")).unwrap();
        let told = "urisift: in/a: No such file or directory\n";
        // On several threads, the file may have been searched by then.
        let (found, told_of, code) = meanwhile(&folder, &[threads], gone);
        let is_gone = (&*told_of, code) == (told, Some(2));
        assert!(is_gone || threads == "-j4" && (&*told_of, code) == ("", Some(0)), "{told_of}");
        assert!(found.ends_with("http://a.example/in/b\n"), "{found}");
    }
}

/// It is searched up to its new end.
#[test]
fn a_file_that_shrinks_is_searched_to_its_end() {
    let folder = Folder::new();
    let line = "see http://a.example/ there\n";
    for (len, rest) in [(10, 3), (200_000, 100_000), (200_000, 0), (200_000, 1)] {
        let path = folder.write("in/a", line.repeat(len));
        let shrink = || {
            File::options()
                .write(true)
                .open(&path)
                .unwrap()
                .set_len((rest * line.len()) as u64)
                .unwrap()
        };
        let (found, told, code) = meanwhile(&folder, &["-j1"], shrink);
        assert_eq!((found.lines().count(), &*told), (rest, ""));
        assert_eq!(code, Some(i32::from(rest == 0)));
    }
}

#[test]
fn a_file_that_grows_is_searched_to_its_end() {
    let folder = Folder::new();
    let line = "see http://a.example/ there\n";
    for (len, more) in [(0, 3), (10, 3), (10, 200_000), (200_000, 1), (200_000, 100_000)] {
        let path = folder.write("in/a", line.repeat(len));
        let grow = || {
            let mut file = File::options().append(true).open(&path).unwrap();
            file.write_all(line.repeat(more).as_bytes()).unwrap();
        };
        let (found, told, code) = meanwhile(&folder, &["-j1"], grow);
        assert_eq!((found.lines().count(), &*told, code), (len + more, "", Some(0)));
    }
}

/// The run is blocked in the middle of a file, as its output is not read.
#[test]
fn a_file_may_change_while_it_is_read() {
    let folder = Folder::new();
    let line = format!("http://a.example/{}\n", "b".repeat(100));
    let text = line.repeat(200_000);
    for threads in ["-j1", "-j4"] {
        for len in [0, text.len() as u64 / 2, 2 * text.len() as u64] {
            let path = folder.write("a", &text);
            let mut child = piped(&folder.path(), &[threads, "a"]);
            let mut out = BufReader::new(child.stdout.take().unwrap());
            let mut first = String::new();
            out.read_line(&mut first).unwrap();
            File::options().write(true).open(path).unwrap().set_len(len).unwrap();
            let mut rest = String::new();
            out.read_to_string(&mut rest).unwrap();
            let output = child.wait_with_output().unwrap();
            assert_eq!(said(&output), says("", "", 0));
            // The last find may have been cut.
            let whole = rest.lines().filter(|found| **found == line[..line.len() - 1]).count();
            assert!(first == line && whole + 1 >= rest.lines().count() && whole < 200_000);
            assert!(len == 0 || whole >= 99_999, "{whole}");
        }
    }
}

#[test]
fn names_may_be_of_any_bytes() {
    let folder = Folder::new();
    fs::create_dir(folder.join("in")).unwrap();
    let names = [&b"a\nb"[..], b"caf\xe9", b"esc\x1b[31m", b" ", b"-", b"\xf0\x9f\x92\xa9"];
    for name in names {
        let path = folder.join("in").join(OsStr::from_bytes(name));
        fs::write(&path, "http://a.example/").unwrap();
    }
    let output = folder.run(&["-l", "-0", "in"]);
    let mut listed: Vec<_> =
        output.stdout.split(|b| *b == 0).filter(|path| !path.is_empty()).collect();
    listed.sort();
    let mut expected: Vec<_> = names.iter().map(|name| [b"in/", *name].concat()).collect();
    expected.sort();
    assert_eq!(
        (listed, output.status.code()),
        (expected.iter().map(|path| &path[..]).collect(), Some(0))
    );
    // Messages about them stay on one line.
    for name in names.iter().filter(|name| **name != b"-") {
        fs::remove_file(folder.join("in").join(OsStr::from_bytes(name))).unwrap();
        let mut command = urisift(&folder.path().join("in"), &[]);
        let (_, told, code) = said(&command.arg(OsStr::from_bytes(name)).output().unwrap());
        let lines: Vec<_> = told.lines().collect();
        assert!(lines[0].ends_with(": No such file or directory") && code == Some(2), "{told}");
        assert!(lines.iter().all(|line| line.starts_with("urisift: ")), "{told}");
        assert!(!told.contains('\u{1b}'), "{told}");
    }
}

/// A walk skips them, and does not block.
#[test]
fn pipes_sockets_and_devices_in_a_folder_are_passed_over() {
    let folder = Folder::new();
    folder.write("in/a", "http://a.example/");
    folder.fifo("in/fifo");
    let _listener = UnixListener::bind(folder.join("in/socket")).unwrap();
    symlink("fifo", folder.join("in/link")).unwrap();
    symlink("/dev/zero", folder.join("in/zero")).unwrap();
    for args in [&["in"][..], &["--follow", "in"], &["--follow", "-j4", "in"]] {
        assert_eq!(said(&folder.run(args)), says("http://a.example/\n", "", 0), "{args:?}");
    }
    let told = "urisift: in/socket: No such device or address\n";
    assert_eq!(said(&folder.run(&["in/socket", "in"])), says("http://a.example/\n", told, 2));
}

#[test]
fn a_pipe_that_is_named_is_read_as_a_stream() {
    let folder = Folder::new();
    let fifo = folder.fifo("fifo");
    for args in [&["fifo"][..], &["-j4", "fifo", "/dev/null"]] {
        let mut child = piped(&folder.path(), args);
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut writer = File::options().write(true).open(&fifo).unwrap();
        for n in 0..3 {
            writeln!(writer, "see http://a.example/{n} there").unwrap();
            let mut line = String::new();
            out.read_line(&mut line).unwrap();
            assert_eq!(line, format!("http://a.example/{n}\n"));
        }
        drop(writer);
        assert_eq!(said(&child.wait_with_output().unwrap()), says("", "", 0));
    }
}

#[test]
fn what_has_no_end_is_left_when_enough_is_found() {
    let folder = Folder::new();
    for args in
        [&["-m2", "-"][..], &["-m2", "--json", "--no-filename", "-"], &["-q", "-"], &["-l", "-"]]
    {
        let mut child = piped(&folder.path(), args);
        let mut input = child.stdin.take().unwrap();
        // Ends with an error when the command ends.
        while input.write_all(&b"see http://a.example/ and\n".repeat(1000)).is_ok() {}
        let output = child.wait_with_output().unwrap();
        assert_eq!((said(&output).1, said(&output).2), (String::new(), Some(0)), "{args:?}");
        assert!(output.stdout.len() < 1000);
    }
    if has(&["setsid", "true"]) && Path::new("/dev/tty").exists() {
        let mut command = Command::new("setsid");
        command.args(["-w", env!("CARGO_BIN_EXE_urisift"), "/dev/tty", "/dev/null"]);
        let told = "urisift: /dev/tty: No such device or address\n";
        assert_eq!(said(&command.stdin(Stdio::null()).output().unwrap()), says("", told, 2));
    }
}

/// Some files that the system generates there have no end, and some block.
#[test]
fn a_walk_through_what_the_system_makes_up_ends() {
    if !has(&["timeout", "60", "true"]) {
        return;
    }
    let walk = |path| {
        let mut command = Command::new("timeout");
        command.args(["120", env!("CARGO_BIN_EXE_urisift"), path]);
        let (_, told, code) = said(&command.stdin(Stdio::null()).output().unwrap());
        assert!(code.is_some_and(|code| code <= 2), "{path}: {code:?}");
        let mut lines = told.lines().filter(|line| !line.contains(" more like this: "));
        assert!(lines.all(|line| line.starts_with(&format!("urisift: {path}/"))), "{told}");
        told
    };
    walk("/dev");
    walk("/sys/kernel");
    let told = walk("/proc/self");
    let pages = "urisift: /proc/self/pagemap: byte 67108864: stopped after 64 MiB: file \
                 has no known length; name it on the command line to search all\n";
    assert!(told.contains(pages) || !Path::new("/proc/self/pagemap").exists(), "{told}");
    assert!(told.contains("urisift: /proc/self/mem: byte 0: Input/output error\n"), "{told}");
}

#[test]
fn what_is_named_is_read_to_its_end() {
    let folder = Folder::new();
    if File::open("/proc/self/pagemap").is_err() {
        eprintln!("skipped: no page map here");
        return;
    }
    let mut child = piped(&folder.path(), &["/proc/self/pagemap"]);
    while child.try_wait().unwrap().is_none() && has_read(&child) < 100 << 20 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().unwrap();
    assert_eq!(child.wait_with_output().unwrap().status.code(), None);
}

#[test]
fn a_walk_does_not_wait_for_what_it_reads() {
    let Some(folder) = Folder::traced() else { return };
    let mut command = Command::new("strace");
    command.args(["-f", "-qq", "-o", "trace", "-e", "trace=open,openat"]);
    command.args([
        env!("CARGO_BIN_EXE_urisift"),
        "-g",
        "limits",
        "/proc/self",
        "/proc/self/limits",
    ]);
    let output = command.current_dir(folder.path()).stdin(Stdio::null()).output().unwrap();
    assert_eq!((said(&output).0, said(&output).2), (String::new(), Some(1)));
    let trace = fs::read_to_string(folder.join("trace")).unwrap();
    // The sandbox names the file by a handle that reads nothing.
    let opened = |line: &&str| line.contains("\"/proc/self/limits\"") && !line.contains("O_PATH");
    let waits: Vec<_> =
        trace.lines().filter(opened).map(|line| !line.contains("O_NONBLOCK")).collect();
    assert_eq!(waits, [false, true]);
}

/// A preprocessor may fail, whatever it has printed.
#[test]
fn a_program_that_fails_is_told() {
    let folder = Folder::new();
    folder.write("a", "");
    for printed in ["http://a.example/", "WARC/1.0", "<a", "{\"a\":", "From: a@b", "[1"] {
        let script = format!("#!/bin/sh\nprintf '%s' '{printed}'\nexit 3\n");
        let path = folder.write("pre", script);
        fs::set_permissions(path, PermissionsExt::from_mode(0o755)).unwrap();
        let (found, told, code) = said(&folder.run(&["--pre", "./pre", "a"]));
        let expected = format!("urisift: a: byte {}: ./pre: exit status: 3\n", printed.len());
        assert_eq!((&*told, code), (&*expected, Some(2)), "{printed}");
        assert_eq!(found.is_empty(), !printed.starts_with("http"));
    }
}
