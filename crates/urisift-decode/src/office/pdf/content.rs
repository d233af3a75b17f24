//! The text that a page shows (ISO 32000-1 9.4). It is read as far as it is ASCII: which other characters the
//! codes of a font stand for is not known here, so a word with one of them is left out.

use std::ops::Range;

use super::lexer::{self, Next, SPACE, Token};
use super::string::{self, Form, Written};
use crate::core::peek::PeekReader;
use crate::layers::syntax::{MAX_UNIT, Syntax, Unit};
use urisift::internal::byteset::{ByteSet, DIGIT};

/// Reads the instructions of a page.
#[derive(Default)]
pub(super) struct Content {
    /// What the unit shows; `None` between words.
    shown: Vec<Option<Written<u8>>>,
    /// The operands of the next operator.
    operands: Vec<Operand>,
    /// An image is open, whose data has no end in the unit before.
    is_in_image: bool,
}

/// What may be shown.
enum Operand {
    String(Range<usize>, Form),
    /// The next string is moved to the right, by so much that it is another word.
    Gap,
}

/// How far to the right another word starts, in thousandths of a font's size.
const GAP: f32 = 180.0;

impl Content {
    /// Takes an operator; returns whether no word continues after it.
    fn take(&mut self, operator: &[u8], bytes: &[u8]) -> bool {
        let is_break = matches!(
            operator,
            b"BT" | b"ET" | b"Td" | b"TD" | b"Tm" | b"T*" | b"'" | b"\"" | b"Tz" | b"Ts"
        );
        if is_break {
            self.shown.push(None);
        }
        if matches!(operator, b"Tj" | b"TJ" | b"'" | b"\"") {
            for operand in self.operands.drain(..) {
                match operand {
                    Operand::Gap => self.shown.push(None),
                    Operand::String(range, form) => {
                        self.shown.extend(string::bytes(bytes, range, form).into_iter().map(Some));
                    }
                }
            }
        }
        self.operands.clear();
        is_break
    }

    /// Takes an operand or operator; returns whether no word continues after it.
    fn token(&mut self, token: Token, range: Range<usize>, bytes: &[u8]) -> bool {
        let inner = || range.start + 1..range.end - 1;
        match token {
            Token::Literal => self.operands.push(Operand::String(inner(), Form::Literal)),
            Token::Hex => self.operands.push(Operand::String(inner(), Form::Hex)),
            Token::Word => {
                let word = &bytes[range.clone()];
                if !is_number(word) {
                    return self.take(word, bytes);
                }
                let negative = str::from_utf8(word).ok().filter(|word| word.starts_with('-'));
                let number = negative.and_then(|word| word.parse::<f32>().ok());
                if number.is_some_and(|number| number < -GAP) {
                    self.operands.push(Operand::Gap);
                }
            }
            _ => {}
        }
        false
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

fn is_number(word: &[u8]) -> bool {
    const NUMBER: ByteSet = DIGIT.or(ByteSet::of(b"+-."));
    NUMBER.contains_all(word)
}

/// Returns `true` if what is shown is between words.
fn is_between(byte: &Option<Written<u8>>) -> bool {
    byte.as_ref().is_none_or(|byte| byte.value == b' ')
}

impl Syntax for Content {
    /// Instructions up to one that no word continues after.
    fn unit(&mut self, reader: &mut PeekReader<'_>) -> usize {
        let bytes = reader.peek(MAX_UNIT + 1);
        let is_all = bytes.len() <= MAX_UNIT;
        let bytes = &bytes[..bytes.len().min(MAX_UNIT)];
        if bytes.is_empty() {
            return 0;
        }
        let mut at = if self.is_in_image { self.image(bytes, is_all).min(bytes.len()) } else { 0 };
        // Where the unit may end, and how much is shown before that.
        let (mut end, mut shown, mut last) = (at, 0, 0);
        loop {
            match lexer::next(bytes, at, is_all) {
                Next::Token(token, range) => {
                    at = range.end;
                    let is_image = token == Token::Word && bytes[range.clone()] == *b"ID";
                    let is_operator = token == Token::Word && !is_number(&bytes[range.clone()]);
                    if self.token(token, range, bytes) {
                        (end, shown) = (at, self.shown.len());
                    }
                    if is_operator {
                        last = at;
                    }
                    if is_image {
                        at += self.image(&bytes[at..], is_all).min(bytes.len() - at);
                        (end, shown) = (at, self.shown.len());
                    }
                }
                Next::More(_) | Next::None if is_all => {
                    (end, shown) = (bytes.len(), self.shown.len());
                    break;
                }
                Next::More(_) | Next::None => break,
            }
        }
        self.operands.clear();
        if end == 0 {
            // There is no line in all of it. The last word may continue, and is left out.
            let gap = self.shown.iter().rposition(is_between);
            self.shown.truncate(gap.unwrap_or(0));
            return if last > 0 { last } else { bytes.len() };
        }
        self.shown.truncate(shown);
        end
    }

    fn read(&mut self, unit: &mut Unit<'_>) {
        let shown = std::mem::take(&mut self.shown);
        for word in shown.split(is_between) {
            let bytes = || word.iter().flatten();
            let Some(first) = bytes().next() else { continue };
            if !bytes().all(|byte| byte.value.is_ascii_graphic()) {
                continue;
            }
            unit.skip(unit.done()..first.raw.start);
            unit.decoded(first.raw.start..first.raw.start, b" ".to_vec());
            for Written { raw, value } in bytes() {
                unit.skip(unit.done()..raw.start);
                if unit.text[raw.clone()] != [*value] {
                    unit.decoded(raw.clone(), vec![*value]);
                } else {
                    unit.verbatim(raw.end);
                }
            }
        }
        unit.skip(unit.done()..unit.text.len());
    }
}
