//! Bytes that threads of Python read, on their way to the search. No thread of the search runs code of Python but to
//! begin a thread that reads.

use std::collections::{HashMap, VecDeque};
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use urisift_search::{Opened, SearchBuilder};

use crate::text::Buffer;

/// How many reads are buffered for the search; then the reader waits.
const AHEAD: usize = 4;

/// How long a search waits for bytes before it looks whether it has been closed.
const PATIENCE: Duration = Duration::from_millis(50);

/// Whether the search has been closed, for those who wait for bytes.
#[derive(Clone, Default)]
pub struct Closed(Arc<AtomicBool>);

impl Closed {
    /// Ends the wait.
    pub fn close(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_closed(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What the search reads in place of files.
#[derive(FromPyObject)]
pub enum Origin {
    /// The bytes that each name stands for, and the base of their relative references.
    Memory(Vec<Text>),
    /// Called with a name, a ``Pipe`` and an offset: begins a thread that fills it from that byte on.
    Starter(Py<PyAny>),
}

impl Origin {
    /// A search that reads this under these names.
    pub fn read_by(
        self,
        search: SearchBuilder,
        names: &[PathBuf],
        closed: Closed,
    ) -> SearchBuilder {
        match self {
            Origin::Memory(texts) => {
                let texts = Mutex::new(by_name(names, texts));
                search.open_with(move |name| {
                    let mut texts = texts.lock().unwrap_or_else(PoisonError::into_inner);
                    let next = texts.get_mut(name).and_then(VecDeque::pop_front);
                    let (bytes, base) = next.ok_or(io::ErrorKind::NotFound)?;
                    let opened = Opened::new(Cursor::new(bytes));
                    Ok(match base {
                        Some(base) => opened.base(base),
                        None => opened,
                    })
                })
            }
            Origin::Starter(start) => {
                search.open_at(move |name, at| open(&start, name, at, &closed).map(Opened::new))
            }
        }
    }
}

/// Bytes in memory, and the base of their relative references.
type Text = (PyBackedBytes, Option<String>);

/// The texts by their names, of which some may be the same.
fn by_name(names: &[PathBuf], texts: Vec<Text>) -> HashMap<PathBuf, VecDeque<Text>> {
    let mut named = HashMap::<_, VecDeque<_>>::with_capacity(texts.len());
    for (name, text) in names.iter().zip(texts) {
        named.entry(name.clone()).or_default().push_back(text);
    }
    named
}

/// Begins to read what has that name, and waits for its first bytes: until then, it has not been opened.
fn open(start: &Py<PyAny>, name: &Path, at: u64, closed: &Closed) -> io::Result<Received> {
    let (sender, messages) = sync_channel(AHEAD);
    let pipe = Pipe(Mutex::new(Some(sender)));
    let begun = Python::try_attach(|py| start.call1(py, (name.as_os_str(), pipe, at)).map(drop));
    match begun {
        Some(begun) => begun.map_err(io::Error::other)?,
        None => return Err(io::Error::other("Python has ended")),
    }
    let mut received =
        Received { messages, closed: closed.clone(), bytes: Cursor::default(), has_ended: false };
    received.next()?;
    Ok(received)
}

/// What a thread that reads says.
enum Message {
    Bytes(Vec<u8>),
    End,
    Failure(String),
}

/// A queue for bytes that a Python thread reads.
#[pyclass(frozen, module = "urisift")]
pub struct Pipe(Mutex<Option<SyncSender<Message>>>);

#[pymethods]
impl Pipe {
    /// Add bytes, once there is room. Returns whether more are wanted.
    fn push(&self, py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<bool> {
        let bytes = Buffer::of(data)?.bytes().to_vec();
        Ok(py.detach(|| self.send(Message::Bytes(bytes))))
    }

    /// End the bytes.
    fn end(&self, py: Python<'_>) {
        py.detach(|| self.send_last(Message::End));
    }

    /// End the bytes with an error.
    fn fail(&self, py: Python<'_>, why: String) {
        py.detach(|| self.send_last(Message::Failure(why)));
    }
}

impl Pipe {
    fn send(&self, message: Message) -> bool {
        let sender = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sender.as_ref().is_some_and(|sender| sender.send(message).is_ok())
    }

    fn send_last(&self, message: Message) {
        self.send(message);
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// The search's end of a [`Pipe`].
struct Received {
    messages: Receiver<Message>,
    closed: Closed,
    bytes: Cursor<Vec<u8>>,
    has_ended: bool,
}

impl Received {
    fn next(&mut self) -> io::Result<()> {
        match self.message() {
            Some(Message::Bytes(bytes)) => self.bytes = Cursor::new(bytes),
            Some(Message::End) => self.has_ended = true,
            Some(Message::Failure(why)) => return Err(io::Error::other(why)),
            // Whoever has closed the search does not ask what is missing.
            None if self.closed.is_closed() => self.has_ended = true,
            None => return Err(io::Error::other("the thread that reads it has ended")),
        }
        Ok(())
    }

    /// What comes next; nothing if no more comes.
    fn message(&self) -> Option<Message> {
        while !self.closed.is_closed() {
            match self.messages.recv_timeout(PATIENCE) {
                Err(RecvTimeoutError::Timeout) => {}
                message => return message.ok(),
            }
        }
        None
    }
}

impl Read for Received {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.bytes.read(out)?;
            if count > 0 || self.has_ended || out.is_empty() {
                return Ok(count);
            }
            self.next()?;
        }
    }
}
