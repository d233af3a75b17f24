//! LZW as `compress` writes it: files with the ending `.Z`. There is no checksum and no mark at the end.

use std::io::{self, BufRead, ErrorKind, Read};

/// How a file starts.
pub const MAGIC: [u8; 2] = [0x1f, 0x9d];

/// The code that empties the table, if the header says so.
const CLEAR: u16 = 256;

/// The width of the first codes, in bits.
const LEAST: u32 = 9;

/// The width that the third byte of a file allows; `None` if it is none of `compress`.
pub fn widest(flags: u8) -> Option<u32> {
    let width = u32::from(flags & 0x1f);
    (flags & 0x60 == 0 && (LEAST..=16).contains(&width)).then_some(width)
}

/// Decompresses a file.
pub struct Decoder<R> {
    read: R,
    /// None before the header.
    table: Option<Table>,
    /// Bits that have been read, the first one lowest, and how many.
    bits: u64,
    count: u32,
    /// What the last code stands for, as far as it has not been returned, the first byte last.
    text: Vec<u8>,
    /// Returned by the next read.
    failure: Option<io::Error>,
}

/// What codes stand for: that of a shorter code and one more byte.
struct Table {
    /// The widest codes, in bits.
    widest: u32,
    /// There is a code that empties the table.
    has_clear: bool,
    prefixes: Vec<u16>,
    suffixes: Vec<u8>,
    /// The next code; those below 256 are bytes.
    next: u32,
    /// The width of the next code.
    width: u32,
    /// How many codes have been read since the width changed. They come in groups of eight.
    codes: u32,
    /// The last code, and the first byte of what it stands for.
    last: Option<(u16, u8)>,
}

impl<R: BufRead> Decoder<R> {
    pub fn new(read: R) -> Self {
        Decoder { read, table: None, bits: 0, count: 0, text: Vec::new(), failure: None }
    }

    /// The next bits, as a number; `None` if fewer are left.
    fn take(&mut self, width: u32) -> io::Result<Option<u16>> {
        while self.count < width {
            let Some(byte) = self.read.fill_buf()?.first().copied() else { return Ok(None) };
            self.read.consume(1);
            self.bits |= u64::from(byte) << self.count;
            self.count += 8;
        }
        let taken = self.bits & ((1 << width) - 1);
        self.bits >>= width;
        self.count -= width;
        Ok(Some(taken as u16))
    }

    /// Reads the header.
    fn start(&mut self) -> io::Result<Table> {
        let mut header = [0; 3];
        self.read.read_exact(&mut header)?;
        let [magic @ .., flags] = header;
        match widest(flags) {
            Some(widest) if magic == MAGIC => Ok(Table::new(widest, flags & 0x80 != 0)),
            _ => Err(io::Error::new(ErrorKind::InvalidData, "expected a compress header")),
        }
    }

    /// Reads a code into the text, which is empty; returns whether there was one.
    fn step(&mut self) -> io::Result<bool> {
        let mut table = match self.table.take() {
            Some(table) => table,
            None => self.start()?,
        };
        let is_there = self.step_by(&mut table);
        self.table = Some(table);
        is_there
    }

    fn step_by(&mut self, table: &mut Table) -> io::Result<bool> {
        if table.is_full() {
            self.pass_group(table)?;
            table.width += 1;
        }
        let Some(code) = self.take(table.width)? else { return Ok(false) };
        table.codes += 1;
        if table.has_clear && code == CLEAR {
            self.pass_group(table)?;
            // The code that clears takes a place, which the next one fills.
            (table.next, table.width) = (u32::from(CLEAR), LEAST);
        } else {
            table.add(code, &mut self.text)?;
        }
        Ok(true)
    }

    /// Skips what is left of a group of codes: the width changes.
    fn pass_group(&mut self, table: &mut Table) -> io::Result<()> {
        while !table.codes.is_multiple_of(8) {
            self.take(table.width)?;
            table.codes += 1;
        }
        table.codes = 0;
        Ok(())
    }
}

impl Table {
    fn new(widest: u32, has_clear: bool) -> Self {
        let len = 1 << widest;
        let (prefixes, suffixes) = (vec![0; len], vec![0; len]);
        let next = u32::from(CLEAR) + u32::from(has_clear);
        let (codes, last) = (0, None);
        Table { widest, has_clear, prefixes, suffixes, next, width: LEAST, codes, last }
    }

    /// Returns `true` if the next code needs one more bit.
    fn is_full(&self) -> bool {
        self.width < self.widest && self.next >= 1 << self.width
    }

