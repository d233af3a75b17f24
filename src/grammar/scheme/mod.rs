//! The registry of schemes: which names are known, and which of them may do without `//`.
//!
//! A scheme that is followed by `://` needs no entry here. One that is followed by `:` alone
//! starts a URI only if a [`Rule`] of its own accepts what comes behind the colon, since running
//! text is full of words with colons.

mod address;
mod names;
mod nested;
mod number;
mod object;

use crate::byteset::SCHEME;

/// The grammar of schemes whose URIs need no `//`, as far as it takes to tell one from prose.
pub(crate) struct Rule {
    /// The schemes, in lower case. They end in a letter: behind a digit, a colon without slashes is
    /// taken for part of a time or a place, and not looked at.
    pub names: &'static [&'static str],
    /// Whether the bytes behind the colon make a URI of these schemes. They may be the start of
    /// a longer URI, and end with no punctuation of the sentence.
    pub accepts: fn(&[u8]) -> bool,
}

/// Every family; one file each.
const RULES: &[&[Rule]] = &[address::RULES, nested::RULES, number::RULES, object::RULES];

/// How the schemes with a rule end: a bit for each group of three letters, five bits a letter.
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
    // Before a name of two letters, anything may stand.
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

/// Where three letters have their bit; letters of either case have the same.
const fn ending(x: u8, y: u8, z: u8) -> usize {
    (x as usize & 31) << 10 | (y as usize & 31) << 5 | (z as usize & 31)
}

/// Whether a scheme with a rule may end in these three bytes. What has none is turned away here
/// for the price of a load.
#[inline]
pub(crate) fn may_end(x: u8, y: u8, z: u8) -> bool {
    let x = if x.is_ascii_alphabetic() { x } else { 0 };
    let at = ending(x, y, z);
    ENDINGS[at / 64] >> (at % 64) & 1 == 1
}

/// The longest run of bytes before a colon that is looked at as a scheme, in bytes.
pub(crate) const MAX_SCHEME: usize = 64;

/// Schemes that a reader takes out of a longer run of scheme characters: in `foo-http://a/` the
/// URI starts at `http`. Registered names that are words of their own are left out, since
/// `my-app-content://` is one scheme.
const FREQUENT: &[&str] = &[
    "https", "http", "ftp", "ftps", "sftp", "file", "mailto", "news", "nntp", "gopher", "telnet",
    "wais", "prospero", "ldap", "ldaps", "ws", "wss", "ssh", "git", "svn", "irc", "ircs", "sip",
    "sips", "tel", "urn", "magnet", "doi", "rtsp", "rtmp", "hxxp", "hxxps",
];

/// Whether `name` is a known scheme, in any case.
pub fn is_known(name: &[u8]) -> bool {
    let mut lower = [0; MAX_SCHEME];
    let Some(name) = lowered(name, &mut lower) else { return false };
    let Some(first) = name.first().and_then(|b| b.checked_sub(b'a')).filter(|i| *i < 26) else {
        return false;
    };
    let range = STARTS[first as usize] as usize..STARTS[first as usize + 1] as usize;
    names::NAMES[range].iter().any(|known| known.as_bytes() == name)
}

/// Where the names that start with each letter start.
static STARTS: [u16; 27] = starts();

const fn starts() -> [u16; 27] {
    let mut starts = [names::NAMES.len() as u16; 27];
    let mut i = names::NAMES.len();
    while i > 0 {
        i -= 1;
        let mut letter = (names::NAMES[i].as_bytes()[0] - b'a') as usize + 1;
        while letter > 0 {
            letter -= 1;
            starts[letter] = i as u16;
        }
    }
    starts
}

/// Whether `name` is one of the schemes that are cut out of a longer run.
#[inline]
pub(crate) fn is_frequent(name: &[u8]) -> bool {
    is_web(name) || FREQUENT.iter().any(|n| n.as_bytes().eq_ignore_ascii_case(name))
}

/// Whether `name` is `http` or `https`: what most URIs start with.
#[inline]
pub(crate) fn is_web(name: &[u8]) -> bool {
    match *name {
        [h, t, u, p] | [h, t, u, p, b's' | b'S'] => [h, t, u, p].eq_ignore_ascii_case(b"http"),
        _ => false,
    }
}

/// Whether `name` has the syntax of a scheme (RFC 3986 3.1).
pub(crate) fn is_scheme(name: &[u8]) -> bool {
    name.first().is_some_and(u8::is_ascii_alphabetic) && name.iter().all(|&b| SCHEME.contains(b))
}

/// The rule for URIs of the scheme that have no `//`.
pub(crate) fn rule(name: &[u8]) -> Option<&'static Rule> {
    let of = |rule: &&Rule| rule.names.iter().any(|n| n.as_bytes().eq_ignore_ascii_case(name));
    RULES.iter().flat_map(|family| family.iter()).find(of)
}

fn lowered<'b>(name: &[u8], into: &'b mut [u8; MAX_SCHEME]) -> Option<&'b [u8]> {
    let into = into.get_mut(..name.len())?;
    into.copy_from_slice(name);
    into.make_ascii_lowercase();
    Some(into)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_lower_case_schemes() {
        assert!(names::NAMES.windows(2).all(|pair| pair[0] < pair[1]));
        for name in names::NAMES {
            assert!(is_scheme(name.as_bytes()), "{name}");
            assert!(!name.bytes().any(|b| b.is_ascii_uppercase()), "{name}");
            assert!(name.len() <= MAX_SCHEME);
        }
    }

    #[test]
    fn every_rule_is_for_known_schemes() {
        for rule in RULES.iter().copied().flatten() {
            for name in rule.names {
                assert!(is_known(name.as_bytes()), "{name}");
            }
        }
    }

    #[test]
    fn endings_are_those_of_the_rules() {
        assert!(
            may_end(b'l', b't', b'o') && may_end(b'N', b'E', b'W') == may_end(b'n', b'e', b'w')
        );
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

    #[test]
    fn case_does_not_matter() {
        assert!(is_known(b"HTTP") && is_known(b"uRn") && rule(b"MailTo").is_some());
        assert!(!is_known(b"htp") && !is_known(b"") && !is_known(&[b'a'; 100]));
    }
}
