//! One JSON object per line.
//!
//! A value that is not UTF-8 is given as `{"bytes": "…"}` in base64, so that it keeps its identity;
//! all others are strings.

use std::ops::ControlFlow;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::judgement::{CautionRecord, FaultRecord, names};
use super::object::{Object, Value, key};
use super::{RecordWriter, Skip, Transforms, path_bytes, place};
use crate::found::Found;
use crate::grammar::components::Components;
use crate::problem::Problem;
use crate::span::{Context, Origin, PartOrigin};

/// JSON lines.
#[derive(Default)]
pub struct JsonLines {
    /// Leave the path out.
    pub no_path: bool,
    /// How thoroughly a URI is judged.
    pub judged: Judged,
    /// Which other forms of a URI are added.
    pub transforms: Transforms,
    /// Write problems as records too.
    pub problems: bool,
}

/// How thoroughly a URI is judged for its record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Judged {
    /// Whether it is valid.
    #[default]
    Valid,
    /// Also the editions it conforms to, and its cautions.
    Fully,
}

impl RecordWriter for JsonLines {
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        let mut object = Object::open(out);
        if !self.no_path {
            object.text(key!("path"), Value::of(path_bytes(origin.path)));
        }
        self.place(found, &mut object);
        if let Some(part) = &origin.part {
            inside(part, found, &mut object);
        }
        let uri = Value::of(found.uri());
        text(found, uri, origin, &mut object);
        let judgement = found.judgement();
        components(&judgement.components, found.scheme(), uri, &mut object);
        object.truth(key!("valid"), judgement.verdict.is_ok());
        if let Err(fault) = judgement.verdict {
            object.any(key!("fault"), &FaultRecord::of(&fault));
        }
        self.rest(found, &mut object);
        object.close();
        out.push(b'\n');
        ControlFlow::Continue(())
    }

    fn problem(&self, problem: &Problem, out: &mut Vec<u8>) {
        if !self.problems {
            return;
        }
        let mut object = Object::open(out);
        if !self.no_path {
            object.text(key!("path"), Value::of(path_bytes(&problem.path)));
        }
        if let Some(at) = problem.at {
            object.number(key!("at"), at);
        }
        object.text(key!("problem"), Value::of(problem.what.as_bytes()));
        object.close();
        out.push(b'\n');
    }
}

impl JsonLines {
    /// Writes its place.
    fn place(&self, found: &Found<'_>, object: &mut Object<'_>) {
        object.number(key!("start"), found.span().start);
        object.number(key!("end"), found.span().end);
        if let Some(position) = found.position() {
            object.number(key!("line"), position.line);
            object.number(key!("column"), position.column);
        }
    }

    /// Writes the optional fields.
    fn rest(&self, found: &Found<'_>, object: &mut Object<'_>) {
        if self.judged == Judged::Fully {
            object.any(key!("conforms"), &names(found.conforms()));
            let cautions = found.cautions();
            let cautions: Vec<_> = cautions.iter().map(CautionRecord::of).collect();
            object.any(key!("cautions"), &cautions);
        }
        if self.transforms.is_plain() {
            return;
        }
        let forms = self.transforms.forms(found);
        let forms = [
            (key!("unwrapped"), forms.unwrapped),
            (key!("resolved"), forms.resolved),
            (key!("normal"), forms.normal),
            (key!("defanged"), forms.defanged),
        ];
        for (key, form) in forms {
            if let Some(form) = form {
                object.text(key, Value::of(form.as_bytes()));
            }
        }
    }
}

/// Writes the part of a container that holds the find.
fn inside(part: &PartOrigin<'_>, found: &Found<'_>, object: &mut Object<'_>) {
    if let Some(path) = place::part(part) {
        object.text(key!("part"), Value::of(path.as_bytes()));
    }
    if let Some(at) = part.packed_at {
        object.number(key!("packed_at"), at);
    }
    if let Some(text) = place::part_span(part, found) {
        object.number(key!("part_start"), text.start);
        object.number(key!("part_end"), text.end);
    }
    if part.is_decoded {
        object.truth(key!("decoded"), true);
    }
    for (key, value) in [(key!("message_id"), part.message_id), (key!("date"), part.date)] {
        if let Some(value) = value {
            object.text(key, Value::of(value.as_bytes()));
        }
    }
    if let Some(base) = part.base {
        object.text(key!("base"), Value::of(base.as_bytes()));
    }
    if let Some(reference) = part.reference {
        object.text(key!("reference"), Value::of(reference));
    }
}

/// Writes the URI, its raw text and its readings.
fn text(found: &Found<'_>, uri: Value<'_>, origin: &Origin<'_>, object: &mut Object<'_>) {
    object.text(key!("uri"), uri);
    if let Some(raw) = place::raw(origin, found) {
        object.text(key!("raw"), Value::of(raw));
    }
    object.text(key!("wrapper"), Value::of(found.wrapper().name().as_bytes()));
    if let Some(second) = found.second_reading() {
        object.any(key!("readings"), &[Bytes(found.uri()), Bytes(second)]);
    }
    if found.truncated() {
        object.truth(key!("truncated"), true);
    }
    if let Some(Context { before, after }) = origin.context {
        object.text(key!("before"), Value::of(before));
        object.text(key!("after"), Value::of(after));
    }
}

/// Writes the defined components. A URI always has a path, and a scheme, which may be empty.
fn components(parts: &Components<'_>, scheme: &[u8], uri: Value<'_>, object: &mut Object<'_>) {
    let mut defined = |key, part: Option<&[u8]>| {
        if let Some(part) = part {
            object.text(key, uri.piece(part));
        }
    };
    defined(key!("scheme"), Some(scheme));
    defined(key!("userinfo"), parts.userinfo());
    defined(key!("host"), parts.host());
    defined(key!("port"), parts.port());
    defined(key!("uri_path"), Some(parts.path()));
    defined(key!("query"), parts.query());
    defined(key!("fragment"), parts.fragment());
}

/// Bytes as a JSON value.
pub struct Bytes<'a>(pub &'a [u8]);

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
