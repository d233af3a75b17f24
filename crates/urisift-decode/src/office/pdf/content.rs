//! The text that a page shows (ISO 32000-1 9.4). A word with a character that is not known is left out.

use std::ops::Range;
use std::rc::Rc;

use super::font::byte_char;
use super::fonts::Named;
use super::layout::{Between, Layout};
use super::lexer::{self, Next, SPACE, Token};
use super::string::{self, Form, Written};
use super::value;
use crate::core::peek::PeekReader;
use crate::layers::syntax::{MAX_UNIT, Syntax, Unit};

/// Reads the instructions of a page.
pub(super) struct Content {
    layout: Layout,
    /// What the unit shows. Of the characters of a code, only the first one has bytes.
    shown: Vec<Written<char>>,
    /// The operands of the next operator: strings, and numbers.
    strings: Vec<Operand>,
    numbers: Vec<f64>,
    /// The last name.
    name: Range<usize>,
    /// An image is open, whose data has no end in the unit before.
    is_in_image: bool,
}

/// What a string is shown by.
enum Operand {
    String(Range<usize>, Form),
    /// By how much the next one is moved to the left.
    Adjustment(f64),
}

/// How many numbers are the operands of an operator.
const MAX_NUMBERS: usize = 8;
/// From this length on, in bytes, a unit ends where a string starts a word or a line.
const ENOUGH: usize = 16 << 10;

impl Content {
    /// The text of a stream with those fonts.
    pub fn new(named: Rc<Named>) -> Self {
        let (shown, strings, numbers) = Default::default();
        Content {
            layout: Layout::new(named),
            shown,
            strings,
            numbers,
            name: 0..0,
            is_in_image: false,
        }
    }

    /// Takes an operator, or returns `false` if what it shows is another word, and the unit is long enough.
    fn take(&mut self, operator: &[u8], bytes: &[u8], is_enough: bool) -> bool {
        match operator {
            b"Tj" | b"TJ" if is_enough && self.layout.between() != Between::Nothing => {
                return false;
            }
            b"'" | b"\"" if is_enough => return false,
            b"Tj" | b"TJ" => self.show(bytes),
            b"'" | b"\"" => {
                self.layout.take(operator, &self.numbers);
                self.show(bytes);
            }
            b"Tf" => {
                let size = self.numbers.last().copied().unwrap_or(1.0);
                self.layout.set_font(bytes.get(self.name.clone()).unwrap_or_default(), size);
            }
            _ => self.layout.take(operator, &self.numbers),
        }
        self.forget();
        true
    }

    fn forget(&mut self) {
        self.strings.clear();
        self.numbers.clear();
    }

    /// Shows the strings that are the operands.
    fn show(&mut self, bytes: &[u8]) {
        for operand in std::mem::take(&mut self.strings) {
            match operand {
                Operand::Adjustment(thousandths) => self.layout.adjust(thousandths),
                Operand::String(range, form) => {
                    self.show_string(&string::bytes(bytes, range, form))
                }
            }
        }
    }

    fn show_string(&mut self, bytes: &[Written<u8>]) {
        let Some(first) = bytes.first() else { return };
        let between = self.layout.between().char();
        let at = first.raw.start;
        self.shown.extend(between.map(|value| Written { raw: at..at, value }));
        let font = self.layout.font().cloned();
        for code in bytes.chunks(if font.as_ref().is_some_and(|font| font.is_wide) { 2 } else { 1 })
        {
            let mut raw = code[0].raw.start..code[code.len() - 1].raw.end;
            let code = code.iter().fold(0, |code, byte| code << 8 | u32::from(byte.value));
            let mut push = |value| {
                let next = raw.end..raw.end;
                self.shown.push(Written { raw: std::mem::replace(&mut raw, next), value });
            };
            match &font {
                Some(font) => font.decode(code, push),
                None => push(byte_char(code as u8, None).unwrap_or(char::REPLACEMENT_CHARACTER)),
            }
            self.layout.show(code);
        }
        self.layout.end();
    }

