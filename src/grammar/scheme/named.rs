//! Names of things: doi, magnet, tag (RFC 4151), info (RFC 4452).

use super::mailto::Address;
use super::*;
use crate::grammar::host;

pub(super) const FAMILIES: &[Family] = &[
    family!(["doi"], DOI, Doi),
    family!(["magnet"], MAGNET, Magnet),
    family!(["tag"], TAG_URI, Tag),
    family!(["info"], INFO_URI, Info),
];

typed! {
    /// A digital object (ISO 26324).
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let Specific::Doi(doi) = Uri::parse("doi:10.1000/182")?.scheme_specific()? else { unreachable!() };
    /// assert_eq!((doi.prefix, doi.suffix), ("10.1000", "182"));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Doi<'t> {
        /// `10.` and the registrant.
        pub prefix: &'t str,
        /// The object, as its registrant calls it; still encoded.
        pub suffix: &'t str,
    }
}

static DOI: Rule = rule(
    r#"ISO 26324 4: DOI-name = prefix "/" suffix"#,
    &[Capture("prefix", &[Of(&PREFIX)]), Text("/"), Capture("suffix", &[Plus(&QUERY)])],
);
static PREFIX: Rule = rule(
    r#"ISO 26324 4: prefix = "10" 1*( "." 1*DIGIT )"#,
    &[Text("10."), List(".", &[Plus(&DIGIT)])],
);

typed! {
    /// A file, identified by its content; the scheme has no standard.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("magnet:?xt=urn:sha1:YNCKHTQCWBTRNJIV4WNAE52SJUQCZO5C&dn=a.txt")?;
    /// let Specific::Magnet(magnet) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!(magnet.topics().next(), Some("urn:sha1:YNCKHTQCWBTRNJIV4WNAE52SJUQCZO5C"));
    /// assert_eq!(magnet.parameters().nth(1), Some(("dn", "a.txt")));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Magnet<'t> {
        parameters: Pairs<&'t str, '&'>,
    }
}

impl<'t> Magnet<'t> {
    /// Names and values of the parameters, still encoded.
    pub fn parameters(&self) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t> {
        self.parameters.iter()
    }

    /// The exact topics, `xt` and `xt.1` and so on: URNs of the content.
    pub fn topics(&self) -> impl Iterator<Item = &'t str> + use<'t> {
        let is_topic = |name: &str| name == "xt" || name.starts_with("xt.");
        self.parameters().filter(move |(name, _)| is_topic(name)).map(|(_, topic)| topic)
    }
}

static MAGNET: Rule = rule(
    r#"magnet-uri v0.1: magnet = "?" parameter *( "&" parameter )"#,
    &[
        Text("?"),
        Capture("parameters", &[Of(&PARAMETER), Each(&[Text("&"), Maybe(&[Of(&PARAMETER)])])]),
    ],
);
static PARAMETER: Rule =
    rule(r#"magnet-uri v0.1: parameter = name "=" value"#, &[Plus(&NAME), Text("="), Star(&VALUE)]);
static NAME: ByteSet = ALNUM.or(ByteSet::of(b"._-"));
static VALUE: ByteSet = QUERY.without(ByteSet::of(b"&"));

typed! {
    /// A name made by the owner of a domain, or an address, on a day.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("tag:blogger.com,1999:blog-555")?;
    /// let Specific::Tag(tag) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((tag.authority, tag.date, tag.specific), ("blogger.com", "1999", "blog-555"));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Tag<'t> {
        /// The domain or the email address.
        pub authority: &'t str,
        /// The day: `2001`, `2001-02` or `2001-02-03`.
        pub date: &'t str,
        /// The name.
        pub specific: &'t str,
    }
}

impl<'t> Tag<'t> {
    /// The authority as an address, if it is one.
    pub fn address(&self) -> Option<Address<'t>> {
        self.authority.contains('@').then(|| Address::of(self.authority))
    }
}

static TAG_URI: Rule = rule(
    r##"RFC 4151 2.1: tagURI = "tag:" authorityName "," date ":" specific"##,
    &[
        Capture("authority", &[Of(&AUTHORITY_NAME)]),
        Text(","),
        Capture("date", &[Of(&DATE)]),
        Text(":"),
        Capture("specific", &[Star(&REST)]),
    ],
);
static AUTHORITY_NAME: Rule = rule(
    "RFC 4151 2.1: authorityName = DNSname / emailAddress",
    &[When(b'@', &COMMA, &[Plus(&LOCAL), Text("@")], &[]), Code(|text, _| host::labels(text))],
);
static COMMA: ByteSet = ByteSet::of(b",");
static LOCAL: ByteSet = ALNUM.or(ByteSet::of(b"-._"));
static DATE: Rule = rule(
    r#"RFC 4151 2.1: date = 4DIGIT [ "-" 2DIGIT [ "-" 2DIGIT ] ]"#,
    &[
        Run(&DIGIT, 4, 4),
        Maybe(&[Text("-"), Run(&DIGIT, 2, 2), Maybe(&[Text("-"), Run(&DIGIT, 2, 2)])]),
    ],
);

typed! {
    /// An identifier of a public namespace.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let Specific::Info(info) = Uri::parse("info:lccn/2002022641")?.scheme_specific()? else { unreachable!() };
    /// assert_eq!((info.namespace, info.identifier), ("lccn", "2002022641"));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Info<'t> {
        /// The namespace.
        pub namespace: &'t str,
        /// The identifier.
        pub identifier: &'t str,
    }
}

static INFO_URI: Rule = rule(
    r#"RFC 4452 4.2: info-URI = "info:" namespace "/" identifier"#,
    &[Capture("namespace", &[Of(&NAMESPACE)]), Text("/"), Capture("identifier", &[Star(&PATH)])],
);
static NAMESPACE: Rule = rule(
    r#"RFC 4452 4.2: namespace = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )"#,
    &[Run(&ALPHA, 1, 1), Star(&crate::byteset::SCHEME)],
);
