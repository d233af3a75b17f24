//! Schemes whose URIs are a host and whatever the generic syntax allows after it: http and https
//! (RFC 9110 4.2), ws and wss (RFC 6455 3), dav (RFC 4918), rtsp (RFC 7826 4.2), coap (RFC 7252 6), mqtt and mms (streams
//! of media), which no document defines.

use super::*;

pub(super) const FAMILIES: &[Family] = &[
    Family::new(&["http"], Syntax::Host, web).rfc1738(&HTTPURL).draft1994(&HTTPADDRESS),
    Family::new(&["https", "rtsp", "rtsps", "rtspu", "mms", "mqtt", "mqtts"], Syntax::Host, web),
    Family::new(&["dav", "davs"], Syntax::Rule(&DAV), web),
    Family::new(&["ws", "wss"], Syntax::Socket(&WS_URI), web),
    Family::new(&COAP, Syntax::Socket(&COAP_URI), web),
];

/// A resource of a server: `http`, `ws`, `rtsp` and the like.
///
/// ```
/// use urisift::{Uri, scheme::Specific};
/// let uri = Uri::parse("rtsp://media.example.com:554/twister/audiotrack?a=b")?;
/// let Specific::Web(web) = uri.scheme_specific()? else { unreachable!() };
/// assert_eq!((web.server.host, web.server.port), ("media.example.com", Some("554")));
/// assert_eq!((web.path, web.query), ("/twister/audiotrack", Some("a=b")));
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(any(test, feature = "serde"), derive(serde::Serialize))]
#[non_exhaustive]
pub struct Web<'t> {
    /// The server; its host is empty only in `DAV:`.
    pub server: Server<'t>,
    /// The path: empty, or from its first slash on.
    pub path: &'t str,
    /// The part after `?`.
    pub query: Option<&'t str>,
}

fn web<'t>(uri: &Parsed<'t>) -> Result<Specific<'t>, ParseError> {
    let query = uri.parts.query().map(|range| &uri.text[range]);
    let path = &uri.text[uri.parts.path()];
    Ok(Specific::Web(Web { server: Server::of(uri), path, query }))
}

/// `DAV:` alone, or with a name after it, is a namespace.
static DAV: Rule = rule(
    r#"RFC 4918 14: DAV = "DAV:" [ "//" authority ] path [ "?" query ]"#,
    &[If("//", &[Text("//"), Of(&LOGIN)], &[]), Star(&REST)],
);

/// Over UDP, TCP and WebSockets (RFC 8323 8).
const COAP: [&str; 6] = ["coap", "coaps", "coap+tcp", "coaps+tcp", "coap+ws", "coaps+ws"];
static COAP_URI: Rule = constraint(
    r#"RFC 7252 6.1: coap-URI = "coap:" "//" host [ ":" port ] path-abempty [ "?" query ]"#,
);
static WS_URI: Rule =
    constraint(r#"RFC 6455 3: ws-URI = "ws:" "//" host [ ":" port ] path [ "?" query ]"#);

static HTTPURL: Rule = rfc1738::rule(
    r#"httpurl = "http://" hostport [ "/" hpath [ "?" search ]]"#,
    &[
        Text("http://"),
        Of(&rfc1738::HOSTPORT),
        Maybe(&[Text("/"), Of(&HPATH), Maybe(&[Text("?"), Of(&SEARCH)])]),
    ],
);
static HPATH: Rule =
    rfc1738::rule(r#"hpath = hsegment *[ "/" hsegment ]"#, &[List("/", &[Of(&HSEGMENT)])]);
static HSEGMENT: Rule = rfc1738::rule(
    r#"hsegment = *[ uchar | ";" | ":" | "@" | "&" | "=" ]"#,
    &[Star(&rfc1738::SEARCH_SET)],
);
static SEARCH: Rule = rfc1738::rule(
    r#"search = *[ uchar | ";" | ":" | "@" | "&" | "=" ]"#,
    &[Star(&rfc1738::SEARCH_SET)],
);

static HTTPADDRESS: Rule = draft1994::rule(
    "httpaddress = h t t p : / / hostport [ / path ] [ ? search ]",
    &[
        Text("http://"),
        Of(&draft1994::HOSTPORT),
        Maybe(&[Text("/"), Of(&draft1994::PATH)]),
        Maybe(&[Text("?"), Of(&draft1994::SEARCH)]),
    ],
);
