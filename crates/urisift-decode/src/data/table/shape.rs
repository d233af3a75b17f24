//! The delimiter and the header of a table, from its first rows.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memmem, memrchr};
use urisift::internal::byteset::{ALNUM, ByteSet};

use super::quoted_end;
use crate::core::detect::ENOUGH;
use crate::core::format::{Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::layers::syntax::trimmed;

/// How many rows tell the shape of a table, its header included.
const ROWS: usize = 4;
/// The longest name of a column, in bytes.
const MAX_NAME: usize = 64;
/// The longest link that tells a table without a header, in bytes.
const MAX_LINK: usize = 2 << 10;
/// The most words in the name of a column.
const MAX_WORDS: usize = 6;

const BOM: &[u8] = b"\xef\xbb\xbf";

/// What the first rows say of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shape {
    pub delimiter: u8,
    /// How many bytes of titles are left before the rows.
    preamble: usize,
    /// The names of the columns; none if there is no header.
    names: Vec<String>,
}

impl Shape {
    /// The shape of the table at the front of a reader.
    pub fn of_table(reader: &mut PeekReader<'_>, delimiters: &[u8]) -> Self {
        loop {
            let bytes = &reader.live()[..reader.live().len().min(ENOUGH)];
            let is_enough = bytes.len() == ENOUGH;
            let head = Prefix { bytes, is_all: reader.has_ended() && !is_enough };
            let tables = delimiters.iter().map(|delimiter| Table::at(head, *delimiter, ROWS));
            let tables: Vec<_> = tables.collect();
            if head.is_all || is_enough || tables.iter().all(|table| table.rows.len() == ROWS) {
                // The first of the best.
                let best = tables.iter().rev().max_by_key(|table| table.fitness());
                return best.map(Table::shape).unwrap_or_default();
            }
            reader.more();
        }
    }

    /// The name of a column: by the header, or else its number.
    pub fn name(&self, column: usize) -> String {
        self.names.get(column).cloned().unwrap_or_else(|| (column + 1).to_string())
    }

    /// How many of the next bytes precede the rows.
    pub fn skip_preamble(&mut self, len: usize) -> usize {
        let skipped = len.min(self.preamble);
        self.preamble -= skipped;
        skipped
    }
}

/// The first rows of a text, if it is a table with that delimiter. Empty lines are not rows.
struct Table<'t> {
    text: &'t [u8],
    delimiter: u8,
    rows: Vec<Vec<Range<usize>>>,
    /// A row after them is too long to be seen whole.
    is_cut: bool,
}

impl<'t> Table<'t> {
    /// At most `most` rows, none of which is cut.
    fn at(head: Prefix<'t>, delimiter: u8, most: usize) -> Self {
        let text = head.bytes;
        let (mut rows, mut at) = (Vec::new(), if text.starts_with(BOM) { BOM.len() } else { 0 });
        while rows.len() < most && at < text.len() {
            let Some((cells, end)) = row(text, at, delimiter, head.is_all) else { break };
            if cells.len() > 1 || !cells.iter().all(Range::is_empty) {
                rows.push(cells);
            }
            at = end;
        }
        let is_cut = !head.is_all && rows.len() < most;
        Table { text, delimiter, rows, is_cut }
    }

    /// How many cells the rows have: the last row counts, since titles may precede them.
    fn width(&self) -> usize {
        self.rows.last().map_or(0, Vec::len)
    }

    /// How many rows at the start are titles.
    fn titles(&self) -> usize {
        self.rows.iter().take_while(|row| row.len() != self.width()).count()
    }

    /// How much it looks like a table with that delimiter: how many rows have as many cells, and how many
    /// cells these are.
    fn fitness(&self) -> (usize, usize) {
        let rows = self.rows.iter().filter(|row| row.len() == self.width()).count();
        if self.width() > 1 { (rows, self.width()) } else { (0, 0) }
    }

    /// Returns `true` if a column has a URI in each row. A URI may contain commas and semicolons, so these need quotes
    /// somewhere to be delimiters.
    fn has_links(&self) -> bool {
        let is_quoted = |cell: &Range<usize>| self.text[cell.start..].starts_with(b"\"");
        let has_quotes = self.rows.iter().flatten().any(is_quoted);
        let is_column = |column| self.rows.iter().all(|row| is_link(self.cell(&row[column])));
        (has_quotes || b"\t|".contains(&self.delimiter)) && (0..self.width()).any(is_column)
    }

    fn shape(&self) -> Shape {
        let rows = &self.rows[self.titles()..];
        let cells = rows.first().map_or(&[][..], |row| row);
        let is_header =
            (rows.len() > 1 || self.is_cut) && cells.iter().all(|cell| is_name(self.cell(cell)));
        let name = |cell: &Range<usize>| String::from_utf8_lossy(self.cell(cell)).into_owned();
        let names = if is_header { cells.iter().map(name).collect() } else { Vec::new() };
        let preamble =
            if self.titles() > 0 { cells.first().map_or(0, |cell| cell.start) } else { 0 };
        Shape { delimiter: self.delimiter, preamble, names }
    }

    fn cell(&self, range: &Range<usize>) -> &'t [u8] {
        let cell = self.text[range.clone()].trim_ascii();
        cell.strip_prefix(b"\"").and_then(|cell| cell.strip_suffix(b"\"")).unwrap_or(cell)
    }
}

