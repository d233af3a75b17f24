//! Markup that people write: each dialect is a syntax whose references have exact ends.

use std::ops::ControlFlow;

use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::step::StepKind;
use crate::core::walker::Walker;
use crate::layers::syntax::{Parsed, Syntax};

mod access_log;
mod asciidoc;
mod bbcode;
mod chat;
mod escapes;
mod latex;
mod markdown;
mod mediawiki;
mod notebook;
mod org;
mod po;
mod pod;
mod properties;
mod roff;
mod rst;
mod source;
mod texinfo;
mod textile;

pub(super) use access_log::ACCESS_LOG;
pub(super) use asciidoc::ASCIIDOC;
pub(super) use bbcode::BBCODE;
pub(super) use chat::ChatLog;
pub(super) use latex::{BIBTEX, LATEX};
pub(super) use markdown::MARKDOWN;
pub(super) use mediawiki::MEDIAWIKI;
pub(super) use notebook::Notebook;
pub(super) use org::ORG;
pub(super) use po::PO;
pub(super) use pod::POD;
pub(super) use properties::PROPERTIES;
pub(super) use roff::ROFF;
pub(super) use rst::RST;
pub(super) use texinfo::TEXINFO;
pub(super) use textile::TEXTILE;

/// What a text of OpenPGP starts with.
const ARMOR: &[u8] = b"-----BEGIN PGP ";

/// A markup language. Most are known by the name of the file: their first bytes are those of any text.
pub(super) struct Dialect<S> {
    name: &'static str,
    extensions: &'static [&'static str],
    media_types: &'static [&'static str],
    /// Formats whose first bytes a text may have too.
    may_start_as: &'static [&'static str],
    syntax: fn() -> S,
}

impl<S: Syntax + 'static> Format for Dialect<S> {
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

    fn media_types(&self) -> &'static [&'static str] {
        self.media_types
    }

    fn may_start_as(&self) -> &'static [&'static str] {
        self.may_start_as
    }

    fn is_text(&self) -> bool {
        true
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        // A signature or a key of OpenPGP (RFC 9580 6.2) has a name like AsciiDoc.
        if reader.front(ARMOR.len()) == ARMOR {
            return to.text(reader);
        }
        to.within(StepKind::Layer, self.name, |to| {
            let text = Parsed::new(reader, (self.syntax)());
            let text = text.with_labels(to.visitor.details().link_texts);
            to.text(&mut text.without_code(to.limits.no_code))
        })
    }
}

#[cfg(test)]
mod tests;
