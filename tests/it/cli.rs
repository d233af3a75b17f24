//! The command: behaviours with text in and out have a file each in `tests/cli`; here are the others.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use crate::kit;

fn urisift() -> Command {
    Command::new(env!("CARGO_BIN_EXE_urisift"))
}

fn piped(args: &[&str]) -> Child {
    let mut command = urisift();
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Runs the command on `input` and waits for its end.
fn fed(args: &[&str], input: &[u8]) -> Output {
    let mut child = piped(args);
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

/// The same, if it prints more than a pipe holds.
fn fed_meanwhile(args: &[&str], input: Vec<u8>) -> Output {
    let mut child = piped(args);
    let mut pipe = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || pipe.write_all(&input).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

#[test]
fn every_file() {
    let files = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/cli/");
    let cases = trycmd::TestCases::new();
    cases.case(format!("{files}*.toml"));
    if cfg!(not(feature = "sqlite")) {
        cases.skip(format!("{files}report-database.toml"));
    }
}

#[test]
fn a_line_is_printed_as_soon_as_it_has_come() {
    let mut child = piped(&[]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for n in 0..3 {
        writeln!(input, "GET http://a.example/{n} 200").unwrap();
        writeln!(input, "http://a.example/{n}").unwrap();
        for _ in 0..2 {
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            assert_eq!(line, format!("http://a.example/{n}\n"));
        }
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_line_is_replaced_as_soon_as_it_has_come() {
    let mut child = piped(&["--replace", "<%p>"]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for n in 0..3 {
        writeln!(input, "GET http://a.example/{n} 200").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert_eq!(line, format!("GET </{n}> 200\n"));
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_replacement_by_what_is_written_gives_the_input_back() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpora");
    let folders = fs::read_dir(samples).unwrap().map(|folder| folder.unwrap().path());
    let files =
        folders.filter(|path| path.is_dir()).flat_map(|folder| fs::read_dir(folder).unwrap());
    let paths: Vec<_> =
        files.map(|file| file.unwrap().path()).filter(|path| path.is_file()).collect();
    assert!(paths.len() > 10);
    let flags = [&[][..], &["--bare", "--email", "--refang"], &["--invalid", "-m2"]];
    for (number, path) in paths.iter().enumerate() {
        let text = fs::read(path).unwrap();
        for flags in flags.iter().cycle().skip(number).take(kit::amount(1, flags.len())) {
            let args = [&["--raw", "--replace", "%{raw}"], *flags].concat();
            let of_file = urisift().args(&args).arg(path).output().unwrap();
            assert!(of_file.stdout == text && of_file.stderr.is_empty(), "{}", path.display());
            assert!(fed_meanwhile(&args, text.clone()).stdout == text, "{}", path.display());
        }
    }
}

/// The copy keeps no more than is undecided.
#[cfg(target_os = "linux")]
#[test]
fn a_copy_takes_little_memory() {
    let unit = [&b"x \xff \r\r "[..], "é http://a.example/b\n ".as_bytes(), &[b'a'; 5000]].concat();
    let script = "ulimit -v 400000; exec \"$0\" --replace '%{raw}'";
    let mut command = Command::new("sh");
    command.args(["-c", script, env!("CARGO_BIN_EXE_urisift")]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut pipe, count) = (child.stdin.take().unwrap(), 100_000);
    let text = unit.clone();
    let writer = std::thread::spawn(move || (0..count).try_for_each(|_| pipe.write_all(&text)));
    let (mut output, mut copy) = (child.stdout.take().unwrap(), vec![0; unit.len()]);
    for _ in 0..count {
        output.read_exact(&mut copy).unwrap();
        assert!(copy == unit);
    }
    writer.join().unwrap().unwrap();
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_first_of_its_key_is_printed_as_soon_as_it_has_come() {
    let mut child = piped(&["--unique=host"]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for n in 0..3 {
        writeln!(input, "GET http://a.example/{n} 200\nGET http://b{n}.example/ 200").unwrap();
        let expected = [format!("http://a.example/{n}\n"), format!("http://b{n}.example/\n")];
        for expected in expected.iter().skip(n.min(1)) {
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            assert_eq!(line, *expected);
        }
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_lines_around_a_uri_are_printed_as_soon_as_they_have_come() {
    let mut child = piped(&["-C", "1"]);
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for n in 0..3 {
        writeln!(input, "before\nhttp://a.example/{n} is it\nbehind").unwrap();
        let expected =
            format!("http://a.example/{n}\n  | before\n  | http://a.example/{n} is it\n");
        for line in expected.lines().chain(["  | behind"]) {
            let mut printed = String::new();
            output.read_line(&mut printed).unwrap();
            assert_eq!(printed.trim_end(), line);
        }
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_text_around_a_uri_is_the_same_from_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let page = "<p>a <a href='http://b.example/'>c</a> http://d.example/ e<br>\n".repeat(3000);
    for (name, text) in [("page.html", page.as_bytes()), ("raw", b"\xff http://a.example/\n\n\n")] {
        fs::write(folder.path().join(name), text).unwrap();
        for flags in [["-C", "2"], ["-C", "0"], ["--context-bytes", "100"]] {
            let args = [&["--json", "--no-filename"], &flags[..]].concat();
            let of_pipe = fed_meanwhile(&args, text.to_owned()).stdout;
            let of_file = urisift().args(&args).arg(name).current_dir(&folder).output().unwrap();
            assert!(of_pipe == of_file.stdout, "{name}");
        }
    }
    let json = fed(&["--json", "-C", "0"], b"\xff http://a.example/ \n").stdout;
    let record: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!((&record["before"]["bytes"], &record["after"]), (&"/yA=".into(), &" ".into()));
}

#[test]
fn what_does_not_fit_into_memory_is_put_aside() {
    let folder = tempfile::tempdir().unwrap();
    let text: String = (0..600_000).map(|n| format!("http://a.example/{n}\n")).collect();
    fs::write(folder.path().join("a"), text.repeat(2)).unwrap();
    let run = |args: &[&str], temporary: &Path| {
        let args = [&["--memory", "16M", "a"], args].concat();
        urisift().args(args).current_dir(&folder).env("TMPDIR", temporary).output().unwrap()
    };
    assert!(run(&["--unique"], folder.path()).stdout == text.as_bytes());
    let counted = run(&["--unique", "-c"], folder.path()).stdout;
    let counts = text.replace("http:", "      2 http:");
    assert!(counted == counts.as_bytes());
    // Nothing is left of the temporary files.
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

/// A table of `corpora/grammar`.
fn cases(name: &str) -> toml::Table {
    let path = crate::kit::project(&format!("corpora/grammar/{name}.toml"));
    toml::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn every_scheme_can_be_explained() {
    let schemes = cases("schemes");
    let uris: Vec<_> = schemes.values().flat_map(|s| s["valid"].as_array().unwrap()).collect();
    let input: String = uris.iter().map(|uri| format!("{}\n", uri.as_str().unwrap())).collect();
    let records = fed(&["explain", "--json"], input.as_bytes());
    assert_eq!(records.status.code(), Some(0));
    let records = String::from_utf8(records.stdout).unwrap();
    assert_eq!(records.lines().count(), uris.len());
    for record in records.lines() {
        let record: serde_json::Value = serde_json::from_str(record).unwrap();
        let known = record["typed"].is_object()
            || record["scheme"] == "unknown"
            || record["scheme"] == "foo";
        assert!(known && record["normal"]["uri"].is_string(), "{record}");
    }
    let pages = String::from_utf8(fed(&["explain"], input.as_bytes()).stdout).unwrap();
    assert_eq!(pages.matches("  valid     yes\n").count(), uris.len());
    assert!(pages.contains("plus         content view application/postscript, language Es_ES"));
}

#[test]
fn every_caution_is_told_in_words() {
    let cases = cases("cautions");
    let cases = cases["case"].as_array().unwrap();
    let input: String = cases.iter().map(|c| format!("{}\n", c["uri"].as_str().unwrap())).collect();
    let pages = String::from_utf8(fed(&["explain"], input.as_bytes()).stdout).unwrap();
    let told: usize = cases.iter().map(|case| case["cautions"].as_array().unwrap().len()).sum();
    assert_eq!(pages.matches("  careful   ").count(), told);
    assert!(!pages.contains('\u{202e}'));
}

#[test]
fn productions_are_chosen() {
    let verdict = |production, uri| {
        let output = urisift().args(["explain", "--as", production, uri]).output().unwrap();
        output.status.code() == Some(0)
    };
    let productions = ["uri", "uri-reference", "absolute-uri", "iri", "iri-reference", "urn"];
    let of = |uri| productions.map(|production| verdict(production, uri));
    assert_eq!(of("x:a"), [true, true, true, true, true, false]);
    assert_eq!(of("x:a#b"), [true, true, false, true, true, false]);
    assert_eq!(of("a"), [false, true, false, false, true, false]);
    assert_eq!(of("x:é"), [false, false, false, true, true, false]);
    assert_eq!(of("urn:a0:b"), [true; 6]);
    assert_eq!(of("x:["), [false; 6]);
}

#[test]
fn subcommands_read_records_that_end_with_nul() {
    let resolved = fed(&["resolve", "--base", "http://a/b", "-0"], b"c\0d\0");
    assert_eq!(resolved.stdout, b"http://a/c\0http://a/d\0");
    let explained = fed(&["explain", "--json", "-0"], b"http://a/\0http://a/\n\0");
    let lines: Vec<_> = explained.stdout.split(|&b| b == b'\n').collect();
    assert!(lines[0].starts_with(b"{\"input\":\"http://a/\",\"valid\":true"));
    assert!(
        lines[1].starts_with(b"{\"input\":\"http://a/\\n\",\"valid\":false,\"fault\":{\"at\":9")
    );
    assert_eq!(explained.status.code(), Some(1));
}

#[test]
fn explain_keeps_what_is_no_text() {
    let explained = fed(&["explain", "--json"], b"http://a/\xff\r\n");
    let record: serde_json::Value = serde_json::from_slice(&explained.stdout).unwrap();
    assert_eq!(record["input"]["bytes"], "aHR0cDovL2Ev/w==");
    assert_eq!((&record["valid"], &record["fault"]["at"]), (&false.into(), &9.into()));
    let explained = fed(&["explain"], b"http://a/\xff");
    assert!(String::from_utf8(explained.stdout).unwrap().contains("byte 0xff at byte 9"));
}

#[test]
fn a_file_with_the_name_of_a_subcommand_is_searched_by_its_path() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("explain"), "http://a.example/").unwrap();
    let output = urisift().arg("./explain").current_dir(&folder).output().unwrap();
    assert_eq!(output.stdout, b"http://a.example/\n");
}

/// Feeds endless lines to a command whose output is not read to its end.
fn ends_quietly(args: &[&str], line: &'static [u8]) {
    let mut child = piped(args);
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        // Ends with an error when the command ends.
        while input.write_all(&line.repeat(1000)).is_ok() {}
    });
    let mut some = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut some).unwrap();
    writer.join().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn a_closed_pipe_is_a_quiet_end() {
    ends_quietly(&[], b"http://a.example/b c\n");
    ends_quietly(&["explain"], b"http://a.example/b\n");
    ends_quietly(&["resolve", "--base", "http://a.example/"], b"b\n");
}

#[test]
fn null_ends_records_and_paths() {
    assert_eq!(
        fed(&["-0"], b"http://a.example/ http://b.example/").stdout,
        b"http://a.example/\0http://b.example/\0"
    );
    assert_eq!(fed(&["-0", "-l"], b"http://a.example/").stdout, b"(standard input)\0");
    assert_eq!(
        fed(&["-0", "-H"], b"http://a.example/").stdout,
        b"(standard input)\0http://a.example/\0"
    );
    let text = b"http://a.example/b http://a.example/c";
    assert_eq!(fed(&["-0", "--unique=host"], text).stdout, b"http://a.example/b\0");
    let seen = fed(&["-0", "-C", "0"], b"at http://a.example/b\nurn:isbn:1");
    assert_eq!(
        seen.stdout,
        b"http://a.example/b\n  | at http://a.example/b\0urn:isbn:1\n  | urn:isbn:1\0"
    );
    assert_eq!(fed(&["-0", "--by", "host"], text).stdout, b"      2 a.example\0");
}

#[cfg(unix)]
#[test]
fn a_path_that_is_not_utf_8_keeps_its_identity() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(std::ffi::OsStr::from_bytes(b"caf\xe9"));
    fs::write(&path, "http://a.example/").unwrap();
    let run =
        |flag: &str| urisift().current_dir(&folder).arg(flag).arg(".").output().unwrap().stdout;
    assert_eq!(run("-l"), b"./caf\xe9\n");
    let json = String::from_utf8(run("--json")).unwrap();
    assert!(json.starts_with(r#"{"path":{"bytes":"Li9jYWbp"},"start":0,"#), "{json}");
}

#[cfg(unix)]
#[test]
fn what_cannot_be_read_is_told_and_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("z"), "http://a.example/").unwrap();
    std::os::unix::fs::symlink("nowhere", folder.path().join("dangling")).unwrap();
    std::os::unix::fs::symlink(".", folder.path().join("loop")).unwrap();
    let run = |path: &str| urisift().current_dir(&folder).args([path, "z"]).output().unwrap();
    let output = run("dangling");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stdout, b"http://a.example/\n");
    assert_eq!(output.stderr, b"urisift: dangling: No such file or directory\n");
    // A walk skips links.
    let output = urisift().current_dir(&folder).arg(".").output().unwrap();
    assert_eq!(
        (output.status.code(), output.stdout.as_slice()),
        (Some(0), &b"http://a.example/\n"[..])
    );
}

#[test]
fn help_and_version_are_for_standard_output() {
    for (flag, start) in
        [("--help", "Find URIs in files"), ("-h", "Find URIs in files"), ("--version", "urisift ")]
    {
        let output = urisift().arg(flag).output().unwrap();
        assert!(output.status.success());
        assert!(String::from_utf8(output.stdout).unwrap().starts_with(start), "{flag}");
    }
}

#[test]
fn json_escapes_the_raw_bytes() {
    let output = fed(&["--json", "--no-filename"], b"<http://a.example/\r\n\tb>");
    let json = String::from_utf8(output.stdout).unwrap();
    assert!(
        json.contains(r#""uri":"http://a.example/b","raw":"http://a.example/\r\n\tb","#),
        "{json}"
    );
}

#[test]
fn the_output_is_no_input() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a"), "http://a.example/\n".repeat(10_000)).unwrap();
    let out = fs::File::create(folder.path().join("z")).unwrap();
    let output = urisift()
        .current_dir(&folder)
        .arg(".")
        .stdout(out)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stderr, b"urisift: ./z: input file is also the output\n");
    assert_eq!(fs::read_to_string(folder.path().join("z")).unwrap().lines().count(), 10_000);
}

#[test]
fn the_output_is_no_input_by_another_way_either() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    fs::write(&path, "http://a.example/\n").unwrap();
    let out = fs::File::options().append(true).open(&path).unwrap();
    let input = fs::File::open(&path).unwrap();
    let output = urisift().stdin(input).stdout(out).stderr(Stdio::piped()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(output.stderr, b"urisift: (standard input): input file is also the output\n");
    assert_eq!(fs::read_to_string(path).unwrap(), "http://a.example/\n");
}

#[test]
fn a_problem_before_a_closed_pipe_is_not_forgotten() {
    let mut child = piped(&["nowhere", "-"]);
    let mut input = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        while input.write_all(&b"http://a.example/b c\n".repeat(1000)).is_ok() {}
    });
    child.stdout.take().unwrap().read_exact(&mut [0; 100]).unwrap();
    writer.join().unwrap();
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(2));
}

#[test]
fn nothing_of_a_name_reaches_the_terminal() {
    let output = urisift().arg("no\u{1b}[31m\nsuch").output().unwrap();
    assert_eq!(output.stderr, b"urisift: no\\u{1b}[31m\\nsuch: No such file or directory\n");
}

#[cfg(target_os = "linux")]
#[test]
fn of_what_cannot_be_read_nobody_knows() {
    let output = urisift().args(["-L", "/proc/self/mem"]).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]));
}
