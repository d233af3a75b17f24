//! The second pass over the finds: the rows of the page, with as many of their places as there is room for.
//!
//! The page has them as blocks of records, each compressed and in base64, where no byte is special to HTML.

use std::collections::HashMap;
use std::io::{self, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::compare::Sides;
use super::counts::Chosen;
use super::find::Find;
use super::place;
use super::row::Row;
use crate::aggregate::Names;
use crate::record::{Sink, pack_numbers, pack_text};

/// How much of the finds the page has.
#[derive(Clone, Copy, Debug)]
pub struct TableSize {
    /// Maximum number of rows.
    pub rows: usize,
    /// Maximum number of places, of all rows together; each has at least one.
    pub places: usize,
}

/// Writes the data of the table.
pub(super) struct TableWriter<'o> {
    rows: Blocks,
    finds: Blocks,
    places: Blocks,
    paths: Listed<'o>,
    messages: Listed<'o>,
    texts: Listed<'o>,
    /// Where two inputs are compared: what all finds of each domain, and of each host, add up to.
    totals: Option<[Totals; 2]>,
    /// Maximum number of places written per row.
    most: u64,
    out: &'o mut dyn Sink,
}

impl<'o> TableWriter<'o> {
    /// A table with up to `most` places of each row; the names are those of paths, of messages and of the texts of links.
    pub fn new(names: [&'o mut Names; 3], most: u64, out: &'o mut dyn Sink) -> Self {
        let [rows, finds, places] = ["rows", "finds", "places"].map(Blocks::new);
        let [paths, messages, texts] = names;
        let paths = Listed::new("paths", paths);
        let messages = Listed::new("messages", messages);
        let texts = Listed::new("texts", texts);
        TableWriter { rows, finds, places, paths, messages, texts, totals: None, most, out }
    }

    /// Like `new`, with the totals of domains and hosts that have a row.
    pub fn with_totals(self) -> Self {
        TableWriter { totals: Some(["domains", "hosts"].map(Totals::new)), ..self }
    }

    /// Writes those rows of the sorted finds.
    pub fn write(
        mut self,
        mut finds: impl Iterator<Item = io::Result<Find>>,
        rows: &[Chosen],
    ) -> io::Result<()> {
        let mut at = 0;
        for row in rows {
            for find in finds.by_ref().take((row.start - at) as usize) {
                self.add_up(&find?)?;
            }
            self.row(finds.by_ref().take(row.count as usize), &row.verdict)?;
            at = row.start + row.count;
        }
        if self.totals.is_some() {
            self.end_totals(finds)?;
        }
        let TableWriter { rows, finds, places, paths, messages, texts, totals, out, .. } = self;
        let totals = totals.into_iter().flatten().map(|totals| totals.blocks);
        let all = [rows, finds, places, paths.blocks, messages.blocks, texts.blocks];
        all.into_iter().chain(totals).try_for_each(|mut blocks| blocks.end(out))
    }

    fn row(
        &mut self,
        mut finds: impl Iterator<Item = io::Result<Find>>,
        verdict: &[u8],
    ) -> io::Result<()> {
        let [block, offset] = [self.places.written, self.places.records.len() as u64];
        let Some(first) = finds.next().transpose()? else { return Ok(()) };
        self.place(&first)?;
        self.add_up(&first)?;
        let mut row = Row::new(first);
        for find in finds {
            let find = find?;
            self.add_up(&find)?;
            if row.sides.sum() < self.most {
                self.place(&find)?;
            }
            row.add(find);
        }
        self.totals.iter_mut().flatten().for_each(|totals| totals.rows += 1);
        let mut heads = Vec::new();
        for find in [&row.first, row.last()] {
            let path = self.paths.number(find.path, self.out)?;
            place::pack_head(path, &find.place, &mut heads).ok_or_else(changed)?;
        }
        let out = &mut self.rows.records;
        pack_text(row.first.uri(), out);
        let count = row.sides.sum();
        pack_numbers([count, row.sides.after, row.first.number, row.last().number], out);
        out.extend_from_slice(verdict);
        pack_text(&row.normal().unwrap_or_default(), out);
        pack_text(&row.target().unwrap_or_default(), out);
        out.extend_from_slice(&heads);
        pack_numbers([count.min(self.most), block, offset], out);
        self.rows.end_record(self.out)
    }

    /// Adds a find to the totals of its domain and host.
    fn add_up(&mut self, find: &Find) -> io::Result<()> {
        let Some([domains, hosts]) = &mut self.totals else { return Ok(()) };
        domains.count(find.domain(), find, self.out)?;
        hosts.count(find.host(), find, self.out)
    }

    /// The rest of the last domain that has a row.
    fn end_totals(&mut self, finds: impl Iterator<Item = io::Result<Find>>) -> io::Result<()> {
        for find in finds {
            let find = find?;
            let domains = self.totals.as_ref().map(|[domains, _]| &*domains.name);
            if domains != Some(find.domain()) {
                break;
            }
            self.add_up(&find)?;
        }
        self.totals.iter_mut().flatten().try_for_each(|totals| totals.end(self.out))
    }

    fn place(&mut self, find: &Find) -> io::Result<()> {
        let (columns, shown) = place::columns(&find.place).ok_or_else(changed)?;
        let path = self.paths.number(find.path, self.out)?;
        let message = self.messages.number(find.message, self.out)?;
        let text = self.texts.number(find.text, self.out)?;
        let is_after = u64::from(find.is_after);
        pack_numbers([path, message, text, is_after], &mut self.finds.records);
        pack_numbers(columns, &mut self.finds.records);
        self.finds.end_record(self.out)?;
        self.places.records.extend_from_slice(shown);
        self.places.end_record(self.out)
    }
}

fn changed() -> io::Error {
    io::Error::other("a temporary file has been changed")
}

/// What the finds of each domain, or of each host, add up to, whether the page has them or not.
struct Totals {
    name: Box<[u8]>,
    /// How many rows the page has of it so far.
    rows: u64,
    sides: Sides,
    blocks: Blocks,
}

impl Totals {
    fn new(class: &'static str) -> Self {
        Totals {
            name: Box::default(),
            rows: 0,
            sides: Sides::default(),
            blocks: Blocks::new(class),
        }
    }

