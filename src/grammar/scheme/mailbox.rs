//! Mailboxes on a server: imap (RFC 5092) and pop (RFC 2384).

use super::*;

pub(super) const FAMILIES: &[Family] =
    &[family!(["imap", "imaps"], IMAPURL, Imap), family!(["pop", "pops"], POPURL, Pop)];

typed! {
    /// A server for mail, a mailbox, a message, or a part of one. All of it is still encoded.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("imap://minbari.example.org/gray-council;UIDVALIDITY=385759045/;UID=20")?;
    /// let Specific::Imap(imap) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((imap.server.host, imap.mailbox), ("minbari.example.org", Some("gray-council")));
    /// assert_eq!((imap.uid_validity, imap.uid), (Some("385759045"), Some("20")));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Imap<'t> {
        /// The server; the user may have `;AUTH=` after it.
        pub server: Server<'t>,
        /// The mailbox.
        pub mailbox: Option<&'t str>,
        /// UIDVALIDITY: which incarnation of the mailbox.
        pub uid_validity: Option<&'t str>,
        /// UID: the message.
        pub uid: Option<&'t str>,
        /// SECTION: the part of the message.
        pub section: Option<&'t str>,
        /// A search of the mailbox.
        pub search: Option<&'t str>,
        /// URLAUTH: who has access, and the proof.
        pub url_auth: Option<&'t str>,
    }
}

impl<'t> Imap<'t> {
    /// The way to log in; `*` is any.
    pub fn auth(&self) -> Option<&'t str> {
        auth(self.server)
    }
}

typed! {
    /// A mailbox of a server for mail.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("pop://rg;AUTH=+APOP@mail.eudora.com:8110")?;
    /// let Specific::Pop(pop) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((pop.auth(), pop.server.host), (Some("+APOP"), "mail.eudora.com"));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Pop<'t> {
        /// The server; the user may have `;AUTH=` after it.
        pub server: Server<'t>,
    }
}

impl<'t> Pop<'t> {
    /// The way to log in; `*` is any.
    pub fn auth(&self) -> Option<&'t str> {
        auth(self.server)
    }
}

fn auth(server: Server<'_>) -> Option<&str> {
    let mut parameters = server.user?.split(';').skip(1).filter_map(|p| p.split_once('='));
    parameters.find(|(name, _)| name.eq_ignore_ascii_case("auth")).map(|(_, way)| way)
}

