//! What streams are compressed with (ISO 32000-1 7.4).

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

use flate2::bufread::DeflateDecoder;

use super::lexer::SPACE;
use crate::compress::codec::Salvaged;

/// The most filters of a stream.
pub(super) const MOST: usize = 4;

/// A filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filter {
    Flate,
    Lzw,
    Hex,
    Base85,
    /// What it decompresses is an image.
    Image,
    Unknown,
}

impl Filter {
    /// By its name, or the short one of it.
    pub fn named(name: &[u8]) -> Self {
        match name {
            b"FlateDecode" | b"Fl" => Filter::Flate,
            b"LZWDecode" | b"LZW" => Filter::Lzw,
            b"ASCIIHexDecode" | b"AHx" => Filter::Hex,
            b"ASCII85Decode" | b"A85" => Filter::Base85,
            b"DCTDecode" | b"DCT" | b"JPXDecode" | b"CCITTFaxDecode" | b"CCF" | b"JBIG2Decode" => {
                Filter::Image
            }
            _ => Filter::Unknown,
        }
    }
}

/// The parameters of Flate and LZW (7.4.4.3, table 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parms {
    pub predictor: u64,
    pub colors: u64,
    pub bits: u64,
    pub columns: u64,
    pub early_change: u64,
}

impl Default for Parms {
    fn default() -> Self {
        Parms { predictor: 1, colors: 1, bits: 8, columns: 1, early_change: 1 }
    }
}

/// The longest row of samples, in bytes.
const LONGEST_ROW: u64 = 1 << 20;

impl Parms {
    /// How many bytes one row and one sample of all colors take.
    fn row(&self) -> Option<(usize, usize)> {
        let sample = self.colors.checked_mul(self.bits)?;
        let row = sample.checked_mul(self.columns)?.div_ceil(8);
        let is_sane = (1..=LONGEST_ROW).contains(&row);
        is_sane.then(|| (row as usize, sample.div_ceil(8) as usize))
    }
}

/// The decompressed bytes of a stream.
///
/// # Errors
/// If the compressed bytes cannot be of such a stream.
pub(super) fn decoder<'r>(
    filters: &[Filter],
    parms: Parms,
    read: impl BufRead + 'r,
) -> io::Result<Box<dyn Read + 'r>> {
    let mut read: Box<dyn BufRead + 'r> = Box::new(read);
    for filter in filters {
        let unpacked: Box<dyn Read + 'r> = match filter {
            Filter::Hex => Box::new(Ascii::new(read, b'>', hex_group)),
            Filter::Base85 => Box::new(Ascii::new(read, b'~', base85_group)),
            Filter::Flate => predicted(parms, inflated(read)?)?,
            Filter::Lzw => predicted(parms, Lzw::new(read, parms.early_change))?,
            Filter::Image | Filter::Unknown => return Err(ErrorKind::Unsupported.into()),
        };
        read = Box::new(BufReader::new(unpacked));
    }
    Ok(Box::new(read))
}

/// Returns `true` if bytes start as those of the filter do. Ciphertext does not.
pub(super) fn fits(filter: Filter, bytes: &[u8]) -> bool {
    match (filter, bytes) {
        (Filter::Flate, [first, second, ..]) => {
            first & 0xf == 8 && (u16::from(*first) << 8 | u16::from(*second)) % 31 == 0
        }
        (Filter::Hex | Filter::Base85, _) => {
            bytes.iter().all(|b| b.is_ascii_graphic() || SPACE.contains(*b))
        }
        _ => true,
    }
}

/// Data in the format of zlib (RFC 1950). Its checksum is skipped, as other programs do.
fn inflated<'r>(mut read: Box<dyn BufRead + 'r>) -> io::Result<impl Read + 'r> {
    read.read_exact(&mut [0; 2])?;
    Ok(Salvaged::new(DeflateDecoder::new(read)))
}

fn predicted<'r>(parms: Parms, read: impl Read + 'r) -> io::Result<Box<dyn Read + 'r>> {
    let Parms { predictor: 2.., .. } = parms else { return Ok(Box::new(read)) };
    let invalid = || io::Error::new(ErrorKind::InvalidData, "rows too long");
    let (row, sample) = parms.row().ok_or_else(invalid)?;
    // Predictor 2 is for images (TIFF 6.0 section 14), which have no text.
    match parms.predictor {
        2 => Err(ErrorKind::Unsupported.into()),
        _ => {
            let (before, row) = (vec![0; row], vec![0; row + 1]);
            Ok(Box::new(Rows { read, before, row, sample, at: 0, end: 0 }))
        }
    }
}

