//! A long text of a source that several threads search: one thread reads its blocks, and another searches them.

use std::any::Any;
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SendError, SyncSender, TryRecvError, TrySendError, sync_channel};
use std::thread;

use super::internal_error::abandon;
use super::job_output::JobOutput;
use super::shared_source::{AnyPortion, PortionQueue, Portions, SharedSource};
use crate::input::{Helpers, Portion};

impl PortionQueue<'_, '_> {
    /// Hands out a text that continues with what this thread reads. If nobody takes it, it is searched here.
    pub fn hand_out_text(
        &self,
        source: &Arc<SharedSource>,
        read: &mut dyn Read,
        portion: Portion,
        job: &mut JobOutput<'_, '_>,
    ) {
        let (sender, blocks) = sync_channel(ROOM);
        let has_panicked = Arc::default();
        let blocks = Blocks::new(blocks, Ok(Vec::new()), self.portions, &has_panicked);
        let portion = AnyPortion::Container(Box::new(portion.followed_by(blocks)));
        let step = self.hand_out(source, portion, job);
        let (sender, mut read) = (Sending { sender, has_panicked }, UntilPanic::new(read));
        loop {
            let block = read.block();
            let is_last = block.as_ref().map_or(true, Vec::is_empty);
            if is_last {
                read.resume_panic();
            }
            match sender.sender.try_send(block) {
                Ok(()) => {}
                Err(TrySendError::Disconnected(_)) => return,
                Err(TrySendError::Full(block)) => match self.portions.take_back(step) {
                    Some(shared) => {
                        drop(sender);
                        let (_, blocks) = sync_channel(0);
                        let rest = Blocks::new(blocks, block, self.portions, &Arc::default());
                        return self.search(step, shared, rest.chain(read));
                    }
                    None if self.send(&sender.sender, block).is_err() => return,
                    None => {}
                },
            }
            if is_last || job.is_closed() {
                return;
            }
        }
    }

    /// Sends a block, and unpacks ahead until there is room for it.
    fn send(&self, sender: &SyncSender<Block>, mut block: Block) -> Result<(), SendError<Block>> {
        while self.portions.help() {
            match sender.try_send(block) {
                Ok(()) => return Ok(()),
                Err(TrySendError::Disconnected(block)) => return Err(SendError(block)),
                Err(TrySendError::Full(full)) => block = full,
            }
        }
        sender.send(block)
    }
}

/// Some bytes of a text.
type Block = io::Result<Vec<u8>>;

/// How much of a text is read at a time, in bytes, and how many of these blocks wait at most.
const BLOCK: usize = 256 << 10;
const ROOM: usize = 4;

/// Sends the blocks of a text.
struct Sending {
    sender: SyncSender<Block>,
    has_panicked: Arc<AtomicBool>,
}

impl Drop for Sending {
    fn drop(&mut self) {
        self.has_panicked.store(thread::panicking(), Ordering::Relaxed);
    }
}

/// Reads a text up to a panic of its reader.
struct UntilPanic<'r> {
    read: &'r mut dyn Read,
    panic: Option<Box<dyn Any + Send>>,
}

impl<'r> UntilPanic<'r> {
    fn new(read: &'r mut dyn Read) -> Self {
        UntilPanic { read, panic: None }
    }

    /// Reads a block as far as the reader goes. What comes before an error or a panic is kept; the next read meets the
    /// error again.
    fn block(&mut self) -> Block {
        let (mut block, mut filled) = (vec![0; BLOCK], 0);
        while filled < block.len() && self.panic.is_none() {
            let read = AssertUnwindSafe(|| self.read.read(&mut block[filled..]));
            match catch_unwind(read) {
                Ok(Ok(0)) => break,
                Ok(Ok(count)) => filled += count,
                Ok(Err(_)) if filled > 0 => break,
                Ok(Err(error)) => return Err(error),
                Err(panic) => self.panic = Some(panic),
            }
        }
        block.truncate(filled);
        Ok(block)
    }

    /// Goes on with the panic of the reader, if it has panicked.
    fn resume_panic(&mut self) {
        if let Some(panic) = self.panic.take() {
            resume_unwind(panic);
        }
    }
}

impl Read for UntilPanic<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.resume_panic();
        self.read.read(out)
    }
}

/// Reads blocks that another thread sends. An empty one is the last.
struct Blocks {
    blocks: Receiver<Block>,
    block: Block,
    /// How much of the block is consumed.
    passed: usize,
    portions: Arc<Portions>,
    /// The thread that sends them has panicked.
    has_panicked: Arc<AtomicBool>,
}

impl Blocks {
    fn new(
        blocks: Receiver<Block>,
        block: Block,
        portions: &Arc<Portions>,
        has_panicked: &Arc<AtomicBool>,
    ) -> Self {
        let (portions, has_panicked) = (Arc::clone(portions), Arc::clone(has_panicked));
        Blocks { blocks, block, passed: 0, portions, has_panicked }
    }

    /// The next block; unpacks ahead while there is none.
    fn next(&self) -> Block {
        loop {
            match self.blocks.try_recv() {
                Ok(block) => return block,
                Err(TryRecvError::Empty) if self.portions.help() => {}
                Err(_) => match self.blocks.recv() {
                    Ok(block) => return block,
                    Err(_) if self.has_panicked.load(Ordering::Relaxed) => abandon(),
                    Err(_) => return Ok(Vec::new()),
                },
            }
        }
    }
}

impl Read for Blocks {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.block.as_ref().is_ok_and(|block| block.len() == self.passed) {
            self.block = self.next();
            self.passed = 0;
        }
        match &self.block {
            Ok(block) => {
                let count = (&block[self.passed..]).read(out)?;
                self.passed += count;
                Ok(count)
            }
            Err(error) => Err(error.kind().into()),
        }
    }
}
