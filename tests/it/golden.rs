//! The whole texts of `corpora`, against reviewed results: `tests/golden`. After an intended change,
//! `BLESS=1 cargo test --test it golden::` rewrites the results, to be reviewed again.

use crate::kit;
use std::fs;

use urisift::Options;

const TEXTS: &[&str] = &[
    "mail/list.mbox",
    "news/thread.txt",
    "logs/server.log",
    "logs/build.log",
    "web/notes.md",
    "web/page.html",
];

/// One line per find: its start, the wrapper, the URI, and the second reading.
fn listed(text: &[u8]) -> String {
    let mut options = Options::default();
    options.positions = true;
    let line = |f: &urisift::Found<'_>| {
        let at = f.position().unwrap();
        let uri = String::from_utf8_lossy(f.uri());
        let second = f.second_reading().map(|s| format!(" or {}", String::from_utf8_lossy(s)));
        format!(
            "{}:{} {} {uri}{}\n",
            at.line,
            at.column,
            f.wrapper().name(),
            second.unwrap_or_default()
        )
    };
    kit::by_slice(text, &options).iter().map(line).collect()
}

#[test]
fn whole_texts() {
    for name in TEXTS {
        let found = listed(&fs::read(kit::project("corpora").join(name)).unwrap());
        let path = kit::project("tests/golden").join(name.replace('/', "-") + ".txt");
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &found).unwrap();
        }
        let golden = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(found, golden, "{name}");
    }
}
