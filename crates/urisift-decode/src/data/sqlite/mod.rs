//! SQLite databases (the document "Database File Format"): the values of the rows that tables have. What is
//! deleted, and what indexes repeat, is not read.

use std::ops::ControlFlow;

mod pages;
mod record;
mod rows;
mod schema;
mod tree;

use pages::Pages;
use rows::Rows;
use tree::Trees;

use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::problem::ProblemKind;
use crate::core::step::StepKind;
use crate::core::walker::Walker;

/// A database.
pub struct Sqlite;

const DATABASE: &[u8] = b"SQLite format 3\0";
impl Format for Sqlite {
    fn name(&self) -> &'static str {
        "sqlite"
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        head.starts_with(DATABASE)
    }

    /// A database that fits in memory is read by its trees. A longer one is read page by page: those of tables
    /// tell themselves, but not whether they were freed.
    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let at = reader.raw();
        let Some(pages) = Pages::of(reader.front(pages::HEADER)) else {
            to.problem(ProblemKind::Damaged, at, "sqlite: the header is broken");
            return ControlFlow::Continue(());
        };
        let room = to.room_to_hold();
        let (held, hint) = (room.len, &room.hint);
        let bytes = reader.peek(held.saturating_add(1));
        let trees = (bytes.len() <= held).then(|| Trees::of(&pages, bytes));
        if trees.is_none() {
            let what = format!(
                "sqlite: longer than {held} bytes{hint}: deleted rows may be shown, long values are cut, and tables WITHOUT ROWID are not read"
            );
            to.problem(ProblemKind::Limit, at, what);
        }
        let mut rows = Rows::new(reader, pages, trees);
        to.within(StepKind::Layer, "sqlite", |to| to.text(&mut rows))?;
        let broken = rows.broken();
        to.skip(reader);
        if broken > 0 {
            let what = format!("sqlite: {broken} pages or values are broken, or cut");
            to.problem(ProblemKind::Damaged, at, what);
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
pub mod tests;
