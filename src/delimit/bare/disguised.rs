//! Disguised characters in a bare URI.

use super::super::disguise::{self, Mark};
use super::{Component, Walk};
use crate::byteset::{ALNUM, URI};

impl Walk<'_, '_> {
    /// How many bytes at `i` are a disguised character that belongs, where these are to be found.
    pub(super) fn disguised(&mut self, i: usize, byte: u8) -> Option<usize> {
        let in_host = self.component_at(i) == Component::Authority;
        if byte == b']' && self.view.is(i - 1, |b| b == b'.') {
            return Some(1);
        }
        if byte == b'\\' && self.has_backslashes() && self.view.is(i + 1, |b| URI.contains(b)) {
            self.enter(Component::Path);
            return Some(1);
        }
        let dot = || in_host.then(|| disguise::dot(self.view, i)).flatten();
        let mark = self.mark_at(i).or_else(dot)?;
        let belongs = match mark.plain {
            // Not the full stop of a sentence.
            "." => self
                .view
                .is(i + mark.len, |b| ALNUM.contains(b) || b >= 0x80 || b"-_~%/".contains(&b)),
            "/" => true,
            ":" if self.is_bare_host() => self.view.is(i + mark.len, |b| b.is_ascii_digit()),
            _ => !self.is_bare_host(),
        };
        if !belongs {
            return None;
        }
        let len = self.skip(i, mark.len);
        if mark.plain == "/" {
            self.enter(Component::Path);
        }
        Some(len)
    }

    /// Returns `true` if backslashes stand for slashes.
    pub(super) fn has_backslashes(&self) -> bool {
        self.options.refang && disguise::has_backslashes(self.view, self.head.authority)
    }

    /// Returns `true` if the byte at `i` is a backslash that separates: in the name of a file, or of a disguised URI.
    pub(super) fn is_separator(&mut self, i: usize, byte: u8) -> bool {
        byte == b'\\' && self.has_backslashes() || self.file_separator(i).is_some()
    }

    /// The disguised character at `i`, if these are to be found.
    pub(super) fn mark_at(&self, i: usize) -> Option<Mark> {
        self.options.refang.then(|| disguise::mark(self.view, i)).flatten()
    }
}
