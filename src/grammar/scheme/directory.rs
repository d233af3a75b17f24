//! Dictionaries, services, managed devices and catalogs: dict (RFC 2229), service (RFC 2609), snmp (RFC 4088), z39.50r
//! and z39.50s (RFC 2056).

use super::*;

pub(super) const FAMILIES: &[Family] = &[
    family!(["dict"], DICT_URL, Dict),
    family!(["service"], SERVICE_URL, ServiceUrl),
    family!(["snmp"], SNMP_URI, Snmp),
    family!(["z39.50r", "z39.50s"], Z39_50URL, Z3950),
];

typed! {
    /// Definitions of a word, or words that match it.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("dict://dict.org/m:sun:wordnet:soundex:1")?;
    /// let Specific::Dict(dict) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((dict.word, dict.strategy, dict.is_match), (Some("sun"), Some("soundex"), true));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Dict<'t> {
        /// The server; the user may have a mechanism after `;`.
        pub server: Server<'t>,
        /// Whether words that match are asked for (`m:`), not definitions (`d:`).
        pub is_match: bool,
        /// The word, still encoded.
        pub word: Option<&'t str>,
        /// The database; by default `!`, the first with a result.
        pub database: Option<&'t str>,
        /// The strategy of matching; by default that of the server.
        pub strategy: Option<&'t str>,
        /// The number of the result that is asked for; by default all.
        pub number: Option<&'t str>,
    }

    /// The address of a service of a type.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("service:printer:lpr://print.example:515/draft;paper=a4")?;
    /// let Specific::ServiceUrl(service) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((service.kind, service.address), ("printer:lpr", "//print.example:515/draft"));
    /// assert_eq!(service.attributes().next(), Some(("paper", Some("a4"))));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct ServiceUrl<'t> {
        /// The type of the service: one name, or an abstract type and a scheme.
        pub kind: &'t str,
        /// The address, from its slash on.
        pub address: &'t str,
        attributes: Pairs<Option<&'t str>, ';'>,
    }

    /// Objects that an SNMP engine manages.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("snmp://example.com/bridge1;800002b804616263/1.3.6.1.2.1.2.2.1.8.*")?;
    /// let Specific::Snmp(snmp) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((snmp.context, snmp.engine), (Some("bridge1"), Some("800002b804616263")));
    /// assert_eq!((snmp.oids, snmp.suffix), (Some("1.3.6.1.2.1.2.2.1.8"), Some(".*")));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Snmp<'t> {
        /// The engine; its user is the security name.
        pub server: Server<'t>,
        /// The name of the context.
        pub context: Option<&'t str>,
        /// The identifier of the context's engine, in hexadecimal digits.
        pub engine: Option<&'t str>,
        /// An object identifier, or several in parentheses with commas between.
        pub oids: Option<&'t str>,
        /// `+` for the next object, `.*` for all below.
        pub suffix: Option<&'t str>,
    }

    /// A session with a database (z39.50s), or a record (z39.50r).
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("z39.50r://cnidr.org:2100/tmf?bkirch_rules__a1;esn=f;rs=marc")?;
    /// let Specific::Z3950(z) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((z.databases, z.document), (Some("tmf"), Some("bkirch_rules__a1")));
    /// assert_eq!((z.elements, z.syntaxes), (Some("f"), Some("marc")));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Z3950<'t> {
        /// The server.
        pub server: Server<'t>,
        /// The databases, with `+` between.
        pub databases: Option<&'t str>,
        /// The identifier of the document.
        pub document: Option<&'t str>,
        /// The set of elements.
        pub elements: Option<&'t str>,
        /// The syntaxes of records, with `+` between.
        pub syntaxes: Option<&'t str>,
    }
}

impl<'t> ServiceUrl<'t> {
    /// Names and values of the attributes.
    pub fn attributes(&self) -> impl Iterator<Item = (&'t str, Option<&'t str>)> + use<'t> {
        self.attributes.optional()
    }
}

