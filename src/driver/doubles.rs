//! Finds of alternatives: the same text, more than once in different forms (RFC 2046 5.1.4).

use std::collections::HashSet;
use std::rc::Rc;

use crate::found::Found;
use crate::input::{Message, Part, Side};
use crate::span::{PartOrigin, Span};

/// How much is held, in bytes of URIs; of a longer text, doubles may be given that lie far apart.
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

/// A find, with all that is said of it.
pub(super) struct Held {
    pub found: Found<'static>,
    side: Side,
    path: String,
    link: Option<String>,
    reference: Option<Vec<u8>>,
    base: Option<String>,
    text: Option<Span>,
    is_decoded: bool,
    packed_at: Option<u64>,
    message: Option<Rc<Message>>,
}

impl Held {
    /// Where it comes from.
    pub fn origin(&self) -> PartOrigin<'_> {
        let message = self.message.as_deref();
        PartOrigin {
            path: &self.path,
            link: self.link.as_deref(),
            reference: self.reference.as_deref(),
            base: self.base.as_deref(),
            text: self.text,
            is_decoded: self.is_decoded,
            packed_at: self.packed_at,
            message_id: message.and_then(|message| message.id.as_deref()),
            date: message.and_then(|message| message.date.as_deref()),
        }
    }
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
    pub fn hold(&mut self, found: &Found<'_>, part: &Part, origin: &PartOrigin<'_>) -> bool {
        self.bytes += size_of::<Held>() + found.raw().len() + 2 * found.uri().len();
        self.bytes += origin.path.len() + origin.reference.map_or(0, <[u8]>::len);
        self.bytes += origin.base.map_or(0, str::len) + origin.link.map_or(0, str::len);
        if part.side == self.preferred {
            self.seen.insert(found.uri().to_vec());
        }
        self.held.push(Held {
            found: found.clone().into_owned(),
            side: part.side,
            path: origin.path.to_owned(),
            link: origin.link.map(str::to_owned),
            reference: origin.reference.map(<[u8]>::to_vec),
            base: origin.base.map(str::to_owned),
            text: origin.text,
            is_decoded: origin.is_decoded,
            packed_at: origin.packed_at,
            message: part.message.clone(),
        });
        self.bytes > MAX_HELD
    }

    /// What was held and is no double, in order. Nothing is held any more.
    pub fn take(&mut self) -> Vec<Held> {
        let seen = std::mem::take(&mut self.seen);
        self.bytes = 0;
        let mut held = std::mem::take(&mut self.held);
        held.retain(|held| held.side == self.preferred || !seen.contains(held.found.uri()));
        held
    }
}
