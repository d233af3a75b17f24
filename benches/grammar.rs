//! How fast URIs are parsed, beside four other parsers: a list of 100,000 URIs, one after the other.
//!
//! `cargo bench --bench grammar` times; with `-- --test` each row runs once, on few of ours. The URIs are those that
//! `urisift` finds in real text where it lies beside the project, and else in the texts of
//! `corpora`, over and over until there are enough. Each row says how many of them its parser takes
//! at least. All parse one `&str` to its components; `url` and `http` copy it, and `url` normalises
//! it.

#[path = "../tests/kit/mod.rs"]
#[allow(unused)]
mod kit;

use std::hint::black_box;
use std::sync::OnceLock;

use divan::counter::{BytesCount, ItemsCount};
use divan::{AllocProfiler, Bencher};

#[global_allocator]
static ALLOCATIONS: AllocProfiler = AllocProfiler::system();

fn is_test() -> bool {
    std::env::args().any(|arg| arg == "--test")
}

fn main() {
    divan::main();
}

fn uris() -> &'static [String] {
    static URIS: OnceLock<Vec<String>> = OnceLock::new();
    URIS.get_or_init(|| {
        let found: Vec<String> = texts().iter().flat_map(|text| ascii_uris(text)).collect();
        let count = if is_test() { 2_000 } else { 100_000 };
        found.iter().cycle().take(count).cloned().collect()
    })
}

fn texts() -> Vec<Vec<u8>> {
    const REAL: [&str; 5] = ["mail.mbox", "news.txt", "rfc.txt", "logs.txt", "web.txt"];
    const OURS: [&str; 4] =
        ["mail/list.mbox", "news/thread.txt", "logs/server.log", "web/notes.md"];
    let real =
        (!is_test()).then(|| REAL.iter().map(|name| kit::shared(name)).collect::<Option<_>>());
    let ours = |name: &&str| std::fs::read(kit::project("corpora").join(name)).unwrap();
    real.flatten().unwrap_or_else(|| OURS.iter().map(ours).collect())
}

/// In the order of the text; without those beyond ASCII, which are no URIs.
fn ascii_uris(text: &[u8]) -> impl Iterator<Item = String> {
    let uri = |found: urisift::Found<'_>| String::from_utf8(found.uri().to_vec()).ok();
    urisift::find_iter(text).filter_map(uri).filter(|uri| uri.is_ascii())
}

/// Parses all of them, of which the parser takes at least so many in a hundred: a share that both the
/// real texts and ours have.
fn row(bencher: Bencher<'_, '_>, percent: usize, parses: impl Fn(&str) -> bool + Sync) {
    let uris = uris();
    let bytes: usize = uris.iter().map(String::len).sum();
    let count = || uris.iter().filter(|uri| parses(black_box(uri))).count();
    assert!(count() >= uris.len() / 100 * percent, "{}", count());
    bencher.counter(ItemsCount::new(uris.len())).counter(BytesCount::new(bytes)).bench(count);
}

#[divan::bench]
fn urisift_uri(bencher: Bencher<'_, '_>) {
    row(bencher, 98, |uri| black_box(urisift::Uri::parse(uri)).is_ok());
}

/// With characters beyond ASCII allowed.
#[divan::bench]
fn urisift_iri(bencher: Bencher<'_, '_>) {
    row(bencher, 98, |uri| black_box(urisift::Iri::parse(uri)).is_ok());
}

/// The grammar of the scheme besides.
#[divan::bench]
fn urisift_specific(bencher: Bencher<'_, '_>) {
    row(bencher, 98, |uri| {
        urisift::Uri::parse(uri).is_ok_and(|uri| black_box(uri.scheme_specific()).is_ok())
    });
}

#[divan::bench]
fn fluent_uri(bencher: Bencher<'_, '_>) {
    row(bencher, 98, |uri| black_box(fluent_uri::Uri::parse(uri)).is_ok());
}

#[divan::bench]
fn iri_string(bencher: Bencher<'_, '_>) {
    row(bencher, 98, |uri| black_box(iri_string::types::UriStr::new(uri)).is_ok());
}

/// It knows nothing but http's form.
#[divan::bench]
fn http(bencher: Bencher<'_, '_>) {
    row(bencher, 80, |uri| black_box(http::Uri::try_from(uri)).is_ok());
}

#[divan::bench]
fn url(bencher: Bencher<'_, '_>) {
    row(bencher, 98, |uri| black_box(url::Url::parse(uri)).is_ok());
}
