//! The output and the exit code of the command agree with a plain model, given the finds of each file:
//! on any number of threads, for any flags. The finds themselves come from the library, which has its
//! own model.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use urisift::{Fold, Found, Join, NonAscii, Options, Trailing};

use super::text;
use crate::kit;

/// What is printed of finds.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    Lines,
    Json,
    Counts,
    PathsWith,
    PathsWithout,
    Nothing,
    Unique(Key),
    UniqueCounts(Key),
    By(Key, Option<usize>),
}

#[derive(Clone, Copy, Debug)]
enum Key {
    Uri,
    Scheme,
    WithoutQuery,
}

impl Key {
    fn name(self) -> &'static str {
        match self {
            Key::Uri => "uri",
            Key::Scheme => "scheme",
            Key::WithoutQuery => "without-query",
        }
    }

    fn of(self, found: &Found<'_>) -> Option<Vec<u8>> {
        let uri = found.uri();
        match self {
            Key::Uri => Some(uri.to_vec()),
            // In a name without a scheme, a colon precedes a port.
            Key::Scheme => scheme(uri).filter(|_| !found.scheme().is_empty()),
            Key::WithoutQuery => uri.split(|b| b"?#".contains(b)).next().map(<[u8]>::to_vec),
        }
    }
}

/// The text before a colon that precedes every other delimiter, in lower case.
fn scheme(uri: &[u8]) -> Option<Vec<u8>> {
    let end = uri.iter().position(|b| b":/?#".contains(b)).filter(|&end| uri[end] == b':')?;
    (end > 0).then(|| uri[..end].to_ascii_lowercase())
}

/// The flags of a run.
#[derive(Clone, Debug)]
struct Flags {
    wanted: Wanted,
    paths: bool,
    lines: bool,
    columns: bool,
    offsets: bool,
    null: bool,
    most: Option<usize>,
    schemes: Vec<&'static str>,
    threads: usize,
    options: Options,
}

fn flags() -> impl Strategy<Value = Flags> {
    let key = || select(vec![Key::Uri, Key::Scheme, Key::WithoutQuery]);
    let wanted = prop_oneof![
        4 => Just(Wanted::Lines),
        2 => Just(Wanted::Json),
        2 => Just(Wanted::Counts),
        1 => Just(Wanted::PathsWith),
        1 => Just(Wanted::PathsWithout),
        1 => Just(Wanted::Nothing),
        2 => key().prop_map(Wanted::Unique),
        2 => key().prop_map(Wanted::UniqueCounts),
        3 => (key(), option::of(1..4usize)).prop_map(|(key, top)| Wanted::By(key, top)),
    ];
    let schemes = prop_oneof![
        3 => Just(Vec::new()),
        1 => vec(select(vec!["http", "HTTPS", "mailto", "urn", "news"]), 1..3),
    ];
    (
        wanted,
        any::<[bool; 5]>(),
        option::weighted(0.3, 0..4usize),
        schemes,
        1..5usize,
        text::options(),
    )
        .prop_map(
            |(wanted, [paths, lines, columns, offsets, null], most, schemes, threads, options)| {
                let mut options = options;
                (options.escapes, options.positions) = (false, true);
                let limit = |limit: usize| limit.min(1 << 30);
                (options.max_len, options.max_wrapper_len) =
                    (limit(options.max_len), limit(options.max_wrapper_len));
                Flags {
                    wanted,
                    paths,
                    lines,
                    columns,
                    offsets,
                    null,
                    most,
                    schemes,
                    threads,
                    options,
                }
            },
        )
}

impl Flags {
    fn typed(&self) -> Vec<String> {
        let mut typed = vec!["--raw".to_owned(), format!("-j{}", self.threads)];
        let mut flag = |is_set: bool, flag: &str| typed.extend(is_set.then(|| flag.to_owned()));
        flag(self.paths, "-H");
        flag(!self.paths, "--no-filename");
        flag(self.lines, "-n");
        flag(self.columns, "--column");
        flag(self.offsets, "-b");
        flag(self.null, "-0");
        flag(!self.schemes.is_empty(), &format!("--scheme={}", self.schemes.join(",")));
        if let Some(most) = self.most {
            flag(true, &format!("-m{most}"));
        }
        typed.extend(self.wanted.typed());
        typed.extend(finding(&self.options));
        typed
    }

