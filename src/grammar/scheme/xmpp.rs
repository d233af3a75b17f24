//! xmpp (RFC 5122).

use super::*;

pub(super) const FAMILIES: &[Family] = &[family!(["xmpp"], XMPPIRI, Xmpp)];

typed! {
    /// An XMPP entity, and what to do with it. All of it is still encoded.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("xmpp:node@example.com?message;subject=Hello%20World")?;
    /// let Specific::Xmpp(xmpp) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((xmpp.node, xmpp.host, xmpp.action), (Some("node"), "example.com", Some("message")));
    /// assert_eq!(xmpp.pairs().next(), Some(("subject", "Hello%20World")));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
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
        pairs: Pairs<&'t str, ';'>,
    }
}

impl<'t> Xmpp<'t> {
    /// Keys and values of the query, still encoded.
    pub fn pairs(&self) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t> {
        self.pairs.iter()
    }
}

static XMPPIRI: Rule = rule(
    r#"RFC 5122 2.2: xmppuri = "xmpp" ":" hierxmpp [ "?" querycomp ]"#,
    &[
        If(
            "//",
            &[Text("//"), Capture("account", &[Of(&AUTHXMPP)]), Maybe(&[Text("/"), Of(&PATHXMPP)])],
            &[Of(&PATHXMPP)],
        ),
        Maybe(&[Text("?"), Of(&QUERYCOMP)]),
    ],
);
static AUTHXMPP: Rule = rule(
    r#"RFC 5122 2.2: authxmpp = nodeid "@" host"#,
    &[Plus(&NODE_SET), Text("@"), Of(&server::HOST)],
);
static PATHXMPP: Rule = rule(
    r#"RFC 5122 2.2: pathxmpp = [ nodeid "@" ] host [ "/" resid ]"#,
    &[
        When(b'@', &AUTHORITY_END, &[Capture("node", &[Plus(&NODE_SET)]), Text("@")], &[]),
        Capture("host", &[Plus(&HOST_SET)]),
        Maybe(&[Text("/"), Capture("resource", &[Plus(&RESOURCE_SET)])]),
    ],
);
static QUERYCOMP: Rule = rule(
    r#"RFC 5122 2.2: querycomp = querytype [ *pair ], with pair = ";" key "=" value"#,
    &[Capture("action", &[Star(&QUERY_SET)]), Capture("pairs", &[Each(&[Of(&PAIR)])])],
);
static PAIR: Rule = rule(
    r#"RFC 5122 2.2: pair = ";" key "=" value"#,
    &[Text(";"), Star(&QUERY_SET), Text("="), Star(&QUERY_SET)],
);
static QUERY_SET: ByteSet = UNRESERVED.or(MORE);
/// unreserved, pct-encoded and nodeallow
static NODE_SET: ByteSet = HOST_SET.without(ByteSet::of(b"&'"));
/// unreserved, pct-encoded and resallow
static RESOURCE_SET: ByteSet = HOST_SET.or(ByteSet::of(b":"));
static HOST_SET: ByteSet = UNRESERVED.or(SUB_DELIMS).or(MORE);
