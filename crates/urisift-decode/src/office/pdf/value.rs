//! Values (ISO 32000-1 7.3), in bytes that are all at hand.

use super::lexer::{self, Next, Token};
use super::string::{self, Form};
use urisift::internal::byteset::{ByteSet, DIGIT};

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value<'b> {
    Number(f64),
    /// Without its slash.
    Name(&'b [u8]),
    String(Vec<u8>),
    Array(Vec<Value<'b>>),
    Dictionary(Vec<(&'b [u8], Value<'b>)>),
    /// The object of that number.
    Reference(u64),
    /// `true`, `null`, or an operator.
    Keyword(&'b [u8]),
}

/// How many arrays and dictionaries are in each other at most, and how many values an object has.
const MAX_DEPTH: usize = 32;
const MAX_VALUES: usize = 1 << 18;

impl<'b> Value<'b> {
    /// The value of a key of a dictionary.
    pub fn get(&self, key: &[u8]) -> Option<&Value<'b>> {
        let Value::Dictionary(pairs) = self else { return None };
        pairs.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    pub fn number(&self) -> Option<f64> {
        if let Value::Number(number) = self { Some(*number) } else { None }
    }

    pub fn name(&self) -> Option<&'b [u8]> {
        if let Value::Name(name) = self { Some(name) } else { None }
    }

    pub fn string(&self) -> Option<&[u8]> {
        if let Value::String(bytes) = self { Some(bytes) } else { None }
    }

    /// The elements of an array; of any other value, none.
    pub fn elements(&self) -> &[Value<'b>] {
        if let Value::Array(elements) = self { elements } else { &[] }
    }
}

/// The number that a word is; 0 if it is broken, as `--5`.
pub(super) fn number(word: &[u8]) -> Option<f64> {
    const NUMBER: ByteSet = DIGIT.or(ByteSet::of(b"+-."));
    let parse =
        || str::from_utf8(word).ok()?.parse().ok().filter(|number: &f64| number.is_finite());
    NUMBER.contains_all(word).then(|| parse().unwrap_or(0.0))
}

/// Values one after the other.
pub(super) struct Values<'b> {
    bytes: &'b [u8],
    /// Where the next one starts.
    pub at: usize,
    /// How many more values the next one may have.
    left: usize,
}

impl<'b> Values<'b> {
    pub fn of(bytes: &'b [u8]) -> Self {
        Values { bytes, at: 0, left: MAX_VALUES }
    }

    /// The next token that is no comment.
    fn token(&mut self) -> Option<(Token, &'b [u8])> {
        loop {
            let Next::Token(token, range) = lexer::next(self.bytes, self.at, true) else {
                self.at = self.bytes.len();
                return None;
            };
            self.at = range.end;
            if token != Token::Comment {
                return Some((token, &self.bytes[range]));
            }
        }
    }

    /// The value that a token starts; `None` if there is none, or it has no end.
    fn value(&mut self, token: Token, word: &'b [u8], depth: usize) -> Option<Value<'b>> {
        let string = |form| {
            let bytes = string::bytes(word, 1..word.len() - 1, form);
            Value::String(bytes.into_iter().map(|byte| byte.value).collect())
        };
        Some(match token {
            Token::Name => Value::Name(&word[1..]),
            Token::Word => number(word).map_or(Value::Keyword(word), Value::Number),
            Token::Literal => string(Form::Literal),
            Token::Hex => string(Form::Hex),
            Token::Open if depth < MAX_DEPTH => {
                let elements = self.elements(depth + 1)?;
                match word {
                    b"[" => Value::Array(elements),
                    _ => Value::Dictionary(pairs(elements)),
                }
            }
            _ => return None,
        })
    }

    /// The values up to the end of an array or dictionary.
    fn elements(&mut self, depth: usize) -> Option<Vec<Value<'b>>> {
        let mut elements = Vec::new();
        loop {
            let (token, word) = self.token()?;
            if token == Token::Close {
                return Some(elements);
            }
            self.left = self.left.checked_sub(1)?;
            let value = self.value(token, word, depth)?;
            match (value, &elements[..]) {
                (Value::Keyword(b"R"), [.., Value::Number(object), Value::Number(_)]) => {
                    let object = Value::Reference(*object as u64);
                    elements.truncate(elements.len() - 2);
                    elements.push(object);
                }
                (value, _) => elements.push(value),
            }
        }
    }
}

impl<'b> Iterator for Values<'b> {
    type Item = Value<'b>;

    fn next(&mut self) -> Option<Value<'b>> {
        let (token, word) = self.token()?;
        self.left = MAX_VALUES;
        self.value(token, word, 0)
    }
}

/// The entries of a dictionary: names, each with a value after it.
fn pairs(elements: Vec<Value<'_>>) -> Vec<(&[u8], Value<'_>)> {
    let (mut pairs, mut elements) = (Vec::new(), elements.into_iter());
    while let Some(name) = elements.next() {
        if let Value::Name(name) = name
            && let Some(value) = elements.next()
        {
            pairs.push((name, value));
        }
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_all_kinds() {
        let bytes = b"<</A[1 -.5 --5 2 0 R(b\\)) <41>]/B true%\n/C<</D/E>>>> [1 (";
        let mut values = Values::of(bytes);
        let value = values.next().unwrap();
        let elements = [
            Value::Number(1.0),
            Value::Number(-0.5),
            Value::Number(0.0),
            Value::Reference(2),
            Value::String(b"b)".to_vec()),
            Value::String(b"A".to_vec()),
        ];
        assert_eq!(value.get(b"A").unwrap().elements(), elements);
        assert_eq!(value.get(b"B"), Some(&Value::Keyword(b"true")));
        assert_eq!(value.get(b"C").unwrap().get(b"D").unwrap().name(), Some(&b"E"[..]));
        assert_eq!((values.next(), value.get(b"F")), (None, None));
        let deep = [&b"["[..]; 99].concat();
        assert_eq!(Values::of(&deep).next(), None);
    }
}
