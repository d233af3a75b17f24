//! Elements with a base of their own (XML Base 4).

use super::Html;
use super::attribute::Form;
use super::tag::Tag;
use crate::mapped::{Link, MappedRead, Role, SCOPES};
use urisift::Span;

/// Elements that have neither content nor an end tag (HTML 13.1.2), save for those that have both in
/// some feed or playlist.
const VOID: &[&[u8]] = &[
    b"area", b"base", b"br", b"col", b"embed", b"hr", b"img", b"input", b"link", b"meta", b"param",
    b"wbr",
];

/// The open ones, from the outermost in. Other elements are not counted, so that those whose end tags
/// are left out do no harm.
#[derive(Debug, Default)]
pub(super) struct Scopes {
    open: Vec<Scope>,
}

#[derive(Debug)]
struct Scope {
    /// The name of its element, in lower case.
    element: Vec<u8>,
    /// So many elements of the same name are open in it.
    within: u64,
}

impl Scopes {
    /// A start tag of an element that has an end tag, and perhaps a base.
    fn start(&mut self, element: &[u8], has_base: bool) {
        if has_base {
            self.open.push(Scope { element: element.to_vec(), within: 0 });
        } else if let Some(scope) = self.open.last_mut()
            && scope.element == element
        {
            scope.within += 1;
        }
    }

    /// Whether the innermost scope ends with this end tag.
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

    /// Whether one more is too many.
    fn is_full(&self) -> bool {
        self.open.len() >= SCOPES
    }
}

impl Tag {
    /// Whether nothing stands between it and its end.
    fn is_empty_element(&self) -> bool {
        self.closes_itself() || VOID.contains(&self.name())
    }
}

impl<R: MappedRead> Html<R> {
    /// What a value is for. Of the elements `base` only the first counts (HTML 4.2.3). What a CDATA
    /// section holds says nothing of what is around it.
    pub(super) fn role(&mut self, form: Form) -> Role {
        match form {
            Form::Base if self.input.is_in_cdata() => Role::Reference,
            Form::Base if self.tag.name() == b"base" => self.tag.role_of_base(),
            Form::Base if self.tag.is_start() && !self.scopes.is_full() => Role::ScopedBase,
            _ => Role::Reference,
        }
    }

    /// Whether a scope ends with the tag, all of which has come.
    pub(super) fn ends_scope(&mut self) -> bool {
        let Html { tag, scopes, input, .. } = self;
        let has_base = tag.has_scope;
        if scopes.open.is_empty() && !has_base || input.is_in_cdata() {
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

/// What tells of an end.
pub(super) fn end(raw: Span) -> Link {
    let (value, name) = Default::default();
    Link { value, raw, decoded: false, truncated: false, name, role: Role::ScopeEnd }
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
