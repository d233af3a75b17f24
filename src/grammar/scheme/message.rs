//! Messages and their parts: mid and cid (RFC 2392; draft-ietf-uri-url-03, BNF).

use super::mailto::XALPHAS_AT_HOST;
use super::*;

pub(super) const FAMILIES: &[Family] = &[
    family!(["mid"], MID_URL, Message).draft1994(&MIDADDRESS),
    family!(["cid"], CID_URL, Message).draft1994(&CIDADDRESS),
];

typed! {
    /// A message, a part of it, or a part of the message that the URI is in. Identifiers are still encoded, and stand
    /// without angle brackets.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("mid:960830.1639@XIson.com/partA.960830.1639@XIson.com")?;
    /// let Specific::Message(mid) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!(mid.message, Some("960830.1639@XIson.com"));
    /// assert_eq!(mid.content, Some("partA.960830.1639@XIson.com"));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Message<'t> {
        /// The Message-ID.
        pub message: Option<&'t str>,
        /// The Content-ID.
        pub content: Option<&'t str>,
    }
}

static MID_URL: Rule = rule(
    r#"RFC 2392 2: mid-url = "mid" ":" message-id [ "/" content-id ]"#,
    &[Capture("message", &[Of(&ID)]), Maybe(&[Text("/"), Capture("content", &[Of(&ID)])])],
);
static CID_URL: Rule =
    rule(r#"RFC 2392 2: cid-url = "cid" ":" content-id"#, &[Capture("content", &[Of(&ID)])]);
/// url-addr-spec: an addr-spec with escapes.
pub(super) static ID: Rule = rule(
    r#"RFC 2392 2: url-addr-spec = local-part "@" domain"#,
    &[Plus(&ID_SET), Text("@"), Plus(&ID_SET)],
);
static ID_SET: ByteSet = SEGMENT.without(ByteSet::of(b"@"));

static MIDADDRESS: Rule =
    draft1994::rule("midaddress = m i d : addr-spec", &[Text("mid:"), Of(&XALPHAS_AT_HOST)]);
static CIDADDRESS: Rule = draft1994::rule(
    "cidaddress = c i d : content-identifier",
    &[Text("cid:"), Of(&XALPHAS_AT_HOST)],
);
