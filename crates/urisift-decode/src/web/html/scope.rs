//! Elements with their own base (XML Base 4).

use super::attribute::Form;
use super::page::Page;
use super::tag::Tag;
use crate::core::mapped::{Link, Role, SCOPES};
use urisift::Span;

/// Elements with neither content nor end tag (HTML 13.1.2), except those that have both in some feed or
/// playlist.
const VOID: &[&[u8]] = &[
    b"area", b"base", b"br", b"col", b"embed", b"hr", b"img", b"input", b"link", b"meta", b"param",
    b"wbr",
];

/// The open scopes, outermost first. Other elements are not counted, so omitted end tags do no harm.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    open: Vec<Scope>,
}

#[derive(Debug)]
struct Scope {
    /// The name of its element, in lower case.
    element: Vec<u8>,
    /// How many elements of the same name are open in it.
    within: u64,
}

impl Scopes {
    /// Handles a start tag of an element that has an end tag, and perhaps a base.
    fn start(&mut self, element: &[u8], has_base: bool) {
        if has_base {
            self.open.push(Scope { element: element.to_vec(), within: 0 });
        } else if let Some(scope) = self.open.last_mut()
            && scope.element == element
        {
            scope.within += 1;
        }
    }

    /// Returns `true` if this end tag ends the innermost scope.
    fn end(&mut self, element: &[u8]) -> bool {
        let Some(scope) = self.open.last_mut().filter(|scope| scope.element == element) else {
            return false;
        };
        if scope.within > 0 {
            scope.within -= 1;
            return false;
        }
        self.open.pop();
        true
    }

    /// Returns `true` if no scope is open.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Returns `true` if no more scopes may be opened.
    fn is_full(&self) -> bool {
        self.open.len() >= SCOPES
    }
}

impl Tag {
    /// Returns `true` if the element has no content.
    fn is_empty_element(&self) -> bool {
        self.closes_itself() || VOID.contains(&self.name())
    }
}

impl Page {
    /// Returns `true` if one more scope may be opened.
    pub fn has_room_for_scope(&self) -> bool {
        !self.scopes.is_full()
    }

    /// What a value is for. Only the first `base` element counts (HTML 4.2.3). A base in a fragment
    /// does not apply outside it.
    pub fn role(&mut self, form: Form) -> Role {
        match form {
            Form::Base if self.is_in_fragment => Role::Reference,
            Form::Base if self.tag.name() == b"base" => self.tag.role_of_base(),
            Form::Base if self.tag.is_start() && !self.scopes.is_full() => Role::ScopedBase,
            _ => Role::Reference,
        }
    }

    /// Returns `true` if the tag, now complete, ends a scope.
    pub fn ends_scope(&mut self) -> bool {
        let Page { tag, scopes, is_in_fragment, .. } = self;
        let has_base = tag.has_scope;
        if scopes.is_empty() && !has_base || *is_in_fragment {
            return false;
        }
        if !tag.is_start() {
            return scopes.end(tag.name());
        }
        let is_empty = tag.is_empty_element();
        if !is_empty {
            scopes.start(tag.name(), has_base);
        }
        is_empty && has_base
    }
}

/// The link that marks the end of a scope.
pub(super) fn end(raw: Span) -> Link {
    Link::mark(raw, Role::ScopeEnd)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_their_own_names_count() {
        let mut scopes = Scopes::default();
        assert!(!scopes.end(b"a"));
        scopes.start(b"a", true);
        for (element, has_base) in [("b", false), ("a", false), ("c", true), ("a", false)] {
            scopes.start(element.as_bytes(), has_base);
        }
        for (element, ends) in
            [("a", false), ("b", false), ("c", true), ("c", false), ("a", false), ("a", true)]
        {
            assert_eq!(scopes.end(element.as_bytes()), ends, "{element}");
        }
        assert!(!scopes.end(b"a"));
    }
}
