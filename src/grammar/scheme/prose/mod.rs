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

pub(crate) use program::bar_belongs;

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

/// The endings of the schemes with a rule: one bit per group of three letters, five bits a letter.
static ENDINGS: [u64; 1 << 9] = endings();

const fn endings() -> [u64; 1 << 9] {
    let mut bits = [0; 1 << 9];
    let mut family = 0;
    while family < RULES.len() {
        let mut rule = 0;
        while rule < RULES[family].len() {
            let mut name = 0;
            while name < RULES[family][rule].names.len() {
                bits = with_ending(bits, RULES[family][rule].names[name].as_bytes());
                name += 1;
            }
            rule += 1;
        }
        family += 1;
    }
    bits
}

const fn with_ending(mut bits: [u64; 1 << 9], name: &[u8]) -> [u64; 1 << 9] {
    let [.., y, z] = *name else { panic!("a scheme has two characters") };
    // Any byte may precede a name of two letters.
    let (mut x, last) = match name {
        [.., x, _, _] => (*x & 31, *x & 31),
        _ => (0, 31),
    };
    while x <= last {
        let at = ending(x, y, z);
        bits[at / 64] |= 1 << (at % 64);
        x += 1;
    }
    bits
}

/// The index of the bit of three letters, in either case.
const fn ending(x: u8, y: u8, z: u8) -> usize {
    (x as usize & 31) << 10 | (y as usize & 31) << 5 | (z as usize & 31)
}

/// Whether a scheme with a rule may end in these three bytes. Rejects most others for the price
/// of a load.
#[inline]
pub(crate) fn may_end(x: u8, y: u8, z: u8) -> bool {
    let x = if x.is_ascii_alphabetic() { x } else { 0 };
    let at = ending(x, y, z);
    ENDINGS[at / 64] >> (at % 64) & 1 == 1
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
        assert!(
            may_end(b'l', b't', b'o') && may_end(b'N', b'E', b'W') == may_end(b'n', b'e', b'w')
        );
        assert_eq!(endings(), ENDINGS);
        assert!(may_end(b' ', b'i', b'm') && may_end(b'\n', b'i', b'm'));
        for rule in RULES.iter().copied().flatten() {
            for name in rule.names {
                let padded = [b" ", name.as_bytes()].concat();
                let [.., x, y, z] = padded[..] else { unreachable!() };
                assert!(may_end(x, y, z), "{name}");
                assert!(z.is_ascii_alphabetic(), "{name}");
            }
        }
    }
}
