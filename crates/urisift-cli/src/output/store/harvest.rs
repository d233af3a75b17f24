//! An SQLite database that spans several runs.
//!
//! The finds of a source are consecutive. The table `sources` says where they start, and whether all of
//! them are there. Both are committed together, so whenever a run is killed, the next one knows what it
//! can skip, and what it must remove before it searches again.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};

use super::database::{self, failed, text, value};
use super::{END_LEN, Harvest, Known};
use crate::record::{
    Cell, FINDS, PackedRecord, PackedRecords, Sink, VERSION, Version, legible, path_bytes,
};

/// At most this many rows, or this much time, are lost with a killed run.
const BATCH: (u64, Duration) = (50_000, Duration::from_secs(1));

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
pub(super) fn open(path: &Path, flags: &str) -> io::Result<Harvest> {
    begun(path, flags).map_err(|trouble| failed(path, trouble))
}

fn begun(path: &Path, flags: &str) -> Result<Harvest> {
    let place = database::place(path);
    let connection = Connection::open(&place)?;
    prepare(&connection, flags)?;
    let sink = InDatabase::new(connection, path)?;
    let read_only = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(place, read_only)?;
    let known = Before { connection, last_source: sink.last_source };
    Ok(Harvest { sink: Box::new(sink), known: Box::new(known) })
}

