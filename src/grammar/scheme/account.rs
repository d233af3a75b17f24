//! Accounts and whom to reach there: acct (RFC 7565), im (RFC 3860) and pres (RFC 3859).

use super::mailto::{Address, TO_RULE};
use super::*;

pub(super) const FAMILIES: &[Family] =
    &[family!(["acct"], ACCT_URI, Acct), family!(["im", "pres"], IM_URI, Im)];

typed! {
    /// An account at a provider.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("acct:juliet%40capulet.example@shoppingsite.example")?;
    /// let Specific::Acct(acct) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((acct.user, acct.host), ("juliet%40capulet.example", "shoppingsite.example"));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Acct<'t> {
        /// The account, still encoded.
        pub user: &'t str,
        /// The provider.
        pub host: &'t str,
    }

    /// Whom to send an instant message, or whose presence is asked for.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let Specific::Im(im) = Uri::parse("im:fred@example.com")?.scheme_specific()? else { unreachable!() };
    /// assert_eq!(im.to().next().map(|address| address.local), Some("fred"));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Im<'t> {
        to: Items<&'t str>,
        headers: Pairs<Option<&'t str>, '&'>,
    }
}

impl<'t> Im<'t> {
    /// The addresses, in order.
    pub fn to(&self) -> impl Iterator<Item = Address<'t>> + use<'t> {
        self.to.iter().map(Address::of)
    }

    /// The headers, names and values still encoded.
    pub fn headers(&self) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t> {
        self.headers.iter()
    }
}

static ACCT_URI: Rule = rule(
    r#"RFC 7565 7: acctURI = "acct" ":" userpart "@" host"#,
    &[Capture("user", &[Of(&USERPART)]), Text("@"), Capture("host", &[Of(&server::HOST)])],
);
static USERPART: Rule = rule(
    "RFC 7565 7: userpart = unreserved / sub-delims 0*( unreserved / pct-encoded / sub-delims )",
    &[Run(&FIRST, 1, 1), Star(&USER)],
);
static USER: ByteSet = UNRESERVED.or(SUB_DELIMS).or(MORE);
static FIRST: ByteSet = USER.without(ByteSet::of(b"%"));

static IM_URI: Rule = rule(
    r#"RFC 3860 A.2: IM-URI = "im:" [ to ] [ headers ]"#,
    &[
        Capture("to", &[Maybe(&[Of(&TO_RULE)])]),
        Maybe(&[Text("?"), Capture("headers", &[Of(&HEADERS)])]),
    ],
);
static HEADERS: Rule =
    rule(r#"RFC 3860 A.2: headers = "?" header *( "&" header )"#, &[List("&", &[Of(&HEADER)])]);
static HEADER: Rule = rule(
    r#"RFC 3860 A.2: header = hname "=" hvalue"#,
    &[Star(&HEADER_SET), Text("="), Star(&HEADER_SET)],
);
static HEADER_SET: ByteSet = QUERY.without(ByteSet::of(b"&="));
