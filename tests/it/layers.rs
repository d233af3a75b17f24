//! Enforces the layers inside a crate: which module may use which, in the order in which data flows. Between
//! crates, each `Cargo.toml` does.
//!
//! `scan` and `delimit` know the registry of schemes, which is the grammar's: it is one table, and
//! both read it.

use crate::kit;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

const WORDS: &[&str] = &[
    "position", "span", "found", "problem", "byteset", "chars", "options", "sanitize", "suggest",
    "testing",
];

/// A module, and the modules that it may use besides [`WORDS`].
const MAY_USE: &[(&str, &[&str])] = &[
    // The library.
    ("grammar", &[]),
    ("window", &[]),
    ("scan", &["grammar"]),
    ("delimit", &["grammar", "scan"]),
    ("extract", &["scan", "delimit", "grammar"]),
    ("model", &["scan", "delimit", "grammar", "stream"]),
    ("normal", &["grammar"]),
    ("caution", &["grammar", "normal"]),
    ("compose", &["grammar"]),
    ("verdict", &["caution", "grammar", "stream"]),
    ("pieces", &["window", "extract", "stream"]),
    ("stream", &["extract", "pieces"]),
    ("segments", &["stream"]),
    ("testing", &["scan", "extract", "model", "record"]),
    // The search.
    ("input", &[]),
    ("registrable", &[]),
    ("time", &["input"]),
    ("span", &["input", "time"]),
    ("record", &["input", "normal", "grammar", "time"]),
    ("aggregate", &["normal", "grammar", "record", "registrable", "time"]),
    ("select", &["aggregate", "grammar", "input", "record", "registrable"]),
    (
        "search",
        &["input", "stream", "aggregate", "select", "record", "time", "normal", "grammar", "model"],
    ),
    ("background", &["search"]),
    (
        "builder",
        &[
            "background",
            "input",
            "stream",
            "select",
            "aggregate",
            "record",
            "search",
            "grammar",
            "time",
        ],
    ),
    // The command.
    ("output", &["aggregate", "grammar", "input", "normal", "record"]),
    (
        "cli",
        &[
            "scan",
            "search",
            "input",
            "stream",
            "aggregate",
            "select",
            "record",
            "output",
            "grammar",
            "normal",
        ],
    ),
];

/// The modules of `urisift-decode`, each with those that it may use. All of these are above it: so no circle of
/// imports is larger than a folder.
const DECODE: &[(&str, &[&str])] = &[
    ("core", &[]),
    ("layers", &["core"]),
    ("compress", &["core"]),
    ("web", &["core", "layers", "compress"]),
    ("archive", &["core", "layers", "compress", "web"]),
    ("data", &["core", "layers", "web"]),
    ("mail", &["core", "layers"]),
    ("markup", &["core", "layers", "web"]),
    ("office", &["core", "layers", "compress", "web", "mail"]),
    (
        "registry",
        &["core", "layers", "compress", "web", "archive", "data", "mail", "markup", "office"],
    ),
    ("options", &["core"]),
    ("decoder", &["core"]),
];

/// A module, and the modules that it may use.
type Layer = (&'static str, &'static [&'static str]);

/// Families in one folder, and the only others of that folder that each may use.
const FAMILIES: &[(&str, &[Layer])] = &[
    ("web", &[("html", &[]), ("http", &[]), ("warc", &["http"])]),
    (
        "archive",
        &[("ar", &[]), ("arc", &[]), ("cpio", &[]), ("rpm", &[]), ("tar", &[]), ("zip", &[])],
    ),
    (
        "data",
        &[
            ("json", &[]),
            ("table", &[]),
            ("folded", &[]),
            ("plist", &[]),
            ("bencode", &[]),
            ("sqlite", &["table"]),
        ],
    ),
    (
        "office",
        &[
            ("lzfu", &[]),
            ("rtf", &[]),
            ("mapi", &["lzfu", "rtf"]),
            ("ole", &["mapi"]),
            ("tnef", &["mapi"]),
            ("pdf", &[]),
        ],
    ),
];

/// The modules of `urisift-report`, likewise.
const REPORT: &[(&str, &[&str])] = &[
    ("charts", &[]),
    ("compare", &["charts"]),
    ("find", &[]),
    ("location", &[]),
    ("place", &["location"]),
    ("histogram", &["charts"]),
    ("figures", &["charts", "counts", "histogram"]),
    ("html", &["charts", "counts", "location"]),
    ("problems", &["charts"]),
    ("verdicts", &[]),
    ("row", &["compare", "find", "verdicts"]),
    ("counts", &["compare", "find", "histogram", "problems", "row", "verdicts"]),
    ("notes", &["find", "place"]),
    ("table", &["compare", "counts", "find", "place", "row"]),
    ("page", &["compare", "counts", "find", "notes", "table"]),
    ("tee", &["notes"]),
    ("builder", &["compare", "notes", "page", "table"]),
];

/// A crate, and the only modules that may name it.
const OWNED: &[(&str, &str)] = &[
    ("clap", "cli"),
    ("rayon", "search"),
    ("psl2", "registrable"),
    ("globset", "select"),
    ("regex_automata", "select"),
    ("hashbrown", "aggregate select"),
    ("xxhash_rust", "aggregate"),
    ("rusqlite", "output"),
    ("parquet", "output"),
    ("indicatif", "cli"),
    ("signal_hook", "cli"),
    ("landlock", "cli"),
    ("seccompiler", "cli"),
    ("supports_hyperlinks", "cli"),
    ("clap_complete", "cli"),
    ("clap_mangen", "cli"),
    ("crossterm", "cli"),
    ("strsim", "suggest"),
    ("ignore", "input"),
    ("flate2", "output"),
    ("zstd", "output"),
    ("bzip2", "output"),
    ("liblzma", "output"),
    ("lz4_flex", "output"),
];

fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|e| e == "rs") {
            into.push(path);
        }
    }
}

