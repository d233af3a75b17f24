//! Characters beyond ASCII: which of them belong to a URI (RFC 3987 2.2), and which to the
//! sentence around it.

use crate::options::NonAscii;

/// What a character means for the end of a URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A letter or digit of a script that puts blanks between words.
    Letter,
    /// A mark that changes the letter before it.
    Mark,
    /// Han, kana, Hangul: the sentence may continue after the URI without a blank.
    Unspaced,
    /// Symbols and emoji.
    Symbol,
    /// Punctuation, blanks, controls, full-width forms.
    Other,
}

impl Kind {
    /// What the character is.
    pub fn of(c: char) -> Kind {
        match c as u32 {
            0x0300..=0x036f
            | 0x0483..=0x0487
            | 0x0591..=0x05bd
            | 0x064b..=0x065f
            | 0x093c
            | 0x094d => Kind::Mark,
            0x09cd
            | 0x0a4d
            | 0x0acd
            | 0x0b4d
            | 0x0bcd
            | 0x0c4d
            | 0x0ccd
            | 0x0d4d
            | 0x0e47..=0x0e4e => Kind::Mark,
            0x30a0 | 0x30fb => Kind::Other,
            // Superscripts, fractions, numbers in circles: marks of notes rather than letters.
            0xb2
            | 0xb3
            | 0xb9
            | 0xbc..=0xbe
            | 0x2070..=0x209f
            | 0x2150..=0x215f
            | 0x2460..=0x249b => Kind::Other,
            0x1100..=0x11ff
            | 0x3005..=0x3007
            | 0x3041..=0x312f
            | 0x3131..=0x318e
            | 0x31a0..=0x31ff => Kind::Unspaced,
            0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xac00..=0xd7a3 | 0xf900..=0xfaff => Kind::Unspaced,
            0xff66..=0xff9f | 0x20000..=0x3ffff => Kind::Unspaced,
            0xff00..=0xffef => Kind::Other,
            0xa9 | 0xae | 0xb0 | 0xb1 | 0x20a0..=0x20cf | 0x2100..=0x214f | 0x2190..=0x2bff => {
                Kind::symbol(c)
            }
            0xfe0f | 0x1f000..=0x1faff => Kind::Symbol,
            _ if c.is_alphanumeric() => Kind::Letter,
            _ => Kind::Other,
        }
    }

    /// The symbol blocks also hold brackets and a few letters.
    fn symbol(c: char) -> Kind {
        match c as u32 {
            0x2308..=0x230b
            | 0x2329
            | 0x232a
            | 0x2768..=0x2775
            | 0x27e6..=0x27ef
            | 0x2983..=0x2998 => Kind::Other,
            _ if c.is_alphabetic() => Kind::Letter,
            _ => Kind::Symbol,
        }
    }
}

/// Whether a character may belong to a URI wherever it stands; `None` if that depends on its
/// context.
pub(crate) fn belongs(kind: Kind, mode: NonAscii) -> Option<bool> {
    match (mode, kind) {
        (NonAscii::Never, _) | (_, Kind::Other) => Some(false),
        (_, Kind::Letter | Kind::Mark) | (NonAscii::Always, Kind::Unspaced) => Some(true),
        (NonAscii::Always, Kind::Symbol) => Some(false),
        (NonAscii::Auto, Kind::Unspaced | Kind::Symbol) => None,
    }
}

/// Whether the character leaves no mark on paper, nor changes the one beside it: white space, and what formats
/// text without a width.
pub(crate) fn is_unseen(c: char) -> bool {
    let formats =
        [0x200b..=0x200b, 0x200e..=0x200f, 0x2028..=0x202e, 0x2060..=0x206f, 0xfeff..=0xfeff];
    c.is_whitespace() || formats.iter().any(|range| range.contains(&(c as u32)))
}

/// Whether the letter may be the first byte of a UTF-8 sequence in a text that was decoded as
/// Latin-1.
pub(crate) fn is_debris(c: char) -> bool {
    matches!(c, 'Â' | 'Ã' | 'â')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds() {
        for c in "éяא٣ناअThญß".chars() {
            assert_eq!(Kind::of(c), Kind::Letter, "{c}");
        }
        for c in "漢かカ한ー々".chars() {
            assert_eq!(Kind::of(c), Kind::Unspaced, "{c}");
        }
        for c in "✓😀€©␤→".chars() {
            assert_eq!(Kind::of(c), Kind::Symbol, "{c}");
        }
        for c in "。、，）」”—…»\u{a0}\u{200b}\u{202e}\u{ff21}\u{feff}\u{e000}".chars()
        {
            assert_eq!(Kind::of(c), Kind::Other, "{c}");
        }
    }
}
