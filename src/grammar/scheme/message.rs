//! Messages and their parts: mid and cid (RFC 2392; draft-ietf-uri-url-03, BNF).

use super::mailto::XALPHAS_AT_HOST;
use super::server::SEGMENT;
use super::{Family, Form, Seen, Specific};
use crate::byteset::ByteSet;
use crate::grammar::bnf::{
    Is::{All, Keep, Maybe, Of, Run, Text},
    MANY, Rule, Slot, rule,
};
use crate::grammar::fault::Fault;

pub(super) const FAMILIES: &[Family] = &[
    Family { draft1994: Some(&MIDADDRESS), ..Family::new(&["mid"], Form::Rule(&MID_URL), mid) },
    Family { draft1994: Some(&CIDADDRESS), ..Family::new(&["cid"], Form::Rule(&CID_URL), cid) },
];

const MESSAGE: Slot = 0;
const CONTENT: Slot = 1;

/// A message, a part of it, or a part of the message that the URI stands in. Identifiers are still
/// encoded, and stand without angle brackets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Message<'t> {
    /// The Message-ID.
    pub message: Option<&'t str>,
    /// The Content-ID.
    pub content: Option<&'t str>,
}

fn mid<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    Ok(Specific::Message(Message { message: seen.slot(MESSAGE), content: seen.slot(CONTENT) }))
}

fn cid<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    mid(seen)
}

static MID_URL: Rule = rule(
    "mid-url",
    r#""mid" ":" message-id [ "/" content-id ]"#,
    "RFC 2392 2",
    All(&[Keep(MESSAGE, &Of(&ID)), Maybe(&All(&[Text("/"), Keep(CONTENT, &Of(&ID))]))]),
);
static CID_URL: Rule =
    rule("cid-url", r#""cid" ":" content-id"#, "RFC 2392 2", Keep(CONTENT, &Of(&ID)));
/// url-addr-spec: an addr-spec with escapes.
pub(super) static ID: Rule = rule(
    "url-addr-spec",
    r#"local-part "@" domain"#,
    "RFC 2392 2",
    All(&[Run(&ID_SET, 1, MANY), Text("@"), Run(&ID_SET, 1, MANY)]),
);
static ID_SET: ByteSet = SEGMENT.without(ByteSet::of(b"@"));

static MIDADDRESS: Rule = rule(
    "midaddress",
    "m i d : addr-spec",
    "draft-ietf-uri-url-03, BNF",
    All(&[Text("mid:"), Of(&XALPHAS_AT_HOST)]),
);
static CIDADDRESS: Rule = rule(
    "cidaddress",
    "c i d : content-identifier",
    "draft-ietf-uri-url-03, BNF",
    All(&[Text("cid:"), Of(&XALPHAS_AT_HOST)]),
);
