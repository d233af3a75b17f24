//! Runs the command, with or without faults in its system calls.

#![allow(dead_code)] // Not every system, and not every build, has all tests.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

#[cfg(unix)]
use nix::sys::signal::Signal;
use serde_json::Value;
use tempfile::TempDir;

use super::has;

/// The command in the folder of the tests.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urisift"));
    command.args(args).stdin(Stdio::null());
    command
}

/// The command in a folder.
pub fn urisift(folder: &Path, args: &[&str]) -> Command {
    let mut command = command(args);
    command.current_dir(folder).env("TMPDIR", folder);
    command
}

/// Runs a command on that input.
pub fn fed(mut command: Command, input: &[u8]) -> Output {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let (mut pipe, input) = (child.stdin.take().unwrap(), input.to_owned());
    // It may print more than a pipe holds, and it may not read all of it.
    let writer = std::thread::spawn(move || drop(pipe.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// The objects that it prints.
pub fn objects(output: &Output) -> Vec<Value> {
    let lines = output.stdout.split(|byte| *byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(line).unwrap()).collect()
}

pub fn run(folder: &Path, args: &[&str]) -> Output {
    urisift(folder, args).output().unwrap()
}

/// Starts it with pipes for all its streams.
pub fn piped(folder: &Path, args: &[&str]) -> Child {
    let mut command = urisift(folder, args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// How many bytes the program has read (`rchar` of proc_pid_io(5)).
pub fn has_read(child: &Child) -> u64 {
    let io = fs::read_to_string(format!("/proc/{}/io", child.id())).unwrap();
    io.lines().find_map(|line| line.strip_prefix("rchar: ")).unwrap().parse().unwrap()
}

/// Its output, its messages, and its exit status.
pub fn said(output: &Output) -> (String, String, Option<i32>) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

/// The same, as expected.
pub fn says(printed: &str, told: &str, code: i32) -> (String, String, Option<i32>) {
    (printed.to_owned(), told.to_owned(), Some(code))
}

/// A temporary folder, by its real path.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    /// One for a run whose system calls fail, if they can be made to.
    pub fn traced() -> Option<Self> {
        has_strace().then(Folder::new)
    }

    pub fn path(&self) -> PathBuf {
        self.0.path().canonicalize().unwrap()
    }

    pub fn join(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// The names of its entries.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub fn run(&self, args: &[&str]) -> Output {
        run(&self.path(), args)
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.join(name)).unwrap()
    }

    /// A named pipe.
    pub fn fifo(&self, name: &str) -> PathBuf {
        let path = self.join(name);
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        path
    }
}

/// Whether system calls can be made to fail.
pub fn has_strace() -> bool {
    has(&["strace", "-f", "-qq", "-o", "/dev/null", "-e", "inject=chroot:error=EIO", "true"])
}

/// Faults in system calls, in the syntax of strace.
pub struct Faults<'f> {
    /// Such as `read,pread64`.
    pub calls: &'f str,
    /// Such as `error=EIO:when=2+`.
    pub what: &'f str,
    /// Only calls that concern this file.
    pub path: Option<&'f Path>,
}

/// The result of a run with faults.
pub struct Faulty {
    pub output: Output,
    /// How many calls have failed.
    pub times: usize,
}

impl Faults<'_> {
    /// Runs the command with them.
    pub fn run(&self, folder: &Folder, args: &[&str]) -> Faulty {
        self.run_with(folder, args, Stdio::null(), Stdio::piped())
    }

    pub fn run_with(&self, folder: &Folder, args: &[&str], stdin: Stdio, stdout: Stdio) -> Faulty {
        let trace = tempfile::NamedTempFile::new().unwrap();
        let Faults { calls, what, path } = self;
        let mut command = Command::new("strace");
        command.args(["-f", "-qq", "-o"]).arg(trace.path());
        command.args(["-e", &format!("trace={calls}"), "-e", &format!("inject={calls}:{what}")]);
        if let Some(path) = path {
            // The file, by either of its paths.
            command.arg("-P").arg(path);
            path.strip_prefix(folder.path()).into_iter().for_each(|inner| {
                command.arg("-P").arg(inner);
            });
        }
        command.arg(env!("CARGO_BIN_EXE_urisift")).args(args);
        command.current_dir(folder.path()).env("TMPDIR", folder.path());
        let mut output = command.stdin(stdin).stdout(stdout).output().unwrap();
        output.stderr = without_words_of_strace(&output.stderr);
        let mut told = String::new();
        File::open(trace.path()).unwrap().read_to_string(&mut told).unwrap();
        Faulty { output, times: told.matches("(INJECTED)").count() }
    }
}

/// strace prints how it has understood a path.
fn without_words_of_strace(told: &[u8]) -> Vec<u8> {
    let lines = told.split_inclusive(|byte| *byte == b'\n');
    lines.filter(|line| !line.starts_with(b"strace: Requested path")).flatten().copied().collect()
}

#[cfg(unix)]
/// Whether this process ignores a signal, as under `nohup` or in the background of a script: then the command does too,
/// and a test of it is skipped.
pub fn is_ignored(signal: Signal) -> bool {
    let is_ignored = has_in_mask(std::process::id(), "SigIgn", signal);
    if is_ignored {
        eprintln!("skipped: {signal} is ignored here");
    }
    is_ignored
}

#[cfg(unix)]
/// Whether a mask of a process has the signal (proc_pid_status(5)).
pub fn has_in_mask(process: u32, mask: &str, signal: Signal) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let mask = status.lines().find_map(|line| line.strip_prefix(mask)?.strip_prefix(':')).unwrap();
    u64::from_str_radix(mask.trim(), 16).unwrap() >> (signal as i32 - 1) & 1 == 1
}

/// How many problems the command reports: those that say the same are counted after the third. A suggestion of a similar
/// name is no problem.
pub fn count_problems(told: &str) -> usize {
    let problems = told.lines().filter(|line| !line.contains("did you mean"));
    let of_line = |line: &str| match line.split_once(" more like this: ") {
        Some((start, _)) => start.rsplit(' ').next().and_then(|count| count.parse().ok()).unwrap(),
        None => 1,
    };
    problems.map(of_line).sum()
}
