//! Any number of threads and parts of any size give the output of one search from end to end.

#[path = "../../../../tests/kit/amount.rs"]
mod amount;
mod context;
mod model;
mod rewrite;
#[path = "../../../../tests/kit/text.rs"]
mod text;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use proptest::prelude::*;

use amount::amount;

use super::*;
use crate::found::Found;
use crate::input::{self, Containers, Limits, Listed, Named, Origin, Source};
use crate::problem::Severity;
use crate::record::{JsonLines, Metadata, Plain, RecordWriter, Skip};
use crate::span;
use crate::stream::Extractor;
use crate::testing::{Counts, PathLines, Text};
use urisift::internal::options::Options;

/// Pieces that leave something open when a text is cut anywhere.
const PIECES: &[&str] = &[
    "http://a.example/",
    "https://b.example/x?y=1&z",
    "mailto:a@b.example",
    "www.c.example/d",
    "e@f.example",
    "urn:isbn:1",
    "<URL:",
    "<",
    ">",
    "URL:",
    "ht",
    "tp://g.example/",
    " ",
    "\n",
    "\r\n",
    "\n\n",
    "> ",
    "(",
    ")",
    "\"",
    "x",
    "h/i-",
    "é",
    "的",
    ".",
    ",",
    "\\/",
    "\\u0026",
    "http:\\/\\/h.example\\/",
    "                                                                ",
    "\n2020-01-31 12:00:07 ",
    "\n2020-01-31 12:00:08 http://a.example/",
    "a line of words that has nothing in it and is there to be long enough for a wrapper\n",
];

impl Sources for std::vec::IntoIter<Result<Source, Problem>> {
    fn may_wait(&self) -> bool {
        false
    }
}

fn named(paths: &[PathBuf]) -> Named {
    Named { paths: paths.to_vec(), ..Named::default() }
}

/// Lists what is to be searched.
type List<'a> = &'a dyn Fn() -> Vec<Result<Source, Problem>>;

/// Searches the sources: the output, the problems and the counts.
fn printed(work: &Work<'_>, list: List<'_>) -> (Vec<u8>, Vec<String>, Stats) {
    let (mut sink, mut complaints) = (Plain(Vec::new()), Vec::new());
    let mut complain = |problem: &Problem| complaints.push(problem.to_string());
    let sinks = Sinks { sink: &mut sink, complain: &mut complain };
    let summary = run(work, list().into_iter(), sinks).unwrap();
    (sink.0, complaints, summary.stats)
}

fn options() -> Options {
    let (max_len, max_wrapper_len) = (300, 500);
    let mut options = Options::default();
    (options.max_len, options.max_wrapper_len) = (max_len, max_wrapper_len);
    (options.www, options.email, options.positions) = (true, true, true);
    options
}

/// Plain text in portions of that length.
fn settings(options: Options, threads: usize, text_portion_len: u64) -> Settings {
    let extractor = Extractor::new(options);
    let containers = None;
    Settings {
        extractor,
        containers,
        threads,
        text_portion_len,
        portion_len: 3000,
        ..Settings::default()
    }
}

fn reports() -> Vec<Box<dyn RecordWriter>> {
    vec![
        Box::new(JsonLines { problems: true, ..JsonLines::default() }),
        Box::new(Text { path: true, line: true, offset: true }),
        Box::new(Counts),
        Box::new(PathLines),
    ]
}

/// All writers print the same for the files on one thread and on many, and by the line.
fn all_are_the_same(paths: &[PathBuf], text_portion_len: u64) {
    let named = named(paths);
    all_sources_are_the_same(&|| input::sources(&named, None).collect(), text_portion_len);
}

fn all_sources_are_the_same(list: List<'_>, text_portion_len: u64) {
    all_are_the_same_in(None, list, text_portion_len);
}

/// Like `all_are_the_same`, for what is in containers.
fn all_are_the_same_in(containers: Option<Containers>, list: List<'_>, text_portion_len: u64) {
    let meter = Meter::default();
    for writer in reports() {
        let settings = |threads, by_line| Settings {
            by_line,
            counting: Counting::On,
            containers,
            ..settings(options(), threads, text_portion_len)
        };
        let printed = |settings: Settings| {
            printed(&Work { settings: &settings, writer: &*writer, meter: &meter }, list)
        };
        let serial = printed(settings(1, false));
        for threads in [2, 3, 8] {
            assert_eq!(printed(settings(threads, false)), serial);
        }
        assert_eq!(printed(settings(2, true)), serial);
    }
}

fn file(folder: &Path, name: &str, text: &[u8]) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn a_large_text_in_portions(pieces in proptest::collection::vec(proptest::sample::select(PIECES), 400..1500), size in 800..6000u64) {
        let folder = tempfile::tempdir().unwrap();
        let path = file(folder.path(), "large", pieces.concat().as_bytes());
        all_are_the_same(&[path], size);
    }
}

