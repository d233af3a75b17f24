//! Finds in alternatives: the same text in several forms (RFC 2046 5.1.4).

use std::collections::HashSet;

use super::context_buffer::Held;
use crate::input::Side;

/// How much is held, in bytes. In a longer text, doubles that lie far apart may be reported.
const MAX_HELD: usize = 4 << 20;

/// Finds in alternatives, held until it is known which are doubles.
pub(super) struct AlternativeDedup {
    preferred: Side,
    held: Vec<Held>,
    /// What was found in the preferred alternative.
    seen: HashSet<Vec<u8>>,
    bytes: usize,
    /// How many alternatives are open, one inside another.
    depth: usize,
}

impl AlternativeDedup {
    /// Drops doubles that are not on the preferred side.
    pub fn new(preferred: Side) -> Self {
        let (held, seen) = (Vec::new(), HashSet::new());
        AlternativeDedup { preferred, held, seen, bytes: 0, depth: 0 }
    }

    /// Alternatives start.
    pub fn open(&mut self) {
        self.depth += 1;
    }

    /// Alternatives end. Returns whether they were the outermost.
    pub fn close(&mut self) -> bool {
        self.depth = self.depth.saturating_sub(1);
        self.depth == 0
    }

    /// Returns `true` if finds are to be held.
    pub fn holds(&self) -> bool {
        self.depth > 0
    }

    /// Holds a find. Returns whether the held finds must be emitted now.
    pub fn hold(&mut self, held: Held) -> bool {
        self.bytes += held.len();
        if held.side == self.preferred {
            self.seen.insert(held.found.uri().to_vec());
        }
        self.held.push(held);
        self.bytes > MAX_HELD
    }

    /// Takes the held finds that are not doubles, in order.
    pub fn take(&mut self) -> Vec<Held> {
        let seen = std::mem::take(&mut self.seen);
        self.bytes = 0;
        let mut held = std::mem::take(&mut self.held);
        held.retain(|held| held.side == self.preferred || !seen.contains(held.found.uri()));
        held
    }
}
