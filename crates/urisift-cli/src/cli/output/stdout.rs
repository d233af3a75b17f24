//! Standard output.

use std::fs::File;
use std::io::{self, IsTerminal, Write};

use crate::input;

/// Standard output as a file, if possible: the standard library's is line-buffered, so it scans all
/// output for the last line feed and holds back the rest; and it reports no error if standard output is
/// closed.
pub(in crate::cli) fn stdout() -> Box<dyn Write + Send> {
    let stdout = io::stdout();
    // On Windows, a console is not written as a file: the standard library converts its text.
    if cfg!(windows) && stdout.is_terminal() {
        return Box::new(stdout);
    }
    #[cfg(unix)]
    let file = std::os::fd::AsFd::as_fd(&stdout).try_clone_to_owned();
    #[cfg(windows)]
    let file = std::os::windows::io::AsHandle::as_handle(&stdout).try_clone_to_owned();
    match file.map(File::from) {
        Ok(_) if input::is_closed_output() => Box::new(Closed),
        Ok(file) => Box::new(file),
        Err(_) => Box::new(stdout),
    }
}

/// Standard output that is closed.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::other("standard output is closed"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
