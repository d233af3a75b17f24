//! A find that is held, with all that is reported of it, until it may be emitted.

use std::path::Path;

use crate::found::Found;
use crate::input::Side;
use crate::record::{ContextRecord, PartRecord};
use crate::span::Origin;

/// A find, with all that is reported of it.
pub(super) struct Held {
    pub found: Found<'static>,
    /// The form of the text that it stands in.
    pub side: Side,
    part: Option<PartRecord>,
    context: Option<ContextRecord>,
}

impl Held {
    /// A find, its origin, and the form of the text.
    pub fn new(found: &Found<'_>, origin: &Origin<'_>, side: Side) -> Self {
        let found = found.clone().into_owned();
        Held { found, side, part: origin.part.as_ref().map(PartRecord::of), context: None }
    }

    /// Adds the text around it.
    pub fn with_context(self, before: Vec<u8>, after: Vec<u8>) -> Self {
        Held { context: Some(ContextRecord::new(before, after)), ..self }
    }

    /// Where it comes from.
    pub fn origin<'h>(&'h self, path: &'h Path) -> Origin<'h> {
        Origin {
            path,
            part: self.part.as_ref().map(PartRecord::origin),
            context: self.context.as_ref().map(ContextRecord::context),
        }
    }

    /// The memory used, in bytes.
    pub fn len(&self) -> usize {
        let part = self.part.as_ref().map_or(0, PartRecord::len);
        let context = self.context.as_ref().map_or(0, ContextRecord::len);
        size_of::<Held>() + self.found.raw().len() + 2 * self.found.uri().len() + part + context
    }
}
