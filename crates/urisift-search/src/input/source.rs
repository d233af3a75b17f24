//! A file or a stream, and how to open it.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, SystemTime};

#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, poll};
#[cfg(unix)]
use rustix::io::Errno;
use same_file::Handle;

use super::closed::stdin;
use super::piece::Piece;
use super::pre::{Pre, Printed};
use super::read_at;
use crate::span::STDIN;

/// A source of bytes.
#[derive(Clone, Debug)]
pub enum Source {
    /// Standard input.
    Stdin,
    /// A file.
    File(Listed),
    /// A file that another program reads.
    Pre(Listed, Pre),
    /// What the caller's opener reads under that name.
    Opened(PathBuf, Opener),
    /// A piece of a source.
    Piece(Box<Source>, Piece),
}

/// Opens what is named in place of the file system: the objects of a store, or buffers in memory.
#[derive(Clone)]
pub struct Opener(Arc<Open>);

/// The function of an [`Opener`]: it opens what has that name, and goes to that byte.
type Open = dyn Fn(&Path, u64) -> io::Result<Opened> + Send + Sync;

impl Opener {
    /// An opener that calls this function.
    pub fn new(open: impl Fn(&Path, u64) -> io::Result<Opened> + Send + Sync + 'static) -> Self {
        Opener(Arc::new(open))
    }

    /// An opener that calls this function, and reads up to the byte that is wanted.
    pub fn from_start(open: impl Fn(&Path) -> io::Result<Opened> + Send + Sync + 'static) -> Self {
        Opener::new(move |name, offset| {
            let mut opened = open(name)?;
            io::copy(&mut (&mut opened.read).take(offset), &mut io::sink())?;
            Ok(opened)
        })
    }
}

/// What an opener has opened: see [`SearchBuilder::open_with`](crate::SearchBuilder::open_with).
///
/// ```
/// use std::time::SystemTime;
/// use urisift_search::Opened;
///
/// let opened = Opened::new("Jan 31 12:00:00 see http://a.example/".as_bytes());
/// // Lines of logs without a year are of this one.
/// let opened = opened.modified(SystemTime::now());
/// # let _ = opened;
/// ```
pub struct Opened {
    read: Box<dyn Read + Send>,
    /// When it was last modified.
    pub(crate) modified: Option<SystemTime>,
    /// The base of its relative references.
    pub(crate) base: Option<String>,
}

impl Opened {
    /// What this reader gives, up to its end.
    pub fn new(read: impl Read + Send + 'static) -> Self {
        Opened { read: Box::new(read), modified: None, base: None }
    }

    /// When it was last modified.
    pub fn modified(mut self, time: SystemTime) -> Self {
        self.modified = Some(time);
        self
    }

    /// The base of relative references in its markup, where the markup does not set one: the URI of a web page. It comes
    /// before that of all sources ([`SearchBuilder::base`](crate::SearchBuilder::base)).
    pub fn base(mut self, uri: impl Into<String>) -> Self {
        self.base = Some(uri.into());
        self
    }
}

impl fmt::Debug for Opened {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opened").field("modified", &self.modified).finish_non_exhaustive()
    }
}

impl fmt::Debug for Opener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Opener")
    }
}

/// A file as it was when it was listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The path that the user knows it by.
    pub path: PathBuf,
    /// Its length in bytes if it is a regular file. Reads of anything else may block.
    pub len: Option<u64>,
    /// When it was last modified, if the system knows.
    pub modified: Option<SystemTime>,
    /// Why it is searched.
    pub origin: Origin,
}

/// Why a file is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The user names it.
    Named,
    /// A directory walk found it.
    Walked,
}

/// How a pipe that no program writes to is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opening {
    /// Once one does.
    Waits,
    /// At once. A read fails that would wait: see [`Reader::is_ready_within`].
    AtOnce,
}

/// How much is read of a file from a walk that the system generates on read, in bytes: some have no end, such
/// as the page map of a process.
const MADE_UP: u64 = 64 << 20;

impl Source {
    /// The path that is reported.
    pub fn path(&self) -> &Path {
        match self {
            Source::Stdin => Path::new(STDIN),
            Source::File(file) | Source::Pre(file, _) => &file.path,
            Source::Opened(name, _) => name,
            Source::Piece(source, _) => source.path(),
        }
    }

    /// The file that it is, or that it is read from.
    pub fn listed(&self) -> Option<&Listed> {
        match self {
            Source::Stdin | Source::Opened(..) => None,
            Source::File(file) | Source::Pre(file, _) => Some(file),
            Source::Piece(source, _) => source.listed(),
        }
    }