#[test]
fn many_files_of_all_sizes() {
    let folder = tempfile::tempdir().unwrap();
    let text = |n: usize| format!("{} http://a.example/{n}\n", "x ".repeat(n * n % 4000));
    for n in 0..150 {
        file(folder.path(), &format!("{n:03}"), text(n).repeat(1 + n % 7).as_bytes());
    }
    let missing = folder.path().join("missing");
    let paths = [folder.path().to_owned(), missing, folder.path().join("007")];
    all_are_the_same(&paths, 2000);
}

/// A line without an end, and URIs over the limit: no part starts at a line.
#[test]
fn nothing_but_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let long = "http://a.example/".to_owned() + &"b".repeat(5000);
    for (name, text) in [
        ("a", "http://a.example/".repeat(900)),
        ("b", long.repeat(4)),
        ("c", "<".repeat(9000)),
        ("d", (long.clone() + "\n").repeat(6)),
    ] {
        let path = file(folder.path(), name, text.as_bytes());
        all_are_the_same(&[path], 1500);
    }
}

/// A file has changed since it was listed: it is longer, shorter, or cannot be read.
#[test]
fn listed_as_it_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let text = "a line, and http://a.example/b behind it\n".repeat(500);
    let path = file(folder.path(), "a", text.as_bytes());
    let list = |path: &Path, len| {
        let path = path.to_owned();
        let origin = Origin::Named;
        vec![Ok(Source::File(Listed { path, len: Some(len), modified: None, origin }))]
    };
    for len in [5_000, 20_000, 21_000, 60_000] {
        all_sources_are_the_same(&|| list(&path, len), 1500);
    }
    // A directory can be opened, but not read.
    all_sources_are_the_same(&|| list(folder.path(), 10_000), 1500);
}

/// A closed pipe ends the run.
#[test]
fn a_closed_output_ends_it() {
    struct Closed(Mutex<usize>);
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            *self.0.lock().unwrap() += 1;
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "a", "http://a.example/b\n".repeat(100_000).as_bytes());
    let (writer, meter) = (Text::default(), Meter::default());
    for threads in [1, 4] {
        let settings = settings(Options::default(), threads, 10_000);
        let work = Work { settings: &settings, writer: &writer, meter: &meter };
        let mut sink = Plain(Closed(Mutex::new(0)));
        let sinks = Sinks { sink: &mut sink, complain: &mut |_| {} };
        assert!(matches!(
            run(&work, input::sources(&named(std::slice::from_ref(&path)), None), sinks),
            Err(Error::Write(_))
        ));
        assert_eq!(*sink.0.0.lock().unwrap(), 1);
    }
}

/// Panics at a find that ends in one of these ways.
struct Planted {
    ends: Vec<String>,
    json: JsonLines,
}

impl RecordWriter for Planted {
    fn found(
        &self,
        origin: &span::Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        let is_planted = self.ends.iter().any(|end| found.uri().ends_with(end.as_bytes()));
        assert!(!is_planted, "on\n purpose");
        self.json.found(origin, found, out)
    }

    fn problem(&self, problem: &Problem, severity: Severity, out: &mut Vec<u8>) {
        self.json.problem(problem, severity, out);
    }

    fn metadata(&self) -> Metadata {
        self.json.metadata()
    }
}

/// How many URIs the planted files have.
const COUNTS: [(&str, usize); 7] =
    [("a", 900), ("b", 4000), ("c", 400), ("d", 400), ("e", 9000), ("f", 9), ("g", 900)];

/// Files of several kinds, with a host for each.
fn planted_files(folder: &Path) -> Vec<PathBuf> {
    let lines = |of: &str, count: usize| -> String {
        (0..count).map(|n| format!("http://{of}.example/{n} is the one\n")).collect()
    };
    let mails = |of: &str| {
        let separator = "From a@b Thu Jan  1 00:00:00 1970\nFrom: a@b.example\nTo: c@d\n\n";
        let mail = |n| format!("{separator}http://{of}.example/{n}\n\n");
        (0..400).map(mail).collect::<String>().into_bytes()
    };
    vec![
        file(folder, "a", lines("a", 900).as_bytes()),
        file(folder, "b", lines("b", 4000).as_bytes()),
        file(folder, "c.mbox", &mails("c")),
        file(folder, "d.mbox.gz", &gzip(&mails("d"))),
        file(folder, "e.txt.gz", &gzip(lines("e", 9000).as_bytes())),
        file(folder, "f", lines("f", 9).as_bytes()),
        file(folder, "g", lines("g", 900).as_bytes()),
    ]
}

