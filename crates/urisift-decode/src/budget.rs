//! What comes of a source, and how much may.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

/// So many bytes may come of any source, however short.
const FREE: u64 = FREE_MIB << 20;
const FREE_MIB: u64 = 64;

/// What unpacking has made of a source.
#[derive(Debug, Default)]
pub(super) struct Budget {
    pub taken: Cell<u64>,
    made: Cell<u64>,
    /// The source cannot be read on.
    pub is_broken: Cell<bool>,
}

/// Counts what is read of the source.
pub(super) struct Counted<R> {
    pub read: R,
    pub budget: Rc<Budget>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let result = self.read.read(out);
        match &result {
            Ok(count) => self.budget.taken.set(self.budget.taken.get() + *count as u64),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => self.budget.is_broken.set(true),
        }
        result
    }
}

/// Counts what comes of it, and ends where that is too much.
pub(super) struct Rationed<'t> {
    read: Box<dyn Read + 't>,
    budget: Rc<Budget>,
    /// How many bytes may come of one of the source.
    expansion: u64,
    /// Told when it is read again.
    failure: Option<io::Error>,
}

/// How much a decoder is asked for at once, in bytes.
const STEP: usize = 32 << 10;

impl<'t> Rationed<'t> {
    /// What a decoder makes, within the budget.
    pub fn new(read: Box<dyn Read + 't>, budget: Rc<Budget>, expansion: u64) -> Self {
        Rationed { read, budget, expansion, failure: None }
    }

    /// Fills what it can, in small steps: a decoder that fails keeps what the same step has made.
    fn read_in_steps(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let mut filled = 0;
        for step in out.chunks_mut(STEP) {
            match self.read.read(step) {
                Ok(count) => filled += count,
                Err(error) if filled > 0 => {
                    self.failure = Some(error);
                    break;
                }
                Err(error) => return Err(error),
            }
            if filled % STEP != 0 || filled == 0 {
                break;
            }
        }
        Ok(filled)
    }
}

impl Read for Rationed<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let budget = Rc::clone(&self.budget);
        let Budget { taken, made, .. } = &*budget;
        let allowed = FREE.saturating_add(taken.get().saturating_mul(self.expansion));
        if made.get() > allowed {
            let times = self.expansion;
            return Err(io::Error::other(format!(
                "that is more than {FREE_MIB} MiB and {times} times what was read of the file; --max-expand allows more"
            )));
        }
        let count = self.read_in_steps(out)?;
        made.set(made.get() + count as u64);
        Ok(count)
    }
}
