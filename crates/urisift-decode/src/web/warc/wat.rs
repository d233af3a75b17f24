//! Metadata of pages in JSON, as web archives have it beside them (WAT: "Web Archive Transformation"). The
//! links that the pages contain are values with certain names, and may be relative.

use memchr::memchr;

use crate::core::format::Prefix;
use crate::core::peek::PeekReader;
use crate::layers::coding::push_char;
use crate::layers::json_escape::{Escape, escape};
use crate::layers::syntax::{MAX_UNIT, Syntax, Unit, has_scheme};
use urisift::internal::normal::Written;

/// The names of links.
const LINKS: [&str; 3] = ["url", "href", LOCATION];

/// The name of the one that is a field of the header.
const LOCATION: &str = "Location";

/// How far into a record its base is looked for, in bytes.
const SIGHT: usize = 1 << 20;

/// The base of the links of a record, which may be before or after them: the `Base` of its `Head`.
pub(super) fn base(record: &mut PeekReader<'_>) -> Option<String> {
    let json = record.front(SIGHT);
    // Most pages have none.
    memchr::memmem::find(json, b"\"Base\"")?;
    let (mut wat, mut at) = (Wat::default(), 0);
    let (mut depth, mut head, mut name) = (0usize, None, &b""[..]);
    while let Some(mark) = memchr::memchr3(b'"', b'{', b'}', &json[at..]) {
        wat.follow(&json[at..at + mark]);
        at += mark + 1;
        match json[at - 1] {
            b'{' => {
                depth += 1;
                if wat.is_value && name == b"Head" {
                    head = Some(depth);
                }
                wat.is_value = false;
            }
            b'}' => {
                head = head.filter(|head| *head != depth);
                depth = depth.saturating_sub(1);
                wat.is_value = false;
            }
            _ => {
                let content = &json[at..at + Wat::default().end(&json[at..])?];
                at += content.len() + 1;
                if wat.is_value && head == Some(depth) && name == b"Base" {
                    let base = reference(content).unwrap_or_else(|| content.to_vec());
                    return String::from_utf8(base).ok();
                }
                (name, wat.is_value) = (content, false);
            }
        }
    }
    None
}

/// What a string stands for as a reference in HTML, if that is something else: without escapes, without whitespace around
/// it, and without line breaks in it.
fn reference(content: &[u8]) -> Option<Vec<u8>> {
    let is_plain = content.iter().all(|b| *b > b' ' && *b != b'\\')
        || content.trim_ascii().len() == content.len() && memchr(b'\\', content).is_none();
    if is_plain {
        return None;
    }
    let mut value = unescaped(content).unwrap_or_else(|| content.to_vec());
    value.retain(|b| !matches!(b, b'\t' | b'\n' | b'\r'));
    Some(value.trim_ascii().to_vec())
}

/// A JSON text of metadata.
#[derive(Debug, Default)]
pub(super) struct Wat {
    /// The next string is a value.
    is_value: bool,
    /// The name of the next value, if that is a link.
    link: Option<&'static str>,
    /// A string that is longer than a unit continues.
    is_in_string: bool,
    /// It was cut after a backslash.
    is_in_escape: bool,
    /// The address of the page, to which fields of its header are relative, if its links are not.
    target: Option<Written>,
}

impl Syntax for Wat {
    /// The complete strings that have been read, or at least the first one.
    fn unit(&mut self, reader: &mut PeekReader<'_>) -> usize {
        let mut wanted = 1;
        loop {
            let len = reader.peek(wanted).len();
            let live = &reader.live()[..reader.live().len().min(MAX_UNIT)];
            match self.last_end(live) {
                0 if len < wanted || live.len() == MAX_UNIT => return live.len(),
                0 => wanted = 2 * live.len() + 1,
                end => return end,
            }
        }
    }

    fn read(&mut self, unit: &mut Unit<'_>) {
        let (text, mut at) = (unit.text, 0);
        while at < text.len() {
            if !self.is_in_string {
                let Some(start) = memchr(b'"', &text[at..]) else {
                    return self.follow(&text[at..]);
                };
                self.follow(&text[at..at + start]);
                at += start + 1;
            }
            let end = self.end(&text[at..]).map(|end| at + end);
            self.string(at, end, unit);
            self.is_in_string = end.is_none();
            at = end.map_or(text.len(), |end| end + 1);
        }
    }
}

impl Wat {
    /// The metadata of the page with that address, whose links have another base if `has_base`.
    pub fn of(target: Option<&str>, has_base: bool) -> Self {
        let target = target.filter(|_| has_base);
        Wat { target: target.and_then(|uri| Written::parse(uri.as_bytes())), ..Wat::default() }
    }

    /// Takes bytes between strings.
    fn follow(&mut self, between: &[u8]) {
        if let Some(last) = between.iter().rfind(|b| !b.is_ascii_whitespace()) {
            self.is_value = *last == b':';
        }
    }

    /// Where the string ends whose content starts here.
    fn end(&mut self, content: &[u8]) -> Option<usize> {
        for (at, byte) in content.iter().enumerate() {
            match byte {
                _ if self.is_in_escape => self.is_in_escape = false,
                b'\\' => self.is_in_escape = true,
                b'"' => return Some(at),
                _ => {}
            }
        }
        None
    }

