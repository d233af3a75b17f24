//! The library as C sees it: the header, the examples, and every function, compiled with the compiler of this
//! machine and run under its sanitizers. What is missing is told, and passed over.

mod header;
mod programs;
mod readme;
mod sqlite;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// What the static library needs of the system.
const SYSTEM: [&str; 3] = ["-lpthread", "-ldl", "-lm"];
const WARNINGS: [&str; 4] = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"];
const SANITIZERS: [&str; 2] = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// A file of this crate.
fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A file of the project.
fn project(path: &str) -> PathBuf {
    file("../..").join(path).canonicalize().unwrap()
}

fn is_here(program: &str) -> bool {
    let is_here =
        Command::new(program).arg("--version").output().is_ok_and(|it| it.status.success());
    if !is_here {
        println!("skipped: no {program} here");
    }
    is_here
}

/// The static library. Nothing in Rust links with it, so that the tests build it themselves.
fn library() -> &'static Path {
    static LIBRARY: OnceLock<PathBuf> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let target = std::env::current_exe().unwrap().ancestors().nth(3).unwrap().to_owned();
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--locked", "--target-dir"]).arg(&target);
        let built = cargo.current_dir(file(".")).status().unwrap();
        assert!(built.success());
        target.join("debug/liburisift.a")
    })
}

/// Runs a compiler, whose warnings are errors.
fn compile(compiler: &mut Command) {
    let output = compiler.args(WARNINGS).arg("-I").arg(file("include")).output().unwrap();
    assert!(output.status.success(), "{compiler:?}: {}", String::from_utf8_lossy(&output.stderr));
}

/// The sanitizers, if the compiler has them here.
fn sanitizers(folder: &Path) -> &'static [&'static str] {
    let (source, program) = (folder.join("none.c"), folder.join("none"));
    std::fs::write(&source, "int main(void) { return 0; }\n").unwrap();
    let compiled = Command::new("cc").args(SANITIZERS).arg("-o").arg(&program).arg(source).output();
    let runs = compiled.is_ok_and(|it| it.status.success())
        && Command::new(&program).output().is_ok_and(|it| it.status.success());
    if !runs {
        println!("skipped: no sanitizers here");
        return &[];
    }
    &SANITIZERS
}
