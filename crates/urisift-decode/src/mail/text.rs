//! The text of a header: the fields that may hold a URI, with their encoded words decoded.

use std::ops::Range;
use std::sync::LazyLock;

use memchr::{memchr, memmem};

use super::word::{self, Words};
use crate::core::limits::Limits;
use crate::core::peek::PeekReader;
use crate::core::pieces::{Piece, Pieces};
use crate::core::visitor::Visitor;
use crate::layers::fields::{Borders, Field, Head};

/// Fields whose values look like URIs or addresses, but are names of messages or signed text.
const NO_TEXT: &[&str] = &[
    "ARC-Message-Signature",
    "ARC-Seal",
    "Article-ID",
    "Content-ID",
    "Content-Type",
    "DKIM-Signature",
    "DomainKey-Signature",
    "In-Reply-To",
    "Message-ID",
    "Original-Message-ID",
    "References",
    "Resent-Message-ID",
    "Supersedes",
    "X-Google-DKIM-Signature",
    "X-Message-ID",
    "X-MS-Message-ID",
    "X-Original-Message-ID",
];

/// The lengths of these names, a bit each, by the letter that they start with: that alone excludes most names.
static LENGTHS: [u64; 32] = {
    let (mut bits, mut index) = ([0; 32], 0);
    while index < NO_TEXT.len() {
        let name = NO_TEXT[index].as_bytes();
        bits[(name[0] & 0x1f) as usize] |= 1 << name.len();
        index += 1;
    }
    bits
};

/// Fields whose value is a URI, and nothing else.
const LOCATIONS: &[&str] = &["Content-Base", "Content-Location", "Snapshot-Content-Location"];

const CONTENT_TYPE: &str = "Content-Type";

/// How many pieces there is room for at first.
const USUAL: usize = 16;

/// How the names of fields of mailing lists start.
const LIST: &[u8] = b"List-";

/// A Content-Type of this kind says where the body is (RFC 2017).
static EXTERNAL: LazyLock<memmem::Finder<'_>> =
    LazyLock::new(|| memmem::Finder::new(b"external-body"));

/// How an encoded word starts (RFC 2047 2).
static WORD: LazyLock<memmem::Finder<'_>> = LazyLock::new(|| memmem::Finder::new(b"=?"));

/// The text of the header at the front of the reader; none if the visitor can find nothing in it.
pub(super) fn of<'t, 's>(
    reader: &'t PeekReader<'s>,
    head: &Head,
    limits: Limits,
    visitor: &dyn Visitor,
) -> Pieces<'t, 's> {
    let text = reader.live();
    let has_text = |field: &&Field| {
        let is_left_out = limits.no_list_fields && has_prefix(&text[field.name.clone()], LIST);
        !is_left_out && has_text(text, field)
    };
    let mut fields = Vec::with_capacity(head.fields.len());
    fields.extend(head.fields.iter().filter(has_text));
    let pieces = match may_find(text, &fields, visitor) {
        true => pieces(&text[..head.len], &fields),
        false => Vec::new(),
    };
    Pieces::new(reader, pieces)
}

/// Returns `true` if something may be found in these fields of a header, as they are or decoded.
fn may_find(text: &[u8], fields: &[&Field], visitor: &dyn Visitor) -> bool {
    let mut runs = fields.chunk_by(|one, next| one.body.end == next.name.start);
    runs.any(|run| {
        let run = &text[run[0].name.start..run[run.len() - 1].body.end];
        visitor.may_find(run) || WORD.find(run).is_some()
    }) || fields.iter().any(|field| is_special(text, field))
}

/// The fields of a header as they are meant.
fn pieces(header: &[u8], fields: &[&Field]) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(USUAL);
    let mut has_word = in_order(WORD.find_iter(header));
    let mut borders = Borders::new(header);
    for field in fields {
        let border = borders.of(field);
        match has_word(&(field.name.start..field.body.end)) || is_special(header, field) {
            true => push_field(header, field, border.is_some(), &mut pieces),
            false => push_plain(field, border, &mut pieces),
        }
    }
    pieces
}

