//! The terminal: whole screens of rows, of which only what changes is written.

use std::fs::File;
use std::io::{self, Write};
use std::panic;
use std::sync::Once;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use crossterm::cursor::{MoveTo, Show};
use crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, DisableLineWrap, EnableLineWrap,
    EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode, size,
};
use crossterm::{execute, queue};
#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, Timespec, poll};
#[cfg(unix)]
use rustix::io::Errno;

/// How often the terminal is asked again: not every system wakes the process at its end.
#[cfg(unix)]
const LOOK: Timespec = Timespec { tv_sec: 1, tv_nsec: 0 };

/// What the screen shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Frame {
    /// The rows from the top; each fits.
    pub rows: Vec<String>,
    /// The column and the row of the cursor.
    pub cursor: (u16, u16),
}

/// The terminal, taken for a list.
pub(super) struct Tty {
    out: File,
    shown: Frame,
    /// The size in columns and rows that it was drawn for.
    size: (u16, u16),
}

/// The terminal of the process, to read from.
pub(super) fn input() -> io::Result<File> {
    File::open(if cfg!(windows) { "CONIN$" } else { "/dev/tty" })
}

/// The terminal of the process, to write to.
pub(super) fn output() -> io::Result<File> {
    File::options().write(true).open(if cfg!(windows) { "CONOUT$" } else { "/dev/tty" })
}

/// Waits until the terminal is gone. Returns false where that is not known.
#[cfg(unix)]
pub(super) fn is_gone(terminal: &File) -> bool {
    loop {
        // The end of a terminal is reported though nothing is asked for.
        let mut polled = [PollFd::new(terminal, PollFlags::empty())];
        match poll(&mut polled, Some(&LOOK)) {
            Ok(0) | Err(Errno::INTR) => {}
            Ok(_) => return polled[0].revents().intersects(PollFlags::HUP | PollFlags::ERR),
            Err(_) => return false,
        }
    }
}

impl Tty {
    /// Takes the terminal: another screen, and keys as they are pressed.
    ///
    /// # Errors
    /// If the process has none.
    pub fn take() -> io::Result<Self> {
        let mut tty = Tty { out: output()?, shown: Frame::default(), size: (0, 0) };
        give_back_in_panic();
        tty.enter()?;
        Ok(tty)
    }

    fn enter(&mut self) -> io::Result<()> {
        enable_raw_mode()?;
        self.shown = Frame::default();
        self.size = (0, 0);
        execute!(self.out, EnterAlternateScreen, DisableLineWrap, EnableBracketedPaste)
    }

    /// Does something with the terminal as it was before.
    pub fn lend<T>(&mut self, what: impl FnOnce() -> T) -> io::Result<T> {
        give_back(&mut self.out);
        let done = what();
        self.enter()?;
        Ok(done)
    }

    /// The size in columns and rows.
    pub fn size(&self) -> (u16, u16) {
        let size = size().ok().filter(|(columns, rows)| *columns > 0 && *rows > 0);
        size.unwrap_or((80, 24))
    }

    /// Draws everything at the next turn.
    pub fn forget(&mut self) {
        self.size = (0, 0);
    }

    /// Shows a frame that was made for that size.
    pub fn draw(&mut self, frame: Frame, size: (u16, u16)) -> io::Result<()> {
        let mut out = Vec::new();
        queue!(out, BeginSynchronizedUpdate)?;
        if self.size != size {
            self.size = size;
            self.shown = Frame::default();
            queue!(out, Clear(ClearType::All))?;
        }
        for (i, row) in frame.rows.iter().enumerate() {
            if self.shown.rows.get(i) != Some(row) {
                queue!(out, MoveTo(0, i as u16), Clear(ClearType::CurrentLine))?;
                out.extend_from_slice(row.as_bytes());
            }
        }
        let (column, row) = frame.cursor;
        queue!(out, MoveTo(column, row), EndSynchronizedUpdate)?;
        self.shown = frame;
        self.out.write_all(&out)
    }

    /// Asks the terminal to copy a text.
    pub fn copy(&mut self, text: &[u8]) -> io::Result<()> {
        write!(self.out, "\x1b]52;c;{}\x07", STANDARD.encode(text))
    }
}

impl Drop for Tty {
    fn drop(&mut self) {
        give_back(&mut self.out);
    }
}

/// Sets the terminal as it was before. What fails is ignored: nothing else can be done.
fn give_back(out: &mut File) {
    let _ = execute!(out, DisableBracketedPaste, EnableLineWrap, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// Sets the terminal of the process as it was before.
pub(super) fn reset() {
    let _ = output().map(|mut out| give_back(&mut out));
}

/// The message of a panic is read on the terminal as it was before.
fn give_back_in_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            reset();
            print(panic);
        }));
    });
}
