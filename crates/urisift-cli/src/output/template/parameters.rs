//! The parameters of a query: what a form would send (HTML 4.01 17.13.4.1).

use crate::sanitize::Reader;

/// What is written of each parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parameter {
    Key,
    Value,
    /// Both, with an equals sign between them.
    Pair,
}

/// How lines are written.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    pub end: u8,
    pub reader: Reader,
}

impl Parameter {
    /// Writes that of each parameter in order, unless it is empty.
    pub(super) fn push(self, query: Option<&[u8]>, lines: Lines, out: &mut Vec<u8>) {
        let push_decoded = |text, out: &mut Vec<u8>| lines.reader.push(&decoded(text), out);
        for parameter in query.unwrap_or_default().split(|b| *b == b'&') {
            let start = out.len();
            let equals = parameter.iter().position(|b| *b == b'=');
            let (key, value) = match equals {
                Some(at) => (&parameter[..at], &parameter[at + 1..]),
                None => (parameter, &b""[..]),
            };
            match self {
                Parameter::Key => push_decoded(key, out),
                Parameter::Value => push_decoded(value, out),
                Parameter::Pair => {
                    push_decoded(key, out);
                    out.extend(equals.map(|_| b'='));
                    push_decoded(value, out);
                }
            }
            if out.len() > start {
                out.push(lines.end);
            }
        }
    }
}

/// Decodes the text: `+` is a space, and an escape is its byte, unless that is a control, which
/// would break the line.
fn decoded(text: &[u8]) -> Vec<u8> {
    let (mut rest, mut out) = (text, Vec::with_capacity(text.len()));
    while let Some((&first, after)) = rest.split_first() {
        let escaped = (first == b'%').then(|| escaped(after)).flatten();
        rest = if escaped.is_some() { &after[2..] } else { after };
        out.push(match first {
            b'+' => b' ',
            byte => escaped.unwrap_or(byte),
        });
    }
    out
}

/// The byte that two hexadecimal digits stand for, if it is not a control.
fn escaped(digits: &[u8]) -> Option<u8> {
    let digit = |at: usize| (*digits.get(at)? as char).to_digit(16);
    let byte = (digit(0)? << 4 | digit(1)?) as u8;
    (!byte.is_ascii_control()).then_some(byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_escaped_is_read() {
        let all = [Parameter::Key, Parameter::Value, Parameter::Pair];
        for (query, lines) in [
            ("a=1&b=2", ["a,b,", "1,2,", "a=1,b=2,"]),
            ("a%20b=c+d%3D&e", ["a b,e,", "c d=,", "a b=c d=,e,"]),
            ("a=%0a%00%7f", ["a,", "%0a%00%7f,", "a=%0a%00%7f,"]),
            ("%=%4&%é", ["%,%é,", "%4,", "%=%4,%é,"]),
            ("&&=&", ["", "", "=,"]),
            ("", ["", "", ""]),
        ] {
            let written = all.map(|what| {
                let mut out = Vec::new();
                let lines = Lines { end: b',', reader: Reader::Program };
                what.push(Some(query.as_bytes()), lines, &mut out);
                String::from_utf8(out).unwrap()
            });
            assert_eq!(written, lines, "{query}");
        }
    }
}
