//! A URI in its colors where it is in the text, which may be broken over lines.

use std::ops::Range;

use super::context::harmless;
use super::paint::{Painted, clamped};
use super::palette::Palette;

/// How many marks may precede a line, as of quoted mail and of comments.
const MARKS: usize = 8;

/// A piece of a URI, and where it is in the text.
#[derive(Debug, PartialEq, Eq)]
struct Piece {
    at: usize,
    uri: Range<usize>,
}

/// A URI as it is written.
pub(super) struct Folded<'u> {
    /// As it is written.
    pub text: &'u [u8],
    /// The URI, or if it differs in more than line breaks, the text.
    painted: Painted<'u>,
    pieces: Vec<Piece>,
}

impl<'u> Folded<'u> {
    /// A text, and the URI that it stands for.
    pub fn of(text: &'u [u8], uri: Painted<'u>) -> Self {
        match pieces(text, uri.text) {
            Some(pieces) => Folded { text, painted: uri, pieces },
            None => {
                let pieces = vec![Piece { at: 0, uri: 0..text.len() }];
                Folded { text, painted: Painted::of_form(text), pieces }
            }
        }
    }

    /// Writes a range of the text: what is of the URI in its colors.
    pub fn stretch(&self, within: Range<usize>, palette: &Palette, out: &mut Vec<u8>) {
        let mut done = within.start;
        let first = self.pieces.partition_point(|piece| piece.at + piece.uri.len() <= within.start);
        for Piece { at, uri } in self.pieces[first..].iter().take_while(|p| p.at < within.end) {
            let stands = clamped(&(*at..at + uri.len()), &within);
            harmless(&self.text[done..stands.start], out);
            let start = uri.start + (stands.start - at);
            self.painted.stretch(start..start + stands.len(), palette, out);
            done = stands.end;
        }
        harmless(&self.text[done..within.end], out);
    }
}

/// Where the pieces of a URI are in a text, with whitespace and the marks of lines between them. `None` if the text
/// differs in more.
fn pieces(text: &[u8], uri: &[u8]) -> Option<Vec<Piece>> {
    let (mut pieces, mut at, mut done) = (Vec::new(), 0, 0);
    loop {
        let word = word(&text[at..]);
        let rest = &uri[done..];
        let is_mark = |count: &usize| word[..*count].iter().all(u8::is_ascii_punctuation);
        let most = if at == 0 { 0 } else { MARKS.min(word.len()) };
        let marks = (0..=most).filter(is_mark).find(|marks| rest.starts_with(&word[*marks..]))?;
        let len = word.len() - marks;
        if len > 0 {
            pieces.push(Piece { at: at + marks, uri: done..done + len });
        }
        (at, done) = (at + word.len(), done + len);
        at += text[at..].iter().take_while(|b| b.is_ascii_whitespace()).count();
        if at == text.len() {
            return (done == uri.len()).then_some(pieces);
        }
    }
}

/// The text up to whitespace.
fn word(text: &[u8]) -> &[u8] {
    text.split(u8::is_ascii_whitespace).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use anstyle::AnsiColor;

    use super::*;
    use crate::grammar::components::Components;
    use crate::output::palette::{Change, Role};

    #[test]
    fn the_pieces_make_the_uri() {
        for (text, uri) in [
            ("http://a/", "http://a/"),
            ("http://a/\n  b", "http://a/b"),
            ("http://a/\r\n> > b\n>c", "http://a/bc"),
            ("http://a/\n# b#c", "http://a/b#c"),
            ("http://a/ \n \n * #c", "http://a/#c"),
        ] {
            let pieces = pieces(text.as_bytes(), uri.as_bytes()).unwrap();
            let joined: String = pieces.iter().map(|p| &text[p.at..p.at + p.uri.len()]).collect();
            assert_eq!(joined, uri, "{text:?}");
        }
        for (text, uri) in [
            ("hxxp://a/", "http://a/"),
            ("http://a/", "http://a/b"),
            ("http://a/b", "http://a/"),
            ("http://a/\nxb", "http://a/b"),
            ("", "b"),
        ] {
            assert_eq!(pieces(text.as_bytes(), uri.as_bytes()), None, "{text:?}");
        }
    }

    #[test]
    fn marks_of_lines_have_no_colour() {
        let mut palette = Palette::plain();
        palette.change(Role::Host, Change::Foreground(AnsiColor::Green.into()));
        let uri = b"http://a.example/b";
        let painted =
            Painted { text: uri, components: Components::of(uri), fault: None, is_valid: true };
        let text = b"http://a.\n# exam\x1b";
        let folded = Folded::of(b"http://a.\n# example/b", painted);
        let mut out = Vec::new();
        folded.stretch(10..folded.text.len(), &palette, &mut out);
        assert_eq!(out, b"# \x1b[32mexample\x1b[0m/b");
        let painted =
            Painted { text: uri, components: Components::of(uri), fault: None, is_valid: true };
        let mut out = Vec::new();
        Folded::of(text, painted).stretch(0..text.len(), &Palette::plain(), &mut out);
        assert_eq!(out, b"http://a.\\n# exam\\u{1b}");
    }
}
