//! What runs leave in one database, one after the other.

use super::*;
use crate::record::{Cell, FINDS, Packed, Rows, push_end};

/// The rows of a source: a URI of each of these lengths.
fn rows(path: &str, lens: &[u32]) -> Vec<u8> {
    let mut out = Vec::new();
    for len in lens {
        let uri = FINDS.columns.iter().position(|column| column.name == "uri").unwrap();
        let mut cells = vec![Cell::Null; FINDS.columns.len()];
        cells[0] = Cell::Text(path.as_bytes().into());
        cells[uri] = Cell::Text(vec![b'x'; *len as usize].into());
        Packed.row(&FINDS, &cells, &mut out);
    }
    out
}

fn ended(path: &str, lens: &[u32]) -> Vec<u8> {
    let mut out = rows(path, lens);
    let [path, done] = [Cell::Text(path.as_bytes().into()), Cell::Truth(true)];
    let [length, modified] = [lens.len() as u64, 7].map(Cell::Number);
    push_end(&[path, length, modified, done], &mut out);
    out
}

/// The sources: path, first row and count; and the lengths of all URIs, with their numbers.
type Found = (Vec<(String, Option<i64>, i64)>, Vec<(i64, u32)>);

fn found(path: &Path) -> Found {
    let connection = Connection::open(path).unwrap();
    let sources = "SELECT path, first_id, finds FROM sources ORDER BY id";
    let mut sources = connection.prepare(sources).unwrap();
    let sources = sources.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
    let mut rows = connection.prepare("SELECT id, length(uri) FROM finds ORDER BY id").unwrap();
    let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
    let sources = sources.unwrap().map(|source| source.unwrap()).collect();
    (sources, rows.unwrap().map(|row| row.unwrap()).collect())
}

#[test]
fn rows_are_in_order_however_long_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    let Harvest { mut sink, known } = open(&path, "", &FINDS).unwrap();
    let lens: Vec<_> = (0..300).map(|row| if row % 97 == 50 { 40_000 } else { row }).collect();
    sink.take(&ended("a", &lens)).unwrap();
    sink.take(&ended("empty", &[])).unwrap();
    // A source that is named twice is there once.
    sink.take(&ended("a", &[1])).unwrap();
    sink.take(&rows("b", &[1, 2])).unwrap();
    drop(known);
    sink.finish().unwrap();
    let source = |path: &str, first, count| (path.to_owned(), first, count);
    let all: Vec<_> = (1..).zip(lens.into_iter().chain([1, 2])).collect();
    let sources =
        vec![source("a", Some(1), 300), source("empty", None, 0), source("b", Some(301), 2)];
    assert_eq!(found(&path), (sources, all.clone()));

    // What has changed is removed, and rows continue after what is left.
    let Harvest { mut sink, known } = open(&path, "", &FINDS).unwrap();
    assert_eq!(known.finds(Path::new("a"), Version { len: 300, modified: 7 }), Some(300));
    assert_eq!(known.finds(Path::new("b"), Version { len: 2, modified: 7 }), None);
    sink.take(&ended("b", &[5])).unwrap();
    sink.take(&ended("c", &[6])).unwrap();
    drop(known);
    sink.finish().unwrap();
    let sources = vec![
        source("a", Some(1), 300),
        source("empty", None, 0),
        source("b", Some(301), 1),
        source("c", Some(302), 1),
    ];
    let rows = [&all[..300], &[(301, 5), (302, 6)]].concat();
    assert_eq!(found(&path), (sources, rows));
}

#[test]
fn what_is_dropped_stays_as_it_was_committed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.db");
    let lens = vec![10; BATCH.0 as usize + 10];
    let Harvest { mut sink, .. } = open(&path, "", &FINDS).unwrap();
    sink.take(&rows("a", &lens)).unwrap();
    drop(sink);
    let (sources, rows) = found(&path);
    let count = rows.len() as i64;
    assert!(count >= BATCH.0 as i64 / 2 && count < lens.len() as i64, "{count}");
    assert_eq!(sources, [("a".to_owned(), Some(1), count)]);
}
