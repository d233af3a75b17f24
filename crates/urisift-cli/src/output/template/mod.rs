//! A custom line for each find.

mod parameters;
mod parse;
mod replaced;

use std::ops::ControlFlow;

use parameters::{Lines, Parameter};

pub(crate) use replaced::Replaced;

use crate::aggregate::extension;
use crate::found::Found;
use crate::grammar::components::Components;
use crate::record::{Cell, Columns, Finds, Metadata, RecordWriter, Skip, push_number};
use crate::sanitize::Reader;
use crate::span::Origin;

/// What is written for a find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Template {
    /// A line made of these pieces.
    Line(Vec<Piece>),
    /// A line for each parameter of the query.
    Parameters(Parameter),
}

impl Template {
    /// Returns `true` if it has columns of the table of finds.
    pub fn has_columns(&self) -> bool {
        match self {
            Template::Line(pieces) => pieces.iter().any(|piece| matches!(piece, Piece::Column(_))),
            Template::Parameters(_) => false,
        }
    }

    /// The columns that it has.
    pub fn columns(&self) -> Columns {
        let Template::Line(pieces) = self else { return Columns::default() };
        let names = pieces.iter().filter_map(|piece| match piece {
            Piece::Column(name) => Some(*name),
            _ => None,
        });
        // The parser has accepted their names.
        Columns::named(names).unwrap_or_default()
    }

    /// Returns `true` if it is the same for every find.
    pub fn is_constant(&self) -> bool {
        self.constant().is_some()
    }

    /// What it makes of every URI, if that is always the same.
    pub fn constant(&self) -> Option<&str> {
        match self {
            Template::Line(pieces) => match &pieces[..] {
                [] => Some(""),
                [Piece::Literal(text)] => Some(text),
                _ => None,
            },
            Template::Parameters(_) => None,
        }
    }
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Literal text.
    Literal(String),
    /// A component of the URI as printed.
    Component(Component),
    /// The column of the table of finds.
    Column(&'static str),
    /// The URI as it is written. The column has it only where it differs from the URI.
    Raw,
}

/// A component, or the delimiter before or after it if it is defined (RFC 3986 5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Component {
    Scheme,
    Authority,
    Userinfo,
    At,
    Host,
    Subdomain,
    /// The label before the public suffix.
    Root,
    Suffix,
    /// The registrable domain; the host if it has none.
    Apex,
    Colon,
    Port,
    Path,
    Extension,
    QuestionMark,
    Query,
    NumberSign,
    Fragment,
}

/// Lines made by a template. Empty lines are not written.
pub(crate) struct Formatted {
    pub template: Template,
    /// What is said of a find, with all columns of the template.
    pub finds: Finds,
    /// Length of the public suffix at the end of a host, in bytes.
    pub suffix_len: fn(&[u8]) -> usize,
    /// End lines with NUL.
    pub null: bool,
    pub reader: Reader,
}

impl RecordWriter for Formatted {
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        let end = if self.null { b'\0' } else { b'\n' };
        self.push(origin, found, Some(end), out);
        ControlFlow::Continue(())
    }

    fn metadata(&self) -> Metadata {
        self.finds.metadata()
    }
}

impl Formatted {
    /// Writes what the template makes of a find, and ends a line that is not empty.
    fn push(&self, origin: &Origin<'_>, found: &Found<'_>, end: Option<u8>, out: &mut Vec<u8>) {
        let uri = self.finds.transforms.meant(found);
        // A URI that has no scheme, and is as found, starts with its host.
        let components = match found.scheme().is_empty() && *uri == *found.uri() {
            true => Components::of_abbreviated(&uri),
            false => Components::of(&uri),
        };
        match &self.template {
            Template::Line(pieces) => {
                let line = Line { writer: self, origin, found, components };
                let start = out.len();
                line.push(pieces, out);
                out.extend(end.filter(|_| out.len() > start));
            }
            Template::Parameters(what) => {
                let lines = Lines { end: end.unwrap_or(b'\n'), reader: self.reader };
                what.push(components.query(), lines, out);
            }
        }
    }
}

