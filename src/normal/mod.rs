//! Normal forms, comparing, resolving. Usable alone; nothing here reads a file or a network.

mod defang;
mod dots;
mod iri;
mod redirect;
mod resolve;
mod specific;
mod steps;
mod whatwg;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use crate::grammar::components::{Parts, split_from};
use crate::grammar::escape::push_octet;
use crate::grammar::reference::Reference;
use crate::grammar::scheme::Specific;
use crate::grammar::uri::{Iri, IriRef, Uri, UriRef};

pub use defang::{defang, defang_abbreviated};
pub use dots::{ExcessDots, may_have_dots};
pub use redirect::{InvalidUnwrapRule, RedirectUnwrapper, UnwrapRule, Unwrapped, unwrap_redirect};
pub(crate) use redirect::{redirection, uri_in_query};
pub use resolve::{BaseLayers, ResolveOptions, Target};
pub use whatwg::{Repaired, Written, WrittenBase};

/// A step up the ladder of normal forms (RFC 3986 6.2; draft of 2003, 6.2). None of them but [`Step::Host`] may change
/// what a URI identifies, and none decodes a reserved character.
///
/// ```
/// use urisift::{Step, Steps, Uri};
/// let uri = Uri::parse("HTTP://a.example:80/%7Eb")?;
/// assert_eq!(uri.normalized(Step::Percent).as_ref(), "HTTP://a.example:80/~b");
/// assert_eq!(uri.normalized(Steps::up_to(Step::Scheme)).as_ref(), "http://a.example/~b");
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// Scheme and host in lower case, the digits of escapes in upper case (6.2.2.1).
    Case,
    /// Escapes of unreserved characters decoded, the digits of others in upper case (6.2.2.2). A dot
    /// that would make a whole segment "." or ".." stays encoded, since it would lead elsewhere.
    Percent,
    /// "." and ".." out of the path of a URI with a scheme and a root (6.2.2.3), also as escapes (`%2e%2e`), which mean
    /// the same (2.3).
    Dots,
    /// What the scheme says is the same (6.2.3): the default port and an empty one left out, an empty path of http and
    /// similar schemes made "/", `localhost` of file left out, NID of urn and domain of mailto in lower case.
    Scheme,
    /// Characters non-ASCII made what a URI has for them (RFC 3987 3.1): a host by IDNA, others by UTF-8 and escapes.
    Uri,
    /// An IPv6 address in the form of RFC 5952, and no dot at the end of another host. Without the dot, a resolver may
    /// look for the name in its own domains first.
    Host,
    /// What the documents of these schemes call equal: `urn` with `uuid`, `ietf`, `isbn` and `issn` (RFC 9562, 2648,
    /// 8254), `tel` (RFC 3966 4), `sip` (RFC 3261 19.1.4), `geo` (RFC 5870 3.4.4), `doi`, `mailto` (RFC 6068 2) and `file:/a`
    /// (RFC 8089 2). A URI that is none of its scheme stays as it is.
    Specific,
}

impl Step {
    /// All, from the lowest up.
    pub const ALL: [Step; 7] = [
        Step::Case,
        Step::Percent,
        Step::Dots,
        Step::Scheme,
        Step::Uri,
        Step::Host,
        Step::Specific,
    ];

    /// Its name: `case`, `percent`, `dots`, `scheme`, `uri`, `host` or `specific`.
    pub fn name(self) -> &'static str {
        match self {
            Step::Case => "case",
            Step::Percent => "percent",
            Step::Dots => "dots",
            Step::Scheme => "scheme",
            Step::Uri => "uri",
            Step::Host => "host",
            Step::Specific => "specific",
        }
    }

    /// The text after this step, if the step changes it.
    fn apply(self, text: &str, parts: &Parts) -> Option<String> {
        match self {
            Step::Case => steps::case(text, parts),
            Step::Percent => steps::percent(text, parts),
            Step::Dots => dots::apply(text, parts),
            Step::Scheme => steps::scheme(text, parts),
            Step::Uri => steps::uri(text, parts),
            Step::Host => specific::host(text, parts),
            Step::Specific => specific::apply(text, parts),
        }
    }
}

/// A set of steps.
///
/// ```
/// use urisift::{Step, Steps, Uri};
/// let (a, b) = (Uri::parse("http://example.com/")?, Uri::parse("http://example.com:80/")?);
/// assert!(!a.is_equivalent(&b, Steps::SYNTAX) && a.is_equivalent(&b, Steps::SCHEME));
/// assert_eq!(Step::Case | Step::Percent | Step::Dots, Steps::SYNTAX);
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Steps(u8);

