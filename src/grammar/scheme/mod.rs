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
    /// The schemes, in lower case.
    pub names: &'static [&'static str],
    /// Whether the bytes behind the colon make a URI of these schemes. They may be the start of
    /// a longer URI, and end with no punctuation of the sentence.
    pub accepts: fn(&[u8]) -> bool,
}

/// Every family; one file each.
static RULES: &[&[Rule]] = &[address::RULES, nested::RULES, number::RULES, object::RULES];

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
    match lowered(name, &mut lower) {
        Some(name) => names::NAMES.binary_search_by(|n| n.as_bytes().cmp(name)).is_ok(),
        None => false,
    }
}

/// Whether `name` is one of the schemes that are cut out of a longer run.
pub(crate) fn is_frequent(name: &[u8]) -> bool {
    FREQUENT.iter().any(|n| n.as_bytes().eq_ignore_ascii_case(name))
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
    fn case_does_not_matter() {
        assert!(is_known(b"HTTP") && is_known(b"uRn") && rule(b"MailTo").is_some());
        assert!(!is_known(b"htp") && !is_known(b"") && !is_known(&[b'a'; 100]));
    }
}
