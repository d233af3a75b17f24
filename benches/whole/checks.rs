//! Whether all have done their work. That each row finds the same in every round is checked where it
//! runs.

use std::fs;

use urisift::Extractor;

use crate::corpora::Corpus;
use crate::rows::{self, Kind, Row};

/// # Panics
/// Where a count is not what it has to be.
pub fn counts(rows: &[Row], corpora: &[Corpus]) {
    for corpus in corpora {
        same_lines(rows, corpus.name);
        enough(rows, corpus.name);
        as_in_memory(rows, corpus);
        same_output(rows, Kind::Large1, Kind::Large2, corpus.name);
        same_output(rows, Kind::Text, Kind::Typed, corpus.name);
    }
    same_output(rows, Kind::Tree, Kind::Tree1, "tree");
}

fn lines(rows: &[Row], kind: Kind, corpus: &str) -> Option<usize> {
    rows::find(rows, kind, corpus).map(|row| row.output.lines)
}

fn same_lines(rows: &[Row], corpus: &str) {
    let (text, json) = (lines(rows, Kind::Text, corpus), lines(rows, Kind::Json, corpus));
    assert!(text == json && text > Some(0), "{corpus}: {text:?} lines of text, {json:?} of JSON");
}

/// In a small text, so many finds more or less say nothing.
const CHANCE: usize = 10;

/// At least 95 in a hundred of what a good expression finds.
fn enough(rows: &[Row], corpus: &str) {
    let ours = lines(rows, Kind::Text, corpus).unwrap_or(0);
    let theirs = lines(rows, Kind::RgAll, corpus).unwrap_or(0);
    assert!(
        (ours + CHANCE) * 100 >= theirs * 95,
        "{corpus}: urisift finds {ours}, and rg {theirs}"
    );
}

/// The library finds in the bytes of the file what the command prints, which reads no escapes with `--raw`. The rows in
/// memory may have other bytes, where the text is no UTF-8.
fn as_in_memory(rows: &[Row], corpus: &Corpus) {
    let bytes = fs::read(&corpus.file).unwrap();
    let raw = Extractor::builder().escapes(false).build().find_iter(&bytes).count();
    let printed = lines(rows, Kind::Text, corpus.name);
    assert!(Some(raw) == printed, "{}: {raw} in memory, {printed:?} printed", corpus.name);
    if std::str::from_utf8(&bytes).is_ok() {
        let found = urisift::find_iter(&bytes).count();
        assert_eq!(lines(rows, Kind::FindIter, corpus.name), Some(found), "{}", corpus.name);
    }
}

/// However many threads there are.
fn same_output(rows: &[Row], one: Kind, other: Kind, corpus: &str) {
    let [one, other] = [one, other].map(|kind| rows::find(rows, kind, corpus));
    let same = one.map(|row| (row.output, row.hash)) == other.map(|row| (row.output, row.hash));
    assert!(same, "{corpus}: the threads change what is printed");
}
