//! One JSON object a line.
//!
//! A value that is not UTF-8 is given as `{"bytes": "…"}` in base64, so that it keeps its identity;
//! all others are strings.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::{Report, Wish, path_bytes};
use crate::found::Found;

/// JSON lines.
#[derive(Default)]
pub(crate) struct JsonLines {
    /// Leave the path out.
    pub no_path: bool,
    /// The source.
    pub source: PathBuf,
}

impl Report for JsonLines {
    fn begin(&mut self, path: &Path) {
        self.source = path.to_owned();
    }

    fn found(&mut self, found: &Found<'_>, out: &mut dyn Write) -> io::Result<Wish> {
        let path = (!self.no_path).then(|| path_bytes(&self.source));
        serde_json::to_writer(&mut *out, &Record::of(found, path))?;
        out.write_all(b"\n")?;
        Ok(Wish::More)
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
    scheme: Bytes<'a>,
    wrapper: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    readings: Option<[Bytes<'a>; 2]>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    truncated: bool,
}

impl<'a> Record<'a> {
    fn of(found: &'a Found<'_>, path: Option<&'a [u8]>) -> Self {
        let (uri, raw) = (found.uri(), found.raw());
        Record {
            path: path.map(Bytes),
            start: found.span().start,
            end: found.span().end,
            line: found.position().map(|p| p.line),
            column: found.position().map(|p| p.column),
            uri: Bytes(uri),
            raw: (raw != uri).then_some(Bytes(raw)),
            scheme: Bytes(found.scheme()),
            wrapper: found.wrapper().name(),
            readings: found.second_reading().map(|second| [Bytes(uri), Bytes(second)]),
            truncated: found.truncated(),
        }
    }
}

struct Bytes<'a>(&'a [u8]);

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
