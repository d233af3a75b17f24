//! Other programs run the command on lists of paths: on a whole list, on pieces of it in parallel, and
//! again after a run was killed. The records for a list are the same, and no problem is missing.

#![cfg(unix)]

use crate::kit;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use tempfile::TempDir;

/// The flags that an engine uses.
const FLAGS: [&str; 3] = ["--json", "--problems", "--exit-zero"];

const TEXTS: [&str; 4] = ["logs/server.log", "logs/build.log", "news/thread.txt", "mail/list.mbox"];

/// A folder of compressed files.
struct Archive {
    folder: TempDir,
    names: Vec<String>,
}

impl Archive {
    /// 40 files; some print more than a block. One is damaged, one is cut, and one is missing.
    fn new() -> Self {
        let mut archive = Archive { folder: tempfile::tempdir().unwrap(), names: Vec::new() };
        for number in 0..40 {
            let text = fs::read(kit::project("corpora").join(TEXTS[number % 4])).unwrap();
            let text = text.repeat(1 + number * 37 % 100);
            let mut packed = kit::pack::gz(&text[..text.len() - number]);
            let middle = packed.len() / 2;
            match number {
                13 => packed[middle..middle + 20].fill(0xff),
                27 => packed.truncate(middle),
                _ => {}
            }
            archive.add(&format!("part-{number:05}.gz"), &packed);
        }
        archive.names.insert(20, "missing.gz".to_owned());
        archive
    }

    fn add(&mut self, name: &str, packed: &[u8]) {
        fs::write(self.folder.path().join(name), packed).unwrap();
        self.names.push(name.to_owned());
    }

    /// The paths, each followed by the separator.
    fn list(&self, separator: char) -> String {
        self.names.iter().map(|name| format!("{name}{separator}")).collect()
    }

