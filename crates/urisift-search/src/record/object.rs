//! A JSON object, written field by field.
//!
//! Written by hand, since most of a record is plain text that can be copied as it is.

use super::digits::{self, write_digits};
use super::jsonl::{Bytes, FieldMap};
use serde::Serialize;

/// An object being written; it has at least one field.
pub(super) struct Object<'o> {
    out: &'o mut Vec<u8>,
    /// Where it starts in `out`: at the comma before the first key, until it is closed.
    start: usize,
    /// What comes after `out`: its length is constant, so that few copies check it.
    block: [u8; BLOCK],
    /// How much of the block is written.
    len: usize,
}

/// Most records are shorter than that.
const BLOCK: usize = 512;

/// A field's name as written: see [`key`]. Its length is in the type, so that it is one copy of that length.
#[derive(Clone, Copy)]
pub(super) struct Key<const N: usize>(#[doc(hidden)] pub &'static [u8; N]);

impl<const N: usize> Key<N> {
    /// The name alone.
    pub fn name(self) -> &'static str {
        str::from_utf8(self.0).unwrap_or_default().trim_matches([',', '"', ':'])
    }
}

/// A key, which needs no escapes. It includes the comma before it, and the quote of a string after it.
macro_rules! key {
    ($name:ident) => {{
        const KEY: &str = concat!(",\"", stringify!($name), "\":\"");
        const BYTES: &[u8; KEY.len()] = KEY.as_bytes().first_chunk().unwrap();
        $crate::record::object::Key(BYTES)
    }};
}
pub(super) use key;

/// Text, and whether it needs no escapes in JSON.
#[derive(Clone, Copy)]
pub(super) struct Value<'t> {
    text: &'t [u8],
    is_plain: bool,
}

impl<'t> Value<'t> {
    #[inline]
    pub fn of(text: &'t [u8]) -> Self {
        Value { text, is_plain: is_plain(text) }
    }

    /// The text of a URI; a valid one has no character in ASCII that needs an escape.
    #[inline(always)]
    pub fn of_uri(uri: &'t [u8], is_valid: bool) -> Self {
        if is_valid && uri.is_ascii() {
            Value { text: uri, is_plain: true }
        } else {
            Value::of(uri)
        }
    }

    /// A name, which needs no escapes.
    #[inline(always)]
    pub fn of_name(name: &'static str) -> Self {
        Value { text: name.as_bytes(), is_plain: true }
    }

    pub fn bytes(self) -> &'t [u8] {
        self.text
    }

    /// A piece of it.
    #[inline(always)]
    pub fn piece(self, text: &'t [u8]) -> Self {
        if self.is_plain { Value { text, ..self } } else { Value::of(text) }
    }
}

/// Whether a text needs no escapes.
fn is_plain(text: &[u8]) -> bool {
    let (words, rest) = text.as_chunks();
    match text.last_chunk() {
        // The last word overlaps the one before it.
        Some(last) => {
            words.iter().fold(is_plain_word(*last), |all, word| all & is_plain_word(*word))
        }
        None => rest.iter().all(|&b| (b' '..0x7f).contains(&b) && b != b'"' && b != b'\\'),
    }
}

/// Whether no byte of a word is a control, `"`, `\` or beyond ASCII.
#[inline(always)]
fn is_plain_word(word: [u8; 8]) -> bool {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    const QUOTES: u64 = u64::from_ne_bytes([b'"'; 8]);
    const BACKSLASHES: u64 = u64::from_ne_bytes([b'\\'; 8]);
    let word = u64::from_ne_bytes(word);
    // A byte of 0 sets the high bit; so may those above it, which then does not matter.
    let has_zero = |word: u64| word.wrapping_sub(ONES) & !word;
    let controls = word.wrapping_sub(ONES * 0x20) | word.wrapping_add(ONES);
    let quotes = has_zero(word ^ QUOTES) | has_zero(word ^ BACKSLASHES);
    (word | controls | quotes) & HIGH == 0
}

impl<'o> Object<'o> {
    #[inline(always)]
    pub fn open(out: &'o mut Vec<u8>) -> Self {
        let start = out.len();
        Object { out, start, block: [0; BLOCK], len: 0 }
    }

