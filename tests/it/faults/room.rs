//! There is no room for temporary files: what can be printed is printed, and a message says that it is
//! incomplete.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::{Command, Output, Stdio};

use crate::kit::amount;
use crate::kit::command::{Faults, Folder, has_strace, said, says, urisift};

/// More keys than can be counted in the least memory.
const MANY: usize = 100_000;
/// More keys than can be remembered there.
const MORE: usize = 500_000;

/// How often the first key is found.
const AGAIN: usize = 7;

fn uris(count: usize) -> String {
    (0..count).map(|n| format!("http://a.example/{n}\n")).collect()
}

/// Each URI twice, the second time in another file, and one URI more often.
fn texts() -> Folder {
    let folder = Folder::new();
    let text = uris(MANY);
    folder.write("in/0", &text);
    folder.write("in/1", text + &"http://a.example/0\n".repeat(AGAIN - 2));
    folder
}

/// Folders in which no file can be made: one of them, or both.
fn no_folders(folder: &Folder) -> impl Iterator<Item = (String, &'static str)> {
    let path = |name: &str| folder.join(name).display().to_string();
    let all = [(path("nowhere"), "No such file or directory"), (path("in/0"), "Not a directory")];
    all.into_iter().take(amount(1, 2))
}

fn run(folder: &Folder, tmp: &str, args: &[&str]) -> Output {
    urisift(&folder.path(), args).env("TMPDIR", tmp).output().unwrap()
}

/// The message: the folder, the failure, its consequence, and what helps.
fn complaint(tmp: &str, words: &str, lost: &str) -> String {
    format!(
        "urisift: cannot write: {lost}: temporary file in {tmp}: {words}; point TMPDIR at a directory with \
         more space, or raise the memory limit\n"
    )
}

/// The count of each URI, from lines of --by; no URI is there twice.
fn counts(printed: &str) -> BTreeMap<&str, usize> {
    let lines = printed.lines().map(|line| line.trim_start().split_once(' ').unwrap());
    let counts: BTreeMap<_, _> = lines.map(|(n, uri)| (uri, n.parse().unwrap())).collect();
    assert_eq!(counts.len(), printed.lines().count());
    counts
}

/// Checks that no count is too high.
fn are_some_of_all(counts: &BTreeMap<&str, usize>) {
    for (uri, count) in counts {
        let all = if *uri == "http://a.example/0" { AGAIN } else { 2 };
        assert!((1..=all).contains(count), "{count} {uri}");
    }
}

#[test]
fn keys_that_fit_are_counted() {
    let folder = texts();
    let top =
        "      7 http://a.example/0\n      2 http://a.example/1\n      2 http://a.example/2\n";
    for (tmp, words) in no_folders(&folder) {
        let told = complaint(&tmp, words, "the counts are incomplete");
        let args = ["--memory", "16M", "-j1", "in", "--top", "3"];
        assert_eq!(said(&run(&folder, &tmp, &args)), says(top, &told, 2));
        for args in [["--by", "uri"], ["--unique", "-c"]] {
            let args = [&["--memory", "16M", "in"], &args[..]].concat();
            let (printed, why, code) = said(&run(&folder, &tmp, &args));
            assert_eq!((why, code), (told.clone(), Some(2)));
            assert!(printed.starts_with(&top[..54]), "{args:?}");
            let counts = counts(&printed);
            assert!(counts.len() > 10_000);
            // The keys kept from the first file are found in the second one too.
            assert!(counts.values().all(|count| *count > 1));
            are_some_of_all(&counts);
        }
    }
    // An output file has them too.
    let (tmp, words) = no_folders(&folder).next().unwrap();
    let told = complaint(&tmp, words, "the counts are incomplete");
    let args = ["--memory", "16M", "in", "--by", "uri", "-o", "o.csv"];
    assert_eq!(said(&run(&folder, &tmp, &args)), says("", &told, 2));
    assert!(fs::read_to_string(folder.join("o.csv")).unwrap().lines().count() > 10_000);
}

#[test]
fn what_may_be_there_twice_is_given_rather_than_lost() {
    let folder = Folder::new();
    let text = uris(MORE);
    folder.write("in/0", text.clone() + &text[..text.len() / 10]);
    for (tmp, words) in no_folders(&folder) {
        let args = ["--memory", "16M", "--unique", "in"];
        let (printed, told, code) = said(&run(&folder, &tmp, &args));
        let lost = "some may be there more than once";
        assert_eq!((told, code), (complaint(&tmp, words, lost), Some(2)));
        let lines: BTreeSet<_> = printed.lines().collect();
        assert_eq!(lines, text.lines().collect());
    }
}

#[test]
fn a_page_has_what_fits() {
    let folder = texts();
    for (tmp, words) in no_folders(&folder) {
        let args = ["--memory", "16M", "in", "-o", "o.html"];
        let args = [&["report"], &args[..]].concat();
        let lost = "the table of the report is incomplete";
        let told = complaint(&tmp, words, lost);
        assert_eq!(said(&run(&folder, &tmp, &args)), says("", &told, 2));
        let page = fs::read_to_string(folder.join("o.html")).unwrap();
        assert!(page.contains("1 problem") && page.contains(lost));
        assert!(page.contains("class=\"rows\"") && page.ends_with("</html>\n"));
        // The total is complete.
        assert!(page.contains(&format!("<dd>200,00{}</dd>", AGAIN - 2)));
    }
}

