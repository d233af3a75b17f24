//! One JSON object per line.
//!
//! A value that is not UTF-8 is given as `{"bytes": "…"}` in base64, so that it keeps its identity;
//! all others are strings.

use std::borrow::Cow;
use std::ops::ControlFlow;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::fields::{Fields, Finds, Judged};
use super::object::{Key, Object, Value, key};
use super::{Metadata, RecordWriter, Skip, path_bytes};
use crate::found::Found;
use crate::grammar::caution::Caution;
use crate::grammar::edition::Editions;
use crate::grammar::parse_error::ParseError;
use crate::problem::{Problem, Severity};
use crate::span::Origin;
use crate::time::Time;

/// JSON lines.
#[derive(Default)]
pub struct JsonLines {
    /// What an object says of a find.
    pub finds: Finds,
    /// Write problems and notes as records too.
    pub problems: bool,
    /// Write the long fields too.
    pub long: bool,
}

impl RecordWriter for JsonLines {
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        let mut fields = JsonFields::new(Object::open(out), self.has_long());
        self.finds.visit(origin, found, &mut fields);
        fields.map.close("\n");
        ControlFlow::Continue(())
    }

    fn metadata(&self) -> Metadata {
        let metadata = self.finds.metadata();
        Metadata { link_texts: metadata.link_texts && self.has_long(), ..metadata }
    }

    fn problem(&self, problem: &Problem, severity: Severity, out: &mut Vec<u8>) {
        if !self.problems {
            return;
        }
        let mut object = Object::open(out);
        problem_fields(problem, severity, !self.finds.no_path, &mut object);
        object.close("\n");
    }
}

impl JsonLines {
    /// Returns `true` if the long fields are written: they are asked for, or the texts of links are read anyway.
    fn has_long(&self) -> bool {
        self.long || self.finds.columns.is_some() || self.finds.judged == Judged::Fully
    }
}

/// Passes the fields of a problem or a note.
pub(super) fn problem_fields(
    problem: &Problem,
    severity: Severity,
    has_path: bool,
    map: &mut impl FieldMap,
) {
    if has_path {
        map.text(key!(path), Value::of(path_bytes(&problem.path)));
    }
    if let Some(at) = problem.at {
        map.number(key!(at), at);
    }
    map.text(key!(kind), Value::of(problem.kind.as_str().as_bytes()));
    let what = Value::of(problem.message.as_bytes());
    match severity {
        Severity::Problem => map.text(key!(problem), what),
        Severity::Note => map.text(key!(note), what),
    }
}

/// A map of fields that is being written.
pub(super) trait FieldMap {
    fn text<const N: usize>(&mut self, key: Key<N>, text: Value<'_>);
    fn number<const N: usize>(&mut self, key: Key<N>, number: u64);
    fn truth<const N: usize>(&mut self, key: Key<N>, truth: bool);
    fn any<const N: usize>(&mut self, key: Key<N>, value: &impl Serialize);

    /// Takes the URI.
    fn uri<const N: usize>(&mut self, key: Key<N>, uri: Value<'_>) {
        self.text(key, uri);
    }

    /// Takes a piece of the URI that was taken last.
    fn piece<const N: usize>(&mut self, key: Key<N>, uri: Value<'_>, piece: &[u8]) {
        self.text(key, uri.piece(piece));
    }
}

/// Writes fields to a map, but for those without a value.
pub(super) struct JsonFields<'a, M> {
    pub map: M,
    uri: Value<'a>,
    has_fault: bool,
    /// The long fields are written too.
    has_long: bool,
}

impl<M> JsonFields<'_, M> {
    pub fn new(map: M, has_long: bool) -> Self {
        JsonFields { map, uri: Value::of_none(), has_fault: false, has_long }
    }
}

