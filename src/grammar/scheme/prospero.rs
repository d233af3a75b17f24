//! prospero (RFC 4157; RFC 1738 3.11; draft-ietf-uri-url-03, "PROSPERO").

use super::*;

pub(super) const FAMILIES: &[Family] =
    &[family!(["prospero"], TODAY, Prospero).rfc1738(&PROSPEROURL).draft1994(&PROSPEROLINK)];

typed! {
    /// An object of a Prospero directory.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("prospero://host.dom//pros/name;OBJECT-VERSION=1")?;
    /// let Specific::Prospero(prospero) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((prospero.server.host, prospero.name), ("host.dom", "/pros/name"));
    /// assert_eq!(prospero.fields().next(), Some(("OBJECT-VERSION", "1")));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Prospero<'t> {
        /// The server, without a user.
        pub server: Server<'t>,
        /// The object's name on its host, which often starts with a slash of its own.
        pub name: &'t str,
        fields: Pairs<&'t str, ';'>,
    }
}

impl<'t> Prospero<'t> {
    /// Names and values of the fields after the object's name.
    pub fn fields(&self) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t> {
        self.fields.iter()
    }

    /// The name without a version, and the version, which the draft of 1994 sets apart by `%00`.
    pub fn version(&self) -> Option<(&'t str, &'t str)> {
        self.name.split_once("%00")
    }
}

static TODAY: Rule = rule(
    r#"RFC 4157 2: prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]"#,
    &[
        Text("//"),
        Of(&HOSTPORT),
        Text("/"),
        Capture("name", &[Star(&PPATH_SET)]),
        Capture("fields", &[Each(&[Of(&FIELD_TODAY)])]),
    ],
);
static FIELD_TODAY: Rule = rule(
    r#"RFC 4157 2: fieldspec = ";" fieldname "=" fieldvalue"#,
    &[Text(";"), Star(&FIELD_SET), Text("="), Star(&FIELD_SET)],
);
static PPATH_SET: ByteSet = QUERY.without(ByteSet::of(b";"));
static FIELD_SET: ByteSet = PPATH_SET.without(ByteSet::of(b"=/"));

static PROSPEROURL: Rule = rfc1738::rule(
    r#"prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]"#,
    &[Text("prospero://"), Of(&rfc1738::HOSTPORT), Text("/"), Of(&PPATH), Each(&[Of(&FIELDSPEC)])],
);
static PPATH: Rule =
    rfc1738::rule(r#"ppath = psegment *[ "/" psegment ]"#, &[List("/", &[Of(&PSEGMENT)])]);
static PSEGMENT: Rule = rfc1738::rule(
    r#"psegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]"#,
    &[Star(&rfc1738::FSEGMENT_SET)],
);
static FIELDSPEC: Rule = rfc1738::rule(
    r#"fieldspec = ";" fieldname "=" fieldvalue"#,
    &[Text(";"), Of(&FIELDNAME), Text("="), Of(&FIELDVALUE)],
);
static FIELDNAME: Rule =
    rfc1738::rule(r#"fieldname = *[ uchar | "?" | ":" | "@" | "&" ]"#, &[Star(&FIELD_SET_1738)]);
static FIELDVALUE: Rule =
    rfc1738::rule(r#"fieldvalue = *[ uchar | "?" | ":" | "@" | "&" ]"#, &[Star(&FIELD_SET_1738)]);
static FIELD_SET_1738: ByteSet = rfc1738::FSEGMENT_SET.without(ByteSet::of(b"="));

static PROSPEROLINK: Rule = draft1994::rule(
    "prosperolink = p r o s p e r o : / / hostport / hsoname [ % 0 0 version [ attributes ] ]",
    &[
        Text("prospero://"),
        Of(&draft1994::HOSTPORT),
        Text("/"),
        Until("%00", &[Of(&HSONAME)]),
        Maybe(&[Text("%00"), Of(&VERSION), Maybe(&[Of(&ATTRIBUTES)])]),
    ],
);
static HSONAME: Rule = draft1994::rule("hsoname = path", &[Of(&draft1994::PATH)]);
static VERSION: Rule = draft1994::rule("version = digits", &[Of(&draft1994::DIGITS)]);
static ATTRIBUTES: Rule =
    draft1994::rule("attributes = attribute [ attributes ]", &[Of(&draft1994::ALPHANUMS)]);
