//! `pick`: what keys do to a list on a terminal, and what is left of it.

use std::fs;
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::sys::termios::{LocalFlags, tcgetattr};
use nix::unistd::Pid;

use super::on_terminal;
use super::screen::Screen;

const TEXT: &str = "see http://a.example/1 and http://b.example/2,\n\
    javascript:alert(1) or http://a.example/1 again";

/// How long a test waits for what must come.
const PATIENCE: Duration = Duration::from_secs(60);

/// A list on a terminal of its own.
struct Picking {
    folder: tempfile::TempDir,
    screen: Screen,
    child: Child,
    seen: Arc<Mutex<Vec<u8>>>,
}

/// Runs a line of the shell in a folder that has `mail.txt`, with `pick` for the command, on a terminal.
fn picking(line: &str) -> Picking {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mail.txt"), TEXT).unwrap();
    for (name, script) in [("open", "echo \"$1\" >> opened"), ("copy", "cat >> copied")] {
        let path = folder.path().join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    }
    let screen = Screen::of_size(90, 30);
    let line = line.replace("pick", &format!("{} pick", env!("CARGO_BIN_EXE_urisift")));
    // The new session has the terminal that is its standard input.
    let mut command = on_terminal("setsid", folder.path(), &["--ctty", "sh", "-c", &line]);
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("BROWSER");
    let child = command
        .stdin(screen.writer())
        .stdout(screen.writer())
        .stderr(screen.writer())
        .spawn()
        .unwrap();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (mut reader, into) = (screen.reader(), Arc::downgrade(&seen));
    thread::spawn(move || {
        let mut portion = [0; 4096];
        while let Ok(len @ 1..) = reader.read(&mut portion) {
            let Some(into) = into.upgrade() else { return };
            into.lock().unwrap().extend_from_slice(&portion[..len]);
        }
    });
    Picking { folder, screen, child, seen }
}

impl Picking {
    fn press(&self, keys: &str) {
        self.screen.reader().write_all(keys.as_bytes()).unwrap();
    }

    /// Waits until the terminal has received this.
    fn shows(&self, text: &str) {
        self.waits(text, || String::from_utf8_lossy(&self.seen.lock().unwrap()).contains(text));
    }

