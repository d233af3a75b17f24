//! wais (RFC 4156; RFC 1738 3.9; draft-ietf-uri-url-03, "WAIS").

use super::*;

pub(super) const FAMILIES: &[Family] =
    &[family!(["wais"], TODAY, Wais).rfc1738(&WAISURL).draft1994(&WAISADDRESS)];

typed! {
    /// A database of a Wide Area Information Server, a search in it, or a document of it.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("wais://wais.example:210/papers?uniform+resource")?;
    /// let Specific::Wais(wais) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((wais.server.host, wais.database), ("wais.example", "papers"));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Wais<'t> {
        /// The server, without a user.
        pub server: Server<'t>,
        /// The database.
        pub database: &'t str,
        /// What is requested of it.
        pub wanted: Wanted<'t>,
    }
}

/// What is asked of a WAIS database.
///
/// ```
/// use urisift::{Uri, scheme::{Specific, Wanted}};
/// let uri = Uri::parse("wais://wais.example/papers?uniform+resource")?;
/// let Specific::Wais(wais) = uri.scheme_specific()? else { unreachable!() };
/// assert_eq!(wais.wanted, Wanted::Index("uniform+resource"));
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(any(test, feature = "serde"), derive(serde::Serialize))]
#[cfg_attr(any(test, feature = "serde"), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Wanted<'t> {
    /// Nothing yet.
    Database,
    /// A search.
    Index(&'t str),
    /// A document, by its type and the identifier that the server gave it.
    Document {
        /// wtype.
        kind: &'t str,
        /// wpath.
        path: &'t str,
    },
}

impl<'t> Field<'t> for Wanted<'t> {
    fn of(uri: &Parsed<'t>, _: &str) -> Self {
        match (uri.capture("search"), uri.capture("type"), uri.capture("path")) {
            (Some(search), ..) => Wanted::Index(search),
            (None, Some(kind), Some(path)) => Wanted::Document { kind, path },
            _ => Wanted::Database,
        }
    }
}

static TODAY: Rule = rule(
    "RFC 4156 2: waisurl = waisdatabase | waisindex | waisdoc",
    &[
        Text("//"),
        Of(&HOSTPORT),
        Text("/"),
        Capture("database", &[Star(&SEGMENT)]),
        Any(&[
            &[
                Text("/"),
                Capture("type", &[Star(&SEGMENT)]),
                Text("/"),
                Capture("path", &[Star(&SEGMENT)]),
            ],
            &[Maybe(&[Text("?"), Capture("search", &[Star(&QUERY)])])],
        ]),
    ],
);

static WAISURL: Rule = rfc1738::rule(
    "waisurl = waisdatabase | waisindex | waisdoc",
    &[
        Text("wais://"),
        Of(&rfc1738::HOSTPORT),
        Text("/"),
        Of(&DATABASE_1738),
        Any(&[
            &[Text("/"), Of(&WTYPE), Text("/"), Of(&WPATH)],
            &[Maybe(&[Text("?"), Of(&SEARCH_1738)])],
        ]),
    ],
);
static DATABASE_1738: Rule = rfc1738::rule("database = *uchar", &[Star(&rfc1738::UCHAR)]);
static WTYPE: Rule = rfc1738::rule("wtype = *uchar", &[Star(&rfc1738::UCHAR)]);
static WPATH: Rule = rfc1738::rule("wpath = *uchar", &[Star(&rfc1738::UCHAR)]);
static SEARCH_1738: Rule = rfc1738::rule(
    r#"search = *[ uchar | ";" | ":" | "@" | "&" | "=" ]"#,
    &[Star(&rfc1738::SEARCH_SET)],
);

static WAISADDRESS: Rule = draft1994::rule(
    "waisaddress = waisindex | waisdoc",
    &[
        Text("wais://"),
        Of(&draft1994::HOSTPORT),
        Text("/"),
        Of(&DATABASE_1994),
        Any(&[
            &[Text("/"), Of(&WTYPE_1994), Text("/"), Of(&WPATH_1994)],
            &[Maybe(&[Text("?"), Of(&draft1994::SEARCH)])],
        ]),
    ],
);
static DATABASE_1994: Rule = draft1994::rule("database = xalphas", &[Of(&draft1994::XALPHAS)]);
static WTYPE_1994: Rule = draft1994::rule("wtype = xalphas", &[Of(&draft1994::XALPHAS)]);
/// Fields: a number, and what the field of that number holds.
static WPATH_1994: Rule = draft1994::rule(
    "wpath = digits = path ; [ wpath ]",
    &[Of(&draft1994::DIGITS), Text("="), Of(&draft1994::PATH), Text(";"), Each(FIELD_1994)],
);
const FIELD_1994: Sequence = &[Of(&draft1994::DIGITS), Text("="), Of(&draft1994::PATH), Text(";")];
