//! The text around a find, below its record: each line after a bar.

use std::iter;
use std::ops::Range;

use memchr::memchr_iter;

use super::folded::Folded;
use super::paint;
use super::palette::{Palette, Role};
use crate::found::Found;
use crate::sanitize;
use crate::span::Context;

/// Precedes each line, without the space after it.
const BAR: &[u8] = b"  |";

/// Writes the lines as they are.
pub(super) fn plain(context: &Context<'_>, found: &Found<'_>, out: &mut Vec<u8>) {
    let start = |out: &mut Vec<u8>| {
        out.push(b'\n');
        out.extend_from_slice(BAR);
        out.push(b' ');
    };
    start(out);
    for piece in [context.before, found.raw(), context.after] {
        lines(piece, start, |line, out| out.extend_from_slice(&piece[line]), out);
    }
}

/// Writes the lines for a terminal, with the find in its colors.
pub(super) fn painted(
    context: &Context<'_>,
    found: &Folded<'_>,
    palette: &Palette,
    out: &mut Vec<u8>,
) {
    let start = |out: &mut Vec<u8>| {
        out.push(b'\n');
        paint::piece(BAR, Role::Delimiter, palette, out);
        out.push(b' ');
    };
    let text = |text: &[u8], out: &mut Vec<u8>| {
        lines(text, start, |line, out| harmless(&text[without_return(text, line)], out), out);
    };
    start(out);
    text(context.before, out);
    let paint = |line, out: &mut Vec<u8>| {
        found.stretch(without_return(found.text, line), palette, out);
    };
    lines(found.text, start, paint, out);
    text(context.after, out);
}

/// Writes a piece by its lines, without line feeds, and what starts a line before each but the first.
fn lines(
    piece: &[u8],
    start: impl Fn(&mut Vec<u8>),
    write: impl Fn(Range<usize>, &mut Vec<u8>),
    out: &mut Vec<u8>,
) {
    let mut at = 0;
    for end in memchr_iter(b'\n', piece).chain(iter::once(piece.len())) {
        if at > 0 {
            start(out);
        }
        write(at..end, out);
        at = end + 1;
    }
}

/// CR belongs to the line ending, which is replaced here.
fn without_return(text: &[u8], line: Range<usize>) -> Range<usize> {
    let has_return = text[line.clone()].ends_with(b"\r");
    line.start..line.end - usize::from(has_return)
}

/// Text without anything that a terminal would act on, except tabs.
pub(super) fn harmless(line: &[u8], out: &mut Vec<u8>) {
    for (i, cell) in line.split(|byte| *byte == b'\t').enumerate() {
        if i > 0 {
            out.push(b'\t');
        }
        sanitize::push(cell, out);
    }
}

/// Text for a terminal: its lines and tabs, and nothing else that a terminal would act on.
pub(super) fn without_harm(text: &[u8], out: &mut Vec<u8>) {
    let start = |out: &mut Vec<u8>| out.push(b'\n');
    lines(text, start, |line, out| harmless(&text[without_return(text, line)], out), out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::paint::Painted;
    use crate::output::palette::Change;
    use crate::span::Span;
    use anstyle::AnsiColor;

    fn both(before: &[u8], raw: &[u8], after: &[u8]) -> [String; 2] {
        let context = Context { before, after };
        let span = Span { start: 0, end: raw.len() as u64 };
        let (mut out, mut styled) = (Vec::new(), Vec::new());
        plain(&context, &Found::of_link(span, raw, None, 4, false), &mut out);
        let mut palette = Palette::plain();
        palette.change(Role::Host, Change::Foreground(AnsiColor::Green.into()));
        palette.change(Role::UrlPath, Change::Foreground(AnsiColor::Blue.into()));
        let found = Folded::of(raw, Painted::of_form(raw));
        painted(&context, &found, &palette, &mut styled);
        let styled = String::from_utf8(styled).unwrap();
        let marks = [("\u{1b}[32m", "H<"), ("\u{1b}[34m", "P<"), ("\u{1b}[0m", ">")];
        let styled = marks.iter().fold(styled, |text, (escape, mark)| text.replace(escape, mark));
        [String::from_utf8_lossy(&out).into_owned(), styled]
    }

    #[test]
    fn lines_stand_after_bars() {
        for (before, raw, after, plain, painted) in [
            ("", "http://a/", "", "\n  | http://a/", "\n  | http://H<a>P</>"),
            (
                "a\nb ",
                "http://a/",
                " c\nd",
                "\n  | a\n  | b http://a/ c\n  | d",
                "\n  | a\n  | b http://H<a>P</> c\n  | d",
            ),
            (
                "\n",
                "http://a/",
                "\n\n",
                "\n  | \n  | http://a/\n  | \n  | ",
                "\n  | \n  | http://H<a>P</>\n  | \n  | ",
            ),
            (
                "",
                "http://a/b\r\n c",
                "\r\n",
                "\n  | http://a/b\r\n  |  c\r\n  | ",
                "\n  | http://H<a>P</b>\n  | P< c>\n  | ",
            ),
            (
                "\u{1b}[31m\t",
                "http://a/",
                "\u{202e}",
                "\n  | \u{1b}[31m\thttp://a/\u{202e}",
                "\n  | \\u{1b}[31m\thttp://H<a>P</>\\u{202e}",
            ),
        ] {
            let expected = [plain.to_owned(), painted.to_owned()];
            assert_eq!(both(before.as_bytes(), raw.as_bytes(), after.as_bytes()), expected);
        }
    }
}
