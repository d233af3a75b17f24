//! The editions of the grammar, each a table, and what changed from one to the next.

pub(crate) mod draft1994;
mod draft1997;
mod draft2003;
pub(crate) mod rfc1738;
mod rfc1808;
mod rfc2396;
pub(crate) mod rfc3986;
pub(crate) mod urn;

use std::fmt;
use std::str::FromStr;

use super::bnf::{self, Captures, Rule};
use super::generic::Switches;
use super::parse_error::ParseError;
use super::scheme;
use crate::grammar::components::split;

/// An edition of the standard: what a URI was, and is.
///
/// | | [1994](Self::Draft1994) | [RFC 1738](Self::Rfc1738) | [1997](Self::Draft1997) | [2003](Self::Draft2003) | [RFC 3986](Self::Rfc3986) |
/// |---|---|---|---|---|---|
/// | document | draft-ietf-uri-url-03, March 1994 | December 1994 | draft-fielding-url-syntax-05, May 1997 | draft-fielding-uri-rfc2396bis-01, March 2003 | January 2005 |
/// | schemes | those it lists, each with its BNF | those it lists; others by a general form (5) | one syntax for all (4.2) | one syntax for all (3) | one syntax for all (3) |
/// | `URL:` in front | part of it (PrePrefix) | a wrapper's (Appendix) | no longer usual (E) | no longer recommended (E) | no (C) |
/// | scheme starts with | a letter | also a digit or a sign (5) | also a digit or a sign (4.1) | a letter (3.1) | a letter (3.1) |
/// | relative, and fragment | no | no | yes; the fragment is none of the URL (3) | yes; the fragment is none of the URI (4) | yes; the fragment is part of it (3) |
/// | `~` | national: nowhere (BNF) | national: nowhere (5) | mark (2.3) | mark (2.3) | unreserved (2.3) |
/// | `"` | extra: allowed (BNF) | nowhere (2.2) | nowhere (2.4.3) | nowhere (2.4.3) | nowhere |
/// | `[` `]` | national: nowhere | national: nowhere | unwise: nowhere (2.4.3) | around IPv6, and in opaque parts (3) | around addresses (3.2.2) |
/// | empty segments | none in a path (BNF) | yes (5) | yes (4.3.2) | yes (3.3) | yes (3.3) |
/// | user | not empty, letters, digits and `-_.+` (BNF) | may be empty; also `;?&=` (5) | no `?` any more (4.3.1) | one userinfo with `:` in it (3.2.2) | one userinfo (3.2.1) |
/// | host | a letter first, then nearly anything (BNF) | labels of letters, digits, `-` (5) | the same (4.3.1) | also names of a registry (3.2.1) | any reg-name, even an empty one (3.2.2) |
/// | IPv4 | four numbers | four numbers (5) | four numbers (4.3.1) | numbers up to 255, or a name (3.2.2) | numbers up to 255, or a reg-name (3.2.2) |
/// | IPv6 | no | no | not yet (4.3.1) | yes (3.2.2) | yes, and later addresses (3.2.2) |
/// | port | digits | digits (5) | may be empty (4.3.1) | may be empty (3.2.2) | may be empty (3.2.3) |
/// | query without a path | `http://a?q` (BNF) | no (5) | no (5) | yes (3) | yes (3) |
/// | nothing after the scheme | no | yes (5) | yes (4.2) | yes (3, G.2) | yes (3) |
/// | `telnet://a/` | no (BNF) | yes (5) | yes | yes | yes |
/// | `nntp:` | `nntp:group/1` (BNF) | `nntp://host/group/1` (5) | generic | generic | generic |
///
/// Two RFCs beside these have a grammar too. [RFC 1808](Self::Rfc1808) (1995) adds relative references and fragments to
/// RFC 1738, and takes anything after a scheme. [RFC 2396](Self::Rfc2396) (1998), which the draft of 1997 became, starts
/// a scheme with a letter, lets a name of a registry be an authority, and has no query alone (`?y`) in its BNF. URNs
/// have editions of their own: [RFC 2141](Self::Rfc2141), [the draft of 2012](Self::Draft2012) and
/// [RFC 8141](Self::Rfc8141); any other URI is none of these.
///
/// Three lines are an interpretation: in 1994, the suffix of ftp is written `;type=` in the text and not in
/// the BNF, and mailto has an extra colon in the BNF; in 1997, any absolute URL may pass as opaque
/// by Appendix A, but section 4.4 gives the site precedence after two slashes.
///
/// ```
/// use urisift::{Edition, Uri};
/// let text = "http://[::1]/";
/// assert!(Uri::parse_in(text, Edition::Rfc1738).is_err());
/// assert!(Uri::parse_in(text, Edition::Draft2003).is_ok());
/// assert_eq!("2003".parse(), Ok(Edition::Draft2003));
/// let text = "urn:example:a?s=I2L";
/// assert!(Uri::parse_in(text, Edition::Draft2012).is_ok());
/// assert_eq!(Uri::parse_in(text, Edition::Rfc8141).unwrap_err().offset(), 14);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edition {
    /// draft-ietf-uri-url-03, March 1994.
    Draft1994,
    /// RFC 1738, December 1994.
    Rfc1738,
    /// RFC 1808, June 1995: relative URLs.
    Rfc1808,
    /// RFC 2141, May 1997: URNs.
    Rfc2141,
    /// draft-fielding-url-syntax-05, May 1997, which became RFC 2396.
    Draft1997,
    /// RFC 2396, August 1998.
    Rfc2396,
    /// draft-fielding-uri-rfc2396bis-01, March 2003.
    Draft2003,
    /// RFC 3986, January 2005: today's.
    #[default]
    Rfc3986,
    /// draft-ietf-urnbis-rfc2141bis-urn-03, October 2012: URNs with directives, on the way to RFC 8141.
    Draft2012,
    /// RFC 8141, April 2017: URNs, today's.
    Rfc8141,
}

