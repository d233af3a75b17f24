//! Names of elements and attributes as numbers, which are compared at once.

/// A name of up to eight bytes as a number; 0 for a longer one, and for none.
pub(super) const fn key(name: &[u8]) -> u64 {
    if name.len() > 8 {
        return 0;
    }
    let (mut key, mut i) = (0, 0);
    while i < name.len() {
        key = key << 8 | name[i] as u64;
        i += 1;
    }
    key
}

/// A name in lower case.
#[derive(Debug, Default)]
pub(super) struct Name {
    text: Vec<u8>,
    key: u64,
}

impl Name {
    /// Sets it to that name, in any case.
    pub fn set(&mut self, name: &[u8]) {
        self.text.clear();
        self.text.extend_from_slice(name);
        self.text.make_ascii_lowercase();
        self.key = key(&self.text);
    }

    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// See [`key`].
    pub fn key(&self) -> u64 {
        self.key
    }
}

/// What names of at most eight bytes mean: a table with a place for each hash.
pub(super) struct NameMap<T>([(u64, Option<T>); 1 << BITS]);

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
                while table[at].0 != 0 {
                    at = (at + 1) % table.len();
                }
                table[at] = (key, Some(value));
                i += 1;
            }
            list += 1;
        }
        NameMap(table)
    }

    /// What the name with that number means.
    #[inline]
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
    (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - BITS)) as usize
}
