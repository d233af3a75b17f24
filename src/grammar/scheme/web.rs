//! Schemes whose URIs are a host and whatever the generic syntax allows after it: http and https
//! (RFC 9110 4.2), ws and wss (RFC 6455 3), dav (RFC 4918), rtsp (RFC 7826 4.2), mms (streams of
//! media).

use super::server::{self, Server};
use super::{Family, Form, Seen, Specific};
use crate::grammar::bnf::{
    Is::{All, Each, If, Maybe, Of, Run, Text},
    MANY, NOTHING, Rule, law, rule,
};
use crate::grammar::edition::{draft1994, rfc1738};
use crate::grammar::fault::Fault;

pub(super) const FAMILIES: &[Family] = &[
    Family {
        rfc1738: Some(&HTTPURL),
        draft1994: Some(&HTTPADDRESS),
        ..Family::new(&["http"], Form::Host, web)
    },
    Family::new(&["https", "rtsp", "rtsps", "rtspu", "mms"], Form::Host, web),
    Family::new(&["dav", "davs"], Form::Rule(&DAV), web),
    Family::new(&["ws", "wss"], Form::Socket, web),
];

/// A resource of a server: `http`, `ws`, `rtsp` and the like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Web<'t> {
    /// The server; its host is empty only in `DAV:`.
    pub server: Server<'t>,
    /// The path: empty, or from its first slash on.
    pub path: &'t str,
    /// The part after `?`.
    pub query: Option<&'t str>,
}

fn web<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    let query = seen.parts.query().map(|range| &seen.text[range]);
    let path = &seen.text[seen.parts.path()];
    Ok(Specific::Web(Web { server: Server::of(seen), path, query }))
}

/// `DAV:` alone, or with a name after it, is a namespace.
static DAV: Rule = rule(
    "DAV",
    r#""DAV:" [ "//" authority ] path [ "?" query ]"#,
    "RFC 4918 14",
    All(&[If("//", &All(&[Text("//"), Of(&server::LOGIN)]), NOTHING), Run(&server::REST, 0, MANY)]),
);

pub(super) static WS_URI: Rule =
    law("ws-URI", r#""ws:" "//" host [ ":" port ] path [ "?" query ]"#, "RFC 6455 3");

static HTTPURL: Rule = rule(
    "httpurl",
    r#""http://" hostport [ "/" hpath [ "?" search ]]"#,
    "RFC 1738 5",
    All(&[
        Text("http://"),
        Of(&rfc1738::HOSTPORT),
        Maybe(&All(&[Text("/"), Of(&HPATH), Maybe(&All(&[Text("?"), Of(&SEARCH)]))])),
    ]),
);
static HPATH: Rule = rule(
    "hpath",
    r#"hsegment *[ "/" hsegment ]"#,
    "RFC 1738 5",
    All(&[Of(&HSEGMENT), Each(&All(&[Text("/"), Of(&HSEGMENT)]))]),
);
static HSEGMENT: Rule = rule(
    "hsegment",
    r#"*[ uchar | ";" | ":" | "@" | "&" | "=" ]"#,
    "RFC 1738 5",
    Run(&rfc1738::SEARCH_SET, 0, MANY),
);
static SEARCH: Rule = rule(
    "search",
    r#"*[ uchar | ";" | ":" | "@" | "&" | "=" ]"#,
    "RFC 1738 5",
    Run(&rfc1738::SEARCH_SET, 0, MANY),
);

static HTTPADDRESS: Rule = rule(
    "httpaddress",
    "h t t p : / / hostport [ / path ] [ ? search ]",
    "draft-ietf-uri-url-03, BNF",
    All(&[
        Text("http://"),
        Of(&draft1994::HOSTPORT),
        Maybe(&All(&[Text("/"), Of(&draft1994::PATH)])),
        Maybe(&All(&[Text("?"), Of(&draft1994::SEARCH)])),
    ]),
);
