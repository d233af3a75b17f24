//! The programs that open and copy URIs.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::tty;

/// The programs that are asked for.
pub(super) struct Programs {
    pub open: Option<PathBuf>,
    pub copy: Option<PathBuf>,
}

/// A program that opens URIs.
pub(super) enum Opener {
    /// It has the terminal until it ends.
    Here(OsString),
    /// It has a window of its own.
    Elsewhere(OsString, &'static [&'static str]),
}

/// Programs that copy, and their arguments.
const COPIERS: [(&str, &[&str]); 5] = [
    ("wl-copy", &[]),
    ("xclip", &["-selection", "clipboard"]),
    ("xsel", &["--clipboard", "--input"]),
    ("pbcopy", &[]),
    ("clip", &[]),
];

impl Programs {
    /// The programs that may open URIs: the first that exists does.
    pub fn openers(&self) -> Vec<Opener> {
        if let Some(open) = &self.open {
            return vec![Opener::Here(open.into())];
        }
        if cfg!(target_os = "macos") {
            return vec![Opener::Elsewhere("open".into(), &[])];
        }
        if cfg!(windows) {
            return vec![Opener::Elsewhere("rundll32".into(), &["url.dll,FileProtocolHandler"])];
        }
        if has_display() {
            return vec![Opener::Elsewhere("xdg-open".into(), &[])];
        }
        let browsers = env::var_os("BROWSER").unwrap_or_default();
        // By convention, colons are between programs.
        let browsers = env::split_paths(&browsers).filter(|path| *path != Path::new(""));
        browsers.map(|path| Opener::Here(path.into())).collect()
    }

    /// Copies a text with the program that is asked for, or with one of those that are common. Returns `false` if
    /// there is none.
    ///
    /// # Errors
    /// If the program that is asked for fails.
    pub fn copy(&self, text: &[u8]) -> io::Result<bool> {
        if let Some(copy) = &self.copy {
            return feed(Command::new(copy), text).map(|()| true);
        }
        if !(cfg!(any(windows, target_os = "macos")) || has_display()) {
            return Ok(false);
        }
        let fed = |(name, args): &(&str, &[&str])| {
            let mut command = Command::new(name);
            command.args(*args);
            feed(command, text).is_ok()
        };
        Ok(COPIERS.iter().any(fed))
    }
}

/// Returns `true` if windows can be seen. Over SSH, the display may be the other machine's.
fn has_display() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| env::var_os(name).is_some_and(|v| !v.is_empty()))
}

impl Opener {
    /// Opens a URI.
    ///
    /// # Errors
    /// If the program cannot be started; if it has the terminal, also if it fails.
    pub fn open(&self, uri: &str) -> io::Result<()> {
        match self {
            Opener::Here(program) => {
                let status = Command::new(program)
                    .arg(uri)
                    .stdin(tty::input()?)
                    .stdout(tty::output()?)
                    .stderr(tty::output()?)
                    .status()?;
                if status.success() { Ok(()) } else { Err(io::Error::other(status.to_string())) }
            }
            Opener::Elsewhere(program, args) => {
                let mut command = Command::new(program);
                command.args(*args).arg(uri);
                command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
                let mut child = command.spawn()?;
                // It may stay open for as long as its window.
                let _ = std::thread::Builder::new().spawn(move || child.wait());
                Ok(())
            }
        }
    }
}

/// Runs a program with that input.
fn feed(mut command: Command, input: &[u8]) -> io::Result<()> {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
    let fed = child.stdin.take().map_or(Ok(()), |mut stdin| stdin.write_all(input));
    let status = child.wait()?;
    if status.success() { fed } else { Err(io::Error::other(status.to_string())) }
}
