//! Mailboxes on a server: imap (RFC 5092) and pop (RFC 2384).

use super::server::{self, Server};
use super::{Family, Form, Seen, Specific};
use crate::byteset::{ByteSet, DIGIT, UNRESERVED};
use crate::grammar::bnf::{Is::*, Rule, rule};
use crate::grammar::fault::Fault;

pub(super) const FAMILIES: &[Family] = &[
    Family::new(&["imap", "imaps"], Form::Rule(&IMAPURL), imap),
    Family::new(&["pop", "pops"], Form::Rule(&POPURL), pop),
];

/// A server for mail, a mailbox, a message, or a part of one. All of it is still encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
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

impl<'t> Imap<'t> {
    /// The way to log in; `*` is any.
    pub fn auth(&self) -> Option<&'t str> {
        auth(self.server)
    }
}

/// A mailbox of a server for mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Pop<'t> {
    /// The server; the user may have `;AUTH=` after it.
    pub server: Server<'t>,
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

fn imap<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    Ok(Specific::Imap(Imap {
        server: Server::of(seen),
        mailbox: seen.slot("mailbox"),
        uid_validity: seen.slot("validity"),
        uid: seen.slot("uid"),
        section: seen.slot("section"),
        search: seen.slot("search"),
        url_auth: seen.slot("urlauth"),
    }))
}

fn pop<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    Ok(Specific::Pop(Pop { server: Server::of(seen) }))
}

static IMAPURL: Rule = rule(
    r#"imapurl = "imap://" iserver [ "/" [ icommand ] ]"#,
    "RFC 5092 11",
    &[
        Text("//"),
        When(b'@', &server::AUTHORITY_END, &[Of(&IUSERINFO)], &[]),
        Of(&server::HOSTPORT),
        Maybe(&[Text("/"), Maybe(&[Of(&ICOMMAND)])]),
    ],
);
static IUSERINFO: Rule = rule(
    "iuserinfo = enc-user [ iauth ] / [ enc-user ] iauth",
    "RFC 5092 11",
    &[Any(&[&[Plus(&ACHAR), Maybe(&[Of(&IAUTH)])], &[Of(&IAUTH)]]), Text("@")],
);
static IAUTH: Rule = rule(
    r#"iauth = ";AUTH=" ( "*" / enc-auth-type )"#,
    "RFC 5092 11",
    &[Text(";AUTH="), Plus(&ACHAR)],
);
static ICOMMAND: Rule = rule(
    "icommand = imessagelist / imessagepart [ iurlauth ]",
    "RFC 5092 11",
    &[
        Keep("mailbox", &[Until("/;", &[Of(&ENC_MAILBOX)])]),
        Maybe(&[Of(&UIDVALIDITY)]),
        If(
            "/;UID=",
            &[Of(&IUID), Maybe(&[Of(&ISECTION)]), Maybe(&[Of(&IPARTIAL)]), Maybe(&[Of(&IURLAUTH)])],
            &[Maybe(&[Text("?"), Keep("search", &[Plus(&server::QUERY)])])],
        ),
    ],
);
static ENC_MAILBOX: Rule = rule("enc-mailbox = 1*bchar", "RFC 5092 11", &[Plus(&BCHAR)]);
static UIDVALIDITY: Rule = rule(
    r#"uidvalidity = ";UIDVALIDITY=" nz-number"#,
    "RFC 5092 11",
    &[Text(";UIDVALIDITY="), Keep("validity", &[Of(&NZ_NUMBER)])],
);
static IUID: Rule = rule(
    r#"iuid = "/;UID=" nz-number"#,
    "RFC 5092 11",
    &[Text("/;UID="), Keep("uid", &[Of(&NZ_NUMBER)])],
);
static ISECTION: Rule = rule(
    r#"isection = "/;SECTION=" enc-section"#,
    "RFC 5092 11",
    &[Text("/;SECTION="), Keep("section", &[Until("/;", &[Plus(&BCHAR)])])],
);
static IPARTIAL: Rule = rule(
    r#"ipartial = "/;PARTIAL=" number [ "." nz-number ]"#,
    "RFC 5092 11",
    &[Text("/;PARTIAL="), Plus(&DIGIT), Maybe(&[Text("."), Of(&NZ_NUMBER)])],
);
/// Without a verifier it is what the verifier is made from.
static IURLAUTH: Rule = rule(
    r#"iurlauth = [ ";EXPIRE=" date-time ] ";URLAUTH=" access [ ":" mechanism ":" enc-urlauth ]"#,
    "RFC 5092 11",
    &[
        Maybe(&[Text(";EXPIRE="), Plus(&BCHAR)]),
        Text(";URLAUTH="),
        Keep("urlauth", &[Plus(&BCHAR)]),
    ],
);
/// achar = uchar / "&" / "="
static ACHAR: ByteSet = UNRESERVED.or(ByteSet::of(b"!$'()*+,&=%")).or(ByteSet::range(0x80, 0xff));
/// bchar = achar / ":" / "@" / "/"
static BCHAR: ByteSet = ACHAR.or(ByteSet::of(b":@/"));
static NZ_NUMBER: Rule =
    rule("nz-number = digit-nz *DIGIT", "RFC 3501 9", &[Run(&NZ, 1, 1), Star(&DIGIT)]);
static NZ: ByteSet = ByteSet::range(b'1', b'9');

static POPURL: Rule = rule(
    r#"pop-URL = "pop://" [ user-auth "@" ] hostport"#,
    "RFC 2384 8",
    &[
        Text("//"),
        When(b'@', &server::AUTHORITY_END, &[Of(&USER_AUTH)], &[]),
        Of(&server::HOSTPORT),
        Maybe(&[Text("/")]),
    ],
);
static USER_AUTH: Rule = rule(
    r#"user-auth = user [ ";AUTH=" ( "*" / auth-type ) ]"#,
    "RFC 2384 8",
    &[Plus(&ACHAR), Maybe(&[Of(&IAUTH)]), Text("@")],
);