impl<'a, M: FieldMap> Fields<'a> for JsonFields<'a, M> {
    #[inline(always)]
    fn text<const N: usize>(&mut self, key: Key<N>, text: Option<&'a [u8]>) {
        if let Some(text) = text {
            self.map.text(key, Value::of(text));
        }
    }

    #[inline(always)]
    fn long<const N: usize>(&mut self, key: Key<N>, text: impl FnOnce() -> Option<&'a [u8]>) {
        if self.has_long {
            self.text(key, text());
        }
    }

    #[inline(always)]
    fn made<const N: usize>(&mut self, key: Key<N>, text: Option<Cow<'a, [u8]>>) {
        if let Some(text) = text {
            self.map.text(key, Value::of(&text));
        }
    }

    #[inline(always)]
    fn name<const N: usize>(&mut self, key: Key<N>, name: Option<&'static str>) {
        if let Some(name) = name {
            self.map.text(key, Value::of_name(name.as_bytes()));
        }
    }

    #[inline(always)]
    fn time<const N: usize>(&mut self, key: Key<N>, time: Option<Time>) {
        if let Some(time) = time {
            self.map.text(key, Value::of_name(&time.text()));
        }
    }

    #[inline(always)]
    fn number<const N: usize>(&mut self, key: Key<N>, number: Option<u64>) {
        if let Some(number) = number {
            self.map.number(key, number);
        }
    }

    #[inline(always)]
    fn truth<const N: usize>(&mut self, key: Key<N>, truth: Option<bool>) {
        if let Some(truth) = truth {
            self.map.truth(key, truth);
        }
    }

    #[inline(always)]
    fn uri<const N: usize>(&mut self, key: Key<N>, uri: &'a [u8], is_valid: bool) {
        self.uri = Value::of_uri(uri, is_valid);
        self.map.uri(key, self.uri);
    }

    #[inline(always)]
    fn component<const N: usize>(&mut self, key: Key<N>, component: Option<&'a [u8]>) {
        if let Some(component) = component {
            self.map.piece(key, self.uri, component);
        }
    }

    #[inline(always)]
    fn reading<const N: usize>(&mut self, _: Key<N>, first: &'a [u8], second: Option<&'a [u8]>) {
        if let Some(second) = second {
            self.map.any(key!(readings), &[Bytes(first), Bytes(second)]);
        }
    }

    #[inline(always)]
    fn fault_at<const N: usize>(&mut self, _: Key<N>, fault: Option<&ParseError>) {
        if let Some(fault) = fault.filter(|_| !self.has_fault) {
            self.map.any(key!(fault), &FaultRecord::of(fault));
            self.has_fault = true;
        }
    }

    /// Both are in one object.
    #[inline(always)]
    fn fault_rule<const N: usize>(&mut self, key: Key<N>, fault: Option<&ParseError>) {
        self.fault_at(key, fault);
    }

    #[inline(always)]
    fn editions<const N: usize>(&mut self, key: Key<N>, editions: Option<Editions>) {
        if let Some(editions) = editions {
            self.map.any(key, &names(editions));
        }
    }

    #[inline(always)]
    fn uris<const N: usize>(&mut self, key: Key<N>, uris: Vec<String>) {
        if !uris.is_empty() {
            self.map.any(key, &uris);
        }
    }

    #[inline(always)]
    fn cautions<const N: usize>(&mut self, key: Key<N>, cautions: Option<Vec<Caution>>) {
        if let Some(cautions) = cautions {
            let records: Vec<_> = cautions.iter().map(CautionRecord::of).collect();
            self.map.any(key, &records);
        }
    }
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

/// A fault: the byte and the rule.
#[derive(Serialize)]
pub struct FaultRecord {
    at: usize,
    rule: &'static str,
}

impl FaultRecord {
    /// The record of a fault.
    pub fn of(fault: &ParseError) -> Self {
        FaultRecord { at: fault.offset(), rule: fault.rule() }
    }
}

/// A caution, with the bytes of the URI it is about.
#[derive(Serialize)]
pub struct CautionRecord<'a> {
    caution: &'static str,
    start: usize,
    end: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'a str>,
}

impl<'a> CautionRecord<'a> {
    /// The record of a caution.
    pub fn of(caution: &'a Caution) -> Self {
        let Caution { kind, ref span, ref detail, .. } = *caution;
        let (caution, detail) = (kind.label(), detail.as_deref());
        CautionRecord { caution, start: span.start, end: span.end, detail }
    }
}

/// The names of editions.
pub fn names(editions: Editions) -> Vec<&'static str> {
    editions.iter().map(|edition| edition.name()).collect()
}