/// The data of a line.
struct Line<'a> {
    writer: &'a Formatted,
    origin: &'a Origin<'a>,
    found: &'a Found<'a>,
    components: Components<'a>,
}

impl Line<'_> {
    fn push(&self, pieces: &[Piece], out: &mut Vec<u8>) {
        let has_columns = self.writer.template.has_columns();
        let cells = has_columns.then(|| self.writer.finds.cells(self.origin, self.found));
        for piece in pieces {
            match piece {
                Piece::Literal(text) => self.push_literal(text, out),
                Piece::Component(part) => self.push_part(*part, out),
                Piece::Raw => self.writer.reader.push(self.found.raw(), out),
                Piece::Column(name) => {
                    let place = self.writer.finds.place(name);
                    self.push_cell(
                        cells.as_ref().zip(place).and_then(|(all, at)| all.get(at)),
                        out,
                    );
                }
            }
        }
    }

    fn push_part(&self, part: Component, out: &mut Vec<u8>) {
        let parts = &self.components;
        let text = match part {
            Component::Scheme => parts.scheme(),
            Component::Userinfo => parts.userinfo(),
            Component::Host => parts.host(),
            Component::Port => parts.port(),
            Component::Path => Some(parts.path()),
            Component::Query => parts.query(),
            Component::Fragment => parts.fragment(),
            Component::At => parts.userinfo().map(|_| &b"@"[..]),
            Component::Colon => parts.port().map(|_| &b":"[..]),
            Component::QuestionMark => parts.query().map(|_| &b"?"[..]),
            Component::NumberSign => parts.fragment().map(|_| &b"#"[..]),
            Component::Extension => extension(parts.path()),
            Component::Authority => return self.push_authority(out),
            Component::Subdomain => self.labels().map(|labels| labels.subdomain),
            Component::Root => self.labels().map(|labels| labels.root),
            Component::Suffix => self.labels().map(|labels| labels.suffix),
            Component::Apex => self.labels().map(|labels| labels.apex),
        };
        self.writer.reader.push(text.unwrap_or_default(), out);
    }

    /// Writes what was typed, with escapes decoded.
    fn push_literal(&self, text: &str, out: &mut Vec<u8>) {
        for piece in text.split_inclusive(['\t', '\n', '\0']) {
            let text = piece.trim_end_matches(['\t', '\n', '\0']);
            self.writer.reader.push(text.as_bytes(), out);
            out.extend_from_slice(&piece.as_bytes()[text.len()..]);
        }
    }

    /// Writes the value of a column.
    fn push_cell(&self, cell: Option<&Cell<'_>>, out: &mut Vec<u8>) {
        match cell {
            None | Some(Cell::Null) => {}
            Some(Cell::Text(text)) => self.writer.reader.push(text, out),
            Some(Cell::Number(number)) => push_number(*number, out),
            Some(Cell::Truth(truth)) => {
                out.extend_from_slice(if *truth { b"true" } else { b"false" });
            }
        }
    }

    fn push_authority(&self, out: &mut Vec<u8>) {
        for part in
            [Component::Userinfo, Component::At, Component::Host, Component::Colon, Component::Port]
        {
            self.push_part(part, out);
        }
    }

    fn labels(&self) -> Option<Labels<'_>> {
        self.components.host().map(|host| Labels::of(host, self.writer.suffix_len))
    }
}

/// A host split at its public suffix. A host without one, such as an address, is all apex.
pub(super) struct Labels<'h> {
    pub subdomain: &'h [u8],
    /// The label before the suffix.
    pub root: &'h [u8],
    pub suffix: &'h [u8],
    /// The registrable domain: the root and the suffix.
    pub apex: &'h [u8],
}

