//! xmpp (RFC 5122).

use super::server::{self, AUTHORITY_END, PATH};
use super::{Family, Form, Seen, Specific};
use crate::byteset::{ByteSet, SUB_DELIMS, UNRESERVED};
use crate::grammar::bnf::{Is::*, Rule, rule};
use crate::grammar::fault::Fault;

pub(super) const FAMILIES: &[Family] = &[Family::new(&["xmpp"], Form::Rule(&XMPPIRI), xmpp)];

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
        account: seen.slot("account"),
        node: seen.slot("node"),
        host: seen.slot("host").unwrap_or(""),
        resource: seen.slot("resource"),
        action: seen.slot("type"),
        pairs: seen.slot("pairs").unwrap_or(""),
    }))
}

static XMPPIRI: Rule = rule(
    r#"xmppuri = "xmpp" ":" hierxmpp [ "?" querycomp ]"#,
    "RFC 5122 2.2",
    &[
        If(
            "//",
            &[Text("//"), Keep("account", &[Of(&AUTHXMPP)]), Maybe(&[Text("/"), Of(&PATHXMPP)])],
            &[Of(&PATHXMPP)],
        ),
        Maybe(&[Text("?"), Of(&QUERYCOMP)]),
    ],
);
static AUTHXMPP: Rule = rule(
    r#"authxmpp = nodeid "@" host"#,
    "RFC 5122 2.2",
    &[Plus(&NODE_SET), Text("@"), Of(&server::HOST)],
);
static PATHXMPP: Rule = rule(
    r#"pathxmpp = [ nodeid "@" ] host [ "/" resid ]"#,
    "RFC 5122 2.2",
    &[
        When(b'@', &AUTHORITY_END, &[Keep("node", &[Plus(&NODE_SET)]), Text("@")], &[]),
        Keep("host", &[Plus(&NODE_SET)]),
        Maybe(&[Text("/"), Keep("resource", &[Plus(&PATH)])]),
    ],
);
static QUERYCOMP: Rule = rule(
    r#"querycomp = querytype [ *pair ], with pair = ";" key "=" value"#,
    "RFC 5122 2.2",
    &[Keep("type", &[Star(&QUERY_SET)]), Keep("pairs", &[Each(&[Of(&PAIR)])])],
);
static PAIR: Rule = rule(
    r#"pair = ";" key "=" value"#,
    "RFC 5122 2.2",
    &[Text(";"), Star(&QUERY_SET), Text("="), Star(&QUERY_SET)],
);
static QUERY_SET: ByteSet = UNRESERVED.or(MORE);
const MORE: ByteSet = ByteSet::range(0x80, 0xff).or(ByteSet::of(b"%"));
static NODE_SET: ByteSet = UNRESERVED.or(SUB_DELIMS).or(MORE);