/// The crates that have several layers.
const FOLDERS: [&str; 3] = ["src", "crates/urisift-search/src", "crates/urisift-cli/src"];

fn files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    FOLDERS.iter().for_each(|folder| sources(&kit::project(folder), &mut files));
    assert!(files.len() > 20);
    files
}

/// The top-level module that a file belongs to.
fn module(path: &Path) -> String {
    let folders = FOLDERS.map(kit::project);
    let inner = folders.iter().find_map(|folder| path.strip_prefix(folder).ok()).unwrap();
    inner
        .components()
        .next()
        .unwrap()
        .as_os_str()
        .to_str()
        .unwrap()
        .trim_end_matches(".rs")
        .to_owned()
}

/// How deep the module of a file is: 1 for those at the root of a crate.
fn depth(path: &Path) -> usize {
    let inner = path.iter().rev().take_while(|name| *name != "src").count();
    if path.ends_with("mod.rs") { inner - 1 } else { inner }
}

/// The code without its comments.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|l| l.split("//").next().unwrap()).collect::<Vec<_>>().join("\n")
}

/// Every module at the root of the crate that the code of a file names, after `crate::` or enough of `super::`.
fn named(code: &str, depth: usize) -> BTreeSet<String> {
    let word = |rest: &str| -> String {
        rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    let mut words: BTreeSet<_> = code.split("crate::").skip(1).map(word).collect();
    // A module in the file, as that of its tests, is one deeper.
    let mut inner = 0;
    for line in code.lines() {
        match line {
            "}" => inner = 0,
            _ if line.ends_with('{') && line.contains("mod ") && !line.starts_with(' ') => {
                inner = 1;
            }
            _ => {}
        }
        let above = &"super::".repeat(depth + inner);
        let at = line.rmatch_indices("super::").next().map_or(0, |(at, super_)| at + super_.len());
        if line[..at].ends_with(above.as_str()) {
            words.insert(word(&line[at..]));
        }
    }
    words.remove("");
    words
}

#[test]
fn modules_know_only_whom_they_may() {
    for file in files() {
        let module = module(&file);
        if ["lib", "main", "internal"].contains(&module.as_str()) {
            continue;
        }
        let allowed: &[&str] = match MAY_USE.iter().find(|(name, _)| *name == module) {
            Some((_, allowed)) => allowed,
            None if WORDS.contains(&module.as_str()) => &[],
            None => panic!("{} is in no layer", file.display()),
        };
        let code = code(&file);
        assert!(!code.contains("crate::{"), "{}: name each module for itself", file.display());
        for other in named(&code, depth(&file)) {
            let fits = other == module
                || WORDS.contains(&other.as_str())
                || allowed.contains(&other.as_str());
            assert!(fits, "{}: {module} may not know {other}", file.display());
        }
    }
}

/// The modules of `cli/`: each may use those before it.
const COMMAND: [&str; 10] = [
    "sandbox", "messages", "version", "args", "flags", "output", "run", "uris", "pick", "generate",
];

#[test]
fn the_folders_of_the_command_make_no_circle() {
    let cli = kit::project("crates/urisift-cli/src/cli");
    for (place, name) in COMMAND.iter().enumerate() {
        let mut paths = Vec::new();
        match cli.join(name) {
            folder if folder.is_dir() => sources(&folder, &mut paths),
            _ => paths.push(cli.join(format!("{name}.rs"))),
        }
        for path in paths {
            let code = code(&path);
            let is_top = path == cli.join(name).join("mod.rs") || path.parent() == Some(&cli);
            let supers = if is_top { "super::" } else { "crate::cli::" };
            for after in
                ["crate::cli::", supers].iter().flat_map(|before| code.split(before).skip(1))
            {
                let later = COMMAND[place + 1..].iter().find(|later| {
                    let rest = after.strip_prefix(**later);
                    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
                });
                assert!(later.is_none(), "{} uses {}", path.display(), later.unwrap_or(&""));
            }
        }
    }
}

/// The code without its comments and the tests in it.
fn code_without_tests(path: &Path) -> String {
    let code = code(path);
    let mut tests = code.match_indices("#[cfg(test)]").map(|(at, _)| at);
    let is_module = |at: &usize| code[*at..].lines().nth(1).is_some_and(|line| line.ends_with('{'));
    let end = tests.find(is_module).unwrap_or(code.len());
    code[..end].to_owned()
}

/// The name of a folder, or of a file without its extension.
fn stem(name: &OsStr) -> &str {
    name.to_str().unwrap().trim_end_matches(".rs")
}

/// The files of a crate that are no tests.
fn files_of(folder: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let root = kit::project(folder);
    sources(&root, &mut files);
    let is_test = |name: &OsStr| ["tests", "testing"].contains(&stem(name));
    files.retain(|path| !path.strip_prefix(&root).unwrap().iter().any(is_test));
    files.retain(|path| !path.ends_with("src/lib.rs"));
    files
}

/// Asserts that each file uses those modules of its crate that it may.
fn uses_only(folder: &str, layers: &[(&str, &[&str])]) {
    let own: Vec<_> = layers.iter().map(|(name, _)| *name).collect();
    for file in files_of(folder) {
        let module = stem(file.strip_prefix(kit::project(folder)).unwrap().iter().next().unwrap());
        let Some((_, allowed)) = layers.iter().find(|(name, _)| *name == module) else {
            panic!("{} is in no layer", file.display());
        };
        for other in named(&code_without_tests(&file), depth(&file)) {
            let fits = other == module || allowed.contains(&&*other) || !own.contains(&&*other);
            assert!(fits, "{}: {module} may not know {other}", file.display());
        }
    }
}

#[test]
fn formats_know_only_what_is_below_them() {
    for (index, (name, allowed)) in DECODE.iter().enumerate() {
        let above = |other: &&str| DECODE[..index].iter().any(|(name, _)| name == other);
        assert!(allowed.iter().all(above), "{name}: a circle");
    }
    uses_only("crates/urisift-decode/src", DECODE);
    for (folder, families) in FAMILIES {
        let root = kit::project("crates/urisift-decode/src").join(folder);
        for file in files_of(&format!("crates/urisift-decode/src/{folder}")) {
            let family = stem(file.strip_prefix(&root).unwrap().iter().next().unwrap());
            let code = code_without_tests(&file);
            // `super` of the file of a family, or of the folder of one, is the folder of families.
            let above = named(&code, depth(&file) - 1);
            let path = format!("crate::{folder}::");
            let words = code.split(&path).skip(1).filter_map(|rest| rest.split([':', ';']).next());
            for other in words.map(str::to_owned).chain(above) {
                let Some((_, allowed)) = families.iter().find(|(name, _)| *name == family) else {
                    continue;
                };
                let is_family = families.iter().any(|(name, _)| *name == other);
                let fits = !is_family || other == family || allowed.contains(&&*other);
                assert!(fits, "{}: {family} may not know {other}", file.display());
            }
        }
    }
}

#[test]
fn the_report_knows_only_what_it_may() {
    uses_only("crates/urisift-report/src", REPORT);
}

#[test]
fn crates_are_named_where_they_belong() {
    for file in files() {
        let (module, code) = (module(&file), code(&file));
        for (name, owners) in OWNED {
            let names = code.contains(&format!("{name}::"));
            let may = owners.split(' ').any(|owner| module == owner);
            // Tests make what others read.
            let is_test = file.ends_with("tests.rs");
            assert!(!names || may || is_test, "{}: only {owners} may name {name}", file.display());
        }
    }
}

#[test]
fn unsafe_code_is_where_it_may_be() {
    const MAY: [&str; 4] = [
        "src/scan/simd",
        "crates/urisift-search/src/input/closed.rs",
        "crates/urisift-capi/src",
        "python/src/text.rs",
    ];
    let mut files = Vec::new();
    ["src", "crates", "python/src"]
        .iter()
        .for_each(|path| sources(&kit::project(path), &mut files));
    assert!(files.len() > 200);
    for file in files {
        let may = MAY.iter().any(|path| file.starts_with(kit::project(path)));
        assert!(may || !code(&file).contains("unsafe "), "{}: unsafe", file.display());
    }
}

/// The files and folders of the project.
fn entries(folder: &Path, into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("target") && !path.ends_with(".git") {
            entries(&path, into);
        }
        into.push(path);
    }
}

#[test]
fn the_map_and_the_recipes_name_what_is_there() {
    let read = |name| fs::read_to_string(kit::project(name)).unwrap();
    let text = ["CONTRIBUTING.md", "docs/recipes.md"].map(read).join("\n");
    let prose: String = text.split("```").step_by(2).collect();
    let (mut paths, mut count) = (Vec::new(), 0);
    entries(&kit::project(""), &mut paths);
    for name in prose.split('`').skip(1).step_by(2) {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
        let is_path = name.ends_with(".rs") || name.trim_end_matches('/').contains('/');
        if is_path && name.chars().all(is_plain) && !name.contains("NAME") {
            assert!(paths.iter().any(|path| path.ends_with(name)), "there is no {name}");
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn main_decides_only_the_exit_code() {
    assert!(
        fs::read_to_string(kit::project("crates/urisift-cli/src/main.rs")).unwrap().lines().count()
            <= 40
    );
}
