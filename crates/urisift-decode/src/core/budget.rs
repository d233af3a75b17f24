//! Limits on how much a source may decompress to.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;
use std::sync::Arc;

use super::deadline::Deadline;
use super::limits::Limits;

/// Any source may decompress to this many bytes, however short it is.
const FREE: u64 = FREE_MIB << 20;
const FREE_MIB: u64 = 64;

/// How much has been read of a source and decompressed from it, how long that may take, and how much memory.
#[derive(Clone, Debug)]
pub(crate) struct Budget {
    pub taken: Cell<u64>,
    made: Cell<u64>,
    /// How much may be decompressed, however little is read.
    free: u64,
    /// What is left of as much for portions.
    free_of_portions: Cell<u64>,
    /// Reading the source has failed.
    pub is_broken: Cell<bool>,
    /// More would have been decompressed than is allowed.
    pub is_spent: Cell<bool>,
    deadline: Option<Arc<Deadline>>,
    /// How much memory decoders may still take, in bytes.
    memory: Cell<usize>,
    limits: Limits,
}

impl Default for Budget {
    fn default() -> Self {
        Budget::of(&Limits::default(), None)
    }
}

impl Budget {
    /// The budget of a source within these limits, which has until the deadline.
    pub fn of(limits: &Limits, deadline: Option<Arc<Deadline>>) -> Self {
        let (taken, made) = (0.into(), 0.into());
        let (is_broken, is_spent) = (false.into(), false.into());
        let (free, free_of_portions, memory) = (FREE, FREE.into(), limits.memory.into());
        let limits = *limits;
        Budget {
            taken,
            made,
            free,
            free_of_portions,
            is_broken,
            is_spent,
            deadline,
            memory,
            limits,
        }
    }

    /// Returns `true` if the source is abandoned.
    pub fn is_over(&self) -> bool {
        self.deadline.as_ref().is_some_and(|deadline| deadline.is_over())
    }

    /// Returns `true` if nothing more is to be decompressed: the time is up.
    fn has_no_time(&self) -> bool {
        self.deadline.as_ref().is_some_and(|deadline| deadline.left().is_none())
    }

    /// The budget of a portion of `len` bytes, after `seen` bytes of the reader that it is in: its share of what was
    /// read of the source, and half of what the portions before it have left free: a short source may decompress to as
    /// much as in one piece, and all portions together to little more.
    pub fn of_portion(&self, len: u64, seen: u64, is_packed: bool) -> Self {
        let share = u128::from(len) * u128::from(self.taken.get()) / u128::from(seen.max(1));
        let (taken, made) =
            if is_packed { (share.min(u64::MAX.into()) as u64, len) } else { (len, 0) };
        let (taken, made) = (Cell::new(taken), Cell::new(made));
        let free = self.free_of_portions.get() / 2;
        self.free_of_portions.set(free);
        let (free_of_portions, is_broken) = (0.into(), false.into());
        Budget { taken, made, free, free_of_portions, is_broken, ..self.clone() }
    }

    /// Counts what others have decompressed.
    pub fn note_made(&self, count: u64) {
        self.made.set(self.made.get() + count);
    }

    /// Counts the start of a compressed member, which takes time whatever it decompresses to.
    ///
    /// # Errors
    /// As for `check`.
    pub fn start_member(&self) -> io::Result<()> {
        self.note_made(MEMBER);
        self.check()
    }

    /// Checks the limits of time and of expansion.
    ///
    /// # Errors
    /// If nothing more is to be decompressed.
    fn check(&self) -> io::Result<()> {
        if self.has_no_time() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let Limits { expansion: times, expansion_name, .. } = self.limits;
        let allowed = self.free.saturating_add(self.taken.get().saturating_mul(times));
        if self.made.get() > allowed {
            self.is_spent.set(true);
            let what = format!(
                "possible decompression bomb: output exceeds {FREE_MIB} MiB and {times} times the input; raise {expansion_name}"
            );
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
        }
        Ok(())
    }
}

/// Memory that decoders of a source share. What is taken of it is given back when it is dropped.
pub(crate) struct Memory {
    budget: Rc<Budget>,
    bytes: usize,
}

impl Memory {
    /// None of it.
    pub fn of(budget: &Rc<Budget>) -> Self {
        Memory { budget: Rc::clone(budget), bytes: 0 }
    }

    /// How much of it there is, with what is taken here, in bytes.
    pub fn left(&self) -> usize {
        self.budget.memory.get().saturating_add(self.bytes)
    }

    /// Takes that many bytes, in place of what was taken here.
    ///
    /// # Errors
    /// If that is too much.
    pub fn take(&mut self, bytes: usize) -> io::Result<()> {
        let left = self.left();
        let Some(rest) = left.checked_sub(bytes) else { return Err(self.too_much(left)) };
        // Where there is no limit, all of it is left.
        self.budget.memory.set(if left == usize::MAX { left } else { rest });
        self.bytes = if left == usize::MAX { 0 } else { bytes };
        Ok(())
    }

    /// What is wrong with a decoder that takes more than that, in bytes.
    pub fn too_much(&self, most: usize) -> io::Error {
        let (most, name) = (most / MIB, self.budget.limits.memory_name);
        let what = format!("needs more than {most} MiB of memory; raise {name}");
        io::Error::new(io::ErrorKind::OutOfMemory, what)
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        let left = self.left();
        self.budget.memory.set(left);
    }
}

const MIB: usize = 1 << 20;

/// Counts what is read of the source.
pub(crate) struct Counted<R> {
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

/// Counts what is decompressed, and fails once that exceeds the budget.
pub(crate) struct Rationed<'t> {
    read: Box<dyn Read + 't>,
    budget: Rc<Budget>,
    /// Returned by the next read.
    failure: Option<io::Error>,
}

/// What a member counts for, in bytes: less than its header allows with the usual expansion.
const MEMBER: u64 = 4 << 10;

/// How much a decoder is asked for at once, in bytes.
const STEP: usize = 32 << 10;

impl<'t> Rationed<'t> {
    /// The output of a decoder, within the budget.
    pub fn new(read: Box<dyn Read + 't>, budget: Rc<Budget>) -> Self {
        Rationed { read, budget, failure: None }
    }

    /// Fills what it can, in small steps: when a decoder fails, the output of the steps before is kept.
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
        self.budget.check()?;
        let count = self.read_in_steps(out)?;
        self.budget.note_made(count as u64);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a short source decompresses to is within its budget in portions too, and many of them have no more than one
    /// source has free.
    #[test]
    fn portions_share_what_is_free() {
        let source = Budget::default();
        source.taken.set(1000);
        let portions: Vec<_> = (0..100).map(|_| source.of_portion(5000, 50_000, true)).collect();
        assert!(portions[0].free > 5000 * 1000);
        assert!(portions.iter().all(|portion| portion.taken.get() == 100));
        assert!(portions.iter().map(|portion| portion.free).sum::<u64>() <= FREE);
    }
}
