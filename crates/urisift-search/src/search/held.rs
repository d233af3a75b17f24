//! A find that is held, with all that is reported of it, until it may be emitted.

use std::path::Path;
use std::rc::Rc;

use crate::found::Found;
use crate::input::{Message, Part, Side};
use crate::span::{Context, Origin, PartOrigin, Span};

/// A find, with all that is reported of it.
pub(super) struct Held {
    pub found: Found<'static>,
    part: Option<HeldPart>,
    context: Option<HeldContext>,
}

/// Which part of a container it comes from.
struct HeldPart {
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

/// The text around it.
struct HeldContext {
    before: Vec<u8>,
    after: Vec<u8>,
}

impl Held {
    /// A find of a source that is no container.
    pub fn of_source(found: &Found<'_>) -> Self {
        Held { found: found.clone().into_owned(), part: None, context: None }
    }

    /// A find of a part.
    pub fn of_part(found: &Found<'_>, part: &Part, origin: &PartOrigin<'_>) -> Self {
        Held { part: Some(HeldPart::of(part, origin)), ..Held::of_source(found) }
    }

    /// Adds the text around it.
    pub fn with_context(self, before: Vec<u8>, after: Vec<u8>) -> Self {
        Held { context: Some(HeldContext { before, after }), ..self }
    }

    /// The form of the text that it stands in.
    pub fn side(&self) -> Side {
        self.part.as_ref().map_or(Side::Other, |part| part.side)
    }

    /// Where it comes from.
    pub fn origin<'h>(&'h self, path: &'h Path) -> Origin<'h> {
        Origin {
            path,
            part: self.part.as_ref().map(HeldPart::origin),
            context: self.context.as_ref().map(HeldContext::context),
        }
    }

    /// The memory used, in bytes.
    pub fn len(&self) -> usize {
        let part = self.part.as_ref().map_or(0, HeldPart::len);
        let context = self.context.as_ref().map_or(0, HeldContext::len);
        size_of::<Held>() + self.found.raw().len() + 2 * self.found.uri().len() + part + context
    }
}

impl HeldPart {
    fn of(part: &Part, origin: &PartOrigin<'_>) -> Self {
        HeldPart {
            side: part.side,
            path: origin.path.to_owned(),
            link: origin.link.map(str::to_owned),
            reference: origin.reference.map(<[u8]>::to_vec),
            base: origin.base.map(str::to_owned),
            text: origin.text,
            is_decoded: origin.is_decoded,
            packed_at: origin.packed_at,
            message: part.message.clone(),
        }
    }

    fn origin(&self) -> PartOrigin<'_> {
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

    fn len(&self) -> usize {
        let strings = [Some(&self.path), self.link.as_ref(), self.base.as_ref()];
        let strings: usize = strings.into_iter().flatten().map(String::len).sum();
        strings + self.reference.as_ref().map_or(0, Vec::len)
    }
}

impl HeldContext {
    fn context(&self) -> Context<'_> {
        Context { before: &self.before, after: &self.after }
    }

    fn len(&self) -> usize {
        self.before.len() + self.after.len()
    }
}
