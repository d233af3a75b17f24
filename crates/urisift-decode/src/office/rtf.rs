//! RTF, as text (Rich Text Format Specification 1.9.1), or as the HTML that it encloses (MS-OXRTFEX).

use std::ops::ControlFlow;

use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::step::StepKind;
use crate::core::walker::Walker;
use crate::layers::charset::Charset;
use crate::layers::coding::{Coding, Recoded, push_char};
use crate::web::html::Html;

/// A document.
pub struct Document;

impl Format for Document {
    fn name(&self) -> &'static str {
        "rtf"
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        head.starts_with(b"{\\rtf")
    }

    fn media_types(&self) -> &'static [&'static str] {
        &["application/rtf", "text/rtf"]
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        to.within(StepKind::Layer, self.name(), |to| read(reader, to))
    }
}

/// How many bytes tell whether RTF encloses HTML.
const SIGHT: usize = 1 << 10;

/// Returns `true` if it is HTML that the RTF says.
pub(super) fn encloses_html(reader: &mut PeekReader<'_>) -> bool {
    Rtf::new(reader.front(SIGHT)).is_html
}

/// Reads RTF: the HTML in it, or its own text.
pub fn read(reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
    let rtf = Rtf::new(reader.front(SIGHT));
    let (is_html, max_len) = (rtf.is_html, to.limits.max_len);
    let text = Recoded::by(rtf, reader);
    let details = to.visitor.details();
    match is_html {
        true => to.text(&mut Html::new(text, max_len).with(details)),
        false => to.text(&mut { text }),
    }
}

/// The longest control word with its number (MS-OXRTFEX and RTF: 32 letters, 10 digits).
const LONGEST: usize = 48;

/// Control words that end a line of the text.
const BREAKS: &[&[u8]] =
    &[b"par", b"line", b"cell", b"row", b"sect", b"page", b"nestcell", b"nestrow", b"column"];

/// Decoder state. Groups, and the formats that control words switch, do not end a word.
struct Rtf {
    /// The text outside of the enclosed HTML, which repeats it, is dropped.
    is_html: bool,
    /// In such text.
    is_repeated: bool,
    /// The charset of bytes in escapes.
    charset: Option<Charset>,
    /// How many characters follow one in Unicode, and stand for it elsewhere: all but `skipped` are left.
    fallback: usize,
    skipped: usize,
}

/// How RTF says that it encloses HTML.
const FROM_HTML: &[u8] = b"\\fromhtml1";

impl Rtf {
    /// Decodes what starts with these bytes.
    pub fn new(front: &[u8]) -> Self {
        let is_html = memchr::memmem::find(front, FROM_HTML).is_some();
        Rtf { is_html, is_repeated: false, charset: None, fallback: 1, skipped: 0 }
    }

    /// Writes a character, unless it stands for the one before.
    fn push(&mut self, char: char, out: &mut Vec<u8>) {
        if self.skipped > 0 {
            self.skipped -= 1;
        } else if !self.is_repeated {
            push_char(char, out);
        }
    }

