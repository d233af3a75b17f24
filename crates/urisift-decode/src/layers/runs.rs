//! Text among other bytes, without a sign of where it starts: that of one byte for each character is read as
//! it is, and runs in UTF-16 are decoded.

use std::ops::ControlFlow;

use crate::core::format::Prefix;
use crate::core::peek::PeekReader;
use crate::core::walker::Walker;
use crate::layers::coding::{Batch, Coding, Recoded, push_char};
use urisift::internal::found::FIELD_END;
use urisift::internal::utf16::{TEXT, letter};

/// How many characters of ASCII start a run.
const START: usize = 3;

/// Reads text among bytes of an unknown format.
pub(crate) fn read(reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
    to.text(&mut Recoded::by(Runs::default(), reader))
}

/// Decoder state.
#[derive(Debug, Default)]
pub(crate) struct Runs {
    /// In a run of UTF-16.
    is_wide: bool,
}

/// What is at the front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Front {
    /// The start of a run.
    Run,
    /// It may be one if more bytes follow.
    Open,
    Other,
}

fn front(bytes: &[u8]) -> Front {
    let is_start =
        |at: usize, byte: &u8| if at.is_multiple_of(2) { TEXT.contains(*byte) } else { *byte == 0 };
    let len = bytes.len().min(2 * START);
    match bytes[..len].iter().enumerate().all(|(at, byte)| is_start(at, byte)) {
        true if len == 2 * START => Front::Run,
        true => Front::Open,
        false => Front::Other,
    }
}

impl Coding for Runs {
    fn plain(&mut self, bytes: &[u8]) -> usize {
        if self.is_wide {
            return 0;
        }
        let mut zeros = memchr::memchr_iter(0, bytes).filter(|at| *at > 0);
        let start = zeros.find(|at| front(&bytes[at - 1..]) != Front::Other);
        // The last byte may start one.
        let is_text = |byte: &u8| TEXT.contains(*byte);
        let held = usize::from(bytes.last().is_some_and(is_text));
        start.map_or(bytes.len() - held, |at| at - 1)
    }

    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        let first = *head.bytes.first()?;
        if !self.is_wide {
            match front(head.bytes) {
                Front::Open if !head.is_all => return None,
                Front::Run => {
                    self.is_wide = true;
                    out.extend([FIELD_END, first]);
                    return Some(2);
                }
                _ => out.push(first),
            }
            return Some(1);
        }
        let unit = head.bytes.first_chunk();
        if unit.is_none() && !head.is_all {
            return None;
        }
        if let Some(char) = unit.and_then(|unit| letter(*unit)) {
            push_char(char, out);
            return Some(2);
        }
        self.is_wide = false;
        out.extend([FIELD_END, first]);
        Some(1)
    }

    /// As much of a run as is at hand.
    fn batch(&mut self, bytes: &[u8], out: &mut Vec<u8>) -> Option<Batch> {
        if self.is_wide {
            let units = bytes.chunks_exact(2).map_while(|unit| letter([unit[0], unit[1]]));
            let count = units.map(|char| push_char(char, out)).count();
            if count > 0 {
                return Some(Batch { raw: 2, count });
            }
        }
        self.first(Prefix { bytes, is_all: false }, out).map(Batch::one)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::coding::Recoded;
    use crate::testing::{shown, wide};

    #[test]
    fn runs() {
        for (bytes, expected) in [
            (b"http://a/\0\x01x".to_vec(), "http://a/\0\x01x"),
            (
                [&b"\x02"[..], &wide("http"), b"\0\0"].concat(),
                "\x02<1..3 |h><3..5 t><5..7 t><7..9 p><9..10 |\0>\0",
            ),
            // At any offset, after and before other text, at the end.
            ([&b"ab"[..], &wide("c:/"), b"de"].concat(), "ab<2..4 |c><4..6 :><6..8 /><8..9 |d>e"),
            (wide("a\u{e9}b"), "a\0\u{fffd}\0b\0"),
            (wide("abc\u{e9}\u{43f}"), "<0..2 |a><2..4 b><4..6 c><6..8 \u{e9}><8..10 \u{43f}>"),
            ([&wide("abc")[..], b"\x2d\x4e"].concat(), "<0..2 |a><2..4 b><4..6 c><6..7 |->N"),
            ([&wide("abc")[..], b"d"].concat(), "<0..2 |a><2..4 b><4..6 c><6..7 |d>"),
            // Too short.
            (b"a\0b\0\0\0c\0".to_vec(), "a\0b\0\0\0c\0"),
            (b"a\0b\0".to_vec(), "a\0b\0"),
            (b"".to_vec(), ""),
        ] {
            let found = shown(&bytes, |drip| Recoded::by(Runs::default(), drip));
            assert_eq!(found.replace('\x1f', "|"), expected, "{bytes:02x?}");
        }
    }
}
