//! One JSON object a line.
//!
//! A value that is not UTF-8 is given as `{"bytes": "…"}` in base64, so that it keeps its identity;
//! all others are strings.

use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::judgement::{CautionRecord, FaultRecord, names};
use super::{Dress, Report, Wish, path_bytes};
use crate::found::Found;

/// JSON lines.
#[derive(Default)]
pub(crate) struct JsonLines {
    /// Leave the path out.
    pub no_path: bool,
    /// How much is said of a URI.
    pub judged: Judged,
    /// What else is made of a URI.
    pub dress: Dress,
}

/// How thoroughly a URI is judged for its record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Judged {
    /// Whether it is valid.
    #[default]
    Valid,
    /// The editions it conforms to and what to be careful about, too.
    Fully,
}

impl Report for JsonLines {
    fn found(&self, source: &Path, found: &Found<'_>, out: &mut Vec<u8>) -> Wish {
        let path = (!self.no_path).then(|| path_bytes(source));
        let record = Record::of(found, path, self.judged, &self.dress);
        // Nothing in a record can fail, and neither can memory.
        let _ = serde_json::to_writer(&mut *out, &record);
        out.push(b'\n');
        Wish::More
    }
}

/// The fields, in the order in which they are written.
#[derive(Serialize)]
struct Record<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Bytes<'a>>,
    start: u64,
    end: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
    uri: Bytes<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw: Option<Bytes<'a>>,
    wrapper: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    readings: Option<[Bytes<'a>; 2]>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
    scheme: Bytes<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    userinfo: Option<Bytes<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<Bytes<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    port: Option<Bytes<'a>>,
    uri_path: Bytes<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    query: Option<Bytes<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fragment: Option<Bytes<'a>>,
    valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<FaultRecord>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conforms: Option<Vec<&'static str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cautions: Option<Vec<CautionRecord>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unwrapped: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resolved: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    normal: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    defanged: Option<String>,
}

impl<'a> Record<'a> {
    fn of(found: &'a Found<'_>, path: Option<&'a [u8]>, judged: Judged, dress: &Dress) -> Self {
        let (uri, raw) = (found.uri(), found.raw());
        let components = found.components();
        let fault = found.verdict().err();
        let forms = dress.forms(found);
        Record {
            path: path.map(Bytes),
            start: found.span().start,
            end: found.span().end,
            line: found.position().map(|p| p.line),
            column: found.position().map(|p| p.column),
            uri: Bytes(uri),
            raw: (raw != uri).then_some(Bytes(raw)),
            wrapper: found.wrapper().name(),
            readings: found.second_reading().map(|second| [Bytes(uri), Bytes(second)]),
            truncated: found.truncated(),
            scheme: Bytes(found.scheme()),
            userinfo: components.userinfo().map(Bytes),
            host: components.host().map(Bytes),
            port: components.port().map(Bytes),
            uri_path: Bytes(components.path()),
            query: components.query().map(Bytes),
            fragment: components.fragment().map(Bytes),
            valid: fault.is_none(),
            fault: fault.as_ref().map(FaultRecord::of),
            conforms: (judged == Judged::Fully).then(|| names(found.conforms())),
            cautions: (judged == Judged::Fully)
                .then(|| found.cautions().iter().map(CautionRecord::of).collect()),
            unwrapped: forms.unwrapped,
            resolved: forms.resolved,
            normal: forms.normal,
            defanged: forms.defanged,
        }
    }
}

/// Bytes as JSON has them.
pub(crate) struct Bytes<'a>(pub &'a [u8]);

impl Serialize for Bytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(self.0) {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => {
                let mut map = serializer.serialize_map(Some(1))?;
                map.serialize_entry("bytes", &STANDARD.encode(self.0))?;
                map.end()
            }
        }
    }
}
