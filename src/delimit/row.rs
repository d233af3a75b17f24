//! Rows of tables whose format is not known: whether a separator after a URI starts the next cell.
//!
//! A URI may contain commas and semicolons. What shows that one separates cells is the text before the
//! URI, the cells after it, and a line next to it with as many cells. The same for lists of settings:
//! `url=http://a.example/,status=200`.

use memchr::{memchr, memchr2, memrchr};

use super::Head;
use super::bare;
use super::view::View;
use super::wrapper::FIELD_END;
use crate::byteset::{ALNUM, BLANK, ByteSet, HARD_STOP, MARGIN, URI};
use crate::grammar::scheme::is_web;

/// How far cells and lines are looked at, in bytes.
const MAX_ROW: usize = 512;
/// What ends a line, or is in no cell without quotes.
const LINE_STOP: ByteSet = HARD_STOP.without(BLANK);

/// Whether the separators after a URI separate cells. The first one decides for all of its kind.
#[derive(Debug, Default)]
pub(super) struct Row {
    commas: Option<bool>,
    semicolons: Option<bool>,
}

impl Row {
    /// Returns `true` if the separator at `i` ends the cell of the URI at `head`.
    pub fn ends_cell(&mut self, view: &View<'_>, head: &Head, i: usize, separator: u8) -> bool {
        let answer = if separator == b',' { &mut self.commas } else { &mut self.semicolons };
        let ends = || {
            // Borders of fields say more than the row does.
            let has_borders = memchr(FIELD_END, view.line_before(head.start)).is_some();
            !has_borders
                && (ends_cell(view, head.start, i, separator)
                    || separator == b','
                        && (ends_setting(view, head.start, i) || is_replaced(view, head.start)))
        };
        head.authority.is_some() && *answer.get_or_insert_with(ends)
    }
}

/// Returns `true` if the separator at `i` ends a host: on the web, only a user's name may contain one. Some write a
/// session after it, `;name=value`.
pub(super) fn ends_host(view: &View<'_>, head: &Head, i: usize, separator: u8) -> bool {
    // The end of an entity separates nothing: `http://a.example&amp;`.
    if separator == b';' && is_entity(view.slice(head.start.max(i.saturating_sub(ENTITY)), i)) {
        return false;
    }
    let is_web = is_web(view.slice(head.start, head.start + head.scheme_len));
    let own = if separator == b';' { b'=' } else { b'@' };
    let end = view.find(i, 256, |b| b == own || b"@/?#".contains(&b) || !URI.contains(b));
    is_web && end.is_none_or(|end| !view.is(end, |b| b == own || b == b'@'))
}

fn ends_cell(view: &View<'_>, start: usize, i: usize, separator: u8) -> bool {
    let uri = view.slice(start, i);
    if separator == b';' && is_entity(uri) || memchr(b'\n', uri).is_some() {
        return false;
    }
    let Some(cells) = Cells::up_to(view, i, separator, &HARD_STOP) else { return false };
    // Numbers in a row may belong to the URI: `/0,1518,123,00.html`, `@48.1,11.5`.
    let is_list = cells.first != Kind::Word && ends_in_number(uri);
    let is_path = memchr2(b'?', b'#', uri).is_none();
    // Words after a semicolon may be parameters of a path.
    let named = cells.words > 0
        && match separator {
            b',' => cells.count > 1 || cells.spaced || uri.ends_with(b"/"),
            _ => cells.count > 1 && is_path,
        };
    let alike = || has_twin(view, start, separator);
    let mixed = || {
        let line = || Cells::up_to(view, i, separator, &LINE_STOP);
        cells.are_mixed() || line().is_some_and(|line| line.are_mixed())
    };
    let before = view.line_before(start);
    let starts_line = before.iter().all(|&b| MARGIN.contains(b));
    match before {
        [.., _, last] if *last == separator => {
            cells.plain && (!is_list || cells.words > 0 || mixed()) || alike()
        }
        _ if !cells.plain || is_list => false,
        _ if starts_line => mixed() || named && alike(),
        [.., last] if BLANK.contains(*last) => {
            let listed = separator == b',' && is_path && cells.are_mixed();
            listed || memchr(separator, before).is_some() && alike()
        }
        _ => false,
    }
}

