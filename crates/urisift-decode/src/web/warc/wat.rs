//! Metadata of pages in JSON, as web archives have it beside them (WAT: "Web Archive Transformation"). The
//! links that the pages contain are values with certain names, and may be relative.

use memchr::memchr;

use crate::core::format::Prefix;
use crate::core::peek::PeekReader;
use crate::layers::coding::push_char;
use crate::layers::json_escape::{Escape, escape};
use crate::layers::syntax::{MAX_UNIT, Syntax, Unit};

/// The names of links.
const LINKS: [&str; 3] = ["url", "href", "Location"];

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
            Some(name) => unit.reference(range, unescaped(content), name),
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
    use crate::testing::cases::assert_texts;
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
