//! Output files: written whole or not at all, compressed, and databases that are continued.

// The command with the features of a release.
#![cfg(all(feature = "zstd", feature = "xz", feature = "sqlite", feature = "parquet"))]

mod databases;
mod injected;

use crate::kit;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// The command in a folder.
fn urisift(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urisift"));
    command.current_dir(folder).args(args);
    command
}

fn run(folder: &Path, args: &[&str]) -> Output {
    urisift(folder, args).output().unwrap()
}

/// Runs it, and checks that it prints nothing and ends with that status.
fn quiet(folder: &Path, args: &[&str], status: i32) {
    let output = run(folder, args);
    let said = [output.stdout, output.stderr].concat();
    assert_eq!((output.status.code(), String::from_utf8_lossy(&said)), (Some(status), "".into()));
}

/// A folder with texts in a folder `in`.
fn texts() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("in");
    fs::create_dir(&inner).unwrap();
    for n in 0..5 {
        let text = format!("http://a.example/{n} and <http://b.example/\n{n}>\n").repeat(n);
        fs::write(inner.join(n.to_string()), text).unwrap();
    }
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let name = |entry: fs::DirEntry| entry.file_name().into_string().unwrap();
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| name(entry.unwrap())).collect();
    names.sort();
    names
}

#[test]
fn a_file_has_what_would_be_printed() {
    let folder = texts();
    for (name, flag) in [
        ("a.txt", "-H"),
        ("a.jsonl", "--json"),
        ("a.CSV", "--csv"),
        ("a.x", "--tsv"),
        ("a.html", "-r<%d>"),
    ] {
        let flags: &[&str] = if ["a.x", "a.txt", "a.html"].contains(&name) { &[flag] } else { &[] };
        quiet(folder.path(), &[&["in", "-o", name], flags].concat(), 0);
        let printed = run(folder.path(), &["in", flag]).stdout;
        assert!(!printed.is_empty());
        assert!(fs::read(folder.path().join(name)).unwrap() == printed, "{name}");
    }
}

#[test]
fn compressed_files_unpack_to_the_same() {
    let folder = texts();
    let printed = run(folder.path(), &["in", "--csv"]).stdout;
    // The others are only read.
    for (ending, _) in kit::pack::PACKERS.iter().filter(|(name, _)| !["lz", "sz"].contains(name)) {
        let name = format!("a.csv.{ending}");
        quiet(folder.path(), &["in", "-o", &name], 0);
        let packed = fs::File::open(folder.path().join(name)).unwrap();
        let mut reader: Box<dyn Read> = match *ending {
            "gz" => Box::new(flate2::read::GzDecoder::new(packed)),
            "zst" => Box::new(zstd::Decoder::new(packed).unwrap()),
            "bz2" => Box::new(bzip2::read::BzDecoder::new(packed)),
            "xz" => Box::new(liblzma::read::XzDecoder::new(packed)),
            _ => Box::new(lz4_flex::frame::FrameDecoder::new(packed)),
        };
        let mut text = Vec::new();
        reader.read_to_end(&mut text).unwrap();
        assert!(text == printed, "{ending}");
    }
}

/// In grep, -o and -r take no value.
#[cfg(unix)]
#[test]
fn what_may_be_meant_as_input_stays() {
    let folder = texts();
    let path = |name: &str| folder.path().join(name);
    for name in ["a.txt", "in/b.csv", "c.html"] {
        fs::write(path(name), "http://old.example/").unwrap();
    }
    fs::hard_link(path("in/b.csv"), path("hard.csv")).unwrap();
    std::os::unix::fs::symlink("in/b.csv", path("link.csv")).unwrap();
    let whole = path("a.txt");
    for args in [
        &["-o", "a.txt"][..],
        &["-o", "./in/../a.txt"],
        &["-o", whole.to_str().unwrap()],
        &["a.txt", "-o", "a.txt"],
        &[".", "-o", "a.txt"],
        &["in", "-o", "in/b.csv"],
        &["in", "-o", "link.csv"],
        &["in/b.csv", "-o", "hard.csv"],
        &["--files-from", "a.txt", "-o", "a.txt"],
        &["--by", "host", "-o", "a.txt"],
        &["-q", "--report", "c.html"],
        &["report", "-o", "c.html"],
        &["-r", "a.txt"],
        &["-r", "in/"],
    ] {
        let output = run(folder.path(), args);
        let told = String::from_utf8(output.stderr).unwrap();
        let is_why = told.contains(" would overwrite it") || told.contains("replaces URIs");
        assert!(is_why && told.ends_with("--force\n"), "{args:?}: {told}");
        assert_eq!((output.status.code(), &output.stdout[..]), (Some(2), &b""[..]), "{args:?}");
        for name in ["a.txt", "in/b.csv", "c.html"] {
            assert_eq!(fs::read(path(name)).unwrap(), b"http://old.example/", "{args:?}");
        }
    }
    assert_eq!(names(folder.path()), ["a.txt", "c.html", "hard.csv", "in", "link.csv"]);
    // A file that is searched, too, is read before it is replaced.
    quiet(folder.path(), &["a.txt", "in/b.csv", "-o", "a.txt", "--force"], 0);
    assert_eq!(fs::read_to_string(path("a.txt")).unwrap(), "http://old.example/\n".repeat(2));
    quiet(folder.path(), &["in/b.csv", "-o", "a.txt"], 0);
    assert_eq!(fs::read_to_string(path("a.txt")).unwrap(), "http://old.example/\n");
    let printed = run(folder.path(), &["in/b.csv", "-r", "a.txt"]);
    assert_eq!(printed.stdout, b"a.txt");
    quiet(folder.path(), &["--csv", "-o", "/dev/null"], 0);
}

