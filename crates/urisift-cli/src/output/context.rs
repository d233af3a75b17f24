//! The text around a find, below its record: each line after a bar.

use std::iter;
use std::ops::Range;

use memchr::memchr_iter;

use super::paint::{self, Painted};
use super::palette::{Palette, Role};
use crate::found::Found;
use crate::sanitize;
use crate::span::Context;

/// Precedes each line, without the space after it.
const BAR: &[u8] = b"  |";

/// Writes the lines as they are.
pub(super) fn plain(context: &Context<'_>, found: &Found<'_>, out: &mut Vec<u8>) {
    start_line(out);
    for piece in [context.before, found.raw(), context.after] {
        for (i, line) in lines(piece).enumerate() {
            if i > 0 {
                start_line(out);
            }
            out.extend_from_slice(&piece[line]);
        }
    }
}

fn start_line(out: &mut Vec<u8>) {
    out.push(b'\n');
    out.extend_from_slice(BAR);
    out.push(b' ');
}

/// Writes the lines for a terminal, with the find in its colours.
pub(super) fn painted(
    context: &Context<'_>,
    found: Painted<'_>,
    palette: &Palette,
    out: &mut Vec<u8>,
) {
    let mut writer = ContextWriter { palette, out };
    writer.start_line();
    writer.text(context.before);
    writer.found(found);
    writer.text(context.after);
}

/// Paints line by line.
struct ContextWriter<'a> {
    palette: &'a Palette,
    out: &'a mut Vec<u8>,
}

impl ContextWriter<'_> {
    fn start_line(&mut self) {
        self.out.push(b'\n');
        paint::piece(BAR, Role::Delimiter, self.palette, self.out);
        self.out.push(b' ');
    }

    fn text(&mut self, text: &[u8]) {
        for (i, line) in lines(text).enumerate() {
            if i > 0 {
                self.start_line();
            }
            let line = &text[line];
            // CR belongs to the line ending, which is replaced here.
            self.line(line.strip_suffix(b"\r").unwrap_or(line));
        }
    }

    /// Text without anything that a terminal would act on, except tabs.
    fn line(&mut self, line: &[u8]) {
        for (i, cell) in line.split(|byte| *byte == b'\t').enumerate() {
            if i > 0 {
                self.out.push(b'\t');
            }
            sanitize::push(cell, self.out);
        }
    }

    fn found(&mut self, found: Painted<'_>) {
        for (i, line) in lines(found.text).enumerate() {
            if i > 0 {
                self.start_line();
            }
            let has_return = found.text[line.clone()].ends_with(b"\r");
            let end = line.end - usize::from(has_return);
            found.stretch(line.start..end, self.palette, self.out);
        }
    }
}

/// The ranges of the lines, without line feeds.
fn lines(text: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    let ends = memchr_iter(b'\n', text).chain(iter::once(text.len()));
    ends.map(move |end| std::mem::replace(&mut start, end + 1)..end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::components::Components;
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
        let components = Components::of(raw);
        let found = Painted { text: raw, components: &components, fault: None };
        painted(&context, found, &palette, &mut styled);
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
