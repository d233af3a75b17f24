//! Schemes that precede another URI, a name or a program: jdbc, view-source, blob (File API),
//! about (RFC 6694), javascript.

use super::server::{QUERY, REST, SEGMENT};
use super::{Family, Form, Seen, Specific};
use crate::byteset::{ALNUM, ALPHA, ByteSet, HEXDIG, SCHEME};
use crate::grammar::bnf::{
    Is::{All, Any, Keep, Maybe, Of, Run, Text},
    MANY, Rule, Slot, rule,
};
use crate::grammar::fault::Fault;
use crate::grammar::uri::Iri;

pub(super) const FAMILIES: &[Family] = &[
    Family::new(&["jdbc"], Form::Rule(&JDBC), jdbc),
    Family::new(&["view-source"], Form::Rule(&VIEW_SOURCE), view_source),
    Family::new(&["blob"], Form::Rule(&BLOB), blob),
    Family::new(&["about"], Form::Rule(&ABOUT), about),
    Family::new(&["javascript"], Form::Rule(&JAVASCRIPT), javascript),
];

const FIRST: Slot = 0;
const SECOND: Slot = 1;

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
    let [subprotocol, subname] = [FIRST, SECOND].map(|slot| seen.slot(slot).unwrap_or(""));
    Ok(Specific::Jdbc(Jdbc { subprotocol, subname }))
}

static JDBC: Rule = rule(
    "jdbc",
    r#""jdbc:" subprotocol ":" subname"#,
    "JDBC 4.3 9.4",
    All(&[Keep(FIRST, &Run(&PROTOCOL, 1, MANY)), Text(":"), Keep(SECOND, &Run(&REST, 1, MANY))]),
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
    Ok(Specific::ViewSource(ViewSource { uri: seen.slot(FIRST).unwrap_or("") }))
}

static VIEW_SOURCE: Rule = rule(
    "view-source",
    r#""view-source:" URI"#,
    "draft-yevstifeyev-view-source-uri-01 2",
    Keep(FIRST, &Of(&INNER)),
);
static INNER: Rule = rule(
    "URI",
    r#"scheme ":" hier-part [ "?" query ]"#,
    "RFC 3986 3",
    All(&[Run(&LETTER, 1, 1), Run(&SCHEME_SET, 0, MANY), Text(":"), Run(&REST, 0, MANY)]),
);
static LETTER: ByteSet = ALPHA;
static SCHEME_SET: ByteSet = SCHEME;

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
    let [origin, id] = [FIRST, SECOND].map(|slot| seen.slot(slot).unwrap_or(""));
    Ok(Specific::Blob(Blob { origin, id }))
}

static BLOB: Rule = rule(
    "blob",
    r#""blob:" origin "/" UUID"#,
    "File API 8.2",
    All(&[
        Keep(
            FIRST,
            &Any(&[
                All(&[Run(&SCHEME_SET, 1, MANY), Text("://"), Run(&SEGMENT, 0, MANY)]),
                Run(&OPAQUE, 1, MANY),
            ]),
        ),
        Text("/"),
        Keep(SECOND, &Of(&UUID)),
    ]),
);
static OPAQUE: ByteSet = ALNUM.or(ByteSet::of(b"-"));
pub(super) static UUID: Rule = rule(
    "UUID",
    r#"8HEXDIG "-" 4HEXDIG "-" 4HEXDIG "-" 4HEXDIG "-" 12HEXDIG"#,
    "RFC 9562 4",
    All(&[
        Run(&HEX, 8, 8),
        Text("-"),
        Run(&HEX, 4, 4),
        Text("-"),
        Run(&HEX, 4, 4),
        Text("-"),
        Run(&HEX, 4, 4),
        Text("-"),
        Run(&HEX, 12, 12),
    ]),
);
static HEX: ByteSet = HEXDIG;

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
    let token = seen.slot(FIRST).unwrap_or("");
    Ok(Specific::About(About { token, query: seen.slot(SECOND) }))
}

static ABOUT: Rule = rule(
    "about-uri",
    r#""about" ":" about-token [ "?" about-query ]"#,
    "RFC 6694 2.1",
    All(&[
        Keep(FIRST, &Run(&SEGMENT, 0, MANY)),
        Maybe(&All(&[Text("?"), Keep(SECOND, &Run(&QUERY, 0, MANY))])),
    ]),
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
    Ok(Specific::JavaScript(JavaScript { source: seen.slot(FIRST).unwrap_or("") }))
}

static JAVASCRIPT: Rule = rule(
    "javascript",
    r#""javascript:" *( pchar / "/" / "?" )"#,
    "draft-hoehrmann-javascript-scheme-03 3",
    Keep(FIRST, &Run(&REST, 0, MANY)),
);