/// The expected form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// It starts with a scheme.
    Absolute,
    /// It may be relative.
    Reference,
    /// It starts with the authority, as `www.w3.org/Addressing/` does (draft of 2003, Appendix F).
    Abbreviated,
}

/// An edition's grammar.
struct Table {
    name: &'static str,
    absolute: Absolute,
    reference: &'static Rule,
}

/// What an edition says of a URI with a scheme.
enum Absolute {
    /// One rule for all schemes.
    Same(&'static Rule),
    /// Each scheme's own rule, and this one for others.
    Each(&'static Rule),
}

impl Edition {
    /// All editions, oldest first.
    pub const ALL: [Edition; 10] = [
        Edition::Draft1994,
        Edition::Rfc1738,
        Edition::Rfc1808,
        Edition::Rfc2141,
        Edition::Draft1997,
        Edition::Rfc2396,
        Edition::Draft2003,
        Edition::Rfc3986,
        Edition::Draft2012,
        Edition::Rfc8141,
    ];

    /// The editions that [`Reference::editions`](crate::Reference::editions) reports, oldest first: those of the table
    /// above.
    pub const REPORTED: [Edition; 5] = [
        Edition::Draft1994,
        Edition::Rfc1738,
        Edition::Draft1997,
        Edition::Draft2003,
        Edition::Rfc3986,
    ];

    /// The editions of URNs, oldest first.
    pub const URN: [Edition; 3] = [Edition::Rfc2141, Edition::Draft2012, Edition::Rfc8141];

    fn table(self) -> Table {
        use Absolute::{Each, Same};
        let (name, absolute, reference) = match self {
            Edition::Draft1994 => ("1994", Each(&draft1994::URL), &draft1994::URL),
            Edition::Rfc1738 => ("rfc1738", Each(&rfc1738::OTHERURL), &rfc1738::OTHERURL),
            Edition::Rfc1808 => ("rfc1808", Same(&rfc1808::ABSOLUTE), &rfc1808::REFERENCE),
            Edition::Rfc2141 => ("rfc2141", Same(&urn::RFC2141), &urn::RFC2141),
            Edition::Draft1997 => ("1997", Same(&draft1997::ABSOLUTE), &draft1997::REFERENCE),
            Edition::Rfc2396 => ("rfc2396", Same(&rfc2396::ABSOLUTE), &rfc2396::REFERENCE),
            Edition::Draft2003 => ("2003", Same(&draft2003::ABSOLUTE), &draft2003::REFERENCE),
            Edition::Rfc3986 => ("rfc3986", Same(&rfc3986::URI), &rfc3986::REFERENCE),
            Edition::Draft2012 => ("2012", Same(&urn::DRAFT2012), &urn::DRAFT2012),
            Edition::Rfc8141 => ("rfc8141", Same(&urn::RFC8141), &urn::RFC8141),
        };
        Table { name, absolute, reference }
    }

    /// Its short name: `1994`, `rfc1738`, `rfc1808`, `rfc2141`, `1997`, `rfc2396`, `2003`, `rfc3986`, `2012` or
    /// `rfc8141`.
    pub fn name(self) -> &'static str {
        self.table().name
    }

    /// Checks a text against the grammar of a shape.
    pub(crate) fn check(
        self,
        text: &[u8],
        shape: Shape,
        switches: Switches,
    ) -> Result<(), ParseError> {
        let start = self.start(text);
        let table = self.table();
        let rule = match (shape, table.absolute) {
            (Shape::Absolute, Absolute::Same(rule)) => rule,
            (Shape::Reference, Absolute::Same(_)) => table.reference,
            (Shape::Abbreviated, _) => &rfc3986::ABBREVIATED,
            (_, Absolute::Each(other)) => {
                let scheme = split(&text[start..]).scheme();
                let rule = scheme.and_then(|s| scheme::rule_in(self, &text[start..][s]));
                rule.unwrap_or(other)
            }
        };
        bnf::read(text, start, rule, switches, &mut Captures::default())
    }

    /// Returns `true` if a URI satisfies its grammar.
    pub(crate) fn takes(self, text: &str) -> bool {
        self.check(text.as_bytes(), Shape::Absolute, Switches::default()).is_ok()
    }

    /// Where the URI begins: after `URL:` in 1994.
    pub(crate) fn start(self, text: &[u8]) -> usize {
        let prefixed = text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"url:"));
        if self == Edition::Draft1994 && prefixed { 4 } else { 0 }
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Edition {
    type Err = UnknownEdition;

    fn from_str(name: &str) -> Result<Self, UnknownEdition> {
        let named = |edition: &Edition| edition.name().eq_ignore_ascii_case(name);
        Edition::ALL.into_iter().find(named).ok_or(UnknownEdition)
    }
}

/// There is no edition of that name.
///
/// ```
/// use urisift::{Edition, UnknownEdition};
/// assert_eq!("rfc1630".parse::<Edition>(), Err(UnknownEdition));
/// assert!(UnknownEdition.to_string().starts_with("expected 1994, rfc1738, rfc1808"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownEdition;

impl fmt::Display for UnknownEdition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(concat!(
            "expected 1994, rfc1738, rfc1808, rfc2141, 1997, rfc2396, 2003, rfc3986, ",
            "2012 or rfc8141"
        ))
    }
}

