//! References as markup has them: resolved as browsers do (URL Standard 4.4), whatever they contain, and
//! then made valid. Nothing is normalized.

mod base;
#[cfg(test)]
mod tests;

use std::fmt::Write;

use super::push_escaped;
use super::resolve::{ResolveOptions, Target, resolve};
use crate::byteset::{ByteSet, SUB_DELIMS, UNRESERVED};
use crate::grammar::components::split;
use crate::grammar::escape::{self, Private, is_escape};
use crate::grammar::reference::Reference;
use crate::grammar::scheme::is_scheme;
use crate::grammar::uri::Iri;

pub use base::WrittenBase;

/// Removed wherever they are.
const BREAKS: ByteSet = ByteSet::of(b"\t\n\r");
/// A `\` is a slash in these, and they have a host; `file` may have none.
const SPECIAL: [&str; 6] = ["http", "https", "ws", "wss", "ftp", "file"];
/// No host has one of these, nor what no URI may contain and is a blank or a control.
const NO_HOST: ByteSet = ByteSet::of(b"%<>[\\]^|\x7f").or(ByteSet::range(0, b' '));

const REG_NAME: ByteSet = UNRESERVED.or(SUB_DELIMS);
const USERINFO: ByteSet = REG_NAME.or(ByteSet::of(b":"));
const PATH: ByteSet = REG_NAME.or(ByteSet::of(b":@/"));
const QUERY: ByteSet = PATH.or(ByteSet::of(b"?"));

/// A byte that is not UTF-8, until its component is known: a character of private use, as in the encoding
/// x-user-defined.
const BYTES: std::ops::RangeInclusive<char> = '\u{f780}'..='\u{f7ff}';

/// An absolute URI with whatever it was written with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    text: String,
    /// Characters of [`BYTES`] are bytes.
    has_bytes: bool,
    /// A slash of the path was a backslash.
    has_backslash: bool,
}

/// What a [`Written`] means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repaired {
    /// A valid URI or IRI.
    pub uri: String,
    /// The first byte of it that stands for something that a URI may not contain; the start of the path if
    /// that is only a backslash.
    pub at: Option<usize>,
}

impl Written {
    /// A URI; `None` if there is no scheme.
    pub fn parse(text: &[u8]) -> Option<Self> {
        Written::of(text).absolute()
    }

    /// The reference against this base; `None` if it leads nowhere.
    pub fn join(&self, reference: &[u8]) -> Option<Self> {
        let mut reference = Written::of(reference);
        let scheme = &self.text[..scheme_len(&self.text)?];
        if let Some(len) = scheme_len(&reference.text) {
            let rest = &reference.text[len + 1..];
            let is_same = reference.text[..len].eq_ignore_ascii_case(scheme);
            if !is_same || !is_special(scheme) || is_slashes(rest) {
                return reference.absolute();
            }
            // It has the scheme of the base for no reason.
            reference.text.drain(..=len);
        }
        if is_drive(&reference.text) {
            return None;
        }
        let reference = reference.relative(scheme);
        let base = Reference::unchecked(&self.text);
        let is_opaque = base.authority().is_none() && !base.path().starts_with('/');
        if is_opaque && !reference.text.starts_with('#') {
            return None;
        }
        let target =
            resolve(&base, &Reference::unchecked(&reference.text), ResolveOptions::default());
        let Target::Uri(text) = target else { return None };
        let takes_path = !reference.text.starts_with('/');
        Some(Written {
            text: text.into_owned(),
            has_bytes: self.has_bytes || reference.has_bytes,
            has_backslash: self.has_backslash && takes_path || reference.has_backslash,
        })
    }

    /// The text, without what surrounds it and breaks it over lines.
    fn of(text: &[u8]) -> Self {
        let is_blank = |b: &u8| *b <= b' ';
        let start = text.iter().position(|b| !is_blank(b)).unwrap_or(text.len());
        let end = text.iter().rposition(|b| !is_blank(b)).map_or(start, |last| last + 1);
        let mut text = text[start..end].to_vec();
        text.retain(|b| !BREAKS.contains(*b));
        let (text, has_bytes) = match String::from_utf8(text) {
            Ok(text) => (text, false),
            Err(error) => {
                let bytes = error.as_bytes().iter();
                let chars = bytes.map(|&b| if b.is_ascii() { b.into() } else { private(b) });
                (chars.collect(), true)
            }
        };
        Written { text, has_bytes, has_backslash: false }
    }

