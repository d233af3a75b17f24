use super::*;
use crate::core::format::FORMATS;
use crate::testing::{Random, UNCUT, entered, stands_all_cuts};

/// Reads the text, in reads of any size. In what is expected, a bar stands for a border, and `<name value>` for
/// a link.
pub(super) fn assert_reads(dialect: &dyn Format, text: &str, expected: &str) {
    for step in [1, 2, 3, UNCUT] {
        let all = entered(dialect, text.as_bytes(), step);
        let [seen] = &all.texts[..] else { panic!("{:?}", all.shown()) };
        assert_eq!(seen.path, dialect.name());
        let mut links = seen.links.iter();
        let mut shown = String::new();
        for char in String::from_utf8_lossy(&seen.text).chars() {
            match char {
                '\u{1f}' => shown.push('|'),
                '\0' => {
                    let link = links.next().unwrap();
                    let value = String::from_utf8_lossy(&link.value);
                    shown.push_str(&format!("<{} {value}>", link.name));
                }
                _ => shown.push(char),
            }
        }
        assert!(links.next().is_none());
        assert_eq!(shown, expected, "{text:?}");
    }
    stands_all_cuts(dialect, text.as_bytes());
}

/// What markup consists of.
const PIECES: &[&str] = &[
    "http://a.example/",
    "b",
    " ",
    "\n",
    "\n\n",
    "\r\n",
    "\\",
    "{",
    "}",
    "[",
    "]",
    "(",
    "<",
    ">",
    "|",
    "\"",
    "=",
    ":",
    "#",
    "%",
    "$",
    "@",
    ",",
    "~",
    "\u{e9}",
    "\\url{",
    "\\href",
    "$\\sim$",
    "={",
    "\n.UR ",
    "\\f",
    "\\(ti",
    "=pod\n\n",
    "L<",
    "E<gt>",
    "@uref{",
    "@comma{}",
    "\\u00e9",
    "\\ud83d",
    "msgid \"",
    "\"\n#~ \"",
    "BEGIN:VCARD\n",
    "\n ",
    "[",
    "]",
    "[[",
    "]]",
    "(",
    ")",
    "<",
    ">",
    "![",
    "](",
    "]: ",
    "`",
    "``",
    "```\n",
    "\\",
    "&amp;",
    "\"",
    "'",
    "\":",
    "!",
    "@",
    "|",
    "{{",
    "}}",
    "=",
    "url=",
    "//",
    "http://a.example/b",
    "c.md",
    " ",
    "\n",
    "\n\n",
    "    ",
    "- ",
    "> ",
    "* ",
    "----\n",
    "::",
    ".. _a: ",
    ".. image:: ",
    ":a: ",
    "`_",
    "link:",
    "image::",
    "++",
    "<nowiki>",
    "</nowiki>",
    "[url]",
    "[/url]",
    "[url=",
    "[code]",
    "[/code]",
    "#+begin_src\n",
    "#+end_src\n",
    "file:",
    "\"cell_type\":",
    "\"markdown\",",
    "\"source\":",
    "\",\n\"",
    "\\n",
    "\\u00",
    "\u{1f}",
    "é",
];

/// Formats of text that are known by the name of a file.
fn dialects() -> impl Iterator<Item = &'static dyn Format> {
    let is_named = |format: &&dyn Format| !format.extensions().is_empty();
    FORMATS.iter().copied().filter(is_named).filter(|format| format.name() != "br")
}

#[test]
fn any_text_is_the_same_for_all_cuts() {
    let mut random = Random::default();
    for dialect in dialects() {
        for _ in 0..25 {
            let count = random.below(24);
            let pieces = (0..count).map(|_| PIECES[random.below(PIECES.len())]);
            let text = pieces.collect::<String>();
            stands_all_cuts(dialect, text.as_bytes());
        }
    }
}

#[test]
fn hostile_text_takes_linear_time() {
    for piece in PIECES {
        let text = piece.repeat((1 << 14) / piece.len());
        for dialect in dialects() {
            let all = entered(dialect, text.as_bytes(), UNCUT);
            assert_eq!(all.problems, [""; 0]);
        }
    }
}
