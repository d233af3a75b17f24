//! The process is ended from outside.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::kit;
use crate::kit::command::{Folder, has_in_mask, has_read, is_ignored, piped, said, says, urisift};

fn send(child: &Child, signal: Signal) {
    kill(Pid::from_raw(child.id() as i32), signal).unwrap();
}

/// Whether the program has a handler for the signal.
fn catches(child: &Child, signal: Signal) -> bool {
    has_in_mask(child.id(), "SigCgt", signal)
}

/// The signal that it ends with, soon.
fn ended_by(mut child: Child) -> Option<i32> {
    let since = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.signal();
        }
        if since.elapsed() > Duration::from_secs(60) {
            child.kill().unwrap();
            panic!("it did not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The signals that end the command.
fn signals() -> impl Iterator<Item = Signal> {
    let all = [Signal::SIGTERM, Signal::SIGHUP, Signal::SIGINT];
    all.into_iter().filter(|&signal| !is_ignored(signal))
}

#[test]
fn a_signal_ends_a_run_that_waits_for_input() {
    let folder = Folder::new();
    let fifo = folder.fifo("fifo");
    for signal in signals() {
        // It waits for the pipe to be opened, and then for a write.
        let child = piped(&folder.path(), &["fifo"]);
        let writer = File::options().write(true).open(&fifo).unwrap();
        send(&child, signal);
        assert_eq!(ended_by(child), Some(signal as i32));
        drop(writer);
        let mut child = piped(&folder.path(), &["-"]);
        let mut out = BufReader::new(child.stdout.take().unwrap());
        child.stdin.as_ref().unwrap().write_all(b"http://a.example/ and\n").unwrap();
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        send(&child, signal);
        assert_eq!((ended_by(child), &*line), (Some(signal as i32), "http://a.example/\n"));
    }
    let child = piped(&folder.path(), &["fifo"]);
    std::thread::sleep(Duration::from_millis(100));
    send(&child, Signal::SIGTERM);
    assert_eq!(ended_by(child), Some(Signal::SIGTERM as i32));
}

#[test]
fn a_signal_ends_a_run_that_waits_for_a_reader() {
    let folder = Folder::new();
    folder.write("a", "http://a.example/\n".repeat(500_000));
    let ends = |signal: Signal, args: &[&str], fifo: Option<&Path>| {
        let mut child = piped(&folder.path(), args);
        let mut out: Box<dyn Read> = match fifo {
            Some(fifo) => Box::new(File::open(fifo).unwrap()),
            None => Box::new(child.stdout.take().unwrap()),
        };
        // It writes until the pipe is full.
        out.read_exact(&mut [0; 100]).unwrap();
        std::thread::sleep(Duration::from_millis(100));
        send(&child, signal);
        assert_eq!(ended_by(child), Some(signal as i32), "{args:?}");
    };
    std::thread::scope(|scope| {
        for signal in signals() {
            let name = format!("out.{}", signal as i32);
            let fifo = folder.fifo(&name);
            let ends = &ends;
            scope.spawn(move || ends(signal, &["a"], None));
            scope.spawn(move || ends(signal, &["-j1", "--json", "a"], None));
            scope.spawn(move || ends(signal, &["a", "--csv", "-o", &name], Some(&fifo)));
        }
    });
}

/// The finds are written, though they do not fill a block; totals that are not known are not.
#[test]
fn what_was_found_before_a_signal_is_written() {
    let folder = Folder::new();
    let lines: String = (0..100).map(|n| format!("http://a.example/{n}\n")).collect();
    // Text that is endless for the purpose of the test.
    let endless = |name: &str, text: &str| {
        File::options()
            .append(true)
            .open(folder.write(name, text))
            .unwrap()
            .set_len(1 << 40)
            .unwrap();
    };
    folder.write("a", &lines);
    endless("b", "");
    endless("c", &lines);
    endless("d.eml", &format!("Subject: x\nContent-Type: text/plain\n\n{lines}"));
    for signal in signals().take(kit::amount(1, 3)) {
        for (args, printed) in [
            (&["-j1", "a", "b"][..], &*lines),
            (&["-j4", "a", "b", "a"], &lines),
            (&["-j1", "c"], &lines),
            (&["-j4", "c", "a"], &lines),
            (&["-j1", "d.eml", "a"], &lines),
            (&["-j1", "--unique", "a", "b"], &lines),
            (&["-j1", "-c", "a", "b"], "a:100\n"),
            // These need all of the text.
            (&["-j1", "--by", "uri", "a", "b"], ""),
            (&["-j1", "a", "b", "-o", "o.csv"], ""),
        ] {
            let mut command = urisift(&folder.path(), args);
            let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            // More than all parts that may wait for the first one.
            while !catches(&child, signal) || has_read(&child) < 64 << 20 {
                std::thread::sleep(Duration::from_millis(5));
            }
            send(&child, signal);
            let output = child.wait_with_output().unwrap();
            let (out, told, _) = said(&output);
            assert_eq!((&*out, &*told), (printed, ""), "{args:?}");
            assert_eq!(output.status.signal(), Some(signal as i32), "{args:?}");
        }
    }
    assert_eq!(folder.names(), ["a", "b", "c", "d.eml"]);
}

/// The output has whole lines.
#[test]
fn what_a_killed_run_has_written_stands() {
    let folder = Folder::new();
    let out = folder.join("out");
    let mut command = urisift(&folder.path(), &["-"]);
    let stdout = File::create(&out).unwrap();
    let mut child = command.stdin(Stdio::piped()).stdout(stdout).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    for n in 0..100 {
        writeln!(input, "http://a.example/{n} and").unwrap();
    }
    while fs::read_to_string(&out).unwrap().lines().count() < 100 {
        std::thread::sleep(Duration::from_millis(5));
    }
    send(&child, Signal::SIGKILL);
    assert_eq!(ended_by(child), Some(Signal::SIGKILL as i32));
    let expected: String = (0..100).map(|n| format!("http://a.example/{n}\n")).collect();
    assert_eq!(fs::read_to_string(out).unwrap(), expected);
}

/// The draft that it leaves is not searched by any run.
#[test]
fn a_killed_run_leaves_the_old_file_and_a_draft_that_is_not_searched() {
    let folder = Folder::new();
    folder.write("a", "http://a.example/\n");
    folder.write("o.txt", "http://old.example/\n");
    let mut child = piped(&folder.path(), &["-", "-o", "o.txt"]);
    let mut input = child.stdin.take().unwrap();
    let draft = || folder.names().into_iter().find(|name| name.starts_with(".urisift-"));
    let has_draft = || {
        let len = |name: &str| fs::metadata(folder.join(name)).map_or(0, |meta| meta.len());
        draft().is_some_and(|name| len(&name) > 0)
    };
    while !has_draft() {
        writeln!(input, "http://draft.example/ and").unwrap();
        std::thread::sleep(Duration::from_millis(5));
    }
    send(&child, Signal::SIGKILL);
    assert_eq!(ended_by(child), Some(Signal::SIGKILL as i32));
    let draft = draft().unwrap();
    let found = "http://a.example/\nhttp://old.example/\n";
    for args in [&["."][..], &["--gitignore", "."], &["-g", ".*", "-g", "*", "."]] {
        assert_eq!(said(&folder.run(args)), says(found, "", 0));
    }
    assert_eq!(said(&folder.run(&["--files", "."])), says("./a\n./o.txt\n", "", 0));
    // If it is named, it is searched.
    assert!(said(&folder.run(&[&draft])).0.starts_with("http://draft.example/\n"));
}

#[test]
fn a_signal_leaves_the_old_file_and_no_draft() {
    let folder = Folder::new();
    for name in ["o.csv", "o.csv.gz"] {
        let path = folder.write(name, "old");
        for signal in signals() {
            let mut child = piped(&folder.path(), &["-", "-o", name]);
            let mut input = child.stdin.take().unwrap();
            while folder.names().len() < 2 {
                writeln!(input, "http://a.example/ and").unwrap();
                std::thread::sleep(Duration::from_millis(5));
            }
            writeln!(input, "http://a.example/ and").unwrap();
            while !catches(&child, signal) {
                std::thread::sleep(Duration::from_millis(5));
            }
            send(&child, signal);
            assert_eq!(ended_by(child), Some(signal as i32));
            assert_eq!(
                (folder.names(), fs::read(&path).unwrap()),
                (vec![name.into()], b"old".to_vec())
            );
        }
        fs::remove_file(path).unwrap();
    }
}

/// Whatever the parent does with SIGPIPE.
#[test]
fn a_closed_pipe_ends_a_run_whatever_its_parent_ignores() {
    for trap in ["", "trap '' PIPE; "] {
        let folder = Folder::new();
        folder.write("a", "http://a.example/\n".repeat(200_000));
        let line = format!("{trap}(\"$0\" a; echo $? >status) | head -n 1");
        let mut command = Command::new("sh");
        command.args(["-c", &line, env!("CARGO_BIN_EXE_urisift")]).current_dir(folder.path());
        assert_eq!(said(&command.output().unwrap()), says("http://a.example/\n", "", 0));
        let status = || fs::read_to_string(folder.join("status")).unwrap_or_default();
        while !status().ends_with('\n') {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(status(), "0\n");
    }
}

/// As with `nohup`.
#[test]
fn signals_that_are_ignored_stay_so() {
    let folder = Folder::new();
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' HUP; exec \"$0\" -", env!("CARGO_BIN_EXE_urisift")]);
    let mut child = command
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let (mut input, mut out) =
        (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    for n in 0..3 {
        writeln!(input, "http://a.example/{n} and").unwrap();
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        assert_eq!(line, format!("http://a.example/{n}\n"));
        send(&child, Signal::SIGHUP);
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}
