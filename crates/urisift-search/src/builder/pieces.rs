//! A file in pieces, for searches on other machines.

use std::task::Poll;
use std::time::Duration;
use std::vec;

use super::{BuildError, SearchBuilder};
use crate::background::{Background, channel, give};
use crate::input::{self, Opening, Piece};
use crate::problem::Error;
use crate::search::{Meter, Settings, Splitting};

impl SearchBuilder {
    /// Splits one file into pieces of about that many bytes, each of which may be searched [on its
    /// own](SearchBuilder::piece): all of them together have the records of the whole file, with the same spans, lines,
    /// parts and numbers of messages. The settings have to be those of the search, and the file must not change.
    ///
    /// The file is read once, from end to end. These are split: text, mailboxes, web archives, and each of them in what
    /// is packed in several members, such as `.warc.gz`, where members start. Anything else is one piece, and so is a
    /// file if finds have [context](SearchBuilder::context_lines), or [stop](SearchBuilder::max_count) in it. For each
    /// piece, problems are limited, what is not read is named once, and [`max_expand`](SearchBuilder::max_expand) counts
    /// what is packed inside of messages and records.
    ///
    /// # Errors
    /// As for [`SearchBuilder::build`]; if there is not one path. A file that cannot be read is one piece, whose search
    /// reports that.
    pub fn split(self, bytes: u64) -> Result<Pieces, BuildError> {
        let named = &self.settings.named;
        let is_one = named.paths.len() == 1 && named.lists.is_empty();
        let settings = self.settle()?;
        if !is_one {
            return Err(BuildError::new("only one file can be split: set exactly one path"));
        }
        let (sender, pieces) = channel();
        let pieces = Background::start(pieces, move |meter| {
            give(&sender, pieces_of(&settings, bytes, meter)).map_err(Error::Write)
        });
        Ok(Pieces { all: pieces.map_err(BuildError::no_thread)?, pieces: Vec::new().into_iter() })
    }
}

/// The pieces of the file that is to be searched.
fn pieces_of(settings: &Settings, size: u64, meter: &Meter) -> Vec<Piece> {
    let splits =
        settings.max_count.is_none() && settings.context.is_none() && settings.pre.is_none();
    let is_folder =
        settings.named.opener.is_none() && settings.named.paths.iter().any(|it| it.is_dir());
    let source = input::sources(&settings.named, None).next().and_then(Result::ok);
    let source = source.filter(|source| splits && !is_folder && !source.may_block());
    let opened = source.as_ref().and_then(|source| source.open(Opening::Waits).ok());
    let (Some(source), Some(opened)) = (source, opened) else { return vec![Piece::whole()] };
    let Settings { extractor, containers, .. } = settings;
    let splitting = Splitting { extractor, containers: *containers, size, meter };
    splitting.pieces(source.path(), opened)
}

/// The pieces of a file, which is read in the background: see [`SearchBuilder::split`].
///
/// Dropping it stops that, but a blocked read is not interrupted.
#[derive(Debug)]
pub struct Pieces {
    all: Background<Vec<Piece>>,
    pieces: vec::IntoIter<Piece>,
}

impl Pieces {
    /// All pieces, if the file is read within that time.
    ///
    /// # Panics
    /// If the thread that reads it has panicked.
    pub fn next_timeout(&mut self, timeout: Duration) -> Poll<Vec<Piece>> {
        match self.all.next_timeout(timeout) {
            Poll::Pending => Poll::Pending,
            Poll::Ready(pieces) => Poll::Ready(pieces.and_then(Result::ok).unwrap_or_default()),
        }
    }
}

impl Iterator for Pieces {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        if let Some(pieces) = self.all.next() {
            self.pieces = pieces.ok()?.into_iter();
        }
        self.pieces.next()
    }
}

#[cfg(test)]
mod tests;
