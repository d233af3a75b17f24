//! Schemes that precede another URI, a name or a program: jdbc, view-source, blob (File API),
//! about (RFC 6694), javascript.

use super::*;
use crate::grammar::uri::Iri;

pub(super) const FAMILIES: &[Family] = &[
    family!(["jdbc"], JDBC, Jdbc),
    Family::new(&["view-source"], Syntax::Rule(&VIEW_SOURCE), view_source),
    family!(["blob"], BLOB, Blob),
    family!(["about"], ABOUT, About),
    family!(["javascript"], JAVASCRIPT, JavaScript),
];

typed! {
    /// A database, as a Java driver knows it.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("jdbc:mysql://db.example:3306/a")?;
    /// let Specific::Jdbc(jdbc) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((jdbc.subprotocol, jdbc.subname), ("mysql", "//db.example:3306/a"));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Jdbc<'t> {
        /// The driver's name for itself.
        pub subprotocol: &'t str,
        /// The database; its meaning is up to the driver.
        pub subname: &'t str,
    }
}

static JDBC: Rule = rule(
    r#"JDBC 4.3 9.4: jdbc = "jdbc:" subprotocol ":" subname"#,
    &[Capture("subprotocol", &[Plus(&PROTOCOL)]), Text(":"), Capture("subname", &[Plus(&REST)])],
);
static PROTOCOL: ByteSet = SCHEME.or(ByteSet::of(b"_"));

typed! {
    /// The source of what another URI names.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("view-source:http://a.example/b")?;
    /// let Specific::ViewSource(source) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!(source.uri, "http://a.example/b");
    /// assert_eq!(source.parse()?.host(), Some("a.example"));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct ViewSource<'t> {
        /// The URI of the source, without a fragment.
        pub uri: &'t str,
    }
}

impl<'t> ViewSource<'t> {
    /// The URI in its parts.
    ///
    /// # Errors
    /// As for [`Iri::parse`].
    pub fn parse(&self) -> Result<Iri<'t>, ParseError> {
        Iri::parse(self.uri)
    }
}

/// The inner URI is judged too, but not another one in that.
fn view_source<'t>(uri: &Parsed<'t>) -> Result<Specific<'t>, ParseError> {
    let source = ViewSource::of(uri);
    let is_nested = source.uri.get(..VIEW.len()).is_some_and(|it| it.eq_ignore_ascii_case(VIEW));
    if !is_nested {
        let start = uri.parts.without_fragment() - source.uri.len();
        let judged = source.parse().and_then(|inner| inner.scheme_specific().map(|_| ()));
        judged.map_err(|error| error.after(start))?;
    }
    Ok(Specific::ViewSource(source))
}

const VIEW: &str = "view-source:";

static VIEW_SOURCE: Rule = rule(
    r#"draft-yevstifeyev-view-source-uri-01 2: view-source = "view-source:" URI"#,
    &[Capture("uri", &[Of(&INNER)])],
);
static INNER: Rule = rule(
    r#"RFC 3986 3: URI = scheme ":" hier-part [ "?" query ]"#,
    &[Run(&ALPHA, 1, 1), Star(&SCHEME), Text(":"), Star(&REST)],
);

typed! {
    /// An object in a browser's memory.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let uri = Uri::parse("blob:https://example.org/9115d58c-bcda-ff47-86e5-083e9a215304")?;
    /// let Specific::Blob(blob) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!((blob.origin, blob.id), ("https://example.org", "9115d58c-bcda-ff47-86e5-083e9a215304"));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct Blob<'t> {
        /// The origin: a scheme and a host, or `null`.
        pub origin: &'t str,
        /// The object's UUID.
        pub id: &'t str,
    }
}

static BLOB: Rule = rule(
    r#"File API 8.2: blob = "blob:" origin "/" UUID"#,
    &[
        Capture(
            "origin",
            &[Any(&[&[Plus(&SCHEME), Text("://"), Plus(&SEGMENT)], &[Plus(&OPAQUE)]])],
        ),
        Text("/"),
        Capture("id", &[Of(&UUID)]),
    ],
);
static OPAQUE: ByteSet = ALNUM.or(ByteSet::of(b"-"));
pub(super) static UUID: Rule = rule(
    r#"RFC 9562 4: UUID = 8HEXDIG "-" 4HEXDIG "-" 4HEXDIG "-" 4HEXDIG "-" 12HEXDIG"#,
    &[
        Run(&HEXDIG, 8, 8),
        Text("-"),
        Run(&HEXDIG, 4, 4),
        Text("-"),
        Run(&HEXDIG, 4, 4),
        Text("-"),
        Run(&HEXDIG, 4, 4),
        Text("-"),
        Run(&HEXDIG, 12, 12),
    ],
);

typed! {
    /// An internal page of the browser.
    ///
    /// ```
    /// use urisift::{Uri, scheme::Specific};
    /// let Specific::About(about) = Uri::parse("about:blank")?.scheme_specific()? else { unreachable!() };
    /// assert_eq!((about.token, about.query), ("blank", None));
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct About<'t> {
        /// Its name; it may be empty.
        pub token: &'t str,
        /// The part after `?`.
        pub query: Option<&'t str>,
    }
}

static ABOUT: Rule = rule(
    r#"RFC 6694 2.1: about-uri = "about" ":" about-token [ "?" about-query ]"#,
    &[Capture("token", &[Star(&SEGMENT)]), Maybe(&[Text("?"), Capture("query", &[Star(&QUERY)])])],
);

typed! {
    /// A program.
    ///
    /// ```
    /// use urisift::{Uri, percent_decode, scheme::Specific};
    /// let uri = Uri::parse("javascript:alert(%22a%22)")?;
    /// let Specific::JavaScript(program) = uri.scheme_specific()? else { unreachable!() };
    /// assert_eq!(&*percent_decode(program.source.as_bytes()), br#"alert("a")"#);
    /// # Ok::<(), urisift::ParseError>(())
    /// ```
    pub struct JavaScript<'t> {
        /// Its source, still encoded; a `#` in it would start a fragment.
        pub source: &'t str,
    }
}

static JAVASCRIPT: Rule = rule(
    r#"draft-hoehrmann-javascript-scheme-03 3: javascript = "javascript:" *( pchar / "/" / "?" )"#,
    &[Capture("source", &[Star(&REST)])],
);
