//! The laws of the stream: however a text is cut, the records are the same, and each is the text at its span.

use std::ops::ControlFlow;

use proptest::prelude::*;
use urisift::{Extractor, Options};

use super::text;
use crate::kit::{self, laws};

/// The sizes of look-behind, lookahead and buffers.
static EDGES: &[usize] = &[0, 64, 512, 1024, 2048, 4096];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(kit::amount(400, 3000) as u32))]

    /// The unit tests of `src/model.rs` compare reads of any size.
    #[test]
    fn any_text_is_lawful_and_may_be_pushed(
        text in prop_oneof![6 => text::text(), 2 => text::long_text(), 1 => text::edged_text(EDGES)],
        options in text::options(),
        size in 1usize..700,
        at in any::<prop::sample::Index>(),
    ) {
        let whole = kit::by_slice(&text, &options);
        laws::finds_are_lawful(&text, &whole, &options);
        prop_assert_eq!(&kit::by_pushes(&text, size, &options), &whole);
        prop_assert_eq!(&kit::by_split(&text, at.index(text.len() + 1), &options), &whole);
    }
}

/// The same output for every size of reads, on real text if it is available.
#[test]
fn real_text_in_reads_of_every_size() {
    let mut options = Options::default();
    options.positions = true;
    for name in ["mail.mbox", "rfc.txt", "web.txt"] {
        let Some(mut text) = kit::shared(name) else { continue };
        text.truncate(kit::amount(1 << 20, usize::MAX));
        let whole: Vec<_> = Extractor::new(options.clone()).find_iter(&text).collect();
        assert!(whole.len() > 30, "{name} has {} URIs", whole.len());
        for size in [1, 2, 3, 7, 61, 4096, 1 << 20] {
            let mut rest = whole.iter();
            let reader = kit::Drip { data: &text, size };
            let mut options = options.clone();
            options.read_size = options.read_size.max(size);
            Extractor::new(options)
                .find_in_reader(reader, |f| {
                    assert_eq!(Some(f), rest.next(), "{name} in reads of {size}");
                    ControlFlow::Continue(())
                })
                .unwrap();
            assert_eq!(rest.next(), None, "{name} in reads of {size}");
        }
    }
}

/// A URI is returned as soon as the bytes that decide it have been read.
#[test]
fn what_is_decided_is_given() {
    for (text, is_decided) in [
        ("http://a.example/b ", true),
        ("http://a.example/b\n", true),
        ("(http://a.example/b) ", true),
        ("http://a.example/b", false),
        // The next line may continue it.
        ("a line that is long enough to go on: http://a.example/b/\n", false),
    ] {
        let mut stream = Extractor::default().stream(text.as_bytes());
        assert!(stream.fill().unwrap());
        assert_eq!(stream.next().is_some(), is_decided, "{text:?}");
        assert!(stream.fill().unwrap());
        assert_eq!(stream.next().is_some(), !is_decided, "{text:?}");
    }
}