static IMAPURL: Rule = rule(
    r#"RFC 5092 11: imapurl = "imap://" iserver [ "/" [ icommand ] ]"#,
    &[
        Text("//"),
        When(b'@', &AUTHORITY_END, &[Of(&IUSERINFO)], &[]),
        Of(&HOSTPORT),
        Maybe(&[Text("/"), Maybe(&[Of(&ICOMMAND)])]),
    ],
);
static IUSERINFO: Rule = rule(
    "RFC 5092 11: iuserinfo = enc-user [ iauth ] / [ enc-user ] iauth",
    &[Any(&[&[Plus(&ACHAR), Maybe(&[Of(&IAUTH)])], &[Of(&IAUTH)]]), Text("@")],
);
static IAUTH: Rule = rule(
    r#"RFC 5092 11: iauth = ";AUTH=" ( "*" / enc-auth-type )"#,
    &[Text(";AUTH="), Plus(&ACHAR)],
);
static ICOMMAND: Rule = rule(
    "RFC 5092 11: icommand = imessagelist / imessagepart [ iurlauth ]",
    &[
        Capture("mailbox", &[Until("/;", &[Of(&ENC_MAILBOX)])]),
        Maybe(&[Of(&UIDVALIDITY)]),
        If(
            "/;UID=",
            &[Of(&IUID), Maybe(&[Of(&ISECTION)]), Maybe(&[Of(&IPARTIAL)]), Maybe(&[Of(&IURLAUTH)])],
            &[Maybe(&[Text("?"), Capture("search", &[Plus(&QUERY)])])],
        ),
    ],
);
static ENC_MAILBOX: Rule = rule("RFC 5092 11: enc-mailbox = 1*bchar", &[Plus(&BCHAR)]);
static UIDVALIDITY: Rule = rule(
    r#"RFC 5092 11: uidvalidity = ";UIDVALIDITY=" nz-number"#,
    &[Text(";UIDVALIDITY="), Capture("uid_validity", &[Of(&NZ_NUMBER)])],
);
static IUID: Rule = rule(
    r#"RFC 5092 11: iuid = "/;UID=" nz-number"#,
    &[Text("/;UID="), Capture("uid", &[Of(&NZ_NUMBER)])],
);
static ISECTION: Rule = rule(
    r#"RFC 5092 11: isection = "/;SECTION=" enc-section"#,
    &[Text("/;SECTION="), Capture("section", &[Until("/;", &[Plus(&BCHAR)])])],
);
static IPARTIAL: Rule = rule(
    r#"RFC 5092 11: ipartial = "/;PARTIAL=" number [ "." nz-number ]"#,
    &[Text("/;PARTIAL="), Plus(&DIGIT), Maybe(&[Text("."), Of(&NZ_NUMBER)])],
);
/// Without a verifier it is what the verifier is made from.
static IURLAUTH: Rule = rule(
    r#"RFC 5092 11: iurlauth = [ ";EXPIRE=" date-time ] ";URLAUTH=" access [ ":" mechanism ":" enc-urlauth ]"#,
    &[
        Maybe(&[Text(";EXPIRE="), Of(&DATE_TIME)]),
        Text(";URLAUTH="),
        Capture("url_auth", &[Of(&ACCESS), Maybe(&[Text(":"), Of(&VERIFIER)])]),
    ],
);
static DATE_TIME: Rule = rule(
    r#"RFC 3339 5.6: date-time = full-date "T" full-time"#,
    &[
        Run(&DIGIT, 4, 4),
        Text("-"),
        Run(&DIGIT, 2, 2),
        Text("-"),
        Run(&DIGIT, 2, 2),
        Text("T"),
        Run(&DIGIT, 2, 2),
        Text(":"),
        Run(&DIGIT, 2, 2),
        Text(":"),
        Run(&DIGIT, 2, 2),
        Maybe(&[Text("."), Plus(&DIGIT)]),
        Any(&[&[Text("Z")], &[Run(&SIGN, 1, 1), Run(&DIGIT, 2, 2), Text(":"), Run(&DIGIT, 2, 2)]]),
    ],
);
static SIGN: ByteSet = ByteSet::of(b"+-");
static ACCESS: Rule = rule(
    r#"RFC 5092 11: access = ( "submit+" / "user+" ) enc-user / "authuser" / "anonymous""#,
    &[Any(&[
        &[Text("submit+"), Plus(&ACHAR)],
        &[Text("user+"), Plus(&ACHAR)],
        &[Text("authuser")],
        &[Text("anonymous")],
    ])],
);
static VERIFIER: Rule = rule(
    r#"RFC 5092 11: iua-verifier = ":" uauth-mechanism ":" 32*HEXDIG"#,
    &[Plus(&MECHANISM), Text(":"), Run(&HEXDIG, 32, usize::MAX)],
);
static MECHANISM: ByteSet = ALNUM.or(ByteSet::of(b"-."));
/// achar = uchar / "&" / "="
static ACHAR: ByteSet = UNRESERVED.or(ByteSet::of(b"!$'()*+,&=%")).or(ByteSet::range(0x80, 0xff));
/// bchar = achar / ":" / "@" / "/"
static BCHAR: ByteSet = ACHAR.or(ByteSet::of(b":@/"));
static NZ_NUMBER: Rule =
    rule("RFC 3501 9: nz-number = digit-nz *DIGIT", &[Run(&NZ, 1, 1), Star(&DIGIT)]);
static NZ: ByteSet = ByteSet::range(b'1', b'9');

static POPURL: Rule = rule(
    r#"RFC 2384 8: pop-URL = "pop://" [ user-auth "@" ] hostport"#,
    &[
        Text("//"),
        When(b'@', &AUTHORITY_END, &[Of(&USER_AUTH)], &[]),
        Of(&HOSTPORT),
        Maybe(&[Text("/")]),
    ],
);
static USER_AUTH: Rule = rule(
    r#"RFC 2384 8: user-auth = user [ ";AUTH=" ( "*" / auth-type ) ]"#,
    &[Plus(&ACHAR), Maybe(&[Of(&IAUTH)]), Text("@")],
);
