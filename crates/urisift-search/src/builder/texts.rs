//! Searches of texts in memory, as columns.

use std::io;
use std::str;

use super::BuildError;
use super::batches::{BatchBuilder, Gathering, described};
use crate::chars::Chars;
use crate::record::{Batch, Batches, Finds, Kind, TEXT_FINDS, TextFinds};
use crate::search::Settings;
use crate::select::Selection;
use crate::span::Span;
use crate::stream::Extractor;

/// Finds URIs in many texts, and returns them as columns.
///
/// ```
/// use urisift_search::{Patterns, Search};
///
/// let texts = Search::builder().include(Patterns::new().scheme("http")).batches().texts()?;
/// let batches = texts.batches(["see http://a.example/ and b:c", "none"].map(|text| Some(text.as_bytes())))?;
/// assert_eq!(batches[0].rows(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TextSearch {
    extractor: Extractor,
    selection: Selection,
    finds: TextFinds,
    max_count: Option<u64>,
}

impl BatchBuilder {
    /// A search of texts in memory, on the caller's thread. The number of threads, and how deep containers are
    /// followed, do not matter to it.
    ///
    /// # Errors
    /// If a pattern is wrong, or a setting is about files or gathers finds.
    pub fn texts(self) -> Result<TextSearch, BuildError> {
        let of_files = [
            (self.gathering != Gathering::Rows, "unique finds and counts"),
            (self.columns.is_some(), "columns that are chosen"),
            (
                self.search.names_files(),
                "paths, rules for files, formats and the text around a URI",
            ),
        ];
        if let Some((_, what)) = of_files.into_iter().find(|(is_asked, _)| *is_asked) {
            return Err(BuildError::new(format!("{what} apply to files, not to texts")));
        }
        let Settings { extractor, selection, max_count, .. } = self.search.settled()?;
        let transforms = selection.transforms.clone();
        let finds = TextFinds::new(Finds { transforms, ..self.finds });
        Ok(TextSearch { extractor, selection, finds, max_count })
    }
}

impl TextSearch {
    /// The columns of the batches: their names and kinds.
    pub fn columns() -> impl Iterator<Item = (&'static str, Kind)> {
        described(&TEXT_FINDS)
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
        let max = self.max_count.unwrap_or(u64::MAX);
        // Whether it is UTF-8 matters only if there are finds.
        let mut chars = match found.peek() {
            Some(_) => str::from_utf8(text).ok().map(|_| Chars::default()),
            None => return Ok(()),
        };
        for (found, _) in found.zip(0..max) {
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
