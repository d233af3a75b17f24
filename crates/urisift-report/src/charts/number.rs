//! Human-readable numbers.

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

#[cfg(test)]
mod tests {
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
}
