//! Formats that people have and that are not read: they are named, and not searched as if they were text.

use std::ffi::OsStr;
use std::ops::ControlFlow;

use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::walker::Walker;
use crate::layers::runs;

/// How many bytes tell each of these formats.
const SIGHT: usize = 512;

/// Any of these formats. It is none that a user can name.
pub struct Unread;

/// How a format starts.
struct Kind {
    name: &'static str,
    /// Bytes, each with its offset, the first one first.
    marks: &'static [(usize, &'static [u8])],
}

const fn kind(name: &'static str, marks: &'static [(usize, &'static [u8])]) -> Kind {
    Kind { name, marks }
}

/// Each mark is long enough that no text has it by chance, or has bytes that no text has.
const KINDS: &[Kind] = &[
    kind("7z archive", &[(0, b"7z\xbc\xaf\x27\x1c")]),
    kind("rar archive", &[(0, b"Rar!\x1a\x07")]),
    kind("cab archive", &[(0, b"MSCF\0\0\0\0")]),
    kind("PST mailbox", &[(0, b"!BDN"), (8, b"SM")]),
    kind("lha archive", &[(2, b"-lh"), (6, b"-"), (20, b"\0")]),
    kind("lha archive", &[(2, b"-lh"), (6, b"-"), (20, b"\x01")]),
    kind("lha archive", &[(2, b"-lh"), (6, b"-"), (20, b"\x02")]),
    kind("arj archive", &[(0, b"\x60\xea"), (10, b"\x02")]),
    kind("zoo archive", &[(0, b"ZOO "), (20, b"\xdc\xa7\xc4\xfd")]),
    kind("ace archive", &[(7, b"**ACE**")]),
    kind("StuffIt archive", &[(0, b"SIT!"), (10, b"rLau")]),
    kind("StuffIt archive", &[(0, b"StuffIt (c)1997")]),
    kind("xar archive", &[(0, b"xar!\0\x1c")]),
    kind("WIM image", &[(0, b"MSWIM\0\0\0")]),
    kind("squashfs image", &[(0, b"hsqs"), (28, b"\x04\0\0\0")]),
    kind("CHM help file", &[(0, b"ITSF\x03\0\0\0")]),
    kind("MOBI book", &[(60, b"BOOKMOBI")]),
    kind("DjVu document", &[(0, b"AT&TFORM")]),
    kind("Access database", &[(0, b"\0\x01\0\0Standard Jet DB\0")]),
    kind("Access database", &[(0, b"\0\x01\0\0Standard ACE DB\0")]),
    kind("write-ahead log of SQLite", &[(0, b"\x37\x7f\x06\x82")]),
    kind("write-ahead log of SQLite", &[(0, b"\x37\x7f\x06\x83")]),
    kind("journal of SQLite", &[(0, b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7")]),
    kind("Parquet table", &[(0, b"PAR1\x15")]),
    kind("Arrow table", &[(0, b"ARROW1\0\0")]),
    kind("Avro table", &[(0, b"Obj\x01")]),
    kind("HDF5 file", &[(0, b"\x89HDF\r\n\x1a\n")]),
    kind("lzop file", &[(0, b"\x89LZO\0\r\n\x1a\n")]),
    kind("lrzip file", &[(0, b"LRZI\0")]),
    kind("LZFSE file", &[(0, b"bvx2"), (7, b"\0")]),
    kind("LZ4 file of the old format", &[(0, b"\x02\x21\x4c\x18")]),
    kind("cpio archive of a large rpm", &[(0, b"07070X")]),
    kind("ZIM archive", &[(0, b"ZIM\x04")]),
    kind("DBX mailbox", &[(0, b"\xcf\xad\x12\xfe")]),
    kind("Notes database", &[(0, b"\x1a\0\0\x04\0\0")]),
    kind("compressed SWF file", &[(0, b"CWS"), (7, b"\0x")]),
    kind("compressed SWF file", &[(0, b"CWS"), (7, b"\x01x")]),
    kind("compressed SWF file", &[(0, b"ZWS"), (7, b"\0")]),
    kind("HWP document of version 3", &[(0, b"HWP Document File V3")]),
    kind("PGP message", &[(0, b"-----BEGIN PGP MESSAGE-----")]),
    kind("LUKS volume", &[(0, b"LUKS\xba\xbe\0")]),
];

/// Formats that an extension tells, if the file starts with one of these: their own marks are at its end.
const NAMED: &[(&str, &str, &[&[u8]])] = &[
    (
        "dmg",
        "disk image",
        &[b"x\x01", b"x\x9c", b"x\xda", b"BZh", b"bvx", b"\xfd7zXZ\0", b"encrcdsa"],
    ),
    // A block is compressed, or starts with a key of which nothing is left out.
    ("ldb", "LevelDB table", &[b"\0"]),
];

/// What the name of a file says it is, if it may be that.
fn named(extension: &str, front: &[u8]) -> Option<&'static str> {
    let (_, name, starts) = NAMED.iter().find(|it| extension.eq_ignore_ascii_case(it.0))?;
    let is_compressed = extension.eq_ignore_ascii_case("ldb") && front.first() >= Some(&0x80);
    (is_compressed || starts.iter().any(|start| front.starts_with(start))).then_some(*name)
}

impl Kind {
    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        let mut all = Sniff::Yes;
        for (at, mark) in self.marks {
            match head.has(*at, mark) {
                Sniff::No => return Sniff::No,
                Sniff::More if head.is_all => return Sniff::No,
                Sniff::More => all = Sniff::More,
                Sniff::Yes => {}
            }
        }
        // Text does not wait for more than its first line.
        let (first, _) = self.marks[0];
        if head.bytes.iter().take(first).any(|b| *b == b'\n') { Sniff::No } else { all }
    }
}

impl Format for Unread {
    fn name(&self) -> &'static str {
        "unread"
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        let first = head.bytes.first();
        let may_be = |kind: &&Kind| match kind.marks[0] {
            (0, mark) => first.is_none_or(|first| mark.first() == Some(first)),
            _ => true,
        };
        KINDS.iter().filter(may_be).fold(Sniff::No, |sniff, kind| match sniff {
            Sniff::Yes => sniff,
            _ => sniff.or(kind.sniff(head)),
        })
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["dmg", "ldb"]
    }

    fn has_magic(&self) -> bool {
        false
    }

    fn is_told_by_bytes(&self) -> bool {
        true
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let head = Prefix { bytes: reader.front(SIGHT), is_all: true };
        let sniffed =
            KINDS.iter().find(|kind| kind.sniff(head) == Sniff::Yes).map(|kind| kind.name);
        let extension = to.name.extension().and_then(OsStr::to_str).unwrap_or_default();
        let Some(kind) = sniffed.or_else(|| named(extension, head.bytes)) else {
            return runs::read(reader, to);
        };
        to.unread(reader.raw(), kind);
        to.skip(reader);
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{All, opened, opened_as, stands_all_cuts};

    /// A file that starts with these marks.
    fn file(kind: &Kind) -> Vec<u8> {
        let mut bytes = b"\x05".repeat(99);
        for (at, mark) in kind.marks {
            bytes[*at..at + mark.len()].copy_from_slice(mark);
        }
        [&bytes, &b" http://a.example/ "[..]].concat()
    }

    #[test]
    fn each_is_named_once_and_no_text() {
        for kind in KINDS {
            let All { texts, problems, .. } = opened(&file(kind));
            assert_eq!((texts.len(), problems), (0, vec![format!("{}: not read", kind.name)]));
            stands_all_cuts(&Unread, &file(kind));
        }
    }

    #[test]
    fn some_are_known_by_their_names() {
        for (name, start, kind) in [
            ("a.dmg", &b"x\xda\0\0"[..], "disk image"),
            ("a.DMG", b"BZh9\0", "disk image"),
            ("a.ldb", b"\xb0\x20\0", "LevelDB table"),
            ("a.ldb", b"\0\x08\0", "LevelDB table"),
            ("a.ldb", b"PC-1\0 http://a.example/ \0", ""),
            ("a.dmg", b"ER\x02\0\0 http://a.example/ \0", ""),
        ] {
            let All { texts, problems, .. } = opened_as(name, start);
            let told = if kind.is_empty() { vec![] } else { vec![format!("{kind}: not read")] };
            assert_eq!((texts.len(), problems), (usize::from(kind.is_empty()), told));
        }
    }

    #[test]
    fn text_is_text() {
        for text in [
            "7z is a format\n",
            "Rar! said the bear\n",
            "PAR1 and PAR2\n",
            "!BDN is a mark of mailboxes\n",
            "a -lh5- b and what follows in a line\n",
            "a\n-lh5-\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
            "Object\n",
            "hsqs",
            "ZIM is a format\n",
            "CWS, an abbreviation\n",
            "-----BEGIN PGP SIGNED MESSAGE-----\n",
        ] {
            for len in 0..=text.len() {
                assert_eq!(opened(&text.as_bytes()[..len]).problems, [""; 0], "{text}");
            }
        }
    }
}
