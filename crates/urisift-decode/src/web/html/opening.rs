//! What a `<` opens (HTML 13.2.5.6, XML 2).

use super::items::until;
use urisift::internal::byteset::{ALPHA, ByteSet};

/// Whitespace in markup (HTML 4.6, "ASCII whitespace").
pub(super) const SPACE: ByteSet = ByteSet::of(b" \t\n\r\x0c");

/// The longest name.
const LONGEST_NAME: usize = 64;
/// How many bytes tell what is opened.
pub(super) const LONGEST: usize = LONGEST_NAME + 3;

/// The end of a name in a tag.
pub(super) const NAME_END: ByteSet = SPACE.or(ByteSet::of(b"/>"));
/// What may follow the first letter of a local name (XML names, without a colon).
const NAME: ByteSet =
    urisift::internal::byteset::ALNUM.or(ByteSet::of(b".-_")).or(ByteSet::range(0x80, 0xff));

/// Every address has one of these.
const ADDRESS: ByteSet = ByteSet::of(b":@");

const COMMENT: &[u8] = b"<!--";
const CDATA: &[u8] = b"<![CDATA[";
/// The start of a conditional comment.
const IF: &[u8] = b"[if";

/// What a `<` opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// Nothing: it is text.
    Text,
    /// A start tag; these bytes, up to the end of the name, open it.
    StartTag(usize),
    EndTag(usize),
    /// A section, opened by this many bytes.
    Section(usize, Section),
    /// Markup in markup, opened by this many bytes.
    Fragment(usize, Fragment),
}

/// Markup whose content is text, up to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    /// References in it are decoded: it may be markup that was commented out.
    Comment,
    /// A document type or other declaration, or a processing instruction.
    Declaration,
}

/// A section that mostly holds markup again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fragment {
    /// CDATA (XML 2.7).
    Cdata,
    /// A comment that some programs read, mostly mail clients: `<!--[if mso]>`.
    Conditional,
}

/// How a section ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// HTML 13.2.5.43 to 13.2.5.52.
    Comment,
    Declaration,
    Cdata,
}

/// The longest end, in bytes.
pub(super) const LONGEST_END: usize = 4;

impl End {
    fn all(self) -> &'static [&'static [u8]] {
        match self {
            End::Comment => &[b"-->", b"--!>"],
            End::Declaration => &[b">"],
            End::Cdata => &[b"]]>"],
        }
    }

    /// The length of the end at the front, if it is there.
    pub fn at_front(self, bytes: &[u8]) -> Option<usize> {
        self.all().iter().find(|end| bytes.starts_with(end)).map(|end| end.len())
    }

    /// Where the end starts.
    pub fn find(self, bytes: &[u8]) -> Option<usize> {
        memchr::memchr_iter(b'>', bytes).find_map(|close| self.start(bytes, close))
    }

    /// Where the end starts that this `>` closes.
    fn start(self, bytes: &[u8], close: usize) -> Option<usize> {
        let is_end = |end: &&&[u8]| bytes[..=close].ends_with(end);
        self.all().iter().find(is_end).map(|end| close + 1 - end.len())
    }

    /// How many of the bytes are certainly before an end, if none is in them.
    pub fn before(self, bytes: &[u8]) -> usize {
        let begins = |len: &usize| {
            let tail = &bytes[bytes.len() - len..];
            self.all().iter().any(|end| end.starts_with(tail))
        };
        let held = (1..LONGEST_END.min(bytes.len() + 1)).rev().find(begins);
        bytes.len() - held.unwrap_or(0)
    }
}

impl Section {
    pub fn end(self) -> End {
        match self {
            Section::Comment => End::Comment,
            Section::Declaration => End::Declaration,
        }
    }

    /// Where plain text stops: at the end of the section, or at a possible reference.
    pub fn stop(self, bytes: &[u8]) -> Option<usize> {
        match self {
            Section::Comment => {
                memchr::memchr2_iter(b'&', b'>', bytes).find_map(|at| match bytes[at] {
                    b'&' => Some(at),
                    _ => End::Comment.start(bytes, at),
                })
            }
            Section::Declaration => memchr::memchr(b'>', bytes),
        }
    }
}

impl Fragment {
    pub fn end(self) -> End {
        match self {
            Fragment::Cdata => End::Cdata,
            Fragment::Conditional => End::Comment,
        }
    }
}

/// A comment that is not one (HTML 13.2.5.41): it ends at the next `>`.
const BOGUS: Opening = Opening::Section(2, Section::Declaration);