/// Creates the tables, or checks them.
fn prepare(connection: &Connection, flags: &str) -> Result<()> {
    if is_empty(connection)? {
        make(connection, flags)?;
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
fn make(connection: &Connection, flags: &str) -> Result<()> {
    connection.execute_batch("BEGIN IMMEDIATE")?;
    if is_empty(connection)? {
        database::create(connection, &FINDS)?;
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
    insertion: String,
    /// The number of the last source from before this run.
    last_source: i64,
    /// The number of the newest source. It is never reused, so it tells sources of this run from earlier ones.
    newest_source: i64,
    /// Changes when another connection writes to the database.
    data_version: i64,
    /// The source whose rows are being added.
    source: Option<Source>,
    batch: Option<Batch>,
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

/// What is not committed yet.
struct Batch {
    rows: u64,
    since: Instant,
}

impl InDatabase {
    fn new(connection: Connection, path: &Path) -> Result<Self> {
        let last = "SELECT coalesce(max(id), 0) FROM sources";
        let last_source = connection.query_row(last, [], |row| row.get(0))?;
        let data_version = data_version(&connection)?;
        Ok(InDatabase {
            connection,
            path: path.to_owned(),
            insertion: database::insertion(&FINDS),
            last_source,
            newest_source: last_source,
            data_version,
            source: None,
            batch: None,
        })
    }

    fn record(&mut self, record: &PackedRecord<'_>) -> Result<()> {
        match record {
            PackedRecord::Row(cells) => self.row(cells),
            PackedRecord::End(cells) => self.end(cells),
        }
    }

    fn row(&mut self, cells: &[Cell<'_>]) -> Result<()> {
        self.enter(&text(&cells[0]))?;
        let Some(source) = self.source.as_mut().filter(|source| !source.is_double) else {
            return Ok(());
        };
        database::insert(&self.connection, &self.insertion, cells)?;
        source.finds += 1;
        source.first_id.get_or_insert_with(|| self.connection.last_insert_rowid());
        if let Some(batch) = &mut self.batch {
            batch.rows += 1;
        }
        self.commit_if_much()
    }

    fn end(&mut self, cells: &[Cell<'_>]) -> Result<()> {
        let [path, length, modified, done] = cells else { return Ok(()) };
        self.enter(&text(path))?;
        if let Some(source) = self.source.take() {
            self.save(&source, [length, modified, done])?;
        }
        self.commit_if_much()
    }

    /// Makes that source the current one.
    fn enter(&mut self, path: &str) -> Result<()> {
        self.begin()?;
        if self.source.as_ref().is_some_and(|source| source.path == path) {
            return Ok(());
        }
        self.save_unfinished()?;
        let sql = "SELECT id, first_id, finds FROM sources WHERE path = ?1";
        let mut statement = self.connection.prepare_cached(sql)?;
        let old = statement.query_row([path], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
        let old: Option<(i64, Option<i64>, i64)> = old.optional()?;
        let is_double = old.is_some_and(|(id, ..)| id > self.last_source);
        if let Some((id, first_id, finds)) = old.filter(|_| !is_double) {
            self.forget(id, first_id, finds)?;
        }
        self.newest_source += 1;
        let (id, path) = (self.newest_source, path.to_owned());
        self.source = Some(Source { id, path, finds: 0, first_id: None, is_double });
        Ok(())
    }

    /// Removes a source with its rows.
    fn forget(&self, id: i64, first_id: Option<i64>, finds: i64) -> Result<()> {
        let rows = "DELETE FROM finds WHERE id >= ?1 AND id < ?1 + ?2";
        self.connection.prepare_cached(rows)?.execute(params![first_id, finds])?;
        self.connection.prepare_cached("DELETE FROM sources WHERE id = ?1")?.execute([id])?;
        Ok(())
    }

    /// Saves the state of a source.
    fn save(&self, source: &Source, [length, modified, done]: [&Cell<'_>; 3]) -> Result<()> {
        if source.is_double {
            return Ok(());
        }
        let (finds, first_id) = (source.finds as i64, source.first_id);
        let mut statement = self.connection.prepare_cached(SAVE)?;
        statement.execute(params![
            source.id,
            source.path,
            value(length),
            value(modified),
            finds,
            first_id,
            value(done)
        ])?;
        Ok(())
    }

    /// Saves the state of a source that may have more rows.
    fn save_unfinished(&self) -> Result<()> {
        let unfinished = Cell::Truth(false);
        let save = |source| self.save(source, [&Cell::Null, &Cell::Null, &unfinished]);
        self.source.as_ref().map_or(Ok(()), save)
    }

    fn begin(&mut self) -> Result<()> {
        if self.batch.is_some() {
            return Ok(());
        }
        self.connection.execute_batch("BEGIN IMMEDIATE")?;
        if data_version(&self.connection)? != self.data_version {
            return Err(Trouble::Disturbed);
        }
        self.batch = Some(Batch { rows: 0, since: Instant::now() });
        Ok(())
    }

    fn commit_if_much(&mut self) -> Result<()> {
        let is_much = |batch: &Batch| batch.rows >= BATCH.0 || batch.since.elapsed() >= BATCH.1;
        if self.batch.as_ref().is_some_and(is_much) { self.commit() } else { Ok(()) }
    }

    fn commit(&mut self) -> Result<()> {
        if self.batch.take().is_none() {
            return Ok(());
        }
        self.save_unfinished()?;
        Ok(self.connection.execute_batch("COMMIT")?)
    }
}

/// A number that changes with each commit of another connection.
fn data_version(connection: &Connection) -> Result<i64> {
    Ok(connection.query_row("PRAGMA data_version", [], |row| row.get(0))?)
}

impl Sink for InDatabase {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        for record in PackedRecords::of(records, FINDS.columns.len(), END_LEN) {
            self.record(&record?).map_err(|error| failed(&self.path, error))?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        self.commit().map_err(|error| failed(&self.path, error))?;
        // Leaves a single file, unless another process is reading it.
        let _ = self.connection.query_row("PRAGMA journal_mode = DELETE", [], |_| Ok(()));
        Ok(())
    }
}

/// The result, or why there is none.
type Result<T> = std::result::Result<T, Trouble>;

/// Why a database cannot be continued.
#[derive(Debug)]
enum Trouble {
    Sql(rusqlite::Error),
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

/// Whether another process holds the database.
fn is_busy(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{DatabaseBusy, DatabaseLocked};
    matches!(error.sqlite_error_code(), Some(DatabaseBusy | DatabaseLocked))
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Sql(error) if is_busy(error) => {
                f.write_str("another program is at work on it")
            }
            Trouble::Sql(error) => write!(f, "{error}"),
            Trouble::Foreign => f.write_str("a database with other tables; name another file"),
            Trouble::Version(version) => {
                write!(
                    f,
                    "its tables are of version {version}, and not {VERSION}; name another file"
                )
            }
            Trouble::Flags => f.write_str(
                "made with other flags, or another version of urisift, so that its finds would not \
                 go together; name another file, or remove this one",
            ),
            Trouble::Disturbed => f.write_str("another program has written to it meanwhile"),
        }
    }
}