    /// Waits until a file of the folder has exactly this.
    fn has_written(&self, name: &str, text: &str) {
        self.waits(text, || self.read(name) == text);
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.path().join(name)).unwrap_or_default()
    }

    fn waits(&self, what: &str, is_there: impl Fn() -> bool) {
        let since = Instant::now();
        while !is_there() {
            let seen = String::from_utf8_lossy(&self.seen.lock().unwrap()).into_owned();
            assert!(since.elapsed() < PATIENCE, "no {what:?} in {seen:?}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for the end, and returns the exit code. The terminal is as it was.
    fn ends(&mut self) -> Option<i32> {
        let status = self.child.wait().unwrap();
        let modes = tcgetattr(self.screen.reader().as_fd()).unwrap();
        assert!(
            modes.local_flags.contains(LocalFlags::ECHO | LocalFlags::ICANON | LocalFlags::ISIG)
        );
        status.code()
    }
}

#[test]
fn enter_opens_what_the_filter_leaves() {
    let mut list = picking("pick mail.txt --open ./open");
    list.shows("javascript:alert(1)");
    list.press("B.EX\r");
    list.has_written("opened", "http://b.example/2\n");
    list.shows("Opened http://b.example/2");
    list.press("\u{15}");
    list.press("\t\t\r");
    list.has_written("opened", "http://b.example/2\nhttp://a.example/1\nhttp://b.example/2\n");
    list.shows("Opened 2 URIs");
    list.press("\u{3}");
    assert_eq!(list.ends(), Some(0));
    list.shows("\u{1b}[?1049l");
}

#[test]
fn what_could_do_harm_is_copied_and_not_opened() {
    let mut list = picking("pick mail.txt --open ./open --copy ./copy");
    list.shows("javascript:alert(1)");
    list.press("javascript\r");
    list.has_written("copied", "javascript:alert(1)");
    list.shows("copied instead of opened");
    list.press("\u{11}");
    assert_eq!((list.ends(), list.read("opened").as_str()), (Some(0), ""));
}

#[test]
fn what_is_marked_is_copied() {
    let mut list = picking("pick mail.txt --copy ./copy");
    list.shows("javascript:alert(1)");
    list.press("example\u{1}\u{19}");
    list.has_written("copied", "http://a.example/1\nhttp://b.example/2");
    list.press("\u{3}");
    assert_eq!(list.ends(), Some(0));
    // Without a program, the terminal is asked.
    let mut list = picking("pick mail.txt");
    list.shows("javascript:alert(1)");
    list.press("\u{19}");
    list.shows("\u{1b}]52;c;aHR0cDovL2EuZXhhbXBsZS8x\u{7}");
    list.press("\u{3}");
    assert_eq!(list.ends(), Some(0));
}

#[test]
fn without_a_program_uris_are_copied() {
    let mut list = picking("pick mail.txt --copy ./copy --open ./nothing");
    list.shows("javascript:alert(1)");
    list.press("\r");
    list.has_written("copied", "http://a.example/1");
    list.shows("because it cannot be opened");
    list.press("\u{3}");
    assert_eq!(list.ends(), Some(0));
}

#[test]
fn in_a_pipe_uris_are_printed() {
    let mut list = picking("cat mail.txt | pick | tr a-z A-Z > printed");
    list.shows("javascript:alert(1)");
    list.press("\t\u{1b}[B\t\r");
    assert_eq!(list.ends(), Some(0));
    assert_eq!(list.read("printed"), "HTTP://A.EXAMPLE/1\nJAVASCRIPT:ALERT(1)\n");
}

#[test]
fn nothing_chosen_is_nothing_found() {
    let mut list = picking("pick mail.txt > printed");
    list.shows("javascript:alert(1)");
    list.press("nowhere\r");
    list.shows("0 of 3");
    list.press("\u{3}");
    assert_eq!((list.ends(), list.read("printed").as_str()), (Some(1), ""));
    let mut list = picking("echo none | pick");
    assert_eq!(list.ends(), Some(1));
    list.shows("no URI found");
}

#[test]
fn problems_are_told_at_the_end() {
    let mut list = picking("pick mail.txt nowhere.txt");
    list.shows("1 unread");
    list.press("\u{3}");
    assert_eq!(list.ends(), Some(2));
    list.shows("urisift: nowhere.txt: ");
}

#[test]
fn a_signal_gives_the_terminal_back() {
    let mut list = picking("exec pick mail.txt");
    list.shows("javascript:alert(1)");
    kill(Pid::from_raw(list.child.id() as i32), Signal::SIGTERM).unwrap();
    assert_eq!(list.ends(), None);
    list.shows("\u{1b}[?1049l");
}

/// Also where the signal that says so is ignored, as under `nohup`.
#[test]
fn a_list_ends_with_its_terminal() {
    for action in ["--default-signal", "--ignore-signal"] {
        let list = picking(&format!("exec env {action}=HUP pick mail.txt"));
        list.shows("javascript:alert(1)");
        let Picking { folder, screen, mut child, seen } = list;
        // The thread that reads ends at the next output, and with it the last reader of the terminal.
        drop(seen);
        screen.reader().write_all(b"x").unwrap();
        drop(screen);
        assert_eq!(child.wait().unwrap().signal(), Some(Signal::SIGHUP as i32), "{action}");
        drop(folder);
    }
}

#[test]
fn a_list_needs_a_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let line = format!("{} pick", env!("CARGO_BIN_EXE_urisift"));
    let mut command = Command::new("setsid");
    command.current_dir(folder.path()).args(["--wait", "sh", "-c", &line]).stdin(Stdio::null());
    let output = command.output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("'urisift pick' needs a terminal"), "{told}");
    assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()));
}

#[test]
fn hostile_names_and_uris_are_shown_harmless() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("\u{1b}[2Jx.txt");
    fs::write(&path, "http://a.example/\u{9b}2J \u{1b}]52;c;AAAA\u{7} http://b.example/").unwrap();
    let path = Path::new(&path).display().to_string();
    let mut list = picking(&format!("pick '{path}'"));
    list.shows("http://b.example/");
    list.press("\u{3}");
    assert_eq!(list.ends(), Some(1));
    let seen = String::from_utf8_lossy(&list.seen.lock().unwrap()).into_owned();
    assert!(
        !seen.contains("\u{9b}")
            && !seen.contains("\u{1b}]52;c;AAAA")
            && !seen.contains("\u{1b}[2Jx")
    );
}
