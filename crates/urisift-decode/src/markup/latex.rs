//! LaTeX and BibTeX: `\url{…}`, `\href{…}{…}`, fields that are URIs, and characters written as commands.

use memchr::{memchr, memchr2};

use super::Dialect;
use crate::layers::syntax::{Syntax, Unit, is_one_uri};

/// LaTeX.
pub(crate) const LATEX: Dialect<Latex> = Dialect {
    name: "latex",
    extensions: &["tex", "latex", "ltx", "sty", "cls"],
    media_types: &[],
    may_start_as: &[],
    syntax: || Latex { has_fields: false },
};

/// BibTeX.
pub(crate) const BIBTEX: Dialect<Latex> = Dialect {
    name: "bibtex",
    extensions: &["bib"],
    media_types: &[],
    may_start_as: &[],
    syntax: || Latex { has_fields: true },
};

/// The references of LaTeX.
pub(crate) struct Latex {
    /// It is a bibliography.
    has_fields: bool,
}

/// Commands whose first argument is a URI.
const COMMANDS: &[&str] = &["\\url", "\\href", "\\nolinkurl", "\\path", "\\burl"];

/// Commands for a character, or for nothing.
const SYMBOLS: &[(&[u8], &str)] = &[
    (b"textasciitilde", "~"),
    (b"textunderscore", "_"),
    (b"textasciicircum", "^"),
    (b"slash", "/"),
    (b"sim", "~"),
    (b"allowbreak", ""),
    (b"string", ""),
];

/// How deeply braces may be nested in a URI: with any depth, time would not be linear.
const MAX_DEPTH: usize = 8;

impl Syntax for Latex {
    fn read(&mut self, unit: &mut Unit<'_>) {
        let mark = if self.has_fields { b'=' } else { b'\\' };
        let (mut at, mut done) = (0, 0);
        while let Some(found) = memchr2(b'\\', mark, &unit.text[at..]) {
            at += found;
            let is_command = unit.text[at] == b'\\';
            let end = match is_command {
                true => command(unit, at).or_else(|| character(unit, at, done)),
                false => field(unit, at),
            };
            done = end.unwrap_or(done);
            // A backslash escapes the next one.
            at = end.unwrap_or(unit.text.len().min(at + 1 + usize::from(is_command)));
        }
    }
}

/// Reads a command at an offset that makes a reference; returns the offset after it.
fn command(unit: &mut Unit<'_>, at: usize) -> Option<usize> {
    let rest = &unit.text[at..];
    let name = *COMMANDS.iter().find(|name| {
        let after = rest.strip_prefix(name.as_bytes());
        after.is_some_and(|after| !after.first().is_some_and(u8::is_ascii_alphabetic))
    })?;
    let open = name.len() + options(&rest[name.len()..]);
    let close = match *rest.get(open)? {
        b'{' => b'}',
        // As `\verb` is written.
        b'|' if name != "\\href" => b'|',
        _ => return None,
    };
    let start = open + 1 + blanks(&rest[open + 1..]);
    let (len, value) = group(&rest[start..], close)?;
    let range = at + start..at + start + len;
    let value = (unit.text[range.clone()] != value[..]).then_some(value);
    match name {
        "\\href" => {
            let label = &rest[start + len..];
            if label.starts_with(b"}{") {
                let from = range.end + 2;
                unit.label(from..from + label[2..].iter().take_while(|b| **b != b'}').count());
            }
            unit.reference(range, value, name);
        }
        _ if is_one_uri(value.as_deref().unwrap_or(&unit.text[range.clone()])) => {
            unit.value(range, value);
        }
        _ => return None,
    }
    Some(at + start + len)
}

/// The length of an optional argument and the blanks around it.
fn options(text: &[u8]) -> usize {
    let start = blanks(text);
    let Some(b'[') = text.get(start) else { return start };
    let end = text[start..].iter().position(|b| b"]\\{".contains(b));
    match end.map(|end| start + end) {
        Some(end) if text[end] == b']' => end + 1 + blanks(&text[end + 1..]),
        _ => start,
    }
}

/// How many blanks are at the front.
fn blanks(text: &[u8]) -> usize {
    text.len() - text.trim_ascii_start().len()
}

/// Returns `true` if the name of a field ends there, and not that of an attribute in HTML: another field, the start of
/// the entry or a line end is before it.
fn is_named(before: &[u8]) -> bool {
    let before = before.trim_ascii_end();
    let is_name = |b: &&u8| b.is_ascii_alphanumeric() || b"-_:.+".contains(b);
    let name = before.iter().rev().take_while(is_name).count();
    let before = &before[..before.len() - name];
    let solid = before.trim_ascii_end();
    name > 0
        && (before[solid.len()..].contains(&b'\n')
            || solid.last().is_none_or(|b| b",{}\"".contains(b)))
}

