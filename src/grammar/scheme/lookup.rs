//! What to ask a server: dns (RFC 4501), stun and stuns (RFC 7064), turn and turns (RFC 7065).

use super::*;

pub(super) const FAMILIES: &[Family] = &[
    family!(["dns"], DNSURL, Dns),
    family!(["stun", "stuns"], STUN_URI, Stun),
    family!(["turn", "turns"], TURN_URI, Turn),
];

typed! {
    /// Records of the Domain Name System.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("dns://192.168.1.1/ftp.example.org?type=A")?;
    /// let Specific::Dns(dns) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((dns.server.map(|server| server.host), dns.name), (Some("192.168.1.1"), "ftp.example.org"));
    /// assert_eq!(dns.elements().next(), Some(("type", "A")));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Dns<'t> {
        /// The server to ask.
        pub server: Option<Server<'t>>,
        /// The name, still encoded; empty for the root.
        pub name: &'t str,
        elements: Pairs<Option<&'t str>, ';'>,
    }

    /// A server for STUN.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let Specific::Stun(stun) = Uri::parse("stuns:example.org:8000")?.scheme_specific()? else { unreachable!() };
    /// assert_eq!((stun.host, stun.port), ("example.org", Some("8000")));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Stun<'t> {
        /// The host.
        pub host: &'t str,
        /// The digits of the port; there may be none.
        pub port: Option<&'t str>,
    }

    /// A relay for TURN.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("turn:example.org?transport=tcp")?;
    /// let Specific::Turn(turn) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((turn.host, turn.port, turn.transport), ("example.org", None, Some("tcp")));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Turn<'t> {
        /// The host.
        pub host: &'t str,
        /// The digits of the port; there may be none.
        pub port: Option<&'t str>,
        /// The transport: `udp`, `tcp` or another one.
        pub transport: Option<&'t str>,
    }
}

impl<'t> Dns<'t> {
    /// Names and values of the query: `class`, `type` and others, in any case.
    pub fn elements(&self) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t> {
        self.elements.iter()
    }
}

static DNSURL: Rule = rule(
    r#"RFC 4501 3: dnsurl = "dns:" [ "//" dnsauthority "/" ] dnsname [ "?" dnsquery ]"#,
    &[
        If("//", &[Text("//"), Capture("server", &[Of(&HOSTPORT)]), Text("/")], &[]),
        Capture("name", &[Star(&SEGMENT)]),
        Maybe(&[Text("?"), Capture("elements", &[Of(&DNSQUERY)])]),
    ],
);
static DNSQUERY: Rule = rule(
    r#"RFC 4501 3: dnsquery = dnsqueryelement [ ";" dnsquery ]"#,
    &[List(";", &[Of(&ELEMENT)])],
);
/// The mnemonics of classes and types are in the registry of IANA.
static ELEMENT: Rule = rule(
    r#"RFC 4501 3: dnsqueryelement = ( "CLASS=" dnsclassval ) / ( "TYPE=" dnstypeval ) / ( 1*alphanum "=" 1*alphanum )"#,
    &[Plus(&ALNUM), Text("="), Plus(&MNEMONIC)],
);
static MNEMONIC: ByteSet = ALNUM.or(ByteSet::of(b"-"));

static STUN_URI: Rule =
    rule(r#"RFC 7064 3.1: stunURI = scheme ":" host [ ":" port ]"#, &[Of(&HOST_AND_PORT)]);
static TURN_URI: Rule = rule(
    r#"RFC 7065 3.1: turnURI = scheme ":" host [ ":" port ] [ "?transport=" transport ]"#,
    &[
        Of(&HOST_AND_PORT),
        Maybe(&[Text("?transport="), Capture("transport", &[Plus(&UNRESERVED)])]),
    ],
);
static HOST_AND_PORT: Rule = rule(
    r#"RFC 7064 3.1: host = IP-literal / IPv4address / reg-name"#,
    &[Capture("host", &[Of(&server::HOST)]), Maybe(&[Text(":"), Capture("port", &[Star(&DIGIT)])])],
);
