//! Schemes that precede another URI, a name or a program: jdbc, view-source, blob (File API),
//! about (RFC 6694), javascript.

use super::server::{QUERY, REST, SEGMENT};
use super::{Family, Form, Seen, Specific};
use crate::byteset::{ALNUM, ALPHA, ByteSet, HEXDIG, SCHEME};
use crate::grammar::bnf::{Is::*, Rule, rule};
use crate::grammar::fault::Fault;
use crate::grammar::uri::Iri;

pub(super) const FAMILIES: &[Family] = &[
    Family::new(&["jdbc"], Form::Rule(&JDBC), jdbc),
    Family::new(&["view-source"], Form::Rule(&VIEW_SOURCE), view_source),
    Family::new(&["blob"], Form::Rule(&BLOB), blob),
    Family::new(&["about"], Form::Rule(&ABOUT), about),
    Family::new(&["javascript"], Form::Rule(&JAVASCRIPT), javascript),
];

/// A database, as a Java driver knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Jdbc<'t> {
    /// The driver's name for itself.
    pub subprotocol: &'t str,
    /// The database; its meaning is up to the driver.
    pub subname: &'t str,
}

fn jdbc<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    let [subprotocol, subname] = ["first", "second"].map(|slot| seen.slot(slot).unwrap_or(""));
    Ok(Specific::Jdbc(Jdbc { subprotocol, subname }))
}

static JDBC: Rule = rule(
    r#"jdbc = "jdbc:" subprotocol ":" subname"#,
    "JDBC 4.3 9.4",
    &[Keep("first", &[Plus(&PROTOCOL)]), Text(":"), Keep("second", &[Plus(&REST)])],
);
static PROTOCOL: ByteSet = SCHEME.or(ByteSet::of(b"_"));

/// The source of what another URI names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ViewSource<'t> {
    /// The URI of the source, without a fragment.
    pub uri: &'t str,
}

impl<'t> ViewSource<'t> {
    /// The URI in its parts.
    ///
    /// # Errors
    /// As for [`Iri::parse`].
    pub fn parse(&self) -> Result<Iri<'t>, Fault> {
        Iri::parse(self.uri)
    }
}

fn view_source<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    Ok(Specific::ViewSource(ViewSource { uri: seen.slot("first").unwrap_or("") }))
}

static VIEW_SOURCE: Rule = rule(
    r#"view-source = "view-source:" URI"#,
    "draft-yevstifeyev-view-source-uri-01 2",
    &[Keep("first", &[Of(&INNER)])],
);
static INNER: Rule = rule(
    r#"URI = scheme ":" hier-part [ "?" query ]"#,
    "RFC 3986 3",
    &[Run(&ALPHA, 1, 1), Star(&SCHEME), Text(":"), Star(&REST)],
);

/// An object in a browser's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Blob<'t> {
    /// The origin: a scheme and a host, or `null`.
    pub origin: &'t str,
    /// The object's UUID.
    pub id: &'t str,
}

fn blob<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    let [origin, id] = ["first", "second"].map(|slot| seen.slot(slot).unwrap_or(""));
    Ok(Specific::Blob(Blob { origin, id }))
}

static BLOB: Rule = rule(
    r#"blob = "blob:" origin "/" UUID"#,
    "File API 8.2",
    &[
        Keep("first", &[Any(&[&[Plus(&SCHEME), Text("://"), Star(&SEGMENT)], &[Plus(&OPAQUE)]])]),
        Text("/"),
        Keep("second", &[Of(&UUID)]),
    ],
);
static OPAQUE: ByteSet = ALNUM.or(ByteSet::of(b"-"));
pub(super) static UUID: Rule = rule(
    r#"UUID = 8HEXDIG "-" 4HEXDIG "-" 4HEXDIG "-" 4HEXDIG "-" 12HEXDIG"#,
    "RFC 9562 4",
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

/// An internal page of the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct About<'t> {
    /// Its name; it may be empty.
    pub token: &'t str,
    /// The part after `?`.
    pub query: Option<&'t str>,
}

fn about<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    let token = seen.slot("first").unwrap_or("");
    Ok(Specific::About(About { token, query: seen.slot("second") }))
}

static ABOUT: Rule = rule(
    r#"about-uri = "about" ":" about-token [ "?" about-query ]"#,
    "RFC 6694 2.1",
    &[Keep("first", &[Star(&SEGMENT)]), Maybe(&[Text("?"), Keep("second", &[Star(&QUERY)])])],
);

/// A program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct JavaScript<'t> {
    /// Its source, still encoded; a `#` in it would start a fragment.
    pub source: &'t str,
}

fn javascript<'t>(seen: &Seen<'t>) -> Result<Specific<'t>, Fault> {
    Ok(Specific::JavaScript(JavaScript { source: seen.slot("first").unwrap_or("") }))
}

static JAVASCRIPT: Rule = rule(
    r#"javascript = "javascript:" *( pchar / "/" / "?" )"#,
    "draft-hoehrmann-javascript-scheme-03 3",
    &[Keep("first", &[Star(&REST)])],
);