/// Keys that fit in memory need no temporary file.
#[test]
fn what_fits_needs_no_temporary_files() {
    let folder = Folder::new();
    folder.write("a", "http://a.example/ http://b.example/ http://a.example/\n");
    let tmp = folder.join("nowhere").display().to_string();
    for args in [
        &["report", "a", "-o", "o.html"][..],
        &["a", "-c", "--report", "o.html"],
        &["a", "--by", "host"],
        &["a", "--top", "1"],
        &["a", "--unique"],
    ] {
        let (_, told, code) = said(&run(&folder, &tmp, args));
        assert_eq!((&*told, code), ("", Some(0)), "{args:?}");
    }
}

/// The size of files is limited: what was spilled is used, and what is in memory too.
#[test]
fn what_was_put_aside_before_there_was_no_room_counts() {
    let folder = texts();
    let run = |blocks: &str, args: &[&str]| {
        let mut command = Command::new("sh");
        let line = "ulimit -f \"$1\"; shift; exec \"$0\" --memory 16M -j1 in \"$@\"";
        command.args(["-c", line, env!("CARGO_BIN_EXE_urisift"), blocks]).args(args);
        command.current_dir(folder.path()).env("TMPDIR", folder.path());
        said(&command.stdin(Stdio::null()).output().unwrap())
    };
    let (all, told, code) = run("unlimited", &["--by", "uri"]);
    assert_eq!((counts(&all).len(), &*told, code), (MANY, "", Some(0)));
    let tmp = folder.path().display().to_string();
    for blocks in ["1", "300", "2000", "6000"].into_iter().step_by(amount(2, 1)) {
        let (printed, told, code) = run(blocks, &["--by", "uri"]);
        let counts = counts(&printed);
        are_some_of_all(&counts);
        assert!(counts.len() > 10_000, "{blocks}");
        let lost = "the counts are incomplete";
        assert_eq!((told, code), (complaint(&tmp, "File too large", lost), Some(2)), "{blocks}");
    }
    folder.write("in/0", uris(MORE));
    for blocks in ["1", "300", "3000"].into_iter().step_by(amount(2, 1)) {
        let (printed, told, code) = run(blocks, &["--unique"]);
        let lines: BTreeSet<_> = printed.lines().collect();
        assert_eq!((lines.len(), code == Some(2)), (MORE, !told.is_empty()), "{blocks}: {told}");
    }
}

/// What was spilled cannot be read: the rest is printed.
#[test]
fn what_cannot_be_read_again_is_told() {
    if !has_strace() {
        return;
    }
    let folder = texts();
    folder.write("in/2", uris(MORE));
    let tmp = folder.path().display().to_string();
    let faults = Faults { calls: "lseek", what: "error=EIO:when=1+", path: None };
    for (args, lost) in [
        (&["--top", "3"][..], "the counts are incomplete"),
        (&["--unique"], "some are left out"),
        (&["-c", "--report", "o.html"], "the table of the report is incomplete"),
    ] {
        let args = [&["--memory", "16M", "in"], args].concat();
        let faulty = faults.run(&folder, &args);
        assert!(faulty.times > 0, "{args:?}");
        let (_, told, code) = said(&faulty.output);
        assert_eq!((told, code), (complaint(&tmp, "Input/output error", lost), Some(2)));
    }
}

/// The longest file that is allowed: what fits is there, or the old file.
#[test]
fn an_output_that_may_not_be_so_long_is_told() {
    let folder = texts();
    folder.write("o.csv", "old");
    let line = "ulimit -f 8; exec \"$0\" \"$@\"";
    let run = |args: &[&str], stdout: Stdio| {
        let mut command = Command::new("sh");
        command.args(["-c", line, env!("CARGO_BIN_EXE_urisift")]).args(args);
        said(&command.current_dir(folder.path()).stdout(stdout).output().unwrap())
    };
    let out = folder.join("out");
    let file = || Stdio::from(fs::File::create(&out).unwrap());
    let told = "urisift: cannot write: File too large\n";
    assert_eq!(run(&["in"], file()), says("", told, 2));
    let written = fs::read(&out).unwrap();
    assert!(!written.is_empty() && uris(MANY).as_bytes().starts_with(&written));
    let told = "urisift: cannot write: o.csv: File too large\n";
    assert_eq!(run(&["in", "-o", "o.csv"], Stdio::piped()), says("", told, 2));
    assert_eq!(fs::read_to_string(folder.join("o.csv")).unwrap(), "old");
    assert_eq!(folder.names(), ["in", "o.csv", "out"]);
}

/// As few files and bytes of address space as let the command run: threads that do not fit are not started.
#[test]
fn few_files_and_little_address_space_are_enough() {
    let folder = texts();
    let expected = said(&folder.run(&["-n", "in"]));
    for limit in ["ulimit -n 10", "ulimit -v 200000"] {
        let mut command = Command::new("sh");
        let line = format!("{limit}; exec \"$0\" -n -j4 in");
        command.args(["-c", &line, env!("CARGO_BIN_EXE_urisift")]).current_dir(folder.path());
        let found = said(&command.output().unwrap());
        assert!(found == expected, "{limit}: {}", found.1);
    }
}