/// Standard output that is a file is written to from where it is.
#[test]
fn standard_output_by_its_name_is_not_replaced() {
    let folder = texts();
    let file = fs::File::create(folder.path().join("out")).unwrap();
    (&file).write_all(b"before\n").unwrap();
    let mut command = urisift(folder.path(), &["in/1", "--format", "%d", "-o", "/dev/stdout"]);
    assert!(command.stdout(file).status().unwrap().success());
    let out = fs::read_to_string(folder.path().join("out")).unwrap();
    assert_eq!(out, "before\na.example\nb.example\n");
}

#[test]
fn the_file_and_its_draft_are_no_input() {
    let folder = texts();
    let draft = folder.path().join(".urisift-killed.part");
    fs::write(&draft, "http://never.example/").unwrap();
    for name in ["a.txt", "a.txt.gz", "a.sqlite", "a.parquet"] {
        quiet(folder.path(), &[".", "-o", name], 0);
        // A database counts how often it was opened.
        let len = || fs::metadata(folder.path().join(name)).unwrap().len();
        let first = len();
        let again: &[&str] = if name.ends_with("sqlite") { &[] } else { &["--force"] };
        quiet(folder.path(), &[&[".", "-o", name], again].concat(), 0);
        assert_eq!(len(), first, "{name}");
        fs::remove_file(folder.path().join(name)).unwrap();
    }
    fs::remove_file(draft).unwrap();
    assert_eq!(names(folder.path()), ["in"]);
}

#[cfg(unix)]
#[test]
fn permissions_are_those_of_a_new_file_or_of_the_one_that_is_there() {
    use std::os::unix::fs::PermissionsExt;
    let folder = texts();
    let mode = |name: &str| fs::metadata(folder.path().join(name)).unwrap().permissions().mode();
    fs::write(folder.path().join("new"), "").unwrap();
    quiet(folder.path(), &["in", "-o", "a.csv"], 0);
    assert_eq!(mode("a.csv"), mode("new"));
    fs::set_permissions(folder.path().join("a.csv"), PermissionsExt::from_mode(0o600)).unwrap();
    quiet(folder.path(), &["in", "-o", "a.csv"], 0);
    assert_eq!(mode("a.csv") & 0o777, 0o600);
}

/// A run that is killed leaves what was there.
#[cfg(unix)]
#[test]
fn an_early_end_leaves_the_old_file() {
    use std::process::Stdio;
    let folder = texts();
    let path = folder.path().join("a.csv.gz");
    fs::write(&path, "old").unwrap();
    let mut child =
        urisift(folder.path(), &["-", "-o", "a.csv.gz"]).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.as_ref().unwrap().write_all(b"http://a.example/ b\n").unwrap();
    while names(folder.path()).len() < 3 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(fs::read(path).unwrap(), b"old");
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_to() {
    let folder = texts();
    quiet(folder.path(), &["in", "--csv", "-o", "/dev/null"], 0);
    let full = run(folder.path(), &["in", "--csv", "-o", "/dev/full"]);
    assert_eq!(full.status.code(), Some(2));
    assert_eq!(full.stderr, b"urisift: cannot write: /dev/full: No space left on device\n");
    assert!(!fs::metadata("/dev/full").unwrap().is_file());
}

#[test]
fn nothing_found_is_a_table_too() {
    let folder = texts();
    for name in ["a.csv", "a.txt", "a.sqlite", "a.parquet"] {
        quiet(folder.path(), &["in/0", "-o", name], 1);
        quiet(folder.path(), &["in", "-m0", "-o", &format!("b{name}")], 1);
    }
    assert_eq!(names(folder.path()).len(), 9);
    assert_eq!(
        fs::read(folder.path().join("a.csv")).unwrap(),
        run(folder.path(), &["in/0", "--csv"]).stdout
    );
}
