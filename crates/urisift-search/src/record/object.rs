//! A JSON object, written field by field.
//!
//! Written by hand, since most of a record is plain text that can be copied as it is.

use super::jsonl::{Bytes, FieldMap};
use super::push_number;
use serde::Serialize;

/// An object being written; it has at least one field.
pub(super) struct Object<'o> {
    out: &'o mut Vec<u8>,
    /// Where it starts: at the comma before the first key, until it is closed.
    start: usize,
}

/// A field's name as written: see [`key`].
#[derive(Clone, Copy)]
pub(super) struct Key(#[doc(hidden)] pub &'static str);

impl Key {
    /// The name alone.
    pub fn name(self) -> &'static str {
        self.0.trim_matches([',', '"', ':'])
    }
}

/// A key, which needs no escapes. It includes the comma before it, so that it is one copy of a
/// constant length.
macro_rules! key {
    ($name:ident) => {
        $crate::record::object::Key(concat!(",\"", stringify!($name), "\":"))
    };
}
pub(super) use key;

/// Text, and whether it needs no escapes in JSON.
#[derive(Clone, Copy)]
pub(super) struct Value<'t> {
    text: &'t [u8],
    is_plain: bool,
}

impl<'t> Value<'t> {
    pub fn of(text: &'t [u8]) -> Self {
        // Branch-free, so that many bytes are checked at once.
        let plain = |b: u8| (b' '..0x7f).contains(&b) & (b != b'"') & (b != b'\\');
        Value { text, is_plain: text.iter().fold(true, |all, &b| all & plain(b)) }
    }

    pub fn bytes(self) -> &'t [u8] {
        self.text
    }

    /// A piece of it.
    pub fn piece(self, text: &'t [u8]) -> Self {
        if self.is_plain { Value { text, ..self } } else { Value::of(text) }
    }
}

impl<'o> Object<'o> {
    pub fn open(out: &'o mut Vec<u8>) -> Self {
        let start = out.len();
        Object { out, start }
    }

    /// Closes it. The brace replaces the comma before the first key.
    pub fn close(self) {
        self.out[self.start] = b'{';
        self.out.push(b'}');
    }

    #[inline(always)]
    fn key(&mut self, Key(key): Key) {
        self.out.extend_from_slice(key.as_bytes());
    }

    /// Writes a field whose name is not a constant; it needs no escapes.
    pub fn named(&mut self, name: &str, value: &impl Serialize) {
        self.out.extend_from_slice(b",\"");
        self.out.extend_from_slice(name.as_bytes());
        self.out.extend_from_slice(b"\":");
        let _ = serde_json::to_writer(&mut *self.out, value);
    }
}

impl FieldMap for Object<'_> {
    #[inline(always)]
    fn number(&mut self, key: Key, number: u64) {
        self.key(key);
        push_number(number, self.out);
    }

    #[inline(always)]
    fn truth(&mut self, key: Key, truth: bool) {
        self.key(key);
        self.out.extend_from_slice(if truth { b"true" } else { b"false" });
    }

    #[inline(always)]
    fn text(&mut self, key: Key, value: Value<'_>) {
        if !value.is_plain {
            return self.any(key, &Bytes(value.text));
        }
        self.key(key);
        self.out.push(b'"');
        self.out.extend_from_slice(value.text);
        self.out.push(b'"');
    }

    fn any(&mut self, key: Key, value: &impl Serialize) {
        self.key(key);
        // Neither a record nor writing to memory can fail.
        let _ = serde_json::to_writer(&mut *self.out, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn written(text: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        let mut object = Object::open(&mut out);
        object.number(key!(n), 7);
        object.text(key!(t), Value::of(text));
        object.close();
        out
    }

    proptest! {
        /// The output is what a library would write.
        #[test]
        fn text_is_as_the_library_has_it(text in proptest::collection::vec(prop_oneof![b' '..0x7f, any::<u8>()], 0..40), from in 0..40usize) {
            let value = serde_json::to_string(&Bytes(&text)).unwrap();
            prop_assert_eq!(written(&text), format!("{{\"n\":7,\"t\":{value}}}").into_bytes());
            let piece = &text[from.min(text.len())..];
            let is_plain = Value::of(&text).piece(piece).is_plain;
            prop_assert!(!is_plain || Value::of(piece).is_plain);
        }
    }
}
