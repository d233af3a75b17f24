//! Cautions about the labels of a host.

use std::ops::Range;

use super::tables::LOOKALIKES;
use super::{Caution, CautionKind};
use crate::grammar::escape::percent_decode;

/// Adds the cautions about each label.
pub(super) fn add(text: &[u8], host: Range<usize>, cautions: &mut Vec<Caution>) {
    let labels: Vec<_> = segments(text, host).collect();
    // A dot may end the host.
    let count = labels.iter().rposition(|label| !label.is_empty()).map_or(0, |last| last + 1);
    let labels = &labels[..count];
    // Where the top-level domain has other letters too, they are expected.
    let is_latin = labels.last().is_some_and(|last| !is_punycode(&text[last.clone()]));
    let is_latin = is_latin && labels.last().is_some_and(|last| text[last.clone()].is_ascii());
    for (place, span) in labels.iter().enumerate() {
        let label = &text[span.clone()];
        let mut add = |kind, detail| cautions.push(Caution { kind, span: span.clone(), detail });
        let shown = letters(label);
        if is_punycode(label) {
            add(CautionKind::Punycode, shown.clone());
        }
        if let Some(shown) = shown {
            if is_mixed(&shown) {
                add(CautionKind::MixedScripts, None);
            }
            if is_latin && let Some(detail) = homograph(&shown) {
                add(CautionKind::Homograph, Some(detail));
            }
        }
        if place + 2 < count && is_random(label) {
            add(CautionKind::RandomLabel, None);
        }
        if (1..count.saturating_sub(2)).contains(&place) && is_generic(label) {
            let span = labels[0].start..span.end;
            cautions.push(Caution::new(CautionKind::DomainInHost, span));
        }
    }
}

/// Returns `true` if it is one of the top-level domains of RFC 920 and RFC 1591, of which everybody knows some.
fn is_generic(label: &[u8]) -> bool {
    ["com", "net", "org", "edu", "gov", "mil"]
        .iter()
        .any(|one| label.eq_ignore_ascii_case(one.as_bytes()))
}

/// What a label looks like, whatever its letters are: the same for two labels that may be mistaken for each other.
pub fn skeleton(label: &[u8]) -> String {
    let shown = letters(label).unwrap_or_else(|| String::from_utf8_lossy(label).into_owned());
    let like = |letter: char| {
        let letter =
            LOOKALIKES.iter().find(|(odd, _)| *odd == letter).map_or(letter, |pair| pair.1);
        match letter.to_ascii_lowercase() {
            '0' => 'o',
            '1' | 'i' => 'l',
            '3' => 'e',
            '4' => 'a',
            '5' => 's',
            '7' => 't',
            '8' => 'b',
            '9' => 'g',
            letter => letter,
        }
    };
    shown.chars().map(like).collect::<String>().replace("rn", "m").replace("vv", "w")
}

/// The labels of a host, as spans of the text.
fn segments(text: &[u8], host: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut start = host.start;
    text[host].split(|&b| b == b'.').map(move |label| {
        let span = start..start + label.len();
        start = span.end + 1;
        span
    })
}

fn is_punycode(label: &[u8]) -> bool {
    label.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"xn--"))
}

/// A label in the letters that it stands for, if some are non-ASCII.
fn letters(label: &[u8]) -> Option<String> {
    let label = percent_decode(label);
    let text = std::str::from_utf8(&label).ok()?;
    if is_punycode(text.as_bytes()) { decoded(text) } else { Some(text.to_owned()) }
        .filter(|text| !text.is_ascii())
}

/// A longer label is not one (RFC 1035 2.3.4), and takes time.
#[cfg(any(test, feature = "unicode"))]
fn decoded(label: &str) -> Option<String> {
    if label.len() > 63 {
        return None;
    }
    let (text, result) = idna::domain_to_unicode(label);
    result.is_ok().then_some(text)
}

/// Punycode is not decoded without the feature `unicode`.
#[cfg(not(any(test, feature = "unicode")))]
fn decoded(_label: &str) -> Option<String> {
    None
}

