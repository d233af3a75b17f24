//! Records and problems for serde, with the fields of JSON lines.

use serde::ser::{Serialize, SerializeMap, Serializer};

use super::jsonl::{Bytes, FieldMap, JsonFields, problem_fields};
use super::object::{Key, Value};
use super::{Finds, Record};
use crate::problem::{Problem, Severity};

impl Serialize for Problem {
    /// A map with `path`, `at` if it is known, and `problem`, what happened.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = Entries { map: serializer.serialize_map(None)?, result: Ok(()) };
        problem_fields(self, Severity::Problem, true, &mut map);
        map.result?;
        map.map.end()
    }
}

impl Serialize for Record {
    /// A map with the fields that [`Record::write_json`] writes.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let map = Entries { map: serializer.serialize_map(None)?, result: Ok(()) };
        let mut fields = JsonFields::new(map, false);
        Finds::default().visit(&self.origin(), &self.found, &mut fields);
        fields.map.result?;
        fields.map.map.end()
    }
}

/// The map of a serializer, and the first error.
struct Entries<M: SerializeMap> {
    map: M,
    result: Result<(), M::Error>,
}

impl<M: SerializeMap> FieldMap for Entries<M> {
    fn text<const N: usize>(&mut self, key: Key<N>, text: Value<'_>) {
        self.any(key, &Bytes(text.bytes()));
    }

    fn number<const N: usize>(&mut self, key: Key<N>, number: u64) {
        self.any(key, &number);
    }

    fn truth<const N: usize>(&mut self, key: Key<N>, truth: bool) {
        self.any(key, &truth);
    }

    fn any<const N: usize>(&mut self, key: Key<N>, value: &impl Serialize) {
        if self.result.is_ok() {
            self.result = self.map.serialize_entry(key.name(), value);
        }
    }
}
