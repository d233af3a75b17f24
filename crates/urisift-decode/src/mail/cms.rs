//! Signed mail whose signature encloses it (RFC 8551 3.5.2): the entity in a `SignedData` of the Cryptographic Message
//! Syntax (RFC 5652), in BER. The certificates and signatures after it are not read.

use std::ops::ControlFlow;

use super::Mail;
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::problem::ProblemKind;
use crate::core::step::StepKind;
use crate::core::walker::Walker;
use crate::layers::coding::{Coding, Recoded};

/// A `ContentInfo` with signed or encrypted data.
pub struct Cms;

/// The identifier of a type of content, up to its last byte (RFC 5652 4).
const CONTENT: &[u8] = b"\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07";
const SIGNED: u8 = 2;
const ENVELOPED: u8 = 3;

/// How many bytes precede the content.
const SIGHT: usize = 4 << 10;

/// Tags (X.690 8).
const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const INTEGER: u8 = 0x02;
const IDENTIFIER: u8 = 0x06;
const EXPLICIT: u8 = 0xa0;
const OCTETS: u8 = 0x04;
const OCTETS_IN_PARTS: u8 = 0x24;

impl Format for Cms {
    fn name(&self) -> &'static str {
        "p7m"
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        let len = match head.bytes {
            [] | [SEQUENCE] => return head.undecided(),
            [SEQUENCE, len, ..] => 2 + usize::from(*len & 0x7f) * usize::from(*len > 0x80),
            _ => return Sniff::No,
        };
        match head.has(len, CONTENT) {
            Sniff::Yes if len <= 6 => head
                .has(len + CONTENT.len(), &[SIGNED])
                .or(head.has(len + CONTENT.len(), &[ENVELOPED])),
            Sniff::More if len <= 6 => Sniff::More,
            _ => Sniff::No,
        }
    }

    fn media_types(&self) -> &'static [&'static str] {
        &["application/pkcs7-mime", "application/x-pkcs7-mime"]
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let at = reader.raw();
        match Enclosed::of(reader.front(SIGHT)) {
            Enclosed::Encrypted => to.unread(at, "encrypted S/MIME message"),
            Enclosed::Nothing => return to.text(reader),
            Enclosed::At(start) => {
                to.advance(reader, start as u64);
                let mut octets = Octets::default();
                let flow = to.within(StepKind::Layer, self.name(), |to| {
                    to.enter(
                        &Mail,
                        &mut PeekReader::of_mapped(&mut Recoded::by(&mut octets, &mut *reader)),
                    )
                });
                flow?;
                if octets.left > 0 || !octets.has_ended {
                    to.problem(ProblemKind::Cut, at, "p7m: truncated");
                }
            }
        }
        to.skip(reader);
        ControlFlow::Continue(())
    }
}

/// What a `ContentInfo` encloses.
enum Enclosed {
    /// Octets, whose tag is there.
    At(usize),
    Encrypted,
    /// The signature is of something else.
    Nothing,
}

impl Enclosed {
    fn of(bytes: &[u8]) -> Enclosed {
        let Some(kind) = Tag::at(bytes, 0).and_then(|outer| bytes.get(outer.start + CONTENT.len()))
        else {
            return Enclosed::Nothing;
        };
        if *kind == ENVELOPED {
            return Enclosed::Encrypted;
        }
        Enclosed::octets(bytes).map_or(Enclosed::Nothing, Enclosed::At)
    }

    /// The octets of the content in a `SignedData` (RFC 5652 5.1).
    fn octets(bytes: &[u8]) -> Option<usize> {
        let inside =
            |at: usize, tag: u8| Some(Tag::at(bytes, at).filter(|it| it.tag == tag)?.start);
        let after = |at: usize, tag: u8| Tag::at(bytes, at).filter(|it| it.tag == tag)?.end();
        let mut at = inside(0, SEQUENCE)?;
        at = after(at, IDENTIFIER)?;
        at = inside(inside(at, EXPLICIT)?, SEQUENCE)?;
        at = after(after(at, INTEGER)?, SET)?;
        at = after(inside(at, SEQUENCE)?, IDENTIFIER)?;
        at = inside(at, EXPLICIT)?;
        Tag::at(bytes, at).filter(|it| [OCTETS, OCTETS_IN_PARTS].contains(&it.tag)).map(|_| at)
    }
}

/// A tag and a length.
struct Tag {
    tag: u8,
    /// Where its contents start.
    start: usize,
    /// Their length, if it is said.
    len: Option<u64>,
}