/// Returns `true` if the label has letters of scripts that are not written together (UTS 39 5.2, "highly restrictive").
#[cfg(any(test, feature = "unicode"))]
fn is_mixed(label: &str) -> bool {
    use unicode_script::Script::{
        self, Bopomofo, Common, Han, Hangul, Hiragana, Inherited, Katakana, Latin,
    };
    const TOGETHER: [&[Script]; 3] =
        [&[Latin, Han, Hiragana, Katakana], &[Latin, Han, Bopomofo], &[Latin, Han, Hangul]];
    let scripts = || {
        let scripts = label.chars().map(Script::from);
        scripts.filter(|script| !matches!(script, Common | Inherited))
    };
    let first = scripts().next();
    let one = scripts().all(|script| Some(script) == first);
    !one && !TOGETHER.iter().any(|set| scripts().all(|script| set.contains(&script)))
}

/// Scripts are unknown without the feature `unicode`.
#[cfg(not(any(test, feature = "unicode")))]
fn is_mixed(_label: &str) -> bool {
    false
}

/// A label whose non-ASCII letters all look like Latin ones: with those in brackets, and in ASCII.
fn homograph(label: &str) -> Option<String> {
    let (mut marked, mut read) = (String::new(), String::new());
    let mut is_within = false;
    for letter in label.chars() {
        let like = match letter {
            _ if letter.is_ascii() => letter,
            _ => LOOKALIKES.iter().find(|(odd, _)| *odd == letter)?.1,
        };
        if is_within == letter.is_ascii() {
            marked.push(if is_within { ']' } else { '[' });
            is_within = !is_within;
        }
        marked.push(letter);
        read.push(like);
    }
    marked.extend(is_within.then_some(']'));
    Some(format!("{marked}, which looks like {read}"))
}

/// Returns `true` if a label looks random: 16 letters and digits or more, which change at least 4 times between letters
/// and digits.
fn is_random(label: &[u8]) -> bool {
    let changes = label.windows(2).filter(|two| two[0].is_ascii_digit() != two[1].is_ascii_digit());
    label.len() >= 16 && label.iter().all(u8::is_ascii_alphanumeric) && changes.count() >= 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_labels() {
        for label in ["x7k2p9q4m1z8v3b6", "5d41402abc4b2a76b9719d911017c592", "0123a4567b8910cde"] {
            assert!(is_random(label.as_bytes()), "{label}");
        }
        for label in [
            "x7k2p9q4m1z8v3b",
            "internationalization",
            "january2026release",
            "12345678901234567890",
            "ec2-54-1-2-3-compute-1-eu",
            "d1x2é3y4z5a6b7c8d9",
        ] {
            assert!(!is_random(label.as_bytes()), "{label}");
        }
    }

    #[test]
    fn domains_in_hosts() {
        for (host, domain) in [
            ("www.bank.com.evil.example", "www.bank.com"),
            ("a.ORG.b.c.", "a.ORG"),
            ("bank.com.br", ""),
            ("com.evil.example", ""),
            ("bank.com", ""),
            ("bank.example.evil.test", ""),
            ("a..com", ""),
        ] {
            let mut cautions = Vec::new();
            add(host.as_bytes(), 0..host.len(), &mut cautions);
            let found = cautions.iter().find(|one| one.kind == CautionKind::DomainInHost);
            assert_eq!(found.map_or("", |one| &host[one.span.clone()]), domain, "{host}");
        }
    }

    #[test]
    fn labels_that_look_alike() {
        for (label, other) in [
            ("paypal", "PAYPA1"),
            ("microsoft", "rnicr0soft"),
            ("www", "vvww"),
            ("paypal", "p\u{430}yp\u{430}l"),
            ("paypal", "xn--pypal-4ve"),
        ] {
            assert_eq!(skeleton(label.as_bytes()), skeleton(other.as_bytes()), "{label} {other}");
        }
        assert_ne!(skeleton(b"paypal"), skeleton(b"paypals"));
    }

    #[test]
    fn homographs_are_marked() {
        for (label, detail) in [
            ("p\u{430}yp\u{430}l", Some("p[\u{430}]yp[\u{430}]l, which looks like paypal")),
            ("\u{430}\u{440}\u{440}", Some("[\u{430}\u{440}\u{440}], which looks like app")),
            ("caf\u{e9}", None),
            ("\u{43f}\u{440}\u{438}\u{432}\u{435}\u{442}", None),
        ] {
            assert_eq!(homograph(label).as_deref(), detail, "{label}");
        }
    }
}
