//! The files published on crates.io: `include` in Cargo.toml.

use crate::kit;
use std::collections::BTreeSet;
use std::process::Command;

fn listed(package: &str) -> BTreeSet<String> {
    let out = Command::new(env!("CARGO"))
        .args(["package", "--list", "--package", package, "--allow-dirty", "--offline"])
        .current_dir(kit::project("."))
        .output()
        .unwrap();
    assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    // Windows uses backslashes.
    String::from_utf8(out.stdout).unwrap().lines().map(|line| line.replace('\\', "/")).collect()
}

#[test]
fn what_users_read_and_run_is_in_it() {
    let listed = listed("urisift");
    let wanted = [
        "CHANGELOG.md",
        "LICENSE-APACHE",
        "LICENSE-MIT",
        "README.md",
        "benches/extract.rs",
        "corpora/mail/list.mbox",
        "examples/find.rs",
        "src/lib.rs",
        "tests/kit/mod.rs",
    ];
    for file in wanted {
        assert!(listed.contains(file), "{file} is not in the package");
    }
}

#[test]
fn each_crate_has_its_sources_and_licences() {
    for (package, files) in [
        ("urisift-cli", ["README.md", "src/main.rs"]),
        ("urisift-report", ["src/lib.rs", "src/assets/script/start.js"]),
        ("urisift-search", ["src/lib.rs", "src/search/mod.rs"]),
        ("urisift-decode", ["src/lib.rs", "src/core/format.rs"]),
    ] {
        let listed = listed(package);
        for file in files.into_iter().chain(["LICENSE-APACHE", "LICENSE-MIT"]) {
            assert!(listed.contains(file), "{file} is not in {package}");
        }
        assert!(!listed.iter().any(|file| file.starts_with("tests/")), "{package}");
    }
}

#[test]
fn what_only_this_repository_needs_is_not() {
    let folders = [".ci/", "fuzz/", "python/", "proptest-regressions/", "tests/", "benches/whole/"];
    for file in listed("urisift") {
        let kit = file.starts_with("tests/kit/");
        assert!(kit || !folders.iter().any(|folder| file.starts_with(folder)), "{file}");
    }
}

#[test]
fn the_npm_package_has_the_version_of_the_crates() {
    let read = |name: &str| std::fs::read_to_string(kit::project(name)).unwrap();
    let npm: serde_json::Value =
        serde_json::from_str(&read("crates/urisift-wasm/package/package.json")).unwrap();
    let cargo: toml::Table = read("Cargo.toml").parse().unwrap();
    assert_eq!(npm["version"].as_str(), cargo["workspace"]["package"]["version"].as_str());
}
