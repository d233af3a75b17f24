//! Bytes told as characters.

/// Counts the characters of a text in UTF-8 as far as it is asked to.
///
/// ```
/// let text = "ä http://a.example/".as_bytes();
/// let mut chars = urisift::Chars::default();
/// assert_eq!((chars.before(text, 3), chars.before(text, 20)), (2, 19));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Chars {
    at: usize,
    count: u64,
}

impl Chars {
    /// How many characters start before that byte, which is not before any that was asked for.
    ///
    /// # Panics
    /// If it is, or lies behind the text.
    pub fn before(&mut self, text: &[u8], at: usize) -> u64 {
        let starts = |byte: &&u8| **byte & 0xc0 != 0x80;
        self.count += text[self.at..at].iter().filter(starts).count() as u64;
        self.at = at;
        self.count
    }
}
