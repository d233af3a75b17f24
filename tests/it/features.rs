//! The dependencies of the library, and of the command without its features, by `cargo tree`.

use std::collections::BTreeSet;
use std::process::Command;

/// Crates that compile or link code that is not Rust.
const BUILDERS: [&str; 5] = ["bindgen", "cc", "cmake", "pkg-config", "vcpkg"];

/// The crates of a build with only those features; `None`, with a message, if Cargo fails.
fn crates(package: &str, features: &str, edges: &str) -> Option<BTreeSet<String>> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    cargo.args([
        "tree",
        "--locked",
        "--package",
        package,
        "--no-default-features",
        "--prefix",
        "none",
    ]);
    cargo.args(["--features", features, "--edges", edges, "--format", "{p}"]);
    let Ok(output) = cargo.output() else {
        eprintln!("skipped: cargo is not here");
        return None;
    };
    if !output.status.success() {
        eprintln!("skipped: cargo tree: {}", String::from_utf8_lossy(&output.stderr));
        return None;
    }
    let name = |line: &str| line.split(' ').next().map(str::to_owned);
    Some(String::from_utf8(output.stdout).unwrap().lines().filter_map(name).collect())
}

#[test]
fn the_library_needs_three_crates() {
    let expected = ["bstr", "memchr", "regex-automata", "urisift"].map(str::to_owned);
    if let Some(crates) = crates("urisift", "", "normal,build") {
        assert_eq!(crates, BTreeSet::from(expected));
    }
}

#[test]
fn the_library_for_c_needs_nothing_else() {
    let all = |package| crates(package, "unicode", "normal,build");
    let (Some(mut library), Some(c)) = (all("urisift"), all("urisift-capi")) else { return };
    library.insert("urisift-capi".to_owned());
    assert_eq!(c, library);
}

#[test]
fn the_plain_command_needs_no_c() {
    for (features, needs) in
        [("", false), ("zstd", true), ("xz", true), ("zstd-rust,xz-rust", false), ("sqlite", true)]
    {
        let Some(crates) = crates("urisift-cli", features, "normal,build") else { return };
        let builders: Vec<_> = BUILDERS.iter().filter(|name| crates.contains(**name)).collect();
        assert_eq!(!builders.is_empty(), needs, "{features}: {builders:?}");
    }
}
