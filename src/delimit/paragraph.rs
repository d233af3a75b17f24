//! The lines above one that ends with a URI: how wide they are says whether the line was filled, and whether
//! it was cut at a fixed width.

use super::fold::columns;
use super::view::View;
use crate::byteset::{BLANK, MARGIN};

/// How many lines are looked at.
const MAX_LINES: usize = 16;
/// A shorter line says nothing of the width to which a paragraph is filled.
const SHORT: usize = 30;

/// The lines of a paragraph above another one, as far back as may be looked.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Above {
    /// How many there are.
    pub count: usize,
    /// How many columns the widest has.
    pub widest: usize,
    /// How many are as wide as that.
    equal: usize,
    /// Two blanks are in a row on one of them, as in justified text and in tables.
    pub spaced: bool,
    /// How far the last one is indented, in columns.
    pub indent: usize,
    /// Their widths, the last one first.
    widths: [usize; MAX_LINES],
}

impl Above {
    /// The lines above the one that holds `i`, up to a blank one.
    pub fn of_line(view: &View<'_>, i: usize) -> Self {
        let mut above = Above::default();
        let Some(start) = view.line_start(i) else { return above };
        let mut rest = view.before(start);
        while let Some(line) = last_line(&mut rest) {
            if above.count == MAX_LINES || line.iter().all(|&b| MARGIN.contains(b)) {
                break;
            }
            above.push(line);
        }
        above
    }

    fn push(&mut self, line: &[u8]) {
        let width = columns(line);
        if self.count == 0 {
            self.indent = indent(line);
        }
        self.widths[self.count] = width;
        self.count += 1;
        self.equal = match width.cmp(&self.widest) {
            std::cmp::Ordering::Greater => 1,
            std::cmp::Ordering::Equal => self.equal + 1,
            std::cmp::Ordering::Less => self.equal,
        };
        self.widest = self.widest.max(width);
        let text = line.iter().position(|&b| !MARGIN.contains(b)).unwrap_or(0);
        self.spaced |= memchr::memmem::find(&line[text..], b"  ").is_some();
    }

    /// Returns `true` if all of them are `width` columns wide, as where a program cuts lines wherever they reach it.
    pub fn are_cut_at(&self, width: usize) -> bool {
        self.count > 1 && self.equal == self.count && self.widest == width && !self.spaced
    }

    /// The width to which the paragraph is filled, whose next line is `next` columns wide: the middle one of its widths,
    /// without lines that are much wider than the others, as two that were put on one. With letters of unequal
    /// widths, some lines have more columns.
    pub fn filled_to(&self, next: usize) -> usize {
        let mut widths = [0; MAX_LINES + 1];
        let mut count = 0;
        for width in self.widths[..self.count].iter().copied().chain([next]) {
            if width > SHORT {
                widths[count] = width;
                count += 1;
            }
        }
        let widths = &mut widths[..count];
        widths.sort_unstable();
        let Some(&median) = widths.get(count / 2) else { return next };
        let usual = widths.iter().take_while(|&&width| width * 10 <= median * 13).count();
        widths[usual / 2]
    }
}

/// How far the text of a line is indented, in columns.
pub(super) fn indent(line: &[u8]) -> usize {
    columns(&line[..line.iter().take_while(|b| BLANK.contains(**b)).count()])
}

/// Takes the last line off the text, which ends in a line break or is empty.
fn last_line<'t>(text: &mut &'t [u8]) -> Option<&'t [u8]> {
    let line = text.strip_suffix(b"\n").or_else(|| text.strip_suffix(b"\r"))?;
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let start = memchr::memrchr2(b'\n', b'\r', line).map_or(0, |i| i + 1);
    *text = &line[..start];
    Some(&line[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_up_to_a_blank_line() {
        let text =
            b"a very long line of another paragraph\n\n> one\r\n> \xd0\xb4\xd0\xb2\xd0\xb0\n> x";
        let view = View::new(text, 0, text.len());
        let above = Above::of_line(&view, text.len());
        assert_eq!((above.count, above.widest, above.equal, above.spaced), (2, 5, 2, false));
        assert!(above.are_cut_at(5) && !above.are_cut_at(6));
    }

    #[test]
    fn a_line_that_is_much_wider_does_not_count() {
        let lines = [70, 72, 71, 140, 69].map(|width| "x".repeat(width) + "\n");
        let text = lines.concat();
        let view = View::new(text.as_bytes(), 0, text.len());
        let above = Above::of_line(&view, text.len());
        assert_eq!((above.filled_to(72), above.filled_to(200)), (71, 71));
        assert_eq!(Above::default().filled_to(40), 40);
    }
}
