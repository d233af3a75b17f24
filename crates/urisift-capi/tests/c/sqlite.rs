//! The extension of SQLite, under the sanitizers if they can be had: `readme` runs its queries without.

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::{SYSTEM, compile, file, is_here, library, sanitizers};

/// Queries, and the rows that they print.
const QUERIES: &[(&str, &str)] = &[
    (
        "SELECT uri, start, end FROM uris('a <http://a.example/' || char(10) || 'b>')",
        "http://a.example/b|3|22\n",
    ),
    (
        "SELECT uri, raw, valid, harmless FROM uris('hxxp://a[.]example/ www.b.example:8o', ' refang  www ')",
        "http://a.example/|hxxp://a[.]example/|1|1\nwww.b.example:8o|www.b.example:8o|0|0\n",
    ),
    (
        "SELECT uri, start FROM uris(x'ff00687474703a2f2f612e6578616d706c652f')",
        "http://a.example/|2\n",
    ),
    ("SELECT * FROM uris(NULL)", ""),
    ("SELECT * FROM uris('')", ""),
    ("SELECT * FROM uris(5, NULL)", ""),
    (
        "SELECT uri, text, options FROM uris('http://a.example/', 'www')",
        "http://a.example/|http://a.example/|www\n",
    ),
    (
        "SELECT uri FROM uris AS u WHERE u.text = 'http://a.example/' AND u.text = 'http://b.example/'",
        "",
    ),
    // The text may come from a table that stands after it, and a search may end early.
    (
        "SELECT uri FROM uris(t.x) AS u, (SELECT 'http://a.example/ b:c' AS x) AS t",
        "http://a.example/\n",
    ),
    ("SELECT uri FROM uris('http://a.example/ http://b.example/') LIMIT 1", "http://a.example/\n"),
    (
        "WITH u(v) AS (VALUES ('http://u:p@A.example:80/x?y#z')) SELECT uri_scheme(v), uri_userinfo(v), uri_host(v), \
         uri_port(v), uri_path(v), uri_query(v), uri_fragment(v) FROM u",
        "http|u:p|A.example|80|/x|y|z\n",
    ),
    (
        "SELECT uri_host('a:b') IS NULL, uri_path('') = '', uri_fragment('#') = '', uri_host(NULL) IS NULL",
        "1|1|1|1\n",
    ),
    (
        "SELECT uri_normal('HTTP://A.example:80/%7ex'), uri_normal('a b') IS NULL",
        "http://a.example/~x|1\n",
    ),
    (
        "SELECT uri_normal(NULL) IS NULL, uri_valid(NULL) IS NULL, uri_harmless(NULL) IS NULL",
        "1|1|1\n",
    ),
    (
        "SELECT uri_valid('urn:isbn:0451450523'), uri_valid('http://a:8o/'), uri_valid('../a')",
        "1|0|0\n",
    ),
    ("SELECT uri_harmless('http://a.example/'), uri_harmless('javascript:1')", "1|0\n"),
    ("SELECT uri_resolve('http://a/b', 'c'), uri_resolve('b', 'c') IS NULL", "http://a/c|1\n"),
    ("SELECT uri_resolve('http://a/b', NULL) IS NULL", "1\n"),
];

/// Queries that fail, and what is said of them.
const FAILURES: &[(&str, &str)] = &[
    ("SELECT * FROM uris('a', 'www nothing')", "uris: no option \"nothing\""),
    ("SELECT * FROM uris", "uris: expected a text"),
];

/// The extension, and the libraries that have to be loaded before it; `None` if it cannot be built.
fn extension(folder: &Path) -> Option<(String, String)> {
    if !is_here("cc") || !is_here("sqlite3") {
        return None;
    }
    let header = Command::new("cc")
        .args(["-E", "-include", "sqlite3ext.h", "-x", "c", "/dev/null"])
        .output();
    if !header.unwrap().status.success() {
        println!("skipped: no headers of SQLite here");
        return None;
    }
    let path = folder.join("uris.so");
    let sanitizers = sanitizers(folder);
    let mut cc = Command::new("cc");
    cc.args(["-std=c11", "-g", "-shared", "-fPIC"])
        .args(sanitizers)
        .arg(file("examples/sqlite/uris.c"));
    compile(cc.arg("-o").arg(&path).arg(library()).args(SYSTEM));
    let names = if sanitizers.is_empty() { [].as_slice() } else { &["libasan.so", "libubsan.so"] };
    let found = names.iter().map(|name| {
        let out = Command::new("cc").arg(format!("-print-file-name={name}")).output().unwrap();
        String::from_utf8(out.stdout).unwrap().trim().to_owned()
    });
    Some((format!(".load {}", path.display()), found.collect::<Vec<_>>().join(":")))
}

#[test]
fn every_query_has_its_rows() {
    let folder = TempDir::new().unwrap();
    let Some((load, preloaded)) = extension(folder.path()) else { return };
    let run = |query: &str| {
        let mut shell = Command::new("sqlite3");
        shell.args(["-batch", "-cmd", &load, ":memory:", query]);
        if !preloaded.is_empty() {
            shell.env("LD_PRELOAD", &preloaded);
        }
        let output = shell.output().unwrap();
        let [out, err] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
        (output.status.success(), out, err)
    };
    for (query, rows) in QUERIES {
        assert_eq!(run(query), (true, (*rows).to_owned(), String::new()), "{query}");
    }
    for (query, message) in FAILURES {
        let (succeeds, _, said) = run(query);
        assert!(
            !succeeds && said.contains(message) && !said.contains("Sanitizer"),
            "{query}: {said}"
        );
    }
}
