//! JSON, and JSON lines (RFC 8259).

use std::ops::ControlFlow;

mod escapes;
mod sniff;

use super::coding::Recoded;
use super::format::{Format, Prefix, Sniff};
use super::mapped::MappedRead;
use super::peek::PeekReader;
use super::walker::Walker;
use escapes::Escapes;

/// JSON text.
pub struct Json;

impl Format for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn has_magic(&self) -> bool {
        false
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        sniff::sniff(head)
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        to.within("json", |to| to.text(&mut Unescaped::new(reader)))
    }
}

/// JSON text with the escapes in its strings decoded.
pub type Unescaped<R> = Recoded<R, Escapes>;

impl<R: MappedRead> Unescaped<R> {
    pub fn new(inner: R) -> Self {
        Recoded::by(Escapes::default(), inner)
    }
}