/// Bytes of the name of a setting.
const NAME: ByteSet = ALNUM.or(ByteSet::of(b"_-."));

/// Returns `true` if the URI is the value of a setting, and another setting follows the comma at `i`.
fn ends_setting(view: &View<'_>, start: usize, i: usize) -> bool {
    let Some((&joint @ (b'=' | b':'), before)) = view.line_before(start).split_last() else {
        return false;
    };
    let name = before.iter().rev().take_while(|b| NAME.contains(**b)).count();
    let outer = before[..before.len() - name].last();
    let is_set = name > 0 && outer.is_none_or(|&b| b" \t,{([".contains(&b));
    let uri = view.slice(start, i);
    let own = uri.rsplit(|b| *b == b'/').next().is_some_and(|last| last.contains(&b'='));
    let one_of_many = outer == Some(&b',');
    is_set && (one_of_many || !own) && sets(view, i + 1, joint)
}

/// Returns `true` if the URI is in a substitution of an editor with commas: `s,http://a.example/,x,g`.
fn is_replaced(view: &View<'_>, start: usize) -> bool {
    let before = view.line_before(start);
    let ends = |b: &u8| BLANK.contains(*b) || b"\"'`;{".contains(b);
    let word = before.iter().rposition(ends).map_or(0, |i| i + 1);
    before[word..].starts_with(b"s,")
}

/// Returns `true` if a setting is at `i`, with a value that is not a path.
fn sets(view: &View<'_>, i: usize, joint: u8) -> bool {
    let Some(end) = view.find(i, 64, |b| !NAME.contains(b)) else { return false };
    let ends = |b: u8| b",}])/".contains(&b) || HARD_STOP.contains(b);
    let value = end + 1;
    let is_path = |at| view.is(at, |b| b == b'/') && at > value;
    end > i
        && view.is(end, |b| b == joint)
        && (bare::starts_uri(view, value) || !view.find(value, 64, ends).is_some_and(is_path))
}

/// Returns `true` if the last word of the URI is a number.
fn ends_in_number(uri: &[u8]) -> bool {
    let word = uri.iter().rev().take_while(|b| !b"/=@,;:".contains(b));
    uri.last().is_some_and(u8::is_ascii_digit)
        && word.copied().all(|b| b.is_ascii_digit() || b"-+._".contains(&b))
}

/// The longest entity that is looked at after a host, in bytes.
const ENTITY: usize = 12;

/// Returns `true` if the text ends in an HTML entity without its semicolon.
fn is_entity(text: &[u8]) -> bool {
    let name = memrchr(b'&', text).map_or(&[][..], |at| &text[at + 1..]);
    !name.is_empty() && name.iter().all(|&b| b.is_ascii_alphanumeric() || b == b'#')
}

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Empty,
    /// A number, a date, a time.
    Number,
    Word,
    /// What may as well be more of a URI.
    Other,
}

impl Kind {
    fn of(cell: &[u8]) -> Self {
        const MARK: ByteSet = ByteSet::of(b"/=&%?#~[]{}|\\");
        let letters = cell.iter().filter(|b| b.is_ascii_alphabetic()).count();
        let digit = cell.iter().any(u8::is_ascii_digit);
        match cell {
            [] => Kind::Empty,
            [b'0'..=b'9' | b'-' | b'+' | b'.', ..] if digit && letters < 3 && is_number(cell) => {
                Kind::Number
            }
            _ if cell.iter().any(|&b| MARK.contains(b)) || has_ending(cell) => Kind::Other,
            _ => Kind::Word,
        }
    }
}

/// Returns `true` if it consists of digits, a few letters, and what is between them in numbers, dates and times. A
/// slash needs digits alone, and another one.
fn is_number(cell: &[u8]) -> bool {
    let slashes = cell.iter().filter(|b| **b == b'/').count();
    let date = slashes == 2 && cell.iter().all(|&b| b.is_ascii_digit() || b == b'/');
    date || slashes == 0
        && cell.iter().all(|&b| b.is_ascii_alphanumeric() || b"-+.: ".contains(&b))
        && !has_ending(cell)
}

