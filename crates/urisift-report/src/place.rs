//! The place of a find in its file, and the text around it, packed for the page.

use std::borrow::Cow;

use crate::chars;
use crate::found::Found;
use crate::record::{Unpack, pack_number, pack_numbers, pack_text, part_path};
use crate::search::ContextSize;
use crate::span::{Context, Origin, PartOrigin};

/// At most this many bytes of a line are shown on each side of a find. A longer line is cut.
const SIDE: usize = 400;
/// Like `SIDE`, for all the text that is asked for.
const WHOLE: usize = 4 << 10;
/// Marks where a line was cut.
const CUT: &str = "…";

/// Packs everything after the path and the message, as the page has it: the columns that it filters by, then what is
/// only shown. The raw text is included only if it is not the URI that is meant.
pub(super) fn pack(
    origin: &Origin<'_>,
    found: &Found<'_>,
    meant: &[u8],
    second: Option<u64>,
    asked: Option<ContextSize>,
) -> Vec<u8> {
    let part = origin.part.as_ref();
    let path = part.and_then(part_path).unwrap_or_default();
    let (line, column) = found.position().map_or((0, 0), |at| (at.line, at.column));
    let stand = origin.location() as u64;
    let stand = stand << 1 | u64::from(part.is_some_and(|part| part.link.is_some()));
    let mut out = Vec::new();
    let second = second.map_or(0, |second| second + 1);
    pack_numbers([second, stand, found.wrapper() as u64], &mut out);
    pack_numbers([line, column, found.span().start], &mut out);
    pack_text(path.as_bytes(), &mut out);
    let is_decoded = part.is_some_and(|part| part.is_decoded);
    let written = Some(found.raw()).filter(|raw| *raw != meant);
    let flags = u64::from(written.is_some()) | u64::from(is_decoded) << 1;
    pack_number(flags, &mut out);
    pack_text(found.second_reading().unwrap_or_default(), &mut out);
    let (before, after) = origin.context.map_or_else(Default::default, |c| shown(c, asked));
    for text in [&*before, written.unwrap_or_default(), &*after] {
        pack_text(text, &mut out);
    }
    out
}

/// What is shown of the text around a find: what was asked for, or the line it is in.
fn shown(context: Context<'_>, asked: Option<ContextSize>) -> (Cow<'_, [u8]>, Cow<'_, [u8]>) {
    let Context { before, after } = context;
    match asked {
        Some(ContextSize::Bytes(count)) => {
            (last(before, count.min(WHOLE)), first(after, count.min(WHOLE)))
        }
        Some(_) => (last(before, WHOLE), first(after, WHOLE)),
        None => (last(line_before(before), SIDE), first(line_after(after), SIDE)),
    }
}

/// The text after the last line feed.
fn line_before(text: &[u8]) -> &[u8] {
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

/// Packs what the page says of a message, or of another record with a date: Message-ID, date, address and name of the
/// sender, subject, list or newsgroups, and thread. Each text is empty if it is not known.
pub(super) fn pack_message(part: Option<&PartOrigin<'_>>) -> Vec<u8> {
    let mut out = Vec::new();
    let Some(message) = part.and_then(|part| part.message) else { return out };
    let fields = message.fields();
    let list = fields.list_id.as_ref().or(fields.newsgroups.as_ref());
    let texts = [message.id.as_ref(), message.date.as_ref()];
    let texts = texts.into_iter().chain([
        fields.from.as_ref(),
        fields.from_name.as_ref(),
        fields.subject.as_ref(),
        list,
    ]);
    let texts = texts.map(|text| text.map_or("", String::as_str));
    let thread = message.thread().unwrap_or_default();
    texts.chain([thread]).for_each(|text| pack_text(text.as_bytes(), &mut out));
    out
}

/// The time, stand and wrapper of a packed place, and what is only shown. `None` if the place is broken.
pub(super) fn columns(place: &[u8]) -> Option<([u64; 3], &[u8])> {
    let mut packed = Unpack(place);
    Some((packed.numbers()?, packed.0))
}

/// Writes what a row has of a packed place: the number of its path, line, column and part. `None` if the place is
/// broken.
pub(super) fn pack_head(path: u64, place: &[u8], out: &mut Vec<u8>) -> Option<()> {
    let mut packed = Unpack(columns(place)?.1);
    let [line, column, _start] = packed.numbers()?;
    pack_numbers([path, line, column], out);
    pack_text(packed.text()?, out);
    Some(())
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
        let (before, after) = shown(context, None);
        assert_eq!((&*before, &*after), (&b"b "[..], &b" c"[..]));
        let (before, after) = shown(context, Some(ContextSize::lines(1)));
        assert_eq!((&*before, &*after), (context.before, context.after));
        let (before, after) = shown(context, Some(ContextSize::Bytes(3)));
        assert_eq!((&*before, &*after), ("…\nb ".as_bytes(), " c\r…".as_bytes()));
    }
}