impl Steps {
    /// None: texts are compared byte for byte (RFC 3986 6.2.1).
    pub const STRING: Steps = Steps(0);
    /// Case, percent and dots: what holds for every scheme (6.2.2).
    pub const SYNTAX: Steps = Steps(0b111);
    /// Like `SYNTAX`, and what the scheme says (6.2.3).
    pub const SCHEME: Steps = Steps(0b1111);
    /// All.
    pub const ALL: Steps = Steps(0b111_1111);

    /// A step and all below it.
    pub fn up_to(step: Step) -> Self {
        Steps((2 << step as u8) - 1)
    }

    /// Returns `true` if the set contains a step.
    pub fn contains(self, step: Step) -> bool {
        self.0 >> step as u8 & 1 == 1
    }
}

impl From<Step> for Steps {
    fn from(step: Step) -> Self {
        Steps(1 << step as u8)
    }
}

impl FromIterator<Step> for Steps {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        steps.into_iter().fold(Steps::STRING, |all, step| Steps(all.0 | 1 << step as u8))
    }
}

impl fmt::Debug for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(Step::ALL.iter().filter(|step| self.contains(**step))).finish()
    }
}

impl FromStr for Steps {
    type Err = UnknownStep;

    /// One step by its name, without those below it ([`Steps::SCHEME`] has them); or `string`, `syntax` or
    /// `all`.
    fn from_str(name: &str) -> Result<Self, UnknownStep> {
        match name {
            "string" => Ok(Steps::STRING),
            "syntax" => Ok(Steps::SYNTAX),
            "all" => Ok(Steps::ALL),
            _ => {
                let step = Step::ALL.into_iter().find(|step| step.name() == name);
                step.map(Steps::from).ok_or(UnknownStep)
            }
        }
    }
}

impl<S: Into<Steps>> std::ops::BitOr<S> for Steps {
    type Output = Steps;

    fn bitor(self, other: S) -> Steps {
        Steps(self.0 | other.into().0)
    }
}

impl<S: Into<Steps>> std::ops::BitOr<S> for Step {
    type Output = Steps;

    fn bitor(self, other: S) -> Steps {
        Steps::from(self) | other
    }
}

/// There is no step of that name.
///
/// ```
/// use urisift::{Steps, UnknownStep};
/// assert_eq!("syntax".parse(), Ok(Steps::SYNTAX));
/// assert_eq!("port".parse::<Steps>(), Err(UnknownStep));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownStep;

impl fmt::Display for UnknownStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "expected case, percent, dots, scheme, uri, host or specific, or string, syntax or all",
        )
    }
}

impl std::error::Error for UnknownStep {}

/// A normal form. Two are equal if their texts are, and their hashes agree with that.
///
/// ```
/// use std::collections::HashSet;
/// use urisift::{Steps, Uri};
/// let uris = [Uri::parse("http://example.com")?, Uri::parse("http://example.com:80/")?];
/// let distinct: HashSet<_> = uris.iter().map(|uri| uri.normalized(Steps::SCHEME)).collect();
/// assert_eq!(distinct.len(), 1);
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Normal<'t>(Cow<'t, str>);

impl<'t> Normal<'t> {
    /// The text; borrowed where nothing had to change.
    pub fn into_text(self) -> Cow<'t, str> {
        self.0
    }
}

