//! Archives of `cpio`: the portable formats (`newc`, `crc` and `odc`) and the old binary one.

use std::ops::{ControlFlow, Range};

use crate::core::bounded::Before;
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::problem::ProblemKind;
use crate::core::walker::Walker;

/// The longest name, in bytes.
const LONGEST_NAME: u64 = 4 << 10;

/// The name after the last member.
const TRAILER: &str = "TRAILER!!!";

/// The longest header without a name.
const LONGEST: usize = 110;

/// `cpio`.
pub struct Cpio;

/// A form of the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// SVR4: eight hexadecimal digits for each number.
    New,
    /// POSIX.1-1988: octal digits.
    Odc,
    /// Words of two bytes, of that order.
    Binary { is_little: bool },
}

impl Form {
    /// The form of a header that starts so.
    fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [b'0', b'7', b'0', b'7', b'0', b'1' | b'2', ..] => Some(Form::New),
            [b'0', b'7', b'0', b'7', b'0', b'7', ..] => Some(Form::Odc),
            [0xc7, 0x71, ..] => Some(Form::Binary { is_little: true }),
            [0x71, 0xc7, ..] => Some(Form::Binary { is_little: false }),
            _ => None,
        }
    }

    /// The length of a header without its name.
    fn len(self) -> usize {
        match self {
            Form::New => LONGEST,
            Form::Odc => 76,
            Form::Binary { .. } => 26,
        }
    }

    /// To a multiple of how many bytes names and data are filled.
    fn block(self) -> u64 {
        match self {
            Form::New => 4,
            Form::Odc => 1,
            Form::Binary { .. } => 2,
        }
    }

    /// Returns `true` if this may be the start of a header.
    fn may_be(self, start: &[u8]) -> bool {
        let start = &start[..start.len().min(self.len())];
        match self {
            Form::New => start.iter().all(u8::is_ascii_hexdigit),
            Form::Odc => start.iter().all(|b| (b'0'..=b'7').contains(b)),
            Form::Binary { .. } => true,
        }
    }

    /// A number of the header.
    fn number(self, header: &[u8], at: Range<usize>) -> Option<u64> {
        match self {
            Form::New => u64::from_str_radix(str::from_utf8(&header[at]).ok()?, 16).ok(),
            Form::Odc => u64::from_str_radix(str::from_utf8(&header[at]).ok()?, 8).ok(),
            // The upper word comes first.
            Form::Binary { is_little } => Some(header[at].chunks(2).fold(0, |number, word| {
                let (low, high) = if is_little { (word[0], word[1]) } else { (word[1], word[0]) };
                number << 16 | u64::from(high) << 8 | u64::from(low)
            })),
        }
    }

    /// Where the mode, the length of the name and the size are.
    fn layout(self) -> [Range<usize>; 3] {
        match self {
            Form::New => [14..22, 94..102, 54..62],
            Form::Odc => [18..24, 59..65, 65..76],
            Form::Binary { .. } => [6..8, 20..22, 22..26],
        }
    }
}

/// The header before a member.
#[derive(Debug)]
struct Header {
    form: Form,
    mode: u64,
    /// The length of the name, with the NUL after it.
    name: u64,
    size: u64,
}

impl Header {
    /// Parses a header, if its fields are plausible.
    fn of(bytes: &[u8]) -> Option<Self> {
        let form = Form::of(bytes)?;
        let header = bytes.get(..form.len()).filter(|header| form.may_be(header))?;
        let [mode, name, size] = form.layout().map(|at| form.number(header, at));
        let header = Header { form, mode: mode?, name: name?, size: size? };
        let is_kind = matches!(header.mode >> 12 & 15, 0 | 1 | 2 | 4 | 6 | 8 | 9 | 10 | 12);
        (is_kind && header.mode >> 16 == 0 && (1..=LONGEST_NAME).contains(&header.name))
            .then_some(header)
    }

