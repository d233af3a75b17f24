//! Which brackets belong to a bare URI, and which ones to the text around it.

use super::super::view::View;
use super::super::wrapper::Close;
use super::{Component, Walk};
use crate::byteset::{ALNUM, ByteSet, HEXDIG, URI};

impl Walk<'_, '_> {
    pub(super) fn parenthesis(&mut self, i: usize, byte: u8) -> Option<usize> {
        match (byte, self.open[0]) {
            (b'(', _) => match self.substitution(i) {
                None => self.open[0] += 1,
                len => return len,
            },
            (_, 0) if self.is_outer_parenthesis(i) => return None,
            (_, 0) => {}
            _ => self.open[0] -= 1,
        }
        Some(1)
    }

    /// Returns `true` if a closing parenthesis that the URI does not open closes one around it.
    fn is_outer_parenthesis(&mut self, i: usize) -> bool {
        self.close == Some(Close::Byte(b')'))
            || self.view.is(i + 1, |b| b == b'(' || b == b'[') && self.mark_at(i + 1).is_none()
            || self.stands_in_parentheses()
    }

    /// Returns `true` if a parenthesis is open in the paragraph before the URI.
    fn stands_in_parentheses(&mut self) -> bool {
        let view = self.view;
        let start = self.head.start;
        *self.inside_parentheses.get_or_insert_with(|| {
            let paragraph = view.paragraph_before(start);
            let count = |b| memchr::memchr_iter(b, paragraph).count();
            count(b'(') > count(b')')
        })
    }

    /// An IP literal, or a pair in a query or a fragment. After a path, `[2]` is a reference.
    pub(super) fn square(&mut self, i: usize, byte: u8) -> Option<usize> {
        if byte == b']' {
            self.open[1] = self.open[1].checked_sub(1)?;
            return Some(1);
        }
        let component = self.component_at(i);
        match component {
            Component::Authority | Component::Path if self.is_host_start(i, component) => {
                ip_literal(self.view, i).map(|len| self.skip(i, len))
            }
            Component::Authority => None,
            Component::Path if self.is_quoted_on(i + 1) => {
                self.open[1] += 1;
                Some(1)
            }
            Component::Path => self.segment(i).map(|len| self.skip(i, len)),
            Component::Query | Component::Fragment => {
                let end =
                    self.view.find(i + 1, 256, |b| b == b']' || !URI.contains(b) && b < 0x80)?;
                let is_pair = self.view.is(end, |b| b == b']');
                let is_text = component == Component::Fragment && self.is_link_text(i, end);
                let is_inner = self.open[0] > 0;
                if !is_pair
                    || is_text
                    || self.is_end_tag(i + 1, end)
                    || !is_inner && self.is_reference(i + 1, end)
                {
                    return None;
                }
                self.open[1] += 1;
                Some(1)
            }
        }
    }

    /// Returns `true` if a pair holds what closes a markup: `[/b]`.
    fn is_end_tag(&self, start: usize, end: usize) -> bool {
        let name = self.view.slice(start, end).strip_prefix(b"/");
        name.is_some_and(|name| !name.is_empty() && name.iter().all(u8::is_ascii_alphabetic))
    }

    /// Returns `true` if a pair after the name of a fragment is the text of a link, as in AsciiDoc:
    /// `…#install[Installation]`, `…#install[]`.
    fn is_link_text(&self, i: usize, end: usize) -> bool {
        let name = |b: &u8| ALNUM.contains(*b) || b"-_.".contains(b);
        let before = self.view.slice(self.head.body.max(i.saturating_sub(128)), i);
        let fragment = before.iter().rposition(|b| !name(b));
        let text = self.view.slice(i + 1, end);
        fragment.is_some_and(|at| before[at] == b'#')
            && text.first().is_none_or(u8::is_ascii_uppercase)
            && !self.view.is(end + 1, |b| ALNUM.contains(b) || b"=&[(/%_-".contains(&b))
    }

