//! prospero (RFC 4157; RFC 1738 3.11; draft-ietf-uri-url-03, "PROSPERO").

use super::server::{self, Server};
use super::{Family, Form, Seen, Specific};
use crate::byteset::ByteSet;
use crate::grammar::bnf::{
    Is::{All, Each, Keep, Maybe, Of, Run, Text, Until},
    MANY, Rule, Slot, rule,
};
use crate::grammar::edition::{draft1994, rfc1738};
use crate::grammar::fault::Fault;

pub(super) const FAMILIES: &[Family] = &[Family {
    rfc1738: Some(&PROSPEROURL),
    draft1994: Some(&PROSPEROLINK),
    ..Family::new(&["prospero"], Form::Rule(&TODAY), prospero)
}];

const NAME: Slot = 0;
const FIELDS: Slot = 1;

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
    let [name, fields] = [NAME, FIELDS].map(|slot| seen.slot(slot).unwrap_or(""));
    Ok(Specific::Prospero(Prospero { server: Server::of(seen), name, fields }))
}

static TODAY: Rule = rule(
    "prosperourl",
    r#""prospero://" hostport "/" ppath *[ fieldspec ]"#,
    "RFC 4157 2",
    All(&[
        Text("//"),
        Of(&server::HOSTPORT),
        Text("/"),
        Keep(NAME, &Run(&PPATH_SET, 0, MANY)),
        Keep(FIELDS, &Each(&Of(&FIELD_TODAY))),
    ]),
);
static FIELD_TODAY: Rule = rule(
    "fieldspec",
    r#"";" fieldname "=" fieldvalue"#,
    "RFC 4157 2",
    All(&[Text(";"), Run(&FIELD_SET, 0, MANY), Text("="), Run(&FIELD_SET, 0, MANY)]),
);
static PPATH_SET: ByteSet = server::QUERY.without(ByteSet::of(b";"));
static FIELD_SET: ByteSet = PPATH_SET.without(ByteSet::of(b"=/"));

static PROSPEROURL: Rule = rule(
    "prosperourl",
    r#""prospero://" hostport "/" ppath *[ fieldspec ]"#,
    "RFC 1738 5",
    All(&[
        Text("prospero://"),
        Of(&rfc1738::HOSTPORT),
        Text("/"),
        Of(&PPATH),
        Each(&Of(&FIELDSPEC)),
    ]),
);
static PPATH: Rule = rule(
    "ppath",
    r#"psegment *[ "/" psegment ]"#,
    "RFC 1738 5",
    All(&[Of(&PSEGMENT), Each(&All(&[Text("/"), Of(&PSEGMENT)]))]),
);
static PSEGMENT: Rule = rule(
    "psegment",
    r#"*[ uchar | "?" | ":" | "@" | "&" | "=" ]"#,
    "RFC 1738 5",
    Run(&rfc1738::FSEGMENT_SET, 0, MANY),
);
static FIELDSPEC: Rule = rule(
    "fieldspec",
    r#"";" fieldname "=" fieldvalue"#,
    "RFC 1738 5",
    All(&[Text(";"), Of(&FIELDNAME), Text("="), Of(&FIELDVALUE)]),
);
static FIELDNAME: Rule = rule(
    "fieldname",
    r#"*[ uchar | "?" | ":" | "@" | "&" ]"#,
    "RFC 1738 5",
    Run(&FIELD_SET_1738, 0, MANY),
);
static FIELDVALUE: Rule = rule(
    "fieldvalue",
    r#"*[ uchar | "?" | ":" | "@" | "&" ]"#,
    "RFC 1738 5",
    Run(&FIELD_SET_1738, 0, MANY),
);
static FIELD_SET_1738: ByteSet = rfc1738::FSEGMENT_SET.without(ByteSet::of(b"="));

static PROSPEROLINK: Rule = rule(
    "prosperolink",
    "p r o s p e r o : / / hostport / hsoname [ % 0 0 version [ attributes ] ]",
    "draft-ietf-uri-url-03, BNF",
    All(&[
        Text("prospero://"),
        Of(&draft1994::HOSTPORT),
        Text("/"),
        Until("%00", &Of(&HSONAME)),
        Maybe(&All(&[Text("%00"), Of(&VERSION), Maybe(&Of(&ATTRIBUTES))])),
    ]),
);
static HSONAME: Rule = rule("hsoname", "path", "draft-ietf-uri-url-03, BNF", Of(&draft1994::PATH));
static VERSION: Rule =
    rule("version", "digits", "draft-ietf-uri-url-03, BNF", Of(&draft1994::DIGITS));
static ATTRIBUTES: Rule = rule(
    "attributes",
    "attribute [ attributes ]",
    "draft-ietf-uri-url-03, BNF",
    Of(&draft1994::ALPHANUMS),
);
