//! The finds of a text straight from the rules: the oracle for everything that makes the search fast or
//! lets it work on a stream. Only in tests.
//!
//! The model sees the whole text, tries every byte as a candidate, and remembers only where the last URI ended. It
//! shares only the rules with the search: which scheme is before a colon (`scan::back`, `delimit::scheme_before`), and
//! where a URI ends in its context (`delimit`). Where a bare one ends is in `end` too, without `delimit`.

#[cfg(test)]
mod end;
#[cfg(test)]
#[path = "../tests/kit/text.rs"]
mod text;

use std::borrow::Cow;

use crate::delimit::{self, Abbreviation, Extent, MAX_HOST, View};
use crate::found::{Found, Readings, Wrapper};
use crate::grammar::scheme;
use crate::options::Options;
use crate::position::{Position, Span};
use crate::scan::back::Scheme;

/// Every URI of the text, in order.
pub fn finds(text: &[u8], options: &Options) -> Vec<Found<'static>> {
    let mut finds = Vec::new();
    // No URI starts before `free`: the end of the last one.
    let (mut at, mut free) = (0, 0);
    while at < text.len() {
        let Some(extent) = candidate(text, free, at, options) else {
            at += 1;
            continue;
        };
        at = if extent.truncated { after_rest(text, extent.end) } else { extent.end };
        free = at;
        finds.push(record(text, extent, options));
    }
    finds
}

/// The URI that the byte at `at` is a candidate for, if any.
fn candidate(text: &[u8], free: usize, at: usize, options: &Options) -> Option<Extent> {
    match text[at] {
        b':' => with_scheme(text, free, at, options),
        b'.' if options.www || options.bare => without_scheme(text, free, at, options),
        b'@' if options.email => without_scheme(text, free, at, options),
        _ if options.refang => without_scheme(text, free, at, options),
        _ => None,
    }
}

/// The URI whose scheme ends at the colon.
fn with_scheme(text: &[u8], free: usize, colon: usize, options: &Options) -> Option<Extent> {
    let &next = text.get(colon + 1)?;
    let broken = || {
        let view = View::new(text, 0, colon);
        delimit::broken(&view, free, colon, options)
    };
    let (scheme, end) = delimit::scheme_before(text, free, colon, options.refang);
    let Some(Scheme { start, is_frequent }) = scheme else {
        let scheme = delimit::escaped_scheme(text, free, colon);
        let escaped = scheme.and_then(|Scheme { start, .. }| {
            delimit::escaped(&View::new(text, 0, start), start, colon, options)
        });
        return escaped.or_else(broken);
    };
    let at_line_end = next == b'\n' || next == b'\r';
    if at_line_end && !is_frequent && !scheme::is_known(&text[start..end]) {
        return broken();
    }
    let whole = delimit::uri(&View::new(text, 0, start), start, end, options);
    let is_certain =
        is_frequent || whole.as_ref().is_some_and(|extent| extent.wrapper != Wrapper::None);
    if is_certain { whole } else { broken().or(whole) }
}

/// The host or address around the dot or the at sign.
fn without_scheme(text: &[u8], free: usize, at: usize, options: &Options) -> Option<Extent> {
    let view = View::new(text, 0, at.saturating_sub(MAX_HOST));
    match delimit::abbreviation(&view, free, at, options) {
        Abbreviation::Found(extent) => Some(extent),
        Abbreviation::Nothing(_) => None,
    }
}

/// Where the rest of a truncated URI ends: at a byte that no URI holds, that may separate two, or that is not ASCII.
fn after_rest(text: &[u8], end: usize) -> usize {
    let ends = |b: u8| b <= b' ' || b >= 0x7f || b"<>\"`,;|')".contains(&b);
    (end..text.len()).find(|&i| ends(text[i])).unwrap_or(text.len())
}

fn record(text: &[u8], extent: Extent, options: &Options) -> Found<'static> {
    let raw = text[extent.start..extent.end].to_vec();
    let uri = extent.uri().unwrap_or(&raw);
    let plain = if options.refang { delimit::undisguised(uri) } else { None };
    let (first, second) =
        extent.readings.map_or((None, None), |readings| (readings.first, readings.second));
    let scheme_len = match &plain {
        Some(_) if extent.scheme_len == 0 => 0,
        Some(plain) => plain.iter().position(|&b| b == b':').unwrap_or(0),
        None => extent.scheme_len,
    };
    Found {
        span: Span { start: extent.start as u64, end: extent.end as u64 },
        position: options.positions.then(|| position(text, extent.start)),
        scheme_len: scheme_len.min(raw.len()) as u32,
        raw: Cow::Owned(raw),
        readings: match plain {
            Some(plain) => {
                let undisguised = |uri: Vec<u8>| delimit::undisguised(&uri).unwrap_or(uri);
                Readings::of(Some(plain), second.map(undisguised))
            }
            None => Readings::of(first, second),
        },
        wrapper: extent.wrapper,
        truncated: extent.truncated,
        truncated_by_source: extent.truncated_by_source,
    }
}

/// Line and column, counted from the first byte of the text.
fn position(text: &[u8], start: usize) -> Position {
    let mut position = Position { line: 1, column: 1 };
    for &byte in &text[..start] {
        match byte {
            b'\n' => position = Position { line: position.line + 1, column: 1 },
            _ => position.column += 1,
        }
    }
    position
}

/// The search finds what the model finds: in memory, on every tier, and however it is read.
#[cfg(test)]
mod tests {
    use std::io::{self, ErrorKind, Read};
    use std::ops::ControlFlow;
    use std::sync::Mutex;

    use proptest::prelude::*;

    use super::{finds, text};
    use crate::found::Found;
    use crate::options::Options;
    use crate::scan::Tier;
    use crate::stream::Extractor;
    use crate::testing::cases;

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
        Extractor::new(options.clone()).find_in_reader(Dripping::new(text, sizes), push).unwrap();
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
        #![proptest_config(cases(100, 1500))]

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
        #![proptest_config(cases(30, 300))]

        #[test]
        fn pieces_at_the_edges_of_buffers(
            text in text::edged_text(EDGES),
            options in text::options(),
            sizes in sizes(5000),
            chunk in prop_oneof![Just(1usize << 20), 1usize..6000],
        ) {
            agrees(&text, &sizes, &Options { read_size: chunk, ..options })?;
        }
    }

    /// The model finds something: it does not agree with a search that finds nothing.
    #[test]
    fn the_model_finds_what_the_rules_say() {
        let text = b"see http://a.example/b(c), <URL:ftp://d.example/\n e> or news:a.b;";
        let uris: Vec<_> =
            finds(text, &Options::default()).iter().map(|f| f.uri().to_vec()).collect();
        assert_eq!(uris, [&b"http://a.example/b(c)"[..], b"ftp://d.example/e", b"news:a.b"]);
    }
}
