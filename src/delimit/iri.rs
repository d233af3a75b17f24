//! Characters non-ASCII: which of them belong to a URI (RFC 3987 2.2), and which to the sentence around it.

mod joint;
mod marks;

use super::view::View;
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
    /// What stands inside words and is not a letter.
    Joint,
    /// Punctuation, blanks, controls, full-width forms.
    Other,
}

impl Kind {
    /// What the character is.
    pub fn of(c: char) -> Kind {
        match c as u32 {
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
            | 0x3041..=0x3096
            | 0x309b..=0x312f
            | 0x3131..=0x318e
            | 0x31a0..=0x31ff => Kind::Unspaced,
            0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xac00..=0xd7a3 | 0xf900..=0xfaff => Kind::Unspaced,
            0xff66..=0xff9f | 0x20000..=0x3ffff => Kind::Unspaced,
            0xff00..=0xffef => Kind::Other,
            0xa2..=0xa5
            | 0xa9
            | 0xae
            | 0xb0
            | 0xb1
            | 0xd7
            | 0xf7
            | 0x20a0..=0x20cf
            | 0x2100..=0x214f
            | 0x2190..=0x2bff => Kind::symbol(c),
            // The flags of parts of countries are written with tags.
            0x1f000..=0x1faff | 0xe0020..=0xe007f => Kind::Symbol,
            _ if joint::is_joint(c) => Kind::Joint,
            _ if c.is_alphanumeric() => Kind::Letter,
            _ if marks::is_mark(c) => Kind::Mark,
            _ => Kind::Other,
        }
    }

    /// The symbol blocks also hold brackets, the lines of frames, and a few letters.
    fn symbol(c: char) -> Kind {
        match c as u32 {
            0x2308..=0x230b
            | 0x2329
            | 0x232a
            | 0x2500..=0x257f
            | 0x2768..=0x2775
            | 0x27e6..=0x27ef
            | 0x2983..=0x2998 => Kind::Other,
            _ if c.is_alphabetic() => Kind::Letter,
            _ => Kind::Symbol,
        }
    }
}

/// Returns `true` if a character may belong to a URI wherever it stands; `None` if that depends on its context.
pub(crate) fn belongs(kind: Kind, mode: NonAscii) -> Option<bool> {
    match (mode, kind) {
        (NonAscii::Never, _) | (_, Kind::Other) => Some(false),
        (_, Kind::Letter | Kind::Mark) | (NonAscii::Always, Kind::Unspaced) => Some(true),
        (_, Kind::Unspaced | Kind::Symbol | Kind::Joint) => None,
    }
}

/// The kind and the length of the character at `i` if it may belong to a URI somewhere; what stands inside words, only
/// there.
pub(super) fn letter_at(view: &View<'_>, i: usize) -> Option<(Kind, usize)> {
    let (c, len) = view.char_at(i)?;
    let kind = Kind::of(c);
    let belongs = match kind {
        Kind::Other => false,
        Kind::Joint => joint::joins(view, i, c, len),
        _ => true,
    };
    belongs.then_some((kind, len))
}

/// Returns `true` if the character is of an alphabetic script whose sentences have no blanks between words: Thai, Lao,
/// Myanmar, Khmer. In a host, ASCII before or after it shows where the sentence is.
pub(super) fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c), 0xe00..=0xeff | 0x1000..=0x109f | 0x1780..=0x17ff)
}

/// Returns `true` if a symbol or an emoji ends in the character.
pub(super) fn is_of_symbol(c: char) -> bool {
    joint::is_symbol(c) || c == joint::ZWJ
}

/// Returns `true` if the symbol points from what is before it to what follows.
pub(super) fn is_arrow(c: char) -> bool {
    matches!(u32::from(c), 0x2190..=0x21ff | 0x2794..=0x27be | 0x27f0..=0x27ff | 0x2900..=0x297f)
        || matches!(u32::from(c), 0x2b00..=0x2b11 | 0x2b30..=0x2b4f | 0x2b5a..=0x2bb8)
}

/// Returns `true` if the character leaves no mark on paper, nor changes the one beside it: whitespace, and what formats
/// text without a width.
pub(crate) fn is_unseen(c: char) -> bool {
    let formats =
        [0x200b..=0x200b, 0x200e..=0x200f, 0x2028..=0x202e, 0x2060..=0x206f, 0xfeff..=0xfeff];
    c.is_whitespace() || formats.iter().any(|range| range.contains(&(c as u32)))
}

/// Returns `true` if the letter may be the first byte of a UTF-8 sequence in a text that was decoded as Latin-1.
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
        for c in "\u{300}\u{5bf}\u{93c}\u{94d}\u{17d2}\u{103a}\u{3099}\u{20e3}\u{fe0f}".chars() {
            assert!(matches!(Kind::of(c), Kind::Mark | Kind::Letter), "{c}");
        }
        for c in "’·\u{200d}\u{5be}\u{f0b}".chars() {
            assert_eq!(Kind::of(c), Kind::Joint, "{c}");
        }
        for c in "✓😀€£×©␤→".chars() {
            assert_eq!(Kind::of(c), Kind::Symbol, "{c}");
        }
        for c in "。、，）」”—…»\u{a0}\u{200b}\u{202e}\u{ff21}\u{feff}\u{e000}".chars()
        {
            assert_eq!(Kind::of(c), Kind::Other, "{c}");
        }
    }

    /// The first letter of each script.
    #[cfg(any(test, feature = "unicode"))]
    fn letters() -> std::collections::HashMap<unicode_script::Script, char> {
        let mut letters = std::collections::HashMap::new();
        for c in ('\u{80}'..=char::MAX).filter(|&c| !marks::is_mark(c)) {
            if matches!(Kind::of(c), Kind::Letter | Kind::Unspaced) && !c.is_numeric() {
                letters.entry(unicode_script::UnicodeScript::script(&c)).or_insert(c);
            }
        }
        letters
    }

    #[cfg(any(test, feature = "unicode"))]
    #[test]
    fn a_mark_belongs_after_a_letter_of_its_script() {
        use crate::delimit;
        use crate::options::Options;
        use unicode_script::{Script, UnicodeScript};

        let letters = letters();
        let finds = |before: &str, uri: &str, after: &str| {
            let text = [before, uri, after].concat();
            let start = before.len();
            let view = View::new(text.as_bytes(), 0, start);
            let colon = start + "http".len();
            let end = delimit::uri(&view, start, colon, &Options::default()).map(|found| found.end);
            assert_eq!(end, Some(start + uri.len()), "{}", text.escape_unicode());
        };
        let all: Vec<_> = ('\0'..=char::MAX).filter(|&c| marks::is_mark(c)).collect();
        assert!(all.len() >= 2580);
        for mark in all {
            let own =
                Some(mark.script()).filter(|s| !matches!(s, Script::Common | Script::Inherited));
            let letter = own.and_then(|script| letters.get(&script)).copied().unwrap_or('a');
            let path = format!("http://a.example/{letter}{mark}");
            let fragment = format!("http://a.example/#{letter}{mark}{mark}");
            for uri in
                [&*fragment, if Kind::of(letter) == Kind::Unspaced { &fragment } else { &path }]
            {
                finds("see ", uri, " and");
                finds("see ", uri, "\u{3002}");
                finds("<", uri, ">");
                finds("{\"a\": \"", uri, "\"}");
            }
            finds("see ", &format!("http://{letter}{mark}.example/{letter}{mark}/x"), ", and");
        }
    }
}
