//! Tables in an SQLite database.

use std::io;
use std::path::{Path, PathBuf};

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{CachedStatement, Connection, OpenFlags};

use crate::output::draft::Draft;
use crate::record::{Cells, FINDS, Kind, PackedCell, PackedRecords, Schema, Sink, VERSION};

/// The path as passed to SQLite, which takes one that starts with `file:` for a URI with parameters,
/// and `:memory:` for no file.
pub(super) fn place(path: &Path) -> PathBuf {
    if path.is_relative() { Path::new(".").join(path) } else { path.to_owned() }
}

/// An error, with the path of the database.
pub(super) fn failed(path: &Path, what: impl std::fmt::Display) -> io::Error {
    io::Error::other(format!("{}: {what}", path.display()))
}

/// The statement that creates a table.
pub(super) fn creation(schema: &Schema) -> String {
    let columns: String = schema.columns.iter().fold(String::new(), |all, column| {
        let kind = match column.kind {
            Kind::Text | Kind::Time => "TEXT",
            Kind::Number => "INTEGER",
            Kind::Truth => "BOOLEAN",
        };
        all + &format!(", \"{}\" {kind}", column.name)
    });
    format!("CREATE TABLE \"{}\" (id INTEGER PRIMARY KEY{columns})", schema.table)
}

/// What is often asked of finds: each view with the columns that it needs. Times are text of RFC 3339, which sorts by
/// time.
const VIEWS: [(&[&str], &str); 3] = [
    (
        &["time", "host"],
        "CREATE VIEW by_month AS SELECT substr(time, 1, 7) AS month, host, count(*) AS count
        FROM finds WHERE time IS NOT NULL AND host IS NOT NULL GROUP BY 1, 2;",
    ),
    (
        &["from", "from_name", "host", "time"],
        "CREATE VIEW by_sender AS SELECT \"from\", max(from_name) AS from_name, host,
        count(*) AS count, min(time) AS first, max(time) AS last
        FROM finds WHERE \"from\" IS NOT NULL AND host IS NOT NULL GROUP BY 1, 3;",
    ),
    (
        &["time", "host"],
        "CREATE VIEW first_seen AS SELECT host, min(time) AS first, max(time) AS last,
        count(*) AS count
        FROM finds WHERE time IS NOT NULL AND host IS NOT NULL GROUP BY 1;",
    ),
];

/// What searches of finds with a time or a message are by. Rows are copied faster without indexes, so they come at the end
/// of the first run that has such finds.
const INDEXES: [(&[&str], &str); 3] = [
    (&["time"], "CREATE INDEX IF NOT EXISTS finds_by_time ON finds (time) WHERE time IS NOT NULL;"),
    (
        &["from"],
        "CREATE INDEX IF NOT EXISTS finds_by_sender ON finds (\"from\") WHERE \"from\" IS NOT NULL;",
    ),
    (
        &["message_id"],
        "CREATE INDEX IF NOT EXISTS finds_by_message ON finds (message_id) WHERE message_id IS NOT NULL;",
    ),
];

/// Those statements whose columns are all in the table.
fn possible(statements: &[(&[&str], &str)], schema: &Schema) -> String {
    let has = |name: &&str| schema.columns.iter().any(|column| column.name == *name);
    let possible = statements.iter().filter(|(names, _)| names.iter().all(has));
    possible.map(|(_, statement)| *statement).collect()
}

/// Whether there are finds with a time or a message.
pub(super) struct Dated {
    schema: &'static Schema,
    /// The first of their columns in the whole table, where they are the last ones. Of a choice of columns, each is taken
    /// for one of them.
    column: usize,
    is_there: bool,
}

impl Dated {
    pub fn new(schema: &'static Schema) -> Self {
        let column = match schema.columns.len() == FINDS.columns.len() {
            _ if schema.table != FINDS.table => usize::MAX,
            true => schema.columns.iter().position(|c| c.name == "time").unwrap_or_default(),
            false => 0,
        };
        Dated { schema, column, is_there: false }
    }

