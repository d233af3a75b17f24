//! The cases of `corpora/cases`: texts with the finds drawn inside.

use std::fs;

use toml::{Table, Value};
use urisift::{Fold, Join, NonAscii, Options, Trailing};

use super::project;

/// Start, end and URI of a find.
pub type Find = (usize, usize, Vec<u8>);

/// A text and its expected finds.
pub struct Case {
    /// File and rule, for messages.
    pub name: String,
    pub text: Vec<u8>,
    pub finds: Vec<Find>,
    /// The second readings, in order, if the case gives them.
    pub second: Option<Vec<String>>,
    pub wrapper: Option<String>,
    pub truncated: bool,
    /// What [`urisift::Found::truncated_by_source`] says of every find.
    pub truncated_by_source: bool,
    pub options: Options,
}

/// Every case of every file.
pub fn all() -> Vec<Case> {
    let mut paths: Vec<_> =
        fs::read_dir(project("corpora/cases")).unwrap().map(|e| e.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "toml"));
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let file: Table =
            fs::read_to_string(&path).unwrap().parse().unwrap_or_else(|e| panic!("{path:?}: {e}"));
        let name = path.file_stem().unwrap().to_str().unwrap();
        for group in file["group"].as_array().unwrap() {
            of_group(name, group.as_table().unwrap(), &mut cases);
        }
    }
    cases
}

fn of_group(file: &str, group: &Table, cases: &mut Vec<Case>) {
    const KEYS: &[&str] = &[
        "rule",
        "cases",
        "case",
        "options",
        "wrapper",
        "unfold",
        "truncated",
        "truncated_by_source",
    ];
    assert!(group.keys().all(|k| KEYS.contains(&k.as_str())), "{file}: {:?}", group);
    let name = format!("{file}: {}", group["rule"].as_str().unwrap());
    let options =
        group.get("options").map_or_else(Options::default, |o| options(o.as_table().unwrap()));
    let unfold = group.get("unfold").is_some();
    let truncated_by_source = group.get("truncated_by_source").is_some();
    let text_of = |key: &str, from: &Table| from.get(key).map(|v| v.as_str().unwrap().to_owned());
    let plain = group.get("cases").and_then(Value::as_array).into_iter().flatten();
    for text in plain {
        let (text, finds) = drawn(text.as_str().unwrap(), unfold);
        let wrapper = text_of("wrapper", group);
        let truncated = group.get("truncated").is_some();
        cases.push(Case {
            name: name.clone(),
            text,
            finds,
            second: None,
            wrapper,
            truncated,
            truncated_by_source,
            options: options.clone(),
        });
    }
    for case in group.get("case").and_then(Value::as_array).into_iter().flatten() {
        let case = case.as_table().unwrap();
        const KEYS: &[&str] = &["text", "uris", "second", "wrapper"];
        assert!(case.keys().all(|k| KEYS.contains(&k.as_str())), "{name}: {:?}", case);
        let (text, mut finds) = drawn(case["text"].as_str().unwrap(), unfold);
        for (find, uri) in finds.iter_mut().zip(strings(case, "uris")) {
            find.2 = uri.into_bytes();
        }
        let wrapper = text_of("wrapper", case).or_else(|| text_of("wrapper", group));
        let second = Some(strings(case, "second"));
        cases.push(Case {
            name: name.clone(),
            text,
            finds,
            second,
            wrapper,
            truncated: false,
            truncated_by_source,
            options: options.clone(),
        });
    }
}

fn strings(table: &Table, key: &str) -> Vec<String> {
    let array = table.get(key).and_then(Value::as_array).into_iter().flatten();
    array.map(|v| v.as_str().unwrap().to_owned()).collect()
}

/// The text without its marks, and what they mark. `‹E9›` becomes the byte E9.
fn drawn(marked: &str, unfold: bool) -> (Vec<u8>, Vec<Find>) {
    let (mut text, mut finds, mut open) = (Vec::new(), Vec::new(), None);
    let mut rest = marked;
    while let Some(c) = rest.chars().next() {
        match (c, byte(rest)) {
            ('⟪', _) => open = Some(text.len()),
            ('⟫', _) => {
                let start = open.take().unwrap_or_else(|| panic!("no mark is open: {marked}"));
                let mut uri: Vec<u8> = text[start..].to_vec();
                uri.retain(|b| !unfold || !b.is_ascii_whitespace());
                finds.push((start, text.len(), uri));
            }
            (_, Some(byte)) => {
                text.push(byte);
                rest = &rest["‹E9›".len()..];
                continue;
            }
            _ => text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
        rest = &rest[c.len_utf8()..];
    }
    assert!(open.is_none(), "a mark is left open: {marked}");
    (text, finds)
}

/// The bytes of a text, in which `‹E9›` is the byte E9.
pub fn bytes(text: &str) -> Vec<u8> {
    drawn(text, false).0
}

fn byte(text: &str) -> Option<u8> {
    let (digits, rest) = text.strip_prefix('‹')?.split_at_checked(2)?;
    rest.starts_with('›').then(|| u8::from_str_radix(digits, 16).ok()).flatten()
}

fn options(table: &Table) -> Options {
    let mut options = Options::default();
    for (key, value) in table {
        let size = || value.as_integer().unwrap() as usize;
        let is = || value.as_bool().unwrap();
        match (key.as_str(), value.as_str()) {
            ("max_len", _) => options.max_len = size(),
            ("max_wrap", _) => options.max_wrapper_len = size(),
            ("www", _) => options.www = is(),
            ("bare", _) => options.bare = is(),
            ("email", _) => options.email = is(),
            ("refang", _) => options.refang = is(),
            ("escapes", _) => options.escapes = is(),
            ("iri", Some("never")) => options.non_ascii = NonAscii::Never,
            ("iri", Some("always")) => options.non_ascii = NonAscii::Always,
            ("join", Some("never")) => options.join = Join::Never,
            ("join", Some("always")) => options.join = Join::Always,
            ("fold", Some("never")) => options.fold = Fold::Never,
            ("fold", Some("always")) => options.fold = Fold::Always,
            ("trailing", Some("keep")) => options.trailing = Trailing::Keep,
            _ => panic!("no such option: {key} = {value}"),
        }
    }
    options
}
