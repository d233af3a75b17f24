//! Text: one URI per line, preceded by its place if asked for, as it is or for a terminal, in colors, with links, and
//! without anything that a terminal would act on; counts of finds per source, and the sources with or without finds.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::path::Path;

use super::context;
use super::folded::Folded;
use super::hyperlink;
use super::paint::{self, Looks, Painted};
use super::palette::Role;
use crate::found::Found;
use crate::record::{End, RecordWriter, Skip, Total, Transforms, path_bytes, push_number};
use crate::sanitize;
use crate::span::{Context, Origin};

/// Plain text.
#[derive(Default)]
pub(crate) struct PlainText {
    /// Put the path in front.
    pub path: bool,
    /// Put the line in front.
    pub line: bool,
    /// Put the column after the line.
    pub column: bool,
    /// Put the byte offset in front.
    pub offset: bool,
    /// End records and paths with NUL.
    pub null: bool,
    /// How a URI is transformed.
    pub transforms: Transforms,
}

impl RecordWriter for PlainText {
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        let member = self.member(origin);
        if self.path {
            out.extend_from_slice(path_bytes(origin.path));
        }
        if let Some(member) = member {
            out.push(b'!');
            sanitize::push(member.as_bytes(), out);
        }
        if self.path || member.is_some() {
            out.push(if self.null { b'\0' } else { b':' });
        }
        if let (true, Some(position)) = (self.line, found.position()) {
            push_number(position.line, out);
            out.push(b':');
            if self.column {
                push_number(position.column, out);
                out.push(b':');
            }
        }
        if self.offset {
            push_number(found.span().start, out);
            out.push(b':');
        }
        out.extend_from_slice(&self.transforms.printed(found));
        if let Some(context) = &origin.context {
            context::plain(context, found, out);
        }
        out.push(if self.null { b'\0' } else { b'\n' });
        ControlFlow::Continue(())
    }
}

impl PlainText {
    /// The member of the file that the place in front is in, if there is one.
    fn member<'o>(&self, origin: &Origin<'o>) -> Option<&'o str> {
        let has_place = self.line || self.offset;
        origin.part.filter(|_| has_place)?.member
    }
}

/// Plain text and its looks.
pub(crate) struct TerminalText {
    pub text: PlainText,
    pub looks: Looks,
}

impl RecordWriter for TerminalText {
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        self.prefix(origin, found, out);
        let printed = self.text.transforms.printed(found);
        match &printed {
            text if self.looks.is_plain() => sanitize::push(text, out),
            Cow::Borrowed(_) => self.uri(&Painted::of_found(found), out),
            Cow::Owned(form) => self.uri(&Painted::of_form(form), out),
        }
        if let Some(context) = &origin.context {
            self.context(context, found, out);
        }
        out.push(if self.text.null { b'\0' } else { b'\n' });
        ControlFlow::Continue(())
    }
}

impl TerminalText {
    /// Writes the place, as one link to it.
    fn prefix(&self, origin: &Origin<'_>, found: &Found<'_>, out: &mut Vec<u8>) {
        let PlainText { path, line, column, offset, null, .. } = self.text;
        if !(path || line || offset) {
            return;
        }
        let member = self.text.member(origin);
        let position = found.position().filter(|_| member.is_none());
        self.looks.linked(origin.path, position, out, |out| {
            if path {
                paint::piece(path_bytes(origin.path), Role::Path, &self.looks.palette, out);
            }
            if let Some(member) = member {
                out.push(b'!');
                paint::piece(member.as_bytes(), Role::Path, &self.looks.palette, out);
            }
            if path || member.is_some() {
                out.push(if null { b'\0' } else { b':' });
            }
            if let (true, Some(position)) = (line, found.position()) {
                self.number(position.line, Role::Line, out);
                if column {
                    self.number(position.column, Role::Column, out);
                }
            }
            if offset {
                self.number(found.span().start, Role::Offset, out);
            }
        });
    }

    fn number(&self, number: u64, role: Role, out: &mut Vec<u8>) {
        let mut digits = itoa::Buffer::new();
        paint::piece(digits.format(number).as_bytes(), role, &self.looks.palette, out);
        out.push(b':');
    }

    /// Writes the URI, as a link to itself if it may be one.
    fn uri(&self, uri: &Painted<'_>, out: &mut Vec<u8>) {
        let leads = uri.is_valid && uri.components.scheme().is_some_and(hyperlink::is_safe);
        let address = self.looks.links.as_ref().filter(|_| leads).map(|_| uri.text);
        hyperlink::linked(address, out, |out| {
            uri.stretch(0..uri.text.len(), &self.looks.palette, out);
        });
    }

    /// Writes the text around it, with the URI in its colors as it is there.
    fn context(&self, context: &Context<'_>, found: &Found<'_>, out: &mut Vec<u8>) {
        let folded = Folded::of(found.raw(), Painted::of_found(found));
        context::painted(context, &folded, &self.looks.palette, out);
    }
}

/// One count per source.
#[derive(Default)]
pub(crate) struct SourceCounts {
    /// Put the path in front.
    pub path: bool,
    /// End records and paths with NUL.
    pub null: bool,
    /// How paths look on a terminal.
    pub looks: Option<Looks>,
}

impl RecordWriter for SourceCounts {
    fn found(&self, _: &Origin<'_>, _: &Found<'_>, _: &mut Vec<u8>) -> ControlFlow<Skip> {
        ControlFlow::Continue(())
    }

