//! An SQLite database that spans several runs.
//!
//! The finds of a source are consecutive. The table `sources` says where they start, and whether all of
//! them are there. Both are committed together, so whenever a run is killed, the next one knows what it
//! can skip, and what it must remove before it searches again.

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use super::database::{self, Dated, Insertions, failed};
use super::image::Image;
use super::{END_LEN, Harvest, Known};
use crate::record::{
    Cells, PackedCell, PackedKind, PackedRecords, Schema, Sink, VERSION, Version, legible,
    path_bytes,
};

/// At most this many rows, or this much time, are lost with a killed run.
const BATCH: (u64, Duration) = (50_000, Duration::from_secs(1));

/// The size of a page of a new database, in bytes: a large one takes fewer writes.
const PAGE: usize = 16 << 10;

/// Copies rows from an [`Image`].
const COPY: &str = "INSERT INTO main.finds SELECT * FROM image.finds";

const SOURCES: &str = "CREATE TABLE sources (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    length INTEGER,
    modified INTEGER,
    finds INTEGER NOT NULL,
    first_id INTEGER,
    done BOOLEAN NOT NULL
)";

const SAVE: &str = "INSERT INTO sources (id, path, length, modified, finds, first_id, done)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
    ON CONFLICT (path) DO UPDATE SET length = excluded.length, modified = excluded.modified,
        finds = excluded.finds, first_id = excluded.first_id, done = excluded.done";

const KNOWN: &str = "SELECT finds FROM sources
    WHERE path = ?1 AND length = ?2 AND modified = ?3 AND done AND id <= ?4";

/// Opens or creates a database.
pub(super) fn open(path: &Path, flags: &str, schema: &'static Schema) -> io::Result<Harvest> {
    begun(path, flags, schema).map_err(|trouble| failed(path, trouble))
}

fn begun(path: &Path, flags: &str, schema: &'static Schema) -> Result<Harvest> {
    let place = database::place(path);
    let connection = Connection::open(&place)?;
    prepare(&connection, flags, schema)?;
    connection.execute_batch("ATTACH ':memory:' AS image")?;
    let run = Run::new(&connection, schema)?;
    let last_source = run.last_source;
    let sink = InDatabase { connection, path: path.to_owned(), run };
    let read_only = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(place, read_only)?;
    let known = Before { connection, last_source };
    Ok(Harvest { sink: Box::new(sink), known: Box::new(known) })
}

/// Creates the tables, or checks them.
fn prepare(connection: &Connection, flags: &str, schema: &Schema) -> Result<()> {
    if is_empty(connection)? {
        make(connection, flags, schema)?;
    }
    check(connection, flags)?;
    // Readers can look at what is there while more is added.
    connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    Ok(connection.execute_batch("PRAGMA synchronous = NORMAL")?)
}

fn is_empty(connection: &Connection) -> Result<bool> {
    let tables = "SELECT count(*) = 0 FROM sqlite_schema";
    Ok(connection.query_row(tables, [], |row| row.get(0))?)
}

/// Creates the tables, unless another process has done so meanwhile.
fn make(connection: &Connection, flags: &str, schema: &Schema) -> Result<()> {
    connection.execute_batch(&format!("PRAGMA page_size = {PAGE}; BEGIN IMMEDIATE"))?;
    if is_empty(connection)? {
        database::create(connection, schema)?;
        database::note(connection, "flags", flags)?;
        connection.execute_batch(SOURCES)?;
    }
    Ok(connection.execute_batch("COMMIT")?)
}

fn check(connection: &Connection, flags: &str) -> Result<()> {
    let is_ours = "SELECT count(*) = 3 FROM sqlite_schema
        WHERE type = 'table' AND name IN ('finds', 'sources', 'meta')";
    if !connection.query_row(is_ours, [], |row| row.get(0))? {
        return Err(Trouble::Foreign);
    }
    let version = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if version != VERSION {
        return Err(Trouble::Version(version));
    }
    let sql = "SELECT value FROM meta WHERE name = 'flags'";
    let theirs: Option<String> = connection.query_row(sql, [], |row| row.get(0)).optional()?;
    if theirs.as_deref() == Some(flags) { Ok(()) } else { Err(Trouble::Flags) }
}