/// The cells of the row at an offset, with their quotes, and the offset after it. `None` if it continues after the
/// text.
fn row(text: &[u8], at: usize, delimiter: u8, is_all: bool) -> Option<(Vec<Range<usize>>, usize)> {
    let mut cells = Vec::new();
    let mut start = at;
    loop {
        let quoted = text[start..].strip_prefix(b"\"").map_or(0, |rest| quoted_end(rest) + 1);
        let rest = text.get(start + quoted..).unwrap_or_default();
        let len = rest.iter().position(|b| [delimiter, b'\n'].contains(b));
        if len.is_none() && !is_all {
            return None;
        }
        let end = len.map_or(text.len(), |len| start + quoted + len);
        cells.push(trimmed(text, start..end));
        start = (end + 1).min(text.len());
        if text.get(end) != Some(&delimiter) {
            return Some((cells, start));
        }
    }
}

/// Returns `true` if a cell may be the name of a column.
fn is_name(cell: &[u8]) -> bool {
    let first = cell.first();
    first.is_some_and(|b| b.is_ascii_alphabetic() || *b >= 0x80 || b"_#".contains(b))
        && may_be_name(cell)
}

/// What names of columns are made of.
static OF_NAME: ByteSet = ALNUM.or(ByteSet::range(0x80, 0xff)).or(ByteSet::of(b" _-./()%#&+:?$*"));

/// Like `is_name`, for a name that may be cut.
fn may_be_name(cell: &[u8]) -> bool {
    let has = |text: &[u8]| memmem::find(cell, text).is_some();
    let words = || cell.split(|b| *b == b' ').count();
    cell.len() <= MAX_NAME
        && cell.iter().all(|b| OF_NAME.contains(*b))
        && words() <= MAX_WORDS
        && !has(b"//")
        && !has(b". ")
}

/// Returns `true` if the bytes start a table with one of the delimiters: rows of equally many cells, under a header, or
/// with a URI in the same column of each.
pub(super) fn sniff(head: Prefix<'_>, delimiters: &[u8]) -> Sniff {
    let text = head.bytes.strip_prefix(BOM).unwrap_or(head.bytes);
    let end = memchr(b'\n', text);
    let line = &text[..end.unwrap_or(text.len())];
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let sniffs = delimiters.iter().map(|it| sniff_with(head, line, end.is_none(), *it));
    sniffs.fold(Sniff::No, Sniff::or)
}

/// Sniffs with one delimiter; the first line may be cut.
fn sniff_with(head: Prefix<'_>, line: &[u8], is_cut: bool, delimiter: u8) -> Sniff {
    if !is_cut && memchr(delimiter, line).is_none() {
        return Sniff::No;
    }
    let is_header = is_header(line, delimiter, is_cut);
    if !is_header && !may_have_link(line, delimiter, is_cut) {
        return Sniff::No;
    }
    if is_cut {
        return head.undecided();
    }
    let width = memchr_iter(delimiter, line).count() + 1;
    // Two columns are easily mistaken.
    let needed = if is_header && width > 2 { ROWS - 1 } else { ROWS };
    let table = Table::at(head, delimiter, needed);
    let is_table = table.width() > 1
        && table.titles() == 0
        && table.fitness().0 == table.rows.len()
        && (is_header || table.has_links());
    match table.rows.len() {
        0 => head.undecided(),
        _ if !is_table => Sniff::No,
        count if count == needed || head.is_all && count > 1 => Sniff::Yes,
        _ => head.undecided(),
    }
}

/// Returns `true` if a line, which may be cut, is a header: names in every cell.
fn is_header(line: &[u8], delimiter: u8, is_cut: bool) -> bool {
    let mut start = 0;
    for end in memchr_iter(delimiter, line) {
        if !is_name(name_in(&line[start..end], delimiter)) {
            return false;
        }
        start = end + 1;
    }
    let last = name_in(&line[start..], delimiter);
    if is_cut { may_be_name(last) } else { is_name(last) }
}

/// Returns `true` if the first URI of a line, which may be cut, has a cell for itself.
fn may_have_link(line: &[u8], delimiter: u8, is_cut: bool) -> bool {
    let Some(mark) = memmem::find(line, b"://") else { return is_cut };
    let start = memrchr(delimiter, &line[..mark]).map_or(0, |at| at + 1);
    let end = memchr(delimiter, &line[mark..]).map_or(line.len(), |at| mark + at);
    end - start <= MAX_LINK && is_link(name_in(&line[start..end], delimiter))
}

/// Returns `true` if a cell is a URI, as far as its start and the blanks in it tell.
fn is_link(cell: &[u8]) -> bool {
    let scheme = cell.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
    cell[scheme..].starts_with(b"://") && !cell.iter().any(u8::is_ascii_whitespace)
}

/// A name in a header, without quotes. Blanks stand only around bars.
fn name_in(cell: &[u8], delimiter: u8) -> &[u8] {
    let cell = if delimiter == b'|' { cell.trim_ascii() } else { cell };
    let cell =
        cell.strip_prefix(b"\"").map_or(cell, |cell| cell.strip_suffix(b"\"").unwrap_or(cell));
    if cell.starts_with(b" ") || cell.ends_with(b" ") { b"//" } else { cell }
}
