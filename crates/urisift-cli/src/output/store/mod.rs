//! File formats that are read as tables. Each needs its feature.

#[cfg(feature = "sqlite")]
mod database;
#[cfg(feature = "sqlite")]
mod harvest;
#[cfg(feature = "sqlite")]
mod image;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(any(feature = "parquet", feature = "sqlite"))]
mod threaded;

use std::borrow::Cow;
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use crate::found::Found;
use crate::record::{
    Cell, Columns, End, Finds, Metadata, PackedFinds, RecordWriter, Schema, Sink, Skip, TimeForm,
    Total, Version, path_bytes, push_end,
};
use crate::span::Origin;

/// A store of finds from several runs.
pub(crate) struct Harvest {
    /// Takes what [`Harvested`] writes.
    pub sink: Box<dyn Sink>,
    /// Which sources need not be searched again.
    pub known: Box<dyn Known>,
}

/// Knows what earlier runs have searched.
pub(crate) trait Known: Send {
    /// How many finds the source has, if it is known and unchanged.
    fn finds(&self, path: &Path, version: Version) -> Option<u64>;
}

/// Creates an SQLite database anew. It takes rows packed by [`Packed`](super::Packed).
///
/// # Errors
/// If it cannot be created.
#[cfg(feature = "sqlite")]
pub(crate) fn sqlite(path: &Path, schema: &'static Schema) -> io::Result<Box<dyn Sink>> {
    threaded::start(Box::new(database::Anew::new(path, schema)?))
}

/// Opens an SQLite database to continue where the last run stopped, if that had the same flags.
///
/// # Errors
/// If it cannot be created, or is something else.
#[cfg(feature = "sqlite")]
pub(crate) fn sqlite_harvest(
    path: &Path,
    flags: &str,
    schema: &'static Schema,
) -> io::Result<Harvest> {
    let Harvest { sink, known } = harvest::open(path, flags, schema)?;
    Ok(Harvest { sink: threaded::start(sink)?, known })
}

/// Creates a Parquet file. It takes rows packed by [`Packed`](super::Packed).
///
/// # Errors
/// If it cannot be created.
#[cfg(feature = "parquet")]
pub(crate) fn parquet(path: &Path, schema: &'static Schema) -> io::Result<Box<dyn Sink>> {
    threaded::start(Box::new(parquet::InParquet::new(path, schema)?))
}

#[cfg(not(feature = "sqlite"))]
pub(crate) fn sqlite(_: &Path, _: &'static Schema) -> io::Result<Box<dyn Sink>> {
    Err(super::cannot_write("SQLite", "sqlite"))
}

#[cfg(not(feature = "sqlite"))]
pub(crate) fn sqlite_harvest(_: &Path, _: &str, _: &'static Schema) -> io::Result<Harvest> {
    Err(super::cannot_write("SQLite", "sqlite"))
}

#[cfg(not(feature = "parquet"))]
pub(crate) fn parquet(_: &Path, _: &'static Schema) -> io::Result<Box<dyn Sink>> {
    Err(super::cannot_write("Parquet", "parquet"))
}

/// How many cells the end of a source has: path, length, date, and whether it was read completely.
#[cfg(feature = "sqlite")]
pub(super) const END_LEN: usize = 4;

/// A packed row per find, and the end of each source. Every row has its path.
pub(crate) struct Harvested {
    rows: PackedFinds,
}

impl Harvested {
    /// Says of a find what `finds` says, and its path first.
    pub fn of(finds: Finds) -> Self {
        let columns = finds.columns.map(Columns::after_path);
        let finds = Finds { no_path: false, columns, ..finds };
        Harvested { rows: PackedFinds { finds, time_form: TimeForm::Text } }
    }

    /// The table of its columns.
    pub fn schema(&self) -> &'static Schema {
        self.rows.finds.schema()
    }
}

impl RecordWriter for Harvested {
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        self.rows.found(origin, found, out)
    }

    fn metadata(&self) -> Metadata {
        self.rows.metadata()
    }

    fn finish(&self, source: &Path, total: Total, out: &mut Vec<u8>) {
        let path = Cell::Text(Cow::Borrowed(path_bytes(source)));
        let done = Cell::Truth(total.end == End::Whole);
        let version = total.version;
        let length = version.map_or(Cell::Null, |version| Cell::Number(version.len));
        let modified = version.map_or(Cell::Null, |version| Cell::Number(version.modified as u64));
        push_end(&[path, length, modified, done], out);
    }
}

/// A table for tests.
#[cfg(all(test, any(feature = "sqlite", feature = "parquet")))]
mod samples {
    use std::borrow::Cow;
    use std::ops::Range;

    use crate::record::{Cell, Column, Kind, Packed, Rows, Schema};

    /// A table with a column of each kind.
    pub(super) static TABLE: Schema = Schema {
        table: "a table",
        columns: &[
            Column { name: "text", kind: Kind::Text },
            Column { name: "number", kind: Kind::Number },
            Column { name: "truth", kind: Kind::Truth },
        ],
    };

    /// Rows of it by number. The first one has no text, and every other one a truth.
    pub(super) fn packed(numbers: Range<u64>) -> Vec<u8> {
        let mut out = Vec::new();
        for number in numbers {
            let text = Cell::Text(Cow::Owned(format!("text {number}").into_bytes()));
            let text = if number == 0 { Cell::Null } else { text };
            let truth = if number % 2 == 0 { Cell::Truth(true) } else { Cell::Null };
            Packed.row(&TABLE, &[text, Cell::Number(number), truth], &mut out);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::FINDS;

    #[test]
    fn what_is_left_out_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let said = |made: io::Result<Box<dyn Sink>>| made.err().map(|error| error.to_string());
        let refused = |what: &str| {
            let feature = what.to_lowercase();
            format!(
                "this build of urisift cannot write {what}: build it with `--features {feature}`"
            )
        };
        let written = [
            ("SQLite", cfg!(feature = "sqlite"), said(sqlite(&folder.path().join("a"), &FINDS))),
            ("Parquet", cfg!(feature = "parquet"), said(parquet(&folder.path().join("b"), &FINDS))),
        ];
        for (what, is_there, said) in written {
            assert_eq!(said, (!is_there).then(|| refused(what)));
        }
    }
}
