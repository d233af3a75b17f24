//! Markup that people write: each dialect is a syntax whose references have exact ends.

use std::ops::ControlFlow;

use super::format::{Format, Prefix, Sniff};
use super::peek::PeekReader;
use super::syntax::{Parsed, Syntax};
use super::walker::Walker;

mod escapes;
mod latex;
mod org;
mod po;
mod pod;
mod properties;
mod roff;
mod texinfo;

pub(super) use latex::{BIBTEX, LATEX};
pub(super) use org::ORG;
pub(super) use po::PO;
pub(super) use pod::POD;
pub(super) use properties::PROPERTIES;
pub(super) use roff::ROFF;
pub(super) use texinfo::TEXINFO;

/// A markup language. Most are known by the name of the file: their first bytes are those of any text.
pub(super) struct Dialect<S> {
    name: &'static str,
    extensions: &'static [&'static str],
    syntax: fn() -> S,
}

impl<S: Syntax> Format for Dialect<S> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        S::sniff(head)
    }

    fn has_magic(&self) -> bool {
        false
    }

    fn extensions(&self) -> &'static [&'static str] {
        self.extensions
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let mut text = Parsed::new(reader, (self.syntax)());
        to.within(self.name, |to| to.text(&mut text))
    }
}

#[cfg(test)]
mod tests;