    fn finish(&self, source: &Path, total: Total, out: &mut Vec<u8>) {
        if self.path {
            push_path(source, &self.looks, out);
            out.push(if self.null { b'\0' } else { b':' });
        }
        push_number(total.finds, out);
        out.push(if self.null { b'\0' } else { b'\n' });
    }
}

/// The paths of the sources with finds, or of those without.
#[derive(Default)]
pub(crate) struct SourcePaths {
    /// List those without.
    pub without: bool,
    /// End paths with NUL.
    pub null: bool,
    /// How paths look on a terminal.
    pub looks: Option<Looks>,
}

impl RecordWriter for SourcePaths {
    fn found(&self, _: &Origin<'_>, _: &Found<'_>, _: &mut Vec<u8>) -> ControlFlow<Skip> {
        ControlFlow::Break(Skip::Source)
    }

    /// A source that could not be read is not listed as one without finds.
    fn finish(&self, source: &Path, total: Total, out: &mut Vec<u8>) {
        let is_listed = if self.without {
            total.finds == 0 && total.end == End::Whole
        } else {
            total.finds > 0
        };
        if is_listed {
            push_path(source, &self.looks, out);
            out.push(if self.null { b'\0' } else { b'\n' });
        }
    }

    fn wants_all(&self) -> bool {
        false
    }
}

/// A path as the system has it, or as shown on a terminal.
pub(super) fn push_path(path: &Path, looks: &Option<Looks>, out: &mut Vec<u8>) {
    match looks {
        None => out.extend_from_slice(path_bytes(path)),
        Some(looks) => looks.path(path, out),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::output::{LinkFormat, Links, Machine, Palette};
    use crate::record::Transforms;
    use crate::span::{Position, Span};

    fn looks(palette: Palette) -> Looks {
        let machine = Machine { folder: "/home".into(), ..Machine::default() };
        let format = LinkFormat::parse("x:{path}:{line}").unwrap();
        Looks { palette, links: Some(Links { format, machine }) }
    }

    /// How a URI in the second line is shown, links as `(address|text)`.
    fn shown(shown: &TerminalText, path: &str, uri: &[u8]) -> String {
        let scheme_len = uri.iter().position(|b| *b == b':').unwrap_or(0);
        let span = Span { start: 5, end: 5 + uri.len() as u64 };
        let position = Some(Position { line: 2, column: 3 });
        let found = Found::of_link(span, uri, None, scheme_len, false).at(span, position);
        let origin = Origin::of(Path::new(path));
        let mut out = Vec::new();
        assert_eq!(shown.found(&origin, &found, &mut out), ControlFlow::Continue(()));
        let out = String::from_utf8(out).unwrap();
        let out = out.replace("\u{1b}]8;;\u{1b}\\", ")").replace("\u{1b}]8;;", "(");
        out.replace("\u{1b}\\", "|")
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_to_the_place_and_to_the_uri() {
        let text = PlainText { path: true, line: true, ..PlainText::default() };
        let writer = TerminalText { text, looks: looks(Palette::plain()) };
        for (path, uri, expected) in [
            ("a", "http://a.example/", "(x:/home/a:2|a:2:)(http://a.example/|http://a.example/)\n"),
            ("/a", "file:///etc/passwd", "(x:/a:2|/a:2:)file:///etc/passwd\n"),
            ("/a", "http://a.example:8o/", "(x:/a:2|/a:2:)http://a.example:8o/\n"),
            ("/a", "http://a/\u{7}\u{202e}", "(x:/a:2|/a:2:)http://a/\\u{7}\\u{202e}\n"),
            ("/a", "www.a.example", "(x:/a:2|/a:2:)www.a.example\n"),
            ("/\u{1b}\\", "urn:b", "(x:/%1B%5C:2|/\\u{1b}\\:2:)urn:b\n"),
            ("(standard input)", "ftp://é/", "(standard input):2:(ftp://%C3%A9/|ftp://é/)\n"),
        ] {
            assert_eq!(shown(&writer, path, uri.as_bytes()), expected);
        }
    }

    #[test]
    fn a_disguise_leads_nowhere() {
        let transforms = Transforms { defang: true, ..Transforms::default() };
        let text = PlainText { transforms, ..PlainText::default() };
        let writer = TerminalText { text, looks: looks(Palette::plain()) };
        assert_eq!(shown(&writer, "a", b"http://a.example/"), "hxxp://a[.]example/\n");
        let transforms = Transforms { unwrap: Some(Default::default()), ..Transforms::default() };
        let writer =
            TerminalText { text: PlainText { transforms, ..PlainText::default() }, ..writer };
        let redirector = b"https://www.google.com/url?q=http%3A%2F%2Fa.example%2F";
        let expected = "(http://a.example/|http://a.example/)\n";
        assert_eq!(shown(&writer, "a", redirector), expected);
    }

    #[test]
    fn colours() {
        let text = PlainText { path: true, line: true, column: true, ..PlainText::default() };
        let writer =
            TerminalText { text, looks: Looks { palette: Palette::default(), links: None } };
        let expected = "\u{1b}[35ma\u{1b}[0m:\u{1b}[32m2\u{1b}[0m:3:\u{1b}[35mhttp\u{1b}[0m\
    \u{1b}[2m://\u{1b}[0m\u{1b}[1m\u{1b}[32mb\u{1b}[0m\u{1b}[36m/c\u{1b}[0m\
    \u{1b}[1m\u{1b}[4m\u{1b}[31m%\u{1b}[0m\u{1b}[36mz\u{1b}[0m\n";
        assert_eq!(shown(&writer, "a", b"http://b/c%z"), expected);
    }
}
