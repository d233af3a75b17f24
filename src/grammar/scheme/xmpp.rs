//! xmpp (RFC 5122).

use super::server::{self, AUTHORITY_END, PATH};
use super::{Family, Form, Seen, Specific};
use crate::byteset::{ByteSet, SUB_DELIMS, UNRESERVED};
use crate::grammar::bnf::{
    Is::{All, Each, If, Keep, Maybe, Of, Run, Text, When},
    MANY, NOTHING, Rule, Slot, rule,
};
use crate::grammar::fault::Fault;

pub(super) const FAMILIES: &[Family] = &[Family::new(&["xmpp"], Form::Rule(&XMPPIRI), xmpp)];

const ACCOUNT: Slot = 0;
const NODE: Slot = 1;
const HOST: Slot = 2;
const RESOURCE: Slot = 3;
const TYPE: Slot = 4;
const PAIRS: Slot = 5;

/// An XMPP entity, and what to do with it. All of it is still encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Xmpp<'t> {
    /// The account to log in with: `node@host` after `//`.
    pub account: Option<&'t str>,
    /// The node that it is about.
    pub node: Option<&'t str>,
    /// Its host; empty if only an account is named.
    pub host: &'t str,
    /// The resource after the slash.
    pub resource: Option<&'t str>,
    /// What to do: the query's type.
    pub action: Option<&'t str>,
    #[cfg_attr(feature = "serde", serde(serialize_with = "super::lists::semicolons"))]
    pairs: &'t str,
}

impl<'t> Xmpp<'t> {
    /// Keys and values of the query, still encoded.
    pub fn pairs(&self) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t> {
        super::parameters(self.pairs).filter_map(|(key, value)| Some((key, value?)))
    }
}

fn xmpp<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    Ok(Specific::Xmpp(Xmpp {
        account: seen.slot(ACCOUNT),
        node: seen.slot(NODE),
        host: seen.slot(HOST).unwrap_or(""),
        resource: seen.slot(RESOURCE),
        action: seen.slot(TYPE),
        pairs: seen.slot(PAIRS).unwrap_or(""),
    }))
}

static XMPPIRI: Rule = rule(
    "xmppuri",
    r#""xmpp" ":" hierxmpp [ "?" querycomp ]"#,
    "RFC 5122 2.2",
    All(&[
        If(
            "//",
            &All(&[
                Text("//"),
                Keep(ACCOUNT, &Of(&AUTHXMPP)),
                Maybe(&All(&[Text("/"), Of(&PATHXMPP)])),
            ]),
            &Of(&PATHXMPP),
        ),
        Maybe(&All(&[Text("?"), Of(&QUERYCOMP)])),
    ]),
);
static AUTHXMPP: Rule = rule(
    "authxmpp",
    r#"nodeid "@" host"#,
    "RFC 5122 2.2",
    All(&[Run(&NODE_SET, 1, MANY), Text("@"), Of(&server::HOST)]),
);
static PATHXMPP: Rule = rule(
    "pathxmpp",
    r#"[ nodeid "@" ] host [ "/" resid ]"#,
    "RFC 5122 2.2",
    All(&[
        When(
            b'@',
            &AUTHORITY_END,
            &All(&[Keep(NODE, &Run(&NODE_SET, 1, MANY)), Text("@")]),
            NOTHING,
        ),
        Keep(HOST, &Run(&NODE_SET, 1, MANY)),
        Maybe(&All(&[Text("/"), Keep(RESOURCE, &Run(&PATH, 1, MANY))])),
    ]),
);
static QUERYCOMP: Rule = rule(
    "querycomp",
    r#"querytype [ *pair ], with pair = ";" key "=" value"#,
    "RFC 5122 2.2",
    All(&[Keep(TYPE, &Run(&QUERY_SET, 0, MANY)), Keep(PAIRS, &Each(&Of(&PAIR)))]),
);
static PAIR: Rule = rule(
    "pair",
    r#"";" key "=" value"#,
    "RFC 5122 2.2",
    All(&[Text(";"), Run(&QUERY_SET, 0, MANY), Text("="), Run(&QUERY_SET, 0, MANY)]),
);
static QUERY_SET: ByteSet = UNRESERVED.or(MORE);
const MORE: ByteSet = ByteSet::range(0x80, 0xff).or(ByteSet::of(b"%"));
static NODE_SET: ByteSet = UNRESERVED.or(SUB_DELIMS).or(MORE);
