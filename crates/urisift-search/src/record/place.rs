//! Where a find stands, in the terms that all writers share.

use std::borrow::Cow;

use crate::found::Found;
use crate::span::{Origin, PartOrigin, Span};

/// The path to the part of a container, and the attribute that makes the reference; `None` if the
/// source itself is the text.
pub fn part<'a>(part: &PartOrigin<'a>) -> Option<Cow<'a, str>> {
    match part.link {
        Some(link) => Some(Cow::Owned(format!("{} {link}", part.path))),
        None if part.path.is_empty() => None,
        None => Some(Cow::Borrowed(part.path)),
    }
}

/// The span in the text of the part, unless it equals the span in the source.
pub(super) fn part_span(part: &PartOrigin<'_>, found: &Found<'_>) -> Option<Span> {
    part.text.filter(|text| *text != found.span())
}

/// The raw text, unless it is the URI, or the reference that the URI is made from.
pub(super) fn raw<'f>(origin: &Origin<'_>, found: &'f Found<'_>) -> Option<&'f [u8]> {
    let is_resolved = origin.part.is_some_and(|part| part.reference.is_some());
    Some(found.raw()).filter(|raw| *raw != found.uri() && !is_resolved)
}
