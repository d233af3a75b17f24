//! URIs broken over lines: what is between two pieces, and where the text continues on the next line.

use super::view::View;
use crate::byteset::BLANK;

/// The longest leader that is recognized, in bytes without blanks.
const MAX_LEADER: usize = 16;
/// How far on a line a column of text may start, in bytes.
const MAX_COLUMN: usize = 512;
/// How far the end of a page is searched for, in bytes.
const MAX_PAGE_BREAK: usize = 4096;

/// The sides of a frame around a text, as programs draw it on terminals.
const SIDES: [&[u8]; 5] = [b"|", "│".as_bytes(), "┃".as_bytes(), "║".as_bytes(), "┆".as_bytes()];

/// What is before the text on every line of a quotation or a comment: `> `, `| `, `# `, `// `, ` * `, `;; `, `-- `,
/// `REM `, `#' `, `│ `. Kept without its blanks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Leader {
    marks: [u8; MAX_LEADER],
    len: usize,
}

impl Leader {
    /// The leader of the line that holds `i`, up to `i`.
    pub fn of_line(view: &View<'_>, i: usize) -> Leader {
        let mut leader = Leader::default();
        let Some(from) = view.line_start(i) else { return leader };
        let line = view.slice(from, i);
        let mut rest = line;
        while let Some(len) = mark_len(rest) {
            for &b in &rest[..len] {
                if !BLANK.contains(b) && leader.len < MAX_LEADER {
                    leader.marks[leader.len] = b;
                    leader.len += 1;
                }
            }
            rest = &rest[len..];
        }
        // The continuation lines of a comment that opens here start with the star alone.
        if leader.marks().starts_with(b"/*") {
            leader = Leader { marks: [b'*'; MAX_LEADER], len: 1 };
        }
        leader
    }

    fn marks(&self) -> &[u8] {
        &self.marks[..self.len]
    }

    /// The offset after the leader of the line that starts at `i`: as many of its marks as are there,
    /// and the blanks around them.
    pub fn skip(&self, view: &View<'_>, mut i: usize) -> usize {
        i = view.skip_blanks(i);
        for &mark in self.marks() {
            if !view.is(i, |b| b == mark) {
                break;
            }
            i = view.skip_blanks(i + 1);
        }
        i
    }

    /// Returns `true` if the line that starts at `i` has all of the leader's marks.
    fn is_at(&self, view: &View<'_>, mut i: usize) -> bool {
        i = view.skip_blanks(i);
        self.marks().iter().all(|&mark| {
            let is = view.is(i, |b| b == mark);
            i = view.skip_blanks(i + 1);
            is
        })
    }

    /// The leader without the bullet of an item at its end, if there is one.
    fn without_bullet(&self) -> Option<Leader> {
        let is_bullet = matches!(self.marks(), [.., b'*' | b'+']);
        is_bullet.then(|| Leader { len: self.len - 1, ..*self })
    }

    /// The side of the frame that the line is in, if it does.
    fn side(&self) -> Option<&'static [u8]> {
        SIDES.into_iter().find(|side| *side == self.marks())
    }
}

/// The length of one mark of a leader at the start of `text`, blanks around it included.
fn mark_len(text: &[u8]) -> Option<usize> {
    let blanks = |t: &[u8]| t.iter().take_while(|b| BLANK.contains(**b)).count();
    let before = blanks(text);
    let rest = &text[before..];
    let len = match *rest.first()? {
        b'>' | b'|' => 1,
        b'#' if rest.starts_with(b"#'") => 2,
        0xe2 => SIDES.iter().find(|side| rest.starts_with(side))?.len(),
        mark @ (b'#' | b';' | b'%' | b'!' | b'*') => {
            let len = rest.iter().take_while(|b| **b == mark).count();
            let opens_word =
                b"!*".contains(&mark) && rest.get(len).is_some_and(|b| !BLANK.contains(*b));
            if opens_word { return None } else { len }
        }
        b'/' if rest.starts_with(b"//") || rest.starts_with(b"/*") => {
            rest.iter().take_while(|b| b"/*".contains(b)).count()
        }
        b'-' if rest.starts_with(b"-- ") => 2,
        b'R' | b'r' if rest.len() >= 4 && rest[..4].eq_ignore_ascii_case(b"rem ") => 3,
        b'd' if rest.starts_with(b"dnl ") => 3,
        b'+' if before == 0 || rest.starts_with(b"+ ") => 1,
        b':' if before == 0 && rest.starts_with(b": ") => 1,
        _ => initials(rest)?,
    };
    Some(before + len + blanks(&rest[len..]))
}

