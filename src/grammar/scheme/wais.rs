//! wais (RFC 4156; RFC 1738 3.9; draft-ietf-uri-url-03, "WAIS").

use super::server::{self, SEGMENT, Server};
use super::{Family, Form, Seen, Specific};
use crate::grammar::bnf::{Is::*, Rule, Sequence, rule};
use crate::grammar::edition::{draft1994, rfc1738};
use crate::grammar::fault::Fault;

pub(super) const FAMILIES: &[Family] =
    &[Family::new(&["wais"], Form::Rule(&TODAY), wais).rfc1738(&WAISURL).draft1994(&WAISADDRESS)];

/// A database of a Wide Area Information Server, a search in it, or a document of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Wais<'t> {
    /// The server, without a user.
    pub server: Server<'t>,
    /// The database.
    pub database: &'t str,
    /// What is requested of it.
    pub wanted: Wanted<'t>,
}

/// What is asked of a WAIS database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
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

fn wais<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    let wanted = match (seen.slot("search"), seen.slot("type"), seen.slot("path")) {
        (Some(search), ..) => Wanted::Index(search),
        (None, Some(kind), Some(path)) => Wanted::Document { kind, path },
        _ => Wanted::Database,
    };
    let database = seen.slot("database").unwrap_or("");
    Ok(Specific::Wais(Wais { server: Server::of(seen), database, wanted }))
}

static TODAY: Rule = rule(
    "waisurl = waisdatabase | waisindex | waisdoc",
    "RFC 4156 2",
    &[
        Text("//"),
        Of(&server::HOSTPORT),
        Text("/"),
        Keep("database", &[Star(&SEGMENT)]),
        Any(&[
            &[
                Text("/"),
                Keep("type", &[Star(&SEGMENT)]),
                Text("/"),
                Keep("path", &[Star(&SEGMENT)]),
            ],
            &[Maybe(&[Text("?"), Keep("search", &[Star(&server::QUERY)])])],
        ]),
    ],
);

static WAISURL: Rule = rule(
    "waisurl = waisdatabase | waisindex | waisdoc",
    "RFC 1738 5",
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
static DATABASE_1738: Rule = rule("database = *uchar", "RFC 1738 5", &[Star(&rfc1738::UCHAR)]);
static WTYPE: Rule = rule("wtype = *uchar", "RFC 1738 5", &[Star(&rfc1738::UCHAR)]);
static WPATH: Rule = rule("wpath = *uchar", "RFC 1738 5", &[Star(&rfc1738::UCHAR)]);
static SEARCH_1738: Rule = rule(
    r#"search = *[ uchar | ";" | ":" | "@" | "&" | "=" ]"#,
    "RFC 1738 5",
    &[Star(&rfc1738::SEARCH_SET)],
);

static WAISADDRESS: Rule = rule(
    "waisaddress = waisindex | waisdoc",
    draft1994::SOURCE,
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
static DATABASE_1994: Rule =
    rule("database = xalphas", draft1994::SOURCE, &[Of(&draft1994::XALPHAS)]);
static WTYPE_1994: Rule = rule("wtype = xalphas", draft1994::SOURCE, &[Of(&draft1994::XALPHAS)]);
/// Fields: a number, and what the field of that number holds.
static WPATH_1994: Rule = rule(
    "wpath = digits = path ; [ wpath ]",
    draft1994::SOURCE,
    &[Of(&draft1994::DIGITS), Text("="), Of(&draft1994::PATH), Text(";"), Each(FIELD_1994)],
);
const FIELD_1994: Sequence = &[Of(&draft1994::DIGITS), Text("="), Of(&draft1994::PATH), Text(";")];