/// A colon in a part is encoded.
static PART: ByteSet = SEGMENT.without(ByteSet::of(b":"));
static DICT_URL: Rule = rule(
    r#"RFC 2229 5: dict-url = "dict://" [ user ";" auth "@" ] host [ ":" port ] [ "/" ( "d:" word [ ":" database [ ":" n ] ] / "m:" word [ ":" database [ ":" strat [ ":" n ] ] ] ) ]"#,
    &[
        Text("//"),
        Of(&LOGIN),
        Maybe(&[Text("/"), If("m:", &[Of(&MATCH)], &[Maybe(&[Of(&DEFINITION)])])]),
    ],
);
static DEFINITION: Rule = rule(
    r#"RFC 2229 5: d = "d:" word [ ":" database [ ":" n ] ]"#,
    &[Text("d:"), WORD, Maybe(&[Text(":"), DATABASE, Maybe(NUMBER)])],
);
static MATCH: Rule = rule(
    r#"RFC 2229 5: m = "m:" word [ ":" database [ ":" strat [ ":" n ] ] ]"#,
    &[
        Capture("is_match", &[Text("m:")]),
        WORD,
        Maybe(&[Text(":"), DATABASE, Maybe(&[Text(":"), STRATEGY, Maybe(NUMBER)])]),
    ],
);
const WORD: bnf::Expr = Capture("word", &[Plus(&PART)]);
const DATABASE: bnf::Expr = Capture("database", &[Star(&PART)]);
const STRATEGY: bnf::Expr = Capture("strategy", &[Star(&PART)]);
const NUMBER: Sequence = &[Text(":"), Capture("number", &[Star(&DIGIT)])];

static SERVICE_URL: Rule = rule(
    r#"RFC 2609 2.1: service-url = "service:" service-type ":" site url-path [ ";" attr-list ]"#,
    &[
        Capture("kind", &[List(":", &[Of(&TYPE)])]),
        Text(":"),
        Capture("address", &[Of(&SITE)]),
        Maybe(&[Text(";"), Capture("attributes", &[Star(&QUERY)])]),
    ],
);
static TYPE: Rule = rule(
    r#"RFC 2609 2.1: abstract-type = type-name [ "." naming-authority ]"#,
    &[Run(&ALPHA, 1, 1), Star(&TYPE_SET)],
);
/// resname, and the dot between two.
static TYPE_SET: ByteSet = ALNUM.or(ByteSet::of(b"+-."));
static SITE: Rule = rule(
    r#"RFC 2609 2.1: site = "//" [ [ user "@" ] hostport ] / "/at/" at-addr / "/ipx/" ipx-addr"#,
    &[Any(&[&[Text("//")], &[Text("/at/")], &[Text("/ipx/")]]), Star(&SITE_SET)],
);
static SITE_SET: ByteSet = PATH.without(ByteSet::of(b";")).or(ByteSet::of(b"[]"));

static SNMP_URI: Rule = rule(
    r#"RFC 4088 3: snmp-uri = "snmp://" snmp-authority [ context [ oids ] ]"#,
    &[Text("//"), Of(&LOGIN), Maybe(&[Of(&CONTEXT), Maybe(&[Of(&OIDS)])])],
);
static CONTEXT: Rule = rule(
    r#"RFC 4088 3: context = "/" contextName [ ";" contextEngineID ]"#,
    &[
        Text("/"),
        Capture("context", &[Star(&CONTEXT_SET)]),
        Maybe(&[Text(";"), Capture("engine", &[Plus(&HEXDIG)])]),
    ],
);
static CONTEXT_SET: ByteSet = SEGMENT.without(ByteSet::of(b";"));
static OIDS: Rule = rule(
    r#"RFC 4088 3: oids = "/" ( oid / oid-group ) [ suffix ]"#,
    &[
        Text("/"),
        Capture("oids", &[If("(", &[Text("("), List(",", &[Of(&OID)]), Text(")")], &[Of(&OID)])]),
        Maybe(&[Capture("suffix", &[Any(&[&[Text("+")], &[Text(".*")]])])]),
    ],
);
static OID: Rule =
    rule(r#"RFC 4088 3: oid = 1*DIGIT *( "." 1*DIGIT )"#, &[List(".", &[Plus(&DIGIT)])]);

static Z39_50URL: Rule = rule(
    r#"RFC 2056 2: z39.50url = zscheme "://" host [ ":" port ] [ "/" database *[ "+" database ] [ "?" docid ] ] [ ";esn=" elementset ] [ ";rs=" recordsyntax *[ "+" recordsyntax ] ]"#,
    &[
        Text("//"),
        Of(&HOSTPORT),
        Maybe(&[
            Text("/"),
            Capture("databases", &[Star(&CONTEXT_SET)]),
            Maybe(&[Text("?"), Capture("document", &[Star(&DOCUMENT)])]),
        ]),
        Maybe(&[Text(";esn="), Capture("elements", &[Star(&DOCUMENT)])]),
        Maybe(&[Text(";rs="), Capture("syntaxes", &[Star(&DOCUMENT)])]),
    ],
);
static DOCUMENT: ByteSet = QUERY.without(ByteSet::of(b";"));