/// Rows of samples, each written as the difference to its neighbors (PNG 9.2).
struct Rows<R> {
    read: R,
    before: Vec<u8>,
    /// Its filter, and its bytes.
    row: Vec<u8>,
    sample: usize,
    /// The bytes of the row that are not given yet.
    at: usize,
    end: usize,
}

impl<R: Read> Rows<R> {
    /// Reads the next row, or what there is of it.
    fn next(&mut self) -> io::Result<()> {
        self.before.copy_from_slice(&self.row[1..]);
        let mut end = 0;
        while end < self.row.len() {
            match self.read.read(&mut self.row[end..])? {
                0 => break,
                count => end += count,
            }
        }
        for at in 1..end {
            let earlier = |row: &[u8]| at.checked_sub(self.sample + 1).map_or(0, |at| row[at]);
            let left = if at > self.sample { self.row[at - self.sample] } else { 0 };
            let (above, corner) = (self.before[at - 1], earlier(&self.before));
            let guess = match self.row[0] {
                1 => left,
                2 => above,
                3 => ((u16::from(left) + u16::from(above)) / 2) as u8,
                4 => paeth(left, above, corner),
                _ => 0,
            };
            self.row[at] = self.row[at].wrapping_add(guess);
        }
        (self.at, self.end) = (1.min(end), end);
        Ok(())
    }
}

/// The neighbor that is nearest to their sum (PNG 9.4).
fn paeth(left: u8, above: u8, corner: u8) -> u8 {
    let [a, b, c] = [left, above, corner].map(i16::from);
    let guess = a + b - c;
    let [to_left, to_above, to_corner] = [a, b, c].map(|near| (guess - near).abs());
    match () {
        () if to_left <= to_above && to_left <= to_corner => left,
        () if to_above <= to_corner => above,
        () => corner,
    }
}

impl<R: Read> Read for Rows<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.at == self.end {
            self.next()?;
        }
        let count = (&self.row[self.at..self.end]).read(out)?;
        self.at += count;
        Ok(count)
    }
}

/// Decodes a group of characters; returns how many bytes it stands for.
type Group = fn(&[u8], &mut [u8; 4]) -> Option<usize>;

/// Groups of characters that stand for bytes, up to an end.
struct Ascii<R> {
    read: R,
    /// What ends them.
    last: u8,
    group: Group,
    /// The characters of a group that is not complete.
    held: Vec<u8>,
    bytes: [u8; 4],
    at: usize,
    end: usize,
    has_begun: bool,
    has_ended: bool,
}

impl<R: BufRead> Ascii<R> {
    fn new(read: R, last: u8, group: Group) -> Self {
        let (held, bytes, has_begun) = (Vec::new(), [0; 4], false);
        Ascii { read, last, group, held, bytes, at: 0, end: 0, has_begun, has_ended: false }
    }

    /// Decodes the next group.
    fn next(&mut self) -> io::Result<()> {
        while !self.has_ended {
            let Some(byte) = self.read.fill_buf()?.first().copied() else { break };
            self.read.consume(1);
            match byte {
                // The start that some writers put before base 85.
                b'~' if self.held == b"<" && !self.has_begun => self.held.clear(),
                _ if byte == self.last => self.has_ended = true,
                _ if SPACE.contains(byte) => continue,
                _ => self.held.push(byte),
            }
            if !self.has_ended
                && let Some(count) = (self.group)(&self.held, &mut self.bytes)
            {
                (self.at, self.end, self.has_begun) = (0, count, true);
                self.held.clear();
                return Ok(());
            }
        }
        self.has_ended = true;
        (self.at, self.end) = (0, self.rest());
        Ok(())
    }

    /// Decodes what is left, as if the rest of the group were there.
    fn rest(&mut self) -> usize {
        let len = self.held.len();
        let (fill, most) = if len == 1 { (b'0', 1) } else { (b'u', len.saturating_sub(1)) };
        let mut group = std::mem::take(&mut self.held);
        while (1..=5).contains(&group.len()) {
            if let Some(count) = (self.group)(&group, &mut self.bytes) {
                return count.min(most);
            }
            group.push(fill);
        }
        0
    }
}

