//! What schemes with a server share: `//`, a login or none, a host, a port (RFC 3986 3.2).
//!
//! The generic grammar has validated every byte already; these productions say which components must
//! be present, and which must not.

use super::*;

/// Characters non-ASCII, and escapes.
pub(super) const MORE: ByteSet = ByteSet::range(0x80, 0xff).or(ByteSet::of(b"%"));
/// pchar, also of an IRI.
pub(super) static SEGMENT: ByteSet = UNRESERVED.or(SUB_DELIMS).or(ByteSet::of(b":@")).or(MORE);
/// Everything that may follow a scheme's colon, up to the fragment.
pub(super) static REST: ByteSet = SEGMENT.or(ByteSet::of(b"/?[]"));
/// A path with its slashes.
pub(super) static PATH: ByteSet = SEGMENT.or(ByteSet::of(b"/"));
/// A query, or another part that may contain a question mark.
pub(super) static QUERY: ByteSet = PATH.or(ByteSet::of(b"?"));
pub(super) static AUTHORITY_END: ByteSet = ByteSet::of(b"/?#");
/// No byte: what is looked for may be anywhere ahead.
pub(super) static NEVER: ByteSet = ByteSet::of(b"");
static NAME: ByteSet = UNRESERVED.or(SUB_DELIMS).or(MORE);
static USERINFO: ByteSet = NAME.or(ByteSet::of(b":"));
static LITERAL: ByteSet = UNRESERVED.or(SUB_DELIMS).or(ByteSet::of(b":%"));

/// A host, which must not be empty.
pub(super) static HOST: Rule = rule(
    "RFC 9110 4.2.1: host = IP-literal / IPv4address / reg-name, not empty",
    &[If("[", &[Text("["), Plus(&LITERAL), Text("]")], &[Plus(&NAME)])],
);

pub(super) static HOSTPORT: Rule = rfc1738::rule(
    r#"hostport = host [ ":" port ]"#,
    &[Of(&HOST), Maybe(&[Text(":"), Star(&DIGIT)])],
);

pub(super) static LOGIN: Rule = rfc1738::rule(
    r#"login = [ user [ ":" password ] "@" ] hostport"#,
    &[When(b'@', &AUTHORITY_END, WITH_USER, &[]), Of(&HOSTPORT)],
);
const WITH_USER: Sequence = &[Star(&USERINFO), Text("@")];

/// The user and the password of a userinfo: before and after its first colon.
pub(crate) fn split_userinfo(userinfo: Option<&str>) -> (Option<&str>, Option<&str>) {
    match userinfo.map(|userinfo| userinfo.split_once(':')) {
        Some(Some((user, password))) => (Some(user), Some(password)),
        _ => (userinfo, None),
    }
}

/// The authority of a URI in its parts.
///
/// ```
/// use urisift::{Uri, scheme::Specific};
/// let Specific::Ftp(ftp) = Uri::parse("ftp://foo:@host.com/")?.scheme_specific()? else { unreachable!() };
/// assert_eq!((ftp.server.user, ftp.server.password), (Some("foo"), Some("")));
/// assert_eq!((ftp.server.host, ftp.server.port), ("host.com", None));
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(any(test, feature = "serde"), derive(serde::Serialize))]
#[non_exhaustive]
pub struct Server<'t> {
    /// The userinfo up to its first colon; empty is not the same as absent (RFC 1738 3.1).
    pub user: Option<&'t str>,
    /// The userinfo after its first colon.
    pub password: Option<&'t str>,
    /// The host, with the brackets of an address.
    pub host: &'t str,
    /// The digits of the port; there may be none.
    pub port: Option<&'t str>,
}

impl<'t> Server<'t> {
    pub(super) fn of(uri: &Parsed<'t>) -> Self {
        let slice = |range| &uri.text[range];
        let userinfo = uri.parts.userinfo().map(slice);
        let (user, password) = split_userinfo(userinfo);
        let host = uri.parts.host().map_or("", slice);
        Server { user, password, host, port: uri.parts.port().map(slice) }
    }
}