    /// A balanced pair in a path, with more than a number inside, that follows a mark or has more of
    /// the path after it. After a word or a slash, the pair at the end may hold a link's text, but not the name
    /// of a parameter; one that starts with a slash closes a markup.
    fn segment(&mut self, i: usize) -> Option<usize> {
        let end = self.balanced(i)?;
        let inside = self.view.slice(i + 1, end);
        let lettered = inside.iter().any(u8::is_ascii_alphabetic);
        let marked = self.view.is(i - 1, |b| b"-_~.+=,:;@!$*".contains(&b))
            && !self.view.is(end + 1, |b| b == b'(');
        let slash = self.view.is(end + 1, |b| b == b'/');
        let named = self.view.is(i - 1, |b| b == b'/') && is_identifier(inside);
        let belongs = (lettered || slash) && (marked || named || self.path_follows(end + 1));
        let outer = inside.first().is_none_or(|b| b"[/".contains(b));
        (belongs && !outer && !self.is_reference(i + 1, end)).then_some(end + 1 - i)
    }

    /// The bracket that closes the one at `i`, with only URI characters between.
    fn balanced(&self, i: usize) -> Option<usize> {
        let mut open = 0;
        let end = self.view.find(i, 64, |b| {
            match b {
                b'[' => open += 1,
                b']' => open -= 1,
                _ => {}
            }
            open == 0 || !URI.contains(b)
        })?;
        self.view.is(end, |b| b == b']').then_some(end)
    }

    /// Returns `true` if the path continues at `i`. An `s` alone may be the plural of a link's text.
    fn path_follows(&self, i: usize) -> bool {
        let next = |test: fn(u8) -> bool| self.view.is(i + 1, test);
        match self.view.at(i) {
            Some(b'/') => next(|b| ALNUM.contains(b)),
            Some(b'.') => next(|b| b.is_ascii_lowercase()),
            Some(b's') => next(|b| ALNUM.contains(b)),
            Some(b) => ALNUM.contains(b),
            None => false,
        }
    }

    /// Where an authority starts, or what is left of one in a scheme without `//`: `sip:[::1]`.
    fn is_host_start(&self, i: usize, component: Component) -> bool {
        let opaque = self.head.authority.is_none() && self.head.scheme_len > 0;
        let start = self.head.authority.unwrap_or(self.head.body);
        match component {
            Component::Authority => i == start || self.view.is(i - 1, |b| b == b'@'),
            Component::Path => opaque && (i == start || self.view.is(i - 1, |b| b == b'@')),
            _ => false,
        }
    }

    /// `[2]` with nothing after it that continues a query.
    fn is_reference(&self, from: usize, end: usize) -> bool {
        let number = self.view.slice(from, end);
        !number.is_empty()
            && number.iter().all(u8::is_ascii_digit)
            && !self.view.is(end + 1, |b| b"=&[.%".contains(&b))
    }
}

/// `[` IPv6address / IPvFuture `]` (RFC 3986 3.2.2), bounded, not validated.
fn ip_literal(view: &View<'_>, i: usize) -> Option<usize> {
    const LITERAL: ByteSet = HEXDIG.or(ByteSet::of(b":.%vV~_-")).or(ALNUM);
    let end = view.find(i + 1, 128, |b| !LITERAL.contains(b))?;
    (view.is(end, |b| b == b']') && end > i + 2).then_some(end + 1 - i)
}

/// Returns `true` if the text is a name of a program, and no word: `user_id`, `userId`, `...slug`.
fn is_identifier(text: &[u8]) -> bool {
    let name = text.strip_prefix(b"...").unwrap_or(text);
    let is_name = name.iter().all(|&b| ALNUM.contains(b) || b == b'_');
    let has_hump =
        || name.windows(2).any(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase());
    is_name && (name.len() < text.len() || name.contains(&b'_') || has_hump())
}