    /// Looks at a row.
    pub fn note(&mut self, cells: &Cells<'_>) {
        self.is_there |= cells.last().is_some_and(|(at, _)| *at >= self.column);
    }

    /// Creates the indexes of the finds, if there are any.
    pub fn index(&self, connection: &Connection) -> rusqlite::Result<()> {
        let indexes = possible(&INDEXES, self.schema);
        if self.is_there { connection.execute_batch(&indexes) } else { Ok(()) }
    }
}

/// Creates the table, and the one that describes it.
pub(super) fn create(connection: &Connection, schema: &Schema) -> rusqlite::Result<()> {
    connection.execute_batch(&format!(
        "{};
         CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
         PRAGMA user_version = {VERSION};",
        creation(schema)
    ))?;
    if schema.table == FINDS.table {
        connection.execute_batch(&possible(&VIEWS, schema))?;
    }
    note(connection, "schema", &VERSION.to_string())?;
    note(connection, "urisift", env!("CARGO_PKG_VERSION"))
}

/// Adds an entry to the table `meta`.
pub(super) fn note(connection: &Connection, name: &str, value: &str) -> rusqlite::Result<()> {
    let sql = "INSERT INTO meta (name, value) VALUES (?1, ?2)";
    connection.execute(sql, [name, value]).map(drop)
}

/// Inserts rows, with a statement for each set of columns that have a value: in most rows, most have none.
pub(super) struct Insertions<'c> {
    connection: &'c Connection,
    schema: &'static Schema,
    /// For each set, with a bit for each column, its statement.
    statements: Vec<(u64, CachedStatement<'c>)>,
}

/// How many statements are kept. Most tables have rows of few sets.
const STATEMENTS: usize = 64;

impl<'c> Insertions<'c> {
    pub fn new(connection: &'c Connection, schema: &'static Schema) -> Self {
        connection.set_prepared_statement_cache_capacity(2 * STATEMENTS);
        Insertions { connection, schema, statements: Vec::new() }
    }

    /// Inserts a row.
    pub fn insert(&mut self, cells: &Cells<'_>) -> rusqlite::Result<()> {
        let columns = cells.iter().fold(0, |columns, (at, _)| columns | 1 << at);
        let statement = self.statement(columns)?;
        for (place, (_, cell)) in cells.iter().enumerate() {
            statement.raw_bind_parameter(place + 1, value(cell))?;
        }
        statement.raw_execute().map(drop)
    }

    fn statement(&mut self, columns: u64) -> rusqlite::Result<&mut CachedStatement<'c>> {
        let known = self.statements.iter().position(|(of, _)| *of == columns);
        let at = match known {
            Some(at) => at,
            None => {
                if self.statements.len() == STATEMENTS {
                    self.statements.clear();
                }
                let statement = self.connection.prepare_cached(&self.sql(columns))?;
                self.statements.push((columns, statement));
                self.statements.len() - 1
            }
        };
        Ok(&mut self.statements[at].1)
    }

    fn sql(&self, columns: u64) -> String {
        let all = self.schema.columns.iter().enumerate();
        let named = all.filter(|(at, _)| columns >> at & 1 == 1);
        let names: String = named.map(|(_, column)| format!(", \"{}\"", column.name)).collect();
        let places = ", ?".repeat(columns.count_ones() as usize);
        format!("INSERT INTO \"{}\" (id{names}) VALUES (NULL{places})", self.schema.table)
    }
}

/// A cell as SQLite has it.
pub(super) fn value<'c>(cell: &PackedCell<'c>) -> ToSqlOutput<'c> {
    ToSqlOutput::Borrowed(match *cell {
        PackedCell::Text(text) => ValueRef::Text(text),
        // SQLite integers are signed, and so are dates before 1970.
        PackedCell::Number(number) => ValueRef::Integer(number as i64),
        PackedCell::Truth(truth) => ValueRef::Integer(i64::from(truth)),
    })
}

