//! Searches of texts in memory, by the flags of the command.

use std::ffi::OsString;
use std::io;
use std::str;

use super::args::Args;
use super::lists::Lists;
use super::output;
use super::plan;
use super::scan;
use super::selection::selection;
use crate::chars::Chars;
use crate::record::{Batch, Batches, Kind, TEXT_FINDS, TextFinds};
use crate::select::Selection;
use crate::span::Span;
use crate::stream::Extractor;

/// Finds URIs in many texts, and returns them as columns.
///
/// ```
/// let texts = urisift_cli::batch::Texts::new(["--scheme=http"])?;
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
    /// Creates a search from flags of the command.
    ///
    /// # Errors
    /// A message if a flag is invalid, or if it is about files or printing.
    pub fn new<F: Into<OsString>>(flags: impl IntoIterator<Item = F>) -> Result<Self, String> {
        let args = scan::understood(flags)?;
        if let Some(flag) = scan::refused(&args).or_else(|| of_files(&args)) {
            return Err(format!("{flag} has no sense here: texts of a program are searched"));
        }
        let transforms = output::transforms(&args.transforms);
        let selection = selection(args.selecting.clone(), transforms, &mut Lists::default())?;
        Ok(Texts {
            extractor: Extractor::new(plan::options(&args)),
            selection,
            finds: TextFinds::new(output::finds(&args)),
            max_count: args.printing.max_count,
        })
    }

    /// The columns of the batches: their names and kinds.
    pub fn columns() -> impl Iterator<Item = (&'static str, Kind)> {
        TEXT_FINDS.columns.iter().map(|column| (column.name, column.kind))
    }

    /// The finds in the texts. Each text is a row, from 0; `None` has no finds. In UTF-8 text, characters
    /// are counted.
    ///
    /// # Errors
    /// If a URI has more than 2 GiB of text.
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
        // Whether it is UTF-8 matters only if there are finds.
        let mut chars = match found.peek() {
            Some(_) => str::from_utf8(text).ok().map(|_| Chars::default()),
            None => return Ok(()),
        };
        for (found, _) in found.zip(0..most) {
            let Span { start, end } = found.span();
            let chars = chars.as_mut().map(|chars| Span {
                start: chars.before(text, start as usize),
                end: chars.before(text, end as usize),
            });
            batches.push(&self.finds.cells(row, chars, &found))?;
        }
        Ok(())
    }
}

/// A flag that is about files, or that counts.
fn of_files(args: &Args) -> Option<&'static str> {
    let reading = &args.reading;
    let others = [
        (args.gathering.gathers(&args.printing), "what gathers, such as --unique,"),
        (!args.paths.is_empty() || !args.files.files_from.is_empty(), "a path"),
        (reading.format.is_some() || reading.pre.is_some(), "what reads files, such as --as,"),
        (args.context.reach().is_some(), "--context"),
    ];
    others.into_iter().find(|(is_typed, _)| *is_typed).map(|(_, flag)| flag)
}