/// What was there before this run.
struct Before {
    connection: Connection,
    last_source: i64,
}

impl Known for Before {
    /// What cannot be read is unknown.
    fn finds(&self, path: &Path, version: Version) -> Option<u64> {
        let path = legible(path_bytes(path));
        let mut statement = self.connection.prepare_cached(KNOWN).ok()?;
        let known = params![path, version.len as i64, version.modified, self.last_source];
        statement.query_row(known, |row| row.get::<_, i64>(0)).map(|finds| finds as u64).ok()
    }
}

/// Takes the finds of this run.
struct InDatabase {
    connection: Connection,
    path: PathBuf,
    run: Run,
}

/// The state of this run.
struct Run {
    /// The table of finds, whose first column is the path.
    schema: &'static Schema,
    /// The number of the last source from before this run.
    last_source: i64,
    /// The number of the newest source. It is never reused, so it tells sources of this run from earlier ones.
    newest_source: i64,
    /// Changes when another connection writes to the database.
    data_version: i64,
    /// The source whose rows are being added.
    source: Option<Source>,
    /// Rows and sources that are not written yet.
    image: Image,
    ended: HashMap<String, State>,
    dated: Dated,
    /// The next row's number.
    next_row: i64,
    batch: Option<Batch>,
    /// A transaction has begun.
    is_begun: bool,
}

/// A source, perhaps with some of its rows.
struct Source {
    id: i64,
    path: String,
    finds: u64,
    first_id: Option<i64>,
    /// This run has it already: a user may name it twice. Its rows are there.
    is_double: bool,
}

/// What is saved of a source.
struct State {
    source: Source,
    version: [Option<i64>; 2],
    is_done: bool,
}

/// What is not committed yet.
struct Batch {
    /// How many rows there are, and sources.
    rows: u64,
    since: Instant,
}

impl Run {
    fn new(connection: &Connection, schema: &'static Schema) -> Result<Self> {
        let last = "SELECT coalesce(max(id), 0) FROM sources";
        let last_source = connection.query_row(last, [], |row| row.get(0))?;
        Ok(Run {
            schema,
            last_source,
            newest_source: last_source,
            data_version: data_version(connection)?,
            source: None,
            image: Image::new(schema.table, schema.columns.len(), &database::creation(schema)),
            ended: HashMap::new(),
            dated: Dated::new(schema),
            next_row: next_row(connection)?,
            batch: None,
            is_begun: false,
        })
    }

    fn take(&mut self, connection: &mut Connection, records: &[u8]) -> Result<()> {
        let mut records = PackedRecords::of(records, self.schema.columns.len(), END_LEN);
        let mut cells = Cells::new();
        while let Some(kind) = records.next(&mut cells)? {
            match kind {
                PackedKind::Row => {
                    self.dated.note(&cells);
                    self.row(connection, &cells)?;
                }
                PackedKind::End => self.end(connection, &cells)?,
            }
        }
        self.commit_if_much(connection)
    }

    fn row(&mut self, connection: &mut Connection, cells: &Cells<'_>) -> Result<()> {
        self.enter(connection, text(cells, 0))?;
        let Some(source) = self.source.as_mut().filter(|source| !source.is_double) else {
            return Ok(());
        };
        source.finds += 1;
        source.first_id.get_or_insert(self.next_row);
        let is_long = !self.image.push(self.next_row as u64, cells);
        self.next_row += 1;
        let batch = self.batch.get_or_insert_with(Batch::new);
        batch.rows += 1;
        let is_full = batch.is_full();
        if is_long {
            self.copy_rows(connection)?;
            Insertions::new(connection, self.schema).insert(cells)?;
        }
        if is_long || is_full || self.image.is_full() { self.commit(connection) } else { Ok(()) }
    }