/// A new database, which appears once complete.
pub(super) struct Anew {
    connection: Connection,
    draft: Draft,
    path: PathBuf,
    schema: &'static Schema,
    dated: Dated,
}

impl Anew {
    pub fn new(path: &Path, schema: &'static Schema) -> io::Result<Self> {
        if path.metadata().is_ok_and(|meta| meta.len() > 0) && !may_be_replaced(path) {
            return Err(io::Error::other(
                "refusing to overwrite this database; write --unique, --by or --top to a new file",
            ));
        }
        let draft = Draft::of(path)?;
        let file =
            draft.path().ok_or_else(|| io::Error::other("a database must be a regular file"))?;
        let open = || {
            let connection = Connection::open(place(file))?;
            // An unfinished database is discarded, so no journal is needed.
            connection
                .execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN;")?;
            create(&connection, schema).map(|()| connection)
        };
        let connection = open().map_err(io::Error::other)?;
        Ok(Anew { connection, draft, path: path.to_owned(), schema, dated: Dated::new(schema) })
    }
}

/// Returns `true` if the database was itself written anew: nothing else may be replaced.
fn may_be_replaced(path: &Path) -> bool {
    let is_anew = "SELECT count(*) = 1 FROM sqlite_schema
        WHERE type = 'table' AND (name = 'meta' OR name = 'sources')
        AND EXISTS (SELECT 1 FROM meta WHERE name = 'urisift')";
    let asked = Connection::open_with_flags(place(path), OpenFlags::SQLITE_OPEN_READ_ONLY)
        .and_then(|connection| connection.query_row(is_anew, [], |row| row.get(0)));
    asked.unwrap_or(false)
}

impl Sink for Anew {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        let mut insertions = Insertions::new(&self.connection, self.schema);
        let mut records = PackedRecords::of(records, self.schema.columns.len(), 0);
        let mut cells = Cells::new();
        while records.next(&mut cells)?.is_some() {
            self.dated.note(&cells);
            insertions.insert(&cells).map_err(|error| failed(&self.path, error))?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        let Anew { connection, draft, path, dated, .. } = *self;
        let committed = dated.index(&connection).and_then(|()| connection.execute_batch("COMMIT"));
        let closed = committed.and_then(|()| connection.close().map_err(|(_, error)| error));
        closed.map_err(|error| failed(&path, error))?;
        draft.publish()
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{TABLE, packed};
    use super::*;

    #[test]
    fn a_table_is_there_once_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.db");
        std::fs::write(&path, "old").unwrap();
        assert!(Anew::new(&path, &TABLE).is_err(), "it is something else");
        std::fs::remove_file(&path).unwrap();
        Box::new(Anew::new(&path, &TABLE).unwrap()).finish().unwrap();
        let old = std::fs::read(&path).unwrap();
        let mut sink = Anew::new(&path, &TABLE).unwrap();
        sink.take(&packed(0..2)).unwrap();
        drop(sink);
        assert_eq!(std::fs::read(&path).unwrap(), old);
        let mut sink = Box::new(Anew::new(&path, &TABLE).unwrap());
        sink.take(&packed(0..2)).unwrap();
        sink.take(&packed(2..3)).unwrap();
        sink.finish().unwrap();
        let connection = Connection::open(&path).unwrap();
        let row = |id: i64| -> (Option<String>, i64, Option<bool>) {
            let sql = "SELECT * FROM \"a table\" WHERE id = ?1";
            let cells = |row: &rusqlite::Row<'_>| Ok((row.get(1)?, row.get(2)?, row.get(3)?));
            connection.query_row(sql, [id], cells).unwrap()
        };
        assert_eq!(row(1), (None, 0, Some(true)));
        assert_eq!(row(2), (Some("text 1".to_owned()), 1, None));
        assert_eq!(row(3), (Some("text 2".to_owned()), 2, Some(true)));
    }

    #[test]
    fn broken_records_are_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let mut sink = Anew::new(&folder.path().join("a.db"), &TABLE).unwrap();
        assert!(sink.take(b"R\x01\x7f").is_err());
    }
}
