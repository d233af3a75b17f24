//! Mailboxes on a server: imap (RFC 5092) and pop (RFC 2384).

use super::server::{self, PATH, SEGMENT, Server};
use super::{Family, Form, Seen, Specific};
use crate::byteset::ByteSet;
use crate::grammar::bnf::{
    Is::{All, Keep, Maybe, Of, Run, Text, Until},
    MANY, Rule, Slot, rule,
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

/// A server for mail, a mailbox, a message, or a part of one. All of it is still encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Imap<'t> {
    /// The server; the user may have `;AUTH=` behind it.
    pub server: Server<'t>,
    /// The mailbox.
    pub mailbox: Option<&'t str>,
    /// UIDVALIDITY: which life of the mailbox is meant.
    pub uid_validity: Option<&'t str>,
    /// UID: the message.
    pub uid: Option<&'t str>,
    /// SECTION: the part of the message.
    pub section: Option<&'t str>,
    /// A search of the mailbox.
    pub search: Option<&'t str>,
}

impl<'t> Imap<'t> {
    /// The way to log in; `*` is any.
    pub fn auth(&self) -> Option<&'t str> {
        auth(self.server)
    }
}

/// A mailbox of a server for mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pop<'t> {
    /// The server; the user may have `;AUTH=` behind it.
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
        mailbox: seen.slot(MAILBOX).map(|m| m.trim_end_matches('/')).filter(|m| !m.is_empty()),
        uid_validity: seen.slot(VALIDITY),
        uid: seen.slot(UID),
        section: seen.slot(SECTION),
        search: seen.slot(SEARCH),
    }))
}

fn pop<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    Ok(Specific::Pop(Pop { server: Server::of(seen) }))
}

static IMAPURL: Rule = rule(
    "imapurl",
    r#""imap://" iserver ipath-query"#,
    "RFC 5092 11",
    All(&[
        Text("//"),
        Of(&server::LOGIN),
        Maybe(&All(&[
            Text("/"),
            Keep(MAILBOX, &Until(";", &Run(&MAILBOX_SET, 0, MANY))),
            Maybe(&Of(&UIDVALIDITY)),
            Maybe(&Of(&IUID)),
            Maybe(&Of(&ISECTION)),
            Maybe(&Of(&IPARTIAL)),
            Maybe(&Text("/")),
            Maybe(&All(&[Text("?"), Keep(SEARCH, &Run(&server::QUERY, 1, MANY))])),
        ])),
    ]),
);
/// A slash before `;` belongs to what follows.
static MAILBOX_SET: ByteSet = SEGMENT.or(ByteSet::of(b"/")).without(ByteSet::of(b";"));
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
    All(&[Maybe(&Text("/")), Text(";UID="), Keep(UID, &Of(&NZ_NUMBER))]),
);
static ISECTION: Rule = rule(
    "isection",
    r#""/;SECTION=" enc-section"#,
    "RFC 5092 11",
    All(&[Maybe(&Text("/")), Text(";SECTION="), Keep(SECTION, &Run(&SECTION_SET, 1, MANY))]),
);
static SECTION_SET: ByteSet = SEGMENT.without(ByteSet::of(b";"));
static IPARTIAL: Rule = rule(
    "ipartial",
    r#""/;PARTIAL=" partial-range"#,
    "RFC 5092 11",
    All(&[Maybe(&Text("/")), Text(";PARTIAL="), Run(&PATH, 1, MANY)]),
);
static NZ_NUMBER: Rule = rule(
    "nz-number",
    "digit-nz *DIGIT",
    "RFC 3501 9",
    All(&[Run(&NZ, 1, 1), Run(&server::DIGITS, 0, MANY)]),
);
static NZ: ByteSet = ByteSet::range(b'1', b'9');

static POPURL: Rule = rule(
    "pop-URL",
    r#""pop://" server"#,
    "RFC 2384 8",
    All(&[Text("//"), Of(&server::LOGIN), Maybe(&Text("/"))]),
);
