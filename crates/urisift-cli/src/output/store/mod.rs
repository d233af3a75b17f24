//! File formats that are read as tables. Each needs its feature.

#[cfg(feature = "parquet")]
mod columns;
#[cfg(feature = "sqlite")]
mod database;
#[cfg(feature = "sqlite")]
mod harvest;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(all(test, any(feature = "sqlite", feature = "parquet")))]
mod samples;
#[cfg(feature = "sqlite")]
mod trouble;

use std::io;
use std::path::Path;

use crate::record::{Schema, Sink, Version};

/// A store of finds from several runs.
pub(crate) struct Harvest {
    /// Takes what [`Harvested`](super::Harvested) writes.
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
    Ok(Box::new(database::Anew::new(path, schema)?))
}

/// Opens an SQLite database to continue where the last run stopped, if that had the same flags.
///
/// # Errors
/// If it cannot be created, or is something else.
#[cfg(feature = "sqlite")]
pub(crate) fn sqlite_harvest(path: &Path, flags: &str) -> io::Result<Harvest> {
    harvest::open(path, flags)
}

/// Creates a Parquet file. It takes rows packed by [`Packed`](super::Packed).
///
/// # Errors
/// If it cannot be created.
#[cfg(feature = "parquet")]
pub(crate) fn parquet(path: &Path, schema: &'static Schema) -> io::Result<Box<dyn Sink>> {
    Ok(Box::new(parquet::InParquet::new(path, schema)?))
}

#[cfg(not(feature = "sqlite"))]
pub(crate) fn sqlite(_: &Path, _: &'static Schema) -> io::Result<Box<dyn Sink>> {
    Err(super::cannot_write("SQLite", "sqlite"))
}

#[cfg(not(feature = "sqlite"))]
pub(crate) fn sqlite_harvest(_: &Path, _: &str) -> io::Result<Harvest> {
    Err(super::cannot_write("SQLite", "sqlite"))
}

#[cfg(not(feature = "parquet"))]
pub(crate) fn parquet(_: &Path, _: &'static Schema) -> io::Result<Box<dyn Sink>> {
    Err(super::cannot_write("Parquet", "parquet"))
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
