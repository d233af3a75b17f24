//! Schemes whose URIs are a host and whatever the generic syntax allows after it: http and https
//! (RFC 9110 4.2), ws and wss (RFC 6455 3), dav (RFC 4918), rtsp (RFC 7826 4.2), mms (streams of
//! media).

use super::server::{self, Server};
use super::{Family, Form, Seen, Specific};
use crate::grammar::bnf::{Is::*, Rule, law, rule};
use crate::grammar::edition::{draft1994, rfc1738};
use crate::grammar::fault::Fault;

pub(super) const FAMILIES: &[Family] = &[
    Family::new(&["http"], Form::Host, web).rfc1738(&HTTPURL).draft1994(&HTTPADDRESS),
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
    r#"DAV = "DAV:" [ "//" authority ] path [ "?" query ]"#,
    "RFC 4918 14",
    &[If("//", &[Text("//"), Of(&server::LOGIN)], &[]), Star(&server::REST)],
);

pub(super) static WS_URI: Rule =
    law(r#"ws-URI = "ws:" "//" host [ ":" port ] path [ "?" query ]"#, "RFC 6455 3");

static HTTPURL: Rule = rule(
    r#"httpurl = "http://" hostport [ "/" hpath [ "?" search ]]"#,
    "RFC 1738 5",
    &[
        Text("http://"),
        Of(&rfc1738::HOSTPORT),
        Maybe(&[Text("/"), Of(&HPATH), Maybe(&[Text("?"), Of(&SEARCH)])]),
    ],
);
static HPATH: Rule =
    rule(r#"hpath = hsegment *[ "/" hsegment ]"#, "RFC 1738 5", &[List("/", &[Of(&HSEGMENT)])]);
static HSEGMENT: Rule = rule(
    r#"hsegment = *[ uchar | ";" | ":" | "@" | "&" | "=" ]"#,
    "RFC 1738 5",
    &[Star(&rfc1738::SEARCH_SET)],
);
static SEARCH: Rule = rule(
    r#"search = *[ uchar | ";" | ":" | "@" | "&" | "=" ]"#,
    "RFC 1738 5",
    &[Star(&rfc1738::SEARCH_SET)],
);

static HTTPADDRESS: Rule = rule(
    "httpaddress = h t t p : / / hostport [ / path ] [ ? search ]",
    draft1994::SOURCE,
    &[
        Text("http://"),
        Of(&draft1994::HOSTPORT),
        Maybe(&[Text("/"), Of(&draft1994::PATH)]),
        Maybe(&[Text("?"), Of(&draft1994::SEARCH)]),
    ],
);
