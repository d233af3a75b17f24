use super::*;
use crate::format::FORMATS;
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

/// What has a meaning in some of the dialects.
const MARKS: &[&str] = &[
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
];

#[test]
fn any_text_is_the_same_for_all_cuts() {
    let mut random = Random::default();
    let tables = ["csv", "tsv"];
    let is_dialect =
        |format: &&&dyn Format| !format.extensions().is_empty() && !tables.contains(&format.name());
    for format in FORMATS.iter().filter(is_dialect) {
        for _ in 0..40 {
            let marks = (0..random.below(40)).map(|_| MARKS[random.below(MARKS.len())]);
            let text: String = marks.collect();
            stands_all_cuts(*format, text.as_bytes());
        }
    }
}
