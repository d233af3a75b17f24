//! URIs in UTF-16 in a text that is not: what a program appended to a log in an encoding of its own. Found in the
//! decoded run of text by the usual rules, then mapped back to the source.

use super::Extent;
use super::unescaped::{self, Layer};
use super::view::View;
use crate::byteset::{ByteSet, SCHEME};
use crate::grammar::scheme::MAX_SCHEME;
use crate::options::Options;
use crate::scan::back;

/// Bytes of text in ASCII.
pub const TEXT: ByteSet = ByteSet::range(0x20, 0x7e).or(ByteSet::of(b"\t\n\r"));

/// How many units after a colon may show the order of the bytes.
const MAX_AHEAD: usize = 64;

/// The order of the bytes of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Little,
    Big,
}

impl Order {
    /// The character of a unit that continues with a run of text.
    pub fn letter(self, unit: [u8; 2]) -> Option<char> {
        match self {
            Order::Little => letter(unit),
            Order::Big => letter([unit[1], unit[0]]),
        }
    }

    /// The order in a run with a scheme from the byte `start` up to `colon`. An ASCII character has its zero after it or
    /// before it, which only the ends of the run tell. Where they do not, it is the usual order.
    fn of(view: &View<'_>, [low, start]: [usize; 2], colon: usize) -> Self {
        if start <= low {
            return Order::Little;
        }
        let before = view.before(start);
        let is_ascii = |unit: &&[u8]| unit[1] == 0 && TEXT.contains(unit[0]);
        let count = before.rchunks_exact(2).take_while(is_ascii).count();
        let first = start - 2 * count;
        let is_at_border = view.before(first).last().map_or(first == 0, |&byte| byte > 0);
        if is_at_border {
            // A line feed there ends the text before the run.
            return if view.is(first, |byte| byte == b'\n') { Order::Big } else { Order::Little };
        }
        let mut at = colon;
        for _ in 0..MAX_AHEAD {
            match view.at(at + 1) {
                Some(0) if view.is(at + 2, |byte| TEXT.contains(byte)) => at += 2,
                Some(1..) => return Order::Big,
                _ => break,
            }
        }
        Order::Little
    }
}

/// The character of a unit, little-endian, that continues with a run of text: of ASCII, or of an alphabet. The halves of
/// other characters are often the start of something else.
pub fn letter(unit: [u8; 2]) -> Option<char> {
    match unit {
        [byte, 0] => (TEXT.contains(byte) || byte >= 0xa0).then(|| char::from(byte)),
        [_, 1..=6 | 0x1e | 0x1f] | [0x10..=0x3a, 0x20] => {
            char::from_u32(u32::from(u16::from_le_bytes(unit)))
        }
        _ => None,
    }
}

/// The first byte of the scheme in UTF-16 before the colon, and the length of the scheme in characters.
pub(crate) fn scheme_before(text: &[u8], low: usize, colon: usize) -> Option<(usize, usize)> {
    let units = text[low..colon].rchunks_exact(2).take(MAX_SCHEME);
    let name =
        units.map_while(|unit| (unit[1] == 0 && SCHEME.contains(unit[0])).then_some(unit[0]));
    let mut name: Vec<u8> = name.collect();
    name.reverse();
    let scheme = back::scheme_before(&name, 0, name.len())?;
    let len = name.len() - scheme.start;
    Some((colon - 2 * len, len))
}

/// The URI whose scheme starts at the byte `start` and has `len` characters. It does not start before `low`.
pub(crate) fn uri(
    view: &View<'_>,
    low: usize,
    (start, len): (usize, usize),
    options: &Options,
) -> Option<Extent> {
    let order = Order::of(view, [low, start], start + 2 * len);
    let start = start - usize::from(order == Order::Big);
    unescaped::find(view, start, Layer::Utf16(order), options, |text, start, options| {
        super::uri(text, start, start + len, options)
    })
}
