//! Generates texts that look like references, valid or not: the same ones in every run.

/// A generator of numbers (xorshift64*).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        ((self.next() >> 32) as usize * end) >> 32
    }

    /// `true` with a chance of one in `out_of`.
    pub fn one(&mut self, out_of: usize) -> bool {
        self.below(out_of) == 0
    }

    pub fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len())]
    }

    /// Appends up to `most` of the pieces.
    fn pieces(&mut self, most: usize, from: &[&str], into: &mut String) {
        for _ in 0..self.below(most + 1) {
            into.push_str(self.pick(from));
        }
    }
}

const SCHEMES: &[&str] = &["http", "a", "A+b-c.1", "urn", "1a", "", "x_y", "-a", "mailto", "h%41"];
const NAMES: &[&str] =
    &["a", "b.c", "~", "_", "-", "!", "$&", "%41", "%e9", "1", "255", ".", "256", "'", "xn--a"];
const LITERALS: &[&str] = &[
    "[::1]",
    "[1::]",
    "[::]",
    "[1:2:3:4:5:6:7:8]",
    "[1::3:4:5:6:7:8]",
    "[::ffff:1.2.3.4]",
    "[v1.x:y]",
    "[1.2.3.4]",
    "[1:2]",
    "[:::]",
    "[12345::]",
    "[1::2::3]",
    "[vg.x]",
    "[v1.]",
    "[::1",
    "[]",
    "[1:2:3:4:5:6:1.2.3.4]",
    "[1:2:3:4:5:6:7:1.2.3.4]",
    "[::1.2.3.256]",
    "[::01.2.3.4]",
    "[::1%25e]",
    "[1:2:3:4:5:6:7:8::]",
    "[1:2:3:4:5:6:7:8::9]",
    "[1:2:3:4:5:6:7::]",
];
const GROUPS: &[&str] = &[":", "::", "1", "ffff", "0", "abc", "1.2.3.4", "12345", "G", "1:", ":2"];
const SEGMENTS: &[&str] = &[
    "a", "/", "//", ".", "..", ":", "@", "%2F", "%", "%zz", ";x=1", "(b)", "é", "漢", " ", "[", "|",
];
const QUERIES: &[&str] = &[
    "a=b", "&", "?", "/", "%20", "%2", "[0]", "é", "\u{e000}", "\u{fdd0}", "^", "\\", "+", "\u{a0}",
];
/// Texts that a change inserts.
const CHANGES: &[&str] = &[
    ":",
    "/",
    "?",
    "#",
    "@",
    "[",
    "]",
    "%",
    "%4",
    "é",
    "\u{f0000}",
    " ",
    "\"",
    "<",
    "\0",
    "a",
    "9",
];

/// A reference, or something like one.
pub fn reference(random: &mut Random) -> String {
    let mut text = String::new();
    if !random.one(4) {
        text.push_str(random.pick(SCHEMES));
        text.push(':');
    }
    if !random.one(3) {
        text.push_str("//");
        authority(random, &mut text);
    }
    if !random.one(8) {
        text.push_str(random.pick(&["/", "", "/", "//"]));
        random.pieces(4, SEGMENTS, &mut text);
    }
    for (mark, pieces) in [('?', QUERIES), ('#', QUERIES)] {
        if random.one(3) {
            text.push(mark);
            random.pieces(3, pieces, &mut text);
        }
    }
    if random.one(6) {
        change(random, &mut text);
    }
    text
}

fn authority(random: &mut Random, text: &mut String) {
    if random.one(4) {
        random.pieces(3, &["u", ":", "p", "%40", "@", ";", "é"], text);
        text.push('@');
    }
    match random.below(6) {
        0 => text.push_str(random.pick(LITERALS)),
        1 => {
            text.push('[');
            random.pieces(9, GROUPS, text);
            text.push(']');
        }
        2 => random.pieces(4, &["1.2.3.4", "0x7f", "1", ".", "256"], text),
        _ => random.pieces(4, NAMES, text),
    }
    if random.one(4) {
        text.push(':');
        random.pieces(2, &["80", "0", "x", ":", "65536"], text);
    }
}

/// Inserts or removes something.
pub fn change(random: &mut Random, text: &mut String) {
    let places: Vec<usize> = text.char_indices().map(|(i, _)| i).chain([text.len()]).collect();
    let at = places[random.below(places.len())];
    if random.one(3) && at < text.len() {
        text.remove(at);
    } else {
        text.insert_str(at, random.pick(CHANGES));
    }
}
