//! Every command in README.md, GUIDE.md and docs, and what it prints there.
//!
//! A block marked `console` holds commands after `$ ` and their output; a line of `...` matches any
//! lines. The blocks marked `rust` are documentation tests of the crate.
#![cfg(all(feature = "zstd", feature = "xz", feature = "sqlite", feature = "parquet"))]

use crate::kit;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The command that the check of the package runs, in its own environment.
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
fn run(document: &str, command: &str) -> String {
    // Examples write to this folder; the target folder may be elsewhere.
    fs::create_dir_all(kit::project("target")).unwrap();
    let binary = Path::new(env!("CARGO_BIN_EXE_urisift")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let command = command.replace("cargo run --release -- ", "urisift ");
    let output = Command::new("sh")
        .args(["-c", &command])
        .current_dir(kit::project("."))
        .env("PATH", format!("{}:{path}", binary.display()))
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.is_empty(), "{document}: {command}: {stderr}");
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

fn assert_prints(document: &str, Example { command, output }: &Example) {
    let printed = run(document, command);
    let lines: Vec<_> = printed.lines().collect();
    assert!(
        matches(output, &lines),
        "{document}: {command} printed\n{printed}\nand not\n{}",
        output.join("\n")
    );
}

/// The targets of the links in a document, without those to other sites.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains(':'))
}

/// The anchors of the headings in a document, as GitHub makes them.
fn anchors(text: &str) -> impl Iterator<Item = String> {
    let headings = text.lines().filter_map(|line| line.trim_start_matches('#').strip_prefix(' '));
    let kept = |c: &char| c.is_alphanumeric() || "-_ ".contains(*c);
    headings
        .map(move |heading| heading.to_lowercase().chars().filter(kept).collect::<String>())
        .map(|heading| heading.replace(' ', "-"))
}

fn assert_leads_somewhere(document: &str, link: &str) {
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let itself = kit::project(document);
    let target = if path.is_empty() { itself } else { itself.parent().unwrap().join(path) };
    assert!(target.exists(), "{document}: {link}");
    let has_anchor = || anchors(&fs::read_to_string(&target).unwrap()).any(|a| a == anchor);
    assert!(anchor.is_empty() || has_anchor(), "{document}: {link}");
}

fn check(document: &str) {
    let text = fs::read_to_string(kit::project(document)).unwrap();
    fs::create_dir_all(kit::project("target")).unwrap();
    examples(&text).iter().for_each(|example| assert_prints(document, example));
    links(&text).for_each(|link| assert_leads_somewhere(document, link));
}

/// A test for each document.
macro_rules! documents {
    ($($name:ident $path:literal,)+) => {
        const DOCUMENTS: &[&str] = &[$($path),+];

        $(#[test]
        fn $name() {
            check($path);
        })+
    };
}

documents! {
    guide "GUIDE.md",
    benchmarks "docs/benchmarks.md",
    formats "docs/formats.md",
    library "docs/library.md",
    recipes "docs/recipes.md",
    records "docs/records.md",
    scaling "docs/scaling.md",
    security "docs/security.md",
}

#[test]
fn every_document_has_a_test() {
    for entry in fs::read_dir(kit::project("docs")).unwrap() {
        let name = format!("docs/{}", entry.unwrap().file_name().to_str().unwrap());
        assert!(!name.ends_with(".md") || DOCUMENTS.contains(&name.as_str()), "{name}");
    }
}

#[test]
fn every_command_prints_what_it_says() {
    let examples = examples(&fs::read_to_string(kit::project("README.md")).unwrap());
    assert!(examples.len() > 5);
    let mut tested = 0;
    for example in &examples {
        match example.command.as_str() {
            // This is it.
            "cargo test" => tested += 1,
            PIP => {}
            _ => assert_prints("README.md", example),
        }
    }
    assert_eq!(tested, 1, "the test command stands in the README once");
}

#[test]
fn the_check_begins_with_the_readmes_two_commands() {
    let readme = fs::read_to_string(kit::project("README.md")).unwrap();
    let first: Vec<_> = examples(&readme).into_iter().take(2).map(|one| one.command).collect();
    let check = fs::read_to_string(kit::project(".ci/run")).unwrap();
    let lines: Vec<_> = check.lines().map(str::trim).collect();
    let at = |command: &String| lines.iter().position(|line| line == command);
    assert!(at(&first[0]).is_some() && at(&first[0]) < at(&first[1]), "{first:?}");
}

#[test]
fn the_check_installs_the_package_as_the_readme_says() {
    let readme = fs::read_to_string(kit::project("README.md")).unwrap();
    assert!(examples(&readme).iter().any(|example| example.command == PIP));
    let [check, python] =
        [".ci/run", ".ci/python"].map(|name| fs::read_to_string(kit::project(name)).unwrap());
    assert!(check.lines().any(|line| line.ends_with(" .ci/python")));
    assert!(python.lines().any(|line| line == PIP));
}

/// What the check of the npm package does in its folder.
#[test]
fn the_check_builds_the_npm_package_as_its_readme_says() {
    let [readme, check, wasm] = ["crates/urisift-wasm/README.md", ".ci/run", ".ci/wasm"]
        .map(|name| fs::read_to_string(kit::project(name)).unwrap());
    assert!(check.lines().any(|line| line.ends_with(" .ci/wasm")));
    let commands = examples(&readme);
    assert!(commands.len() > 3);
    for Example { command, .. } in commands {
        assert!(wasm.lines().any(|line| line.trim() == command), "{command}");
    }
    links(&readme).for_each(|link| assert_leads_somewhere("crates/urisift-wasm/README.md", link));
}