impl<R: BufRead> Read for Ascii<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let mut filled = 0;
        while filled < out.len() {
            if self.at == self.end {
                if self.has_ended {
                    break;
                }
                self.next()?;
            }
            let count = (&self.bytes[self.at..self.end]).read(&mut out[filled..])?;
            self.at += count;
            filled += count;
        }
        Ok(filled)
    }
}

/// Two digits (7.4.2).
fn hex_group(held: &[u8], out: &mut [u8; 4]) -> Option<usize> {
    let &[high, low] = held else { return None };
    let digit = |byte: u8| char::from(byte).to_digit(16).unwrap_or(0) as u8;
    out[0] = digit(high) << 4 | digit(low);
    Some(1)
}

/// Five digits of base 85, or `z` for four bytes of zero (7.4.3).
fn base85_group(held: &[u8], out: &mut [u8; 4]) -> Option<usize> {
    if held == b"z" {
        *out = [0; 4];
        return Some(4);
    }
    let digits: &[u8; 5] = held.try_into().ok()?;
    let add = |value: u32, digit: &u8| {
        value.wrapping_mul(85).wrapping_add(u32::from(digit.wrapping_sub(b'!')))
    };
    *out = digits.iter().fold(0, add).to_be_bytes();
    Some(4)
}

/// The code that empties the table of LZW, and the one at the end (7.4.4.2).
const CLEAR: u16 = 256;
const END: u16 = 257;

/// Codes of LZW, of 9 to 12 bits.
struct Lzw<R> {
    read: R,
    /// Bits that are not used yet.
    bits: u32,
    count: u32,
    /// For each code from 258 on, the code before its last byte, and that byte.
    table: Vec<(u16, u8)>,
    last: Option<u16>,
    /// The code gets longer one code earlier.
    early: usize,
    /// What the code stands for, back to front.
    out: Vec<u8>,
    has_ended: bool,
    /// Returned by the next read.
    failure: Option<io::Error>,
}

impl<R: BufRead> Lzw<R> {
    fn new(read: R, early: u64) -> Self {
        let (table, out) = (Vec::new(), Vec::new());
        let early = usize::from(early != 0);
        let (last, failure, has_ended) = (None, None, false);
        Lzw { read, bits: 0, count: 0, table, last, early, out, has_ended, failure }
    }

    /// The next code.
    fn code(&mut self) -> io::Result<Option<u16>> {
        let len = match 258 + self.table.len() + self.early {
            ..512 => 9,
            512..1024 => 10,
            1024..2048 => 11,
            _ => 12,
        };
        while self.count < len {
            let Some(byte) = self.read.fill_buf()?.first().copied() else { return Ok(None) };
            self.read.consume(1);
            (self.bits, self.count) = (self.bits << 8 | u32::from(byte), self.count + 8);
        }
        self.count -= len;
        let code = self.bits >> self.count;
        self.bits &= (1 << self.count) - 1;
        Ok(Some(code as u16))
    }

    /// Writes what a code stands for, back to front; returns its first byte.
    fn write(&mut self, mut code: u16) -> u8 {
        while code > END {
            let (before, byte) = self.table[usize::from(code - 258)];
            self.out.push(byte);
            code = before;
        }
        self.out.push(code as u8);
        code as u8
    }

    /// Decodes the next code.
    fn next(&mut self) -> io::Result<()> {
        let code = match self.code()? {
            None | Some(END) => {
                self.has_ended = true;
                return Ok(());
            }
            Some(CLEAR) => {
                self.table.clear();
                self.last = None;
                return Ok(());
            }
            Some(code) => code,
        };
        let next = 258 + self.table.len();
        let last = self.last.replace(code);
        match last {
            _ if usize::from(code) < next => {
                let first = self.write(code);
                if let Some(last) = last.filter(|_| next < 4096) {
                    self.table.push((last, first));
                }
            }
            Some(last) if usize::from(code) == next && next < 4096 => {
                let first = self.write(last);
                self.table.push((last, first));
                self.out.insert(0, first);
            }
            _ => return Err(io::Error::new(ErrorKind::InvalidData, "invalid LZW code")),
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Lzw<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let mut filled = 0;
        while filled < out.len() {
            if let Some(byte) = self.out.pop() {
                out[filled] = byte;
                filled += 1;
            } else if self.has_ended {
                break;
            } else if let Err(error) = self.next() {
                self.has_ended = true;
                if filled == 0 {
                    return Err(error);
                }
                self.failure = Some(error);
                break;
            }
        }
        Ok(filled)
    }
}
