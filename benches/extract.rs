//! How fast text in memory is searched, beside what else does the like.
//!
//! `cargo bench --bench extract` times; with `-- --test` each row runs once, on little text. Each row names its
//! corpus. The corpora are real text where it lies beside the project, and else the texts of `corpora`
//! repeated; the counts of the two sides of a row differ by what they look for, and are asserted
//! where they can be.

#[path = "../tests/kit/mod.rs"]
#[allow(unused)]
mod kit;

use std::ops::ControlFlow;
use std::sync::OnceLock;

use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use urisift::testing::{self, Tier};

/// Name, file of the real text, and ours.
const CORPORA: &[(&str, &str, &str)] = &[
    ("mail", "mail.mbox", "mail/list.mbox"),
    ("news", "news.txt", "news/thread.txt"),
    ("rfc", "rfc.txt", "mail/list.mbox"),
    ("logs", "logs.txt", "logs/server.log"),
    ("web", "web.txt", "web/notes.md"),
];

fn main() {
    divan::main();
}

/// The text of a corpus: real, or 4 MiB of ours; 64 KiB of ours in a test. As UTF-8, since the rival wants that.
fn text(name: &str) -> &'static str {
    static TEXTS: OnceLock<Vec<(&str, String)>> = OnceLock::new();
    let texts = TEXTS.get_or_init(|| {
        CORPORA
            .iter()
            .map(|&(name, real, ours)| {
                if is_test() {
                    return (name, repeated(ours, 64 << 10));
                }
                (name, kit::shared(real).unwrap_or_else(|| repeated(ours, 4 << 20)))
            })
            .map(|(name, bytes)| (name, String::from_utf8_lossy(&bytes).into_owned()))
            .collect()
    });
    &texts.iter().find(|(n, _)| *n == name).unwrap().1
}

fn is_test() -> bool {
    std::env::args().any(|arg| arg == "--test")
}

fn repeated(ours: &str, len: usize) -> Vec<u8> {
    let text = std::fs::read(kit::project("corpora").join(ours)).unwrap();
    text.repeat(len / text.len() + 1)
}

fn names() -> impl Iterator<Item = &'static str> {
    CORPORA.iter().map(|c| c.0)
}

/// The blocks alone, of each tier that the machine has: the places where a scheme may end.
#[divan::bench(args = tiers())]
fn places(bencher: Bencher<'_, '_>, of: &Of) {
    let text = text(of.corpus).as_bytes();
    // What one tier finds, all do.
    assert_eq!(testing::places(of.tier, text), testing::places(Tier::all()[0], text));
    bencher.counter(BytesCount::of_slice(text)).bench(|| testing::places(of.tier, black_box(text)));
}

/// A tier, on a corpus.
struct Of {
    tier: Tier,
    corpus: &'static str,
}

impl std::fmt::Display for Of {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.corpus, self.tier.name())
    }
}

fn tiers() -> impl Iterator<Item = Of> {
    names().flat_map(|corpus| Tier::all().into_iter().map(move |tier| Of { tier, corpus }))
}

/// What is looked into of them: the rest is turned away by a few bytes.
#[divan::bench(args = names())]
fn candidates(bencher: Bencher<'_, '_>, name: &str) {
    let text = text(name).as_bytes();
    assert!(testing::candidates(text) >= urisift::find_iter(text).count(), "{name}");
    bencher.counter(BytesCount::of_slice(text)).bench(|| testing::candidates(black_box(text)));
}

/// Everything: candidates, context, records.
#[divan::bench(args = names())]
fn urisift_find_iter(bencher: Bencher<'_, '_>, name: &str) {
    let text = text(name);
    // A URI with a scheme is found by both; the rival finds none that is broken or has no `//`.
    let ours = urisift::find_iter(text.as_bytes()).count();
    assert!(ours * 10 >= linkify().links(text).count() * 9, "{name}: {ours}");
    bencher
        .counter(BytesCount::of_str(text))
        .bench(|| urisift::find_iter(black_box(text.as_bytes())).count());
}

/// The rival: the crate `linkify`, which wants UTF-8, and looks for `scheme://` only.
#[divan::bench(args = names())]
fn linkify_links(bencher: Bencher<'_, '_>, name: &str) {
    let text = text(name);
    bencher.counter(BytesCount::of_str(text)).bench(|| linkify().links(black_box(text)).count());
}

fn linkify() -> linkify::LinkFinder {
    let mut finder = linkify::LinkFinder::new();
    finder.kinds(&[linkify::LinkKind::Url]).url_must_have_scheme(true);
    finder
}

/// The limit of a scan by one byte: the positions of all colons.
#[divan::bench(args = names())]
fn memchr_colons(bencher: Bencher<'_, '_>, name: &str) {
    let text = text(name);
    bencher.counter(BytesCount::of_str(text)).bench(|| {
        memchr::memchr_iter(b':', black_box(text.as_bytes())).for_each(|at| {
            black_box(at);
        })
    });
}

/// The same text as a stream.
#[divan::bench(args = names())]
fn urisift_read(bencher: Bencher<'_, '_>, name: &str) {
    let text = text(name);
    let whole = urisift::find_iter(text.as_bytes()).count();
    bencher.counter(BytesCount::of_str(text)).bench(|| {
        let mut count = 0;
        let add = |_: &urisift::Found<'_>| {
            count += 1;
            ControlFlow::Continue(())
        };
        urisift::Extractor::default().find_in_reader(black_box(text.as_bytes()), add).unwrap();
        assert_eq!(count, whole);
    });
}
