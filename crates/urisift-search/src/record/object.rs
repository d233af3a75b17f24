//! A JSON object, written field by field.
//!
//! Written by hand, since most of a record is plain text that can be copied as it is.

use super::digits::{self, write_digits};
use super::jsonl::{Bytes, FieldMap};
use serde::Serialize;

/// An object being written.
pub(super) struct Object<'o> {
    out: &'o mut Vec<u8>,
    /// Where it starts in `out`: at the comma before the first key, until it is closed.
    start: usize,
    /// What comes after `out`: its length is constant, so that few copies check it.
    block: [u8; BLOCK],
    /// How much of the block is written.
    len: usize,
    /// Where the URI is in the block; [`GONE`] if it is not.
    uri: usize,
}

/// No place in the block, nor are those after it.
const GONE: usize = BLOCK;

/// Most records are shorter than that.
const BLOCK: usize = 512;

/// The room that most fields need: a key, then a number, a truth, or a short text and a quote.
const ROOM: usize = 64;

/// The longest text that counts as short.
const SHORT: usize = 32;

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

    /// No text, of which all pieces have to be looked at.
    pub fn of_none() -> Self {
        Value { text: b"", is_plain: false }
    }

    /// A name, or what else needs no escapes.
    #[inline(always)]
    pub fn of_name(name: &'t [u8]) -> Self {
        Value { text: name, is_plain: true }
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

/// Returns `true` if a text needs no escapes.
#[inline]
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

/// Returns `true` if no byte of a word is a control, `"`, `\` or non-ASCII.
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
        Object { out, start, block: [0; BLOCK], len: 0, uri: GONE }
    }

    /// Closes it, and writes `after`. The brace replaces the comma before the first key.
    #[inline(always)]
    pub fn close(&mut self, after: &'static str) {
        self.make_room();
        if self.len == 0 && self.out.len() == self.start {
            self.byte(b'{');
        }
        self.byte(b'}');
        after.bytes().for_each(|byte| self.byte(byte));
        self.out.extend_from_slice(&self.block[..self.len]);
        self.out[self.start] = b'{';
    }

    #[cold]
    #[inline(never)]
    fn empty_block(&mut self) {
        self.out.extend_from_slice(&self.block[..self.len]);
        (self.len, self.uri) = (0, GONE);
    }

    /// Empties the block unless it has room for a short field.
    #[inline(always)]
    fn make_room(&mut self) {
        if self.len > BLOCK - ROOM {
            self.empty_block();
        }
    }

    /// Writes a key where there is room. Returns the block, and where the key ends in it: no sum of that and what a
    /// short field needs exceeds the length of the block.
    #[inline(always)]
    fn key<const N: usize>(&mut self, Key(key): Key<N>) -> (&mut [u8; BLOCK], usize) {
        const { assert!(N + SHORT < ROOM && N + digits::ROOM <= ROOM) };
        let at = self.len;
        put_array(&mut self.block, at, *key);
        (&mut self.block, at.wrapping_add(N))
    }

    /// Writes a byte where there is room.
    #[inline(always)]
    fn byte(&mut self, byte: u8) {
        self.block[self.len] = byte;
        self.len = self.len.wrapping_add(1);
    }

    #[inline(always)]
    fn put(&mut self, bytes: &[u8]) {
        if bytes.len() > BLOCK - self.len {
            self.empty_block();
            if bytes.len() > BLOCK {
                return append(self.out, bytes);
            }
        }
        let end = self.len.wrapping_add(bytes.len());
        self.block[self.len..end].copy_from_slice(bytes);
        self.len = end;
    }

    /// Writes a value in full.
    #[inline(always)]
    fn value(&mut self, value: &impl Serialize) {
        self.empty_block();
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

/// Writes an array at `at`, where it has room.
#[inline(always)]
fn put_array<const N: usize>(block: &mut [u8; BLOCK], at: usize, bytes: [u8; N]) {
    if let Some(rest) = block.get_mut(at..)
        && let Some(room) = rest.first_chunk_mut()
    {
        *room = bytes;
    }
}

/// Writes a short text at `at`, as two arrays that overlap.
#[inline(always)]
fn put_short(block: &mut [u8; BLOCK], at: usize, text: &[u8]) {
    let is_done = put_ends::<16>(block, at, text)
        || put_ends::<8>(block, at, text)
        || put_ends::<4>(block, at, text);
    if !is_done {
        block[at..].iter_mut().zip(text).for_each(|(room, byte)| *room = *byte);
    }
}

#[inline(always)]
fn put_ends<const N: usize>(block: &mut [u8; BLOCK], at: usize, text: &[u8]) -> bool {
    if let (Some(first), Some(last)) = (text.first_chunk::<N>(), text.last_chunk::<N>()) {
        put_array(block, at, *first);
        put_array(block, at.wrapping_add(text.len() - N), *last);
        return true;
    }
    false
}

impl FieldMap for Object<'_> {
    #[inline(always)]
    fn number<const N: usize>(&mut self, key: Key<N>, number: u64) {
        self.make_room();
        let (block, end) = self.key(key);
        let at = end - 1;
        if let Some(room) = block[at..].first_chunk_mut() {
            self.len = at.wrapping_add(write_digits(number, room));
        }
    }

    #[inline(always)]
    fn truth<const N: usize>(&mut self, key: Key<N>, truth: bool) {
        self.make_room();
        let (block, end) = self.key(key);
        put_array(block, end - 1, if truth { *b"true " } else { *b"false" });
        self.len = end.wrapping_add(4 - usize::from(truth));
    }

    #[inline(always)]
    fn text<const N: usize>(&mut self, key: Key<N>, value: Value<'_>) {
        if !value.is_plain {
            return self.any(key, &Bytes(value.text));
        }
        self.make_room();
        let (block, at) = self.key(key);
        let text = value.text;
        if text.len() <= SHORT {
            put_short(block, at, text);
            self.len = at.wrapping_add(text.len());
        } else {
            self.len = at;
            self.put(text);
            self.make_room();
        }
        self.byte(b'"');
    }

    #[inline(always)]
    fn uri<const N: usize>(&mut self, key: Key<N>, uri: Value<'_>) {
        self.text(key, uri);
        // A text that is not in the block as it is cannot be followed by a quote there.
        let is_there = uri.is_plain && uri.text.len() < self.len;
        self.uri = if is_there { self.len - 1 - uri.text.len() } else { GONE };
    }

    /// The piece is copied from the URI in the block, with bytes after it, so that the length of the copy is
    /// constant.
    #[inline(always)]
    fn piece<const N: usize>(&mut self, key: Key<N>, uri: Value<'_>, piece: &[u8]) {
        self.make_room();
        let offset = piece.as_ptr().addr().wrapping_sub(uri.text.as_ptr().addr());
        let from = self.uri.wrapping_add(offset);
        let is_within = offset <= uri.text.len() && piece.len() <= uri.text.len() - offset;
        if is_within
            && piece.len() <= SHORT
            && let Some(rest) = self.block.get(from..)
            && let Some(&bytes) = rest.first_chunk::<SHORT>()
        {
            let (block, at) = self.key(key);
            put_array(block, at, bytes);
            let end = at.wrapping_add(piece.len());
            block[end] = b'"';
            self.len = end.wrapping_add(1);
        } else {
            self.text(key, uri.piece(piece));
        }
    }

    #[inline(always)]
    fn any<const N: usize>(&mut self, key: Key<N>, value: &impl Serialize) {
        self.make_room();
        self.len = self.key(key).1 - 1;
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
    fn an_object_may_have_no_fields() {
        let mut out = b"before".to_vec();
        Object::open(&mut out).close("\n");
        assert_eq!(out, b"before{}\n");
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

        /// A piece that is copied within the block is the same as one that is written as a text.
        #[test]
        fn pieces_are_written_as_texts(text in "[a-z\"é]{0,70}|[a-z]{500,600}", at in 0..80usize, len in 0..80usize) {
            let uri = Value::of(text.as_bytes());
            let part = &uri.text[at.min(text.len())..(at + len).min(text.len())];
            let apart = part.to_vec();
            let (mut copied, mut written) = (Vec::new(), Vec::new());
            let (mut pieces, mut texts) = (Object::open(&mut copied), Object::open(&mut written));
            pieces.uri(key!(uri), uri);
            texts.text(key!(uri), uri);
            for _ in 0..10 {
                pieces.piece(key!(part), uri, part);
                texts.text(key!(part), Value::of(&apart));
            }
            pieces.close("\n");
            texts.close("\n");
            prop_assert_eq!(copied, written);
        }
    }
}
