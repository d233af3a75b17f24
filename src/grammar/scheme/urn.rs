//! urn: what is a URN by RFC 8141 or by draft-ietf-urnbis-rfc2141bis-urn-03 (2012), which has a query of directives
//! where RFC 8141 has its r-, q- and f-components. Names in isbn, issn, uuid, oid and ietf are checked.

use super::nested::UUID;
use super::*;
use crate::grammar::edition::Editions;
use crate::grammar::edition::urn::{NID, NSS_OF_EITHER, RQ_COMPONENTS, URN_QUERY};

pub(super) const FAMILIES: &[Family] = &[Family::new(&["urn"], Syntax::Rule(&NAMESTRING), urn)];

typed! {
    /// A name in a namespace. All of it is still encoded.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("urn:example:weather?=op=map&lat=39.56#f")?;
    /// let Specific::Urn(urn) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((urn.nid, urn.nss), ("example", "weather"));
    /// assert_eq!((urn.query, urn.fragment), (Some("op=map&lat=39.56"), Some("f")));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Urn<'t> {
        /// The namespace identifier; its case does not matter.
        pub nid: &'t str,
        /// The namespace specific string.
        pub nss: &'t str,
        /// The r-component, after `?+`: for the resolver of the name (RFC 8141 2.3.1).
        pub resolution: Option<&'t str>,
        /// The q-component, after `?=`: for the holder of the resource (RFC 8141 2.3.2).
        pub query: Option<&'t str>,
        /// The f-component: the fragment (RFC 8141 2.3.3).
        pub fragment: Option<&'t str>,
        editions: Conforming<'t>,
        directives: Pairs<Option<&'t str>, '&'>,
    }
}

impl<'t> Urn<'t> {
    /// The editions whose grammar it satisfies, of [`Edition::URN`].
    ///
    /// ```
    /// use urisift::{Edition, Uri, scheme::Specific};
    /// let uri = Uri::parse("urn:example:a?s=I2L")?;
    /// let Specific::Urn(urn) = uri.scheme_specific()? else { unreachable!() };
    /// assert!(urn.editions().iter().eq([Edition::Rfc2141, Edition::Draft2012]));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub fn editions(&self) -> Editions {
        self.editions.all()
    }

    /// The directives of the query, as the draft of 2012 has them (its 2.3): keyword and value.
    pub fn directives(&self) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t> {
        self.directives.iter()
    }

    /// The resolution service that the directive `s` asks for; `None` also for an unregistered one, which
    /// a resolver ignores (draft of 2012, 2.3.1).
    pub fn service(&self) -> Option<Service> {
        let (_, name) = self.directives().find(|(keyword, _)| *keyword == "s")?;
        SERVICES.iter().find(|(registered, _)| *registered == name).map(|(_, service)| *service)
    }

    /// The component of the resource that the directive `c` asks for (draft of 2012, 2.3.2).
    pub fn component(&self) -> Option<&'t str> {
        self.directives().find(|(keyword, _)| *keyword == "c").map(|(_, value)| value)
    }
}

/// What a resolver can return for a name (RFC 2483 4; draft of 2012, 9.2.2).
///
/// ```
/// use urisift::{Uri, scheme::{Service, Specific}};
/// let uri = Uri::parse("urn:isbn:978-3-16-148410-0?s=I2L&c=ToC")?;
/// let Specific::Urn(urn) = uri.scheme_specific()? else { unreachable!() };
/// assert_eq!((urn.service(), urn.component()), (Some(Service::Url), Some("ToC")));
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(any(test, feature = "serde"), derive(serde::Serialize))]
#[cfg_attr(any(test, feature = "serde"), serde(rename_all = "kebab-case"))]
pub enum Service {
    /// `I2L`: a URL.
    Url,
    /// `I2Ls`: URLs.
    Urls,
    /// `I2R`: the resource.
    Resource,
    /// `I2Rs`: resources.
    Resources,
    /// `I2C`: a description.
    Characteristics,
    /// `I2Cs`: descriptions.
    AllCharacteristics,
    /// `I2N`: a URN.
    Urn,
    /// `I2Ns`: URNs.
    Urns,
    /// `I=I`: whether another name is the same.
    Equal,
}

/// The registry of services.
const SERVICES: &[(&str, Service)] = &[
    ("I2L", Service::Url),
    ("I2Ls", Service::Urls),
    ("I2R", Service::Resource),
    ("I2Rs", Service::Resources),
    ("I2C", Service::Characteristics),
    ("I2Cs", Service::AllCharacteristics),
    ("I2N", Service::Urn),
    ("I2Ns", Service::Urns),
    ("I=I", Service::Equal),
];

fn urn<'t>(uri: &Parsed<'t>) -> Result<Specific<'t>, ParseError> {
    let fragment = uri.parts.fragment().map(|range| &uri.text[range]);
    let urn = Urn { fragment, ..Urn::of(uri) };
    match check_in_namespace(urn.nid, urn.nss) {
        Err((at, rule)) => Err(uri.fault("nss", at, rule)),
        Ok(()) => Ok(Specific::Urn(urn)),
    }
}

/// The text of a URN, of which the editions are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Conforming<'t>(&'t str);

impl Conforming<'_> {
    fn all(self) -> Editions {
        Edition::URN.into_iter().filter(|edition| edition.takes(self.0)).collect()
    }
}

impl<'t> Field<'t> for Conforming<'t> {
    fn of(uri: &Parsed<'t>, _: &str) -> Self {
        Conforming(uri.text)
    }
}

#[cfg(any(test, feature = "serde"))]
impl serde::Serialize for Conforming<'_> {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.all().serialize(to)
    }
}

