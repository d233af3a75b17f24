//! The search finds what the model finds: in memory, on every tier, and however it is read.

use std::io::{self, ErrorKind, Read};
use std::ops::ControlFlow;
use std::sync::Mutex;

use proptest::prelude::*;

use super::{finds, text};
use crate::found::Found;
use crate::options::Options;
use crate::scan::Tier;
use crate::stream::Extractor;

/// The limits of the search: blocks and strides of the scanner, the text before that is looked at and
/// kept, the longest scheme and host, blanks and escapes that are skipped, undecided bytes, wrappers,
/// and reads.
static EDGES: &[usize] = &[0, 64, 128, 255, 512, 767, 1024, 1280, 2048, 4096, 8192, 16 << 10];

/// A reader that gives reads of the given sizes, over and over, and is interrupted where a size is
/// zero.
struct Dripping<'a> {
    text: &'a [u8],
    sizes: std::iter::Cycle<std::slice::Iter<'a, usize>>,
}

impl<'a> Dripping<'a> {
    /// At least one of the sizes is more than zero.
    fn new(text: &'a [u8], sizes: &'a [usize]) -> Self {
        Dripping { text, sizes: sizes.iter().cycle() }
    }
}

impl Read for Dripping<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = *self.sizes.next().unwrap();
        if size == 0 {
            return Err(ErrorKind::Interrupted.into());
        }
        let len = size.min(buffer.len()).min(self.text.len());
        let (now, later) = self.text.split_at(len);
        buffer[..len].copy_from_slice(now);
        self.text = later;
        Ok(len)
    }
}

fn read(text: &[u8], sizes: &[usize], options: &Options) -> Vec<Found<'static>> {
    let mut found = Vec::new();
    let push = |find: &Found<'_>| {
        found.push(find.clone().into_owned());
        ControlFlow::Continue(())
    };
    Extractor::new(options.clone()).read(Dripping::new(text, sizes), push).unwrap();
    found
}

/// Only one test forces a tier at a time. Others may search on it meanwhile, and find the same.
static TIER: Mutex<()> = Mutex::new(());

fn on_every_tier(text: &[u8], options: &Options) -> Vec<(&'static str, Vec<Found<'static>>)> {
    let _guard = TIER.lock();
    let extractor = Extractor::new(options.clone());
    let tiers = Tier::all().into_iter().map(|tier| {
        tier.force();
        (tier.name(), extractor.find_iter(text).map(Found::into_owned).collect())
    });
    tiers.collect()
}

/// Sizes of reads, not all of them zero.
fn sizes(most: usize) -> impl Strategy<Value = Vec<usize>> {
    proptest::collection::vec(0..most, 0..6).prop_map(move |sizes| [sizes, vec![most]].concat())
}

/// Every way to search the text gives the model's finds.
fn agrees(text: &[u8], sizes: &[usize], options: &Options) -> Result<(), TestCaseError> {
    let model = finds(text, options);
    for (tier, found) in on_every_tier(text, options) {
        prop_assert_eq!(found, model.clone(), "{} on {}", text.escape_ascii(), tier);
    }
    let found = read(text, sizes, options);
    prop_assert_eq!(found, model, "{} in reads of {:?}", text.escape_ascii(), sizes);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn any_text(text in text::text(), options in text::options(), sizes in sizes(70)) {
        agrees(&text, &sizes, &options)?;
    }

    #[test]
    fn rows_of_one_piece(text in text::long_text(), options in text::options(), sizes in sizes(700)) {
        agrees(&text, &sizes, &options)?;
    }

    #[test]
    fn any_bytes(text in proptest::collection::vec(any::<u8>(), 0..300), options in text::options(), sizes in sizes(20)) {
        agrees(&text, &sizes, &options)?;
    }

}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn pieces_at_the_edges_of_buffers(
        text in text::edged_text(EDGES),
        options in text::options(),
        sizes in sizes(5000),
        chunk in prop_oneof![Just(1usize << 20), 1usize..6000],
    ) {
        agrees(&text, &sizes, &Options { chunk, ..options })?;
    }
}

/// The model finds something: it does not agree with a search that finds nothing.
#[test]
fn the_model_finds_what_the_rules_say() {
    let text = b"see http://a.example/b(c), <URL:ftp://d.example/\n e> or news:a.b;";
    let uris: Vec<_> = finds(text, &Options::default()).iter().map(|f| f.uri().to_vec()).collect();
    assert_eq!(uris, [&b"http://a.example/b(c)"[..], b"ftp://d.example/e", b"news:a.b"]);
}