/// The length of a quoted author's initials and the bracket after them: `AB>`.
fn initials(text: &[u8]) -> Option<usize> {
    let letters = text.iter().take_while(|b| b.is_ascii_alphabetic()).count();
    ((1..=3).contains(&letters) && text.get(letters) == Some(&b'>')).then_some(letters + 1)
}

/// The offset after the line break at `i`: one `\r\n`, `\n` or `\r`.
fn after_break(view: &View<'_>, i: usize) -> Option<usize> {
    match view.at(i)? {
        b'\r' if view.is(i + 1, |b| b == b'\n') => Some(i + 2),
        b'\r' | b'\n' => Some(i + 1),
        _ => None,
    }
}

/// From the line break at `i` to where the text continues: after the next line's leader, or on the
/// next page. `None` if a blank line ends the wrapper.
pub(super) fn over_line(view: &View<'_>, i: usize, leader: Leader) -> Option<usize> {
    let line = after_break(view, i)?;
    let text = leader.skip(view, line);
    match view.at(text)? {
        b'\r' | b'\n' | b'\x0c' => over_page(view, i),
        _ => Some(text),
    }
}

/// From the line break at `i` over the end of a page of an RFC: blank lines, a footer that ends in
/// `[Page 12]`, a form feed, a header, blank lines.
fn over_page(view: &View<'_>, i: usize) -> Option<usize> {
    let most = i + MAX_PAGE_BREAK;
    let white = |b: u8| b" \t\r\n\x0c".contains(&b);
    let footer = view.find(i, most - i, |b| !white(b))?;
    let footer_end = view.find(footer, most - footer, |b| b == b'\n' || b == b'\r')?;
    if !is_footer(view.slice(footer, footer_end)) {
        return None;
    }
    let header = view.find(footer_end, most - footer_end, |b| !white(b))?;
    let header_end = view.find(header, most - header, |b| b == b'\n' || b == b'\r')?;
    if !is_header(view.slice(header, header_end)) {
        return None;
    }
    view.find(header_end, most - header_end, |b| !white(b))
}

fn is_footer(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    let number = line.iter().rposition(|&b| b == b'[').map(|i| &line[i..]).unwrap_or(&[]);
    number.len() > 7
        && number[..6].eq_ignore_ascii_case(b"[page ")
        && number.ends_with(b"]")
        && number[6..number.len() - 1].iter().all(|b| b.is_ascii_alphanumeric())
}

/// A running head: it names the series, or ends in a year.
fn is_header(line: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    let year = line.len() >= 4 && line[line.len() - 4..].iter().all(u8::is_ascii_digit);
    line.starts_with(b"RFC")
        || line.starts_with(b"Internet")
        || line.starts_with(b"INTERNET")
        || year
}

/// How a line ends after a URI.
#[derive(Clone, Copy)]
pub(super) struct LineEnd {
    /// Where the line break stands.
    pub at: usize,
    /// A formatter has put a hyphen before it: U+2010, or a soft hyphen.
    pub hyphenated: bool,
    /// The right side of a frame follows at once, or after one blank.
    pub framed: bool,
}

/// The end of the line if nothing is between `end` and it but blanks, the hyphen of a formatter, or the right side of a
/// frame around a text, whose left side is before `start`.
pub(super) fn line_end(view: &View<'_>, start: usize, end: usize) -> Option<LineEnd> {
    let found = |at, hyphenated, framed| {
        let is_break = view.is(at, |b| b == b'\r' || b == b'\n');
        is_break.then_some(LineEnd { at, hyphenated, framed })
    };
    match view.at(end)? {
        b'\r' | b'\n' => found(end, false, false),
        0xe2 if view.has(end, "\u{2010}".as_bytes()) => found(end + 3, true, false),
        0xc2 if view.has(end, "\u{ad}".as_bytes()) => found(end + 2, true, false),
        b' ' | b'\t' | b'|' | 0xe2 => {
            let at = view.skip_blanks(end);
            let after_frame = || found(after_frame(view, start, at)?, false, at <= end + 1);
            found(at, false, false).or_else(after_frame)
        }
        _ => None,
    }
}

