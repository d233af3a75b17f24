//! Dependencies: their licences and sources, and no duplicates without a reason.

use crate::kit;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value;
use spdx::{Expression, ParseMode};

/// Crates that are here in several versions, and the crates that need the older ones.
const SEVERAL: &[(&str, &str)] = &[
    ("getrandom", "tempfile, ahash (Parquet) and const-random (of ahash) are at different points"),
    ("r-efi", "getrandom's, on UEFI alone"),
    ("shlex", "cc (what builds C) and trycmd (tests)"),
    ("syn", "divan (benches) has not gone to version 3 yet"),
    ("thiserror", "filedescriptor (crossterm, on macOS alone) has not gone to version 2 yet"),
    ("thiserror-impl", "the same"),
];

/// The output of `cargo metadata` for this system. Missing packages, such as those of the Python package, are
/// downloaded; `None`, with a message, if that fails.
fn metadata() -> Option<Value> {
    let out = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--locked", "--filter-platform", &host()])
        .current_dir(kit::project("."))
        .output()
        .unwrap();
    if !out.status.success() {
        eprintln!("skipped: cargo metadata: {}", String::from_utf8_lossy(&out.stderr));
        return None;
    }
    Some(serde_json::from_slice(&out.stdout).unwrap())
}

/// The target triple of this machine.
fn host() -> String {
    let out = Command::new("rustc").arg("-vV").output().unwrap();
    let text = String::from_utf8(out.stdout).unwrap();
    text.lines().find_map(|line| line.strip_prefix("host: ")).unwrap().to_owned()
}

/// The licences that `cargo deny` permits: those that require attribution at most.
fn permitted() -> BTreeSet<String> {
    let policy: toml::Table =
        std::fs::read_to_string(kit::project("deny.toml")).unwrap().parse().unwrap();
    let allow = policy["licenses"]["allow"].as_array().unwrap();
    allow.iter().map(|licence| licence.as_str().unwrap().to_owned()).collect()
}

fn is_permitted(licence: &str, permitted: &BTreeSet<String>) -> bool {
    // "MIT/Apache-2.0" is an old form of "or".
    let expression = Expression::parse_mode(licence, ParseMode::LAX);
    expression.is_ok_and(|expression| {
        expression.evaluate(|one| one.license.id().is_some_and(|id| permitted.contains(id.name)))
    })
}

#[test]
fn licences_ask_for_nothing() {
    let Some(metadata) = metadata() else { return };
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 100);
    let permitted = permitted();
    let is_permitted = |licence: &str| is_permitted(licence, &permitted);
    for package in packages {
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(is_permitted(licence), "{}: {licence:?}", package["name"]);
    }
    assert!(is_permitted("GPL-3.0 OR MIT") && is_permitted("MIT/Apache-2.0"));
    assert!(!is_permitted("GPL-3.0-only") && !is_permitted("MIT AND GPL-3.0-only"));
}

/// The packages of a lock file.
fn locked(file: &str) -> Vec<toml::Table> {
    let text = std::fs::read_to_string(kit::project(file)).unwrap();
    let lock: toml::Table = text.parse().unwrap();
    let packages = lock["package"].as_array().unwrap();
    packages.iter().map(|package| package.as_table().unwrap().clone()).collect()
}

fn text<'t>(package: &'t toml::Table, key: &str) -> Option<&'t str> {
    package.get(key).and_then(toml::Value::as_str)
}

#[test]
fn all_of_it_comes_from_the_registry_and_is_what_it_was() {
    let files = ["Cargo.lock", "fuzz/Cargo.lock", "crates/urisift-wasm/bindgen/Cargo.lock"];
    for package in files.into_iter().flat_map(locked) {
        let name = text(&package, "name").unwrap();
        if name == "urisift" || name.starts_with("urisift-") {
            continue;
        }
        assert!(text(&package, "source").is_some_and(|s| s.starts_with("registry+")), "{name}");
        assert_eq!(text(&package, "checksum").map(str::len), Some(64), "{name}");
    }
}

#[test]
fn nothing_is_there_twice_without_a_reason() {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in locked("Cargo.lock") {
        let [name, version] = ["name", "version"].map(|key| text(&package, key).unwrap());
        versions.entry(name.to_owned()).or_default().insert(version.to_owned());
    }
    let several: BTreeMap<_, _> = versions.into_iter().filter(|(_, v)| v.len() > 1).collect();
    for (name, versions) in &several {
        let known = SEVERAL.iter().any(|(known, _)| known == name);
        assert!(
            known,
            "{name} is here as {versions:?}: can it be one? `cargo tree -d` says who asks"
        );
    }
    for (name, _) in SEVERAL {
        assert!(several.contains_key(*name), "{name} is here once: take it from the list");
    }
}

/// The bill of materials of a release names what is compiled into the command, with what Cargo verifies, and nothing
/// that only tests use.
#[test]
fn a_bill_of_materials_names_all_that_the_command_is_built_of() {
    let out = Command::new(kit::project(".ci/sbom")).arg("full").output();
    let bill = match out {
        Ok(out) if out.status.success() => serde_json::from_slice::<Value>(&out.stdout).unwrap(),
        other => return eprintln!("skipped: .ci/sbom: {other:?}"),
    };
    assert_eq!(bill["metadata"]["component"]["name"], "urisift-cli");
    let components = bill["components"].as_array().unwrap();
    let of_name = |name: &str| components.iter().find(|component| component["name"] == name);
    let (packages, permitted) = (locked("Cargo.lock"), permitted());
    for component in components {
        let is_same = |package: &&toml::Table| {
            text(package, "name") == component["name"].as_str()
                && text(package, "version") == component["version"].as_str()
        };
        let package = packages.iter().find(is_same).expect("it is in the lock file");
        assert_eq!(component["hashes"][0]["content"].as_str(), text(package, "checksum"));
        let licence = component["licenses"][0]["expression"].as_str().unwrap();
        assert!(is_permitted(licence, &permitted), "{component}");
    }
    for name in
        ["urisift-decode", "memchr", "clap", "zstd-sys", "liblzma-sys", "libsqlite3-sys", "cc"]
    {
        assert!(of_name(name).is_some(), "{name}");
    }
    for name in ["proptest", "divan", "pyo3", "wasm-bindgen"] {
        assert!(of_name(name).is_none(), "{name}");
    }
    let references: BTreeSet<_> =
        components.iter().map(|component| &component["bom-ref"]).map(Value::as_str).collect();
    let needs = bill["dependencies"].as_array().unwrap().iter();
    for other in needs.flat_map(|needs| needs["dependsOn"].as_array().unwrap()) {
        assert!(references.contains(&other.as_str()), "{other}");
    }
}

/// The script around the WebAssembly is written by the version that the WebAssembly was built for.
#[test]
fn wasm_bindgen_is_of_one_version() {
    let version = |file, name| {
        let packages = locked(file);
        let package = packages.iter().find(|package| text(package, "name") == Some(name));
        text(package.unwrap(), "version").unwrap().to_owned()
    };
    assert_eq!(
        version("Cargo.lock", "wasm-bindgen"),
        version("crates/urisift-wasm/bindgen/Cargo.lock", "wasm-bindgen-cli-support")
    );
}

/// `.ci/notices --write` writes them anew.
#[test]
fn third_party_notices_are_current() {
    match Command::new(kit::project(".ci/notices")).output() {
        // Without the crates for all systems, nothing is compared.
        Ok(out) => assert!(matches!(out.status.code(), Some(0 | 77)), "{out:?}"),
        Err(error) => eprintln!("skipped: .ci/notices: {error}"),
    }
}
