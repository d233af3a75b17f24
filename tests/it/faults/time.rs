//! `--timeout`: what takes too long is given up, what was found before that is printed, and the run goes on.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::kit::command::{Folder, piped, said, says, urisift};
use crate::kit::{self, pack};

/// The message about a source that is given up.
fn given_up(name: &str, at: u64, time: &str) -> String {
    format!(
        "urisift: {name}: byte {at}: timed out after {time}; raise --timeout to search it completely\n"
    )
}

#[test]
fn a_pipe_that_no_program_writes_to_is_given_up() {
    let folder = Folder::new();
    folder.fifo("fifo");
    folder.write("a", "http://a.example/\n");
    let told = given_up("fifo", 0, "100ms");
    for args in [&["-j1"][..], &["-j4"], &["-j4", "--line-buffered"]] {
        let args = [args, &["--timeout", "100ms", "a", "fifo", "a"]].concat();
        let printed = "http://a.example/\n".repeat(2);
        assert_eq!(said(&folder.run(&args)), says(&printed, &told, 2), "{args:?}");
    }
    let args = ["--timeout", "100ms", "--json", "--problems", "--exit-zero", "-s", "fifo"];
    let record = told.trim_start_matches("urisift: fifo: byte 0: ").trim_end();
    let record =
        format!("{{\"path\":\"fifo\",\"at\":0,\"kind\":\"limit\",\"problem\":\"{record}\"}}\n");
    assert_eq!(said(&folder.run(&args)), says(&record, "", 0));
    assert_eq!(said(&folder.run(&["--timeout=100ms", "-r", "x", "fifo"])), says("", &told, 2));
}

/// Its last find may be one that goes on.
#[test]
fn what_came_before_a_writer_stalls_is_printed() {
    let folder = Folder::new();
    let fifo = folder.fifo("fifo");
    folder.write("a", "http://a.example/\n");
    let text = "see http://b.example/ and\nhttp://c.example/";
    for (args, name) in [(["fifo", "a"], "fifo"), (["-", "a"], "(standard input)")] {
        let mut child = piped(&folder.path(), &[&["--timeout", "1s"], &args[..]].concat());
        let mut writer: Box<dyn Write> = match args[0] {
            "fifo" => Box::new(File::options().write(true).open(&fifo).unwrap()),
            _ => Box::new(child.stdin.take().unwrap()),
        };
        writer.write_all(text.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let printed = "http://b.example/\nhttp://c.example/\nhttp://a.example/\n";
        assert_eq!(said(&output), says(printed, &given_up(name, text.len() as u64, "1s"), 2));
        drop(writer);
    }
}

#[test]
fn a_program_that_does_not_end_is_given_up() {
    let folder = Folder::new();
    folder.write("a", "");
    let program = folder.write("program", "#!/bin/sh\necho http://a.example/\nexec sleep 1000\n");
    std::fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755))
        .unwrap();
    let program = program.to_str().unwrap();
    let output = folder.run(&["--pre", program, "--timeout", "1s", "a"]);
    assert_eq!(said(&output), says("http://a.example/\n", &given_up("a", 18, "1s"), 2));
}

/// Each takes more than a millisecond to read. What is printed of it is the start of what there is.
#[test]
fn what_takes_long_to_read_is_given_up_once() {
    let folder = Folder::new();
    let line = "see http://b.example/ there\n";
    let text = line.repeat(kit::amount(8 << 20, 40 << 20) / line.len()).into_bytes();
    let messages = "From a@b Thu Jan  1 00:00:00 1970\nFrom: a@b\nTo: c\n\nhttp://b.example/\n\n";
    folder.write("a", "http://a.example/\n");
    folder.write("text", &text);
    let messages = messages.repeat(kit::amount(40_000, 200_000));
    folder.write("mbox", &messages);
    folder.write("text.gz", pack::gz(&text));
    folder.write("mbox.gz", pack::gz(messages.as_bytes()));
    for threads in ["-j1", "-j3"] {
        for name in ["text", "mbox", "text.gz", "mbox.gz"] {
            let output = folder.run(&[threads, "--timeout", "1ms", name]);
            let (printed, told, code) = said(&output);
            assert_eq!(code, Some(2), "{threads} {name}: {told}");
            let is_told = told.lines().count() == 1 && told.contains("after 1ms; raise --timeout");
            assert!(is_told, "{threads} {name}: {told}");
            // The last find may be cut.
            let whole = printed.lines().rev().skip(1);
            assert!(whole.into_iter().all(|line| line == "http://b.example/"), "{threads} {name}");
        }
        let args = [threads, "--timeout", "1h", "text", "mbox", "text.gz", "mbox.gz", "a"];
        let (printed, told, code) = said(&folder.run(&args));
        assert_eq!((&*told, code), ("", Some(0)));
        assert!(printed.ends_with("http://a.example/\n"));
    }
}

/// The time in which finds wait to be printed is not the file's.
#[test]
fn a_reader_that_stalls_takes_no_time() {
    let folder = Folder::new();
    let lines = "http://a.example/\n".repeat(20_000);
    folder.write("a", &lines);
    folder.write("b", &lines);
    for threads in ["-j1", "-j4"] {
        let mut command = urisift(&folder.path(), &[threads, "--timeout", "1s", "a", "b"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // The pipe is full.
        thread::sleep(Duration::from_millis(1500));
        let mut printed = String::new();
        child.stdout.take().unwrap().read_to_string(&mut printed).unwrap();
        assert_eq!(said(&child.wait_with_output().unwrap()), says("", "", 0));
        assert!(printed == lines.repeat(2));
    }
}

/// A file system whose file is read in part, and then stalls; `None`, with a message, if it cannot be mounted.
fn stalling(folder: &Path) -> Option<Child> {
    let script = kit::project("tests/it/faults/stalling.py");
    let mut command = Command::new("python3");
    command.arg(script).arg(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut said = String::from("python3 is not here");
    let mut server = command.spawn().ok();
    if let Some(server) = &mut server {
        said.clear();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut said).unwrap();
    }
    if said != "ready\n" {
        eprintln!("skipped: no file system that stalls: {}", said.trim_end());
        return None;
    }
    server
}

/// Also when a thread never returns from its read.
#[cfg(target_os = "linux")]
#[test]
fn a_file_system_that_stalls_is_given_up() {
    let folder = Folder::new();
    folder.write("a", "http://a.example/\n");
    let mounted = folder.join("mounted");
    std::fs::create_dir(&mounted).unwrap();
    let Some(mut server) = stalling(&mounted) else { return };
    for args in [&["-j1"][..], &["-j3"], &["-j3", "--as", "plain"], &["-o", "out.txt"]] {
        let limits = ["--timeout", "500ms", "mounted/file", "a"];
        let output = folder.run(&[args, &limits].concat());
        let (mut printed, told, code) = said(&output);
        if args[0] == "-o" {
            printed = std::fs::read_to_string(folder.join("out.txt")).unwrap();
        }
        assert_eq!(code, Some(2), "{args:?}: {told}");
        assert_eq!(told, given_up("mounted/file", 128 << 10, "500ms"), "{args:?}");
        // The last find of the file may be cut.
        let finds = printed.strip_suffix("http://a.example/\n").unwrap();
        let whole = finds.lines().rev().skip(1);
        assert!(whole.clone().count() > 4000, "{args:?}: {}", finds.lines().count());
        assert!(whole.into_iter().all(|line| line == "http://b.example/"), "{args:?}");
    }
    // It ends, and the mount with it.
    drop(server.stdin.take());
    assert!(server.wait().unwrap().success());
}
