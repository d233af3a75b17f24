//! Names of elements and attributes as numbers, which are compared at once.

/// Returns `true` if a name is as good as its number: it has up to eight bytes, and the first is not NUL.
const fn has_key(name: &[u8]) -> bool {
    !name.is_empty() && name[0] != 0 && name.len() <= 8
}

/// A name of up to eight bytes as a number; 0 for another one.
pub(super) const fn key(name: &[u8]) -> u64 {
    if !has_key(name) {
        return 0;
    }
    let (mut key, mut i) = (0, 0);
    while i < name.len() {
        key = key << 8 | name[i] as u64;
        i += 1;
    }
    key
}

/// The number of a name in lower case.
#[inline]
pub(super) fn key_of(name: &[u8]) -> u64 {
    if !has_key(name) {
        return 0;
    }
    name.iter().fold(0, |key, byte| key << 8 | u64::from(byte.to_ascii_lowercase()))
}

/// A name in lower case.
#[derive(Debug, Default)]
pub(super) struct Name {
    key: u64,
    /// If there is a key: the name, and its length.
    short: ([u8; 8], usize),
    /// If there is none: the name.
    long: Vec<u8>,
}

impl Name {
    /// Sets it to that name, in any case.
    #[inline]
    pub fn set(&mut self, name: &[u8]) {
        self.key = key_of(name);
        if self.key == 0 {
            self.long.clear();
            self.long.extend(name.iter().map(u8::to_ascii_lowercase));
            return;
        }
        self.set_short(self.key, name.len());
    }

    /// Sets it to a name that has that number and length.
    #[inline]
    pub fn set_short(&mut self, key: u64, len: usize) {
        self.key = key;
        self.short = ((key << (8 * (8 - len))).to_be_bytes(), len);
    }

    #[inline]
    pub fn text(&self) -> &[u8] {
        if self.key == 0 { &self.long } else { &self.short.0[..self.short.1] }
    }

    /// See [`key`].
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }
}

/// What names of at most eight bytes mean: a table with a place for each hash.
pub(super) struct NameMap<T>([(u64, Option<T>); 1 << BITS]);

/// One with which the names that are most frequent in pages are at their own places.
const FACTOR: u64 = 0xe28c_22d2_55c5_b78b;

/// More than twice as many places as there are names.
const BITS: u32 = 8;

impl<T: Copy> NameMap<T> {
    /// All names of a list mean the same. The first list that has a name counts.
    pub const fn of(lists: &[(&[&str], T)]) -> Self {
        let (mut table, mut list) = ([(0, None); 1 << BITS], 0);
        while list < lists.len() {
            let (names, value) = lists[list];
            let mut i = 0;
            while i < names.len() {
                let key = key(names[i].as_bytes());
                let mut at = place(key);
                while table[at].0 != 0 && table[at].0 != key {
                    at = (at + 1) % table.len();
                }
                if table[at].0 == 0 {
                    table[at] = (key, Some(value));
                }
                i += 1;
            }
            list += 1;
        }
        NameMap(table)
    }

    /// What the name with that number means.
    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<T> {
        let mut at = place(key);
        while self.0[at].0 != key && self.0[at].0 != 0 {
            at = (at + 1) % self.0.len();
        }
        self.0[at].1
    }
}

/// Where the search for a number starts.
const fn place(key: u64) -> usize {
    (key.wrapping_mul(FACTOR) >> (u64::BITS - BITS)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_any_case() {
        let mut name = Name::default();
        for (text, expected, has_key) in [
            ("Href", "href", true),
            ("XML:base", "xml:base", true),
            ("HTTP-Equiv", "http-equiv", false),
            ("", "", false),
            ("\0href", "\0href", false),
            ("\0", "\0", false),
            ("É", "É", true),
        ] {
            name.set(text.as_bytes());
            assert_eq!(name.text(), expected.as_bytes());
            assert_eq!(
                (name.key() != 0, name.key()),
                (has_key, key(expected.as_bytes())),
                "{text}"
            );
        }
    }
}
