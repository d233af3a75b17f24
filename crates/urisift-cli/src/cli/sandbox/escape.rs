//! For tests alone: tries to get out of the sandbox, as code would that an input has brought in.

use std::fs;
use std::io::{self, Write};
use std::net::{TcpStream, UdpSocket};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

/// Names the acts to try: a line each, `read PATH`, `write PATH`, `connect ADDRESS`, `bind ADDRESS` or `run PATH`.
const ACTS: &str = "URISIFT_ESCAPE";

/// Tries them on a thread of its own, and tells what came of each on standard error.
pub(in crate::cli) fn attempt() {
    let Ok(acts) = std::env::var(ACTS) else { return };
    let told = thread::spawn(move || {
        acts.lines().map(|act| format!("{act}: {}\n", outcome(act))).collect()
    });
    let told: String = told.join().unwrap_or_else(|_| "a panic".to_owned());
    let _ = io::stderr().write_all(told.as_bytes());
}

fn outcome(act: &str) -> String {
    let (act, object) = act.split_once(' ').unwrap_or((act, ""));
    let path = PathBuf::from(object);
    let done = match act {
        "read" => fs::read(path).map(drop),
        "list" => fs::read_dir(path).map(drop),
        "write" => fs::write(path, "escaped"),
        "remove" => fs::remove_file(path),
        "connect" => TcpStream::connect(object).map(drop),
        "bind" => UdpSocket::bind(object).map(drop),
        "run" => Command::new(path).stdout(Stdio::null()).status().map(drop),
        _ => Err(io::ErrorKind::Unsupported.into()),
    };
    done.map_or_else(|error| format!("{:?}", error.kind()), |()| "done".to_owned())
}