    /// Starts a program in the folder, with pipes for all its streams.
    fn start<S: AsRef<OsStr>>(&self, program: &str, args: &[S]) -> Child {
        let mut command = Command::new(program);
        command.args(args).current_dir(self.folder.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        command.spawn().unwrap()
    }

    fn start_urisift(&self, args: &[&str]) -> Child {
        self.start(env!("CARGO_BIN_EXE_urisift"), &[&FLAGS, args].concat())
    }

    /// The output for all paths in one run.
    fn of_one_run(&self) -> Vec<u8> {
        let names: Vec<_> = self.names.iter().map(String::as_str).collect();
        printed(self.start_urisift(&names))
    }

    /// The file that several processes append to. `xargs` runs each on some of the paths.
    fn of_xargs(&self, separator: char, flags: &str) -> Vec<u8> {
        let script = format!("xargs {flags} \"$0\" \"$@\" >> out");
        let args = [&["-c", &script, env!("CARGO_BIN_EXE_urisift")], &FLAGS[..]].concat();
        assert_eq!(fed(self.start("sh", &args), &self.list(separator)), b"");
        let out = self.folder.path().join("out");
        let printed = fs::read(&out).unwrap();
        fs::remove_file(out).unwrap();
        printed
    }
}

/// Whether there is `xargs`; prints a message if not.
fn has_xargs() -> bool {
    let tried = Command::new("xargs").arg("true").stdin(Stdio::null()).status();
    let works = tried.is_ok_and(|status| status.success());
    if !works {
        eprintln!("skipped: no xargs here");
    }
    works
}

/// Its output; it must end as engines expect.
fn printed(child: Child) -> Vec<u8> {
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    output.stdout
}

/// The same, with these lines as input.
fn fed(mut child: Child, lines: &str) -> Vec<u8> {
    let mut pipe = child.stdin.take().unwrap();
    let lines = lines.to_owned();
    let writer = std::thread::spawn(move || pipe.write_all(lines.as_bytes()));
    let printed = printed(child);
    writer.join().unwrap().unwrap();
    printed
}

/// Its records, which must be whole, sorted.
fn records(printed: &[u8]) -> Vec<String> {
    let mut records: Vec<_> =
        String::from_utf8(printed.to_vec()).unwrap().lines().map(str::to_owned).collect();
    for record in &records {
        let value: serde_json::Value = serde_json::from_str(record).unwrap();
        assert!(value["path"].is_string(), "{record}");
        assert!(value["problem"].is_string() != value["uri"].is_string(), "{record}");
    }
    records.sort();
    records
}

/// Checks that the records are the same, one by one.
fn assert_same(printed: &[u8], expected: &[u8]) {
    let (records, expected) = (records(printed), records(expected));
    assert_eq!(records.len(), expected.len());
    let other = records.iter().zip(&expected).find(|(one, other)| one != other);
    assert_eq!(other, None);
}

/// The names of files that have a problem record.
fn troubled(printed: &[u8]) -> Vec<String> {
    let values = records(printed).into_iter().map(|record| serde_json::from_str(&record).unwrap());
    let problems = values.filter(|value: &serde_json::Value| value["problem"].is_string());
    let mut names: Vec<_> =
        problems.map(|value| value["path"].as_str().unwrap().to_owned()).collect();
    names.dedup();
    names
}

#[test]
fn no_problem_is_missing_and_no_find_of_what_is_broken() {
    let archive = Archive::new();
    let printed = archive.of_one_run();
    assert_eq!(troubled(&printed), ["missing.gz", "part-00013.gz", "part-00027.gz"]);
    for name in &archive.names {
        let found = format!("{{\"path\":\"{name}\",\"start\":");
        let has_finds = String::from_utf8_lossy(&printed).contains(&found);
        assert_eq!(has_finds, name != "missing.gz", "{name}");
    }
}

#[test]
fn the_order_is_that_of_the_list_for_any_number_of_threads() {
    let archive = Archive::new();
    let expected = archive.of_one_run();
    for threads in ["-j1", "-j2", "-j8"] {
        for rest in [&["--files-from", "-"][..], &["--files-from", "-", "--line-buffered"]] {
            let child = archive.start_urisift(&[&[threads], rest].concat());
            assert!(fed(child, &archive.list('\n')) == expected, "{threads} {rest:?}");
        }
    }
}

#[test]
fn processes_that_append_to_one_file_tear_no_record() {
    if has_xargs() {
        let archive = Archive::new();
        assert_same(&archive.of_xargs('\n', "-P 4 -n 5"), &archive.of_one_run());
    }
}

/// A pipe does not split writes of up to 4 KiB.
#[cfg(target_os = "linux")]
#[test]
fn processes_that_share_a_pipe_tear_no_record_where_each_is_a_write() {
    if has_xargs() {
        let archive = Archive::new();
        let script = "xargs -P 4 -n 5 \"$0\" \"$@\" | cat";
        let flags = [&FLAGS[..], &["-j1", "--line-buffered"]].concat();
        let args = [&["-c", script, env!("CARGO_BIN_EXE_urisift")], &flags[..]].concat();
        assert_same(&fed(archive.start("sh", &args), &archive.list('\n')), &archive.of_one_run());
    }
}

#[test]
fn paths_of_any_characters_are_separated_by_nul() {
    let mut archive = Archive::new();
    archive.add("a blank's.gz", &kit::pack::gz(b"http://blank.example/"));
    archive.add("new\nline.gz", &kit::pack::gz(b"http://line.example/"));
    let expected = archive.of_one_run();
    let child = archive.start_urisift(&["-0", "--files-from", "-"]);
    assert!(fed(child, &archive.list('\0')) == expected);
    if has_xargs() {
        assert_same(&archive.of_xargs('\0', "-0 -P 4 -n 5"), &expected);
    }
}

#[test]
fn pieces_of_the_list_come_to_what_the_whole_does() {
    let archive = Archive::new();
    let shards = archive.names.chunks(11).map(|names| names.join("\n") + "\n");
    let start = |shard: String| (archive.start_urisift(&["--files-from", "-"]), shard);
    let running: Vec<_> = shards.map(start).collect();
    let printed: Vec<_> = running.into_iter().map(|(child, shard)| fed(child, &shard)).collect();
    assert_same(&printed.concat(), &archive.of_one_run());
}

/// Gives it a list and kills it in the middle, once it has printed something.
fn kill_in_the_midst(mut child: Child, list: &str) {
    let mut pipe = child.stdin.take().unwrap();
    pipe.write_all(list.lines().next().unwrap().as_bytes()).unwrap();
    pipe.write_all(b"\n").unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut String::new()).unwrap();
    child.kill().unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(9));
}

