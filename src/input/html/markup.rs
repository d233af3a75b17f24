//! Documents in HTML or XML, as they are told from other text.

use super::items::skip;
use super::opening::SPACE;
use crate::byteset::ByteSet;
use crate::input::descent::Descent;
use crate::input::format::{Flow, Format, Head, Sniff};
use crate::input::media;
use crate::input::tape::Tape;

/// A document type, a declaration of XML, or an element at the root of documents, with what must follow
/// its name (much as MIME Sniffing 7.1 has it).
const STARTS: &[(&[u8], ByteSet)] = &[
    (b"<!doctype", SPACE),
    (b"<?xml", SPACE.or(ByteSet::of(b"-"))),
    (b"<html", NAME_END),
    (b"<head", NAME_END),
    (b"<body", NAME_END),
    (b"<svg", NAME_END),
    (b"<rss", NAME_END),
    (b"<feed", NAME_END),
];
const NAME_END: ByteSet = SPACE.or(ByteSet::of(b">"));

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
const COMMENT: &[u8] = b"<!--";
const COMMENT_END: &[u8] = b"-->";

/// HTML and XML, in any state.
pub(crate) struct Markup;

impl Format for Markup {
    fn name(&self) -> &'static str {
        "html"
    }

    fn has_magic(&self) -> bool {
        false
    }

    fn sniff(&self, head: Head<'_>) -> Sniff {
        let mark = head.bytes.strip_prefix(BYTE_ORDER_MARK);
        match mark {
            Some(bytes) => document(Head { bytes, ..head }),
            None if !head.is_all && BYTE_ORDER_MARK.starts_with(head.bytes) => Sniff::More,
            None => document(head),
        }
    }

    fn open(&self, tape: &mut Tape<'_>, to: &mut Descent<'_>) -> Flow {
        to.within(self.name(), |to| media::markup(None, tape, to))
    }
}

/// Whether a document starts there, behind white space and comments: comments alone make none.
fn document(head: Head<'_>) -> Sniff {
    let mut at = 0;
    loop {
        at = skip(SPACE, head.bytes, at);
        let rest = Head { bytes: &head.bytes[at..], ..head };
        if rest.starts_with(COMMENT) != Sniff::Yes {
            let starts = STARTS.iter().map(|(start, then)| starts(rest, start, *then));
            return starts.fold(rest.starts_with(COMMENT), Sniff::or);
        }
        let Some(len) = memchr::memmem::find(rest.bytes, COMMENT_END) else {
            return Sniff::sure(false).or(open(head));
        };
        at += len + COMMENT_END.len();
    }
}

/// Whether these bytes stand there, in any case, and one of the others behind them.
fn starts(head: Head<'_>, start: &[u8], then: ByteSet) -> Sniff {
    let known = &head.bytes[..head.bytes.len().min(start.len())];
    if !known.eq_ignore_ascii_case(&start[..known.len()]) {
        return Sniff::No;
    }
    match head.bytes.get(start.len()) {
        Some(byte) => Sniff::sure(then.contains(*byte)),
        None => open(head),
    }
}

/// More bytes would tell, if there are any.
fn open(head: Head<'_>) -> Sniff {
    if head.is_all { Sniff::No } else { Sniff::More }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sniff(text: &str, is_all: bool) -> Sniff {
        Markup.sniff(Head { bytes: text.as_bytes(), is_all })
    }

    #[test]
    fn documents() {
        for text in [
            "<!DOCTYPE html>",
            "\u{feff} \r\n<!doctype svg PUBLIC",
            "<!-- saved from url=(0014)about:internet -->\n<!-- - --><HTML lang=de>",
            "<?xml version='1.0'?>",
            "<?xml-stylesheet href='a'?>",
            "<head>",
            "<Body\tclass=a>",
            "<svg xmlns",
            "<rss version",
            "<feed>",
        ] {
            assert_eq!(sniff(text, true), Sniff::Yes, "{text}");
            for cut in (0..text.len()).filter(|cut| text.is_char_boundary(*cut)) {
                assert_ne!(sniff(&text[..cut], false), Sniff::No, "{}", &text[..cut]);
            }
        }
    }

    #[test]
    fn other_texts() {
        for text in [
            "",
            " ",
            "<",
            "<h",
            "<html",
            "<header>",
            "<http://a.example/>",
            "See <html>.",
            "<a href='b'>",
            "<!-- only this -->",
            "<!-- this: <html>",
            "<!-- a --> <p>",
            "From a@b.example\n<html>",
            "Content-Type: text/html\n\n<html>",
            "<bodybuilder@a.example>",
            "<!doctypehtml>",
            "<rss://a>",
            "\u{feff}",
            "<?php echo '<html>'",
        ] {
            assert_eq!(sniff(text, true), Sniff::No, "{text}");
        }
    }
}
