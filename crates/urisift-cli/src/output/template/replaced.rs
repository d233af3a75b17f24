//! What is in place of a URI in a text that is copied.

use std::ops::ControlFlow;

use super::Formatted;
use crate::found::Found;
use crate::output::context::without_harm;
use crate::record::{Metadata, RecordWriter, Skip};
use crate::sanitize::Reader;
use crate::span::Origin;

/// A template in place of each find, and the text between finds as it is.
pub(crate) struct Replaced(pub Formatted);

impl RecordWriter for Replaced {
    /// A find of which the template makes nothing stays as it is, and so does one that is cut.
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        let start = out.len();
        if !found.is_truncated() {
            self.0.push(origin, found, None, out);
        }
        if out.len() == start && !self.0.template.is_constant() {
            self.text(found.raw(), out);
        }
        ControlFlow::Continue(())
    }

    fn metadata(&self) -> Metadata {
        self.0.metadata()
    }

    fn text(&self, text: &[u8], out: &mut Vec<u8>) {
        match self.0.reader {
            Reader::Program => out.extend_from_slice(text),
            Reader::Person => without_harm(text, out),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::output::Template;
    use crate::record::{Finds, Transforms};
    use crate::span::Span;

    fn written(reader: Reader, template: &str, uri: &[u8]) -> String {
        let unwrap = Some(crate::normal::RedirectUnwrapper::default());
        let transforms = Transforms { unwrap, ..Transforms::default() };
        let writer = Replaced(Formatted {
            template: Template::replacement(template).unwrap(),
            finds: Finds { transforms, ..Finds::default() },
            suffix_len: |_| 0,
            null: false,
            reader,
        });
        let span = Span { start: 0, end: uri.len() as u64 };
        let found = Found::of_link(span, uri, None, 4, false);
        let origin = Origin::of(Path::new("p"));
        let mut out = Vec::new();
        let _ = writer.found(&origin, &found, &mut out);
        String::from_utf8_lossy(&out).into_owned()
    }

    #[test]
    fn what_a_template_makes_stands_in_place() {
        for (template, expected) in [
            ("<%s %d%p>", "<http a.example/b>"),
            ("%{uri}", "http://a.example/b"),
            ("%{raw}", "http://a.example/b"),
            ("domains", "domains"),
            ("", ""),
            ("%%", "%"),
            ("%{unwrapped}%q", "http://a.example/b"),
        ] {
            let found = written(Reader::Program, template, b"http://a.example/b");
            assert_eq!(found, expected, "{template}");
        }
    }

    #[test]
    fn a_person_gets_no_controls() {
        let uri = b"http://a.example/\x1b[31m\n\xff";
        assert_eq!(
            written(Reader::Person, "%{unwrapped}", uri),
            "http://a.example/\\u{1b}[31m\n\\xff"
        );
        assert_eq!(written(Reader::Person, "%{raw}", uri), "http://a.example/\\u{1b}[31m\\n\\xff");
        assert_eq!(written(Reader::Program, "%{raw}", b"http:\x1b"), "http:\x1b");
    }
}
