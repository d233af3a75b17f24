//! data (RFC 2397).

use super::*;

pub(super) const FAMILIES: &[Family] = &[family!(["data"], DATAURL, Data)];

typed! {
    /// Inline data.
    ///
    /// ```
    /// use urisift::{Uri, percent_decode, scheme::Specific};
    /// let uri = Uri::parse("data:text/plain;charset=iso-8859-7,%be%d3%be")?;
    /// let Specific::Data(data) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((data.media_type, data.base64), (Some("text/plain"), false));
    /// assert_eq!(data.parameters().next(), Some(("charset", "iso-8859-7")));
    /// assert_eq!(&*percent_decode(data.data.as_bytes()), b"\xbe\xd3\xbe");
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Data<'t> {
        /// Type and subtype; `None` means `text/plain` in US-ASCII.
        pub media_type: Option<&'t str>,
        parameters: Pairs<&'t str, ';'>,
        /// Whether the data is in base64.
        pub base64: bool,
        /// The data, still encoded.
        pub data: &'t str,
    }
}

impl<'t> Data<'t> {
    /// Names and values of the type's parameters.
    pub fn parameters(&self) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t> {
        self.parameters.iter()
    }
}

static DATAURL: Rule = rule(
    r#"RFC 2397 3: dataurl = "data:" [ mediatype ] [ ";base64" ] "," data"#,
    &[
        Maybe(&[Capture("media_type", &[Of(&MEDIATYPE)])]),
        Capture("parameters", &[Each(&[Of(&PARAMETER)])]),
        Maybe(&[Capture("base64", &[Text(";base64")])]),
        Text(","),
        Capture("data", &[Star(&REST)]),
    ],
);
static MEDIATYPE: Rule =
    rule(r#"RFC 2397 3: mediatype = type "/" subtype"#, &[Plus(&TOKEN), Text("/"), Plus(&TOKEN)]);
static PARAMETER: Rule = rule(
    r#"RFC 2397 3: parameter = attribute "=" value"#,
    &[Text(";"), Plus(&TOKEN), Text("="), Plus(&VALUE)],
);
/// token (RFC 2045 5.1), as far as a URI can have it.
static TOKEN: ByteSet = ALNUM.or(ByteSet::of(b"!$&'*+-._~%"));
static VALUE: ByteSet = TOKEN.or(ByteSet::of(b"=:@/"));
