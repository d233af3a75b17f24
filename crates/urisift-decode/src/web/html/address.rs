//! The address of a page, as it says itself: where a browser saved it from, or its canonical address; and its base, which
//! counts for the links before it too (HTML 4.2.3).

use memchr::memchr;

use super::opening::{self, Opening};
use crate::core::peek::PeekReader;
use crate::layers::charset::{Attributes, PRESCAN};
use crate::layers::syntax::is_one_uri;

/// How many bytes are looked at, if the head of the page is that long.
const SIGHT: usize = 16 << 10;

/// What a browser writes before a page that it saves, before the length of its address.
const SAVED: &[u8] = b" saved from url=(";

/// What may be before the body (HTML 4.2), and so before the address.
const HEAD: &[&[u8]] = &[
    b"html",
    b"head",
    b"meta",
    b"title",
    b"link",
    b"script",
    b"style",
    b"noscript",
    b"template",
    b"base",
];
/// Elements whose content is not markup.
const RAW: &[&[u8]] = &[b"script", b"style", b"title", b"textarea", b"xmp", b"iframe"];

/// An address, and what says so.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Address {
    /// A comment of the browser that saved the page.
    Saved(String),
    /// `<link rel=canonical>` (RFC 6596).
    Canonical(String),
    /// `<base href>` after a link (HTML 4.2.3).
    Base(String),
}

/// The address of the page at the front of the reader. A base may also be in its body; if there is none, more of the
/// page is waited for only while its head has not ended.
pub(crate) fn address(reader: &mut PeekReader<'_>, may_have_base: bool) -> Option<Address> {
    let mut scan = Scan { may_have_base, ..Scan::default() };
    let mut wanted = if may_have_base { SIGHT } else { PRESCAN };
    loop {
        let len = reader.peek(wanted).len();
        let live = reader.live();
        let found = scan.next(&live[..live.len().min(SIGHT)]);
        if found != Found::More || len < wanted || len >= SIGHT {
            let canonical = scan.canonical.map(Address::Canonical);
            return if let Found::Address(address) = found { Some(address) } else { canonical };
        }
        wanted = len + 1;
    }
}

/// Returns `true` if the page may have a base in sight.
pub(super) fn may_have_base(reader: &mut PeekReader<'_>) -> bool {
    let front = reader.front(SIGHT);
    [&b"<base"[..], b"<BASE"].iter().any(|tag| memchr::memmem::find(front, tag).is_some())
}

#[derive(Debug, PartialEq, Eq)]
enum Found {
    Address(Address),
    /// There is none.
    None,
    /// More bytes may say it.
    More,
}

/// A scan, as far as it has come.
#[derive(Default)]
struct Scan {
    at: usize,
    /// The element whose content is not markup.
    raw: &'static [u8],
    /// There is a link before a base.
    has_link: bool,
    /// The head has ended.
    is_in_body: bool,
    /// There may be a base, which counts for more than what else is found.
    may_have_base: bool,
    /// The canonical address before it.
    canonical: Option<String>,
}

impl Scan {
    fn next(&mut self, head: &[u8]) -> Found {
        while let Some(start) = memchr(b'<', &head[self.at..]) {
            self.at += start;
            let rest = &head[self.at..];
            if rest.len() < opening::LONGEST && !rest.contains(&b'>') {
                return Found::More;
            }
            let len = match self.markup(rest) {
                Ok(len) => len,
                Err(found) => return found,
            };
            self.at += len;
        }
        self.at = head.len();
        Found::More
    }