    /// Reads the member; returns whether it was the end of the archive.
    fn read(self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<(), bool> {
        let raw = reader.raw();
        let fixed = self.form.len();
        let end = fixed + self.name as usize;
        let bytes = reader.peek(end);
        let name = bytes.get(fixed..end - 1).unwrap_or(&bytes[fixed.min(bytes.len())..]);
        let is_whole = bytes.len() >= end;
        let name = String::from_utf8_lossy(name).into_owned();
        let len = (end as u64).next_multiple_of(self.form.block());
        to.advance(reader, len);
        if !is_whole {
            to.problem(ProblemKind::Cut, raw, "cpio: truncated header");
            return ControlFlow::Continue(false);
        }
        if name == TRAILER {
            return ControlFlow::Continue(true);
        }
        // Links have a target, and only files have data.
        if self.size > 0 || self.mode >> 12 & 15 == 8 {
            to.member(&format!("cpio {name}"), name.into(), self.size, reader)?;
            let padding = self.size.next_multiple_of(self.form.block()) - self.size;
            to.advance(reader, padding);
        }
        ControlFlow::Continue(false)
    }
}

impl Format for Cpio {
    fn name(&self) -> &'static str {
        "cpio"
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        let all = [&b"070701"[..], b"070702", b"070707", b"\xc7\x71", b"\x71\xc7"];
        let sniff = all.iter().fold(Sniff::No, |sniff, magic| sniff.or(head.starts_with(magic)));
        match (sniff, Form::of(head.bytes)) {
            (Sniff::Yes, Some(form)) if !form.may_be(head.bytes) => Sniff::No,
            (Sniff::Yes, Some(form)) if head.bytes.len() <= form.len() => head.undecided(),
            // A name is not empty.
            (Sniff::Yes, Some(form)) => {
                Sniff::sure(Header::of(head.bytes).is_some() && head.bytes[form.len()] > b' ')
            }
            (sniff, _) => sniff,
        }
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        while !reader.is_at_end() {
            let Some(header) = Header::of(reader.peek(LONGEST)) else {
                to.expected("cpio", "header", reader);
                to.text(&mut Before::new(reader, LONGEST - 1, |bytes, _| find(bytes)))?;
                continue;
            };
            if header.read(reader, to)? {
                // Another archive may follow the padding, perhaps compressed.
                pass_zeros(reader, to);
                return if reader.is_at_end() {
                    ControlFlow::Continue(())
                } else {
                    to.open(reader)
                };
            }
        }
        ControlFlow::Continue(())
    }
}

fn pass_zeros(reader: &mut PeekReader<'_>, to: &mut Walker<'_>) {
    loop {
        let bytes = reader.peek(1);
        let zeros = bytes.iter().take_while(|b| **b == 0).count();
        if zeros == 0 {
            return;
        }
        to.advance(reader, zeros as u64);
    }
}

/// Where the header of a member is. Two bytes are too few to find one by.
fn find(bytes: &[u8]) -> Option<usize> {
    memchr::memmem::find_iter(bytes, b"07070").find(|at| Header::of(&bytes[*at..]).is_some())
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::testing::opened;

    fn member(name: &str, text: &str) -> String {
        let (len, name_len) = (text.len(), name.len() + 1);
        let header =
            format!("070701{:08x}000081a4{:032x}{len:08x}{:032x}{name_len:08X}{:08x}", 1, 0, 0, 0);
        let padded = |text: String| {
            let end = text.len().next_multiple_of(4);
            format!("{text:\0<end$}")
        };
        padded(format!("{header}{name}\0")) + &padded(text.to_owned())
    }

    #[test]
    fn members_beside_each_other_are_not_deeper() {
        let inner = [member("link", "a"), member(TRAILER, "")].concat();
        let member_of = member("a.cpio", &inner);
        let all = opened([member_of.repeat(20), member(TRAILER, "")].concat().as_bytes());
        assert_eq!(all.problems, [""; 0]);
        let links = all.shown().into_iter().filter(|(path, _)| *path == "cpio a.cpio/cpio link");
        assert_eq!(links.count(), 20);
    }
}
