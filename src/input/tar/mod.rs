//! Archives of `tar`, in the formats of POSIX and of GNU.

mod header;
mod pax;

use header::{BLOCK, Header};
use pax::Attributes;

use super::descent::Descent;
use super::format::{Flow, Format, Head, Sniff};
use super::tape::{Limited, Tape};

/// How much of a name that does not fit into a header is shown, in bytes.
const LONGEST_NAME: u64 = 4 << 10;

/// How much of an extended header is looked at, in bytes.
const LONGEST_PAX: u64 = 1 << 20;

/// POSIX.1-1988 (`ustar`), POSIX.1-2001 (pax), GNU, and Version 7 where the checksum is right.
pub(crate) struct Tar;

impl Format for Tar {
    fn name(&self) -> &'static str {
        "tar"
    }

    fn sniff(&self, head: Head<'_>) -> Sniff {
        header::sniff(head)
    }

    fn open(&self, tape: &mut Tape<'_>, to: &mut Descent<'_>) -> Flow {
        let mut archive = Archive::default();
        while let Some(header) = next(tape, to) {
            archive.entry(header, tape, to)?;
        }
        Flow::Continue(())
    }
}

/// The next header, behind blocks of zeros. There is none at the end, nor where other bytes are.
fn next(tape: &mut Tape<'_>, to: &mut Descent<'_>) -> Option<Header> {
    let mut is_behind_end = false;
    loop {
        let block = tape.peek(BLOCK);
        let block = &block[..block.len().min(BLOCK)];
        if block.is_empty() || block.iter().any(|b| *b != 0) {
            let header = Header::parse(block);
            // What comes behind the end need not be of the archive.
            if header.is_none() && !block.is_empty() && !is_behind_end {
                let at = tape.span(0..0).start;
                to.problem(Some(at), "tar: no header where one ought to be".into());
            }
            return header;
        }
        let len = block.len() as u64;
        to.pass(tape, len);
        is_behind_end = true;
    }
}

/// What has been said of entries that are to come.
#[derive(Debug, Default)]
struct Archive {
    /// Of all of them.
    all: Attributes,
    /// Of the next one.
    next: Attributes,
}

impl Archive {
    /// An entry, of which the tape is at the header.
    fn entry(&mut self, header: Header, tape: &mut Tape<'_>, to: &mut Descent<'_>) -> Flow {
        to.pass(tape, BLOCK as u64);
        match header.kind {
            b'g' => self.all.take(front(tape, header.size, LONGEST_PAX)),
            b'x' | b'X' => self.next.take(front(tape, header.size, LONGEST_PAX)),
            b'L' => {
                let name = header::text(front(tape, header.size, LONGEST_NAME));
                self.next.name = Some(name);
            }
            // The name of a link.
            b'K' => {}
            // Links, devices and directories: what their size says is not there.
            b'1'..=b'6' => {
                self.next = Attributes::default();
                return Flow::Continue(());
            }
            _ => return self.member(header, tape, to),
        }
        let at = tape.span(0..0).start;
        to.finish(Limited::new(tape, header.size), format_args!("tar {}", header.name), at);
        fill(header.size, tape, to);
        Flow::Continue(())
    }

    /// A file.
    fn member(&mut self, header: Header, tape: &mut Tape<'_>, to: &mut Descent<'_>) -> Flow {
        let said = std::mem::take(&mut self.next).or(&self.all);
        let step = format!("tar {}", said.name.unwrap_or(header.name));
        if header.has_map {
            pass_map(tape, to);
        }
        let (size, at) = (said.size.unwrap_or(header.size), tape.span(0..0).start);
        let mut data = Limited::new(tape, size);
        to.within(&step, |to| to.open(&mut Tape::of_runs(&mut data)))?;
        to.finish(data, &step, at);
        fill(size, tape, to);
        Flow::Continue(())
    }
}

/// The first bytes of so many, but no more than the most that are wanted.
fn front<'t>(tape: &'t mut Tape<'_>, size: u64, most: u64) -> &'t [u8] {
    let wanted = size.min(most) as usize;
    let bytes = tape.peek(wanted);
    &bytes[..bytes.len().min(wanted)]
}

/// Passes over what fills up the last block of so many bytes.
fn fill(size: u64, tape: &mut Tape<'_>, to: &mut Descent<'_>) {
    to.pass(tape, size.wrapping_neg() % BLOCK as u64);
}

/// Passes over the blocks that a sparse file's map takes up. What is packed is read as it lies.
fn pass_map(tape: &mut Tape<'_>, to: &mut Descent<'_>) {
    loop {
        let has_more = tape.peek(BLOCK).get(header::HAS_MORE_MAP).is_some_and(|b| *b != 0);
        to.pass(tape, BLOCK as u64);
        if !has_more {
            return;
        }
    }
}

#[cfg(test)]
pub(in crate::input) mod tests {
    use super::*;
    use crate::input::seen::{entered, opened, stands_all_cuts};

    /// A header whose checksum is right.
    pub fn block(name: &str, kind: u8, size: u64) -> Vec<u8> {
        let mut block = old(name, size);
        block[156] = kind;
        block[257..265].copy_from_slice(b"ustar\x0000");
        summed(block)
    }

    /// One of Version 7.
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

    /// An entry with its data, the last block of which is filled up.
    pub fn entry(name: &str, kind: u8, data: &str) -> Vec<u8> {
        behind(block(name, kind, data.len() as u64), data)
    }

    fn behind(header: Vec<u8>, data: &str) -> Vec<u8> {
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
            behind(block("cut", b'7', 99), "two"),
            behind(old("v7", 5), "three"),
            behind(prefixed("a/prefix", "b", 4), "four"),
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
        let archive = [summed(header), map, end, behind(vec![], "data")].concat();
        assert_eq!(opened(&archive).shown(), [("tar s", "data".to_owned())]);
    }

    #[test]
    fn what_is_wrong_is_said_and_read() {
        let one = entry("a", b'0', "one");
        for (bytes, texts, problem) in [
            ([&one[..], b"no header"].concat(), ["one", "no header"], "no header where"),
            ([&one[..], &[0; BLOCK], b"behind"].concat(), ["one", "behind"], ""),
            ([&one[..], &block("b", b'0', 1 << 30), b"two"].concat(), ["one", "two"], "3 of 1073"),
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
