//! A sink on a thread of its own, so that the search continues while records are written.

use std::io;
use std::mem;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::thread::{self, JoinHandle};

use crate::record::Sink;

/// How many blocks of records wait to be written; then the search waits. A block is what is passed to
/// [`Sink::take`]: 64 KiB to a little over 1 MiB.
const WAITING: usize = 2;

/// Starts the thread of a sink.
///
/// # Errors
/// If the system has no thread for it.
pub(super) fn start(mut sink: Box<dyn Sink>) -> io::Result<Box<dyn Sink>> {
    let (blocks, waiting) = sync_channel::<Vec<u8>>(WAITING);
    let (used, spare) = channel();
    let write = move || {
        for mut block in waiting {
            sink.take(&block)?;
            block.clear();
            // The other end may be gone, which drops the block.
            let _ = used.send(block);
        }
        Ok(sink)
    };
    let thread = thread::Builder::new().spawn(write)?;
    Ok(Box::new(Threaded { blocks: Some(blocks), spare, thread: Some(thread) }))
}

/// Passes records to the thread of a sink.
struct Threaded {
    /// `None` once there are no more.
    blocks: Option<SyncSender<Vec<u8>>>,
    /// Blocks that are written.
    spare: Receiver<Vec<u8>>,
    /// Ends with the sink, or its error.
    thread: Option<JoinHandle<io::Result<Box<dyn Sink>>>>,
}

impl Threaded {
    /// Waits until all blocks are written, and returns the sink; `None` if it was returned before.
    fn end(&mut self) -> Option<io::Result<Box<dyn Sink>>> {
        drop(self.blocks.take());
        let done = self.thread.take()?.join();
        Some(done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    }
}

impl Sink for Threaded {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        let mut block = self.spare.try_recv().unwrap_or_default();
        block.extend_from_slice(records);
        match self.blocks.as_ref().map(|blocks| blocks.send(block)) {
            Some(Ok(())) => Ok(()),
            // The thread has ended early: the sink has failed.
            _ => self.end().map_or(Ok(()), |ended| ended.map(drop)),
        }
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.end().map_or(Ok(()), |ended| ended?.finish())
    }
}

impl Drop for Threaded {
    /// What was not finished is discarded, before the process ends.
    fn drop(&mut self) {
        mem::drop(self.end());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// Fails at a block that is empty.
    struct Recorded(Arc<Mutex<Vec<u8>>>);

    impl Sink for Recorded {
        fn take(&mut self, records: &[u8]) -> io::Result<()> {
            self.0.lock().unwrap().extend_from_slice(records);
            if records.is_empty() { Err(io::Error::other("empty")) } else { Ok(()) }
        }

        fn finish(self: Box<Self>) -> io::Result<()> {
            self.0.lock().unwrap().push(b'.');
            Ok(())
        }
    }

    fn started() -> (Arc<Mutex<Vec<u8>>>, Box<dyn Sink>) {
        let written = Arc::default();
        (Arc::clone(&written), start(Box::new(Recorded(written))).unwrap())
    }

    #[test]
    fn blocks_are_written_in_order() {
        let (written, mut sink) = started();
        for number in 0..100_u8 {
            sink.take(&[number, b' ']).unwrap();
        }
        sink.finish().unwrap();
        let wanted: Vec<_> = (0..100).flat_map(|number| [number, b' ']).chain([b'.']).collect();
        assert_eq!(*written.lock().unwrap(), wanted);
    }

    #[test]
    fn what_is_dropped_is_not_finished() {
        let (written, mut sink) = started();
        sink.take(b"a").unwrap();
        drop(sink);
        assert_eq!(*written.lock().unwrap(), b"a");
    }

    #[test]
    fn a_failure_is_returned_once() {
        let (_, mut sink) = started();
        sink.take(b"").unwrap();
        let failure = (0..1000).find_map(|_| {
            thread::yield_now();
            sink.take(b"a").err()
        });
        assert_eq!(failure.unwrap().to_string(), "empty");
        assert!(sink.finish().is_ok());
        let (_, mut sink) = started();
        sink.take(b"").unwrap();
        assert_eq!(sink.finish().unwrap_err().to_string(), "empty");
    }
}
