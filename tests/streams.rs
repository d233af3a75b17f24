//! The laws of the stream: however a text is cut into reads, the same records come out; a record
//! is what stands at its span; spans rise; any bytes are fine.

mod kit;

use proptest::prelude::*;
use urisift::{Extractor, Fold, Found, Join, Letters, Options, Trailing};

/// Pieces that our own rules fall over when they are careless.
const PIECES: &[&str] = &[
    "http://a.example/",
    "https://b.example/x?y=1&z",
    "ftp://",
    "mailto:a@b.example",
    "urn:isbn:1",
    "news:a.b",
    "news:*",
    "<",
    ">",
    "<URL:",
    "URL:",
    " ",
    "  ",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "\t",
    "> ",
    ">> ",
    "# ",
    "// ",
    " * ",
    "REM ",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "`",
    "“",
    "”",
    "。",
    "的",
    "é",
    "я",
    "✓",
    "😀",
    "-",
    "-\n",
    "/\n",
    "=\n",
    ".",
    "..",
    ",",
    ";",
    ":",
    "!",
    "?",
    "*",
    "_",
    "~",
    "|",
    "\\",
    "\\n",
    "\\/",
    ":\\/\\/",
    "http:\\/\\/",
    "\\\\/",
    "\\u0026",
    "\\\\u0026",
    "\\x3d",
    "\\u00e9",
    "\\u4e2d",
    "\\ud83d",
    "\\ude00",
    "\\u0022",
    "\\u0027",
    "\\u002",
    "^",
    "%",
    "%4",
    "%41",
    "&amp;",
    "&gt;",
    "&lt;",
    "'s",
    "://",
    "http",
    "h\nttp:",
    "a",
    "b.c",
    "/x/y.html",
    "1",
    ":12:34",
    "=",
    "&",
    "#",
    "@",
    "www.",
    ".com",
    "[.]",
    "hxxp",
    "[Page 3]\n\u{c}\nRFC 1   2001\n",
    "\u{1b}[1m",
    "\0",
    "Dr.",
    "data:,",
    "--",
    "-->",
    "                              ",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
];

fn text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        12 => prop::sample::select(PIECES).prop_map(|p| p.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..4),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn options() -> impl Strategy<Value = Options> {
    let limit = || prop_oneof![Just(usize::MAX), Just(8192), 1usize..80];
    let modes = (0..3usize, 0..3usize, 0..3usize, any::<bool>());
    (any::<[bool; 5]>(), limit(), limit(), modes).prop_map(
        |([www, bare, email, refang, escapes], max_len, max_wrap, (iri, join, fold, keep))| {
            let mut options = Options::default();
            (options.www, options.bare, options.email, options.refang) = (www, bare, email, refang);
            options.escapes = escapes;
            (options.max_len, options.max_wrap) = (max_len, max_wrap);
            options.iri = [Letters::Auto, Letters::Never, Letters::Always][iri];
            options.join = [Join::Auto, Join::Never, Join::Always][join];
            options.fold = [Fold::Auto, Fold::Never, Fold::Always][fold];
            options.trailing = if keep { Trailing::Keep } else { Trailing::Trim };
            options.positions = true;
            options
        },
    )
}

/// Text in which rules meet the ends of buffers: a row of one piece, something, another row.
fn long_text() -> impl Strategy<Value = Vec<u8>> {
    let row = || {
        (prop::sample::select(PIECES), 0usize..200)
            .prop_map(|(piece, n)| piece.repeat(n).into_bytes())
    };
    (row(), text(), row()).prop_map(|(before, text, behind)| [before, text, behind].concat())
}

fn assert_lawful(text: &[u8], found: &[Found<'_>], options: &Options) {
    let mut end = 0;
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
        let before = &text[..span.start as usize];
        let position = find.position().unwrap();
        assert_eq!(position.line, 1 + before.iter().filter(|b| **b == b'\n').count() as u64);
        assert_eq!(
            position.column,
            1 + before.iter().rev().take_while(|b| **b != b'\n').count() as u64
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn any_text_any_reads(text in text(), options in options(), size in 1usize..70) {
        let whole = kit::by_slice(&text, &options);
        assert_lawful(&text, &whole, &options);
        prop_assert_eq!(&kit::by_reads(&text, size, &options), &whole);
        prop_assert_eq!(&kit::by_reads(&text, 1, &options), &whole);
    }

    #[test]
    fn any_long_text_any_reads(text in long_text(), options in options(), size in 1usize..700) {
        let whole = kit::by_slice(&text, &options);
        assert_lawful(&text, &whole, &options);
        prop_assert_eq!(&kit::by_reads(&text, size, &options), &whole);
    }

    #[test]
    fn any_text_any_split(text in text(), options in options(), at in any::<prop::sample::Index>()) {
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

/// The same output for every size of reads, on real text where it is here.
#[test]
fn real_text_in_reads_of_every_size() {
    let mut options = Options::default();
    options.positions = true;
    for name in ["mail.mbox", "rfc.txt", "web.txt"] {
        let Some(text) = kit::shared(name) else { continue };
        let whole: Vec<_> = Extractor::new(options.clone()).find_iter(&text).collect();
        assert!(whole.len() > 1000, "{name} has {} URIs", whole.len());
        for size in [1, 2, 3, 7, 61, 4096, 1 << 20] {
            let mut rest = whole.iter();
            let reader = kit::Drip { data: &text, size };
            let mut options = options.clone();
            options.chunk = options.chunk.max(size);
            Extractor::new(options)
                .read(reader, |f| assert_eq!(Some(f), rest.next(), "{name} in reads of {size}"))
                .unwrap();
            assert_eq!(rest.next(), None, "{name} in reads of {size}");
        }
    }
}

/// A URI is given as soon as the bytes have come that decide on it.
#[test]
fn what_is_decided_is_given() {
    for (text, is_decided) in [
        ("http://a.example/b ", true),
        ("http://a.example/b\n", true),
        ("(http://a.example/b) ", true),
        ("http://a.example/b", false),
        // The next line may go on with it.
        ("a line that is long enough to go on: http://a.example/b/\n", false),
    ] {
        let mut stream = Extractor::default().stream(text.as_bytes());
        assert!(stream.fill().unwrap());
        assert_eq!(stream.next().is_some(), is_decided, "{text:?}");
        assert!(stream.fill().unwrap());
        assert_eq!(stream.next().is_some(), !is_decided, "{text:?}");
    }
}