#[test]
fn a_task_that_is_killed_is_done_again() {
    let archive = Archive::new();
    let mut printed = Vec::new();
    for (number, names) in archive.names.chunks(7).enumerate() {
        let shard = names.join("\n") + "\n";
        let start = || archive.start_urisift(&["--files-from", "-"]);
        // Its output is discarded, as engines do.
        (0..number % 3).for_each(|_| kill_in_the_midst(start(), &shard));
        printed.extend(fed(start(), &shard));
    }
    assert_same(&printed, &archive.of_one_run());
}

/// Whether the folder has a file whose name starts so.
fn has(folder: &Path, start: &str) -> bool {
    let mut entries = fs::read_dir(folder).unwrap();
    entries.any(|entry| entry.unwrap().file_name().to_str().unwrap().starts_with(start))
}

#[test]
fn a_file_is_there_only_once_a_task_is_done() {
    let archive = Archive::new();
    let (folder, args) = (archive.folder.path(), ["--files-from", "-", "-o", "out.jsonl"]);
    let mut child = archive.start_urisift(&args);
    let mut list = child.stdin.take().unwrap();
    list.write_all(b"part-00003.gz\n").unwrap();
    while !has(folder, ".urisift-") {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(9));
    assert!(!has(folder, "out"));
    assert_eq!(fed(archive.start_urisift(&args), &archive.list('\n')), b"");
    assert!(fs::read(folder.join("out.jsonl")).unwrap() == archive.of_one_run());
    // The draft of the first run is not searched.
    let child =
        archive.start("sh", &["-c", "rm part-* out*; \"$0\" .", env!("CARGO_BIN_EXE_urisift")]);
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(1));
}

#[test]
fn what_comes_of_a_path_is_there_before_the_next_path_comes() {
    let mut archive = Archive { folder: tempfile::tempdir().unwrap(), names: Vec::new() };
    for name in ["a.gz", "b.gz"] {
        archive.add(name, &kit::pack::gz(format!("http://{name}.example/").as_bytes()));
    }
    let mut child = archive.start_urisift(&["--files-from", "-"]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for (name, field) in [("a.gz", "start"), ("missing.gz", "kind"), ("b.gz", "start")] {
        writeln!(input, "{name}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.starts_with(&format!("{{\"path\":\"{name}\",\"{field}\":")), "{line}");
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn of_an_empty_list_nothing_comes() {
    let archive = Archive::new();
    let output = fed(archive.start_urisift(&["--files-from", "-"]), "");
    assert_eq!(output, b"");
}

/// The result of a run whose output goes to that path.
#[cfg(target_os = "linux")]
fn into(path: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urisift"));
    command.args(FLAGS).args(args).stdout(File::create(path).unwrap());
    command.output().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_a_failure() {
    let text = kit::project("corpora/logs/server.log");
    let full = into(Path::new("/dev/full"), &[text.to_str().unwrap()]);
    assert_eq!(full.status.code(), Some(2));
    assert_eq!(full.stderr, b"urisift: cannot write: No space left on device\n");
    // The same if a problem was all that there was to write.
    assert_eq!(into(Path::new("/dev/full"), &["-s", "nowhere"]).status.code(), Some(2));
}

#[test]
fn nobody_has_to_read_all_of_it() {
    let archive = Archive::new();
    let names: Vec<_> = archive.names.iter().map(String::as_str).collect();
    let mut child = archive.start_urisift(&names);
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// A subcommand that takes URIs prints what is made of one before it waits for the next.
#[test]
fn uris_from_a_slow_pipe_are_answered_at_once() {
    for args in
        [&["explain", "--json"][..], &["resolve", "--base", "http://a.example/"], &["explain"]]
    {
        let mut command = Command::new(env!("CARGO_BIN_EXE_urisift"));
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        for _ in 0..2 {
            pipe.write_all(b"http://b.example/\n").unwrap();
            let mut line = String::new();
            while !line.contains("http://b.example/") {
                line.clear();
                assert!(output.read_line(&mut line).unwrap() > 0, "{args:?}");
            }
        }
        drop(pipe);
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}
