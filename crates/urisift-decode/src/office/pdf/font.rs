//! Fonts (ISO 32000-1 9.5 to 9.10): which characters the codes of a string stand for, and how wide these are.

use encoding_rs::{Encoding, MACINTOSH, WINDOWS_1252};

use super::index::Index;
use super::metrics;
use super::value::{Value, Values};

/// The width of a character that is not known, in thousandths of the font's size.
const WIDTH: f64 = 500.0;
/// That of a composite font whose dictionary does not say it (9.7.4.3).
const COMPOSITE_WIDTH: f64 = 1000.0;
/// How many ranges of codes a font has at most.
const MAX_RANGES: usize = 1 << 16;

/// Letters that have one glyph.
const LIGATURES: [(char, &str); 5] = [
    ('\u{fb00}', "ff"),
    ('\u{fb01}', "fi"),
    ('\u{fb02}', "fl"),
    ('\u{fb03}', "ffi"),
    ('\u{fb04}', "ffl"),
];

/// A font.
#[derive(Debug, Default)]
pub(super) struct Font {
    /// A code has two bytes.
    pub is_wide: bool,
    /// The codes are UTF-16.
    is_unicode: bool,
    /// What codes beyond ASCII stand for, if `texts` does not say it.
    encoding: Option<&'static Encoding>,
    /// What they stand for by a map to Unicode, and by the names of glyphs.
    texts: Vec<Range<String>>,
    glyphs: Vec<Range<String>>,
    widths: Vec<Range<f64>>,
    width: f64,
}

/// Codes, and what holds for each of them.
#[derive(Debug)]
struct Range<T> {
    first: u32,
    last: u32,
    value: T,
}

/// The one that a code is in, of those that [`sorted`] returned.
fn find<T>(ranges: &[Range<T>], code: u32) -> Option<&Range<T>> {
    let after = ranges.partition_point(|range| range.first <= code);
    ranges[..after].last().filter(|range| code <= range.last)
}

fn sorted<T>(mut ranges: Vec<Range<T>>) -> Vec<Range<T>> {
    ranges.sort_by_key(|range| range.first);
    ranges
}

impl Font {
    /// The font of that dictionary.
    pub fn of(font: &Value<'_>, index: &Index<'_>) -> Font {
        let encoding = index.value_of(font, b"Encoding");
        let of_unicode = index.stream_of(font, b"ToUnicode");
        let descendants = index.value_of(font, b"DescendantFonts");
        let mut read = match &descendants {
            Some(fonts) => Font::composite(fonts, encoding.as_ref(), index),
            None => Font::simple(font, encoding.as_ref(), index),
        };
        if let Some(map) = of_unicode {
            read.texts = sorted(texts_of(&map));
        }
        read
    }

    /// A font whose codes are bytes (9.6).
    fn simple(font: &Value<'_>, encoding: Option<&Value<'_>>, index: &Index<'_>) -> Font {
        let name =
            |value: Option<&Value<'_>>| value.and_then(Value::name).unwrap_or_default().to_vec();
        let base = match encoding {
            Some(Value::Dictionary(_)) => encoding.and_then(|it| it.get(b"BaseEncoding")),
            _ => encoding,
        };
        let encoding_of_base = match &name(base)[..] {
            b"WinAnsiEncoding" => Some(WINDOWS_1252),
            b"MacRomanEncoding" => Some(MACINTOSH),
            _ => None,
        };
        let differences = encoding.and_then(|it| index.value_of(it, b"Differences"));
        let first = index.value_of(font, b"FirstChar").and_then(|it| it.number()).unwrap_or(0.0);
        let widths = index.value_of(font, b"Widths");
        let mut ranges = match &widths {
            Some(widths) => run(first as u32, widths.elements()),
            None => Vec::new(),
        };
        // Those of glyphs that a stream draws (9.6.5) are in units of their own.
        if name(font.get(b"Subtype")) == b"Type3" {
            let matrix = index.value_of(font, b"FontMatrix");
            let unit = matrix.as_ref().and_then(|it| it.elements().first()?.number());
            ranges.iter_mut().for_each(|range| range.value *= 1000.0 * unit.unwrap_or(0.001));
        }
        if ranges.is_empty()
            && let Some(standard) = metrics::of(&name(font.get(b"BaseFont")))
        {
            ranges = (b' '.into()..)
                .zip(standard)
                .map(|(code, width)| one(code, f64::from(*width)))
                .collect();
        }
        Font {
            encoding: encoding_of_base,
            glyphs: differences.map_or_else(Vec::new, |it| glyphs_of(it.elements())),
            widths: ranges,
            width: WIDTH,
            ..Font::default()
        }
    }

