//! The place of a find in its file, and the text around it, packed for the page.

use std::borrow::Cow;

use super::note::Traits;
use crate::chars;
use crate::found::Found;
use crate::record::part_path;
use crate::record::{Unpack, pack_number, pack_text};
use crate::span::{Context, Origin};

/// At most this many bytes of a line are shown on each side of a find. A longer line is cut.
const SIDE: usize = 400;
/// The same for all the text that is asked for.
const WHOLE: usize = 4 << 10;
/// Marks where a line was cut.
const CUT: &str = "…";

/// How much of the text around a find is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Around {
    /// The line it stands in.
    Line,
    /// Up to that many bytes.
    Bytes(usize),
    /// All of the given text.
    Whole,
}

/// Packs everything after the path. The raw text is included only if it is not the URI that is
/// meant.
pub(super) fn pack(
    origin: &Origin<'_>,
    found: &Found<'_>,
    meant: &[u8],
    traits: Traits,
    around: Around,
) -> Vec<u8> {
    let part = origin.part.as_ref();
    let path = part.and_then(part_path).unwrap_or_default();
    let (line, column) = found.position().map_or((0, 0), |at| (at.line, at.column));
    let mut out = Vec::new();
    let numbers = [line, column, found.span().start];
    numbers.into_iter().for_each(|number| pack_number(number, &mut out));
    let said = [part.and_then(|part| part.message_id), part.and_then(|part| part.date)];
    for text in [Some(&*path)].into_iter().chain(said) {
        pack_text(text.unwrap_or_default().as_bytes(), &mut out);
    }
    pack_number(traits.wrapper as u64, &mut out);
    let is_decoded = part.is_some_and(|part| part.is_decoded);
    let written = Some(found.raw()).filter(|raw| *raw != meant);
    pack_number(u64::from(written.is_some()) | u64::from(is_decoded) << 1, &mut out);
    pack_text(found.second_reading().unwrap_or_default(), &mut out);
    let (before, after) = origin.context.map_or_else(Default::default, |c| shown(c, around));
    for text in [&*before, written.unwrap_or_default(), &*after] {
        pack_text(text, &mut out);
    }
    out
}

/// What is shown of the text around a find.
fn shown(context: Context<'_>, around: Around) -> (Cow<'_, [u8]>, Cow<'_, [u8]>) {
    let Context { before, after } = context;
    match around {
        Around::Whole => (last(before, WHOLE), first(after, WHOLE)),
        Around::Bytes(count) => (last(before, count.min(WHOLE)), first(after, count.min(WHOLE))),
        Around::Line => (last(line_before(before), SIDE), first(line_after(after), SIDE)),
    }
}

/// The text after the last line feed.
pub(super) fn line_before(text: &[u8]) -> &[u8] {
    memchr::memrchr(b'\n', text).map_or(text, |feed| &text[feed + 1..])
}

/// The text before the next line feed.
pub(super) fn line_after(text: &[u8]) -> &[u8] {
    let line = memchr::memchr(b'\n', text).map_or(text, |feed| &text[..feed]);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The end of a text, cut to `most` bytes.
fn last(line: &[u8], most: usize) -> Cow<'_, [u8]> {
    let Some(cut) = line.len().checked_sub(most).filter(|cut| *cut > 0) else {
        return Cow::Borrowed(line);
    };
    Cow::Owned([CUT.as_bytes(), chars::without_rest(&line[cut..])].concat())
}

/// The start of a text, cut to `most` bytes.
fn first(line: &[u8], most: usize) -> Cow<'_, [u8]> {
    if line.len() <= most {
        return Cow::Borrowed(line);
    }
    Cow::Owned([chars::without_cut(&line[..most]), CUT.as_bytes()].concat())
}

/// What a row says of a place.
#[derive(Clone, Copy)]
pub(super) struct Head<'p> {
    /// The number of the path.
    pub path: u64,
    pub line: u64,
    pub column: u64,
    pub part: &'p [u8],
}

impl<'p> Head<'p> {
    /// The head of a packed place that follows the number of its path.
    pub fn of_place(place: &'p [u8]) -> Option<Self> {
        let mut packed = Unpack(place);
        let (path, line, column) = (packed.number()?, packed.number()?, packed.number()?);
        let _start = packed.number()?;
        Some(Head { path, line, column, part: packed.text()? })
    }

    pub fn pack(&self, out: &mut Vec<u8>) {
        [self.path, self.line, self.column].into_iter().for_each(|number| pack_number(number, out));
        pack_text(self.part, out);
    }

    pub fn unpack(packed: &mut Unpack<'p>) -> Option<Self> {
        let (path, line, column) = (packed.number()?, packed.number()?, packed.number()?);
        Some(Head { path, line, column, part: packed.text()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_between_characters() {
        for character in ["a", "é", "€", "𝄞"] {
            for shift in 0..4 {
                let line = [".".repeat(shift), character.repeat(SIDE), ".".repeat(shift)].concat();
                let is_cut = line.len() > SIDE;
                for cut in [last(line.as_bytes(), SIDE), first(line.as_bytes(), SIDE)] {
                    let text = std::str::from_utf8(&cut).unwrap();
                    assert_eq!(text.contains(CUT), is_cut, "{text}");
                    assert!(text.len() <= SIDE + CUT.len() && text.len() + 4 > SIDE);
                }
            }
        }
    }

    #[test]
    fn what_is_shown_is_one_line() {
        let context = Context { before: b"a\nb ", after: b" c\r\nd" };
        let (before, after) = shown(context, Around::Line);
        assert_eq!((&*before, &*after), (&b"b "[..], &b" c"[..]));
        let (before, after) = shown(context, Around::Whole);
        assert_eq!((&*before, &*after), (context.before, context.after));
        let (before, after) = shown(context, Around::Bytes(3));
        assert_eq!((&*before, &*after), ("…\nb ".as_bytes(), " c\r…".as_bytes()));
    }
}