/// Returns `true` if it ends like the name of a file or a host.
fn has_ending(cell: &[u8]) -> bool {
    let Some(dot) = memrchr(b'.', cell) else { return false };
    let ending = &cell[dot + 1..];
    dot > 0 && (2..=5).contains(&ending.len()) && ending.iter().all(u8::is_ascii_alphabetic)
}

/// The cells after a URI.
#[derive(Debug)]
struct Cells {
    first: Kind,
    count: usize,
    numbers: usize,
    words: usize,
    /// None of them looks like more of the URI.
    plain: bool,
    /// The last one continues after a blank.
    spaced: bool,
}

impl Cells {
    /// The cells after the separator at `i`, up to the first byte that ends them; `None` if what ends them is not part
    /// of a row, or if a blank follows a separator.
    fn up_to(view: &View<'_>, i: usize, separator: u8, ends: &ByteSet) -> Option<Self> {
        let end = view.find(i, MAX_ROW, |b| ends.contains(b));
        let end = end.unwrap_or_else(|| i + view.sight(i, MAX_ROW).len());
        let quoted = view.is(end, |b| b == b'"') && view.is(end - 1, |b| b == separator);
        if !quoted && view.is(end, |b| !b" \r\n".contains(&b)) {
            return None;
        }
        let mut cells = Cells {
            first: Kind::Other,
            count: 0,
            numbers: 0,
            words: 0,
            plain: true,
            spaced: view.is(end, |b| b == b' ') && view.is(end + 1, |b| b > b' '),
        };
        let mut at = i + 1;
        for cell in view.slice(at, end).split(|b| *b == separator) {
            if cell.first().is_some_and(|b| BLANK.contains(*b)) {
                return None;
            }
            if bare::starts_uri(view, at) {
                break;
            }
            cells.push(Kind::of(cell));
            at += cell.len() + 1;
        }
        Some(cells)
    }

    fn push(&mut self, kind: Kind) {
        if self.count == 0 {
            self.first = kind;
        }
        self.count += 1;
        self.numbers += usize::from(kind == Kind::Number);
        self.words += usize::from(kind == Kind::Word);
        self.plain &= kind != Kind::Other;
    }

    /// Returns `true` if they are so different that no URI would list them.
    fn are_mixed(&self) -> bool {
        self.count > 2 && self.words > 0 && self.numbers > 0
    }
}

/// Returns `true` if the line before or after that of the URI at `start` has as many cells.
fn has_twin(view: &View<'_>, start: usize, separator: u8) -> bool {
    let Some(line) = view.line_start(start) else { return false };
    let Some(end) = line_end(view, start) else { return false };
    let own = separators(view.slice(line, end), separator);
    let is_twin = |line: &[u8]| separators(line, separator) == own;
    own.is_some()
        && (line_above(view, line).is_some_and(is_twin)
            || line_below(view, end).is_some_and(is_twin))
}

/// How many separators are on the line outside quotes; `None` if one is followed by a blank, as in prose, or if there
/// is none.
fn separators(line: &[u8], separator: u8) -> Option<usize> {
    let (mut quoted, mut count) = (false, 0);
    for (i, &byte) in line.iter().enumerate() {
        if byte == b'"' {
            quoted = !quoted;
        } else if byte == separator && !quoted {
            count += 1;
            if line.get(i + 1).is_some_and(|&b| BLANK.contains(b)) {
                return None;
            }
        }
    }
    (count > 0).then_some(count)
}

fn line_above<'t>(view: &View<'t>, line: usize) -> Option<&'t [u8]> {
    let above = view.before(line).strip_suffix(b"\n")?;
    let end = line - 1 - usize::from(above.ends_with(b"\r"));
    view.line_start(end).map(|start| view.slice(start, end))
}

fn line_below<'t>(view: &View<'t>, end: usize) -> Option<&'t [u8]> {
    let from = end + if view.has(end, b"\r\n") { 2 } else { 1 };
    view.at(end)?;
    line_end(view, from).map(|end| view.slice(from, end))
}

/// The end of the line that holds `from`, if that is near enough.
fn line_end(view: &View<'_>, from: usize) -> Option<usize> {
    let end = view.find(from, MAX_ROW, |b| b == b'\n' || b == b'\r');
    let rest = view.sight(from, MAX_ROW).len();
    end.or_else(|| (rest < MAX_ROW).then_some(from + rest))
}
