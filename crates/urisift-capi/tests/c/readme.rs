//! The commands of the README, one after the other in one shell, in a copy of the project that has nothing built.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::{SYSTEM, compile, file, is_here, library, project};

/// What a command prints ends with a line of this.
const END: &str = "-- end --\n";

struct Example {
    command: String,
    output: String,
}

/// The commands in blocks marked `console`, and what they print.
fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for block in text.split("```console\n").skip(1) {
        for line in block.split("```").next().unwrap().lines() {
            match line.strip_prefix("$ ") {
                Some(command) => {
                    examples.push(Example { command: command.into(), output: String::new() })
                }
                None => examples.last_mut().unwrap().output += &format!("{line}\n"),
            }
        }
    }
    examples
}

/// Copies what is in the repository, and nothing that was built.
fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (name, kind) = (entry.file_name(), entry.file_type().unwrap());
        if ["target", ".git", "node_modules"].iter().any(|built| name == *built) {
            continue;
        }
        match kind.is_dir() {
            true => copy(&entry.path(), &to.join(name)),
            false => drop(fs::copy(entry.path(), to.join(name)).unwrap()),
        }
    }
}

#[test]
fn every_command_prints_what_it_says() {
    if ["cc", "pkg-config", "sqlite3"].into_iter().any(|program| !is_here(program)) {
        return;
    }
    let examples = examples(&fs::read_to_string(file("README.md")).unwrap());
    assert!(examples.len() > 15);
    let folder = TempDir::new().unwrap();
    copy(&project("."), folder.path());
    let script: String =
        examples.iter().map(|it| format!("{}\nprintf '%s' '{END}'\n", it.command)).collect();
    let output = Command::new("sh")
        .args(["-e", "-c", &script])
        .current_dir(folder.path())
        .env_remove("CARGO_TARGET_DIR")
        .output()
        .unwrap();
    let (printed, said) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    let mut outputs = printed.split(END);
    for Example { command, output } in examples {
        assert_eq!(outputs.next(), Some(&*output), "{command}: {said}");
    }
    assert_eq!(said, "");
}

/// The program in the README prints what stands under it.
#[test]
fn the_program_prints_what_it_says() {
    if !is_here("cc") {
        return;
    }
    let text = fs::read_to_string(file("README.md")).unwrap();
    let block = |mark: &str| text.split(mark).nth(1).unwrap().split("```").next().unwrap();
    let folder = TempDir::new().unwrap();
    let [source, program] = ["program.c", "program"].map(|name| folder.path().join(name));
    fs::write(&source, block("```c\n")).unwrap();
    let mut cc = Command::new("cc");
    compile(cc.arg("-std=c11").arg(source).arg("-o").arg(&program).arg(library()).args(SYSTEM));
    let output = Command::new(program).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), block("```text\n"));
}

#[test]
fn links_and_versions_are_those_of_the_crate() {
    let text = fs::read_to_string(file("README.md")).unwrap();
    for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(file(target).exists(), "{target}");
    }
    let package = fs::read_to_string(file("urisift.pc")).unwrap();
    assert!(package.contains(concat!("\nVersion: ", env!("CARGO_PKG_VERSION"), "\n")));
}
