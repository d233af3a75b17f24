//! Styled text: harmless, and a URI in the colors of its components; and how records look on a terminal.

use std::io::Write;
use std::ops::Range;
use std::path::Path;

use super::hyperlink::{self, LinkFormat, Machine};
use super::palette::{Palette, Role};
use crate::found::Found;
use crate::grammar::components::Components;
use crate::grammar::uri::Iri;
use crate::record::path_bytes;
use crate::sanitize;
use crate::span::{Position, STDIN};

/// Writes a piece in the style of its role.
pub(super) fn piece(text: &[u8], role: Role, palette: &Palette, out: &mut Vec<u8>) {
    if text.is_empty() {
        return;
    }
    let style = palette.of(role);
    // Writing to memory cannot fail.
    let _ = write!(out, "{style}");
    sanitize::push(text, out);
    let _ = write!(out, "{style:#}");
}

/// A URI and what is highlighted in it.
pub(super) struct Painted<'u> {
    pub text: &'u [u8],
    pub components: Components<'u>,
    /// The offset of the character that does not fit; only for a URI as found.
    pub fault: Option<usize>,
    pub is_valid: bool,
}

impl<'u> Painted<'u> {
    pub fn of_found(found: &'u Found<'_>) -> Self {
        let judgement = found.judgement();
        let fault = judgement.verdict.err().map(|fault| fault.offset());
        let (components, is_valid) = (judgement.components, fault.is_none());
        Painted { text: found.uri(), components, fault, is_valid }
    }

    /// Another form of a find. A defanged form is not a URI, which is not a fault.
    pub fn of_form(text: &'u [u8]) -> Self {
        let iri = str::from_utf8(text).ok().and_then(|text| Iri::parse(text).ok());
        let is_valid = iri.is_some_and(|iri| iri.scheme_specific().is_ok());
        Painted { text, components: Components::of(text), fault: None, is_valid }
    }

    /// Writes a range of it: components, delimiters, and the character that does not fit.
    pub fn stretch(&self, within: Range<usize>, palette: &Palette, out: &mut Vec<u8>) {
        let text = self.text;
        let fault = self.fault.map_or(text.len()..text.len(), |at| faulty(text, at));
        let mut write = |stretch: Range<usize>, role| {
            let stretch = clamped(&stretch, &within);
            let fault = clamped(&fault, &stretch);
            piece(&text[stretch.start..fault.start], role, palette, out);
            piece(&text[fault.clone()], Role::Fault, palette, out);
            piece(&text[fault.end..stretch.end], role, palette, out);
        };
        let mut done = 0;
        for (role, range) in roles(&self.components) {
            write(done..range.start, Role::Delimiter);
            write(range.clone(), role);
            done = range.end;
        }
        write(done..text.len(), Role::Delimiter);
    }
}

/// The part of a range that is in another.
pub(super) fn clamped(range: &Range<usize>, within: &Range<usize>) -> Range<usize> {
    range.start.clamp(within.start, within.end)..range.end.clamp(within.start, within.end)
}

/// The components in order.
fn roles(components: &Components<'_>) -> impl Iterator<Item = (Role, Range<usize>)> {
    let parts = components.parts();
    let roles = [
        (Role::Scheme, parts.scheme()),
        (Role::Userinfo, parts.userinfo()),
        (Role::Host, parts.host()),
        (Role::Port, parts.port()),
        (Role::UrlPath, Some(parts.path())),
        (Role::Query, parts.query()),
        (Role::Fragment, parts.fragment()),
    ];
    roles.into_iter().filter_map(|(role, range)| Some((role, range?)))
}

/// The character that starts at the byte; the last one if the text ends too soon.
fn faulty(text: &[u8], at: usize) -> Range<usize> {
    match text.get(at..).filter(|rest| !rest.is_empty()) {
        Some(rest) => at..at + bstr::decode_utf8(rest).1,
        None => text.len() - bstr::decode_last_utf8(text).1..text.len(),
    }
}

/// Colors and links of records.
#[derive(Clone, Debug)]
pub(crate) struct Looks {
    pub palette: Palette,
    /// How links are made, if there are any.
    pub links: Option<Links>,
}

/// What links to files are made of.
#[derive(Clone, Debug)]
pub(crate) struct Links {
    pub format: LinkFormat,
    pub machine: Machine,
}

impl Looks {
    /// Returns `true` if only the escapes of harmful characters differ from plain text.
    pub fn is_plain(&self) -> bool {
        self.links.is_none() && self.palette.is_plain()
    }

    /// Writes a path as a link to the file.
    pub fn path(&self, path: &Path, out: &mut Vec<u8>) {
        let write = |out: &mut Vec<u8>| piece(path_bytes(path), Role::Path, &self.palette, out);
        self.linked(path, None, out, write);
    }

    /// Writes text that is a link to a place in a file, if there are links.
    pub fn linked(
        &self,
        path: &Path,
        position: Option<Position>,
        out: &mut Vec<u8>,
        write: impl FnOnce(&mut Vec<u8>),
    ) {
        let links = self.links.as_ref().filter(|links| !links.format.is_none());
        let address = links
            .filter(|_| path != Path::new(STDIN))
            .map(|Links { format, machine }| hyperlink::address(format, machine, path, position));
        hyperlink::linked(address.as_deref(), out, write);
    }
}

#[cfg(test)]
mod tests {
    use anstyle::AnsiColor;

    use super::*;
    use crate::output::palette::Change;

    /// The painted text, with letters and brackets for styles.
    fn painted(text: &[u8], fault: Option<usize>) -> String {
        let mut palette = Palette::plain();
        palette.change(Role::Host, Change::Foreground(AnsiColor::Green.into()));
        palette.change(Role::Userinfo, Change::Foreground(AnsiColor::Red.into()));
        palette.change(Role::Fault, Change::Foreground(AnsiColor::Blue.into()));
        let mut out = Vec::new();
        let painted = Painted { text, components: Components::of(text), fault, is_valid: false };
        painted.stretch(0..text.len(), &palette, &mut out);
        let text = String::from_utf8(out).unwrap();
        let marks = [("\u{1b}[31m", "U<"), ("\u{1b}[32m", "H<"), ("\u{1b}[34m", "F<")];
        let text = marks.iter().fold(text, |text, (escape, mark)| text.replace(escape, mark));
        text.replace("\u{1b}[0m", ">")
    }

    #[test]
    fn components_and_faults() {
        for (text, fault, expected) in [
            (&b"http://me@a.example:80/b?c#d"[..], None, "http://U<me>@H<a.example>:80/b?c#d"),
            (b"mailto:a@b.example", None, "mailto:a@b.example"),
            (b"http://a.example:8o/", Some(18), "http://H<a.example>:8F<o>/"),
            (b"http://a\x1b.example/", Some(8), "http://H<a>F<\\u{1b}>H<.example>/"),
            (b"http://a/\xff", Some(9), "http://H<a>/F<\\xff>"),
            ("http://é/".as_bytes(), Some(7), "http://F<é>/"),
            (b"urn:x", Some(5), "urn:F<x>"),
            (b"urn:x", Some(99), "urn:F<x>"),
            (b"", Some(0), ""),
        ] {
            assert_eq!(painted(text, fault), expected);
        }
    }
}
