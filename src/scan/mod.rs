//! Candidates: where a URI may start. A candidate is no match yet; all that is promised is that
//! nothing that could be one is passed over.
//!
//! The seam is narrow on purpose: positions of trigger bytes come in, verified scheme starts go
//! out ([`back::scheme_before`]), so that the search for positions can change alone.

pub(crate) mod back;
#[cfg(test)]
mod naive;

use memchr::{memchr, memchr2, memchr3};

/// What may start a URI, besides the colon behind a scheme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Triggers {
    /// Dots: `www.` hosts and bare domains.
    pub dots: bool,
    /// At signs: e-mail addresses.
    pub ats: bool,
}

/// Finds the positions of bytes at which a URI may be recognised.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scanner {
    triggers: Triggers,
}

impl Scanner {
    pub fn new(triggers: Triggers) -> Self {
        Scanner { triggers }
    }

    /// The first candidate at `from` or behind it. A colon at the very end of the text is one
    /// too, since what follows it is not known yet.
    #[inline]
    pub fn next(&self, text: &[u8], mut from: usize) -> Option<usize> {
        loop {
            let at = from + self.trigger(&text[from..])?;
            if text[at] != b':' || is_candidate(text, at) {
                return Some(at);
            }
            from = at + 1;
        }
    }

    #[inline]
    fn trigger(&self, text: &[u8]) -> Option<usize> {
        match (self.triggers.dots, self.triggers.ats) {
            (false, false) => memchr(b':', text),
            (true, false) => memchr2(b':', b'.', text),
            (false, true) => memchr2(b':', b'@', text),
            (true, true) => memchr3(b':', b'.', b'@', text),
        }
    }
}

/// Whether the bytes beside a colon allow a scheme before it and a URI behind it. Behind it, no
/// blank and no control but a line break, which may have cut the URI. Before it a letter, or, where
/// a slash follows, anything; a digit where none follows. "Subject: " and "12:34:56" fall away here
/// for nothing.
#[inline]
fn is_candidate(text: &[u8], colon: usize) -> bool {
    let Some(&before) = colon.checked_sub(1).and_then(|i| text.get(i)) else { return false };
    match text.get(colon + 1) {
        Some(b'/') | None => true,
        Some(b'\n' | b'\r') => before > b'@',
        Some(&next) => next > b' ' && (before > b'@' || before.is_ascii_digit() && next > b'9'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Every scheme start that the scanner and the look back give together.
    fn scanned(text: &[u8]) -> Vec<(usize, usize)> {
        let scanner = Scanner::new(Triggers::default());
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(colon) = scanner.next(text, from) {
            from = colon + 1;
            if colon + 1 < text.len() {
                found.extend(back::scheme_before(text, 0, colon).map(|start| (start, colon)));
            }
        }
        found
    }

    #[test]
    fn padding_does_not_matter() {
        for pad in 0..200 {
            let text =
                [&vec![b' '; pad], b"see http://a/ or z39.50r://b".as_slice(), &vec![b'.'; pad]]
                    .concat();
            assert_eq!(scanned(&text), [(pad + 4, pad + 8), (pad + 17, pad + 24)]);
        }
    }

    proptest! {
        #[test]
        fn equals_the_definition(text in "([a-c:/ .+0-9é-]|http|://|news:){0,40}") {
            prop_assert_eq!(scanned(text.as_bytes()), naive::scheme_starts(text.as_bytes()));
        }
    }
}