/// The offset after the right side of a frame at `i` and the blanks after it. The line has no other cell.
fn after_frame(view: &View<'_>, start: usize, i: usize) -> Option<usize> {
    let side = SIDES.into_iter().find(|side| view.has(i, side))?;
    let line = view.line_before(start);
    let is_framed = Leader::of_line(view, start).side() == Some(side);
    let cells = memchr::memmem::find_iter(line, side).count();
    (is_framed && cells == 1).then(|| view.skip_blanks(i + side.len()))
}

/// The line after one that ends in a bare URI.
pub(super) struct NextLine<'t> {
    /// What is before the URI on its line, after the leader.
    pub before: &'t [u8],
    /// Where the URI continues.
    pub from: usize,
    /// How far the text of both lines is indented, in columns.
    pub indents: [usize; 2],
    /// The next line has the first one's leader.
    pub led: bool,
}

/// The line after the one that holds `start` and breaks at `line_break`. It has the same leader; or
/// it hangs under an item's bullet; or nothing at all precedes its text, as where a quoted line was wrapped.
pub(super) fn next_line<'t>(
    view: &View<'t>,
    start: usize,
    line_break: usize,
) -> Option<NextLine<'t>> {
    let line = after_break(view, line_break)?;
    let line_start = view.line_start(start)?;
    let mut leader = Leader::of_line(view, start);
    let first = leader.skip(view, line_start);
    if let Some(outer) = leader.without_bullet()
        && !leader.is_at(view, line)
    {
        leader = outer;
    }
    let led = leader.is_at(view, line);
    if !led && !view.is(line, |b| b.is_ascii_alphanumeric()) {
        return None;
    }
    let from = if led { leader.skip(view, line) } else { line };
    let indents = [columns(view.slice(line_start, first)), columns(view.slice(line, from))];
    let before = view.slice(first.min(start), start);
    Some(NextLine { before, from, indents, led })
}

/// The next line's text in the column of the one that holds `start` and breaks at `line_break`, where text is in
/// several: two blanks or more before it on both lines.
pub(super) fn next_in_column<'t>(
    view: &View<'t>,
    start: usize,
    line_break: usize,
) -> Option<NextLine<'t>> {
    let line_start = view.line_start(start)?;
    let gap = memchr::memmem::rfind(view.slice(line_start, start), b"  ")?;
    let text = line_start + gap + 2;
    let column = columns(view.slice(line_start, text));
    let line = after_break(view, line_break)?;
    let mut at = 0;
    let from = view.find(line, MAX_COLUMN, |b| {
        let there = at >= column || b == b'\n' || b == b'\r';
        at += usize::from(b & 0xc0 != 0x80);
        there
    })?;
    let led = view.before(from).ends_with(b"  ") && view.is(from, |b| b > b' ');
    led.then(|| NextLine { before: view.slice(text, start), from, indents: [column; 2], led })
}

/// Returns `true` if the line that holds `i`, and is `len` bytes long, is a folded line of a calendar (RFC 5545 3.1):
/// as long as such lines are, and either the one with the property's name or one after it that starts with a single
/// blank.
pub(super) fn is_calendar_line(view: &View<'_>, i: usize, len: usize) -> bool {
    // Some writers count the blank.
    let is_cut = |from: usize, len: usize| len == 75 || len == 76 && view.is(from, |b| b == b' ');
    let Some(mut start) = view.line_start(i).filter(|&start| is_cut(start, len)) else {
        return false;
    };
    let mut seen = 0;
    while view.is(start, |b| b == b' ') {
        let before = view.before(start);
        let line_break = if before.ends_with(b"\r\n") { 2 } else { 1 };
        let Some(end) = start.checked_sub(line_break) else { return false };
        match view.line_start(end) {
            Some(line) if line < end && is_cut(line, end - line) => start = line,
            // The name is out of sight; several lines of that length are evidence enough.
            None => return seen > 1,
            _ => return false,
        }
        seen += 1;
    }
    let line = view.slice(start, i);
    let name = line.iter().take_while(|b| b.is_ascii_uppercase() || **b == b'-').count();
    name > 1 && line[name..].first().is_some_and(|b| b":;".contains(b))
}

/// How wide a piece of a line is: characters, with tabs to every eighth column.
pub(super) fn columns(text: &[u8]) -> usize {
    text.iter().fold(0, |at, &b| match b {
        b'\t' => at / 8 * 8 + 8,
        0x80..=0xbf => at,
        _ => at + 1,
    })
}