    /// Puts what a code stands for to the text, which is empty, the last byte first.
    fn add(&mut self, code: u16, text: &mut Vec<u8>) -> io::Result<()> {
        let mut at = code;
        if u32::from(code) >= self.next.max(u32::from(CLEAR)) {
            // The one code that may not be there yet is the next one.
            let Some((last, first)) = self.last.filter(|_| u32::from(code) == self.next) else {
                return Err(io::Error::new(ErrorKind::InvalidData, "invalid code"));
            };
            text.push(first);
            at = last;
        }
        while at >= CLEAR {
            text.push(self.suffixes[usize::from(at)]);
            at = self.prefixes[usize::from(at)];
        }
        let first = at as u8;
        text.push(first);
        if let Some((last, _)) = self.last
            && let Some(prefix) = self.prefixes.get_mut(self.next as usize)
        {
            *prefix = last;
            self.suffixes[self.next as usize] = first;
            self.next += 1;
        }
        self.last = Some((code, first));
        Ok(())
    }
}

impl<R: BufRead> Read for Decoder<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let mut filled = 0;
        while filled < out.len() {
            match self.text.pop() {
                Some(byte) => {
                    out[filled] = byte;
                    filled += 1;
                }
                None => match self.step() {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(error) if filled > 0 => {
                        self.failure = Some(error);
                        break;
                    }
                    Err(error) => return Err(error),
                },
            }
        }
        Ok(filled)
    }
}

/// Packs text, for tests: codes of up to `widest` bits, and the table is emptied once it is full.
#[cfg(test)]
pub fn packed(text: &[u8], widest: u32) -> Vec<u8> {
    use std::collections::HashMap;

    let mut bits = Vec::new();
    let (mut width, mut codes, mut next) = (LEAST, 0, 257);
    let mut table = HashMap::new();
    let mut put = |code: u32, width: &mut u32, codes: &mut u32, is_changed: bool| {
        bits.extend((0..*width).map(|bit| code >> bit & 1 == 1));
        *codes += 1;
        while is_changed && !(*codes).is_multiple_of(8) {
            bits.extend((0..*width).map(|_| false));
            *codes += 1;
        }
    };
    let mut code = None;
    for byte in text {
        let byte = u32::from(*byte);
        let Some(last) = code else {
            code = Some(byte);
            continue;
        };
        if let Some(longer) = table.get(&(last, byte)) {
            code = Some(*longer);
            continue;
        }
        // A decoder adds this entry to its table one code later.
        let is_wider = next == 1 << width && width < widest;
        put(last, &mut width, &mut codes, is_wider);
        if is_wider {
            (width, codes) = (width + 1, 0);
        }
        if next < 1 << widest {
            table.insert((last, byte), next);
            next += 1;
        } else {
            put(u32::from(CLEAR), &mut width, &mut codes, true);
            table.clear();
            (width, codes, next) = (LEAST, 0, 257);
        }
        code = Some(byte);
    }
    if let Some(code) = code {
        put(code, &mut width, &mut codes, false);
    }
    let bytes = bits
        .chunks(8)
        .map(|bits| bits.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit)));
    [&MAGIC[..], &[0x80 | widest as u8]].concat().into_iter().chain(bytes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    fn unpacked(packed: &[u8]) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        Decoder::new(packed).read_to_end(&mut text).map(|_| text)
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let mut random = Random::default();
        let any: Vec<u8> = (0..300_000).map(|_| random.below(20) as u8).collect();
        for text in [&b""[..], b"a", b"aaaaaaaaaaaaaa", b"abcabcabc", &[7; 9999], &any] {
            for widest in [9, 10, 12, 16] {
                let packed = packed(text, widest);
                assert!(unpacked(&packed).unwrap() == text, "{widest}, {} bytes", text.len());
            }
        }
    }

    #[test]
    fn any_bytes_are_read() {
        let mut random = Random::default();
        for flags in [0x89, 0x8c, 0x90, 0x10, 9] {
            for _ in 0..200 {
                let codes = (0..99).map(|_| random.below(256) as u8);
                let bytes: Vec<u8> = MAGIC.into_iter().chain([flags]).chain(codes).collect();
                let _ = unpacked(&bytes);
            }
        }
        for broken in
            [&b""[..], b"\x1f\x9d", b"\x1f\x9d\x88", b"\x1f\x9d\x90\xff\xff", b"\x1f\x8b\x90"]
        {
            assert!(unpacked(broken).is_err(), "{broken:?}");
        }
    }
}