impl std::error::Error for UnknownEdition {}

/// A set of editions.
///
/// ```
/// use urisift::{Edition, Uri};
/// let editions = Uri::parse("http://a.example/~b")?.editions();
/// assert!(!editions.contains(Edition::Rfc1738));
/// assert_eq!(editions.iter().next(), Some(Edition::Draft1997));
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Editions(u16);

impl Editions {
    /// Returns `true` if the set contains an edition.
    pub fn contains(self, edition: Edition) -> bool {
        self.0 >> edition as u8 & 1 == 1
    }

    /// Returns `true` if the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The editions in it, oldest first.
    pub fn iter(self) -> impl Iterator<Item = Edition> {
        Edition::ALL.into_iter().filter(move |edition| self.contains(*edition))
    }
}

impl fmt::Debug for Editions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(any(test, feature = "serde"))]
impl serde::Serialize for Editions {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter().map(Edition::name))
    }
}

impl FromIterator<Edition> for Editions {
    fn from_iter<I: IntoIterator<Item = Edition>>(editions: I) -> Self {
        Editions(editions.into_iter().fold(0, |set, edition| set | 1 << edition as u8))
    }
}

/// Every production of every edition has cases that pass and cases that fail.
#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::grammar::bnf::{Expr, Sequence};

    /// Every production that a table can reach, by its address.
    #[derive(Default)]
    struct Productions(BTreeMap<usize, &'static Rule>);

    impl Productions {
        fn of(edition: Edition) -> Self {
            let mut all = Productions::default();
            let table = edition.table();
            all.add(table.reference);
            if let Absolute::Same(rule) = table.absolute {
                all.add(rule);
            }
            scheme::rules_in(edition).for_each(|rule| all.add(rule));
            all
        }

        fn add(&mut self, rule: &'static Rule) {
            if self.0.insert(rule as *const Rule as usize, rule).is_none() {
                self.walk(rule.is);
            }
        }

        fn walk(&mut self, all: Sequence) {
            for is in all {
                if let Expr::Of(rule) = is {
                    self.add(rule);
                }
                inner(is).into_iter().for_each(|all| self.walk(all));
            }
        }
    }

    /// The sequences of which something is made.
    fn inner(is: &Expr) -> Vec<Sequence> {
        match *is {
            Expr::Any(any) => any.to_vec(),
            Expr::Maybe(all)
            | Expr::Each(all)
            | Expr::List(_, all)
            | Expr::Within(_, all)
            | Expr::Until(_, all)
            | Expr::Capture(_, all) => vec![all],
            Expr::If(_, then, or) | Expr::When(_, _, then, or) => vec![then, or],
            Expr::Text(_)
            | Expr::Run(..)
            | Expr::Star(_)
            | Expr::Plus(_)
            | Expr::Of(_)
            | Expr::Code(_)
            | Expr::End => vec![],
        }
    }

    #[derive(serde::Deserialize)]
    struct Cases {
        pass: Vec<String>,
        fail: Vec<String>,
    }

    fn cases(edition: Edition) -> BTreeMap<String, Cases> {
        let path = format!("{}/corpora/grammar/{edition}.toml", env!("CARGO_MANIFEST_DIR"));
        toml::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap()
    }

    /// What may be kept on the way through a rule: a part that is repeated would be kept again.
    fn kept(all: Sequence) -> usize {
        let of = |is: &Expr| {
            let inner: Vec<_> = inner(is).into_iter().map(kept).collect();
            let most = inner.iter().max().copied().unwrap_or(0);
            match is {
                Expr::Each(_) | Expr::List(..) => {
                    assert_eq!(most, 0);
                    0
                }
                Expr::Of(rule) => kept(rule.is),
                Expr::Capture(..) => 1 + most,
                _ => most,
            }
        };
        all.iter().map(of).sum()
    }

    #[test]
    fn no_rule_keeps_more_than_there_is_room_for() {
        let most = scheme::rules_of_today().map(|rule| kept(rule.is)).max();
        assert!(most.is_some_and(|most| (3..=bnf::MOST_CAPTURES).contains(&most)), "{most:?}");
    }

    fn read(rule: &'static Rule, text: &str) -> Result<(), ParseError> {
        bnf::read(text.as_bytes(), 0, rule, Switches::default(), &mut Captures::default())
    }

    fn productions_of(edition: Edition) {
        let mut cases = cases(edition);
        let mut used = Vec::new();
        for rule in Productions::of(edition).0.values() {
            let Some(cases) = cases.get(rule.name) else {
                panic!("{edition}: no cases: {}", rule.name)
            };
            // What has no scheme of the list is not an url of 1994; what has one is that scheme's.
            let none_passes = rule.name == "url";
            assert!(none_passes == cases.pass.is_empty(), "{edition}: {}", rule.name);
            assert!(!cases.fail.is_empty(), "{edition}: {}", rule.name);
            for text in &cases.pass {
                let read = read(rule, text);
                assert!(read.is_ok(), "{edition}: {} refuses {text:?}: {read:?}", rule.name);
            }
            for text in &cases.fail {
                let read = read(rule, text);
                assert!(read.is_err(), "{edition}: {} takes {text:?}", rule.name);
            }
            used.push(rule.name);
        }
        cases.retain(|name, _| !used.contains(&name.as_str()));
        assert!(cases.is_empty(), "{edition} has no {:?}", cases.keys());
    }

    #[test]
    fn productions_have_cases() {
        Edition::ALL.into_iter().for_each(productions_of);
    }
}
