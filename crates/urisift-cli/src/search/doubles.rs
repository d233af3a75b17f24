//! Finds of alternatives: the same text, more than once in different forms (RFC 2046 5.1.4).

use std::collections::HashSet;

use super::held::Held;
use crate::input::Side;

/// How much is held, in bytes; of a longer text, doubles may be given that lie far apart.
const MAX_HELD: usize = 4 << 20;

/// Finds of alternatives, held until it is known which are doubles.
pub(super) struct Doubles {
    preferred: Side,
    held: Vec<Held>,
    /// What was found in the preferred alternative.
    seen: HashSet<Vec<u8>>,
    bytes: usize,
    /// How many alternatives are open in each other.
    depth: usize,
}

impl Doubles {
    /// None so far; those of the other side will be dropped.
    pub fn new(preferred: Side) -> Self {
        let (held, seen) = (Vec::new(), HashSet::new());
        Doubles { preferred, held, seen, bytes: 0, depth: 0 }
    }

    /// Alternatives start.
    pub fn open(&mut self) {
        self.depth += 1;
    }

    /// They end; whether that was the outermost of them.
    pub fn close(&mut self) -> bool {
        self.depth = self.depth.saturating_sub(1);
        self.depth == 0
    }

    /// Whether finds are to be held.
    pub fn holds(&self) -> bool {
        self.depth > 0
    }

    /// Holds a find; whether what is held is to be told now.
    pub fn hold(&mut self, held: Held) -> bool {
        self.bytes += held.len();
        if held.side() == self.preferred {
            self.seen.insert(held.found.uri().to_vec());
        }
        self.held.push(held);
        self.bytes > MAX_HELD
    }

    /// What was held and is no double, in order. Nothing is held any more.
    pub fn take(&mut self) -> Vec<Held> {
        let seen = std::mem::take(&mut self.seen);
        self.bytes = 0;
        let mut held = std::mem::take(&mut self.held);
        held.retain(|held| held.side() == self.preferred || !seen.contains(held.found.uri()));
        held
    }
}
