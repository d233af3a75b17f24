//! prospero (RFC 4157; RFC 1738 3.11; draft-ietf-uri-url-03, "PROSPERO").

use super::server::{self, Server};
use super::{Family, Form, Seen, Specific};
use crate::byteset::ByteSet;
use crate::grammar::bnf::{Is::*, Rule, rule};
use crate::grammar::edition::{draft1994, rfc1738};
use crate::grammar::fault::Fault;

pub(super) const FAMILIES: &[Family] = &[Family::new(&["prospero"], Form::Rule(&TODAY), prospero)
    .rfc1738(&PROSPEROURL)
    .draft1994(&PROSPEROLINK)];

/// An object of a Prospero directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Prospero<'t> {
    /// The server, without a user.
    pub server: Server<'t>,
    /// The object's name on its host, which often starts with a slash of its own.
    pub name: &'t str,
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::lists::semicolons"))]
    fields: &'t str,
}

impl<'t> Prospero<'t> {
    /// Names and values of the fields after the object's name.
    pub fn fields(&self) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t> {
        self.fields.split(';').filter_map(|field| field.split_once('='))
    }

    /// The name without a version, and the version, which the draft of 1994 sets apart by `%00`.
    pub fn version(&self) -> Option<(&'t str, &'t str)> {
        self.name.split_once("%00")
    }
}

fn prospero<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    let [name, fields] = ["name", "fields"].map(|slot| seen.slot(slot).unwrap_or(""));
    Ok(Specific::Prospero(Prospero { server: Server::of(seen), name, fields }))
}

static TODAY: Rule = rule(
    r#"prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]"#,
    "RFC 4157 2",
    &[
        Text("//"),
        Of(&server::HOSTPORT),
        Text("/"),
        Keep("name", &[Star(&PPATH_SET)]),
        Keep("fields", &[Each(&[Of(&FIELD_TODAY)])]),
    ],
);
static FIELD_TODAY: Rule = rule(
    r#"fieldspec = ";" fieldname "=" fieldvalue"#,
    "RFC 4157 2",
    &[Text(";"), Star(&FIELD_SET), Text("="), Star(&FIELD_SET)],
);
static PPATH_SET: ByteSet = server::QUERY.without(ByteSet::of(b";"));
static FIELD_SET: ByteSet = PPATH_SET.without(ByteSet::of(b"=/"));

static PROSPEROURL: Rule = rule(
    r#"prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]"#,
    "RFC 1738 5",
    &[Text("prospero://"), Of(&rfc1738::HOSTPORT), Text("/"), Of(&PPATH), Each(&[Of(&FIELDSPEC)])],
);
static PPATH: Rule =
    rule(r#"ppath = psegment *[ "/" psegment ]"#, "RFC 1738 5", &[List("/", &[Of(&PSEGMENT)])]);
static PSEGMENT: Rule = rule(
    r#"psegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]"#,
    "RFC 1738 5",
    &[Star(&rfc1738::FSEGMENT_SET)],
);
static FIELDSPEC: Rule = rule(
    r#"fieldspec = ";" fieldname "=" fieldvalue"#,
    "RFC 1738 5",
    &[Text(";"), Of(&FIELDNAME), Text("="), Of(&FIELDVALUE)],
);
static FIELDNAME: Rule = rule(
    r#"fieldname = *[ uchar | "?" | ":" | "@" | "&" ]"#,
    "RFC 1738 5",
    &[Star(&FIELD_SET_1738)],
);
static FIELDVALUE: Rule = rule(
    r#"fieldvalue = *[ uchar | "?" | ":" | "@" | "&" ]"#,
    "RFC 1738 5",
    &[Star(&FIELD_SET_1738)],
);
static FIELD_SET_1738: ByteSet = rfc1738::FSEGMENT_SET.without(ByteSet::of(b"="));

static PROSPEROLINK: Rule = rule(
    "prosperolink = p r o s p e r o : / / hostport / hsoname [ % 0 0 version [ attributes ] ]",
    draft1994::SOURCE,
    &[
        Text("prospero://"),
        Of(&draft1994::HOSTPORT),
        Text("/"),
        Until("%00", &[Of(&HSONAME)]),
        Maybe(&[Text("%00"), Of(&VERSION), Maybe(&[Of(&ATTRIBUTES)])]),
    ],
);
static HSONAME: Rule = rule("hsoname = path", draft1994::SOURCE, &[Of(&draft1994::PATH)]);
static VERSION: Rule = rule("version = digits", draft1994::SOURCE, &[Of(&draft1994::DIGITS)]);
static ATTRIBUTES: Rule =
    rule("attributes = attribute [ attributes ]", draft1994::SOURCE, &[Of(&draft1994::ALPHANUMS)]);