impl Tag {
    /// The tag at an offset; `None` if it is not whole.
    fn at(bytes: &[u8], at: usize) -> Option<Tag> {
        let tag = *bytes.get(at)?;
        let first = *bytes.get(at + 1)?;
        let count = usize::from(first & 0x7f);
        Some(match first {
            0..0x80 => Tag { tag, start: at + 2, len: Some(first.into()) },
            0x80 => Tag { tag, start: at + 2, len: None },
            _ if count > 8 => return None,
            _ => {
                let bytes = bytes.get(at + 2..at + 2 + count)?;
                let len = bytes.iter().fold(0, |len, byte| len << 8 | u64::from(*byte));
                Tag { tag, start: at + 2 + count, len: Some(len) }
            }
        })
    }

    /// Where what follows it starts; nothing if that is not said.
    fn end(&self) -> Option<usize> {
        self.start.checked_add(usize::try_from(self.len?).ok()?)
    }
}

/// The longest tag with its length.
const LONGEST: usize = 10;

/// The octets of a string, which may be in parts.
#[derive(Default)]
struct Octets {
    /// How many come next.
    left: u64,
    /// Something else has followed them.
    has_ended: bool,
}

impl Coding for &mut Octets {
    fn plain(&mut self, bytes: &[u8]) -> usize {
        let count = self.left.min(bytes.len() as u64);
        self.left -= count;
        count as usize
    }

    fn first(&mut self, head: Prefix<'_>, _: &mut Vec<u8>) -> Option<usize> {
        let known = head.bytes.len();
        if self.has_ended {
            return Some(known);
        }
        if self.left > 0 {
            return None;
        }
        match Tag::at(head.bytes, 0) {
            None if head.is_all => return Some(known),
            None if known < LONGEST => return None,
            Some(Tag { tag: OCTETS, start, len: Some(len) }) => {
                self.left = len;
                return Some(start);
            }
            Some(Tag { tag: OCTETS_IN_PARTS, start, .. }) => return Some(start),
            _ => self.has_ended = true,
        }
        Some(1)
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::testing::{UNCUT, entered, opened, stands_all_cuts};

    fn tagged(tag: u8, bytes: &[u8]) -> Vec<u8> {
        let len = bytes.len() as u32;
        match len {
            0..0x80 => [&[tag, len as u8][..], bytes].concat(),
            _ => [&[tag, 0x84][..], &len.to_be_bytes(), bytes].concat(),
        }
    }

    /// A `ContentInfo` of that type, with these octets, and a certificate.
    pub fn info(kind: u8, octets: &[u8]) -> Vec<u8> {
        let identifier = |kind: u8| [CONTENT, &[kind]].concat();
        let content = [identifier(1), tagged(EXPLICIT, octets)].concat();
        let certificates = tagged(0xa0, b"http://never.example/");
        let parts =
            [tagged(INTEGER, &[1]), tagged(SET, &[]), tagged(SEQUENCE, &content), certificates];
        let data = tagged(EXPLICIT, &tagged(SEQUENCE, &parts.concat()));
        tagged(SEQUENCE, &[identifier(kind), data].concat())
    }

    const ENTITY: &[u8] = b"Content-Type: text/plain\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nhttp://a.example/=\r\nb?c=3Dd\r\n";

    #[test]
    fn the_entity_is_read() {
        let (front, rest) = ENTITY.split_at(85);
        let parts = [tagged(OCTETS, front), tagged(OCTETS, rest)].concat();
        // Of a length that is not said.
        let open = [&[OCTETS_IN_PARTS, 0x80][..], &parts, &[0, 0]].concat();
        for octets in [tagged(OCTETS, ENTITY), tagged(OCTETS_IN_PARTS, &parts), open] {
            let bytes = info(SIGNED, &octets);
            let all = opened(&bytes);
            assert_eq!(all.problems, [""; 0]);
            let (path, text) = all.shown().pop().unwrap();
            assert_eq!((path, &*text), ("p7m/msg/1 text/plain", "http://a.example/b?c=d\r\n"));
            assert!(!all.shown().iter().any(|(_, text)| text.contains("never")));
            stands_all_cuts(&Cms, &bytes);
        }
    }

    #[test]
    fn what_is_not_read_is_told() {
        let told = |bytes: &[u8]| entered(&Cms, bytes, UNCUT).problems;
        assert_eq!(told(&info(ENVELOPED, b"")), ["encrypted S/MIME message: not read"]);
        let whole = info(SIGNED, &tagged(OCTETS, ENTITY));
        assert_eq!(told(&whole[..whole.len() - 60]), ["p7m: truncated"]);
        // Between two parts.
        let parts =
            tagged(OCTETS_IN_PARTS, &[tagged(OCTETS, ENTITY), tagged(OCTETS, ENTITY)].concat());
        let whole = info(SIGNED, &parts);
        let second = memchr::memmem::rfind(&whole, &tagged(OCTETS, ENTITY)).unwrap();
        assert_eq!(told(&whole), [""; 0]);
        assert_eq!(told(&whole[..second]), ["p7m: truncated"]);
        // The signature of something else.
        assert_eq!(told(&info(SIGNED, b"")), [""; 0]);
    }
}