    fn end(&mut self, connection: &mut Connection, cells: &Cells<'_>) -> Result<()> {
        self.enter(connection, text(cells, 0))?;
        if let Some(source) = self.source.take() {
            let version = [1, 2].map(|at| match cell(cells, at) {
                Some(PackedCell::Number(number)) => Some(number as i64),
                _ => None,
            });
            let is_done = cell(cells, 3) == Some(PackedCell::Truth(true));
            self.leave(State { source, version, is_done });
        }
        self.commit_if_much(connection)
    }

    /// Makes that source the current one.
    fn enter(&mut self, connection: &Connection, path: &[u8]) -> Result<()> {
        if self.source.as_ref().is_some_and(|source| source.path.as_bytes() == path) {
            return Ok(());
        }
        if let Some(source) = self.source.take() {
            self.leave(State { source, version: [None; 2], is_done: false });
        }
        // Rows have only UTF-8.
        let path = String::from_utf8_lossy(path).into_owned();
        let is_double = self.ended.contains_key(&path) || self.is_double(connection, &path)?;
        self.newest_source += 1;
        let id = self.newest_source;
        self.source = Some(Source { id, path, finds: 0, first_id: None, is_double });
        self.batch.get_or_insert_with(Batch::new).rows += 1;
        Ok(())
    }

    /// Returns `true` if this run has the source already. What earlier runs have of it is removed.
    fn is_double(&mut self, connection: &Connection, path: &str) -> Result<bool> {
        let sql = "SELECT id, first_id, finds FROM sources WHERE path = ?1";
        let mut statement = connection.prepare_cached(sql)?;
        let old = statement.query_row([path], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        let old: Option<(i64, Option<i64>, i64)> = old.optional()?;
        let Some((id, first_id, finds)) = old else { return Ok(false) };
        if id > self.last_source {
            return Ok(true);
        }
        self.begin(connection)?;
        forget(connection, id, first_id, finds)?;
        if self.image.is_empty() {
            self.next_row = next_row(connection)?;
        }
        Ok(false)
    }

    /// Keeps the state of a source until it is written.
    fn leave(&mut self, state: State) {
        if !state.source.is_double {
            self.ended.insert(state.source.path.clone(), state);
        }
    }

    /// Begins a transaction, if there is none.
    fn begin(&mut self, connection: &Connection) -> Result<()> {
        if self.is_begun {
            return Ok(());
        }
        connection.execute_batch("BEGIN")?;
        self.is_begun = true;
        if data_version(connection)? != self.data_version {
            return Err(Trouble::Disturbed);
        }
        Ok(())
    }

    /// Writes the rows so far; once in a transaction, since an image is not replaced in one that has read it.
    fn copy_rows(&mut self, connection: &mut Connection) -> Result<()> {
        if self.image.is_empty() {
            return self.begin(connection);
        }
        let (image, len) = self.image.finish();
        connection.deserialize_read_exact("image", image, len, false)?;
        self.image.clear();
        self.begin(connection)?;
        Ok(connection.execute_batch(COPY)?)
    }

    fn commit_if_much(&mut self, connection: &mut Connection) -> Result<()> {
        let is_much = |batch: &Batch| batch.is_full() || batch.since.elapsed() >= BATCH.1;
        if self.batch.as_ref().is_some_and(is_much) { self.commit(connection) } else { Ok(()) }
    }

    /// Writes all there is.
    fn commit(&mut self, connection: &mut Connection) -> Result<()> {
        if self.batch.take().is_none() {
            return Ok(());
        }
        self.copy_rows(connection)?;
        for (_, State { source, version, is_done }) in self.ended.drain() {
            save(connection, &source, version, is_done)?;
        }
        if let Some(source) = self.source.as_ref().filter(|source| !source.is_double) {
            save(connection, source, [None; 2], false)?;
        }
        self.is_begun = false;
        Ok(connection.execute_batch("COMMIT")?)
    }
}

impl Batch {
    fn new() -> Self {
        Batch { rows: 0, since: Instant::now() }
    }