    /// Counts a find of that name. Names come in order.
    fn count(&mut self, name: &[u8], find: &Find, out: &mut dyn Sink) -> io::Result<()> {
        if *self.name != *name {
            self.end(out)?;
            self.name = name.into();
        }
        self.sides.add(Sides::one(find.is_after));
        Ok(())
    }

    /// Writes the number of rows of the last name, and its totals, if it has rows.
    fn end(&mut self, out: &mut dyn Sink) -> io::Result<()> {
        let Sides { before, after } = std::mem::take(&mut self.sides);
        let rows = std::mem::take(&mut self.rows);
        if rows == 0 {
            return Ok(());
        }
        pack_numbers([rows, before, after], &mut self.blocks.records);
        self.blocks.end_record(out)
    }
}

/// Names that the page lists when they are first referred to.
struct Listed<'o> {
    /// The numbers in the page, by the numbers among all names.
    numbers: HashMap<u64, u64>,
    names: &'o mut Names,
    blocks: Blocks,
}

impl<'o> Listed<'o> {
    fn new(class: &'static str, names: &'o mut Names) -> Self {
        Listed { numbers: HashMap::new(), names, blocks: Blocks::new(class) }
    }

    /// The number of a name in the page, by its number among all names.
    fn number(&mut self, name: u64, out: &mut dyn Sink) -> io::Result<u64> {
        let next = self.numbers.len() as u64;
        if let Some(known) = self.numbers.get(&name) {
            return Ok(*known);
        }
        self.numbers.insert(name, next);
        pack_text(self.names.name(name), &mut self.blocks.records);
        self.blocks.end_record(out)?;
        Ok(next)
    }
}

/// How many places of a row the page has at most, so that those of all rows fit in `room`: the most
/// that fit, but at least one.
pub(super) fn most_places(rows: &[Chosen], room: usize) -> u64 {
    let fits = |most: u64| rows.iter().map(|row| row.count.min(most)).sum::<u64>() <= room as u64;
    let longest = rows.iter().map(|row| row.count).max().unwrap_or(1);
    let (mut low, mut high) = (1, longest + 1);
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        if fits(middle) { low = middle } else { high = middle }
    }
    low
}

/// Size of a block before compression, in bytes; its last record may exceed that.
const BLOCK: usize = 1 << 20;

/// The blocks of one kind of record.
struct Blocks {
    class: &'static str,
    /// The records of the next block so far.
    records: Vec<u8>,
    /// How many blocks are written.
    written: u64,
}

impl Blocks {
    fn new(class: &'static str) -> Self {
        Blocks { class, records: Vec::new(), written: 0 }
    }

    /// Ends a record, and the block if it is full.
    fn end_record(&mut self, out: &mut dyn Sink) -> io::Result<()> {
        if self.records.len() < BLOCK { Ok(()) } else { self.end(out) }
    }

    /// Writes a block of what there is, if anything.
    fn end(&mut self, out: &mut dyn Sink) -> io::Result<()> {
        if self.records.is_empty() {
            return Ok(());
        }
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&self.records)?;
        let text = STANDARD.encode(encoder.finish()?);
        let class = self.class;
        let script = format!("<script type=\"text/plain\" class=\"{class}\">{text}</script>\n");
        self.records.clear();
        self.written += 1;
        out.take(script.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_places_as_fit() {
        let rows = [1, 5, 100].map(|count| Chosen { start: 0, count, verdict: Vec::new() });
        for (room, expected) in [(0, 1), (3, 1), (5, 2), (11, 5), (12, 6), (106, 100), (999, 100)] {
            assert_eq!(most_places(&rows, room), expected, "{room}");
        }
        assert_eq!(most_places(&[], 5), 1);
    }
}
