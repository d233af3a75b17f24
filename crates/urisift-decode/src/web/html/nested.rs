//! A document in the value of an attribute (HTML 4.8.5, `srcdoc`).

use std::ops::Range;

use super::Html;
use super::out::{Emit, Located};
use super::page::Page;
use super::scope;
use crate::core::mapped::{Chunk, MappedRead, Role};
use crate::core::mapped_bytes::MappedBytes;

/// The document, as far as it has been read.
struct Held {
    bytes: MappedBytes,
    at: usize,
}

impl MappedRead for Held {
    fn chunk(&mut self) -> Chunk<'_> {
        match self.at == self.bytes.len() {
            true => Chunk::END,
            false => self.bytes.chunk(self.at..self.bytes.len()),
        }
    }

    fn advance(&mut self, count: usize) {
        self.at += count;
    }
}

impl Page {
    /// Yields the text and the links of a document. Its base counts in it alone. One that is in another is text.
    pub(super) fn document(
        &mut self,
        value: &impl Located,
        range: Range<usize>,
        to: &mut impl Emit,
    ) {
        let raw = value.span(range.clone());
        self.tag.part(raw, to);
        if self.is_nested {
            return value.copy(range, to);
        }
        let mut bytes = MappedBytes::default();
        value.copy(range, &mut bytes);
        let mut held = Held { bytes, at: 0 };
        let html = Html::new(&mut held as &mut dyn MappedRead, self.maker.max_len);
        let mut html = html.with(self.details).encoded_in(self.maker.encoding);
        html.page.is_nested = true;
        let mut has_base = false;
        loop {
            let chunk = html.chunk();
            let (count, is_link) = (chunk.bytes.len(), chunk.is_link);
            if count == 0 {
                break;
            }
            if !is_link {
                to.push(chunk);
            } else if let Some(mut link) = html.take_link() {
                // A base of its elements would have to end with them.
                link.role = match link.role {
                    Role::Base if !has_base && self.has_room_for_scope() => {
                        has_base = true;
                        Role::ScopedBase
                    }
                    Role::Base | Role::ScopedBase => Role::Reference,
                    role => role,
                };
                match link.role {
                    Role::ScopeEnd => to.boundary(link.raw),
                    _ => to.link(link),
                }
            }
            html.advance(count);
        }
        if has_base {
            to.link(scope::end(raw));
        }
    }
}
