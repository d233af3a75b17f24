//! Messages and their parts: mid and cid (RFC 2392; draft-ietf-uri-url-03, BNF).

use super::mailto::XALPHAS_AT_HOST;
use super::server::SEGMENT;
use super::{Family, Form, Seen, Specific};
use crate::byteset::ByteSet;
use crate::grammar::bnf::{Is::*, Rule, rule};
use crate::grammar::edition::draft1994;
use crate::grammar::fault::Fault;

pub(super) const FAMILIES: &[Family] = &[
    Family::new(&["mid"], Form::Rule(&MID_URL), mid).draft1994(&MIDADDRESS),
    Family::new(&["cid"], Form::Rule(&CID_URL), cid).draft1994(&CIDADDRESS),
];

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
    Ok(Specific::Message(Message { message: seen.slot("message"), content: seen.slot("content") }))
}

fn cid<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    mid(seen)
}

static MID_URL: Rule = rule(
    r#"mid-url = "mid" ":" message-id [ "/" content-id ]"#,
    "RFC 2392 2",
    &[Keep("message", &[Of(&ID)]), Maybe(&[Text("/"), Keep("content", &[Of(&ID)])])],
);
static CID_URL: Rule =
    rule(r#"cid-url = "cid" ":" content-id"#, "RFC 2392 2", &[Keep("content", &[Of(&ID)])]);
/// url-addr-spec: an addr-spec with escapes.
pub(super) static ID: Rule = rule(
    r#"url-addr-spec = local-part "@" domain"#,
    "RFC 2392 2",
    &[Plus(&ID_SET), Text("@"), Plus(&ID_SET)],
);
static ID_SET: ByteSet = SEGMENT.without(ByteSet::of(b"@"));

static MIDADDRESS: Rule = rule(
    "midaddress = m i d : addr-spec",
    draft1994::SOURCE,
    &[Text("mid:"), Of(&XALPHAS_AT_HOST)],
);
static CIDADDRESS: Rule = rule(
    "cidaddress = c i d : content-identifier",
    draft1994::SOURCE,
    &[Text("cid:"), Of(&XALPHAS_AT_HOST)],
);