    /// Takes an operand or operator; returns `false` if the unit ends before it and its operands.
    fn token(&mut self, token: Token, range: Range<usize>, bytes: &[u8], is_enough: bool) -> bool {
        let inner = || range.start + 1..range.end - 1;
        match token {
            Token::Literal => self.strings.push(Operand::String(inner(), Form::Literal)),
            Token::Hex => self.strings.push(Operand::String(inner(), Form::Hex)),
            Token::Name => self.name = range.start + 1..range.end,
            Token::Word => match value::number(&bytes[range.clone()]) {
                None => return self.take(&bytes[range], bytes, is_enough),
                Some(number) => {
                    self.strings.push(Operand::Adjustment(number));
                    if self.numbers.len() == MAX_NUMBERS {
                        self.numbers.remove(0);
                    }
                    self.numbers.push(number);
                }
            },
            _ => {}
        }
        true
    }

    /// The length of the data of an image at the front, or of all of it.
    fn image(&mut self, bytes: &[u8], is_all: bool) -> usize {
        let end = memchr::memmem::find_iter(bytes, b"EI").find(|at| {
            let after = bytes.get(at + 2);
            let is_after = after.map_or(is_all, |b| SPACE.contains(*b));
            is_after && at.checked_sub(1).is_none_or(|before| SPACE.contains(bytes[before]))
        });
        self.is_in_image = end.is_none();
        // Its last bytes may be the start of the end.
        end.map_or(bytes.len().saturating_sub(if is_all { 0 } else { 3 }).max(1), |end| end + 2)
    }
}

impl Syntax for Content {
    /// Instructions up to one that shows another word.
    fn unit(&mut self, reader: &mut PeekReader<'_>) -> usize {
        let bytes = reader.peek(MAX_UNIT + 1);
        let is_all = bytes.len() <= MAX_UNIT;
        let bytes = &bytes[..bytes.len().min(MAX_UNIT)];
        if bytes.is_empty() {
            return 0;
        }
        let mut at = if self.is_in_image { self.image(bytes, is_all).min(bytes.len()) } else { 0 };
        // What follows the last operator.
        let mut end = at;
        while let Next::Token(token, range) = lexer::next(bytes, at, is_all) {
            let word = &bytes[range.clone()];
            at = range.end;
            if !self.token(token, range, bytes, end >= ENOUGH) {
                self.forget();
                return end;
            }
            if token == Token::Word && *word == *b"ID" {
                at += self.image(&bytes[at..], is_all).min(bytes.len() - at);
            }
            if token == Token::Word && self.strings.is_empty() {
                end = at;
            }
        }
        self.forget();
        if is_all {
            return bytes.len();
        }
        // The last word may continue, and is left out.
        let gap = self.shown.iter().rposition(|shown| shown.value.is_ascii_whitespace());
        self.shown.truncate(gap.unwrap_or(0));
        if end > 0 { end } else { bytes.len() }
    }

    fn read(&mut self, unit: &mut Unit<'_>) {
        let shown = std::mem::take(&mut self.shown);
        for word in shown.split_inclusive(|shown| shown.value.is_ascii_whitespace()) {
            let is_known = |shown: &Written<char>| {
                !shown.value.is_control() && shown.value != char::REPLACEMENT_CHARACTER
            };
            let (after, letters) = match word.split_last() {
                Some((last, letters)) if last.value.is_ascii_whitespace() => (Some(last), letters),
                _ => (None, word),
            };
            let letters = if letters.iter().all(is_known) { letters } else { &[] };
            for Written { raw, value } in letters.iter().chain(after) {
                unit.skip(unit.done()..raw.start);
                let mut text = [0; 4];
                let text = value.encode_utf8(&mut text).as_bytes();
                match unit.text[raw.clone()] == *text {
                    true => unit.verbatim(raw.end),
                    false => unit.decoded(raw.clone(), text.to_vec()),
                }
            }
        }
        unit.skip(unit.done()..unit.text.len());
    }
}
