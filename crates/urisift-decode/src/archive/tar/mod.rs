//! Archives of `tar`, in the formats of POSIX and GNU.

use std::ops::ControlFlow;

mod header;
mod pax;

use header::{BLOCK, Header};
use pax::Attributes;

use crate::core::bounded::{Before, Limited};
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::portion::Whole;
use crate::core::problem::ProblemKind;
use crate::core::walker::{Front, Walker};

/// How much of a long name is shown, in bytes.
const LONGEST_NAME: usize = 4 << 10;

/// The longest metadata of the next entry, in bytes: anything longer is not metadata.
const LONGEST_SAID: u64 = 1 << 20;

/// POSIX.1-1988 (`ustar`), POSIX.1-2001 (pax), GNU, and Version 7 if the checksum is right.
pub struct Tar;

impl Format for Tar {
    fn name(&self) -> &'static str {
        "tar"
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        header::sniff(head)
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        Archive::default().entries(reader, to, u64::MAX)
    }
}

/// What is where a header should be.
enum Block {
    Header(Header),
    Other,
}

/// The next block, after blocks of zeros. None at the end.
fn next(reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> Option<Block> {
    let mut is_after_end = false;
    loop {
        let block = reader.front(BLOCK);
        if block.is_empty() {
            return None;
        }
        if let Some(header) = Header::parse(block) {
            return Some(Block::Header(header));
        }
        if block.iter().any(|b| *b != 0) {
            // Anything after the end need not be part of the archive.
            if !is_after_end {
                to.expected("tar", "header", reader);
            }
            return Some(Block::Other);
        }
        let len = block.len() as u64;
        to.advance(reader, len);
        is_after_end = true;
    }
}

/// Reads what is before the next header as it is.
fn read_between(reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
    let start = reader.at();
    let find = |bytes: &[u8], at| header::find(bytes, at - start);
    to.text(&mut Before::new(reader, BLOCK - 1, find))
}

/// Metadata of entries to come.
#[derive(Clone, Debug, Default)]
struct Archive {
    /// Of all of them.
    all: Attributes,
    /// Of the next one.
    next: Attributes,
}

impl Archive {
    /// Reads entries up to one that starts at `end`, in portions where that is possible.
    fn entries(
        mut self,
        reader: &mut PeekReader<'_>,
        to: &mut Walker<'_>,
        end: u64,
    ) -> ControlFlow<()> {
        while reader.at() < end {
            if self.next == Attributes::default() {
                let archive = self.clone();
                let whole = |bytes: &[u8], _| self.whole(bytes);
                to.portions(reader, Front::ALL, whole, move |reader, to, _, end| {
                    archive.clone().entries(reader, to, end)
                })?;
            }
            match next(reader, to) {
                None => break,
                Some(Block::Header(header)) => self.entry(header, reader, to)?,
                Some(Block::Other) => {
                    self.next = Attributes::default();
                    read_between(reader, to)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The files at the front of the bytes, with their metadata, all of whose blocks are there. What concerns all
    /// files to come ends them, and a sparse file.
    fn whole(&self, bytes: &[u8]) -> Whole {
        let (mut whole, mut at) = (Whole::default(), 0);
        let mut archive = self.clone();
        while let Some(header) = bytes.get(at..at + BLOCK).and_then(Header::parse) {
            let data = at + BLOCK;
            let size = match header.kind {
                b'x' | b'X' | b'L' | b'K' if header.size <= LONGEST_SAID => header.size,
                b'1'..=b'6' => 0,
                b'g' | b'x' | b'X' | b'L' | b'K' => break,
                _ if header.has_map => break,
                _ => archive.next.size.or(archive.all.size).unwrap_or(header.size),
            };
            let Some(blocks) =
                usize::try_from(size).ok().and_then(|size| size.checked_next_multiple_of(BLOCK))
            else {
                break;
            };
            let Some(data) = data.checked_add(blocks).and_then(|end| bytes.get(data..end)) else {
                break;
            };
            at += BLOCK + blocks;
            if matches!(header.kind, b'x' | b'X' | b'L' | b'K') {
                let said = &data[..size as usize];
                if header::find(said, 0).is_some() {
                    break;
                }
                archive.take(header.kind, said);
                continue;
            }
            archive.next = Attributes::default();
            whole = Whole { len: at, count: whole.count + 1 };
        }
        whole
    }

    /// Reads an entry, whose header the reader is at.
    fn entry(
        &mut self,
        header: Header,
        reader: &mut PeekReader<'_>,
        to: &mut Walker<'_>,
    ) -> ControlFlow<()> {
        to.advance(reader, BLOCK as u64);
        match header.kind {
            b'g' | b'x' | b'X' | b'L' | b'K' => self.said(header, reader, to),
            // Links, devices and directories have no data, whatever their size says.
            b'1'..=b'6' => {
                self.next = Attributes::default();
                ControlFlow::Continue(())
            }
            _ => self.member(header, reader, to),
        }
    }

    /// Reads metadata of entries to come. If a header is found in it, declared size does not match.
    fn said(
        &mut self,
        header: Header,
        reader: &mut PeekReader<'_>,
        to: &mut Walker<'_>,
    ) -> ControlFlow<()> {
        let (size, raw) = (header.size, reader.raw());
        let bytes = reader.front(size.min(LONGEST_SAID) as usize);
        if size > LONGEST_SAID || header::find(bytes, 0).is_some() {
            let what = format!("tar {}: declared size does not match", header.name);
            to.problem(ProblemKind::Damaged, raw, what);
            return read_between(reader, to);
        }
        self.take(header.kind, bytes);
        to.finish(Limited::new(reader, size), format_args!("tar {}", header.name), raw);
        fill(size, reader, to);
        ControlFlow::Continue(())
    }

    /// Stores metadata. The name of a link (`K`) is not needed.
    fn take(&mut self, kind: u8, said: &[u8]) {
        match kind {
            b'g' => self.all.take(said),
            b'x' | b'X' => self.next.take(said),
            b'L' => {
                let len = said.len().min(LONGEST_NAME);
                self.next.name = Some(header::text(&said[..len]));
            }
            _ => {}
        }
    }

    /// Reads a file.
    fn member(
        &mut self,
        header: Header,
        reader: &mut PeekReader<'_>,
        to: &mut Walker<'_>,
    ) -> ControlFlow<()> {
        let said = std::mem::take(&mut self.next).or(&self.all);
        let name = said.name.unwrap_or(header.name);
        let step = format!("tar {name}");
        if header.has_map {
            pass_map(reader, to);
        }
        let size = said.size.unwrap_or(header.size);
        to.member(&step, name.into(), size, reader)?;
        fill(size, reader, to);
        ControlFlow::Continue(())
    }
}

/// Skips the padding of the last of `size` bytes' blocks.
fn fill(size: u64, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) {
    to.advance(reader, size.wrapping_neg() % BLOCK as u64);
}

/// Skips the blocks of a sparse file's map, up to any header. The data is read as stored.
fn pass_map(reader: &mut PeekReader<'_>, to: &mut Walker<'_>) {
    loop {
        let block = reader.front(BLOCK);
        let has_more = block.get(header::HAS_MORE_MAP).is_some_and(|b| *b != 0);
        if header::find(block, 0).is_some() {
            to.problem(ProblemKind::Cut, reader.raw(), "tar: unterminated sparse map");
            return;
        }
        to.advance(reader, BLOCK as u64);
        if !has_more {
            return;
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::testing::{all_of, entered, opened, stands_all_cuts};

    /// A header with the right checksum.
    pub fn block(name: &str, kind: u8, size: u64) -> Vec<u8> {
        let mut block = old(name, size);
        block[156] = kind;
        block[257..265].copy_from_slice(b"ustar\x0000");
        summed(block)
    }

    /// A header of Version 7.
    pub fn old(name: &str, size: u64) -> Vec<u8> {
        let mut block = vec![0; BLOCK];
        block[..name.len()].copy_from_slice(name.as_bytes());
        for at in [100, 108, 116] {
            block[at..at + 8].copy_from_slice(b"0000644\0");
        }
        block[124..136].copy_from_slice(format!("{size:011o}\0").as_bytes());
        block[136..148].copy_from_slice(b"00000000000\0");
        summed(block)
    }

    fn summed(mut block: Vec<u8>) -> Vec<u8> {
        block[148..156].fill(b' ');
        let sum: u32 = block.iter().copied().map(u32::from).sum();
        block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        block
    }

    /// An entry with its data, padded to whole blocks.
    pub fn entry(name: &str, kind: u8, data: &str) -> Vec<u8> {
        after(block(name, kind, data.len() as u64), data)
    }

    fn after(header: Vec<u8>, data: &str) -> Vec<u8> {
        let mut bytes = [&header, data.as_bytes()].concat();
        bytes.resize(bytes.len().next_multiple_of(BLOCK), 0);
        bytes
    }

    /// A header with a prefix.
    fn prefixed(prefix: &str, name: &str, size: u64) -> Vec<u8> {
        let mut block = block(name, b'0', size);
        block[PREFIX_START..][..prefix.len()].copy_from_slice(prefix.as_bytes());
        summed(block)
    }

    const PREFIX_START: usize = 345;

    #[test]
    fn members_of_all_kinds() {
        let archive = [
            entry("pax_global_header", b'g', "14 comment=ab\n"),
            entry("dir/", b'5', ""),
            block("link", b'1', 1 << 30),
            entry("@LongLink", b'L', "a/long/name\0"),
            entry("a/long", b'0', "one"),
            entry("PaxHeaders/c", b'x', "10 path=c\n9 size=3\n"),
            after(block("cut", b'7', 99), "two"),
            after(old("v7", 5), "three"),
            after(prefixed("a/prefix", "b", 4), "four"),
            vec![0; 3 * BLOCK],
            entry("more", b'0', "five"),
            vec![0; 2 * BLOCK + 7],
        ]
        .concat();
        let all = opened(&archive);
        let expected = [
            ("tar a/long/name", "one"),
            ("tar c", "two"),
            ("tar v7", "three"),
            ("tar a/prefix/b", "four"),
            ("tar more", "five"),
        ];
        assert_eq!(all.shown(), expected.map(|(path, text)| (path, text.to_owned())));
        assert_eq!(all.problems, [""; 0]);
        assert_eq!(all.texts[0].spans[0].start, 4 * 1024 - 512);
    }

    #[test]
    fn a_sparse_file_is_read_as_it_is_packed() {
        let mut header = block("s", b'S', 4);
        header[482] = 1;
        let (mut map, end) = (vec![1; BLOCK], vec![0; BLOCK]);
        map[504] = 1;
        let archive = [summed(header), map, end, after(vec![], "data")].concat();
        assert_eq!(opened(&archive).shown(), [("tar s", "data".to_owned())]);
    }

    #[test]
    fn what_is_wrong_is_said_and_read() {
        let one = entry("a", b'0', "one");
        for (bytes, texts, problem) in [
            ([&one[..], b"no header"].concat(), ["one", "no header"], "expected a header"),
            ([&one[..], &[0; BLOCK], b"behind"].concat(), ["one", "behind"], ""),
            (
                [&one[..], &block("b", b'0', 1 << 30), b"two"].concat(),
                ["one", "two"],
                "expected 1073",
            ),
            ([&one[..], &block("b", b'0', u64::MAX >> 31), b"x"].concat(), ["one", "x"], "tar b"),
        ] {
            let all = entered(&Tar, &bytes, 100);
            let given: Vec<_> = all.shown().into_iter().map(|(_, text)| text).collect();
            assert_eq!(given, texts);
            assert_eq!(all.problems.len(), usize::from(!problem.is_empty()));
            assert!(all.problems.iter().all(|given| given.contains(problem)), "{:?}", all.problems);
        }
    }

    #[test]
    fn what_is_broken_hides_nothing_after_it() {
        let gz = all_of(flate2::read::GzEncoder::new(&b"unpacked"[..], Default::default()));
        let mut packed = [block("b.gz", b'0', gz.len() as u64), gz].concat();
        packed.resize(packed.len().next_multiple_of(BLOCK), 0);
        let no_size = {
            let mut block = block("a", b'0', 1);
            block[124] = b'x';
            summed(block)
        };
        let sparse = {
            let mut block = block("a", b'S', 0);
            block[482] = 1;
            summed(block)
        };
        for (broken, problem) in [
            (vec![b'?'; BLOCK], "expected a header"),
            ([b"https://text.example/ ".repeat(99), vec![0; 382]].concat(), "expected a header"),
            ([no_size, vec![b'x'; 3 * BLOCK]].concat(), "expected a header"),
            (block("a", b'L', 1 << 32), "tar a: declared size does not match"),
            (block("a", b'x', 3 * BLOCK as u64), "tar a: declared size does not match"),
            (
                [block("a", b'g', 1 << 21), vec![b'x'; BLOCK]].concat(),
                "tar a: declared size does not match",
            ),
            ([sparse, vec![1; 9 * BLOCK]].concat(), "unterminated sparse map"),
        ] {
            let archive = [entry("0", b'0', "first"), broken, packed.clone()].concat();
            let all = entered(&Tar, &archive, 100);
            assert_eq!(all.text("tar b.gz/gz").text, b"unpacked", "{problem}");
            assert_eq!(all.problems.len(), 1, "{:?}", all.problems);
            assert!(all.problems[0].contains(problem), "{:?}", all.problems);
            stands_all_cuts(&Tar, &archive);
        }
    }

    #[test]
    fn what_is_said_of_a_broken_entry_is_not_said_of_the_next() {
        let name = entry("@LongLink", b'L', "a/long/name\0");
        let archive = [name, vec![b'?'; BLOCK], entry("b", b'0', "text")].concat();
        assert_eq!(entered(&Tar, &archive, 7).text("tar b").text, b"text");
    }

    #[test]
    fn an_archive_in_an_archive() {
        let inner = String::from_utf8([entry("b", b'0', "text"), vec![0; 1024]].concat());
        let archive = entry("a", b'0', &inner.unwrap());
        let all = opened(&archive);
        assert_eq!(all.text("tar a/tar b").text, b"text");
        assert_eq!(all.text("tar a/tar b").spans[0].start, 1024);
    }

    #[test]
    fn all_cuts() {
        let archive = [
            entry("x", b'x', "10 path=c\n"),
            entry("a", b'0', "one"),
            entry("b", b'0', "two"),
            vec![0; 2 * BLOCK],
        ];
        stands_all_cuts(&Tar, &archive.concat());
    }
}