/// What the bytes open. They must be all, or enough to tell.
pub(super) fn at_front(bytes: &[u8]) -> Opening {
    match bytes {
        [b'<', b'/', name @ ..] => match name_len(name) {
            Some(len) => Opening::EndTag(2 + len),
            None if name.first().is_some_and(|b| !ALPHA.contains(*b)) => BOGUS,
            None => Opening::Text,
        },
        [b'<', b'!', ..] => declaration(bytes),
        [b'<', b'?', name @ ..] => instruction(name),
        [b'<', name @ ..] => match name_len(name) {
            Some(len) => Opening::StartTag(1 + len),
            None => Opening::Text,
        },
        _ => Opening::Text,
    }
}

/// Like `at_front`, in raw text, where only the end tag of this name counts (HTML 13.2.5.11).
pub(super) fn closing(bytes: &[u8], name: &[u8]) -> Opening {
    let rest = bytes.strip_prefix(b"</").unwrap_or_default();
    let is_name = rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    match rest.get(name.len()) {
        Some(end) if is_name && NAME_END.contains(*end) => Opening::EndTag(2 + name.len()),
        _ => Opening::Text,
    }
}

fn declaration(bytes: &[u8]) -> Opening {
    // Empty comments (HTML 13.2.5.43): the rest is read like that of a declaration.
    if bytes.starts_with(b"<!-->") || bytes.starts_with(b"<!--->") {
        return BOGUS;
    }
    if bytes.starts_with(COMMENT) {
        return comment(bytes);
    }
    if bytes.starts_with(CDATA) {
        return Opening::Fragment(CDATA.len(), Fragment::Cdata);
    }
    BOGUS
}

/// A conditional comment is a declaration followed by markup.
fn comment(bytes: &[u8]) -> Opening {
    let rest = &bytes[COMMENT.len()..];
    let is_conditional = rest.get(..IF.len()).is_some_and(|start| start.eq_ignore_ascii_case(IF));
    match is_conditional {
        true => Opening::Fragment(COMMENT.len(), Fragment::Conditional),
        false => Opening::Section(COMMENT.len(), Section::Comment),
    }
}

/// Only `xml-stylesheet` has attributes (Associating Style Sheets with XML documents, 4).
fn instruction(name: &[u8]) -> Opening {
    const STYLE_SHEET: &[u8] = b"xml-stylesheet";
    match name.first() {
        Some(_) if name.starts_with(STYLE_SHEET) => Opening::StartTag(2 + STYLE_SHEET.len()),
        Some(_) => BOGUS,
        None => Opening::Text,
    }
}

/// The length of the element name at the front, if there is one.
fn name_len(bytes: &[u8]) -> Option<usize> {
    const STOP: ByteSet = NAME_END.or(ADDRESS);
    let enough = &bytes[..bytes.len().min(LONGEST_NAME + 1)];
    if !enough.first().is_some_and(|b| ALPHA.contains(*b)) {
        return None;
    }
    let mut len = until(STOP, enough, 1);
    if enough.get(len).is_some_and(|b| ADDRESS.contains(*b)) {
        len = until(NAME_END, enough, len);
        if is_address(&enough[..len]) {
            return None;
        }
    }
    (len <= LONGEST_NAME).then_some(len)
}

/// Returns `true` if this is from `<mailto:a@b>` or `<http://a/>`: URIs and mailboxes in angle brackets (RFC 3986
/// appendix C). Names of elements have at most a colon between two local names (Namespaces in XML 4).
fn is_address(name: &[u8]) -> bool {
    if name.contains(&b'@') {
        return true;
    }
    let Some(colon) = memchr::memchr(b':', name) else { return false };
    let (prefix, local) = (&name[..colon], &name[colon + 1..]);
    let is_local = local.first().is_some_and(|b| *b == b'_' || *b >= 0x80 || ALPHA.contains(*b))
        && local.iter().all(|b| NAME.contains(*b));
    let is = |scheme: &[u8]| prefix.eq_ignore_ascii_case(scheme);
    // `news:` elements of site maps have no dots in their names; newsgroups have.
    !is_local || is(b"mailto") || is(b"url") || is(b"news") && local.contains(&b'.')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::assert_cases;

    #[test]
    fn openings() {
        assert_cases("html/openings", |[text]| format!("{:?}", at_front(text)));
        let long = format!("<{}>", "a".repeat(LONGEST_NAME + 1));
        assert_eq!(at_front(long.as_bytes()), Opening::Text);
    }

    #[test]
    fn end_of_raw_text() {
        assert_cases("html/raw text", |[text]| format!("{:?}", closing(text, b"script")));
    }
}