    /// How many bytes the markup at the front takes, at least.
    fn markup(&mut self, rest: &[u8]) -> Result<usize, Found> {
        if !self.raw.is_empty() {
            if opening::closing(rest, self.raw) != Opening::Text {
                self.raw = b"";
            }
            return Ok(1);
        }
        if let Some(comment) = rest.strip_prefix(b"<!--") {
            // The dashes may overlap: `<!-->`.
            let end = memchr::memmem::find(&rest[2..], b"-->").ok_or(Found::More)?;
            let saved = comment.strip_prefix(SAVED).and_then(saved);
            return saved.map_or(Ok(2 + end), |uri| Err(Found::Address(Address::Saved(uri))));
        }
        match opening::at_front(rest) {
            Opening::StartTag(len) => self.tag(&rest[1..len], &rest[len..]).map(|()| len),
            Opening::EndTag(len) if rest[2..len].eq_ignore_ascii_case(b"head") => {
                self.is_in_body = true;
                if self.may_have_base { Ok(len) } else { Err(Found::None) }
            }
            _ => Ok(1),
        }
    }

    /// Reads a tag of that name.
    fn tag(&mut self, name: &[u8], attributes: &[u8]) -> Result<(), Found> {
        let is = |known: &&&[u8]| known.eq_ignore_ascii_case(name);
        let known = HEAD.iter().find(is).copied();
        self.is_in_body |= known.is_none();
        if self.is_in_body && !self.may_have_base {
            return Err(Found::None);
        }
        let end = memchr(b'>', attributes).ok_or(Found::More)?;
        self.raw = RAW.iter().find(is).copied().unwrap_or_default();
        let attributes = Attributes::of(&attributes[..end]);
        let value = |name: &[u8]| attributes.clone().find(|a| a.is(name)).map(|a| a.value);
        let Some(href) = value(b"href") else {
            self.has_link |= value(b"src").is_some();
            return Ok(());
        };
        let rel = value(b"rel").unwrap_or_default();
        let is_canonical = |word: &[u8]| word.eq_ignore_ascii_case(b"canonical");
        match known.unwrap_or_default() {
            b"base" => {
                let base = uri(href).filter(|_| self.has_link).map(Address::Base);
                Err(base.map_or(Found::None, Found::Address))
            }
            b"link" if !self.is_in_body && rel.split(u8::is_ascii_whitespace).any(is_canonical) => {
                match uri(href) {
                    Some(uri) if !self.may_have_base => {
                        return Err(Found::Address(Address::Canonical(uri)));
                    }
                    uri => self.canonical = self.canonical.take().or(uri),
                }
                Ok(())
            }
            _ => {
                self.has_link = true;
                Ok(())
            }
        }
    }
}

/// The address in a comment, after its length in parentheses.
fn saved(comment: &[u8]) -> Option<String> {
    let rest = &comment[memchr(b')', comment)? + 1..];
    let end = rest.iter().position(|b| b.is_ascii_whitespace() || b"<>".contains(b))?;
    uri(rest[..end].strip_suffix(b"--").unwrap_or(&rest[..end]))
}

/// An address with a host.
fn uri(value: &[u8]) -> Option<String> {
    let value = value.trim_ascii();
    let uri = String::from_utf8(value.to_vec()).ok().filter(|_| is_one_uri(value))?;
    Some(uri.replace("&amp;", "&"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::assert_cases;
    use crate::testing::{dripping, in_steps};

    fn address_of(reader: &mut PeekReader<'_>) -> Option<Address> {
        let may_have_base = may_have_base(reader);
        address(reader, may_have_base)
    }

    fn said(page: &[u8]) -> String {
        in_steps(|step| match address_of(&mut dripping(page, step)) {
            None => "-".to_owned(),
            Some(Address::Saved(uri)) => format!("saved {uri}"),
            Some(Address::Canonical(uri)) => format!("canonical {uri}"),
            Some(Address::Base(uri)) => format!("base {uri}"),
        })
    }

    #[test]
    fn a_page_says_its_address() {
        assert_cases("html/addresses", |[page]| said(page));
        for (count, expected) in [(SIGHT / 5, "canonical http://a/"), (SIGHT / 4, "-")] {
            let style = format!("<style>{}</style>", "a>b ".repeat(count));
            let page = format!("{style}<link rel=canonical href=http://a/>");
            assert_eq!(said(page.as_bytes()), expected);
        }
    }
}
