//! Where a find stands in its file, and the text around it, packed as the page has it.

use std::borrow::Cow;

use super::note::Traits;
use crate::found::Found;
use crate::gather::{Unpack, pack_number, pack_text};
use crate::report::part_path;
use crate::span::{Context, Origin};

/// So much is shown of a line on each side of a find, in bytes. One that is longer is cut.
const SIDE: usize = 400;
/// What stands where a line was cut.
const CUT: &str = "…";

/// How much of the text around a find is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Around {
    /// The line it stands in.
    Line,
    /// As much as it is told with.
    Whole,
}

/// Packs everything behind the path.
pub(super) fn pack(
    origin: &Origin<'_>,
    found: &Found<'_>,
    traits: Traits,
    around: Around,
) -> Vec<u8> {
    let part = origin.part.as_ref();
    let text = |text: Option<&str>| text.unwrap_or_default().as_bytes().to_vec();
    let path = part.and_then(part_path).unwrap_or_default();
    let (line, column) = found.position().map_or((0, 0), |at| (at.line, at.column));
    let mut out = Vec::new();
    let numbers = [line, column, found.span().start];
    numbers.into_iter().for_each(|number| pack_number(number, &mut out));
    pack_text(path.as_bytes(), &mut out);
    pack_text(&text(part.and_then(|part| part.message_id)), &mut out);
    pack_text(&text(part.and_then(|part| part.date)), &mut out);
    pack_number(traits.wrapper as u64, &mut out);
    let is_decoded = part.is_some_and(|part| part.is_decoded);
    let differs = found.raw() != found.uri();
    pack_number(u64::from(differs) | u64::from(is_decoded) << 1, &mut out);
    pack_text(found.second_reading().unwrap_or_default(), &mut out);
    let (before, after) = origin.context.map_or_else(Default::default, |c| shown(c, around));
    for text in [&*before, found.raw(), &*after] {
        pack_text(text, &mut out);
    }
    out
}

/// What is shown of the text around a find.
fn shown(context: Context<'_>, around: Around) -> (Cow<'_, [u8]>, Cow<'_, [u8]>) {
    let Context { before, after } = context;
    match around {
        Around::Whole => (Cow::Borrowed(before), Cow::Borrowed(after)),
        Around::Line => (last(line_before(before)), first(line_behind(after))),
    }
}

/// The text behind the last line feed.
pub(super) fn line_before(text: &[u8]) -> &[u8] {
    memchr::memrchr(b'\n', text).map_or(text, |feed| &text[feed + 1..])
}

/// The text up to the next line feed.
fn line_behind(text: &[u8]) -> &[u8] {
    let line = memchr::memchr(b'\n', text).map_or(text, |feed| &text[..feed]);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The end of a line.
fn last(line: &[u8]) -> Cow<'_, [u8]> {
    let Some(cut) = line.len().checked_sub(SIDE).filter(|cut| *cut > 0) else {
        return Cow::Borrowed(line);
    };
    let rest = &line[cut..];
    let whole = rest.iter().take(3).take_while(|byte| goes_on(byte)).count();
    Cow::Owned([CUT.as_bytes(), &rest[whole..]].concat())
}

/// The start of a line.
fn first(line: &[u8]) -> Cow<'_, [u8]> {
    if line.len() <= SIDE {
        return Cow::Borrowed(line);
    }
    let rest = (0..3).take_while(|back| goes_on(&line[SIDE - back])).count();
    Cow::Owned([&line[..SIDE - rest], CUT.as_bytes()].concat())
}

/// Whether the byte goes on with a character (RFC 3629 3).
fn goes_on(byte: &u8) -> bool {
    byte & 0xc0 == 0x80
}

/// What a row says of a place: line, column and part.
pub(super) struct Head<'p> {
    pub line: u64,
    pub column: u64,
    pub part: &'p [u8],
}

impl<'p> Head<'p> {
    /// That of a packed place.
    pub fn of(packed: &'p [u8]) -> Option<Self> {
        let mut packed = Unpack(packed);
        let (line, column, _) = (packed.number()?, packed.number()?, packed.number()?);
        Some(Head { line, column, part: packed.text()? })
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
                for cut in [last(line.as_bytes()), first(line.as_bytes())] {
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
    }
}