/// Tells of ranges, in order, whether one of the places is in it, which are in order too.
fn in_order(places: impl Iterator<Item = usize>) -> impl FnMut(&Range<usize>) -> bool {
    let mut places = places.peekable();
    move |range| {
        while places.next_if(|at| *at < range.start).is_some() {}
        places.peek().is_some_and(|at| *at < range.end)
    }
}

/// What is written for `@` to hide an address.
static AT: LazyLock<memmem::Finder<'_>> = LazyLock::new(|| memmem::Finder::new(b" at "));

/// Returns `true` if something else than encoded words may have to be decoded in a field.
fn is_special(text: &[u8], field: &Field) -> bool {
    let name = &text[field.name.clone()];
    match name.first().map(u8::to_ascii_lowercase) {
        Some(b'c' | b's') => is_any(name, LOCATIONS) || is_any(name, &[CONTENT_TYPE]),
        Some(b'l') => has_prefix(name, LIST) && AT.find(&text[field.body.clone()]).is_some(),
        _ => false,
    }
}

/// Adds a field as it is, with a border before its line break if it needs one.
fn push_plain(field: &Field, border: Option<usize>, pieces: &mut Vec<Piece>) {
    let mut from = field.name.start;
    if let Some(end) = border {
        push_raw(from..end, pieces);
        pieces.push(Piece::Border(end));
        from = end;
    }
    push_raw(from..field.body.end, pieces);
}

fn has_text(text: &[u8], field: &Field) -> bool {
    let (name, body) = (&text[field.name.clone()], &text[field.body.clone()]);
    let lengths = name.first().map_or(0, |first| LENGTHS[usize::from(first & 0x1f)]);
    if name.len() >= u64::BITS as usize || lengths >> name.len() & 1 == 0 {
        return true;
    }
    let is = |other: &&str| name.eq_ignore_ascii_case(other.as_bytes());
    !NO_TEXT.iter().any(is) || is_any(name, &[CONTENT_TYPE]) && EXTERNAL.find(body).is_some()
}

/// Adds a field: its name, its body as it is meant, and a border before its line break.
fn push_field(text: &[u8], field: &Field, needs_border: bool, pieces: &mut Vec<Piece>) {
    let name = &text[field.name.clone()];
    let end = field.end(text);
    let mut needs_border = needs_border;
    let mut from = field.name.start;
    let mut finders = match () {
        () if is_any(name, LOCATIONS) => {
            needs_border = true;
            let value = field.value(text).start;
            push_raw(from..value, pieces);
            pieces.push(Piece::Border(value));
            from = value;
            [Finder::by(word::find), Finder::by(fold)]
        }
        () if is_any(name, &[CONTENT_TYPE]) => [Finder::by(quoted_fold), Finder::by(continuation)],
        // There, addresses are written for people (RFC 2369).
        () if has_prefix(name, LIST) => [Finder::by(word::find), Finder::by(hidden_at)],
        () => [Finder::by(word::find), Finder::by(nothing)],
    };
    while let Some(words) = next(&mut finders, &text[..end], from) {
        push_raw(from..words.range.start, pieces);
        from = words.range.end;
        needs_border = true;
        pieces.push(Piece::Decoded { text: words.text, raw: words.range });
    }
    push_raw(from..end, pieces);
    if needs_border {
        pieces.push(Piece::Border(end));
    }
    push_raw(end..field.body.end, pieces);
}

fn is_any(name: &[u8], names: &[&str]) -> bool {
    names.iter().any(|other| name.eq_ignore_ascii_case(other.as_bytes()))
}

fn has_prefix(name: &[u8], start: &[u8]) -> bool {
    name.get(..start.len()).is_some_and(|front| front.eq_ignore_ascii_case(start))
}

/// Finds what stands for something else in a field, at or after an offset.
type Find = fn(&[u8], usize) -> Option<Words>;

/// What is found next, which is searched for once.
struct Finder {
    find: Find,
    found: Option<Words>,
    is_done: bool,
}

impl Finder {
    fn by(find: Find) -> Self {
        Finder { find, found: None, is_done: false }
    }

