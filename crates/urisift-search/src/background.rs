//! A search on a thread of its own, beside the program that takes what it finds.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::task::Poll;
use std::thread::{self, JoinHandle};
use std::time::Duration;
use std::{fmt, io};

use crate::problem::Error;
use crate::search::Meter;

/// How many events are buffered for the receiver; then the search waits.
const AHEAD: usize = 2;

/// A search in the background; an iterator over what it sends.
///
/// Dropping it stops the search, but a blocked read is not interrupted. After an error, the iterator ends.
pub struct Background<T> {
    meter: Arc<Meter>,
    events: Receiver<T>,
    /// The search, until it has ended.
    search: Option<JoinHandle<Result<(), Error>>>,
}

/// The channel from a search to the program.
pub fn channel<T>() -> (SyncSender<T>, Receiver<T>) {
    sync_channel(AHEAD)
}

impl<T> Background<T> {
    /// Starts a search that owns the sender of these events and drops it when it ends. It is not an error if they are
    /// no longer received.
    ///
    /// # Errors
    /// If the system has no thread for it.
    pub fn start(
        events: Receiver<T>,
        search: impl FnOnce(&Meter) -> Result<(), Error> + Send + 'static,
    ) -> io::Result<Self> {
        let meter = Arc::new(Meter::default());
        let watched = Arc::clone(&meter);
        let search = move || match search(&watched) {
            Err(Error::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            done => done,
        };
        let search = thread::Builder::new().spawn(search)?;
        Ok(Background { meter, events, search: Some(search) })
    }

    /// Returns a handle that stops the search from another thread.
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.meter))
    }

    /// How many bytes the search has read.
    pub fn bytes(&self) -> u64 {
        self.meter.bytes()
    }

    /// Returns the next event, if it arrives within that time.
    ///
    /// # Panics
    /// If the search has panicked.
    pub fn next_timeout(&mut self, timeout: Duration) -> Poll<Option<Result<T, Error>>> {
        match self.events.recv_timeout(timeout) {
            Ok(event) => Poll::Ready(Some(Ok(event))),
            Err(RecvTimeoutError::Timeout) => Poll::Pending,
            Err(RecvTimeoutError::Disconnected) => Poll::Ready(self.end()),
        }
    }

    /// The search has ended: its error, if any.
    fn end(&mut self) -> Option<Result<T, Error>> {
        let done = self.search.take()?.join();
        done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)).err().map(Err)
    }
}

impl<T> Iterator for Background<T> {
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.events.recv() {
            Ok(event) => Some(Ok(event)),
            Err(_) => self.end(),
        }
    }
}

impl<T> Drop for Background<T> {
    fn drop(&mut self) {
        self.meter.stop();
    }
}

impl<T> fmt::Debug for Background<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Background").field("is_stopped", &self.meter.is_stopped()).finish()
    }
}

/// Sends an event.
///
/// # Errors
/// [`io::ErrorKind::BrokenPipe`] if the receiver is gone.
pub fn give<T>(sender: &SyncSender<T>, event: T) -> io::Result<()> {
    sender.send(event).map_err(|_| io::ErrorKind::BrokenPipe.into())
}

/// Stops a search: no more is read. Finds so far may still follow.
///
/// ```
/// use urisift_search::Search;
///
/// let mut search = Search::builder().path(concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora")).build()?;
/// let stopper = search.stopper();
/// std::thread::spawn(move || stopper.stop()).join().unwrap();
/// assert!(search.stopper().is_stopped());
/// assert!(search.count() < 10_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stopper(Arc<Meter>);

impl Stopper {
    /// Stops the search.
    pub fn stop(&self) {
        self.0.stop();
    }

    /// Returns `true` if the search has been stopped.
    pub fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}
