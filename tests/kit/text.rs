//! Texts that are made to fall on the edges of rules and of buffers, and options to search them by.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use urisift::{Fold, Join, NonAscii, Options, Trailing};

/// Pieces that careless rules get wrong.
pub const PIECES: &[&str] = &[
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
    "\u{1f}",
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
    "[\"",
    "\",",
    "'",
    "`",
    "](",
    "[[",
    "{{",
    "[url=",
    "[/url]",
    "k: ",
    "- ",
    "“",
    "”",
    "。",
    "的",
    "é",
    "я",
    "✓",
    "😀",
    "→b",
    "\u{301}",
    "\u{94d}",
    "ש\u{5be}ל",
    "\u{200d}",
    "m\u{200c}a",
    "d’eu",
    "l·l",
    "\n的",
    "-",
    "-\n",
    "\u{2010}\n",
    "\u{ad}\n",
    "│ ",
    " │\n",
    "+",
    "#' ",
    "https:\n//",
    "/\n",
    "/doi.org/",
    "10.\n",
    "1016/",
    "/ab-1234567890@c.d\n",
    "=\n",
    ".",
    "..",
    "...",
    "…",
    "&hellip;",
    "\\u2026",
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
    "http\\://",
    "\\:",
    "\\_",
    "\\~{}",
    "\\&.",
    "\\%4",
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
    "[dot]com",
    "(at)",
    "•com",
    "[:]",
    "[/]",
    "h**p",
    "1.2.3[.]4",
    "hxxp",
    "[Page 3]\n\u{c}\nRFC 1   2001\n",
    "\u{1b}[1m",
    "\u{1b}[m",
    "\u{1b}[K",
    "\u{1b}",
    "\u{1b}[01;31m\u{1b}[Kc\u{1b}[m\u{1b}[K",
    "\u{200b}",
    "\u{ad}",
    "\u{2060}d/",
    "file:///",
    "file:\\\\e\\",
    "C:\\",
    "${",
    "$(f ",
    "['",
    "{{ g }}",
    "&h=",
    "GET /?u=",
    "||",
    "\0",
    "\u{1f}",
    "=20\n",
    " =\n",
    "=3D",
    "TEL:555",
    "\nBEGIN:",
    "{end}",
    "_[b]",
    "|b]",
    "–1",
    "o'b",
    "=\"cid:a",
    "scm:git:",
    "Dr.",
    "data:,",
    "1,",
    ",1,b,0.5\n",
    ";b;",
    "/\"\n\"",
    "/\" +\n  \"",
    "' \\\n '",
    "x=",
    ",y=2",
    "--",
    "-->",
    "                              ",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
];

/// Fillers that are repeated between two pieces.
const FILLERS: &[&str] = &[
    " ",
    "\n",
    "\r\n",
    "\t",
    "x",
    "x ",
    "A",
    "0",
    ".",
    "-",
    "/",
    "é",
    "的",
    "x.",
    "<",
    "(",
    "\"",
    "> ",
    "%41",
    "\\/",
    "words and words that go up to the end of the line, with nothing in it that counts\n",
];

/// Fillers that are slow to search, so that they are kept short.
const SLOW_FILLERS: &[&str] = &[":", "a:", "://", "http://", "@", "a@", "<URL:", "www.", "news:*"];

/// Pieces in a row.
pub fn text() -> impl Strategy<Value = Vec<u8>> {
    pieces(40)
}

fn pieces(most: usize) -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        12 => select(PIECES).prop_map(|p| p.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 1..4),
    ];
    vec(piece, 0..most).prop_map(|pieces| pieces.concat())
}

/// Text that puts pieces at the ends of buffers: a repeated piece, some text, another repeated piece.
pub fn long_text() -> impl Strategy<Value = Vec<u8>> {
    let row = || (select(PIECES), 0usize..200).prop_map(|(piece, n)| piece.repeat(n).into_bytes());
    (row(), text(), row()).prop_map(|(before, text, after)| [before, text, after].concat())
}

/// Text whose pieces stand about as far from each other, and from the start, as buffers and limits
/// reach: up to 70 bytes more or less.
pub fn edged_text(edges: &'static [usize]) -> impl Strategy<Value = Vec<u8>> {
    let row = || (filler(edges), pieces(8)).prop_map(|(filler, pieces)| [filler, pieces].concat());
    (pieces(6), vec(row(), 1..4)).prop_map(|(first, rows)| [first, rows.concat()].concat())
}

/// A filler, cut to a length that is near an edge.
fn filler(edges: &'static [usize]) -> impl Strategy<Value = Vec<u8>> {
    let len = (select(edges), 0..141usize).prop_map(|(edge, off)| (edge + off).saturating_sub(70));
    let start =
        prop_oneof![3 => Just(""), 1 => Just("http://a.example/"), 1 => Just("<http://a.example/")];
    let unit = prop_oneof![8 => select(FILLERS), 1 => select(SLOW_FILLERS)];
    (start, unit, len).prop_map(|(start, unit, len)| {
        let len = if SLOW_FILLERS.contains(&unit) { len.min(1200) } else { len };
        let row = [start, &unit.repeat(len / unit.len() + 1)].concat().into_bytes();
        row[..len.min(row.len())].to_vec()
    })
}

/// Options of all kinds, with limits that the texts reach.
pub fn options() -> impl Strategy<Value = Options> {
    let limit = || prop_oneof![Just(usize::MAX), Just(8192), 1usize..80];
    let modes = (0..3usize, 0..3usize, 0..3usize, any::<bool>());
    (any::<[bool; 5]>(), limit(), limit(), modes).prop_map(
        |(
            [www, bare, email, refang, escapes],
            max_len,
            max_wrapper_len,
            (iri, join, fold, keep),
        )| {
            let mut options = Options::default();
            (options.www, options.bare, options.email, options.refang) = (www, bare, email, refang);
            options.escapes = escapes;
            (options.max_len, options.max_wrapper_len) = (max_len, max_wrapper_len);
            options.non_ascii = [NonAscii::Auto, NonAscii::Never, NonAscii::Always][iri];
            options.join = [Join::Auto, Join::Never, Join::Always][join];
            options.fold = [Fold::Auto, Fold::Never, Fold::Always][fold];
            options.trailing = if keep { Trailing::Keep } else { Trailing::Trim };
            options.positions = true;
            options
        },
    )
}
