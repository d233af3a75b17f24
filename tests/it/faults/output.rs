//! Writes fail: the message, the output before, and the old file.

use std::fs::{self, File};
use std::io::Read;
use std::process::{Output, Stdio};
use std::time::Duration;

use crate::kit::command::{Faults, Folder, has_strace, piped, said, says, urisift};

fn full() -> File {
    File::options().write(true).open("/dev/full").unwrap()
}

const NO_SPACE: &str = "urisift: cannot write: No space left on device\n";

#[test]
fn a_full_device_is_a_problem_whatever_is_printed() {
    let folder = Folder::new();
    folder.write("a", "http://a.example/");
    for args in [
        &["a"][..],
        &["--json", "a"],
        &["--csv", "a"],
        &["-c", "a"],
        &["-l", "a"],
        &["--by", "host", "a"],
        &["--unique", "a"],
        &["--line-buffered", "a"],
        &["--files", "a"],
        &["--type-list"],
        &["--help"],
        &["-h"],
        &["--version"],
        &["-V"],
        &["explain", "--help"],
        &["--generate", "man"],
        &["--generate", "complete-bash"],
        &["explain", "http://a/"],
        &["explain", "--json", "http://a/"],
        &["resolve", "--base", "http://a/", "b"],
        &["resolve", "--base", "http://a/", "-0", "b"],
        &["compare", "http://a/", "http://a"],
    ] {
        let output = urisift(&folder.path(), args).stdout(full()).output().unwrap();
        assert_eq!(said(&output), says("", NO_SPACE, 2), "{args:?}");
    }
    for form in ["--csv", "--json"] {
        let output = folder.run(&["a", form, "-o", "/dev/full"]);
        let told = NO_SPACE.replace("write:", "write: /dev/full:");
        assert_eq!(said(&output), says("", &told, 2));
    }
}

#[test]
fn what_cannot_be_told_counts_nevertheless() {
    let folder = Folder::new();
    folder.write("a", "http://a.example/");
    for (args, code) in [
        (&["a"][..], 0),
        (&["--stats", "a"], 2),
        (&["nowhere", "a"], 2),
        (&["--no-such-flag", "a"], 2),
    ] {
        let output = urisift(&folder.path(), args).stderr(full()).output().unwrap();
        let printed = if args.len() == 1 || code == 2 && args[0] != "--no-such-flag" {
            "http://a.example/\n"
        } else {
            ""
        };
        assert_eq!(said(&output), says(printed, "", code), "{args:?}");
    }
}

/// Runs a line of shell, with the command as `$0`.
fn shell(folder: &Folder, line: &str) -> Output {
    let mut command = std::process::Command::new("sh");
    command.args(["-c", line, env!("CARGO_BIN_EXE_urisift")]).current_dir(folder.path());
    command.output().unwrap()
}

/// The runtime opens the null device in place of a closed stream, which would accept everything.
#[test]
fn a_closed_output_is_a_problem_whatever_is_printed() {
    let folder = Folder::new();
    folder.write("a", "http://a.example/");
    for args in [
        "a",
        "-j1 --json a a",
        "--line-buffered a",
        "-c a",
        "-l a",
        "--by host a",
        "--unique a",
        "--files a",
        "--type-list",
        "--help",
        "-V",
        "explain --help",
        "--generate man",
        "explain http://a/",
        "explain --json http://a/",
        "resolve --base http://a/ b",
        "compare http://a/ http://a",
        "report a",
    ] {
        for closed in [">&-", ">&- <&-"] {
            let (printed, told, code) =
                said(&shell(&folder, &format!("exec \"$0\" {args} {closed}")));
            assert_eq!((&*printed, told.lines().count(), code), ("", 1, Some(2)), "{args}: {told}");
            assert!(told.starts_with("urisift: cannot write: standard output is closed"), "{told}");
        }
        let output = shell(&folder, &format!("exec \"$0\" {args} >&- 2>&-"));
        assert_eq!(said(&output), says("", "", 2), "{args}");
    }
}

#[test]
fn a_closed_output_is_none_where_nothing_is_printed() {
    let folder = Folder::new();
    folder.write("a", "http://a.example/");
    folder.write("none", "text");
    for (args, code) in [("-q a", 0), ("none", 1), ("a -o b.csv", 0)] {
        let output = shell(&folder, &format!("exec \"$0\" {args} >&- <&-"));
        assert_eq!(said(&output), says("", "", code), "{args}");
        let output = shell(&folder, &format!("exec \"$0\" {args} >&- 2>&- <&-"));
        assert_eq!(said(&output), says("", "", code), "{args}");
    }
    assert!(fs::read_to_string(folder.join("b.csv")).unwrap().contains("http://a.example/"));
    let output = shell(&folder, "exec \"$0\" nowhere a 2>&-");
    assert_eq!(said(&output), says("http://a.example/\n", "", 2));
}

