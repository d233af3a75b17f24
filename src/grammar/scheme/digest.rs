//! Names by the digest of what they name: ni and nih (RFC 6920).

use super::*;

pub(super) const FAMILIES: &[Family] =
    &[family!(["ni"], NI_URI, Ni), family!(["nih"], NIH_URI, Nih)];

typed! {
    /// Something named by its digest, and where it may be had.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("ni://example.com/sha-256;f4OxZX_x_FO5LcGBSKHWXfwtSx-j1ncoSt3SABJtkGk?ct=text/plain")?;
    /// let Specific::Ni(ni) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((ni.algorithm, ni.authority), ("sha-256", "example.com"));
    /// assert_eq!(ni.digest, "f4OxZX_x_FO5LcGBSKHWXfwtSx-j1ncoSt3SABJtkGk");
    /// assert_eq!(ni.parameters().next(), Some(("ct", "text/plain")));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Ni<'t> {
        /// Who may have it; often empty.
        pub authority: &'t str,
        /// The algorithm, such as `sha-256`.
        pub algorithm: &'t str,
        /// The digest in base64url, without padding.
        pub digest: &'t str,
        parameters: Pairs<Option<&'t str>, '&'>,
    }

    /// A digest for people to read aloud.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("nih:sha-256-32;53269057;b")?;
    /// let Specific::Nih(nih) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((nih.algorithm, nih.digits, nih.check), ("sha-256-32", "53269057", Some("b")));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Nih<'t> {
        /// The algorithm, or the number of its suite.
        pub algorithm: &'t str,
        /// The digest in hexadecimal digits, with hyphens or without.
        pub digits: &'t str,
        /// The digit that checks them.
        pub check: Option<&'t str>,
    }
}

impl<'t> Ni<'t> {
    /// Names and values of the query, still encoded.
    pub fn parameters(&self) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t> {
        self.parameters.iter()
    }
}

static NI_URI: Rule = rule(
    r#"RFC 6920 3: NI-URI = ni-scheme ":" "//" [ authority ] "/" alg ";" val [ "?" query ]"#,
    &[
        Text("//"),
        Capture("authority", &[Star(&AUTHORITY)]),
        Text("/"),
        Capture("algorithm", &[Plus(&UNRESERVED)]),
        Text(";"),
        Capture("digest", &[Plus(&UNRESERVED)]),
        Maybe(&[Text("?"), Capture("parameters", &[Star(&QUERY)])]),
    ],
);
static AUTHORITY: ByteSet = SEGMENT.or(ByteSet::of(b"[]"));

static NIH_URI: Rule = rule(
    r#"RFC 6920 7: nih = "nih:" alg ";" 1*( HEXDIG / "-" ) [ ";" checkdigit ]"#,
    &[
        Capture("algorithm", &[Plus(&UNRESERVED)]),
        Text(";"),
        Capture("digits", &[Plus(&DIGITS)]),
        Maybe(&[Text(";"), Capture("check", &[Run(&HEXDIG, 1, 1)])]),
    ],
);
static DIGITS: ByteSet = HEXDIG.or(ByteSet::of(b"-"));