    /// Takes a byte as hexadecimal digits, `\'e9`.
    fn escaped(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        let Some(digits) = head.bytes.get(2..4) else {
            return head.is_all.then_some(head.bytes.len());
        };
        let digits = str::from_utf8(digits).ok();
        let Some(byte) = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) else {
            return Some(2);
        };
        let mut text = Vec::new();
        match &self.charset {
            Some(charset) => charset.decode_to(&[byte], &mut text),
            None => push_char(char::from(byte), &mut text),
        }
        String::from_utf8_lossy(&text).chars().for_each(|char| self.push(char, out));
        Some(4)
    }

    /// Takes a control word with its number, and the blank after it.
    fn word(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        let bytes = &head.bytes[1..head.bytes.len().min(LONGEST)];
        let letters = bytes.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let sign = usize::from(bytes.get(letters) == Some(&b'-'));
        let digits =
            bytes[letters + sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let end = letters + if digits > 0 { sign + digits } else { 0 };
        if letters + sign + digits == bytes.len() && !head.is_all && bytes.len() < LONGEST - 1 {
            return None;
        }
        let number =
            str::from_utf8(&bytes[letters..end]).ok().and_then(|digits| digits.parse().ok());
        self.control(&bytes[..letters], number, out);
        let blank = usize::from(bytes.get(end) == Some(&b' '));
        Some(1 + end + blank)
    }

    fn control(&mut self, word: &[u8], number: Option<i32>, out: &mut Vec<u8>) {
        let number_or = |default: i32| number.unwrap_or(default);
        match word {
            b"ansicpg" => self.charset = Charset::named(format!("cp{}", number_or(0)).as_bytes()),
            b"uc" => self.fallback = number_or(1).clamp(0, 9) as usize,
            b"u" => {
                self.skipped = 0;
                // Numbers are signed (RTF, "Unicode RTF").
                let char = char::from_u32(u32::from(number_or(0) as u16));
                self.push(char.unwrap_or(char::REPLACEMENT_CHARACTER), out);
                self.skipped = self.fallback;
            }
            b"htmlrtf" if self.is_html => self.is_repeated = number_or(1) > 0,
            b"tab" => self.push('\t', out),
            word if BREAKS.contains(&word) => self.push('\n', out),
            _ => {}
        }
    }

    /// Takes a symbol after a backslash.
    fn symbol(&mut self, symbol: u8, out: &mut Vec<u8>) {
        match symbol {
            b'{' | b'}' | b'\\' => self.push(char::from(symbol), out),
            b'~' => self.push('\u{a0}', out),
            b'_' => self.push('-', out),
            // A paragraph, and the start of a group that other readers skip.
            b'\n' | b'\r' => self.push('\n', out),
            b'*' if !self.is_html => self.push('\n', out),
            _ => {}
        }
    }
}

impl Coding for Rtf {
    fn plain(&mut self, bytes: &[u8]) -> usize {
        if self.is_repeated || self.skipped > 0 {
            return 0;
        }
        let is_special = |byte: &u8| matches!(byte, b'\\' | b'{' | b'}' | b'\r' | b'\n' | 0x80..);
        bytes.iter().position(is_special).unwrap_or(bytes.len())
    }

    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        let first = *head.bytes.first()?;
        match (first, head.bytes.get(1)) {
            (b'\\', None) if !head.is_all => return None,
            (b'\\', Some(b'\'')) => return self.escaped(head, out),
            (b'\\', Some(next)) if next.is_ascii_alphabetic() => return self.word(head, out),
            (b'\\', Some(next)) => {
                self.symbol(*next, out);
                return Some(2);
            }
            (b'{' | b'}', _) => self.skipped = 0,
            (b'\r' | b'\n', _) => {}
            _ => self.push(char::from(first), out),
        }
        Some(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::assert_texts;
    use crate::testing::{UNCUT, entered, stands_all_cuts, told};

    fn read(text: &str) -> String {
        told(text.as_bytes(), |drip| Recoded::by(Rtf::new(text.as_bytes()), drip))
    }

    #[test]
    fn text() {
        assert_texts("office/rtf", read);
    }

    #[test]
    fn documents() {
        let rtf = br#"{\rtf1\ansi{\b http://a.}{\b0 example/x}\par \'e9 \u1087?{\field{\*\fldinst HYPERLINK "http://b.example/"}}}"#;
        let all = entered(&Document, rtf, UNCUT);
        assert_eq!(
            all.shown(),
            [(
                "rtf",
                "http://a.example/x\n\u{e9} \u{43f}\nHYPERLINK \"http://b.example/\"".to_owned()
            )]
        );
        stands_all_cuts(&Document, rtf);
    }

    #[test]
    fn enclosed_html() {
        let rtf = r#"{\rtf1\ansi\fromhtml1 {\*\htmltag64 <a href="http://a/?b&amp;c">}\htmlrtf {\field{\*\fldinst HYPERLINK "http://a/?b&c"}\htmlrtf0 d\htmlrtf }\htmlrtf0 {\*\htmltag72 </a>}}"#;
        assert_eq!(read(rtf), r#"<a href="http://a/?b&amp;c">d</a>"#);
    }
}