    /// Where the last complete string ends.
    fn last_end(&self, text: &[u8]) -> usize {
        let mut state = Wat { is_in_escape: self.is_in_escape, ..Wat::default() };
        let (mut is_inside, mut at, mut last) = (self.is_in_string, 0, 0);
        loop {
            let quote = match is_inside {
                true => state.end(&text[at..]),
                false => memchr(b'"', &text[at..]),
            };
            let Some(quote) = quote else { return last };
            at += quote + 1;
            last = if is_inside { at } else { last };
            is_inside = !is_inside;
        }
    }

    /// What a field of the header refers to, if the base of the links would make it something else.
    fn resolved(&self, value: &[u8]) -> Option<Vec<u8>> {
        let target = self.target.as_ref().filter(|_| !has_scheme(value))?;
        Some(target.join(value)?.mended()?.uri.into_bytes())
    }

    /// Reads a string, or a part of one that has no end or comes after the first.
    fn string(&mut self, start: usize, end: Option<usize>, unit: &mut Unit<'_>) {
        let text = unit.text;
        let content = &text[start..end.unwrap_or(text.len())];
        let is_whole = end.is_some() && !self.is_in_string;
        let name = self.link.filter(|_| is_whole && self.is_value);
        if !self.is_value {
            let is = |name: &&&str| name.as_bytes().eq_ignore_ascii_case(content);
            self.link = LINKS.iter().find(is).copied().filter(|_| is_whole);
        }
        let range = start..start + content.len();
        match name {
            Some(name) => {
                let mut value = reference(content);
                if name == LOCATION {
                    value = self.resolved(value.as_deref().unwrap_or(content)).or(value);
                }
                let written = value.as_deref().unwrap_or(content);
                match has_scheme(written) && !written.contains(&b' ') {
                    true => unit.reference(range, value, name),
                    false if written.is_empty() => {}
                    false => unit.link(range, value, name),
                }
            }
            None => decode(start, content, unit),
        }
    }
}

/// What a string with escapes stands for.
fn unescaped(content: &[u8]) -> Option<Vec<u8>> {
    memchr(b'\\', content)?;
    let (mut out, mut at) = (Vec::with_capacity(content.len()), 0);
    while at < content.len() {
        match escape(Prefix { bytes: &content[at..], is_all: true }) {
            Escape::Char { raw, char } => {
                push_char(char, &mut out);
                at += raw;
            }
            _ => {
                out.push(content[at]);
                at += 1;
            }
        }
    }
    Some(out)
}

/// Decodes the escapes of a string whose content starts there.
fn decode(start: usize, content: &[u8], unit: &mut Unit<'_>) {
    let mut at = 0;
    while let Some(backslash) = memchr(b'\\', &content[at..]) {
        at += backslash;
        match escape(Prefix { bytes: &content[at..], is_all: true }) {
            Escape::Char { raw, char } => {
                let mut text = Vec::new();
                push_char(char, &mut text);
                unit.decoded(start + at..start + at + raw, text);
                at += raw;
            }
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layers::syntax::Parsed;
    use crate::testing::cases::{assert_texts, or_dash};
    use crate::testing::{UNCUT, dripping, in_steps, seen};

    /// The text, with a bar for each border and link, and the links.
    fn read(json: &str, step: usize) -> (String, Vec<String>) {
        let mut reader = dripping(json.as_bytes(), step);
        let seen = seen(&mut Parsed::new(&mut reader, Wat::default()), step);
        let show = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let links = seen.links.iter().map(|link| format!("{} {}", link.name, show(&link.value)));
        (show(&seen.text).replace(['\0', '\u{1f}'], "|"), links.collect())
    }

    #[test]
    fn links_are_values_of_certain_names() {
        assert_texts("web/wat", |json| {
            let (text, links) = in_steps(|step| read(json, step));
            format!("{text} ¦ {}", links.join(" ¦ "))
        });
    }

    #[test]
    fn bases() {
        assert_texts("web/wat bases", |json| or_dash(base(&mut dripping(json.as_bytes(), 3))));
    }

    /// The base of the links is not that of the header.
    #[test]
    fn locations_are_relative_to_the_page() {
        let json = r#"{"Location":"/a","url":"/b","LOCATION":"http://c.example/"}"#;
        let mut reader = dripping(json.as_bytes(), 5);
        let wat = Wat::of(Some("http://page.example/x/y"), true);
        let seen = seen(&mut Parsed::new(&mut reader, wat), 5);
        let links: Vec<_> = seen.links.iter().map(|link| &*link.value).collect();
        assert_eq!(links, [&b"/b"[..]]);
        let text = String::from_utf8_lossy(&seen.text).into_owned();
        assert!(text.contains("http://page.example/a") && text.contains("http://c.example/"));
    }

    #[test]
    fn a_long_string_is_text() {
        for tail in ["", "\\", "\\\\", "\\\""] {
            let long = "\\n/".repeat(MAX_UNIT);
            let json =
                format!(r#"{{"url":"{}{tail}{long}","href":"/x"}}"#, "y".repeat(MAX_UNIT - 9));
            let whole = read(&json, UNCUT);
            assert_eq!(whole.1, ["href /x"]);
            assert_eq!(read(&json, 4099), whole);
        }
    }
}