    /// A font whose codes stand for characters of another font (9.7).
    fn composite(fonts: &Value<'_>, encoding: Option<&Value<'_>>, index: &Index<'_>) -> Font {
        let descendant = fonts.elements().first().and_then(|font| index.value(font));
        let of = |key: &[u8]| descendant.as_ref().and_then(|font| index.value_of(font, key));
        let name = encoding.and_then(Value::name).unwrap_or_default();
        let is_unicode = memchr::memmem::find(name, b"UCS2").is_some()
            || memchr::memmem::find(name, b"UTF16").is_some();
        let width = of(b"DW").and_then(|it| it.number()).unwrap_or(COMPOSITE_WIDTH);
        let widths = of(b"W").map_or_else(Vec::new, |it| widths_of(it.elements(), index));
        Font { is_wide: true, is_unicode, widths: sorted(widths), width, ..Font::default() }
    }

    /// Returns `true` if it says how wide its characters are.
    pub fn has_widths(&self) -> bool {
        self.is_wide || !self.widths.is_empty()
    }

    /// How many ranges it holds.
    pub fn len(&self) -> usize {
        self.texts.len() + self.glyphs.len() + self.widths.len()
    }

    /// The width of a code, in thousandths of the font's size.
    pub fn width(&self, code: u32) -> f64 {
        find(&self.widths, code).map_or(self.width, |range| range.value)
    }

    /// Passes on what a code stands for; U+FFFD if that is not known.
    pub fn decode(&self, code: u32, mut to: impl FnMut(char)) {
        let found = find(&self.texts, code).or_else(|| find(&self.glyphs, code));
        if let Some(Range { first, value, .. }) = found {
            let mut chars = value.chars();
            let last = chars.next_back().map_or(u32::MAX, u32::from);
            let last = last.checked_add(code - first).and_then(char::from_u32);
            return chars.chain([last.unwrap_or(char::REPLACEMENT_CHARACTER)]).for_each(|char| {
                match LIGATURES.iter().find(|(ligature, _)| *ligature == char) {
                    Some((_, letters)) => letters.chars().for_each(&mut to),
                    None => to(char),
                }
            });
        }
        to(match u8::try_from(code) {
            _ if self.is_unicode => char::from_u32(code),
            Ok(byte) if !self.is_wide => byte_char(byte, self.encoding),
            _ => None,
        }
        .unwrap_or(char::REPLACEMENT_CHARACTER));
    }
}

/// What a byte of a font stands for that says nothing about it.
pub(super) fn byte_char(byte: u8, encoding: Option<&'static Encoding>) -> Option<char> {
    match byte {
        b' '..=b'~' => Some(char::from(byte)),
        0x80.. => encoding.and_then(|it| it.decode_without_bom_handling(&[byte]).0.chars().next()),
        _ => None,
    }
}

fn one<T>(code: u32, value: T) -> Range<T> {
    Range { first: code, last: code, value }
}