impl<'h> Labels<'h> {
    /// Splits a host, given the length of its public suffix in bytes.
    pub fn of(host: &'h [u8], suffix_len: fn(&[u8]) -> usize) -> Self {
        let name = host.strip_suffix(b".").unwrap_or(host);
        let (before, suffix) = match name.len().checked_sub(suffix_len(name)) {
            Some(at) if at < name.len() => name.split_at(at),
            _ => return Labels { subdomain: b"", root: b"", suffix: b"", apex: host },
        };
        let before = before.strip_suffix(b".").unwrap_or(before);
        let root_at = before.iter().rposition(|b| *b == b'.').map_or(0, |stop| stop + 1);
        Labels {
            subdomain: &before[..root_at.saturating_sub(1)],
            root: &before[root_at..],
            suffix,
            apex: &name[root_at..],
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::span::Span;

    /// What a template makes of a URI.
    fn line(template: &str, uri: &[u8]) -> String {
        line_for(Reader::Program, template, uri)
    }

    fn line_for(reader: Reader, template: &str, uri: &[u8]) -> String {
        let scheme_len = uri.iter().position(|b| *b == b':').unwrap_or(0);
        let span = Span { start: 3, end: 9 };
        let found = Found::of_link(span, uri, None, scheme_len, false);
        let template = Template::parse(template).unwrap();
        let suffix_len = |host: &[u8]| if host.ends_with(b".co.example") { 10 } else { 0 };
        let (finds, null) = (Finds::default(), false);
        let writer = Formatted { template, finds, suffix_len, null, reader };
        let mut out = Vec::new();
        let _ = writer.found(&Origin::of(Path::new("p")), &found, &mut out);
        String::from_utf8_lossy(&out).into_owned()
    }

    #[test]
    fn the_components_make_the_uri() {
        for uri in
            ["http://u@a.example:80/b/c.html?d#e", "x://@:?#", "mailto:a@b", "x:", "http://[::1]:/"]
        {
            // Without an authority, there are no slashes before it.
            let slashes = if uri.contains("//") { "//" } else { "" };
            let template = format!("%s:{slashes}%u%@%d%:%P%p%?%q%#%f");
            assert_eq!(line(&template, uri.as_bytes()), format!("{uri}\n"));
        }
        assert_eq!(line("%a", b"http://u@a.example:80/b"), "u@a.example:80\n");
        assert_eq!(line("%s|%d%p", b"a.example/b"), "|a.example/b\n");
    }

    #[test]
    fn names_of_hosts_have_parts() {
        let parts = |uri: &str| line("%S|%r|%t", uri.as_bytes());
        assert_eq!(parts("http://x.www.A.co.example/"), "x.www|A|co.example\n");
        assert_eq!(parts("http://a.co.example./"), "|a|co.example\n");
        assert_eq!(parts("http://[::1]/"), "||\n");
        assert_eq!(line("apexes", b"http://x.a.co.example./"), "a.co.example\n");
        assert_eq!(line("apexes", b"http://10.0.0.1/"), "10.0.0.1\n");
    }

    #[test]
    fn extensions_are_those_of_names() {
        for (path, extension) in
            [("/a.tar.gz", "gz\n"), ("/a.b/c", ""), ("/.profile", ""), ("/a.", ""), ("/%2e", "")]
        {
            assert_eq!(line("%e", format!("http://h{path}").as_bytes()), extension, "{path}");
        }
    }

    #[test]
    fn a_person_sees_no_control_but_those_of_the_template() {
        let line = |template: &str| {
            line_for(Reader::Person, template, "http://h\u{1b}/\t?a=%c2%9bb+\n".as_bytes())
        };
        assert_eq!(line(r"\t%d\n%p\0"), "\th\\u{1b}\n/\\t\0\n");
        assert_eq!(line("\u{1b}[31m\u{202e}%{host}%a"), "\\u{1b}[31m\\u{202e}h\\u{1b}h\\u{1b}\n");
        assert_eq!(line("keypairs"), "a=\\u{9b}b \\n\n");
    }

    #[test]
    fn columns_and_text_are_as_they_are() {
        assert_eq!(line(r"%{start}\t%{path}%%%{valid}\\", b"x:\xff"), "3\tp%false\\\n");
        assert_eq!(line("%{uri}", b"x:\xff"), "x:\u{fffd}\n");
        assert_eq!(line("%{line}%q", b"x:"), "", "nothing is no line");
    }
}