/// The sources before and after it are searched, and it is up to there.
#[test]
fn a_panic_is_a_problem_of_its_source() {
    let folder = tempfile::tempdir().unwrap();
    let named = named(&planted_files(folder.path()));
    for planted in [
        &["b"][..],
        &["c"],
        &["d"],
        &["e"],
        &["f"],
        &["a", "g"],
        &["a", "b", "c", "d", "e", "f", "g"],
    ] {
        for last in [0, 3999, 399, 5, 8999].into_iter().take(amount(2, 5)) {
            let ends: Vec<_> =
                planted.iter().map(|name| format!("//{name}.example/{last}")).collect();
            let containers = Some(Containers::default());
            let meter = Meter::default();
            let json = JsonLines { problems: true, ..JsonLines::default() };
            let writer = Planted { ends, json };
            let run = |threads| {
                let settings = Settings { containers, ..settings(options(), threads, 1500) };
                let work = Work { settings: &settings, writer: &writer, meter: &meter };
                printed(&work, &|| input::sources(&named, None).collect())
            };
            let serial = run(1);
            let told = serial.1.iter().filter(|problem| problem.contains("internal error")).count();
            let met = COUNTS.iter().filter(|(name, count)| planted.contains(name) && last < *count);
            assert_eq!(told, met.count(), "{planted:?} {last}: {:?}", serial.1);
            let uris = String::from_utf8_lossy(&serial.0).into_owned();
            for (name, count) in COUNTS {
                let is_met = planted.contains(&name) && last < count;
                let of = uris.matches(&format!("\"http://{name}.example/")).count();
                let all = if is_met { last } else { count };
                assert!(of >= all && (of < count || !is_met), "{name} {planted:?} {last}: {of}");
            }
            for threads in [2, 3, 8] {
                let parallel = run(threads);
                assert!(
                    parallel.1 == serial.1,
                    "{planted:?} {last}: {:?} {:?}",
                    parallel.1,
                    serial.1
                );
                assert!(parallel.0 == serial.0, "{planted:?} {last} on {threads} threads");
            }
        }
    }
}

/// What takes the records or the problems belongs to the program: its panic ends the run.
#[test]
fn a_panic_of_the_sink_is_that_of_the_run() {
    struct Panics;
    impl Write for Panics {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            panic!("on purpose")
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let text = "http://a.example/b\n".repeat(10_000);
    let paths = ["a", "b", "c"].map(|name| file(folder.path(), name, text.as_bytes()));
    let (writer, meter) = (Text::default(), Meter::default());
    for threads in [1, 2, 8] {
        for by_line in [false, true] {
            let settings = Settings { by_line, ..settings(options(), threads, 1500) };
            let work = Work { settings: &settings, writer: &writer, meter: &meter };
            let run = || {
                let sinks = Sinks { sink: &mut Plain(Panics), complain: &mut |_| {} };
                run(&work, input::sources(&named(&paths), None), sinks).is_ok()
            };
            assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
        }
    }
}

/// A mailbox of messages with finds, problems, notes, and things that are not read.
fn mailbox(pieces: &[&str]) -> Vec<u8> {
    let odd = [
        "Subject: x\n\nhttp://a.example/\n",
        "Content-Type: multipart/mixed; boundary=x\n\n--x\n\nhttp://b.example/\n",
        "Content-Encoding: x\nContent-Type: application/x; name=a\nContent-Transfer-Encoding: base64\n\nN3q8ryccAAAAAAAA\n",
        "Content-Type: application/gzip\nContent-Transfer-Encoding: base64\n\nH4sIAAAAAAAAA8so\n",
    ];
    let message = |(index, piece): (usize, &&str)| {
        let odd = odd[index * 7 % 11 % odd.len()];
        format!("From a@b Thu Jan  1 00:00:00 1970\nFrom: a@b.example\nTo: c@d\n{odd}{piece}\n\n")
    };
    pieces.iter().enumerate().map(message).collect::<String>().into_bytes()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: amount(4, 12) as u32, ..ProptestConfig::default() })]

    /// With more than a hundred problems, and the kinds of what is not read once.
    #[test]
    fn a_large_container_in_portions(pieces in proptest::collection::vec(proptest::sample::select(PIECES), 300..900), end in any::<proptest::sample::Index>()) {
        let folder = tempfile::tempdir().unwrap();
        let mailbox = mailbox(&pieces);
        let text = pieces.concat().repeat(9);
        let packed = gzip(&mailbox);
        let files = [
            file(folder.path(), "a.mbox", &mailbox),
            file(folder.path(), "b.gz", &packed),
            file(folder.path(), "c.gz", &packed[..end.index(packed.len())]),
            file(folder.path(), "d.txt.gz", &gzip(text.as_bytes())),
            file(folder.path(), "e.txt", b"http://e.example/"),
        ];
        let named = named(&files);
        let containers = Containers::default();
        all_are_the_same_in(Some(containers), &|| input::sources(&named, None).collect(), 500);
    }
}
