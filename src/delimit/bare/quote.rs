//! Whether an apostrophe in a URI is its own, or closes the string of a program that the URI is in.

use super::super::wrapper::Close;
use super::{Component, Walk};
use crate::byteset::ALNUM;

impl Walk<'_, '_> {
    /// Returns `true` if the apostrophe at `i`, which nothing in the URI opens, ends a string of which the start is out
    /// of sight: a comma, an operator, the end of a statement, or a bracket that the URI does not open follows.
    pub(super) fn ends_string(&mut self, i: usize) -> bool {
        let is_quoted = self.close.is_some_and(|close| close.is_quote());
        if is_quoted && self.close != Some(Close::Byte(b'\'')) {
            return false;
        }
        match self.view.at(i + 1) {
            Some(b',' | b';' | b'}') => true,
            Some(b')') => self.open[0] == 0,
            Some(b']') => self.open[1] == 0,
            // In a query it stands for a blank.
            Some(b'+') => {
                self.component_at(i) <= Component::Path
                    || !self.view.is(i + 2, |b| ALNUM.contains(b))
            }
            _ => false,
        }
    }
}
