//! The charset that a document declares.

use super::Charset;
use crate::core::format::ToUtf8;
use crate::core::peek::PeekReader;

/// How many bytes are looked at (HTML 4.2.5.4 requires the declaration in them).
pub const PRESCAN: usize = 1024;

/// How many bytes are read if there is no declaration in these: browsers start again at a later one (HTML 13.2.3.5).
const SIGHT: usize = 16 << 10;

/// The charset that an HTML or XML document declares at its start (HTML 13.2.3.2, XML 1.0 4.3.3).
pub fn meta_charset(reader: &mut PeekReader<'_>) -> Option<Charset> {
    let label = match label(reader.front(PRESCAN)) {
        Some(label) => label.to_vec(),
        None => {
            let head = reader.front(SIGHT);
            let has = |word: &[u8]| memchr::memmem::find(head, word).is_some();
            // Most pages without one have no such word either.
            (has(b"charset") || has(b"CHARSET")).then(|| label(head))??.to_vec()
        }
    };
    // The declaration was read as ASCII, so it cannot name a charset without ASCII.
    Charset::named(&label).filter(Charset::has_ascii)
}

/// The label that is declared.
fn label(head: &[u8]) -> Option<&[u8]> {
    let mut rest = head;
    while let Some(at) = memchr::memchr(b'<', rest) {
        rest = &rest[at..];
        if rest.starts_with(b"<!--") {
            // The dashes may overlap: `<!-->`.
            rest = &rest[2..];
            rest = &rest[memchr::memmem::find(rest, b"-->")?..];
            continue;
        }
        if let Some(label) = declared(rest) {
            return Some(label);
        }
        rest = &rest[1..];
    }
    None
}

/// The label in a tag, or in an XML declaration.
fn declared(tag: &[u8]) -> Option<&[u8]> {
    if let Some(declaration) = tag.strip_prefix(b"<?xml") {
        return Attributes(declaration).find(|a| a.is(b"encoding")).map(|a| a.value);
    }
    let (name, rest) = tag.split_at_checked(5)?;
    if !name.eq_ignore_ascii_case(b"<meta") {
        return None;
    }
    let attributes = Attributes(rest);
    match attributes.clone().find(|a| a.is(b"charset")) {
        Some(charset) => Some(charset.value),
        None => content_type(attributes),
    }
}

/// The label in a `meta` that stands for a header field.
fn content_type(attributes: Attributes<'_>) -> Option<&[u8]> {
    let field = attributes.clone().find(|a| a.is(b"http-equiv"))?;
    let content = attributes.clone().find(|a| a.is(b"content"))?;
    if field.value.eq_ignore_ascii_case(b"content-type") { parameter(content.value) } else { None }
}

/// The charset in the value of a Content-Type (HTML, "extracting a character encoding from a meta
/// element"): unlike in a header field, it need not be a parameter.
fn parameter(content: &[u8]) -> Option<&[u8]> {
    let name = b"charset";
    let ends = content.windows(name.len()).enumerate();
    let value = ends
        .filter(|(_, window)| window.eq_ignore_ascii_case(name))
        .find_map(|(at, _)| content[at + name.len()..].trim_ascii_start().strip_prefix(b"="))?;
    value.trim_ascii_start().split(|byte| *byte == b';' || byte.is_ascii_whitespace()).next()
}

/// An attribute, as it is written.
pub(crate) struct Attribute<'t> {
    name: &'t [u8],
    pub value: &'t [u8],
}

impl Attribute<'_> {
    /// Returns `true` if it has that name.
    pub fn is(&self, name: &[u8]) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// Returns `true` if it has that name behind any prefix.
    pub fn is_local(&self, name: &[u8]) -> bool {
        let prefix = memchr::memchr(b':', self.name).map_or(0, |at| at + 1);
        self.name[prefix..].eq_ignore_ascii_case(name)
    }
}

/// The attributes in the rest of a tag.
#[derive(Clone)]
pub(crate) struct Attributes<'t>(&'t [u8]);

impl<'t> Attributes<'t> {
    /// Those in a tag, after its name.
    pub fn of(tag: &'t [u8]) -> Self {
        Attributes(tag)
    }

    /// Takes the bytes before one that ends it, or all.
    fn take(&mut self, ends: impl Fn(u8) -> bool) -> &'t [u8] {
        let at = self.0.iter().position(|byte| ends(*byte)).unwrap_or(self.0.len());
        let (taken, rest) = self.0.split_at(at);
        self.0 = rest;
        taken
    }

    fn value(&mut self) -> &'t [u8] {
        match self.0.first().copied() {
            Some(quote @ (b'"' | b'\'')) => {
                self.0 = &self.0[1..];
                let value = self.take(|byte| byte == quote);
                self.0 = self.0.get(1..).unwrap_or_default();
                value
            }
            _ => self.take(|byte| byte == b'>' || byte.is_ascii_whitespace()),
        }
    }
}

impl<'t> Iterator for Attributes<'t> {
    type Item = Attribute<'t>;

    /// HTML 13.2.3.2, "get an attribute".
    fn next(&mut self) -> Option<Attribute<'t>> {
        self.take(|byte| !byte.is_ascii_whitespace() && !matches!(byte, b'/' | b'?'));
        let name = self.take(|byte| b"=>/?".contains(&byte) || byte.is_ascii_whitespace());
        let rest = self.0.trim_ascii_start();
        let value = match rest.strip_prefix(b"=") {
            Some(value) => {
                self.0 = value.trim_ascii_start();
                self.value()
            }
            None => &[],
        };
        (!name.is_empty()).then_some(Attribute { name, value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::{assert_cases, or_dash};

    #[test]
    fn declarations() {
        assert_cases("layers/declarations", |[head]| or_dash(label(head).map(bstr::BStr::new)));
    }

    #[test]
    fn a_declaration_has_ascii() {
        let is_known = |head: &str| {
            meta_charset(&mut crate::testing::dripping(head.as_bytes(), 999)).is_some()
        };
        assert!(is_known("<meta charset=windows-1252>"));
        assert!(!is_known("<meta charset=utf-16>"));
        assert!(!is_known("<meta charset=utf-8>"));
        assert!(is_known(&(" ".repeat(PRESCAN) + "<meta charset=koi8-r>")));
        assert!(!is_known(&(" ".repeat(SIGHT) + "<meta charset=koi8-r>")));
    }
}
