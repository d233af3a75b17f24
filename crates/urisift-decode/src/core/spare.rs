//! Buffers of readers that are done, for the next ones: most readers read little, and a new buffer has to be zeroed.

use std::cell::RefCell;

use urisift::internal::window::Window;

/// How many are kept for each thread.
const MAX_COUNT: usize = 8;

/// The longest that is kept, in bytes.
const MAX_LEN: usize = 256 << 10;

thread_local! {
    static SPARE: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
}

/// A window whose buffer is kept for others when it is dropped.
#[derive(Default)]
pub(crate) struct Spared(pub Window);

impl Spared {
    /// Makes room for `len` bytes after the live ones, and returns that.
    pub fn room(&mut self, len: usize) -> &mut [u8] {
        self.0.make_room(len, of_len).into_iter().for_each(keep);
        self.0.room(len)
    }
}

impl Drop for Spared {
    fn drop(&mut self) {
        keep(self.0.take_buffer().0);
    }
}

/// A buffer of at least that many bytes, whose content is of no meaning.
fn of_len(len: usize) -> Vec<u8> {
    let long_enough = |spare: &RefCell<Vec<Vec<u8>>>| {
        let mut spare = spare.borrow_mut();
        let index = spare.iter().position(|buffer| buffer.len() >= len)?;
        Some(spare.swap_remove(index))
    };
    // Zeroed memory from the system costs nothing.
    SPARE.try_with(long_enough).ok().flatten().unwrap_or_else(|| vec![0; len])
}

/// Keeps a buffer for others.
fn keep(buffer: Vec<u8>) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_are_used_again() {
        let all = || SPARE.with(|spare| spare.borrow().iter().map(Vec::len).collect::<Vec<_>>());
        [10, 20, MAX_LEN + 1, 0].map(of_len).into_iter().for_each(keep);
        assert_eq!(all(), [10, 20]);
        let (first, second) = (of_len(11), of_len(11));
        assert_eq!((first.len(), second.len(), all()), (20, 11, vec![10]));
        for _ in 0..20 {
            keep(vec![0; 30]);
        }
        assert_eq!(all().len(), MAX_COUNT);
    }
}
