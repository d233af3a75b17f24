use super::*;
use crate::testing::{UNCUT, entered, stands_all_cuts};

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
