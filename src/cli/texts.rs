//! Searches of texts that a program has: the flags of the command that say what is found.

use std::ffi::OsString;
use std::io;
use std::str;

use super::args::Args;
use super::lists::Lists;
use super::output;
use super::plan;
use super::scan;
use super::selection::Selection;
use crate::options::Options;
use crate::report::{Batch, Batches, Kind, TEXT_FINDS, TextFinds};
use crate::span::Span;
use crate::stream::Extractor;

/// Finds URIs in many texts, and gives them as columns.
///
/// ```
/// let texts = urisift::batch::Texts::new(["--scheme=http"])?;
/// let batches = texts.batches(["see http://a.example/ and b:c", "none"].map(|text| Some(text.as_bytes())))?;
/// assert_eq!(batches[0].rows(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Texts {
    extractor: Extractor,
    selection: Selection,
    finds: TextFinds,
    max_count: Option<u64>,
}

impl Texts {
    /// Finds in the texts what the command would with these flags.
    ///
    /// # Errors
    /// What is wrong with the flags: they are not understood, or say something of files or of what is
    /// printed.
    pub fn new<F: Into<OsString>>(flags: impl IntoIterator<Item = F>) -> Result<Self, String> {
        let args = scan::understood(flags)?;
        if let Some(flag) = scan::refused(&args).or_else(|| refused(&args)) {
            return Err(format!("{flag} has no sense here: texts of a program are searched"));
        }
        let dress = output::dress(&args.making);
        let selection = Selection::of(args.selecting.clone(), dress, &mut Lists::default())?;
        Ok(Texts {
            extractor: Extractor::new(Options { positions: true, ..plan::options(&args) }),
            selection,
            finds: TextFinds::new(output::finds(&args)),
            max_count: args.printing.max_count,
        })
    }

    /// The columns of the batches: their names, and what they hold.
    pub fn columns() -> impl Iterator<Item = (&'static str, Kind)> {
        TEXT_FINDS.columns.iter().map(|column| (column.name, column.kind))
    }

    /// What is found in the texts, each of which is a row, from 0; `None` has nothing. In UTF-8,
    /// characters are counted.
    ///
    /// # Errors
    /// Where a URI has more than 2 GiB of text.
    pub fn batches<'t>(
        &self,
        texts: impl IntoIterator<Item = Option<&'t [u8]>>,
    ) -> io::Result<Vec<Batch>> {
        let mut batches = Batches::new(&TEXT_FINDS);
        for (row, text) in (0..).zip(texts) {
            if let Some(text) = text {
                self.search(row, text, &mut batches)?;
            }
        }
        Ok(batches.finish())
    }

    fn search(&self, row: u64, text: &[u8], batches: &mut Batches) -> io::Result<()> {
        let mut found =
            self.extractor.find_iter(text).filter(|f| self.selection.selects(f)).peekable();
        let most = self.max_count.unwrap_or(u64::MAX);
        // Whether it is UTF-8 matters only where there is something to be counted.
        let mut chars = match found.peek() {
            Some(_) => Chars::of(text),
            None => return Ok(()),
        };
        for (found, _) in found.zip(0..most) {
            let chars = chars.as_mut().map(|chars| chars.span(found.span()));
            batches.push(&self.finds.cells(row, chars, &found))?;
        }
        Ok(())
    }
}

/// A flag that says something of files, or counts.
fn refused(args: &Args) -> Option<&'static str> {
    let reading = &args.reading;
    let others = [
        (args.gathering.gathers(&args.printing), "--unique, --by and --top"),
        (!args.paths.is_empty() || !args.files.files_from.is_empty(), "a path"),
        (reading.format.is_some() || reading.pre.is_some(), "--as and --pre"),
        (args.context.reach().is_some(), "--context"),
    ];
    others.into_iter().find(|(is_typed, _)| *is_typed).map(|(_, flag)| flag)
}

/// Counts the characters of a text as far as it is asked to.
struct Chars<'t> {
    text: &'t str,
    at: usize,
    count: u64,
}

impl<'t> Chars<'t> {
    /// Of a text in UTF-8.
    fn of(text: &'t [u8]) -> Option<Self> {
        Some(Chars { text: str::from_utf8(text).ok()?, at: 0, count: 0 })
    }

    /// The span in characters. The spans of a text are asked for in their order.
    fn span(&mut self, bytes: Span) -> Span {
        let start = self.count_to(bytes.start as usize);
        let inner = &self.text.as_bytes()[bytes.start as usize..bytes.end as usize];
        Span { start, end: start + chars(inner) }
    }

    fn count_to(&mut self, at: usize) -> u64 {
        self.count += chars(&self.text.as_bytes()[self.at..at]);
        self.at = at;
        self.count
    }
}

/// How many characters start in a piece of UTF-8.
fn chars(text: &[u8]) -> u64 {
    text.iter().filter(|byte| **byte & 0xc0 != 0x80).count() as u64
}