    /// Returns `true` if a read may block without end. A regular file is assumed not to, though a few that the system
    /// generates do, and so is what an opener reads: while one waits for its bytes, others are read.
    pub fn may_block(&self) -> bool {
        match self {
            Source::Stdin | Source::Pre(..) => true,
            Source::File(file) => file.len.is_none(),
            Source::Opened(..) => false,
            Source::Piece(source, _) => source.may_block(),
        }
    }

    /// The piece that is searched of it, if that is not all.
    pub fn piece(&self) -> Option<&Piece> {
        if let Source::Piece(_, piece) = self { Some(piece) } else { None }
    }

    /// Opens it.
    ///
    /// # Errors
    /// What the system says.
    pub fn open(&self, opening: Opening) -> io::Result<Reader> {
        match self {
            Source::Stdin if stdin_is_output() => Err(written()),
            Source::Stdin => Ok(Reader::Stdin(stdin()?)),
            Source::Pre(file, pre) => Ok(Reader::Pre(pre.open(&file.path)?)),
            Source::Opened(name, opener) => Ok(Reader::Opened((opener.0)(name, 0)?)),
            Source::Piece(source, piece) => source.open_at(piece.start()),
            Source::File(file) if file.is_made_up() => {
                Ok(Reader::MadeUp { file: file.open(opening)?, left: MADE_UP })
            }
            // Files that the system generates on read are listed as empty.
            Source::File(file) => {
                let left = file.len.filter(|len| *len > 0);
                Ok(Reader::File { file: file.open(opening)?, left })
            }
        }
    }
}

impl Source {
    /// Opens it, and goes to that byte.
    fn open_at(&self, offset: u64) -> io::Result<Reader> {
        match self {
            Source::Opened(name, opener) => Ok(Reader::Opened((opener.0)(name, offset)?)),
            Source::File(file) => {
                let mut file = file.open(Opening::Waits)?;
                file.seek(SeekFrom::Start(offset))?;
                Ok(Reader::File { file, left: None })
            }
            _ => Err(io::Error::other("only files can be read in pieces")),
        }
    }
}

impl Listed {
    /// Opens it.
    ///
    /// # Errors
    /// The system's error; also if input file is also the output.
    pub fn open(&self, opening: Opening) -> io::Result<File> {
        let is_at_once =
            self.is_made_up() || opening == Opening::AtOnce && self.len.is_none_or(|len| len == 0);
        let file = if is_at_once { open_at_once(&self.path) } else { File::open(&self.path) };
        let file = file?;
        if self.len.is_some() && is_output(&self.path) {
            return Err(written());
        }
        Ok(file)
    }

    /// Returns `true` if a walk found it and its length is unknown.
    fn is_made_up(&self) -> bool {
        self.origin == Origin::Walked && self.len == Some(0)
    }
}

/// Opens a file whose reads fail rather than block: some that the system generates block, such as the kernel's
/// log.
#[cfg(unix)]
fn open_at_once(path: &Path) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    File::options().read(true).custom_flags(libc::O_NONBLOCK).open(path)
}

#[cfg(not(unix))]
fn open_at_once(path: &Path) -> io::Result<File> {
    File::open(path)
}

fn written() -> io::Error {
    io::Error::other("input file is also the output")
}

/// Standard output, if it is a file: searching it would never end.
fn output() -> Option<&'static Handle> {
    static OUTPUT: OnceLock<Option<Handle>> = OnceLock::new();
    let regular = |handle: &Handle| handle.as_file().metadata().is_ok_and(|meta| meta.is_file());
    OUTPUT.get_or_init(|| Handle::stdout().ok().filter(regular)).as_ref()
}

fn is_output(path: &Path) -> bool {
    output().is_some_and(|output| Handle::from_path(path).is_ok_and(|input| input == *output))
}

fn stdin_is_output() -> bool {
    output().is_some_and(|output| Handle::stdin().is_ok_and(|input| input == *output))
}

/// An opened source.
pub enum Reader {
    /// Standard input.
    Stdin(Box<dyn Read + Send>),
    /// What a preprocessor prints.
    Pre(Printed),
    /// What an opener has opened.
    Opened(Opened),
    /// A file.
    File {
        /// The file.
        file: File,
        /// How much is left of its listed length. A read that returns exactly that, and less than
        /// asked for, is the last one, so no further system call is needed. If a file system lists a
        /// file as shorter than it is and returns short reads, the rest of the file is not read.
        left: Option<u64>,
    },
    /// A file that others read too, from an offset on.
    At {
        /// The file.
        file: Arc<File>,
        /// The offset of the next byte.
        offset: u64,
    },
    /// A file from a walk that was listed as empty.
    MadeUp {
        /// The file.
        file: File,
        /// How much more may be read.
        left: u64,
    },
}

