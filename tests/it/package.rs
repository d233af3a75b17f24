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
fn the_command_has_its_sources_and_licences() {
    let listed = listed("urisift-cli");
    for file in
        ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "src/main.rs", "src/report/assets/page.js"]
    {
        assert!(listed.contains(file), "{file} is not in the package");
    }
    assert!(!listed.iter().any(|file| file.starts_with("tests/")));
}

#[test]
fn what_only_this_repository_needs_is_not() {
    let folders = [".ci/", "fuzz/", "python/", "proptest-regressions/", "tests/", "benches/whole/"];
    for file in listed("urisift") {
        let kit = file.starts_with("tests/kit/");
        assert!(kit || !folders.iter().any(|folder| file.starts_with(folder)), "{file}");
    }
}