    /// Where the next one starts.
    fn start(&mut self, text: &[u8], from: usize) -> Option<usize> {
        if !self.is_done && self.found.as_ref().is_none_or(|words| words.range.start < from) {
            self.found = (self.find)(text, from);
            self.is_done = self.found.is_none();
        }
        self.found.as_ref().map(|words| words.range.start)
    }
}

/// The first of what two finders find.
fn next(finders: &mut [Finder; 2], text: &[u8], from: usize) -> Option<Words> {
    let starts = finders.each_mut().map(|finder| finder.start(text, from).unwrap_or(usize::MAX));
    finders[usize::from(starts[1] < starts[0])].found.take()
}

fn nothing(_: &[u8], _: usize) -> Option<Words> {
    None
}

/// The next line break, with the whitespace around it: in a field that is one URI, it is not part of that (RFC 2557
/// 4.4.2).
fn fold(text: &[u8], from: usize) -> Option<Words> {
    let feed = from + memchr(b'\n', &text[from..])?;
    let start = from + text[from..feed].trim_ascii_end().len();
    let end = text.len() - text[feed..].trim_ascii_start().len();
    Some(Words { range: start..end, text: Vec::new() })
}

/// Like `fold`, between quotation marks: the URI of an external body may be folded anywhere (RFC 2017 3). After such a
/// fold, the search continues between them.
fn quoted_fold(text: &[u8], from: usize) -> Option<Words> {
    let mut is_quoted = text[..from].ends_with(b" ") || text[..from].ends_with(b"\t");
    let inside = |byte: &u8| {
        is_quoted ^= *byte == b'"';
        is_quoted && *byte == b'\n'
    };
    let feed = from + text[from..].iter().position(inside)?;
    fold(text, from + text[from..feed].trim_ascii_end().len())
}

/// How far back the section before is looked for, in bytes.
const MAX_SECTION: usize = 2 << 10;

/// What is between two sections of a parameter (RFC 2231 3): `"; URL*1="` after `URL*0="…`.
fn continuation(text: &[u8], from: usize) -> Option<Words> {
    let is_token = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_".contains(byte);
    for star in memchr::memchr_iter(b'*', &text[from..]).map(|at| from + at) {
        let digits = text[star + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = str::from_utf8(&text[star + 1..star + 1 + digits]).ok()?.parse::<u32>();
        let after = &text[star + 1 + digits..];
        let Some(value) = after.strip_prefix(b"=").or_else(|| after.strip_prefix(b"*=")) else {
            continue;
        };
        let name = star - text[from..star].iter().rev().take_while(|byte| is_token(byte)).count();
        let Some(before) = text[from..name].trim_ascii_end().strip_suffix(b";") else { continue };
        let Some(last) = number.ok().and_then(|number| number.checked_sub(1)) else { continue };
        let last = [&text[name..=star], last.to_string().as_bytes()].concat();
        // No section is longer.
        let near = &text[name.saturating_sub(MAX_SECTION)..name];
        if memmem::rfind(near, &last).is_none() {
            continue;
        }
        let before = before.trim_ascii_end();
        let start = from + before.strip_suffix(b"\"").unwrap_or(before).len();
        let end = text.len() - value.strip_prefix(b"\"").unwrap_or(value).len();
        return Some(Words { range: start..end, text: Vec::new() });
    }
    None
}

/// Where a web archive has written ` at ` in a `mailto` URI to hide the address.
fn hidden_at(text: &[u8], from: usize) -> Option<Words> {
    let mut from = from;
    loop {
        let start = from + memmem::find(&text[from..], b"<mailto:")?;
        let end = start + memchr(b'>', &text[start..])?;
        if let Some(at) = AT.find(&text[start..end]) {
            return Some(Words { range: start + at..start + at + 4, text: b"@".to_vec() });
        }
        from = end;
    }
}

/// Adds raw text, joined to a piece that ends where it starts.
fn push_raw(range: Range<usize>, pieces: &mut Vec<Piece>) {
    match pieces.last_mut() {
        Some(Piece::Verbatim(last)) if last.end == range.start => last.end = range.end,
        _ => pieces.push(Piece::Verbatim(range)),
    }
}
