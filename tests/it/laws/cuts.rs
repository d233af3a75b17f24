//! The laws of the stream: however a text is cut into reads, the records are the same; a record is
//! the text at its span; spans rise; any bytes are fine.

use std::ops::ControlFlow;

use proptest::prelude::*;
use urisift::{Extractor, Found, Options};

use super::text;
use crate::kit;

fn assert_lawful(text: &[u8], found: &[Found<'_>], options: &Options) {
    let mut end = 0;
    // A character may have four bytes.
    let is_whole = str::from_utf8(text).is_ok() && options.max_len >= 4;
    for find in found {
        let span = find.span();
        assert!(span.start >= end && span.end > span.start, "spans rise: {span} behind {end}");
        end = span.end;
        assert_eq!(find.raw(), &text[span.start as usize..span.end as usize], "raw is the source");
        assert!(
            find.raw().len() <= options.max_len,
            "{} bytes of {}",
            find.raw().len(),
            options.max_len
        );
        assert!(!is_whole || str::from_utf8(find.raw()).is_ok(), "no character is cut: {find:?}");
        let before = &text[..span.start as usize];
        let position = find.position().unwrap();
        assert_eq!(position.line, 1 + before.iter().filter(|b| **b == b'\n').count() as u64);
        assert_eq!(
            position.column,
            1 + before.iter().rev().take_while(|b| **b != b'\n').count() as u64
        );
    }
}

/// The sizes of look-behind, lookahead and buffers.
static EDGES: &[usize] = &[0, 64, 512, 1024, 2048, 4096];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(kit::amount(1000, 3000) as u32))]

    #[test]
    fn any_text_any_reads(text in text::text(), options in text::options(), size in 1usize..70) {
        let whole = kit::by_slice(&text, &options);
        assert_lawful(&text, &whole, &options);
        prop_assert_eq!(&kit::by_reads(&text, size, &options), &whole);
        prop_assert_eq!(&kit::by_reads(&text, 1, &options), &whole);
        prop_assert_eq!(&kit::by_pushes(&text, size, &options), &whole);
    }

    #[test]
    fn any_long_text_any_reads(text in text::long_text(), options in text::options(), size in 1usize..700) {
        let whole = kit::by_slice(&text, &options);
        assert_lawful(&text, &whole, &options);
        prop_assert_eq!(&kit::by_reads(&text, size, &options), &whole);
        prop_assert_eq!(&kit::by_pushes(&text, size, &options), &whole);
    }

    #[test]
    fn any_text_any_split(text in text::text(), options in text::options(), at in any::<prop::sample::Index>()) {
        let whole = kit::by_slice(&text, &options);
        let at = at.index(text.len() + 1);
        prop_assert_eq!(kit::by_split(&text, at, &options), whole);
    }

    #[test]
    fn any_bytes(text in prop::collection::vec(any::<u8>(), 0..300), size in 1usize..20) {
        let options = Options::default();
        prop_assert_eq!(kit::by_reads(&text, size, &options), kit::by_slice(&text, &options));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(kit::amount(150, 400) as u32))]

    #[test]
    fn any_edge_any_reads(text in text::edged_text(EDGES), options in text::options(), size in 61usize..9000) {
        let whole = kit::by_slice(&text, &options);
        assert_lawful(&text, &whole, &options);
        prop_assert_eq!(&kit::by_reads(&text, size, &options), &whole);
    }
}

/// The same output for every size of reads, on real text if it is available.
#[test]
fn real_text_in_reads_of_every_size() {
    let mut options = Options::default();
    options.positions = true;
    for name in ["mail.mbox", "rfc.txt", "web.txt"] {
        let Some(mut text) = kit::shared(name) else { continue };
        text.truncate(kit::amount(6 << 20, usize::MAX));
        let whole: Vec<_> = Extractor::new(options.clone()).find_iter(&text).collect();
        assert!(whole.len() > 300, "{name} has {} URIs", whole.len());
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