    /// The terminator of a record.
    fn end(&self) -> u8 {
        if self.null { b'\0' } else { b'\n' }
    }

    /// A path as a prefix of a record.
    fn path(&self, path: &str) -> Vec<u8> {
        let mark = if self.null { '\0' } else { ':' };
        if self.paths { format!("{path}{mark}").into_bytes() } else { Vec::new() }
    }
}

impl Wanted {
    fn typed(self) -> Vec<String> {
        let words: &[String] = match self {
            Wanted::Lines => &[],
            Wanted::Json => &["--json".into()],
            Wanted::Counts => &["-c".into()],
            Wanted::PathsWith => &["-l".into()],
            Wanted::PathsWithout => &["-L".into()],
            Wanted::Nothing => &["-q".into()],
            Wanted::Unique(key) => &[format!("--unique={}", key.name())],
            Wanted::UniqueCounts(key) => &["-c".into(), format!("--unique={}", key.name())],
            Wanted::By(key, None) => &[format!("--by={}", key.name())],
            Wanted::By(key, Some(top)) => &[format!("--by={}", key.name()), format!("--top={top}")],
        };
        words.to_vec()
    }
}

/// The flags for these options.
fn finding(options: &Options) -> Vec<String> {
    let switches = [
        (options.www, "--www"),
        (options.bare, "--bare"),
        (options.email, "--email"),
        (options.refang, "--refang"),
    ];
    let set = switches.into_iter().filter(|(is_set, _)| *is_set);
    let mut typed: Vec<_> = set.map(|(_, flag)| flag.to_owned()).collect();
    let iri = match options.non_ascii {
        NonAscii::Never => "never",
        NonAscii::Auto => "auto",
        NonAscii::Always => "always",
    };
    let join = match options.join {
        Join::Never => "never",
        Join::Auto => "auto",
        Join::Always => "always",
    };
    let fold = match options.fold {
        Fold::Never => "never",
        Fold::Auto => "auto",
        Fold::Always => "always",
    };
    let trailing = if options.trailing == Trailing::Keep { "keep" } else { "trim" };
    typed.extend([
        format!("--iri={iri}"),
        format!("--join={join}"),
        format!("--fold={fold}"),
        format!("--trailing={trailing}"),
        format!("--max-len={}", options.max_len),
        format!("--max-wrap={}", options.max_wrapper_len),
    ]);
    typed
}

/// A source: a file with some text, a missing one, or standard input.
#[derive(Clone, Debug)]
enum Source {
    File(Vec<u8>),
    Missing,
}

/// A selected find, and its file.
struct Told<'f> {
    path: &'f str,
    found: &'f Found<'f>,
}

/// The expected result.
struct Expected {
    out: Vec<u8>,
    problems: usize,
    code: i32,
}

/// The finds that are reported for each file, in order; `None` for a missing file.
fn told(sources: &[(String, Source)], flags: &Flags) -> Vec<(String, Option<Vec<Found<'static>>>)> {
    let mut is_over = false;
    let mut all = Vec::new();
    for (path, source) in sources {
        if is_over || flags.most == Some(0) {
            continue;
        }
        let Source::File(text) = source else {
            all.push((path.clone(), None));
            continue;
        };
        let mut finds = kit::by_slice(text, &flags.options);
        finds.retain(|found| {
            let own = scheme(found.uri()).filter(|_| !found.scheme().is_empty());
            let is_asked = |name: &&str| own == Some(name.to_ascii_lowercase().into_bytes());
            flags.schemes.is_empty() || flags.schemes.iter().any(is_asked)
        });
        finds.truncate(flags.most.unwrap_or(usize::MAX));
        if matches!(flags.wanted, Wanted::PathsWith | Wanted::PathsWithout | Wanted::Nothing) {
            finds.truncate(1);
        }
        is_over = matches!(flags.wanted, Wanted::Nothing) && !finds.is_empty();
        all.push((path.clone(), Some(finds)));
    }
    all
}