impl AsRef<str> for Normal<'_> {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Normal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl<'t> Reference<'t> {
    /// The normal form after these steps, always taken in the order of the ladder.
    ///
    /// ```
    /// use urisift::{Step, Steps, Uri};
    /// let uri = Uri::parse("eXAMPLE://a/./b/../b/c/%7a")?;
    /// assert_eq!(uri.normalized(Steps::SYNTAX).as_ref(), "example://a/b/c/z");
    /// assert_eq!(uri.normalized(Step::Case).as_ref(), "example://a/./b/../b/c/%7A");
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub fn normalized(&self, steps: impl Into<Steps>) -> Normal<'t> {
        let steps = steps.into();
        let mut text = Cow::Borrowed(self.as_str());
        // A host that IDNA made ASCII may be one that the scheme knows, and an address that moved has a domain.
        for step in Step::ALL.into_iter().chain([Step::Scheme]) {
            let parts = split_from(text.as_bytes(), self.start());
            let next = steps.contains(step).then(|| step.apply(&text, &parts)).flatten();
            text = next.map_or(text, Cow::Owned);
        }
        Normal(text)
    }

    /// Returns `true` if another is the same after these steps.
    pub fn is_equivalent(&self, other: &Reference<'_>, steps: impl Into<Steps>) -> bool {
        let steps = steps.into();
        self.as_str() == other.as_str()
            || steps != Steps::STRING && self.normalized(steps) == other.normalized(steps)
    }

    /// The lowest step at which another is the same; `None` if they differ at every step.
    pub fn equivalence_step(&self, other: &Reference<'_>) -> Option<Steps> {
        let rungs = Step::ALL.into_iter().map(Steps::up_to);
        std::iter::once(Steps::STRING).chain(rungs).find(|steps| self.is_equivalent(other, *steps))
    }
}

/// What two URNs are compared for.
///
/// ```
/// use urisift::{UrnEquivalence, Uri, urn_equivalent};
/// let (a, b) = (Uri::parse("URN:foo:a123,456")?, Uri::parse("urn:foo:a123,456?x=y")?);
/// assert!(urn_equivalent(&a, &b, UrnEquivalence::Resource));
/// assert!(!urn_equivalent(&a, &b, UrnEquivalence::Resolution));
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum UrnEquivalence {
    /// Which resource they name: query and fragment do not count (step 5a; RFC 8141 3.1 says the same
    /// of r-, q- and f-components).
    #[default]
    Resource,
    /// What a resolver would answer: the query counts, the order of its directives does not
    /// (step 5b).
    Resolution,
}

/// Returns `true` if two URNs are lexically equivalent: the same but for the case of `urn`, of the NID and of escapes'
/// digits. Escapes are never decoded. Only URNs are equivalent to anything.
pub fn urn_equivalent(a: &Reference<'_>, b: &Reference<'_>, objective: UrnEquivalence) -> bool {
    match (form(a, objective), form(b, objective)) {
        (Some(a), Some(b)) => a == b,
        _ => false,
    }
}

/// Name and query as they are compared.
fn form<'t>(urn: &Reference<'t>, objective: UrnEquivalence) -> Option<(String, Vec<String>)> {
    let Ok(Specific::Urn(_)) = urn.scheme_specific() else { return None };
    let steps = Steps::from(Step::Case) | Steps::from(Step::Scheme);
    let normal = urn.normalized(steps);
    let text = normal.as_ref();
    let end = text.find(['?', '#']).unwrap_or(text.len());
    let query = text[end..].strip_prefix('?').map(|rest| rest.split('#').next().unwrap_or(rest));
    let query = query.filter(|_| objective == UrnEquivalence::Resolution);
    let mut directives: Vec<String> =
        query.into_iter().flat_map(|query| query.split('&')).map(str::to_owned).collect();
    directives.sort_unstable();
    Some((text[..end].to_owned(), directives))
}

/// Appends the escapes of a character's UTF-8.
fn push_escaped(c: char, out: &mut String) {
    c.encode_utf8(&mut [0; 4]).bytes().for_each(|octet| push_octet(octet, out));
}

/// Generates the methods of a URI or an IRI as a base.
macro_rules! bases {
    ($($base:ident, $reference:ident;)+) => {$(
        impl $base<'_> {
            /// Resolves a reference against this base, by RFC 3986 5.2.2 unless `how` says otherwise.
            ///
            /// ```
            /// use urisift::{ResolveOptions, Uri, UriRef};
            /// let base = Uri::parse("http://a/b/c/d;p?q")?;
            /// let target = base.resolve(&UriRef::parse("../g")?, ResolveOptions::default());
            /// assert_eq!(target.to_string(), "http://a/b/g");
            /// # Ok::<(), urisift::ParseError>(())
            /// ```
            pub fn resolve<'r>(&self, reference: &$reference<'r>, how: ResolveOptions) -> Target<'r> {
                resolve::resolve(self, reference, how)
            }

            /// A short reference that resolves to `target`, by RFC 3986 and strictly. If the path of
            /// `target` has "." or "..", it is `target` itself, which resolves to a URI without them.
            pub fn relative(&self, target: &$base<'_>) -> String {
                resolve::relative(self, target)
            }
        }
    )+};
}

bases! {
    Uri, UriRef;
    Iri, IriRef;
}
