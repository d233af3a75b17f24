//! The header is that of the sources, and both C and C++ take it.

use std::fs;
use std::process::Command;

use crate::{compile, file, is_here};

#[test]
fn it_is_that_of_the_sources() {
    let config = fs::read_to_string(file("cbindgen.toml")).unwrap();
    let version = config.split("It is made by ").nth(1).unwrap().split(':').next().unwrap();
    let here = Command::new("cbindgen").arg("--version").output();
    if !here.is_ok_and(|it| String::from_utf8_lossy(&it.stdout).trim() == version) {
        println!("skipped: no {version} here");
        return;
    }
    let made = Command::new("cbindgen")
        .args(["--quiet", "--config", "cbindgen.toml"])
        .current_dir(file("."))
        .output()
        .unwrap();
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let made = String::from_utf8(made.stdout).unwrap();
    if std::env::var_os("BLESS").is_some() {
        fs::write(file("include/urisift.h"), &made).unwrap();
    }
    let here = fs::read_to_string(file("include/urisift.h")).unwrap_or_default();
    assert!(here == made, "`BLESS=1 cargo test -p urisift-capi header::` writes it anew");
}

/// Every function is in the header, and in the program that calls them all.
#[test]
fn every_function_is_called() {
    let [header, program] =
        ["include/urisift.h", "tests/c/abi.c"].map(|name| fs::read_to_string(file(name)).unwrap());
    let mut count = 0;
    for source in fs::read_dir(file("src")).unwrap() {
        let source = fs::read_to_string(source.unwrap().path()).unwrap();
        for rest in source.split("extern \"C\" fn urisift_").skip(1) {
            let name = format!("urisift_{}", rest.split(['(', '<']).next().unwrap());
            let call = format!("{name}(");
            assert!(header.contains(&call) && program.contains(&call), "{name}");
            count += 1;
        }
    }
    assert!(count > 25, "{count}");
}

#[test]
fn c_and_cpp_take_it() {
    for (compiler, language, standard) in
        [("cc", "c", "-std=c99"), ("cc", "c", "-std=c11"), ("c++", "c++", "-std=c++11")]
    {
        if is_here(compiler) {
            let mut command = Command::new(compiler);
            command.args(["-x", language, standard, "-fsyntax-only"]);
            compile(command.arg(file("include/urisift.h")));
        }
    }
}