impl Reader {
    /// Waits until a read would not wait, or the time is over; returns whether one would not. What is not known to
    /// wait, such as a file on a disk, is always ready.
    ///
    /// # Errors
    /// What the system says.
    #[cfg(unix)]
    pub fn is_ready_within(&self, time: Duration) -> io::Result<bool> {
        use std::os::fd::AsFd;
        let stdin = io::stdin();
        let source = match self {
            Reader::Stdin(_) => stdin.as_fd(),
            Reader::Pre(printed) => printed.stdout(),
            Reader::File { file, left: None } | Reader::MadeUp { file, .. } => file.as_fd(),
            Reader::File { .. } | Reader::At { .. } | Reader::Opened(_) => return Ok(true),
        };
        let mut polled = [PollFd::from_borrowed_fd(source, PollFlags::IN)];
        match poll(&mut polled, time.try_into().ok().as_ref()) {
            Ok(count) => Ok(count > 0),
            Err(Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Like `is_ready_within`, where the system cannot be asked.
    #[cfg(not(unix))]
    pub fn is_ready_within(&self, _: Duration) -> io::Result<bool> {
        Ok(true)
    }

    /// Returns `true` if a read may not return: see [`may_stall`].
    pub fn may_stall(&self) -> bool {
        matches!(self, Reader::File { file, .. } | Reader::MadeUp { file, .. } if may_stall(file))
    }

    /// What the caller's opener has opened, if it has.
    pub fn opened(&self) -> Option<&Opened> {
        if let Reader::Opened(opened) = self { Some(opened) } else { None }
    }
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Reader::Stdin(stdin) => stdin.read(buffer),
            Reader::Opened(opened) => opened.read.read(buffer),
            Reader::Pre(printed) => printed.read(buffer),
            Reader::At { file, offset } => {
                let count = read_at(file, buffer, *offset)?;
                *offset += count as u64;
                Ok(count)
            }
            Reader::File { left: Some(0), .. } => Ok(0),
            Reader::File { file, left } => {
                let count = file.read(buffer)?;
                *left = left.and_then(|left| left_over(left, count, buffer.len()));
                Ok(count)
            }
            // Some such files give only whole records.
            Reader::MadeUp { file, left: 0 } => match file.read(&mut [0; 512])? {
                0 => Ok(0),
                _ => Err(endless()),
            },
            Reader::MadeUp { file, left } => {
                let room = buffer.len().min(usize::try_from(*left).unwrap_or(usize::MAX));
                let count = file.read(&mut buffer[..room])?;
                *left -= count as u64;
                Ok(count)
            }
        }
    }
}

fn endless() -> io::Error {
    let most = MADE_UP >> 20;
    let what = "stopped after";
    io::Error::other(format!(
        "{what} {most} MiB: file has no known length; name it on the command line to search all"
    ))
}

/// Returns `true` if a read of a file may never return: its file system has no block device, so it may wait for another
/// machine or program. Some local file systems have none either (btrfs, overlayfs, tmpfs, ZFS); to ask for the kind of
/// file system may itself wait.
#[cfg(target_os = "linux")]
pub fn may_stall(file: &File) -> bool {
    use std::os::linux::fs::MetadataExt;
    file.metadata().is_ok_and(|meta| libc::major(meta.st_dev()) == 0)
}

/// Unknown on other systems.
#[cfg(not(target_os = "linux"))]
pub fn may_stall(_: &File) -> bool {
    false
}

/// What is left of `left` bytes after a read; unknown if the file has a different length.
fn left_over(left: u64, count: usize, room: usize) -> Option<u64> {
    match left.checked_sub(count as u64) {
        Some(0) if count == room => None,
        left => left,
    }
}

/// Returns `true` if to read standard input if no source is named: it is a pipe, a file or a socket. It is none of
/// these if it is a terminal, closed, or the null device of a service.
#[cfg(unix)]
pub fn stdin_is_fed() -> bool {
    use std::os::unix::fs::FileTypeExt;
    let stdin = Handle::stdin().and_then(|stdin| stdin.as_file().metadata());
    let kind = stdin.map(|meta| meta.file_type());
    kind.is_ok_and(|kind| kind.is_file() || kind.is_fifo() || kind.is_socket())
}

/// Like `stdin_is_fed`, where the system does not show: it is not a terminal.
#[cfg(not(unix))]
pub fn stdin_is_fed() -> bool {
    !io::IsTerminal::is_terminal(&io::stdin())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_known_where_nothing_else_can_come() {
        for (left, count, room, expected) in [
            (10, 10, 20, Some(0)),
            (10, 4, 20, Some(6)),
            // It has shrunk, which the next read shows.
            (10, 0, 20, Some(10)),
            // It has grown, or there was no room for more.
            (10, 12, 20, None),
            (10, 10, 10, None),
        ] {
            assert_eq!(left_over(left, count, room), expected, "{left} {count} {room}");
        }
    }
}
