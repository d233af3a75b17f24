//! A copy is the text of the sources, with what the writer writes in place of the selected finds.

use super::*;
use crate::select::{Filter, Selection, Test};
use crate::span::Origin as Place;

/// Writes each find as it is in the text.
struct AsWritten;

impl RecordWriter for AsWritten {
    fn found(&self, _: &Place<'_>, found: &Found<'_>, out: &mut Vec<u8>) -> ControlFlow<Skip> {
        out.extend_from_slice(found.raw());
        ControlFlow::Continue(())
    }
}

/// Writes each find in brackets.
struct Bracketed;

impl RecordWriter for Bracketed {
    fn found(&self, _: &Place<'_>, found: &Found<'_>, out: &mut Vec<u8>) -> ControlFlow<Skip> {
        out.extend([b"[", found.uri(), b"]"].concat());
        ControlFlow::Continue(())
    }
}

/// The copy of files with these texts, and the problems.
fn copied(
    writer: &dyn RecordWriter,
    settings: Settings,
    texts: &[&[u8]],
) -> (Vec<u8>, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let name = |(n, text): (usize, &&[u8])| file(folder.path(), &n.to_string(), text);
    let paths: Vec<_> = texts.iter().enumerate().map(name).collect();
    let (mut sink, mut complaints) = (Plain(Vec::new()), Vec::new());
    let mut complain = |problem: &Problem| complaints.push(problem.message.clone());
    let sinks = Sinks { sink: &mut sink, complain: &mut complain };
    let work = Work { settings: &settings, writer, meter: &Meter::default() };
    rewrite(&work, input::sources(&named(&paths), None), sinks).unwrap();
    (sink.0, complaints)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_gives_the_input_back(
        text in text::long_text(),
        options in text::options(),
        chunk in 1..200usize,
        most in proptest::option::of(0..4u64),
    ) {
        let mut options = options;
        options.read_size = chunk;
        let wanted = vec![Test::scheme(vec!["http".to_owned(), "urn".to_owned()])];
        let filter = Filter { wanted, ..Filter::default() };
        let selection = Selection { filter, ..Selection::default() };
        let settings = Settings { selection, max_count: most, ..settings(options, 1, TEXT_PORTION_LEN) };
        let copied = copied(&AsWritten, settings, &[&text, b"", &text]).0;
        prop_assert!(copied == [&*text, &*text].concat());
    }

    #[test]
    fn each_find_is_replaced_where_it_stands(pieces in proptest::collection::vec(proptest::sample::select(PIECES), 0..100), chunk in 1..60usize) {
        let (text, mut options) = (pieces.concat().into_bytes(), options());
        let (mut expected, mut at) = (Vec::new(), 0);
        for found in Extractor::new(options.clone()).find_iter(&text) {
            let [start, end] = [found.span().start, found.span().end].map(|at| at as usize);
            expected.extend([&text[at..start], b"[", found.uri(), b"]"].concat());
            at = end;
        }
        expected.extend_from_slice(&text[at..]);
        options.read_size = chunk;
        prop_assert_eq!(copied(&Bracketed, settings(options, 1, TEXT_PORTION_LEN), &[&text]).0, expected);
    }
}

#[test]
fn only_text_is_copied() {
    let limits = Limits { max_len: 300, ..Limits::default() };
    let containers = Some(Containers { limits, ..Containers::default() });
    let settings = Settings { containers, ..settings(options(), 1, TEXT_PORTION_LEN) };
    let page = b"<!doctype html><a href='http://a.example/?b&amp;c'>\n";
    let packed = gzip(b"http://b.example/");
    let (text, problems) = copied(&Bracketed, settings, &[page, &packed, b"urn:isbn:1"]);
    let expected = "<!doctype html><a href='[http://a.example/?b&amp;c]'>\n[urn:isbn:1]";
    assert_eq!(String::from_utf8(text).unwrap(), expected);
    assert!(problems[0].starts_with("cannot rewrite URIs in gz data") && problems.len() == 1);
}
