//! JSON, and JSON lines (RFC 8259).

mod escapes;
mod sniff;

use super::coding::Recoded;
use super::descent::Descent;
use super::format::{Flow, Format, Head, Sniff};
use super::run::Runs;
use super::tape::Tape;
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

    fn sniff(&self, head: Head<'_>) -> Sniff {
        sniff::sniff(head)
    }

    fn open(&self, tape: &mut Tape<'_>, to: &mut Descent<'_>) -> Flow {
        to.within("json", |to| to.text(&mut Unescaped::new(tape)))
    }
}

/// JSON text as it is, but for the escapes in its strings, which are decoded.
pub type Unescaped<R> = Recoded<R, Escapes>;

impl<R: Runs> Unescaped<R> {
    pub fn new(inner: R) -> Self {
        Recoded::by(Escapes::default(), inner)
    }
}