/// The widths of codes one after the other.
fn run(first: u32, widths: &[Value<'_>]) -> Vec<Range<f64>> {
    let widths = widths.iter().take(MAX_RANGES);
    (first..).zip(widths).filter_map(|(code, width)| Some(one(code, width.number()?))).collect()
}

/// The widths of a composite font (9.7.4.3): a code and an array, or two codes and a number.
fn widths_of(mut elements: &[Value<'_>], index: &Index<'_>) -> Vec<Range<f64>> {
    let mut ranges = Vec::new();
    while ranges.len() < MAX_RANGES
        && let [Value::Number(first), second, rest @ ..] = elements
    {
        let first = *first as u32;
        elements = rest;
        match (second, rest) {
            (Value::Number(last), [Value::Number(value), rest @ ..]) => {
                ranges.push(Range { first, last: *last as u32, value: *value });
                elements = rest;
            }
            (Value::Array(widths), _) => ranges.extend(run(first, widths)),
            (Value::Reference(_), _) => {
                let widths = index.value(second);
                ranges.extend(run(first, widths.as_ref().map_or(&[], |it| it.elements())));
            }
            _ => {}
        }
    }
    ranges
}

/// What codes stand for whose glyphs have names (9.6.6).
fn glyphs_of(elements: &[Value<'_>]) -> Vec<Range<String>> {
    let (mut texts, mut code) = (Vec::new(), 0);
    for element in elements.iter().take(MAX_RANGES) {
        match element {
            Value::Number(number) => code = *number as u32,
            Value::Name(name) => {
                texts.push(one(code, text_of_glyph(name)));
                code = code.saturating_add(1);
            }
            _ => {}
        }
    }
    sorted(texts)
}

/// What a glyph of that name stands for (Adobe Glyph List); U+FFFD if that is not known.
fn text_of_glyph(name: &[u8]) -> String {
    /// The names of punctuation and digits in ASCII, in the order of the characters, up to `@`; then the others.
    const NAMES: &str = "space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright \
        asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon semicolon less \
        equal greater question at";
    const OTHERS: [(&str, &str); 20] = [
        ("bracketleft", "["),
        ("backslash", "\\"),
        ("bracketright", "]"),
        ("asciicircum", "^"),
        ("underscore", "_"),
        ("grave", "`"),
        ("braceleft", "{"),
        ("bar", "|"),
        ("braceright", "}"),
        ("asciitilde", "~"),
        ("minus", "-"),
        ("quoteleft", "\u{2018}"),
        ("quoteright", "\u{2019}"),
        ("quotedblleft", "\u{201c}"),
        ("quotedblright", "\u{201d}"),
        ("ff", "\u{fb00}"),
        ("fi", "\u{fb01}"),
        ("fl", "\u{fb02}"),
        ("ffi", "\u{fb03}"),
        ("ffl", "\u{fb04}"),
    ];
    let name = str::from_utf8(name).unwrap_or_default();
    // What follows a period tells a variant.
    let name = name.split('.').next().unwrap_or_default();
    let of_number = |prefix: &str| {
        let digits = name.strip_prefix(prefix).filter(|digits| (4..=6).contains(&digits.len()))?;
        char::from_u32(u32::from_str_radix(digits, 16).ok()?)
    };
    if let Some(char) = of_number("uni").or_else(|| of_number("u")) {
        return char.into();
    }
    if name.len() == 1 {
        return name.to_owned();
    }
    let ascii = || (' '..).zip(NAMES.split_ascii_whitespace()).find(|(_, known)| *known == name);
    let other = || OTHERS.into_iter().find(|(known, _)| *known == name);
    match (ascii(), other()) {
        (Some((char, _)), _) => char.into(),
        (_, Some((_, text))) => text.to_owned(),
        _ => char::REPLACEMENT_CHARACTER.into(),
    }
}

/// What the codes stand for of a map to Unicode (9.10.3).
fn texts_of(map: &[u8]) -> Vec<Range<String>> {
    let (mut texts, mut operands) = (Vec::new(), Vec::new());
    for value in Values::of(map) {
        let Value::Keyword(operator) = value else {
            operands.push(value);
            continue;
        };
        match operator {
            b"endbfchar" => {
                for pair in operands.chunks_exact(2) {
                    texts.extend(
                        code(&pair[0]).zip(text(&pair[1])).map(|(code, text)| one(code, text)),
                    );
                }
            }
            b"endbfrange" => {
                for operands in operands.chunks_exact(3) {
                    let (Some(first), Some(last)) = (code(&operands[0]), code(&operands[1])) else {
                        continue;
                    };
                    let all = operands[2].elements();
                    let each =
                        (first..=last).zip(all).filter_map(|(code, it)| Some(one(code, text(it)?)));
                    texts.extend(each);
                    texts.extend(text(&operands[2]).map(|value| Range { first, last, value }));
                }
            }
            _ => {}
        }
        operands.clear();
        if texts.len() > MAX_RANGES {
            break;
        }
    }
    texts
}

fn code(value: &Value<'_>) -> Option<u32> {
    let bytes = value.string()?;
    let is_code = (1..=4).contains(&bytes.len());
    is_code.then(|| bytes.iter().fold(0, |code, byte| code << 8 | u32::from(*byte)))
}

/// The text of a string in UTF-16.
fn text(value: &Value<'_>) -> Option<String> {
    let bytes = value.string()?;
    if let [byte] = bytes[..] {
        return Some(char::from(byte).into());
    }
    let units = bytes.chunks_exact(2).map(|unit| u16::from_be_bytes([unit[0], unit[1]]));
    let text: String =
        char::decode_utf16(units).map(|char| char.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the codes stand for in the font of that dictionary, and how wide they are.
    fn read(font: &str, file: &str, codes: std::ops::RangeInclusive<u32>) -> (String, Vec<f64>) {
        let index = Index::of(file.as_bytes());
        let font = Font::of(&Values::of(font.as_bytes()).next().unwrap(), &index);
        let (mut text, mut widths) = (String::new(), Vec::new());
        for code in codes {
            font.decode(code, |char| text.push(char));
            widths.push(font.width(code));
        }
        (text, widths)
    }

    #[test]
    fn simple_fonts() {
        let (text, widths) = read("<</FirstChar 65/Widths[250 300]>>", "", 64..=67);
        assert_eq!((&text[..], widths), ("@ABC", vec![500.0, 250.0, 300.0, 500.0]));
        let font = "<</Encoding<</Differences[1/h/t/fi/uni00E9/underscore/A.sc/g34 33/at]>>/BaseFont/Arial,Bold>>";
        assert_eq!(read(font, "", 1..=7).0, "htfi\u{e9}_A\u{fffd}");
        assert_eq!(read(font, "", 32..=33), (" @".to_owned(), vec![278.0, 333.0]));
        assert_eq!(read("<</Encoding/WinAnsiEncoding>>", "", 0xe9..=0xea).0, "\u{e9}\u{ea}");
        assert_eq!(read("<</Encoding/MacRomanEncoding>>", "", 0x8e..=0x8e).0, "\u{e9}");
        assert_eq!(read("<<>>", "", 0xe9..=0xe9).0, "\u{fffd}");
        // Widths in other units.
        let drawn = "<</Subtype/Type3/FontMatrix[.5 0 0 .5 0 0]/FirstChar 65/Widths[.8]>>";
        assert_eq!(read(drawn, "", 65..=65).1, [400.0]);
    }

    #[test]
    fn maps_to_unicode() {
        let map =
            "2 beginbfchar <01> <0068> <02> <D83DDE00> endbfchar 3 beginbfrange <03> <05> <0074>
            <06> <07> [<0061> <FB04>] <08> <09> <00660069> endbfrange";
        let file = format!("7 0 obj<</Length {}>>stream\n{map}\nendstream endobj", map.len());
        let (text, _) = read("<</ToUnicode 7 0 R>>", &file, 1..=9);
        assert_eq!(text, "h\u{1f600}tuvafflfifj");
    }

    #[test]
    fn composite_fonts() {
        let file = "3 0 obj[<</DW 700/W[1[100 200] 5 8 300 9 4 0 R]>>]endobj 4 0 obj[400]endobj";
        let font = "<</Encoding/Identity-H/DescendantFonts 3 0 R>>";
        let (text, widths) = read(font, file, 0..=9);
        let expected = [700.0, 100.0, 200.0, 700.0, 700.0, 300.0, 300.0, 300.0, 300.0, 400.0];
        assert_eq!((&text[..], &widths[..]), (&"\u{fffd}".repeat(10)[..], &expected[..]));
        let font = "<</Encoding/UniGB-UCS2-H/DescendantFonts[3 0 R]>>";
        assert_eq!(read(font, file, 0x68..=0x69).0, "hi");
    }
}
