//! Every command in README.md, and what it prints there.
//!
//! A block marked `console` holds commands behind `$ ` and their output; a line of `...` stands for
//! any lines. The blocks marked `rust` are documentation tests of the crate.
#![cfg(all(feature = "zstd", feature = "xz", feature = "sqlite", feature = "parquet"))]

use crate::kit;
use std::fs;
use std::path::Path;
use std::process::Command;

/// What the check of the package runs, in an environment of its own.
const PIP: &str = "pip install ./python";

struct Example {
    command: String,
    output: Vec<String>,
}

fn examples(readme: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
        match line.strip_prefix("$ ") {
            _ if line.starts_with("```") => inside = line == "```console",
            Some(command) if inside => {
                examples.push(Example { command: command.to_owned(), output: Vec::new() })
            }
            None if inside => {
                examples.last_mut().expect("output before a command").output.push(line.to_owned())
            }
            _ => {}
        }
    }
    examples
}

/// Runs a line of shell in the project, with this build of the command.
fn run(command: &str) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_urisift")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let command = command.replace("cargo run --release -- ", "urisift ");
    let output = Command::new("sh")
        .args(["-c", &command])
        .current_dir(kit::project("."))
        .env("PATH", format!("{}:{path}", binary.display()))
        .output()
        .unwrap();
    assert!(output.stderr.is_empty(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Whether the lines are those of the pattern, where `...` stands for any lines.
fn matches(pattern: &[String], lines: &[&str]) -> bool {
    match pattern {
        [] => lines.is_empty(),
        [any, rest @ ..] if any == "..." => {
            (0..=lines.len()).any(|skip| matches(rest, &lines[skip..]))
        }
        [line, rest @ ..] => lines.first() == Some(&line.as_str()) && matches(rest, &lines[1..]),
    }
}

#[test]
fn every_command_prints_what_it_says() {
    let examples = examples(&fs::read_to_string(kit::project("README.md")).unwrap());
    assert!(examples.len() > 5);
    let mut tested = 0;
    for Example { command, output } in &examples {
        if command == "cargo test" {
            // This is it.
            tested += 1;
            continue;
        }
        if command == PIP {
            continue;
        }
        let printed = run(command);
        let lines: Vec<_> = printed.lines().collect();
        assert!(
            matches(output, &lines),
            "{command} printed\n{printed}\nand not\n{}",
            output.join("\n")
        );
    }
    assert_eq!(tested, 1, "the test command stands in the README once");
}

#[test]
fn the_check_runs_the_readmes_test_command() {
    let check = fs::read_to_string(kit::project(".ci/run")).unwrap();
    assert!(check.lines().any(|line| line == "cargo test"));
}

#[test]
fn the_check_installs_the_package_as_the_readme_says() {
    let readme = fs::read_to_string(kit::project("README.md")).unwrap();
    assert!(examples(&readme).iter().any(|example| example.command == PIP));
    let [check, python] =
        [".ci/run", ".ci/python"].map(|name| fs::read_to_string(kit::project(name)).unwrap());
    assert!(check.lines().any(|line| line == ".ci/python"));
    assert!(python.lines().any(|line| line == PIP));
}
