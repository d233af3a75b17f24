//! Labels: human-readable numbers, and names whose width is estimated without their font.

use unicode_width::UnicodeWidthChar;

use crate::record::grouped;

/// The share in per cent. Only none rounds to 0%, and only all to 100%.
pub(super) fn share(count: u64, of: u64) -> String {
    let (count, of) = (u128::from(count), u128::from(of));
    if count == 0 || of == 0 {
        return "0%".to_owned();
    }
    match (count * 1000 + of / 2) / of {
        _ if count == of => "100%".to_owned(),
        0 => "<0.1%".to_owned(),
        1000 if count < of => ">99.9%".to_owned(),
        tenths => format!("{}.{}%", tenths / 10, tenths % 10),
    }
}

/// A round number for an axis, in words from a million on.
pub(super) fn short(number: u64) -> String {
    const WORDS: [(u64, &str); 5] = [
        (1_000_000_000_000_000_000, "quintillion"),
        (1_000_000_000_000_000, "quadrillion"),
        (1_000_000_000_000, "trillion"),
        (1_000_000_000, "billion"),
        (1_000_000, "million"),
    ];
    match WORDS.iter().find(|(unit, _)| number >= *unit && number.is_multiple_of(*unit)) {
        Some((unit, word)) => format!("{} {word}", grouped(number / unit)),
        None => grouped(number),
    }
}

/// The steps of an axis from 0 on, at most `most`: multiples of 1, 2 or 5 times a power of ten.
pub(super) fn steps(max: u64, most: u64) -> Vec<u64> {
    let powers = (0..20).map(|power| 10_u64.pow(power));
    let steps = powers.flat_map(|power| [1, 2, 5].map(|digit| power.checked_mul(digit)));
    match steps.flatten().find(|step| max / step <= most) {
        Some(step) => (1..=max / step).map(|n| n * step).collect(),
        None => Vec::new(),
    }
}

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

/// The text without what would pile up over the lines above it: of marks on one letter, the first three.
pub(super) fn flat(text: &str) -> String {
    let mut marks = 0;
    let is_flat = |c: &char| {
        marks = if c.width() == Some(0) { marks + 1 } else { 0 };
        marks <= 3
    };
    text.chars().filter(is_flat).collect()
}

/// The first characters that are not wider than that together.
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
    fn a_share_is_rounded_and_nothing_seems_to_be_none_or_all() {
        for (count, of, expected) in [
            (0, 0, "0%"),
            (0, 7, "0%"),
            (1, 3, "33.3%"),
            (1, 2, "50.0%"),
            (7, 7, "100%"),
            (1, 1_000_000, "<0.1%"),
            (999_999, 1_000_000, ">99.9%"),
            (u64::MAX - 1, u64::MAX, ">99.9%"),
            (3, 2, "150.0%"),
        ] {
            assert_eq!(share(count, of), expected, "{count} of {of}");
        }
    }

    #[test]
    fn an_axis_has_few_round_steps() {
        assert_eq!(steps(0, 3), [0; 0]);
        assert_eq!(steps(1, 3), [1]);
        assert_eq!(steps(7, 3), [2, 4, 6]);
        assert_eq!(steps(9, 3), [5]);
        assert_eq!(steps(1_234, 3), [500, 1_000]);
        assert_eq!(steps(u64::MAX, 3), [1, 2, 3].map(|n| n * 5_000_000_000_000_000_000));
        for max in 1..5_000 {
            assert!((1..=3).contains(&steps(max, 3).len()), "{max}");
        }
    }

    #[test]
    fn large_steps_are_words() {
        let cases = [500_000, 2_000_000, 10_000_000_000, 1_500_000].map(short);
        assert_eq!(cases, ["500,000", "2 million", "10 billion", "1,500,000"]);
    }

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