    /// The text as a URI that is one by RFC 3986 but for its characters, without dot segments. In a special one the
    /// host follows, however many slashes there are.
    fn absolute(mut self) -> Option<Self> {
        let colon = scheme_len(&self.text)?;
        let scheme = &self.text[..colon];
        let has_host = is_special(scheme) && !is_file(scheme);
        if is_special(scheme) {
            self.slash();
        }
        if has_host {
            let slashes = self.text[colon + 1..].bytes().take_while(|b| *b == b'/').count();
            self.text.replace_range(colon + 1..=colon + slashes, "//");
        }
        self.undot();
        let uri = Reference::unchecked(&self.text);
        let Target::Uri(text) = resolve(&uri, &uri, ResolveOptions::default()) else { return None };
        Some(Written { text: text.into_owned(), ..self })
    }

    /// Like `absolute`, for a reference without a scheme.
    fn relative(mut self, base_scheme: &str) -> Self {
        if is_special(base_scheme) {
            self.slash();
        }
        let slashes = self.text.bytes().take_while(|b| *b == b'/').count();
        if slashes > 2 && is_special(base_scheme) && !is_file(base_scheme) {
            self.text.drain(2..slashes);
        }
        let first = self.text.find([':', '/', '?', '#']);
        if first.is_some_and(|at| self.text[at..].starts_with(':')) {
            self.text.insert_str(0, "./");
        }
        self.undot();
        self
    }

    /// Makes a slash of each `\` before the query.
    fn slash(&mut self) {
        if memchr::memchr(b'\\', self.text.as_bytes()).is_none() {
            return;
        }
        let end = self.path_end();
        if self.text[..end].contains('\\') {
            let slashed = self.text[..end].replace('\\', "/");
            self.text.replace_range(..end, &slashed);
            self.has_backslash = true;
        }
    }

    /// Makes dots of dot segments that are escaped.
    fn undot(&mut self) {
        let range = split(self.text.as_bytes()).path();
        let path = &self.text[range.clone()];
        let has_escapes = memchr::memchr(b'%', path.as_bytes()).is_some();
        if !has_escapes || !path.contains("%2e") && !path.contains("%2E") {
            return;
        }
        let plain = |segment| match str::to_ascii_lowercase(segment).as_str() {
            "%2e" => ".",
            ".%2e" | "%2e." | "%2e%2e" => "..",
            _ => segment,
        };
        let plain = path.split('/').map(plain).collect::<Vec<_>>().join("/");
        self.text.replace_range(range, &plain);
    }

    /// Where the query or the fragment starts.
    fn path_end(&self) -> usize {
        self.text.find(['?', '#']).unwrap_or(self.text.len())
    }

    /// Without its fragment.
    pub fn without_fragment(mut self) -> Self {
        self.text.truncate(self.text.find('#').unwrap_or(self.text.len()));
        self
    }

    /// The length of the text in bytes.
    pub fn text_len(&self) -> usize {
        self.text.len()
    }

    /// The URI with what it may not contain percent-encoded (RFC 3986 2.1); `None` if that is in its host,
    /// or it has none and needs one.
    pub fn mended(self) -> Option<Repaired> {
        let has_backslash = self.has_backslash;
        let valid = if self.has_bytes { None } else { Iri::parse(&self.text).ok() };
        let (escaped, at) = match &valid {
            Some(_) => (None, None),
            None => self.escaped().map(|(uri, at)| (Some(uri), at))?,
        };
        let iri = match &escaped {
            Some(uri) => Iri::parse(uri).ok()?,
            None => valid?,
        };
        let needs_host = iri.scheme().is_some_and(|scheme| is_special(scheme) && !is_file(scheme));
        if needs_host && iri.host().is_none_or(str::is_empty) {
            return None;
        }
        let at = at.or_else(|| has_backslash.then(|| iri.path_start()));
        Some(Repaired { uri: escaped.unwrap_or(self.text), at })
    }

