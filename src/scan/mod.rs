//! Candidates: where a URI may start. A candidate is no match yet; all that is promised is that
//! nothing that could be one is passed over.
//!
//! The seam is narrow on purpose: positions of trigger bytes come in, verified scheme starts go
//! out ([`back::scheme_before`]), so that the search for positions can change alone.

pub(crate) mod back;
mod block;
#[cfg(test)]
mod naive;

use memchr::{memchr, memchr2, memchr3};

use crate::byteset::{ByteSet, MARGIN, SCHEME};
use crate::grammar::scheme::{MAX_SCHEME, may_end};

/// What may start a URI, besides the colon behind a scheme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Triggers {
    /// Dots: `www.` hosts and bare domains.
    pub dots: bool,
    /// At signs: e-mail addresses.
    pub ats: bool,
    /// Colons that are disguised.
    pub disguised: bool,
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

    /// The first candidate at `from` or behind it. A colon whose next bytes are not there yet is
    /// one too.
    #[inline]
    pub fn next(&self, text: &[u8], from: usize) -> Option<usize> {
        if self.triggers == Triggers::default() {
            return next_colon(text, from);
        }
        let mut from = from;
        loop {
            let at = from + self.trigger(&text[from..])?;
            if text[at] != b':' || self.triggers.disguised || is_candidate(text, at) {
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

/// The first colon that is a candidate: in whole blocks, and then one by one.
#[inline]
fn next_colon(text: &[u8], mut from: usize) -> Option<usize> {
    loop {
        match block::next(text, from) {
            Ok(mut hits) => {
                if let Some(at) = hits.find(|&at| is_candidate(text, at)) {
                    return Some(at);
                }
                from = hits.end();
            }
            Err(rest) => {
                let mut colons = memchr::memchr_iter(b':', &text[rest..]).map(|i| rest + i);
                return colons.find(|&at| is_candidate(text, at));
            }
        }
    }
}

/// Whether the bytes beside a colon allow a scheme before it and a URI behind it: `//`; or no blank
/// and no control, and before it the end of a scheme that does without `//`, or what may follow a
/// wrapper's opening mark. "Subject: ", "12:34:56" and "std::vector" fall away here for nothing.
#[inline]
fn is_candidate(text: &[u8], colon: usize) -> bool {
    let Some(&next) = text.get(colon + 1) else { return true };
    if next == b'/' {
        return text.get(colon + 2).is_none_or(|&b| b == b'/')
            || is_candidate_without_slashes(text, colon, next);
    }
    let breaks = next == b'\n' || next == b'\r';
    (next > b' ' || breaks) && is_candidate_without_slashes(text, colon, next)
}

#[inline]
fn is_candidate_without_slashes(text: &[u8], colon: usize, next: u8) -> bool {
    let [.., y, z] = text[..colon] else { return false };
    // Times and places in files: no scheme that does without slashes ends in a digit or a mark. The
    // blocks go by the same rule.
    if z <= b'@' && next != b'/' {
        return false;
    }
    let x = colon.checked_sub(3).map_or(b' ', |i| text[i]);
    let rule = next > b' ' && may_end(x, y, z);
    rule || stands_wrapped(text, colon, matches!(next, b'\r' | b'\n' | b'/'))
}

/// Whether what ends at `colon` may stand right behind `URL:`, where any scheme counts, or be
/// broken over two lines behind that or `<`; `cut` says that it may be so behind the colon.
fn stands_wrapped(text: &[u8], colon: usize, cut: bool) -> bool {
    let start = back(text, colon, &SCHEME);
    if start > 0 && !MARGIN.contains(text[start - 1]) {
        return opens(&text[..start], cut);
    }
    let margin = back(text, start, &MARGIN);
    if opens(&text[..margin], cut) {
        return true;
    }
    let over_line = text[margin..start].contains(&b'\n');
    over_line && opens(&text[..back(text, back(text, margin, &SCHEME), &MARGIN)], true)
}

/// Where the run of bytes in the set starts that ends at `end`, as far back as a scheme is looked
/// for.
#[inline]
fn back(text: &[u8], end: usize, set: &ByteSet) -> usize {
    let low = end.saturating_sub(MAX_SCHEME);
    let mut start = end;
    while start > low && set.contains(text[start - 1]) {
        start -= 1;
    }
    start
}

/// Whether the text ends in what opens a wrapper: `URL:`, `URI:`, or `<` where that suffices.
#[inline]
fn opens(text: &[u8], angle: bool) -> bool {
    match text {
        [.., b'<'] => angle,
        [.., b'l' | b'L' | b'i' | b'I', b':'] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::scheme;
    use proptest::prelude::*;

    /// Every scheme start that the scanner and the look back give together, of those that may do
    /// with what follows them.
    fn scanned(text: &[u8]) -> Vec<(usize, usize)> {
        let scanner = Scanner::new(Triggers::default());
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(colon) = scanner.next(text, from) {
            from = colon + 1;
            let start = back::scheme_before(text, 0, colon);
            found.extend(start.filter(|&s| suffices(text, s, colon)).map(|start| (start, colon)));
        }
        found
    }

    /// `//` follows the scheme, or it has a rule and no blank follows.
    fn suffices(text: &[u8], start: usize, colon: usize) -> bool {
        let rest = &text[colon + 1..];
        let without =
            rest.first().is_some_and(|b| *b > b' ') && scheme::rule(&text[start..colon]).is_some();
        rest.starts_with(b"//") || without
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

    /// The blocks may ask for more than the definition, and never for less.
    #[test]
    fn blocks_and_tails_agree() {
        for before in 0..=255u8 {
            for next in 0..=255u8 {
                let around =
                    [b"URL:ab".as_slice(), &[before, b':', next, b'/', b'/', b'x']].concat();
                let colon = 7;
                let padded = [around.clone(), vec![b' '; 200]].concat();
                let scanner = Scanner::new(Triggers::default());
                let short = scanner.next(&around, colon).filter(|at| *at == colon);
                let long = scanner.next(&padded, colon).filter(|at| *at == colon);
                assert_eq!(short, long, "{before:#x} {next:#x}");
            }
        }
    }

    proptest! {
        #[test]
        fn equals_the_definition(text in "([a-c:/ .+0-9é<\n-]|http|://|news:|URL:|im:|git+| {40}){0,60}") {
            let text = text.as_bytes();
            let mut starts = naive::scheme_starts(text);
            starts.retain(|&(start, colon)| suffices(text, start, colon));
            prop_assert_eq!(scanned(text), starts);
        }
    }
}
