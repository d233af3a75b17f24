//! Buffers of readers that are done, for the next ones: most readers read little, and a new buffer has to be zeroed.

use std::cell::RefCell;
use std::mem;

/// How many are kept for each thread.
const MAX_COUNT: usize = 8;

/// The longest that is kept, in bytes.
const MAX_LEN: usize = 256 << 10;

thread_local! {
    static SPARE: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
}

/// A buffer, which is kept for others when it is dropped.
#[derive(Default)]
pub(crate) struct Buffer(pub Vec<u8>);

impl Buffer {
    /// One of at least that many bytes, whose content is of no meaning.
    pub fn of_len(len: usize) -> Self {
        let long_enough = |spare: &RefCell<Vec<Vec<u8>>>| {
            let mut spare = spare.borrow_mut();
            let index = spare.iter().position(|buffer| buffer.len() >= len)?;
            Some(spare.swap_remove(index))
        };
        // Zeroed memory from the system costs nothing.
        Buffer(SPARE.try_with(long_enough).ok().flatten().unwrap_or_else(|| vec![0; len]))
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let buffer = mem::take(&mut self.0);
        if !buffer.is_empty() && buffer.len() <= MAX_LEN {
            // At the end of a thread there is no other reader.
            let _ = SPARE.try_with(|spare| {
                let mut spare = spare.borrow_mut();
                if spare.len() < MAX_COUNT {
                    spare.push(buffer);
                }
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_are_used_again() {
        let all = || SPARE.with(|spare| spare.borrow().iter().map(Vec::len).collect::<Vec<_>>());
        let lens = [10, 20, MAX_LEN + 1, 0];
        drop(lens.map(Buffer::of_len));
        assert_eq!(all(), [10, 20]);
        let (first, second) = (Buffer::of_len(11), Buffer::of_len(11));
        assert_eq!((first.0.len(), second.0.len(), all()), (20, 11, vec![10]));
        let many: Vec<_> = (0..20).map(|_| Buffer::of_len(30)).collect();
        drop(many);
        assert_eq!(all().len(), MAX_COUNT);
    }
}
