//! The licences of the crates that are linked into the packages for Python and npm: their `THIRD-PARTY.md`. After a
//! change of dependencies, `BLESS=1 cargo test --test it notices::` writes these files. Nothing is fetched: the texts
//! are those in the crates on this machine.

use crate::kit;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use spdx::{Expression, Licensee, ParseMode};

/// What is published as a binary.
struct Product {
    package: &'static str,
    /// The systems that it is built for. Other processors need the same crates.
    systems: &'static [&'static str],
    file: &'static str,
    introduction: &'static str,
}

const WHEEL: Product = Product {
    package: "urisift-python",
    systems: &["x86_64-unknown-linux-gnu", "aarch64-apple-darwin", "x86_64-pc-windows-msvc"],
    file: "python/THIRD-PARTY.md",
    introduction: "\
# Third-party notices

A wheel of urisift contains the Rust standard library and the crates below, some of them on certain systems
only. Where a crate offers a choice of licences, one is chosen. psl2 contains the
[Public Suffix List](https://publicsuffix.org/list/public_suffix_list.dat) of the Mozilla Foundation, which
is under the [Mozilla Public License 2.0](https://mozilla.org/MPL/2.0/).

`BLESS=1 cargo test --test it notices::` writes this file.
",
};

const NPM: Product = Product {
    package: "urisift-wasm",
    systems: &["wasm32-unknown-unknown"],
    file: "crates/urisift-wasm/THIRD-PARTY.md",
    introduction: "\
# Third-party notices

The WebAssembly of urisift contains the Rust standard library and the crates below. Where a crate offers a choice
of licences, one is chosen.

`BLESS=1 cargo test --test it notices::` writes this file.
",
};

/// Licences, the preferred ones first, each with words of its text. The first row that matches a text names
/// it.
const LICENCES: &[(&str, &str)] = &[
    ("BSD-3-Clause", "redistributions in binary form must reproduce"),
    ("MIT", "the above copyright notice and this permission notice shall be included in all"),
    ("Apache-2.0", "apache license version 2.0, january 2004"),
    ("bzip2-1.0.6", "the associated library \"libbzip2\""),
    ("Zlib", "must not claim that you wrote the original software. if you use this software in"),
    ("BSL-1.0", "boost software license"),
    ("0BSD", "for any purpose with or without fee is hereby granted. the software is provided"),
    ("Unicode-3.0", "unicode license v3"),
    // Of the tables in regex-syntax, whose expression does not name it.
    ("Unicode-DFS-2016", "unicode, inc. license agreement - data files and software"),
    ("Unlicense", "this is free and unencumbered software"),
];

/// The standard library: <https://github.com/rust-lang/rust/blob/main/LICENSE-MIT>.
const RUST: &str = "The Rust Project Contributors";

struct Crate {
    name: String,
    version: String,
    licence: String,
    repository: String,
    authors: String,
    folder: PathBuf,
}

/// The output of cargo, or `None` if it needs crates that are not on this machine.
fn cargo(args: &[&str], flag: &str, systems: &[&str]) -> Option<String> {
    let out = Command::new(env!("CARGO"))
        .args(args)
        .args(["--locked", "--offline"])
        .args(systems.iter().flat_map(|system| [flag, system]))
        .current_dir(kit::project("."))
        .output()
        .unwrap();
    let complaint = String::from_utf8_lossy(&out.stderr);
    let missing = complaint.contains("--offline");
    assert!(out.status.success() || missing, "{complaint}");
    out.status.success().then(|| String::from_utf8(out.stdout).unwrap())
}

/// The names of the third-party crates that a package links on any of the systems; `None` if some are not on
/// this machine.
fn names(package: &str, systems: &[&str]) -> Option<BTreeSet<String>> {
    let tree = ["tree", "-p", package, "--edges=normal,no-proc-macro", "--prefix=none"];
    let tree = cargo(&tree, "--target", systems)?;
    let named = tree.lines().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" "));
    Some(named.filter(|name| !name.is_empty() && !name.starts_with("urisift")).collect())
}

/// The third-party crates in a product for any of its systems; `None` if some are not on this machine.
fn linked(&Product { package, systems, .. }: &Product) -> Option<Vec<Crate>> {
    let named = names(package, systems)?;
    let metadata = ["metadata", "--format-version=1"];
    let metadata = cargo(&metadata, "--filter-platform", systems)?;
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    let text = |package: &Value, key| package[key].as_str().unwrap_or_default().to_owned();
    let crates = metadata["packages"].as_array().unwrap().iter().map(|package| Crate {
        name: text(package, "name"),
        version: text(package, "version"),
        licence: text(package, "license"),
        repository: text(package, "repository"),
        authors: package["authors"].as_array().unwrap().iter().filter_map(Value::as_str).fold(
            String::new(),
            |all, one| {
                if all.is_empty() { one.to_owned() } else { format!("{all}, {one}") }
            },
        ),
        folder: Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap().to_owned(),
    });
    let mut crates: Vec<_> = crates
        .filter(|package| named.contains(&format!("{} v{}", package.name, package.version)))
        .collect();
    assert_eq!(crates.len(), named.len());
    crates.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Some(crates)
}

/// The text without its layout.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The name of the licence, if the text is that of a known one.
fn kind(text: &str) -> Option<&'static str> {
    let text = squeezed(text);
    LICENCES.iter().find(|(_, words)| text.contains(words)).map(|(name, _)| *name)
}