    fn is_full(&self) -> bool {
        self.rows >= BATCH.0
    }
}

/// The number of the next row.
fn next_row(connection: &Connection) -> Result<i64> {
    let next = "SELECT coalesce(max(id), 0) + 1 FROM finds";
    Ok(connection.query_row(next, [], |row| row.get(0))?)
}

/// The cell with that index; `None` if it is null.
fn cell<'p>(cells: &Cells<'p>, at: usize) -> Option<PackedCell<'p>> {
    cells.iter().find(|(index, _)| *index == at).map(|(_, cell)| *cell)
}

/// The text of that cell.
fn text<'p>(cells: &Cells<'p>, at: usize) -> &'p [u8] {
    match cell(cells, at) {
        Some(PackedCell::Text(text)) => text,
        _ => b"",
    }
}

/// Removes a source with its rows.
fn forget(connection: &Connection, id: i64, first_id: Option<i64>, finds: i64) -> Result<()> {
    let rows = "DELETE FROM finds WHERE id >= ?1 AND id < ?1 + ?2";
    connection.prepare_cached(rows)?.execute(params![first_id, finds])?;
    connection.prepare_cached("DELETE FROM sources WHERE id = ?1")?.execute([id])?;
    Ok(())
}

/// Saves the state of a source.
fn save(
    connection: &Connection,
    source: &Source,
    [length, modified]: [Option<i64>; 2],
    is_done: bool,
) -> Result<()> {
    let Source { id, path, finds, first_id, .. } = source;
    let mut statement = connection.prepare_cached(SAVE)?;
    statement.execute(params![id, path, length, modified, *finds as i64, first_id, is_done])?;
    Ok(())
}

/// A number that changes with each commit of another connection.
fn data_version(connection: &Connection) -> Result<i64> {
    Ok(connection.query_row("PRAGMA data_version", [], |row| row.get(0))?)
}

impl Sink for InDatabase {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        let taken = self.run.take(&mut self.connection, records);
        taken.map_err(|trouble| failed(&self.path, trouble))
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.run.commit(&mut self.connection).map_err(|error| failed(&self.path, error))?;
        self.run.dated.index(&self.connection).map_err(|error| failed(&self.path, error))?;
        // Leaves a single file, unless another process is reading it.
        let _ = self.connection.query_row("PRAGMA main.journal_mode = DELETE", [], |_| Ok(()));
        Ok(())
    }
}

/// The result, or why there is none.
type Result<T> = std::result::Result<T, Trouble>;

/// Why a database cannot be continued.
#[derive(Debug)]
enum Trouble {
    Sql(rusqlite::Error),
    /// The records cannot be read.
    Records(io::Error),
    /// It has foreign tables.
    Foreign,
    /// Its tables are of that version.
    Version(u32),
    /// It was made with other flags.
    Flags,
    /// Another process writes to it.
    Disturbed,
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Self {
        Trouble::Sql(error)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Trouble::Records(error)
    }
}

/// Returns `true` if another process holds the database.
fn is_busy(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
    matches!(error.sqlite_error_code(), Some(DatabaseBusy | DatabaseLocked))
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Sql(error) if is_busy(error) => {
                f.write_str("database is locked by another program")
            }
            Trouble::Sql(error) => write!(f, "{error}"),
            Trouble::Records(error) => write!(f, "{error}"),
            Trouble::Foreign => f.write_str("not a urisift database; use another file"),
            Trouble::Version(version) => {
                write!(
                    f,
                    "database has schema version {version}, expected {VERSION}; use another file"
                )
            }
            Trouble::Flags => f.write_str(
                "database was made with different options or another urisift version; use another \
                 file or delete it",
            ),
            Trouble::Disturbed => {
                f.write_str("another program modified the database during the run")
            }
        }
    }
}

#[cfg(test)]
mod tests;