    /// Closes it, and writes `after`. The brace replaces the comma before the first key.
    #[inline(always)]
    pub fn close(mut self, after: &'static str) {
        self.byte(b'}');
        self.put(after.as_bytes());
        self.out.extend_from_slice(&self.block[..self.len]);
        self.out[self.start] = b'{';
    }

    /// Empties the block if it has no room for `len` bytes.
    #[inline(always)]
    fn make_room(&mut self, len: usize) {
        if self.len > BLOCK - len {
            append(self.out, &self.block[..self.len]);
            self.len = 0;
        }
    }

    /// Writes a key: all of it, or without the quote.
    #[inline(always)]
    fn key<const N: usize>(&mut self, Key(key): Key<N>, len: usize) {
        self.make_room(N);
        if let Some(room) = self.block[self.len..].first_chunk_mut() {
            *room = *key;
        }
        self.len += len;
    }

    #[inline(always)]
    fn byte(&mut self, byte: u8) {
        self.make_room(1);
        self.block[self.len] = byte;
        self.len += 1;
    }

    #[inline(always)]
    fn put(&mut self, bytes: &[u8]) {
        if bytes.len() > BLOCK {
            self.make_room(BLOCK);
            return append(self.out, bytes);
        }
        self.make_room(bytes.len());
        let end = self.len + bytes.len();
        self.block[self.len..end].copy_from_slice(bytes);
        self.len = end;
    }

    /// Writes a value in full.
    #[inline(always)]
    fn value(&mut self, value: &impl Serialize) {
        append(self.out, &self.block[..self.len]);
        self.len = 0;
        append_value(self.out, value);
    }

    /// Writes a field whose name is not a constant; it needs no escapes.
    pub fn named(&mut self, name: &str, value: &impl Serialize) {
        self.put(b",\"");
        self.put(name.as_bytes());
        self.put(b"\":");
        self.value(value);
    }
}

#[cold]
#[inline(never)]
fn append(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(bytes);
}

#[inline(never)]
fn append_value(out: &mut Vec<u8>, value: &impl Serialize) {
    // Neither a record nor writing to memory can fail.
    let _ = serde_json::to_writer(out, value);
}

impl FieldMap for Object<'_> {
    #[inline(always)]
    fn number<const N: usize>(&mut self, key: Key<N>, number: u64) {
        self.make_room(N + digits::ROOM);
        self.key(key, N - 1);
        let room = self.block[self.len..].first_chunk_mut();
        self.len += room.map_or(0, |room| write_digits(number, room));
    }

    #[inline(always)]
    fn truth<const N: usize>(&mut self, key: Key<N>, truth: bool) {
        self.key(key, N - 1);
        self.put(if truth { b"true" } else { b"false" });
    }

    #[inline(always)]
    fn text<const N: usize>(&mut self, key: Key<N>, value: Value<'_>) {
        if !value.is_plain {
            return self.any(key, &Bytes(value.text));
        }
        self.key(key, N);
        self.put(value.text);
        self.byte(b'"');
    }

    #[inline(always)]
    fn any<const N: usize>(&mut self, key: Key<N>, value: &impl Serialize) {
        self.key(key, N - 1);
        self.value(value);
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
        object.close("");
        out
    }

    #[test]
    fn numbers_and_long_texts_have_room() {
        let long = vec![b'a'; 2 * BLOCK];
        for number in [0, 9, 10, u64::MAX] {
            let mut out = b"before".to_vec();
            let mut object = Object::open(&mut out);
            object.number(key!(n), number);
            object.text(key!(t), Value::of(&long));
            object.truth(key!(b), true);
            object.any(key!(any), &[1, 2]);
            object.number(key!(m), number);
            object.close("\n");
            let long = str::from_utf8(&long).unwrap();
            let object =
                format!(r#"{{"n":{number},"t":"{long}","b":true,"any":[1,2],"m":{number}}}"#);
            assert_eq!(str::from_utf8(&out).unwrap(), format!("before{object}\n"));
        }
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
