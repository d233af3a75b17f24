//! What dialects share: lines, searches that look ahead, and escapes.

use std::ops::Range;

use memchr::memmem;

use crate::web::html::reference::at_front;

/// The lines of the text, each with its end.
pub(super) fn lines(text: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    text.split_inclusive(|b| *b == b'\n').map(move |line| {
        at += line.len();
        at - line.len()..at
    })
}

/// The number of blanks at the front.
pub(super) fn indent(text: &[u8]) -> usize {
    run(text, |b| b == b' ' || b == b'\t')
}

/// How many bytes at the front pass.
pub(super) fn run(text: &[u8], test: impl Fn(u8) -> bool) -> usize {
    text.iter().position(|b| !test(*b)).unwrap_or(text.len())
}

/// A search from places that rise. In all, it looks at the text once.
pub(super) struct Ahead<'t> {
    text: &'t [u8],
    needle: &'static [u8],
    /// The next one; the length of the text if there is none.
    next: Option<usize>,
}

impl<'t> Ahead<'t> {
    pub fn new(text: &'t [u8], needle: &'static [u8]) -> Self {
        Ahead { text, needle, next: None }
    }

    /// The first one at the offset or after it.
    pub fn from(&mut self, at: usize) -> Option<usize> {
        if self.next.is_none_or(|next| next < at) {
            let next = memmem::find(&self.text[at..], self.needle);
            self.next = Some(next.map_or(self.text.len(), |next| at + next));
        }
        self.next.filter(|next| *next < self.text.len())
    }
}

/// What stands for other characters in a value.
pub(super) struct Escapes {
    /// Whether a backslash before the character is removed.
    pub backslash: fn(u8) -> bool,
    /// Whether character references of HTML are decoded.
    pub references: bool,
}

impl Escapes {
    /// The value without escapes, if it has any.
    pub fn decoded(&self, value: &[u8]) -> Option<Vec<u8>> {
        let mut out = Vec::new();
        let mut done = 0;
        let mut at = 0;
        while let Some(next) = memchr::memchr2(b'\\', b'&', &value[at..]) {
            at += next;
            let Some((len, meant)) = self.at_front(&value[at..]) else {
                at += 1;
                continue;
            };
            out.extend_from_slice(&value[done..at]);
            out.extend(meant);
            at += len;
            done = at;
        }
        if done == 0 {
            return None;
        }
        out.extend_from_slice(&value[done..]);
        Some(out)
    }

    /// The length of the escape at the front, and what it stands for.
    fn at_front(&self, text: &[u8]) -> Option<(usize, Vec<u8>)> {
        match text {
            [b'\\', byte, ..] if (self.backslash)(*byte) => Some((2, vec![*byte])),
            [b'&', ..] if self.references => {
                let reference = at_front(text).filter(|found| text[found.len - 1] == b';')?;
                Some((reference.len, reference.text().to_vec()))
            }
            _ => None,
        }
    }
}
