//! Estimates the width of a text without its font.

use unicode_width::UnicodeWidthChar;

/// The width in hundredths of the font size, for sans-serif fonts; rather too large than too
/// small.
pub(super) fn width(text: &str) -> u32 {
    text.chars().map(of_char).sum()
}

fn of_char(c: char) -> u32 {
    match c {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 32,
        'f' | 't' | 'r' | 'I' | '-' | ' ' | '/' | '\\' | '(' | ')' | '[' | ']' | '{' | '}' => 42,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 98,
        'A'..='Z' | '&' | '#' | '<' | '>' | '=' | '+' | '~' => 80,
        _ => match c.width() {
            // A combining mark. It counts, so that thousands of them are cut too.
            Some(0) | None => 20,
            Some(1) if c.is_ascii() => 63,
            Some(1) => 80,
            Some(_) => 110,
        },
    }
}

/// The text, or as much of its two ends as fits, with an ellipsis between them.
pub(super) fn shortened(text: &str, most: u32) -> String {
    if width(text) <= most {
        return text.to_owned();
    }
    let half = most.saturating_sub(of_char('…')) / 2;
    let start: String = fitting(text.chars(), half).collect();
    let mut end: Vec<char> = fitting(text.chars().rev(), half).collect();
    // Marks without their letter would combine with the ellipsis.
    while end.last().is_some_and(|c| c.width() == Some(0)) {
        end.pop();
    }
    format!("{start}…{}", end.into_iter().rev().collect::<String>())
}

/// The text without what would pile up over the lines beside it: of marks on one letter, the first three.
pub(super) fn flat(text: &str) -> String {
    let mut marks = 0;
    let is_flat = |c: &char| {
        marks = if c.width() == Some(0) { marks + 1 } else { 0 };
        marks <= 3
    };
    text.chars().filter(is_flat).collect()
}

/// The first characters that are no wider than that together.
fn fitting(chars: impl Iterator<Item = char>, most: u32) -> impl Iterator<Item = char> {
    chars
        .scan(0, |taken, c| {
            *taken += of_char(c);
            Some((*taken, c))
        })
        .take_while(move |(taken, _)| *taken <= most)
        .map(|(_, c)| c)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_long_name_keeps_its_two_ends() {
        assert_eq!(shortened("www.example.org", 2_000), "www.example.org");
        let long = format!("www.{}.example.org", "a".repeat(230));
        assert_eq!(shortened(&long, 1_500), "www.aaaaaa….example.org");
    }

    #[test]
    fn marks_are_not_put_on_the_ellipsis() {
        let long = format!("{}e\u{301}\u{301}", "a".repeat(100));
        assert_eq!(shortened(&long, 220), "a…");
    }

    #[test]
    fn marks_do_not_pile_up() {
        assert_eq!(flat("i\u{302}\u{301}o"), "i\u{302}\u{301}o");
        assert_eq!(flat(&format!("z{}o", "\u{301}".repeat(300))), "z\u{301}\u{301}\u{301}o");
    }

    proptest! {
        #[test]
        fn what_is_shortened_fits(text: String, most in 110_u32..5_000) {
            prop_assert!(width(&shortened(&text, most)) <= most);
        }
    }
}
