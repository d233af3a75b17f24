//! Detection of XML by its content: of documents whose root no list names.

use std::ops::{ControlFlow, Range};

use memchr::memmem;

use super::items::skip;
use super::opening::SPACE;
use crate::core::format::{Prefix, Sniff};
use urisift::internal::byteset::{ALNUM, ALPHA, ByteSet};

/// A break carries the answer.
type Step<T = ()> = ControlFlow<Sniff, T>;

/// What a name starts with, and what it may hold (Namespaces in XML 3), non-ASCII as any byte.
const NAME_START: ByteSet = ALPHA.or(ByteSet::of(b"_")).or(ByteSet::range(0x80, 0xff));
const NAME: ByteSet = ALNUM.or(ByteSet::of(b"_-.")).or(ByteSet::range(0x80, 0xff));
/// The longest name: a longer one would open no tag.
const LONGEST_NAME: usize = 60;

/// Markup that is not an element, as it starts and as it ends.
const SECTIONS: &[(&[u8], &[u8])] = &[(b"<!--", b"-->"), (b"<?", b"?>")];
const CDATA: &[u8] = b"<![CDATA[";

/// Returns `true` if an element of XML is at the front, by what is in it (XML 3.1). Its start tag declares a namespace;
/// or its attributes have quotes, it holds an element or one line of text, and the tags match. Text may start with one
/// tag alone, as `<nick> hello` or `<snip>`.
pub(super) fn sniff(head: Prefix<'_>) -> Sniff {
    let mut walk = Walk { head, at: 0, open: Vec::new() };
    loop {
        if let ControlFlow::Break(sniff) = walk.tag() {
            return sniff;
        }
    }
}

/// How far the head has been read.
struct Walk<'h> {
    head: Prefix<'h>,
    at: usize,
    /// The names of the open elements.
    open: Vec<Range<usize>>,
}

impl Walk<'_> {
    fn byte(&self) -> Step<u8> {
        match self.head.bytes.get(self.at) {
            Some(byte) => ControlFlow::Continue(*byte),
            None => ControlFlow::Break(self.head.undecided()),
        }
    }

    /// The next byte that is not whitespace.
    fn solid(&mut self) -> Step<u8> {
        self.at = skip(SPACE, self.head.bytes, self.at);
        self.byte()
    }

    /// Takes the byte, if it is next.
    fn take(&mut self, wanted: u8) -> Step<bool> {
        let is = self.byte()? == wanted;
        self.at += usize::from(is);
        ControlFlow::Continue(is)
    }

    /// Reads a tag, and the text after it.
    fn tag(&mut self) -> Step {
        must(self.take(b'<')?)?;
        match self.byte()? {
            b'/' => self.end_tag()?,
            _ => self.start_tag()?,
        }
        self.text()
    }

    fn start_tag(&mut self) -> Step {
        let name = self.name()?;
        let mut has_attribute = false;
        loop {
            let from = self.at;
            match self.solid()? {
                b'>' => {
                    self.at += 1;
                    self.open.push(name);
                    return ControlFlow::Continue(());
                }
                b'/' => {
                    self.at += 1;
                    must(self.take(b'>')?)?;
                    must(has_attribute || !self.open.is_empty())?;
                    return self.closed();
                }
                _ => must(from < self.at)?,
            }
            self.attribute()?;
            has_attribute = true;
        }
    }

    /// Reads an attribute. One that declares a namespace settles it.
    fn attribute(&mut self) -> Step {
        let name = self.name()?;
        self.solid()?;
        must(self.take(b'=')?)?;
        let quote = self.solid()?;
        must(matches!(quote, b'"' | b'\''))?;
        let start = self.at + 1;
        while self.at < start || self.byte()? != quote {
            must(self.byte()? != b'<')?;
            self.at += 1;
        }
        let name = &self.head.bytes[name];
        let is_namespace = name == b"xmlns" || name.starts_with(b"xmlns:");
        if is_namespace && start < self.at {
            return ControlFlow::Break(Sniff::Yes);
        }
        self.at += 1;
        ControlFlow::Continue(())
    }

    fn end_tag(&mut self) -> Step {
        self.at += 1;
        let name = self.name()?;
        let opened = self.open.pop();
        must(opened.is_some_and(|opened| self.head.bytes[opened] == self.head.bytes[name]))?;
        self.solid()?;
        must(self.take(b'>')?)?;
        self.closed()
    }

    /// An element is complete: one in another settles it, and so does what else may follow the root.
    fn closed(&mut self) -> Step {
        if !self.open.is_empty() {
            return ControlFlow::Break(Sniff::Yes);
        }
        self.at = skip(SPACE, self.head.bytes, self.at);
        match self.head.bytes.get(self.at) {
            None if self.head.is_all => ControlFlow::Break(Sniff::Yes),
            None => ControlFlow::Break(Sniff::More),
            Some(b'<') => ControlFlow::Break(Sniff::Yes),
            Some(_) => no(),
        }
    }

    /// Reads up to the next tag. Only an element in another holds more than a line of text.
    fn text(&mut self) -> Step {
        let is_root = self.open.len() == 1;
        loop {
            while self.solid()? != b'<' {
                while !matches!(self.byte()?, b'<' | b'\n') {
                    self.at += 1;
                }
                let is_line = self.head.bytes[self.at] == b'<';
                let next = self.head.bytes.get(self.at + 1);
                must(!is_root || is_line && next.is_none_or(|byte| *byte == b'/'))?;
            }
            let head = Prefix { bytes: &self.head.bytes[self.at..], ..self.head };
            if head.starts_with(CDATA) == Sniff::Yes {
                return ControlFlow::Break(Sniff::Yes);
            }
            match SECTIONS.iter().find(|(start, _)| head.starts_with(start) == Sniff::Yes) {
                None if head.bytes.get(1) == Some(&b'!') && head.bytes.len() < CDATA.len() => {
                    return ControlFlow::Break(head.undecided());
                }
                None => return ControlFlow::Continue(()),
                Some((_, end)) => match memmem::find(head.bytes, end) {
                    Some(len) => self.at += len + end.len(),
                    None => return ControlFlow::Break(head.undecided()),
                },
            }
        }
    }

    /// Reads the name of an element or an attribute, with its prefix.
    fn name(&mut self) -> Step<Range<usize>> {
        let start = self.at;
        self.local_name()?;
        if self.take(b':')? {
            self.local_name()?;
        }
        must(self.at - start <= LONGEST_NAME)?;
        ControlFlow::Continue(start..self.at)
    }

    fn local_name(&mut self) -> Step {
        must(NAME_START.contains(self.byte()?))?;
        self.at = skip(NAME, self.head.bytes, self.at);
        self.byte().map_continue(|_| ())
    }
}

fn must(holds: bool) -> Step {
    if holds { ControlFlow::Continue(()) } else { no() }
}

fn no<T>() -> Step<T> {
    ControlFlow::Break(Sniff::No)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::{assert_cases, sniffed};

    #[test]
    fn xml_and_what_only_looks_so() {
        let long = format!("<{} xmlns='a'>", "a".repeat(LONGEST_NAME + 1));
        assert_cases("html/xml", |[text]| sniffed(text, sniff));
        assert_eq!(sniffed(long.as_bytes(), sniff), "No");
    }

    #[test]
    fn tags_without_end_are_read_once() {
        for unit in ["<a>", "<a b='", "<a><!--", "<a>\n"] {
            let text = unit.repeat(1 << 18);
            assert_eq!(sniff(Prefix { bytes: text.as_bytes(), is_all: true }), Sniff::No);
        }
    }
}