const DIRECTIVES: Sequence = &[Text("?"), Capture("directives", &[Of(&URN_QUERY)])];
const RQ: Sequence = &[Of(&RQ_COMPONENTS)];
static NAMESTRING: Rule = rule(
    r##"RFC 8141 2: namestring = assigned-name [ rq-components ] [ "#" f-component ]"##,
    &[
        Capture("nid", &[Of(&NID)]),
        Text(":"),
        Capture("nss", &[Of(&NSS_OF_EITHER)]),
        If("?+", RQ, &[If("?=", RQ, &[Maybe(DIRECTIVES)])]),
    ],
);

/// What is wrong with the name, if its namespace is one of those: the byte, and the rule.
fn check_in_namespace(nid: &str, nss: &str) -> Result<(), (usize, &'static Rule)> {
    let Some(namespace) = NAMESPACES.iter().find(|n| n.nid.eq_ignore_ascii_case(nid)) else {
        return Ok(());
    };
    let captures = &mut Captures::default();
    let read = bnf::read(nss.as_bytes(), 0, namespace.rule, Switches::default(), captures);
    read.map_err(|fault| (fault.offset(), fault.broken()))?;
    (namespace.holds)(nss.as_bytes()).then_some(()).ok_or((nss.len() - 1, namespace.checked))
}

struct Namespace {
    nid: &'static str,
    rule: &'static Rule,
    /// What the rule cannot say.
    holds: fn(&[u8]) -> bool,
    /// What is wrong where that does not hold.
    checked: &'static Rule,
}

const NAMESPACES: &[Namespace] = &[
    Namespace { nid: "isbn", rule: &ISBN, holds: isbn_holds, checked: &ISBN_DIGIT },
    Namespace { nid: "issn", rule: &ISSN, holds: issn_holds, checked: &ISSN_DIGIT },
    Namespace { nid: "uuid", rule: &UUID, holds: |_| true, checked: &UUID },
    Namespace { nid: "oid", rule: &OID, holds: |_| true, checked: &OID },
    Namespace { nid: "ietf", rule: &IETF, holds: |_| true, checked: &IETF },
];

/// The values of the digits, with X as ten, without hyphens.
fn digits(text: &[u8]) -> impl DoubleEndedIterator<Item = u32> {
    let value = |b: &u8| match b {
        b'x' | b'X' => Some(10),
        b => b.is_ascii_digit().then(|| u32::from(b - b'0')),
    };
    text.iter().filter_map(value)
}

/// The sum of the digits times their places from the right is a multiple of eleven.
fn mod_eleven(text: &[u8]) -> bool {
    let sum: u32 = digits(text).rev().zip(1..).map(|(digit, place)| digit * place).sum();
    sum.is_multiple_of(11)
}

fn isbn_holds(text: &[u8]) -> bool {
    match digits(text).count() {
        10 => mod_eleven(text),
        13 => {
            let weighed =
                digits(text).zip([1, 3].into_iter().cycle()).map(|(d, weight)| d * weight);
            weighed.sum::<u32>().is_multiple_of(10)
                && !text.ends_with(b"X")
                && !text.ends_with(b"x")
        }
        _ => false,
    }
}

fn issn_holds(text: &[u8]) -> bool {
    mod_eleven(text)
}

static TEN: ByteSet = ByteSet::of(b"xX");

/// Hyphens are between the parts, or are left out.
static ISBN: Rule = rule(
    "RFC 3187 3.1: isbn = 10 or 13 digits with hyphens between, or X for the last of 10",
    &[List("-", &[Plus(&DIGIT)]), Maybe(&[Maybe(&[Text("-")]), Run(&TEN, 1, 1)])],
);
static ISBN_DIGIT: Rule =
    constraint("ISO 2108 5: isbn = 10 or 13 digits, of which the last checks the others");
static ISSN: Rule = rule(
    r#"RFC 3044 3: issn = 4DIGIT "-" 3DIGIT ( DIGIT / "X" )"#,
    &[
        Run(&DIGIT, 4, 4),
        Text("-"),
        Run(&DIGIT, 3, 3),
        Any(&[&[Run(&DIGIT, 1, 1)], &[Run(&TEN, 1, 1)]]),
    ],
);
static ISSN_DIGIT: Rule =
    constraint("ISO 3297 5: issn = eight digits, of which the last checks the others");
static OID: Rule = rule(
    r#"RFC 3061 3: oid = number *( "." number ), without leading zeros"#,
    &[List(".", &[Of(&ARC)])],
);
static ARC: Rule = rule(
    "RFC 3061 3: number = DIGIT / nonzero 1*DIGIT",
    &[Any(&[&[Text("0")], &[Run(&NONZERO, 1, 1), Star(&DIGIT)]])],
);
static NONZERO: ByteSet = ByteSet::range(b'1', b'9');
static IETF: Rule = rule(
    r#"RFC 2648 2, RFC 3553 3: ietf = ( "rfc" / "fyi" / "std" / "bcp" ) ":" 1*DIGIT / "id:" name / "mtg:" meeting / "params:" 1*( class ":" ) id"#,
    &[Any(&[
        &[Any(&[&[Text("rfc:")], &[Text("fyi:")], &[Text("std:")], &[Text("bcp:")]]), Plus(&DIGIT)],
        &[Any(&[&[Text("id:")], &[Text("mtg:")]]), Plus(&DRAFT)],
        &[Text("params:"), Plus(&CLASS), Text(":"), Plus(&PATH)],
    ])],
);
static DRAFT: ByteSet = ALNUM.or(ByteSet::of(b"-._"));
static CLASS: ByteSet = PATH.without(ByteSet::of(b":"));
