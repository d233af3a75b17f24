use super::*;
use crate::testing::{All, UNCUT, entered, stands_all_cuts, utf_16, walked};

/// A value of a row.
#[derive(Clone, Copy)]
pub enum Cell<'c> {
    Text(&'c [u8]),
    Blob(&'c [u8]),
    Number(u8),
}

const SIZE: usize = 512;

/// A record of values that are shorter than 2 KiB.
pub fn record(cells: &[Cell<'_>]) -> Vec<u8> {
    let (mut types, mut values) = (Vec::new(), Vec::new());
    for cell in cells {
        let (kind, bytes) = match cell {
            Cell::Text(text) => (13 + 2 * text.len(), text.to_vec()),
            Cell::Blob(blob) => (12 + 2 * blob.len(), blob.to_vec()),
            Cell::Number(number) => (1, vec![*number]),
        };
        types.extend(varint(kind));
        values.extend(bytes);
    }
    [varint(types.len() + 1), types, values].concat()
}

fn varint(value: usize) -> Vec<u8> {
    match value {
        ..128 => vec![value as u8],
        _ => vec![(value >> 7) as u8 | 0x80, (value & 0x7f) as u8],
    }
}

/// A cell of a table with a record, of which `next` has what is not here.
pub fn cell(record: &[u8], local: usize, next: &[u8]) -> Vec<u8> {
    [varint(record.len()), vec![1], record[..local].to_vec(), next.to_vec()].concat()
}

fn row(cells: &[Cell<'_>]) -> Vec<u8> {
    let record = record(cells);
    cell(&record, record.len(), b"")
}

/// A page with these cells; `at` is how much is before it.
pub fn page(kind: u8, at: usize, last: u32, cells: &[Vec<u8>]) -> Vec<u8> {
    let mut page = vec![0; SIZE];
    page[at] = kind;
    page[at + 3..at + 5].copy_from_slice(&(cells.len() as u16).to_be_bytes());
    let mut pointer = at + 8;
    if matches!(kind, 2 | 5) {
        page[at + 8..at + 12].copy_from_slice(&last.to_be_bytes());
        pointer += 4;
    }
    let mut end = SIZE;
    for cell in cells {
        end -= cell.len();
        page[end..end + cell.len()].copy_from_slice(cell);
        page[pointer..pointer + 2].copy_from_slice(&(end as u16).to_be_bytes());
        pointer += 2;
    }
    page
}

/// A database with a table `t`, whose root is page 2, and pages from there on.
pub fn database(sql: &str, encoding: u8, pages: &[Vec<u8>]) -> Vec<u8> {
    let [kind, name, sql] = ["table", "t", sql].map(|text| in_encoding(text, encoding));
    let schema = [
        Cell::Text(&kind),
        Cell::Text(&name),
        Cell::Text(&name),
        Cell::Number(2),
        Cell::Text(&sql),
    ];
    let mut first = page(13, 100, 0, &[row(&schema)]);
    first[..16].copy_from_slice(DATABASE);
    first[16..24].copy_from_slice(&[2, 0, 1, 1, 0, 64, 32, 32]);
    first[59] = encoding;
    [first, pages.concat()].concat()
}

fn in_encoding(text: &str, encoding: u8) -> Vec<u8> {
    match encoding {
        2 => utf_16(text, u16::to_le_bytes),
        3 => utf_16(text, u16::to_be_bytes),
        _ => text.as_bytes().to_vec(),
    }
}

/// The text, with a bar for each border.
fn shown(all: &All) -> String {
    let texts = all.texts.iter().filter(|seen| seen.path == "sqlite");
    texts.map(|seen| String::from_utf8_lossy(&seen.text).replace('\x1f', "|")).collect()
}

/// The text and the names of columns of a database without problems.
fn read(bytes: &[u8]) -> (String, Vec<String>) {
    let all = entered(&Sqlite, bytes, UNCUT);
    assert_eq!(all.problems, [""; 0]);
    let names = all.texts[0].links.iter().map(|link| link.name.to_string()).collect();
    stands_all_cuts(&Sqlite, bytes);
    (shown(&all), names)
}

const SQL: &str = "CREATE TABLE t(a, b)";

#[test]
fn values_are_apart() {
    for encoding in [1, 2, 3] {
        let [url, title, pair] = ["https://a.example/W", "Wé:", "😀 http://b.example/"]
            .map(|text| in_encoding(text, encoding));
        let blobs = [Cell::Blob(b"http://c.example/ "), Cell::Blob(b"\0http://d.example/")];
        let rows = [
            row(&[Cell::Text(&url), Cell::Text(&title)]),
            row(&[Cell::Number(7), Cell::Text(&pair)]),
            row(&[Cell::Text(b""), Cell::Text(b"none")]),
            row(&blobs),
        ];
        let (text, names) = read(&database(SQL, encoding, &[page(13, 0, 0, &rows)]));
        assert_eq!(text, "|http://c.example/||😀 http://b.example/||https://a.example/W||Wé:|");
        assert_eq!(names, ["t.a", "t.b", "t.a", "t.b"]);
    }
}

#[test]
fn values_start_with_any_mark() {
    let texts = [
        "\"http://a.example/\"",
        "{\"a\": \"http://b.example/\"}",
        "<a href=\"http://c.example/\">",
        "\"\" d.example",
        "hxxp[:]//e[.]f",
        "g[dot]example(dot)org",
        "who(at)h",
        "\"и.рф\"",
    ];
    for encoding in [1, 2, 3] {
        let rows = texts.map(|text| row(&[Cell::Text(&in_encoding(text, encoding))]));
        let (text, _) = read(&database(SQL, encoding, &[page(13, 0, 0, &rows)]));
        let reversed = texts.iter().rev().map(|text| format!("|{text}|"));
        assert_eq!(text, reversed.collect::<String>());
    }
}

#[test]
fn raw_offsets() {
    let rows = [row(&[Cell::Text(b" http://a.example/"), Cell::Number(1)])];
    let bytes = database(SQL, 1, &[page(13, 0, 0, &rows)]);
    let all = entered(&Sqlite, &bytes, UNCUT);
    let (first, last) = (all.texts[0].spans[1], all.texts[0].spans[17]);
    assert_eq!(&bytes[first.start as usize..last.end as usize], b"http://a.example/");
}

/// A tree, an index and a page that is free; what is not in a cell.
#[test]
fn only_rows_are_read() {
    let leaf = |url: &[u8]| page(13, 0, 0, &[row(&[Cell::Text(url)])]);
    let key = record(&[Cell::Text(b"http://index/")]);
    let index = page(10, 0, 0, &[[varint(key.len()), key.clone()].concat()]);
    let mut slack = leaf(b"http://a/");
    slack[20..33].copy_from_slice(b"http://slack/");
    let inner = page(5, 0, 4, &[vec![0, 0, 0, 6, 1]]);
    let free = leaf(b"http://free/");
    let pages = [inner, index.clone(), slack, free, leaf(b"http://b/")];
    assert_eq!(read(&database(SQL, 1, &pages)).0, "|http://a/||http://b/|");
    // A table WITHOUT ROWID is an index.
    let sql = "CREATE TABLE t(a, b PRIMARY KEY) WITHOUT ROWID";
    let inner = page(2, 0, 4, &[[&[0, 0, 0, 3][..], &varint(key.len()), &key].concat()]);
    let (text, names) = read(&database(sql, 1, &[inner, index.clone(), index]));
    assert_eq!(text, "|http://index/|".repeat(3));
    assert_eq!(names, ["t.b"; 3]);
}

/// A row whose text continues in pages 3 and 4.
fn long(text: &[u8]) -> Vec<Vec<u8>> {
    let record = record(&[Cell::Text(text)]);
    let least = (SIZE - 12) * 32 / 255 - 23;
    let some = least + (record.len() - least) % (SIZE - 4);
    let local = if some <= SIZE - 35 { some } else { least };
    let mut pages = vec![page(13, 0, 0, &[cell(&record, local, &[0, 0, 0, 3])])];
    let chunks: Vec<_> = record[local..].chunks(SIZE - 4).collect();
    for (at, chunk) in chunks.iter().enumerate() {
        let next = if at + 1 == chunks.len() { 0 } else { at as u32 + 4 };
        let mut page = [&next.to_be_bytes(), *chunk].concat();
        page.resize(SIZE, 0);
        pages.push(page);
    }
    pages
}

#[test]
fn long_values_go_on_in_other_pages() {
    let text = format!("http://a.example/{} http://b.example/ ", "x".repeat(1100));
    let expected = format!("|{}|", text.trim());
    assert_eq!(read(&database(SQL, 1, &long(text.as_bytes()))).0, expected);
    let wide: Vec<u8> = in_encoding(&format!("é😀{text}"), 3);
    for cut in [0, 2, 4] {
        let text = String::from_utf16_lossy(
            &wide[cut..].chunks(2).map(|u| u16::from_be_bytes([u[0], u[1]])).collect::<Vec<_>>(),
        );
        let bytes = database(SQL, 3, &long(&wide[cut..wide.len() - 1300]));
        let (shown, _) = read(&bytes);
        assert!(text.starts_with(shown.trim_matches('|')), "{shown}");
    }
}

#[test]
fn what_is_cut_is_told_and_no_fragment_is_shown() {
    let text = format!("http://a.example/ http://b.example/{}", "x".repeat(1100));
    let mut pages = long(text.as_bytes());
    // The chain ends early, and refers to itself.
    for next in [0, 3, 99] {
        pages[1][3] = next;
        let all = entered(&Sqlite, &database(SQL, 1, &pages), UNCUT);
        assert_eq!(shown(&all), "|http://a.example/|");
        assert_eq!(all.problems, ["sqlite: 1 pages or values are broken, or cut"]);
    }
}

#[test]
fn longer_than_what_is_held() {
    let leaf = |url: &[u8]| page(13, 0, 0, &[row(&[Cell::Text(url), Cell::Text(b"a:")])]);
    let bytes = database(SQL, 1, &[leaf(b"http://a/"), leaf(b"http://b/")]);
    let limited = |step| {
        walked(&bytes, step, |to, reader| {
            to.limits.held = 1000;
            to.enter(&Sqlite, reader)
        })
    };
    let all = limited(UNCUT);
    assert_eq!(shown(&all), "|http://a/||a:||http://b/||a:|");
    assert!(all.problems[0].contains("longer than 1000 bytes"), "{:?}", all.problems);
    for step in [1, 7, 500] {
        assert_eq!(limited(step), all);
    }
}

#[test]
fn a_broken_header() {
    let all = entered(&Sqlite, b"SQLite format 3\0http://a/", 1);
    assert_eq!(all.problems, ["sqlite: the header is broken"]);
    assert_eq!(all.texts.last().unwrap().text, b"SQLite format 3\0http://a/");
}

#[test]
fn broken_databases_do_no_harm() {
    let leaf = page(13, 0, 0, &[row(&[Cell::Text(b"http://a/"), Cell::Text(b"a:")])]);
    let bytes = database(SQL, 1, &[page(5, 0, 2, &[vec![0, 0, 0, 3, 1]]), leaf]);
    for at in (16..bytes.len()).filter(|at| bytes[*at] != 0) {
        for value in [0, 1, 0x7f, 0xff] {
            let mut broken = bytes.clone();
            broken[at] = value;
            let whole = entered(&Sqlite, &broken, UNCUT);
            assert_eq!(entered(&Sqlite, &broken, 300), whole);
        }
    }
}
