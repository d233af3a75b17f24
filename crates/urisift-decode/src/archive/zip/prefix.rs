//! What precedes the archive in some files: the header of a browser extension, a program that decompresses itself, or a
//! script that reads it.

use std::ops::{ControlFlow, Range};

use super::signature::{self, HOLD, LEN, LOCAL, number};
use crate::core::bounded::Before;
use crate::core::format::{Prefix, Sniff};
use crate::core::mapped::MappedRead;
use crate::core::peek::PeekReader;
use crate::core::walker::Walker;
use crate::layers::runs;

/// The start of a browser extension ("CRX Package Format", versions 2 and 3).
const EXTENSION: &[u8] = b"Cr24";

/// The longest header of one, in bytes. It has keys and signatures.
const LONGEST: u64 = 1 << 20;

/// The start of a program of Linux and other systems, of which some are archives ("System V ABI", 4).
const ELF: &[u8] = b"\x7fELF";

/// Where a program of Windows has the offset of its header, after one for DOS.
const OFFSET: Range<usize> = 0x3c..0x40;

/// Returns `true` if an archive follows, or may follow. A script tells it in its first bytes.
pub(super) fn sniff(head: Prefix<'_>) -> Sniff {
    match head.bytes.first() {
        Some(b'C') => extension(head),
        Some(b'M') => program(head),
        Some(b'#') => script(head),
        Some(0x7f) => head.starts_with(ELF),
        _ => Sniff::No,
    }
}

fn extension(head: Prefix<'_>) -> Sniff {
    match head.starts_with(EXTENSION) {
        Sniff::Yes => head.has(4, b"\x02\0\0\0").or(head.has(4, b"\x03\0\0\0")),
        sniff => sniff,
    }
}

/// Few programs have an archive; those that have none are text, as they would be without this.
fn program(head: Prefix<'_>) -> Sniff {
    // The second byte of the size of the last page, which has at most 512 bytes.
    if head.bytes.get(3).is_some_and(|size| *size > 2) {
        return Sniff::No;
    }
    match (head.starts_with(b"MZ"), number(head.bytes, OFFSET)) {
        (Sniff::Yes, None) => head.undecided(),
        (Sniff::Yes, Some(at)) => head.has(at as usize, b"PE\0\0"),
        (sniff, _) => sniff,
    }
}

fn script(head: Prefix<'_>) -> Sniff {
    match head.starts_with(b"#!") {
        Sniff::Yes if find(head.bytes).is_some() => Sniff::Yes,
        Sniff::Yes => head.undecided(),
        sniff => sniff,
    }
}

/// Where the header of a member is whose method and version are known.
fn find(bytes: &[u8]) -> Option<usize> {
    let is_member = |at: &usize| {
        let member = &bytes[*at..];
        let [version, method] = [number(member, 4..6), number(member, 8..10)];
        signature::find(&member[..member.len().min(HOLD + 1)]) == Some(0)
            && version.is_some_and(|version| version <= 63)
            && matches!(method, Some(0 | 8 | 9 | 12 | 14 | 93 | 95))
    };
    memchr::memmem::find_iter(bytes, LOCAL).find(is_member)
}

/// Reads what precedes an archive.
pub(super) fn pass(reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
    let head = reader.peek(16);
    match head {
        [b'C', ..] => pass_extension(reader, to),
        [b'#', b'!', ..] => return to.text(&mut before(reader)),
        [b'M', b'Z', ..] | [0x7f, ..] => {
            return runs::read(&mut PeekReader::of_mapped(before(reader)), to);
        }
        _ => {}
    }
    ControlFlow::Continue(())
}

/// What is before the first member.
fn before<'t, 's>(reader: &'t mut PeekReader<'s>) -> impl MappedRead + use<'t, 's> {
    Before::new(reader, HOLD, |bytes: &[u8], _| find(bytes))
}

/// Skips the header of a browser extension, if an archive follows it.
fn pass_extension(reader: &mut PeekReader<'_>, to: &mut Walker<'_>) {
    let head = reader.peek(16);
    let sizes = match number(head, 4..8) {
        Some(2) => [number(head, 8..12), number(head, 12..16), Some(16)],
        _ => [number(head, 8..12), Some(12), Some(0)],
    };
    let len = sizes.into_iter().flatten().sum::<u64>();
    let is_here = len <= LONGEST
        && reader.peek(len as usize + LEN).get(len as usize..).is_some_and(signature::is_record);
    if is_here {
        to.advance(reader, len);
    }
}
