//! Characters of UTF-8, counted and kept whole.

/// Counts the characters of a UTF-8 text up to given offsets.
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
    /// How many characters start before the byte `at`, which never falls from call to call.
    ///
    /// # Panics
    /// If it does, or lies beyond the end of the text.
    pub fn before(&mut self, text: &[u8], at: usize) -> u64 {
        self.count += text[self.at..at].iter().filter(|byte| !goes_on(byte)).count() as u64;
        self.at = at;
        self.count
    }
}

/// Whether the byte continues a character (RFC 3629 3).
fn goes_on(byte: &u8) -> bool {
    byte & 0xc0 == 0x80
}

/// The text from its first whole character on; nearly all of a text that is not UTF-8.
pub fn without_rest(text: &[u8]) -> &[u8] {
    let rest = text.iter().take(3).take_while(|byte| goes_on(byte)).count();
    &text[rest..]
}

/// The text without an incomplete character at its end.
pub fn without_cut(text: &[u8]) -> &[u8] {
    let rest = text.iter().rev().take(3).take_while(|byte| goes_on(byte)).count();
    let Some(start) = text.len().checked_sub(rest + 1) else { return text };
    let len = match text[start] {
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf7 => 4,
        _ => 1,
    };
    if len > rest + 1 { &text[..start] } else { text }
}
