//! Mailboxes on a server: imap (RFC 5092) and pop (RFC 2384).

use super::server::{self, Server};
use super::{Family, Form, Seen, Specific};
use crate::byteset::{ByteSet, UNRESERVED};
use crate::grammar::bnf::{
    Is::{All, Any, If, Keep, Maybe, Of, Run, Text, Until, When},
    MANY, NOTHING, Rule, Slot, rule,
};
use crate::grammar::fault::Fault;

pub(super) const FAMILIES: &[Family] = &[
    Family::new(&["imap", "imaps"], Form::Rule(&IMAPURL), imap),
    Family::new(&["pop", "pops"], Form::Rule(&POPURL), pop),
];

const MAILBOX: Slot = 0;
const VALIDITY: Slot = 1;
const UID: Slot = 2;
const SECTION: Slot = 3;
const SEARCH: Slot = 4;
const URLAUTH: Slot = 5;

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
        mailbox: seen.slot(MAILBOX),
        uid_validity: seen.slot(VALIDITY),
        uid: seen.slot(UID),
        section: seen.slot(SECTION),
        search: seen.slot(SEARCH),
        url_auth: seen.slot(URLAUTH),
    }))
}

fn pop<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    Ok(Specific::Pop(Pop { server: Server::of(seen) }))
}

static IMAPURL: Rule = rule(
    "imapurl",
    r#""imap://" iserver [ "/" [ icommand ] ]"#,
    "RFC 5092 11",
    All(&[
        Text("//"),
        When(b'@', &server::AUTHORITY_END, &Of(&IUSERINFO), NOTHING),
        Of(&server::HOSTPORT),
        Maybe(&All(&[Text("/"), Maybe(&Of(&ICOMMAND))])),
    ]),
);
static IUSERINFO: Rule = rule(
    "iuserinfo",
    "enc-user [ iauth ] / [ enc-user ] iauth",
    "RFC 5092 11",
    All(&[Any(&[All(&[Run(&ACHAR, 1, MANY), Maybe(&Of(&IAUTH))]), Of(&IAUTH)]), Text("@")]),
);
static IAUTH: Rule = rule(
    "iauth",
    r#"";AUTH=" ( "*" / enc-auth-type )"#,
    "RFC 5092 11",
    All(&[Text(";AUTH="), Run(&ACHAR, 1, MANY)]),
);
static ICOMMAND: Rule = rule(
    "icommand",
    "imessagelist / imessagepart [ iurlauth ]",
    "RFC 5092 11",
    All(&[
        Keep(MAILBOX, &Until("/;", &Of(&ENC_MAILBOX))),
        Maybe(&Of(&UIDVALIDITY)),
        If(
            "/;UID=",
            &All(&[Of(&IUID), Maybe(&Of(&ISECTION)), Maybe(&Of(&IPARTIAL)), Maybe(&Of(&IURLAUTH))]),
            &Maybe(&All(&[Text("?"), Keep(SEARCH, &Run(&server::QUERY, 1, MANY))])),
        ),
    ]),
);
static ENC_MAILBOX: Rule = rule("enc-mailbox", "1*bchar", "RFC 5092 11", Run(&BCHAR, 1, MANY));
static UIDVALIDITY: Rule = rule(
    "uidvalidity",
    r#"";UIDVALIDITY=" nz-number"#,
    "RFC 5092 11",
    All(&[Text(";UIDVALIDITY="), Keep(VALIDITY, &Of(&NZ_NUMBER))]),
);
static IUID: Rule = rule(
    "iuid",
    r#""/;UID=" nz-number"#,
    "RFC 5092 11",
    All(&[Text("/;UID="), Keep(UID, &Of(&NZ_NUMBER))]),
);
static ISECTION: Rule = rule(
    "isection",
    r#""/;SECTION=" enc-section"#,
    "RFC 5092 11",
    All(&[Text("/;SECTION="), Keep(SECTION, &Until("/;", &Run(&BCHAR, 1, MANY)))]),
);
static IPARTIAL: Rule = rule(
    "ipartial",
    r#""/;PARTIAL=" number [ "." nz-number ]"#,
    "RFC 5092 11",
    All(&[
        Text("/;PARTIAL="),
        Run(&server::DIGITS, 1, MANY),
        Maybe(&All(&[Text("."), Of(&NZ_NUMBER)])),
    ]),
);
/// Without a verifier it is what the verifier is made from.
static IURLAUTH: Rule = rule(
    "iurlauth",
    r#"[ ";EXPIRE=" date-time ] ";URLAUTH=" access [ ":" mechanism ":" enc-urlauth ]"#,
    "RFC 5092 11",
    All(&[
        Maybe(&All(&[Text(";EXPIRE="), Run(&BCHAR, 1, MANY)])),
        Text(";URLAUTH="),
        Keep(URLAUTH, &Run(&BCHAR, 1, MANY)),
    ]),
);
/// achar = uchar / "&" / "="
static ACHAR: ByteSet = UNRESERVED.or(ByteSet::of(b"!$'()*+,&=%")).or(ByteSet::range(0x80, 0xff));
/// bchar = achar / ":" / "@" / "/"
static BCHAR: ByteSet = ACHAR.or(ByteSet::of(b":@/"));
static NZ_NUMBER: Rule = rule(
    "nz-number",
    "digit-nz *DIGIT",
    "RFC 3501 9",
    All(&[Run(&NZ, 1, 1), Run(&server::DIGITS, 0, MANY)]),
);
static NZ: ByteSet = ByteSet::range(b'1', b'9');

static POPURL: Rule = rule(
    "pop-URL",
    r#""pop://" [ user-auth "@" ] hostport"#,
    "RFC 2384 8",
    All(&[
        Text("//"),
        When(b'@', &server::AUTHORITY_END, &Of(&USER_AUTH), NOTHING),
        Of(&server::HOSTPORT),
        Maybe(&Text("/")),
    ]),
);
static USER_AUTH: Rule = rule(
    "user-auth",
    r#"user [ ";AUTH=" ( "*" / auth-type ) ]"#,
    "RFC 2384 8",
    All(&[Run(&ACHAR, 1, MANY), Maybe(&Of(&IAUTH)), Text("@")]),
);