/// The licence texts in the folder of a crate: its own, and those of sources that it bundles.
fn texts(folder: &Path, into: &mut Vec<(&'static str, String)>) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap().to_string_lossy().to_lowercase();
        if path.is_dir() {
            texts(&path, into);
        } else if ["licen", "unlicen", "copying"].iter().any(|start| name.starts_with(start)) {
            let text = fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
            into.extend(kind(&text).map(|kind| (kind, text)));
        } else if name.starts_with("notice") {
            // Apache-2.0 4(d).
            into.push(("NOTICE", fs::read_to_string(&path).unwrap().replace("\r\n", "\n")));
        }
    }
}

/// The licences chosen from an expression, and all that it names.
fn chosen(licence: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let expression = Expression::parse_mode(licence, ParseMode::LAX).unwrap();
    let accepted: Vec<_> =
        LICENCES.iter().map(|(name, _)| Licensee::parse(name).unwrap()).collect();
    let chosen = expression.minimized_requirements(&accepted).unwrap();
    let named = expression.requirements().map(|each| each.req.license.to_string()).collect();
    (chosen.iter().map(ToString::to_string).collect(), named)
}

/// The MIT licence, which is this crate's, with other copyright holders.
fn mit(holders: &str) -> String {
    let ours = fs::read_to_string(kit::project("LICENSE-MIT")).unwrap();
    ours.replace("2026 The urisift developers", holders)
}

/// The licence texts to reproduce for a crate: those chosen, and those of sources that it bundles.
fn kept(of: &Crate, all: &[Crate]) -> Vec<(&'static str, String)> {
    let (chosen, named) = chosen(&of.licence);
    let mut found = Vec::new();
    texts(&of.folder, &mut found);
    found.retain(|(kind, _)| chosen.contains(*kind) || !named.contains(*kind));
    for licence in chosen {
        if found.iter().any(|(kind, _)| *kind == licence) {
            continue;
        }
        // Some crates of a repository are published without the file.
        let siblings = all.iter().filter(|one| one.repository == of.repository);
        let mut theirs = Vec::new();
        siblings.for_each(|one| texts(&one.folder, &mut theirs));
        match theirs.into_iter().find(|(kind, _)| *kind == licence) {
            Some(text) => found.push(text),
            None => {
                assert_eq!(licence, "MIT", "{} has no text of its licence", of.name);
                found.push(("MIT", mit(&of.authors)));
            }
        }
    }
    found
}

fn notices(introduction: &str, crates: &[Crate]) -> String {
    // Crates with the same text share an entry.
    let mut order = Vec::new();
    let mut owners: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut add = |name: String, kind: &'static str, text: String| {
        let key = squeezed(&text);
        if !owners.contains_key(&key) {
            order.push((key.clone(), kind, text));
        }
        owners.entry(key).or_default().insert(name);
    };
    add("the standard library of Rust".into(), "MIT", mit(RUST));
    for one in crates {
        for (kind, text) in kept(one, crates) {
            add(format!("{} {}", one.name, one.version), kind, text);
        }
    }
    let mut out = introduction.to_owned();
    for (key, kind, text) in order {
        let names: Vec<_> = owners[&key].iter().cloned().collect();
        out += &format!("\n## {}: {kind}\n\n```text\n", names.join(", "));
        for line in text.trim_matches('\n').lines() {
            out += line.trim_end();
            out += "\n";
        }
        out += "```\n";
    }
    out
}

fn are_current(product: &Product, least: usize) {
    let Some(crates) = linked(product) else {
        println!("skipped: the crates for all systems are not here (`cargo fetch` brings them)");
        return;
    };
    assert!(crates.len() > least);
    let notices = notices(product.introduction, &crates);
    let path = kit::project(product.file);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &notices).unwrap();
    }
    let here = fs::read_to_string(&path).unwrap_or_default();
    assert!(here == notices, "`BLESS=1 cargo test --test it notices::` writes it anew");
}

/// As the README of the library for C says.
#[test]
fn those_of_the_library_for_c_are_among_them() {
    let of = |package| names(package, WHEEL.systems);
    let (Some(wheel), Some(c)) = (of("urisift-python"), of("urisift-capi")) else { return };
    assert!(c.len() > 2 && c.is_subset(&wheel), "{:?}", c.difference(&wheel));
}

#[test]
fn those_of_the_wheel_are_current() {
    are_current(&WHEEL, 50);
}

#[test]
fn those_of_the_npm_package_are_current() {
    are_current(&NPM, 10);
}

#[test]
fn licences_are_known_by_their_texts() {
    let ours = ["LICENSE-MIT", "LICENSE-APACHE"].map(|name| {
        let [here, wheel] = [name.to_owned(), format!("python/{name}")]
            .map(|name| fs::read_to_string(kit::project(&name)).unwrap());
        assert_eq!(here, wheel);
        kind(&here)
    });
    assert_eq!(ours, [Some("MIT"), Some("Apache-2.0")]);
    assert_eq!(kind("GNU GENERAL PUBLIC LICENSE"), None);
    let chosen = |licence| chosen(licence).0.into_iter().collect::<Vec<_>>();
    assert_eq!(chosen("Unlicense/MIT"), ["MIT"]);
    assert_eq!(chosen("(Apache-2.0 OR MIT) AND BSD-3-Clause"), ["BSD-3-Clause", "MIT"]);
}
