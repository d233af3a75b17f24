//! What `docs/security.md` promises: each promise names the tests that hold it, and these exist.

use crate::kit;
use std::fs;
use std::path::Path;

/// The rows of the tables of promises, each with what it says it is tested by.
fn promises(page: &str) -> Vec<(&str, &str)> {
    let mut promises = Vec::new();
    let mut is_in = false;
    for line in page.lines() {
        let cells: Vec<_> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        match cells[..] {
            ["promise", "tested by"] => is_in = true,
            [promise, by] if is_in && !promise.starts_with("---") => promises.push((promise, by)),
            _ => is_in &= line.starts_with('|'),
        }
    }
    promises
}

/// What stands between backticks.
fn code(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split('`').skip(1).step_by(2)
}

/// Whether it looks like the name of a test: words in lower case.
fn is_test(name: &str) -> bool {
    name.split('_').count() > 1 && name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
}

/// All sources below a folder, or the file, as text.
fn sources(path: &Path) -> String {
    if path.is_file() {
        return fs::read_to_string(path).unwrap_or_default();
    }
    let entries = fs::read_dir(path).into_iter().flatten();
    entries.map(|entry| sources(&entry.unwrap().path())).collect()
}

#[test]
fn each_names_its_tests() {
    let page = fs::read_to_string(kit::project("docs/security.md")).unwrap();
    let tests = ["tests/it", "tests/page", "src/model.rs", "src/model", "fuzz/src"]
        .map(|path| sources(&kit::project(path)))
        .concat();
    let promises = promises(&page);
    assert!(promises.len() > 12, "{promises:#?}");
    for (promise, by) in promises {
        let paths = code(by).filter(|code| code.contains('/'));
        for path in paths.clone() {
            assert!(kit::project(path).exists(), "{promise}: {path}");
        }
        let names = code(by).filter(|code| is_test(code));
        for name in names.clone() {
            let is_there =
                ["fn ", "def "].iter().any(|word| tests.contains(&format!("{word}{name}(")));
            assert!(is_there, "{promise}: {name}");
        }
        let script = |path: &str| path.starts_with(".ci/") || path.starts_with("fuzz/");
        assert!(names.count() > 0 || paths.clone().any(script), "{promise} names no test");
    }
}

#[test]
fn sums_are_checked_in_what_is_released() {
    let manifest: toml::Table =
        fs::read_to_string(kit::project("Cargo.toml")).unwrap().parse().unwrap();
    let profiles = manifest["profile"].as_table().unwrap();
    assert_eq!(profiles["release"]["overflow-checks"].as_bool(), Some(true));
    for (name, profile) in profiles.iter().filter(|(name, _)| *name != "dev") {
        assert!(name == "release" || profile.get("inherits").is_some(), "{name}");
        assert!(name == "release" || profile.get("overflow-checks").is_none(), "{name}");
        for (package, options) in
            profile.get("package").and_then(toml::Value::as_table).into_iter().flatten()
        {
            assert_eq!(
                options.get("overflow-checks").is_some(),
                package == "memchr" && name == "release",
                "{package}"
            );
        }
    }
}
