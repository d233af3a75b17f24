//! What tells a URI without `//` from a word with a colon in running text.
//!
//! A scheme followed by `://` needs no entry here. One followed by `:` alone starts a URI only if a
//! [`ProseRule`] of its own accepts what follows the colon. The scheme's grammar validates what is found
//! later.

mod address;
mod identifier;
mod nested;
mod number;
mod object;
mod program;

pub(crate) use program::is_office;

use super::{Shapes, is_scheme, is_web};

/// The grammar of schemes whose URIs need no `//`, as far as needed to tell one from prose.
pub(crate) struct ProseRule {
    /// The schemes, in lower case. They end in a letter: after a digit, a colon without slashes is
    /// taken for part of a time or a place, and ignored.
    pub names: &'static [&'static str],
    /// Whether the bytes after the colon make a URI of these schemes. They may be the start of
    /// a longer URI, and do not end with punctuation of the sentence.
    pub accepts: fn(&[u8]) -> bool,
}

impl ProseRule {
    #[inline]
    fn is_for(&self, name: &[u8]) -> bool {
        self.names.iter().any(|n| n.as_bytes().eq_ignore_ascii_case(name))
    }
}

/// Every family; one file each.
const RULES: &[&[ProseRule]] = &[
    address::RULES,
    nested::RULES,
    number::RULES,
    object::RULES,
    identifier::RULES,
    program::RULES,
];

/// Rules for URIs whose two ends the text fixes, as in an attribute: a name is enough there. Their
/// schemes are in [`RULES`] too.
const ENCLOSED: &[&[ProseRule]] =
    &[address::ENCLOSED, nested::ENCLOSED, identifier::ENCLOSED, program::ENCLOSED];

static RULE_SHAPES: Shapes = {
    let mut shapes = Shapes::NONE;
    let mut family = 0;
    while family < RULES.len() {
        let mut rule = 0;
        while rule < RULES[family].len() {
            shapes = shapes.with(RULES[family][rule].names);
            rule += 1;
        }
        family += 1;
    }
    shapes
};

/// A set of endings of names: one bit for each, by its letters, five bits a letter.
type Endings = [u64; 1 << 9];

/// The last three letters of all schemes with a rule, of those that have fewer than five, and the last five
/// letters of the others.
static ENDINGS: [Endings; 3] = endings();

const fn endings() -> [Endings; 3] {
    let mut sets = [[0; 1 << 9]; 3];
    let mut family = 0;
    while family < RULES.len() {
        let mut rule = 0;
        while rule < RULES[family].len() {
            let mut name = 0;
            while name < RULES[family][rule].names.len() {
                sets = with_ending(sets, RULES[family][rule].names[name].as_bytes());
                name += 1;
            }
            rule += 1;
        }
        family += 1;
    }
    sets
}

const fn with_ending(mut sets: [Endings; 3], name: &[u8]) -> [Endings; 3] {
    let [.., y, z] = *name else { panic!("a scheme has two characters") };
    // Any byte may precede a name of two letters.
    let (mut x, last) = match name {
        [.., x, _, _] => (*x & 31, *x & 31),
        _ => (0, 31),
    };
    if let [.., v, w, x, y, z] = *name {
        let at = long_ending([v, w], ending(x, y, z));
        sets[2][at / 64] |= 1 << (at % 64);
    }
    while x <= last {
        let at = ending(x, y, z);
        sets[0][at / 64] |= 1 << (at % 64);
        if name.len() < 5 {
            sets[1][at / 64] |= 1 << (at % 64);
        }
        x += 1;
    }
    sets
}

/// The index of the bit of three letters, in either case.
const fn ending(x: u8, y: u8, z: u8) -> usize {
    (x as usize & 31) << 10 | (y as usize & 31) << 5 | (z as usize & 31)
}

/// The index of the bit of five letters, the last three of which have the index `ending`. Others may share
/// it.
const fn long_ending([v, w]: [u8; 2], ending: usize) -> usize {
    ((((v as usize & 31) << 5 | (w as usize & 31)) * 0x2d) ^ ending) % (64 << 9)
}

/// Returns `true` if a scheme with a rule may end where `text` ends, in the bytes `x`, `y` and `z`. Rejects most others
/// for the price of a load.
#[inline]
pub(crate) fn may_end(text: &[u8], [x, y, z]: [u8; 3]) -> bool {
    let x = if x.is_ascii_alphabetic() { x } else { 0 };
    let at = ending(x, y, z);
    ENDINGS[0][at / 64] >> (at % 64) & 1 == 1 && may_end_long(text, at)
}

/// Like `may_end`, for more of the text, whose last three letters have the index `ending`.
fn may_end_long(text: &[u8], ending: usize) -> bool {
    if ENDINGS[1][ending / 64] >> (ending % 64) & 1 == 1 {
        return true;
    }
    let [.., v, w, _, _, _] = *text else { return false };
    let at = long_ending([v, w], ending);
    // Mail and news have `References:` in each message.
    let is_whole = || ends_with_name(text, b"x-apple.systempreferences");
    ENDINGS[2][at / 64] >> (at % 64) & 1 == 1 && (!ends_with_name(text, b"ences") || is_whole())
}

fn ends_with_name(text: &[u8], name: &[u8]) -> bool {
    let start = text.len().checked_sub(name.len());
    start.is_some_and(|start| text[start..].eq_ignore_ascii_case(name))
}

/// The rule for URIs of the scheme that have no `//`.
pub(crate) fn prose_rule(name: &[u8]) -> Option<&'static ProseRule> {
    if !RULE_SHAPES.may_hold(name) {
        return None;
    }
    let of = |rule: &&ProseRule| rule.is_for(name);
    RULES.iter().flat_map(|family| family.iter()).find(of)
}

/// The rule for URIs of the scheme that are enclosed exactly.
#[cold]
pub(crate) fn enclosed_rule(name: &[u8]) -> Option<&'static ProseRule> {
    ENCLOSED.iter().find_map(|family| family.iter().find(|rule| rule.is_for(name)))
}

#[cfg(test)]
mod tests {
    use super::super::is_known;
    use super::*;

    #[test]
    fn every_rule_is_for_known_schemes() {
        for rule in RULES.iter().copied().flatten() {
            for name in rule.names {
                assert!(is_known(name.as_bytes()), "{name}");
            }
        }
        for name in ENCLOSED.iter().copied().flatten().flat_map(|rule| rule.names) {
            assert!(prose_rule(name.as_bytes()).is_some(), "{name}");
        }
    }

    #[test]
    fn endings_are_those_of_the_rules() {
        let ends = |text: &[u8]| {
            let [.., x, y, z] = *text else { unreachable!() };
            may_end(text, [x, y, z])
        };
        assert!(ends(b"mailto") && ends(b"MailTo") && ends(b" im") && ends(b"\nim"));
        assert!(!ends(b"subject") && !ends(b"a host"));
        assert_eq!(endings(), ENDINGS);
        for rule in RULES.iter().copied().flatten() {
            for name in rule.names {
                let padded = [b" ", name.as_bytes()].concat();
                let z = padded[padded.len() - 1];
                assert!(ends(&padded), "{name}");
                assert!(z.is_ascii_alphabetic(), "{name}");
            }
        }
    }
}
