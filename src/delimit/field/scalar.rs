//! Plain values in lines: definitions of Markdown, and scalars of YAML.

use memchr::{memrchr, memrchr2, memrchr3};

use super::super::view::View;
use super::{name, without_blanks};
use crate::byteset::MARGIN;

/// How many lines above a value are looked at.
const MAX_LINES: usize = 8;

/// Returns `true` if the line so far is indentation, bullets and at most one key: `  - url: `.
pub(super) fn is_entry(line: &[u8]) -> bool {
    let text = without_bullets(line);
    text.len() < line.trim_ascii_start().len() && text.is_empty() || is_key(text)
}

/// Returns `true` if the line so far is a margin, a mark of an item, or an entry: the URI is all of its text.
pub(super) fn starts_line(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    let is_mark = |b: &u8| b.is_ascii_digit() || MARGIN.contains(*b) || b"-+.()[]".contains(b);
    text.len() < 8 && text.iter().all(is_mark) || text == "•".as_bytes() || is_entry(line)
}

/// The line without indentation and bullets.
fn without_bullets(line: &[u8]) -> &[u8] {
    let mut text = line.trim_ascii_start();
    while let Some(rest) = text.strip_prefix(b"- ") {
        text = rest.trim_ascii_start();
    }
    text
}

/// Returns `true` if the text is a key and its colon.
fn is_key(text: &[u8]) -> bool {
    let text = without_blanks(text);
    let Some(key) = text.strip_suffix(b":") else { return false };
    let key = match key {
        [open @ (b'"' | b'\''), key @ .., close] if open == close => key,
        _ => key,
    };
    let (front, name) = name(key);
    front.is_empty() && !name.is_empty()
}

/// Returns `true` if a plain value starts at `start`: a definition of Markdown, a target of reStructuredText, or a
/// scalar of YAML. A line of prose may look like the last, so the line above must too.
pub(super) fn is_value(view: &View<'_>, start: usize) -> bool {
    let line = view.line_before(start);
    is_definition(line) || is_entry(line) && follows_entries(view, start)
}

/// `[id]: `, but no footnote; `.. _id: `.
fn is_definition(line: &[u8]) -> bool {
    let Some(text) = without_blanks(line).strip_suffix(b":") else { return false };
    let text = text.trim_ascii_start();
    let id = text.strip_prefix(b"[").and_then(|text| text.strip_suffix(b"]"));
    id.is_some_and(|id| !id.starts_with(b"^") && !id.iter().any(|b| b"[]".contains(b)))
        || text.starts_with(b".. _")
}

/// Returns `true` if the lines above are keys and items, up to a key in lower case.
fn follows_entries(view: &View<'_>, start: usize) -> bool {
    let Some(line) = view.line_start(start) else { return false };
    let mut above = view.before(line);
    let is_item = |text: &[u8]| !text.iter().any(|b| b" \t".contains(b));
    for _ in 0..MAX_LINES {
        let Some(text) = above.strip_suffix(b"\n") else { return false };
        let from = memrchr(b'\n', text).map_or(0, |at| at + 1);
        let row = text[from..].strip_suffix(b"\r").unwrap_or(&text[from..]);
        above = &text[..from];
        let plain = without_bullets(row);
        let colon =
            plain.windows(2).position(|pair| pair == b": ").map_or(plain.len(), |at| at + 1);
        if is_key(&plain[..colon]) {
            return plain[0].is_ascii_lowercase();
        }
        let has_bullet = plain.len() < row.trim_ascii_start().len();
        if !has_bullet || !is_item(plain) {
            return false;
        }
    }
    false
}

/// Returns `true` if a flow collection of YAML is open at `start`, which is the value of a key or an item, or starts
/// with a key: `list: [`, `- {`, `{url: `.
pub(super) fn in_flow(view: &View<'_>, start: usize) -> bool {
    let before = view.before(start);
    let Some(open) = memrchr3(b'[', b'{', b'"', before) else { return false };
    let (front, inside) = before.split_at(open);
    if inside[0] == b'"' || memrchr2(b']', b'}', inside).is_some() {
        return false;
    }
    let line = memrchr(b'\n', front).map_or(front, |at| &front[at + 1..]);
    let has_key = || {
        let key =
            inside[1..].iter().position(|&b| b == b':').map_or(&[][..], |at| &inside[1..at + 2]);
        inside[0] == b'{' && is_key(key) && line.trim_ascii().is_empty()
    };
    is_entry(line) || has_key()
}
