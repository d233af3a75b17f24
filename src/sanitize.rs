//! Makes untrusted text harmless on a terminal.

/// Escapes each control, each change of direction and each invisible character.
pub fn text(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut harmless, c| {
        match is_harmful(c) {
            true => harmless.extend(c.escape_default()),
            false => harmless.push(c),
        }
        harmless
    })
}

/// Like `text`, but keeps line feeds.
pub fn lines(text: &str) -> String {
    text.split('\n').map(self::text).collect::<Vec<_>>().join("\n")
}

/// Who reads what is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reader {
    /// A program, which gets the bytes unchanged.
    #[default]
    Program,
    /// A person, on a terminal.
    Person,
}

impl Reader {
    /// Writes untrusted bytes.
    pub fn push(self, bytes: &[u8], out: &mut Vec<u8>) {
        match self {
            Reader::Program => out.extend_from_slice(bytes),
            Reader::Person => push(bytes, out),
        }
    }
}

/// Like `Reader`, for bytes; those that are not UTF-8 are written as `\xff`.
pub fn push(bytes: &[u8], out: &mut Vec<u8>) {
    // Fast path for printable ASCII, without a branch for each byte.
    if bytes.iter().fold(true, |all, b| all & (b' '..0x7f).contains(b)) {
        return out.extend_from_slice(bytes);
    }
    for chunk in bytes.utf8_chunks() {
        out.extend_from_slice(text(chunk.valid()).as_bytes());
        let escaped = chunk.invalid().iter().flat_map(|&byte| std::ascii::escape_default(byte));
        out.extend(escaped);
    }
}

/// Like `push`, as a text.
pub fn shown(bytes: &[u8]) -> String {
    let mut out = Vec::new();
    push(bytes, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// Controls (C0 and C1, and what ends a line or a paragraph); bidirectional marks, overrides and
/// isolates (UAX #9); invisible characters: `Default_Ignorable_Code_Point` (UAX #44) and the marks
/// of annotations.
pub fn is_harmful(c: char) -> bool {
    c.is_control() || c >= '\u{ad}' && is_invisible(c as u32)
}

fn is_invisible(c: u32) -> bool {
    matches!(
        c,
        0xad | 0x34f
            | 0x61c
            | 0x115f..=0x1160
            | 0x17b4..=0x17b5
            | 0x180b..=0x180f
            | 0x200b..=0x200f
            | 0x2028..=0x202e
            | 0x2060..=0x206f
            | 0x3164
            | 0xfe00..=0xfe0f
            | 0xfeff
            | 0xffa0
            | 0xfff0..=0xfffb
            | 0x1bca0..=0x1bca3
            | 0x1d173..=0x1d17a
            | 0xe0000..=0xe0fff
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_reaches_the_terminal() {
        assert_eq!(text("a\u{1b}[31m\nb\u{202e}é"), "a\\u{1b}[31m\\nb\\u{202e}é");
    }

    #[test]
    fn lines_stay_lines() {
        assert_eq!(lines("a\u{7}\n\r\n"), "a\\u{7}\n\\r\n");
    }

    #[test]
    fn programs_get_bytes_as_they_are() {
        let written = |reader: Reader| {
            let mut out = Vec::new();
            reader.push(b"a\x1b\xff", &mut out);
            out
        };
        assert_eq!(written(Reader::Program), b"a\x1b\xff");
        assert_eq!(written(Reader::Person), b"a\\u{1b}\\xff");
    }

    #[test]
    fn bytes_of_any_kind() {
        for (bytes, shown) in [
            (&b"http://a.example/"[..], "http://a.example/"),
            ("é的\u{1f600}".as_bytes(), "é的\u{1f600}"),
            (b"a\x1b]8;;\x07\x7f", "a\\u{1b}]8;;\\u{7}\\u{7f}"),
            (b"caf\xe9\x9b31m", "caf\\xe9\\x9b31m"),
            ("\u{9b}\u{200b}\u{e0041}".as_bytes(), "\\u{9b}\\u{200b}\\u{e0041}"),
            (b"\xf0\x9f\x98", "\\xf0\\x9f\\x98"),
        ] {
            let mut out = Vec::new();
            push(bytes, &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), shown);
        }
    }

    /// Checked against the Unicode properties of `regex`.
    #[test]
    fn every_control_and_every_invisible_character() {
        let property = r"[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{DI}\u{FFF9}-\u{FFFB}]";
        let property = regex::Regex::new(property).unwrap();
        for c in '\0'..=char::MAX {
            assert_eq!(is_harmful(c), property.is_match(c.encode_utf8(&mut [0; 4])), "{c:?}");
        }
    }
}