    /// The text with escapes, and where the first one is.
    fn escaped(&self) -> Option<(String, Option<usize>)> {
        let text = &*self.text;
        let parts = split(text.as_bytes());
        let mut out = Escaped { out: String::with_capacity(text.len() * 2), at: None, of: self };
        let path = parts.path();
        let host = parts.host().unwrap_or(path.start..path.start);
        out.copy(&text[..parts.authority().map_or(path.start, |authority| authority.start)]);
        if let Some(userinfo) = parts.userinfo() {
            out.push(&text[userinfo], USERINFO);
            out.copy("@");
        }
        let name = &text[host.clone()];
        match name.starts_with('[') {
            true => out.copy(name),
            false if without_escapes(name).any(|b| NO_HOST.contains(b)) => return None,
            false => out.push(name, REG_NAME),
        }
        out.copy(&text[host.end..path.start]);
        out.push(&text[path], PATH);
        if let Some(query) = parts.query() {
            out.copy("?");
            out.push_query(&text[query]);
        }
        if let Some(fragment) = parts.fragment() {
            out.copy("#");
            out.push(&text[fragment], QUERY);
        }
        Some((out.out, out.at))
    }
}

/// The length of the scheme. A single letter is a Windows drive.
fn scheme_len(text: &str) -> Option<usize> {
    let len = text.find([':', '/', '?', '#'])?;
    (len > 1 && text[len..].starts_with(':') && is_scheme(&text.as_bytes()[..len])).then_some(len)
}

/// Returns `true` if a single letter and a colon are here.
fn is_drive(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic())
}

fn is_special(scheme: &str) -> bool {
    SPECIAL.iter().any(|special| special.eq_ignore_ascii_case(scheme))
}

/// Returns `true` if it is the one special scheme that needs no host.
fn is_file(scheme: &str) -> bool {
    scheme.eq_ignore_ascii_case("file")
}

/// Returns `true` if two slashes of either kind are here.
fn is_slashes(text: &str) -> bool {
    text.bytes().take_while(|b| matches!(b, b'/' | b'\\')).nth(1).is_some()
}

/// The bytes that are not part of an escape.
fn without_escapes(text: &str) -> impl Iterator<Item = u8> {
    let (bytes, mut at) = (text.as_bytes(), 0);
    std::iter::from_fn(move || {
        while is_escape(&bytes[at.min(bytes.len())..]) {
            at += 3;
        }
        at += 1;
        bytes.get(at - 1).copied()
    })
}

fn private(byte: u8) -> char {
    char::from_u32(0xf700 + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The byte that a character of [`BYTES`] is.
fn byte(c: char) -> u8 {
    c as u32 as u8
}

/// A byte in windows-1252, which browsers assume in a page that names no charset (HTML 13.2.3.2).
fn windows_1252(byte: u8) -> char {
    const HIGH: &str = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ";
    match byte {
        0x80..=0x9f => HIGH.chars().nth(usize::from(byte - 0x80)).unwrap_or_default(),
        _ => byte.into(),
    }
}

/// A text that is being escaped.
struct Escaped<'w> {
    out: String,
    /// Where the first escape is.
    at: Option<usize>,
    of: &'w Written,
}

impl Escaped<'_> {
    fn copy(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Adds a component of these characters.
    fn push(&mut self, component: &str, of: ByteSet) {
        self.push_by(component, of, Private::Never, |out, byte| {
            push_escaped(windows_1252(byte), out);
        });
    }

    /// Adds a query, whose bytes are those of the form that is sent (URL Standard 4.4, query state).
    fn push_query(&mut self, query: &str) {
        self.push_by(query, QUERY, Private::Allowed, |out, byte| {
            let _ = write!(out, "%{byte:02X}");
        });
    }

    fn push_by(
        &mut self,
        component: &str,
        of: ByteSet,
        private: Private,
        push_byte: impl Fn(&mut String, u8),
    ) {
        let bytes = component.as_bytes();
        for (at, c) in component.char_indices() {
            let is_byte = self.of.has_bytes && BYTES.contains(&c);
            let stays = match c {
                _ if is_byte => false,
                '%' => is_escape(&bytes[at..]),
                _ if c.is_ascii() => of.contains(bytes[at]),
                _ => escape::character(&bytes[at..], private).is_some(),
            };
            if stays {
                self.out.push(c);
                continue;
            }
            self.at.get_or_insert(self.out.len());
            match is_byte {
                true => push_byte(&mut self.out, byte(c)),
                false => push_escaped(c, &mut self.out),
            }
        }
    }
}