/// Reads a field after its equals sign, if all of it is a URI; returns the offset after that.
fn field(unit: &mut Unit<'_>, at: usize) -> Option<usize> {
    let text = unit.text;
    if !is_named(&text[..at]) {
        return None;
    }
    let open = at + 1 + blanks(&text[at + 1..]);
    let close = match text.get(open)? {
        b'{' => b'}',
        b'"' => b'"',
        _ => return None,
    };
    let start = open + 1 + blanks(&text[open + 1..]);
    let scheme = text[start..].iter().position(|b| !b.is_ascii_alphanumeric())?;
    if !text[start + scheme..].starts_with(b"://") {
        return None;
    }
    let (len, value) = group(&text[start..], close)?;
    if !is_one_uri(&value) {
        return None;
    }
    let range = start..start + len;
    let value = (text[range.clone()] != value[..]).then_some(value);
    unit.value(range, value);
    Some(start + len)
}

/// The argument at the front, up to what closes it, without blanks at its end: its length, and what it
/// stands for. None if it holds any other command.
fn group(text: &[u8], close: u8) -> Option<(usize, Vec<u8>)> {
    let (mut at, mut depth, mut value) = (0, 0, Vec::new());
    while depth > 0 || *text.get(at)? != close {
        let (len, token) = token(text.get(at..)?)?;
        match token {
            b"{" if len == 1 && depth < MAX_DEPTH => depth += 1,
            b"{" if len == 1 => return None,
            b"}" if len == 1 => depth = depth.checked_sub(1)?,
            _ => {}
        }
        value.extend_from_slice(token);
        at += len;
    }
    value.truncate(value.trim_ascii_end().len());
    Some((text[..at].trim_ascii_end().len(), value))
}

/// What the next piece of an argument stands for, and its length.
fn token(text: &[u8]) -> Option<(usize, &[u8])> {
    let of_symbol = |(len, symbol): (usize, &'static str)| (len, symbol.as_bytes());
    match text {
        [b'\\', ..] => symbol(text).or_else(|| tilde(text)).map(of_symbol),
        [b'\r' | b'\n', ..] => Some((blanks(text), b"")),
        [b'%', rest @ ..] if rest.first().is_some_and(|b| b"\r\n".contains(b)) => {
            Some((1 + blanks(rest), b""))
        }
        _ => wrapped(text).map(of_symbol).or_else(|| Some((1, text.get(..1)?))),
    }
}

/// What a command in braces or dollars of its own stands for, and its length with these.
fn wrapped(text: &[u8]) -> Option<(usize, &'static str)> {
    let close = match text.first()? {
        b'{' => b'}',
        b'$' => b'$',
        _ => return None,
    };
    let (len, symbol) = symbol(&text[1..])?;
    (text.get(len + 1) == Some(&close)).then_some((len + 2, symbol))
}

/// `\~`, as in a URI that was escaped by hand.
fn tilde(text: &[u8]) -> Option<(usize, &'static str)> {
    text.starts_with(b"\\~").then_some((2, "~"))
}

/// Reads a character at an offset that is written as a command, with the braces or dollars around it;
/// returns the offset after it. Anything before `done` has been read.
fn character(unit: &mut Unit<'_>, at: usize, done: usize) -> Option<usize> {
    let text = unit.text;
    let after_slash = || at > 0 && text[at - 1] == b'/';
    let found = symbol(&text[at..]).or_else(|| tilde(&text[at..]).filter(|_| after_slash()));
    let (len, symbol) = found?;
    let (mut start, mut end) = (at, at + len);
    while start > done
        && matches!((text[start - 1], text.get(end)), (b'{', Some(b'}')) | (b'$', Some(b'$')))
    {
        (start, end) = (start - 1, end + 1);
    }
    unit.decoded(start..end, symbol.as_bytes().to_vec());
    Some(end)
}

/// What the command at the front stands for, and its length.
fn symbol(text: &[u8]) -> Option<(usize, &'static str)> {
    const MARKS: &str = "_&%#${}";
    let second = text.strip_prefix(b"\\")?.first()?;
    if let Some(mark) = memchr(*second, MARKS.as_bytes()) {
        return Some((2, &MARKS[mark..=mark]));
    }
    if !second.is_ascii_alphabetic() {
        return match text.get(1..4) {
            Some(b"~{}") => Some((4, "~")),
            Some(b"^{}") => Some((4, "^")),
            _ => (*second == b'-').then_some((2, "")),
        };
    }
    let letters = text[1..].iter().take_while(|b| b.is_ascii_alphabetic()).count();
    let (_, symbol) = SYMBOLS.iter().find(|(name, _)| *name == &text[1..][..letters])?;
    let after = &text[1 + letters..];
    let ends =
        if after.starts_with(b"{}") { 2 } else { after.iter().take_while(|b| **b == b' ').count() };
    Some((1 + letters + ends, symbol))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_never_closed() {
        for text in [r"\href{\href{", r"\url{{{{", "={a://", "=\"a://", "{\\_", r"\href["] {
            let text = text.repeat(50_000);
            crate::testing::entered(&BIBTEX, text.as_bytes(), crate::testing::UNCUT);
        }
    }
}
