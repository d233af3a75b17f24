//! Pod: `L<text|url>` and `L<url>`, and characters written as `E<…>`.

use std::ops::Range;

use memchr::memmem;

use super::Dialect;
use super::escapes::{self, Escape};
use crate::layers::coding::push_char;
use crate::layers::syntax::{Syntax, Unit};

/// Pod (perlpodspec).
pub(crate) const POD: Dialect<Pod> = Dialect {
    name: "pod",
    extensions: &["pod"],
    media_types: &[],
    may_start_as: &[],
    syntax: || Pod { is_inside: false },
};

/// The references of Pod. Anything before its first paragraph, and after `=cut`, is of another language.
pub(crate) struct Pod {
    is_inside: bool,
}

impl Syntax for Pod {
    fn read(&mut self, unit: &mut Unit<'_>) {
        let text = unit.text;
        let is_command = text.len() > 1 && text[0] == b'=' && text[1].is_ascii_alphabetic();
        self.is_inside |= is_command;
        let is_verbatim = text.first().is_some_and(|b| b" \t".contains(b));
        if self.is_inside && !is_verbatim {
            paragraph(unit);
        }
        self.is_inside &= !text.starts_with(b"=cut");
    }
}

/// Reads a paragraph that may have formatting codes.
fn paragraph(unit: &mut Unit<'_>) {
    let text = unit.text;
    let mut at = 0;
    for open in memchr::memchr_iter(b'<', text) {
        let Some(code) = open.checked_sub(1).filter(|code| *code >= at) else { continue };
        match text[code] {
            b'L' => {
                if let Some(target) = target(text, open) {
                    at = target.end;
                    escapes::value(unit, target, escape);
                }
            }
            b'E' => {
                if let Some(Escape { len, stands }) = escape(&text[code..]) {
                    unit.decoded(code..code + len, stands);
                    at = code + len;
                }
            }
            _ => {}
        }
    }
}

/// The target of the link whose first bracket is at an offset: what follows the bar, if there is one. No
/// link holds another.
fn target(text: &[u8], open: usize) -> Option<Range<usize>> {
    let brackets = text[open..].iter().take_while(|b| **b == b'<').count();
    let start = open + brackets;
    let rest = &text[start..];
    let rest = &rest[..memmem::find(rest, b"L<").unwrap_or(rest.len())];
    let len = if brackets == 1 { single(rest)? } else { memmem::find(rest, b" >>")? };
    let content = &rest[..len];
    let bar = memchr::memchr(b'|', content).map_or(0, |bar| bar + 1);
    let target = content[bar..].trim_ascii();
    let blanks = content[bar..].len() - content[bar..].trim_ascii_start().len();
    let start = start + bar + blanks;
    Some(start..start + target.len())
}

/// The offset of the bracket that closes a code, past those of codes in it.
fn single(text: &[u8]) -> Option<usize> {
    let mut depth = 0;
    text.iter().position(|b| {
        match b {
            b'<' => depth += 1,
            b'>' if depth == 0 => return true,
            b'>' => depth -= 1,
            _ => {}
        }
        false
    })
}

/// What `E<…>` at the front stands for.
fn escape(text: &[u8]) -> Option<Escape> {
    let text = text.strip_prefix(b"E<")?;
    let len = text.iter().take(12).position(|b| *b == b'>')?;
    let name = str::from_utf8(&text[..len]).ok()?;
    let code = match name {
        "lt" => u32::from(b'<'),
        "gt" => u32::from(b'>'),
        "sol" => u32::from(b'/'),
        "verbar" => u32::from(b'|'),
        "amp" => u32::from(b'&'),
        "quot" => u32::from(b'"'),
        "apos" => u32::from(b'\''),
        _ => number(name)?,
    };
    let mut stands = Vec::new();
    push_char(char::from_u32(code)?, &mut stands);
    Some(Escape { len: len + 3, stands })
}

/// A number as Perl writes it.
fn number(text: &str) -> Option<u32> {
    match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None if text.starts_with('0') => u32::from_str_radix(text, 8).ok(),
        None => text.parse().ok(),
    }
}
