//! The text of a link, which is read ahead of it: a link is told with its text.

use std::ops::Range;

use super::content::Content;
use super::element::Element;
use super::names::{Name, key};
use super::opening::{self, Opening};
use super::out::Emit;
use super::page::Page;
use super::tag::Tag;
use super::tokens::{self, Event, Tokens};
use super::whole::{Front, LONGEST_TAG};
use super::{Html, reference};
use crate::core::mapped::{Link, MappedRead, Role};
use crate::layers::word;
use urisift::Span;
use urisift::internal::byteset::ALNUM;

/// How many bytes after a start tag are looked at.
const SIGHT: usize = 4 << 10;
/// The longest text.
const MAX_TEXT: usize = 512;
/// How many bytes are asked for first: most links end in them.
const FIRST: usize = 256;

/// Reads the text of the link whose start tag ends before the bytes, up to the next tag of an `a`, and collapses its
/// whitespace. Returns `false` if its end is not in the bytes.
pub(super) fn read(bytes: &[u8], text: &mut Vec<u8>) -> bool {
    let bytes = &bytes[..bytes.len().min(SIGHT)];
    text.clear();
    let is_whole = Reader { bytes, at: 0, text, is_apart: false }.read_to_end();
    if text.len() > MAX_TEXT {
        let is_start = |at: &usize| text[*at] & 0xc0 != 0x80;
        text.truncate((0..=MAX_TEXT).rev().find(is_start).unwrap_or(MAX_TEXT));
    }
    is_whole || bytes.len() == SIGHT
}

struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
    text: &'b mut Vec<u8>,
    /// Whitespace or a tag separates what follows.
    is_apart: bool,
}

impl Reader<'_> {
    /// Returns `true` if the end of the link is in the bytes, or the text is too long.
    fn read_to_end(&mut self) -> bool {
        while let Some(&first) = self.bytes.get(self.at) {
            let is_read = match first {
                b'<' => self.markup(),
                b'&' => self.reference().map(|()| false),
                _ => {
                    let rest = &self.bytes[self.at..];
                    let len = word::near_either(b'<', b'&', rest, 0);
                    self.push(&rest[..len]);
                    self.at += len;
                    Some(false)
                }
            };
            match is_read {
                Some(false) if self.text.len() <= MAX_TEXT => {}
                Some(_) => return true,
                None => return false,
            }
        }
        false
    }

    fn push(&mut self, piece: &[u8]) {
        for (index, word) in piece.split(u8::is_ascii_whitespace).enumerate() {
            self.is_apart |= index > 0;
            if word.is_empty() {
                continue;
            }
            if self.is_apart && !self.text.is_empty() {
                self.text.push(b' ');
            }
            self.is_apart = false;
            let room = (MAX_TEXT + 1).saturating_sub(self.text.len());
            self.text.extend_from_slice(&word[..word.len().min(room)]);
        }
    }

    /// `None` if the bytes end too early.
    fn reference(&mut self) -> Option<()> {
        let rest = &self.bytes[self.at..];
        let is_known = rest.len() >= reference::LONGEST || rest[1..].iter().any(|b| !is_name(*b));
        let reference = is_known.then(|| reference::at_front(rest))?;
        self.at += reference.as_ref().map_or(1, |reference| reference.len);
        self.push(reference.as_ref().map_or(b"&", |reference| reference.text()));
        Some(())
    }

    /// Returns `true` at the end of the link, and `None` if the bytes end too early.
    fn markup(&mut self) -> Option<bool> {
        let rest = &self.bytes[self.at..];
        // Most tags have short names.
        if let Some(Front { element, is_start, key: name, name: place }) =
            Front::at(self.bytes, self.at)
        {
            return self.tag(name == const { key(b"a") }, element, is_start, place);
        }
        word::find_near(b'>', rest, 0)?;
        match opening::at_front(rest) {
            Opening::Text => {
                self.push(b"<");
                self.at += 1;
            }
            Opening::StartTag(len) => return self.long_tag(1..len),
            Opening::EndTag(len) => return self.long_tag(2..len),
            Opening::Section(len, section) => self.skip(len, section.end())?,
            Opening::Fragment(len, fragment) => self.skip(len, fragment.end())?,
        }
        Some(false)
    }

    fn skip(&mut self, len: usize, end: opening::End) -> Option<()> {
        let rest = &self.bytes[self.at + len..];
        let start = end.find(rest)?;
        self.at += len + start + end.at_front(&rest[start..])?;
        Some(())
    }

    /// Like `tag`, for a tag whose name has its place after the next bytes.
    fn long_tag(&mut self, place: Range<usize>) -> Option<bool> {
        let place = self.at + place.start..self.at + place.end;
        let mut name = Name::default();
        name.set(&self.bytes[place.clone()]);
        let is_start = self.bytes[place.start - 1] != b'/';
        self.tag(name.key() == const { key(b"a") }, Element::of(&name), is_start, place)
    }

    /// Skips a tag whose name is there. Returns `true` if it is that of an `a`.
    fn tag(
        &mut self,
        is_link: bool,
        element: Element,
        is_start: bool,
        name: Range<usize>,
    ) -> Option<bool> {
        if is_link {
            return Some(true);
        }
        self.is_apart |= element.mark.is_none() && !element.is_break;
        self.at = match self.bytes.get(name.end)? {
            b'>' => name.end + 1,
            _ => tag_end(self.bytes, name.end)?,
        };
        if is_start && matches!(element.content, Content::Raw | Content::StyleSheet) {
            let (rest, name) = (&self.bytes[self.at..], &self.bytes[name]);
            let is_end = |at: &usize| opening::closing(&rest[*at..], name) != Opening::Text;
            self.at += memchr::memchr_iter(b'<', rest).find(is_end)?;
        }
        Some(false)
    }
}