fn expected(sources: &[(String, Source)], flags: &Flags) -> Expected {
    let files = told(sources, flags);
    let missing = files.iter().filter(|(_, finds)| finds.is_none()).count();
    let finds = files
        .iter()
        .flat_map(|(path, finds)| finds.iter().flatten().map(move |found| Told { path, found }));
    let finds: Vec<_> = finds.collect();
    let problems = missing + finds.iter().filter(|told| told.found.is_truncated()).count();
    let code = match (problems, finds.len()) {
        (1.., _) => 2,
        (0, 1..) => 0,
        (0, 0) => 1,
    };
    let out = match flags.wanted {
        Wanted::Lines | Wanted::Json => lines(&finds, flags),
        Wanted::Nothing => Vec::new(),
        Wanted::Unique(key) => lines(&firsts(finds, key), flags),
        Wanted::UniqueCounts(key) => tallies(&finds, key, None, flags),
        Wanted::By(key, top) => tallies(&finds, key, Some(top.unwrap_or(usize::MAX)), flags),
        Wanted::Counts | Wanted::PathsWith | Wanted::PathsWithout => by_file(&files, flags),
    };
    Expected { out, problems, code }
}

fn lines(finds: &[Told<'_>], flags: &Flags) -> Vec<u8> {
    let mut out = Vec::new();
    for Told { path, found } in finds {
        let position = found.position().unwrap();
        out.extend(flags.path(path));
        if flags.lines || flags.columns {
            out.extend(format!("{}:", position.line).bytes());
        }
        if flags.columns {
            out.extend(format!("{}:", position.column).bytes());
        }
        if flags.offsets {
            out.extend(format!("{}:", found.span().start).bytes());
        }
        out.extend(found.uri());
        out.push(flags.end());
    }
    out
}

/// The first find of each key.
fn firsts(finds: Vec<Told<'_>>, key: Key) -> Vec<Told<'_>> {
    let mut seen = Vec::new();
    let mut firsts = Vec::new();
    for told in finds {
        let Some(key) = key.of(told.found) else { continue };
        if !seen.contains(&key) {
            seen.push(key);
            firsts.push(told);
        }
    }
    firsts
}

/// Keys and their numbers of finds: in order of appearance, or the `top` most frequent first.
fn tallies(finds: &[Told<'_>], key: Key, top: Option<usize>, flags: &Flags) -> Vec<u8> {
    let mut tallies: Vec<(Vec<u8>, Vec<&Told<'_>>)> = Vec::new();
    for told in finds {
        let Some(key) = key.of(told.found) else { continue };
        match tallies.iter_mut().find(|(other, _)| *other == key) {
            Some((_, all)) => all.push(told),
            None => tallies.push((key, vec![told])),
        }
    }
    if let Some(top) = top {
        tallies.sort_by_key(|(_, all)| std::cmp::Reverse(all.len()));
        tallies.truncate(top);
    }
    let mut out = Vec::new();
    for (key, all) in tallies {
        out.extend(format!("{:7} ", all.len()).bytes());
        out.extend(key);
        for told in [all[0], all[all.len() - 1]] {
            let mut place = Vec::new();
            place.extend(flags.paths.then(|| told.path.to_owned()));
            place.extend(flags.lines.then(|| told.found.position().unwrap().line.to_string()));
            place.extend(flags.offsets.then(|| told.found.span().start.to_string()));
            if !place.is_empty() {
                out.extend(format!("\t{}", place.join(":")).bytes());
            }
        }
        out.push(flags.end());
    }
    out
}

fn by_file(files: &[(String, Option<Vec<Found<'_>>>)], flags: &Flags) -> Vec<u8> {
    let mut out = Vec::new();
    for (path, finds) in files {
        let Some(finds) = finds else { continue };
        let record = match (flags.wanted, finds.len()) {
            (Wanted::Counts, count) => [flags.path(path), count.to_string().into_bytes()].concat(),
            (Wanted::PathsWith, 1..) | (Wanted::PathsWithout, 0) => path.clone().into_bytes(),
            _ => continue,
        };
        out.extend(record);
        out.push(flags.end());
    }
    out
}

/// Writes the files and runs the command over all sources. The last one may be standard input.
fn run(folder: &Path, sources: &[(String, Source)], flags: &Flags) -> std::process::Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urisift"));
    command.current_dir(folder).args(flags.typed()).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut piped = Vec::new();
    for (path, source) in sources {
        match source {
            Source::File(text) if path == STDIN => {
                piped.clone_from(text);
                command.arg("-");
                continue;
            }
            Source::File(text) => fs::write(folder.join(path), text).unwrap(),
            Source::Missing => {}
        }
        command.arg(path);
    }
    let mut child = command.spawn().unwrap();
    // The command may not read it.
    let _ = child.stdin.take().unwrap().write_all(&piped);
    child.wait_with_output().unwrap()
}

const STDIN: &str = "(standard input)";

/// JSON lines, converted to lines of text.
fn from_json(out: &[u8], flags: &Flags) -> Vec<u8> {
    let mut all = Vec::new();
    for line in out.split_inclusive(|b| *b == b'\n') {
        let object: serde_json::Value = serde_json::from_slice(line).unwrap();
        let text = |value: &serde_json::Value| match value.as_str() {
            Some(text) => text.as_bytes().to_vec(),
            None => base64(value["bytes"].as_str().unwrap()),
        };
        assert_eq!(object.get("path").is_some(), flags.paths);
        if flags.paths {
            all.extend(flags.path(object["path"].as_str().unwrap()));
        }
        if flags.lines || flags.columns {
            all.extend(format!("{}:", object["line"]).bytes());
        }
        if flags.columns {
            all.extend(format!("{}:", object["column"]).bytes());
        }
        if flags.offsets {
            all.extend(format!("{}:", object["start"]).bytes());
        }
        all.extend(text(&object["uri"]));
        all.push(flags.end());
    }
    all
}

fn base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text.bytes().filter_map(|b| DIGITS.iter().position(|&digit| digit == b));
    let bits: Vec<bool> =
        digits.flat_map(|d| (0..6).rev().map(move |bit| d >> bit & 1 == 1)).collect();
    bits.chunks_exact(8)
        .map(|byte| byte.iter().fold(0, |all, &bit| all << 1 | u8::from(bit)))
        .collect()
}

fn agrees(sources: Vec<Source>, piped: bool, flags: &Flags) -> Result<(), TestCaseError> {
    let folder = tempfile::tempdir().unwrap();
    let last = sources.len() - 1;
    let name = |n: usize, source: &Source| match source {
        Source::File(_) if piped && n == last => STDIN.to_owned(),
        _ => format!("{n:03}"),
    };
    let sources: Vec<_> =
        sources.into_iter().enumerate().map(|(n, source)| (name(n, &source), source)).collect();
    let output = run(folder.path(), &sources, flags);
    let expected = expected(&sources, flags);
    let out = match flags.wanted {
        Wanted::Json => from_json(&output.stdout, flags),
        _ => output.stdout,
    };
    let shown = |out: &[u8]| out.escape_ascii().to_string();
    prop_assert_eq!(shown(&out), shown(&expected.out), "{:?}", flags.typed());
    let told = String::from_utf8_lossy(&output.stderr);
    let problems = kit::command::count_problems(&told);
    prop_assert_eq!(problems, expected.problems, "{:?} {}", flags.typed(), told);
    prop_assert_eq!(output.status.code(), Some(expected.code), "{:?} {}", flags.typed(), told);
    Ok(())
}

fn source() -> impl Strategy<Value = Source> {
    prop_oneof![
        6 => text::text().prop_map(Source::File),
        2 => text::long_text().prop_map(Source::File),
        1 => Just(Source::File(Vec::new())),
        1 => Just(Source::Missing),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(kit::amount(40, 400) as u32))]

    #[test]
    fn is_what_plain_code_makes_of_the_finds(
        sources in vec(source(), 1..24),
        piped in any::<bool>(),
        flags in flags(),
    ) {
        agrees(sources, piped, &flags)?;
    }
}

/// The length of a part of a large file; a file with parts is twice as long.
const PART: usize = 2 << 20;

/// The ends of parts, and the sizes of writes and buffers.
static EDGES: &[usize] = &[PART, PART + 4096, PART - 767, 64 << 10, 256 << 10];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(kit::amount(3, 10) as u32))]

    #[test]
    fn is_so_for_large_files(
        texts in vec(text::edged_text(EDGES), 1..4),
        flags in flags(),
    ) {
        let long = |text: Vec<u8>| {
            let fill = (2 * PART).saturating_sub(text.len());
            Source::File([text, vec![b'\n'; fill]].concat())
        };
        agrees(texts.into_iter().map(long).collect(), false, &flags)?;
    }
}
