//! Tables of cases: `cases/*.txt`, a directory of data that no test owns.
//!
//! A group starts with a line `== name`; of the others, `# …` is a comment, and each is a case: its inputs, ` => `,
//! and what is expected of them. Columns are separated by ` ¦ `; `\n`, `\\`, `\0` and `\x1f` are bytes, and `\0{9}` is nine of
//! them.

use std::fmt::{Debug, Display};
use std::fs;
use std::path::Path;

use bstr::{BStr, ByteVec};

use crate::core::format::Prefix;

/// A line of a group: the columns before and after `=>`.
type Row = (Vec<Vec<u8>>, Vec<u8>);

/// The lines of a group, which is named by its file and itself, as in `html/text`.
///
/// # Panics
/// If there is no such group.
pub(crate) fn rows(group: &str) -> Vec<Row> {
    let (file, name) = group.split_once('/').expect("a file and a group");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("cases/{file}.txt"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let lines = text.lines().skip_while(|line| line.strip_prefix("== ") != Some(name)).skip(1);
    let lines = lines.take_while(|line| !line.starts_with("== "));
    let rows: Vec<_> =
        lines.filter(|line| !line.is_empty() && !line.starts_with("# ")).map(row).collect();
    assert!(!rows.is_empty(), "no cases of {group}");
    rows
}

fn row(line: &str) -> Row {
    let (inputs, expected) = line.split_once(" =>").unwrap_or((line, ""));
    // The last of several columns may be empty, and no line ends with a space.
    let end = if expected.ends_with('¦') { " " } else { "" };
    let expected = format!("{}{end}", expected.strip_prefix(' ').unwrap_or(expected));
    (inputs.split(" ¦ ").map(bytes).collect(), Vec::unescape_bytes(expected))
}

/// The bytes of a column.
fn bytes(column: &str) -> Vec<u8> {
    let mut runs = column.split("\\0{");
    let mut bytes = Vec::unescape_bytes(runs.next().unwrap());
    for run in runs {
        let (count, rest) = run.split_once('}').expect("a count");
        bytes.resize(bytes.len() + count.parse::<usize>().expect("a count"), 0);
        bytes.extend(Vec::unescape_bytes(rest));
    }
    bytes
}

/// The first columns of a group.
pub(crate) fn inputs(group: &str) -> Vec<Vec<u8>> {
    rows(group).into_iter().map(|(mut inputs, _)| inputs.swap_remove(0)).collect()
}

/// Like `inputs`, of text.
pub(crate) fn pieces(group: &str) -> Vec<String> {
    inputs(group).into_iter().map(|piece| String::from_utf8(piece).expect("text")).collect()
}

/// Checks that what `show` makes of the inputs of each case is what is expected.
pub(crate) fn assert_cases<const N: usize, S: Display>(
    group: &str,
    mut show: impl FnMut([&[u8]; N]) -> S,
) {
    for (inputs, expected) in rows(group) {
        let columns: Vec<_> = inputs.iter().map(Vec::as_slice).collect();
        let columns = columns.try_into().unwrap_or_else(|_| panic!("{group}: {inputs:?}"));
        let found = show(columns).to_string();
        let of = inputs.iter().map(BStr::new);
        assert_eq!(
            BStr::new(&found),
            BStr::new(&expected),
            "{group}: {:?}",
            of.collect::<Vec<_>>()
        );
    }
}

/// Like `assert_cases`, of one column of text.
pub(crate) fn assert_texts<S: Display>(group: &str, mut show: impl FnMut(&str) -> S) {
    assert_cases(group, |[text]| show(std::str::from_utf8(text).expect("text")));
}

/// What all of the bytes tell. Fewer tell the same, or ask for more.
pub(crate) fn sniffed<T: Debug>(bytes: &[u8], sniff: impl Fn(Prefix<'_>) -> T) -> String {
    let told = |len, is_all| format!("{:?}", sniff(Prefix { bytes: &bytes[..len], is_all }));
    let whole = told(bytes.len(), true);
    for len in 0..bytes.len() {
        let early = told(len, false);
        let is_known = early == whole || early.contains("More");
        assert!(is_known, "{early} of {len} of {}", BStr::new(bytes));
    }
    whole
}

/// What is there, or a dash.
pub(crate) fn or_dash<T: Display>(value: Option<T>) -> String {
    value.map_or("-".to_owned(), |value| value.to_string())
}

/// A group that no test names would check nothing.
#[test]
fn every_group_is_named_by_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut sources, mut folders) = (String::new(), vec![root.join("src")]);
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            match path.is_dir() {
                true => folders.push(path),
                false => sources += &fs::read_to_string(path).unwrap(),
            }
        }
    }
    let paths = fs::read_dir(root.join("cases")).unwrap().map(|entry| entry.unwrap().path());
    for path in paths.filter(|path| path.is_file()) {
        let file = path.file_stem().unwrap().to_str().unwrap().to_owned();
        for group in
            fs::read_to_string(&path).unwrap().lines().filter_map(|l| l.strip_prefix("== "))
        {
            assert!(sources.contains(&format!("\"{file}/{group}\"")), "{file}/{group}");
        }
    }
}