/// Other programs open it like this for their children, for reading and writing.
#[test]
fn the_null_device_is_not_taken_for_closed() {
    let folder = Folder::new();
    folder.write("a", "http://a.example/");
    let output = shell(&folder, "exec \"$0\" a - 0<>/dev/null 1<>/dev/null");
    assert_eq!(said(&output), says("", "", 0));
}

#[test]
fn a_closed_input_is_a_problem_where_it_is_to_be_read() {
    let folder = Folder::new();
    folder.write("a", "http://a.example/");
    let told = "urisift: (standard input): closed\n";
    for args in ["-", "--files-from -", "resolve --base http://a/", "explain", "--tlds-from - a"] {
        let output = shell(&folder, &format!("exec \"$0\" {args} <&-"));
        assert_eq!(said(&output), says("", told, 2), "{args}");
    }
    let output = shell(&folder, "exec \"$0\" - a <&-");
    assert_eq!(said(&output), says("http://a.example/\n", told, 2));
    assert_eq!(said(&shell(&folder, "exec \"$0\" a <&-")), says("http://a.example/\n", "", 0));
}

/// Services and cron give no input.
#[test]
fn the_folder_is_searched_where_there_is_no_input() {
    let folder = Folder::new();
    folder.write("a", "http://a.example/");
    for (line, found) in [
        ("exec \"$0\" </dev/null", "http://a.example/\n"),
        ("exec \"$0\" <&-", "http://a.example/\n"),
        ("echo http://b.example/ | exec \"$0\"", "http://b.example/\n"),
        ("exec \"$0\" <a", "http://a.example/\n"),
    ] {
        assert_eq!(said(&shell(&folder, line)), says(found, "", 0), "{line}");
    }
}

#[test]
fn the_null_device_takes_and_gives_what_it_does() {
    let folder = Folder::new();
    folder.write("a", "http://a.example/");
    for (line, code) in [
        ("exec \"$0\" a >/dev/null", 0),
        ("exec \"$0\" --help >/dev/null", 0),
        ("exec \"$0\" explain http://a/ >>/dev/null", 0),
        ("exec \"$0\" - </dev/null", 1),
        ("exec \"$0\" resolve --base http://a/ </dev/null", 0),
    ] {
        assert_eq!(said(&shell(&folder, line)), says("", "", code), "{line}");
    }
}

#[test]
fn streams_that_are_open_the_other_way_are_problems() {
    let folder = Folder::new();
    folder.write("a", "http://a.example/");
    folder.write("other", "");
    for args in ["a", "explain http://a/", "resolve --base http://a/ b", "--generate man"] {
        let output = shell(&folder, &format!("exec \"$0\" {args} 1<other"));
        assert_eq!(said(&output), says("", "urisift: cannot write: Bad file descriptor\n", 2));
    }
    for args in ["-", "--files-from -", "explain"] {
        let (printed, told, code) = said(&shell(&folder, &format!("exec \"$0\" {args} 0>b")));
        assert_eq!((&*printed, code), ("", Some(2)), "{args}");
        assert!(told.starts_with("urisift: (standard input): "), "{told}");
        assert!(told.ends_with("Bad file descriptor\n"), "{told}");
    }
}

#[test]
fn what_was_written_before_a_failure_stands() {
    if !has_strace() {
        return;
    }
    let folder = Folder::new();
    let lines: Vec<_> = (0..9).map(|n| format!("http://a.example/{n}\n")).collect();
    folder.write("a", lines.concat());
    let out = folder.join("out");
    for (error, words) in [
        ("ENOSPC", "No space left on device"),
        ("EIO", "Input/output error"),
        ("EDQUOT", "Disk quota exceeded"),
    ] {
        for number in 1..=lines.len() {
            let what = format!("error={error}:when={number}+");
            let faults = Faults { calls: "write", what: &what, path: Some(&out) };
            let stdout = Stdio::from(File::create(&out).unwrap());
            let args = ["--line-buffered", "a"];
            let faulty = faults.run_with(&folder, &args, Stdio::null(), stdout);
            let told = format!("urisift: cannot write: {words}\n");
            assert_eq!(said(&faulty.output), says("", &told, 2));
            assert_eq!(fs::read_to_string(&out).unwrap(), lines[..number - 1].concat());
        }
    }
    let faults = Faults { calls: "write", what: "error=EINTR:when=1+2", path: Some(&out) };
    let stdout = Stdio::from(File::create(&out).unwrap());
    let faulty = faults.run_with(&folder, &["--line-buffered", "a"], Stdio::null(), stdout);
    assert_eq!((said(&faulty.output), faulty.times), (says("", "", 0), lines.len()));
    assert_eq!(fs::read_to_string(&out).unwrap(), lines.concat());
}