/// Returns `true` for a byte of a character reference.
fn is_name(byte: u8) -> bool {
    ALNUM.contains(byte) || byte == b'#'
}

/// Where the tag ends whose name ends at `at`.
fn tag_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    if let Some((end, _)) = tokens::whole(bytes, at, &mut Vec::new(), |_, _, _| false) {
        return Some(end);
    }
    let mut tokens = Tokens::new();
    loop {
        let taken = tokens.take(&bytes[at..]);
        at += taken.count;
        match taken.event {
            Event::Close => return Some(at),
            Event::Attribute => {}
            Event::None => return None,
        }
    }
}

impl Tag {
    /// Returns `true` if it is the start tag of an `a`.
    pub(super) fn may_be_link(&self) -> bool {
        self.is_start() && self.name() == b"a"
    }
}

impl Page {
    /// The text of the link that is open ends with a tag.
    pub(super) fn end_link(&mut self, raw: Span, to: &mut impl Emit) {
        self.has_open_link = false;
        to.link(Link::mark(raw, Role::TextEnd));
    }
}

impl<R: MappedRead> Html<R> {
    /// Reads the text of a link whose start tag is at the front, up to its name. The rest is not waited for once the
    /// link has ended.
    pub(super) fn link_text(&mut self, name_end: usize) {
        let most = LONGEST_TAG + SIGHT;
        let mut count = FIRST;
        let text = &mut self.page.maker.text;
        text.clear();
        loop {
            let bytes = self.input.peek(count);
            let has_more = bytes.len() >= count && count < most;
            let bytes = &bytes[..bytes.len().min(most)];
            let is_read = tag_end(bytes, name_end).is_some_and(|end| read(&bytes[end..], text));
            // What ends with the input is all of the text.
            if is_read || !has_more {
                return;
            }
            count *= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_up_to_the_end_of_a_link() {
        for (markup, text) in [
            ("http://b.example/</a>", Some("http://b.example/")),
            (" a\n <b>b</b>c<br>d &amp; &lt;<img alt='x>'>e</A >f", Some("a bc d & < e")),
            ("<font style='a: b'>a</font><!-- > --><style>a{}</style>b<a", None),
            ("<font style='a: b'>a</font><!-- > --><style>a</s{}</style>b<a>", Some("a b")),
            ("a<!--[if mso]>b<![endif]-->c</a>", Some("ac")),
            ("a &am", None),
            ("a & b &amp</a>", Some("a & b &")),
            ("a <", None),
            ("1 < 2 </a>", Some("1 < 2")),
            ("", None),
        ] {
            let mut kept = b"before".to_vec();
            let is_whole = read(markup.as_bytes(), &mut kept);
            let kept = is_whole.then(|| String::from_utf8_lossy(&kept));
            assert_eq!(kept.as_deref(), text, "{markup}");
        }
        for (char, len) in [("a", MAX_TEXT), (" ", 0), ("\u{20ac}", MAX_TEXT / 3 * 3)] {
            let mut kept = Vec::new();
            assert!(read(char.repeat(SIGHT).as_bytes(), &mut kept));
            assert_eq!(kept.len(), len);
        }
    }
}