/// The old file stays, and no draft is left beside it.
#[test]
fn a_file_that_cannot_be_written_stays_what_it_was() {
    if !has_strace() {
        return;
    }
    let folder = Folder::new();
    folder.write("a", "http://a.example/ http://b.example/\n".repeat(5000));
    let mut names = vec!["o.csv", "o.jsonl.gz", "o.txt.bz2", "o.tsv.lz4"];
    names.extend(cfg!(feature = "zstd").then_some("o.csv.zst"));
    names.extend(cfg!(feature = "xz").then_some("o.csv.xz"));
    names.extend(cfg!(feature = "parquet").then_some("o.parquet"));
    for name in names {
        let path = folder.write(name, "old");
        for (calls, what, words) in [
            // The message is written too.
            ("write", "error=ENOSPC:when=1", "No space left on device"),
            ("write", "error=EIO:when=1", "Input/output error"),
            ("fsync,fdatasync", "error=EIO", "Input/output error"),
            ("rename,renameat,renameat2", "error=EACCES", "Permission denied"),
        ] {
            let faulty = Faults { calls, what, path: None }.run(&folder, &["a", "-o", name]);
            let told = format!("urisift: cannot write: {name}: {words}\n");
            assert_eq!(said(&faulty.output), says("", &told, 2), "{name} {calls}");
            assert_eq!(fs::read(&path).unwrap(), b"old");
            assert_eq!(folder.names(), ["a", name]);
        }
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn an_output_that_cannot_be_begun_is_told_before_anything_is_read() {
    let folder = Folder::new();
    folder.write("a", "http://a.example/");
    fs::create_dir(folder.join("d.csv")).unwrap();
    for (name, words) in [
        ("nowhere/b.csv", "No such file or directory"),
        ("a/b.csv", "Not a directory"),
        ("d.csv", "is a directory"),
    ] {
        let told = format!("urisift: {name}: {words}\n");
        assert_eq!(said(&folder.run(&["a", "-o", name])), says("", &told, 2));
    }
    assert_eq!(folder.names(), ["a", "d.csv"]);
}

#[test]
fn a_reader_that_stalls_loses_nothing() {
    let folder = Folder::new();
    let lines: String = (0..200_000).map(|n| format!("http://a.example/{n}\n")).collect();
    folder.write("a", &lines);
    for args in [&["a"][..], &["-j1", "a"], &["--unique", "a"]] {
        let mut child = piped(&folder.path(), args);
        let (mut out, mut printed) = (child.stdout.take().unwrap(), String::new());
        // The pipe is full, and stays full for a while.
        for _ in 0..3 {
            std::thread::sleep(Duration::from_millis(100));
            let mut some = [0; 1000];
            out.read_exact(&mut some).unwrap();
            printed.push_str(str::from_utf8(&some).unwrap());
        }
        out.read_to_string(&mut printed).unwrap();
        assert!(printed == lines && child.wait().unwrap().success(), "{args:?}");
    }
}

/// It is no problem, wherever it happens, and the run ends.
#[test]
fn a_reader_that_goes_is_a_quiet_end() {
    let folder = Folder::new();
    folder.write("a", "http://a.example/\n".repeat(200_000));
    let large = folder.join("a").display().to_string();
    for args in [&[&*large][..], &["-j1", &large], &["--json", &large], &["--files", "/"]] {
        for count in [0, 1, 100_000] {
            let mut child = piped(&folder.path(), args);
            let mut out = child.stdout.take().unwrap();
            out.read_exact(&mut vec![0; count]).unwrap();
            drop(out);
            let output = child.wait_with_output().unwrap();
            if args[0] != "--files" {
                assert_eq!(said(&output), says("", "", 0), "{args:?}");
            }
            assert!(output.status.code().is_some(), "{args:?}");
        }
    }
    // Standard error is closed, too.
    let mut child = piped(&folder.path(), &["nowhere", "a"]);
    drop((child.stdout.take(), child.stderr.take()));
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

/// The reader may not be there before a byte is written.
#[test]
fn a_pipe_with_a_name_is_written_to_until_its_reader_goes() {
    let folder = Folder::new();
    folder.write("a", "http://a.example/\n".repeat(200_000));
    let path = folder.fifo("out");
    let mut child = piped(&folder.path(), &["a", "--csv", "-o", "out"]);
    let mut some = [0; 10];
    File::open(path).unwrap().read_exact(&mut some).unwrap();
    assert_eq!(&some, b"path,start");
    drop(child.stdin.take());
    assert_eq!(said(&child.wait_with_output().unwrap()), says("", "", 0));
}
