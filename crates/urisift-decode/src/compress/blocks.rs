//! Streams of bzip2, whose blocks are decompressed each on its own, so that several threads can share them.
//!
//! A block starts at any bit, with a magic number, and ends where the next one is: that of a block, or of the end of
//! the stream. This is a guess, since the number may also be part of a block. So a block counts only if it can be
//! decompressed as a stream of that block alone, to its last bit. If not, the rest of the stream is decompressed in one
//! piece, as all of it is if nothing is read ahead: then what is wrong is the same, and is found at the same place.

use std::collections::VecDeque;
use std::io::{self, BufRead, Chain, Cursor, Read, Write};
use std::ops::Range;

use bzip2::Compression;
use bzip2::bufread::BzDecoder;
use bzip2::write::BzEncoder;

use super::ahead::{MOST, SIGHT};
use super::member_reader::MemberReader;
use crate::compress::codec::Salvaged;
use crate::core::task::Offered;

/// The length of a magic number in bits.
const MAGIC_LEN: u32 = 48;

/// The magic numbers of a block and of the end of a stream. A checksum follows: of the block, or of all of them.
const BLOCK: u64 = 0x3141_5926_5359;
const END: u64 = 0x1772_4538_5090;

/// The length of a checksum in bits.
const SUM_LEN: u32 = 32;

/// How a stream starts: `BZh`, and a digit for the size of its blocks.
const START: usize = 4;

/// Decompresses one stream, and reads no further.
pub(super) struct Decoder<'t, 's>(Stage<'t, 's>);

enum Stage<'t, 's> {
    Blocks(Blocks<'t, 's>),
    Rest(Rest<'t, 's>),
    /// It is changed just now.
    Changing,
}

/// The decoder of the rest of a stream, after blocks that stand for those before it.
type Rest<'t, 's> = Salvaged<BzDecoder<Chain<Cursor<Vec<u8>>, MemberReader<'t, 's>>>>;

/// The blocks of a stream, each on its own. Offsets in bits count from the start of the reader.
///
/// Invariant: once there was a block, the reader is at the first whole byte from `at` on, as it is for a decoder
/// that has just read what is before.
struct Blocks<'t, 's> {
    reader: MemberReader<'t, 's>,
    /// How the stream starts, once there was a block.
    start: Option<[u8; START]>,
    /// Where the next block is, or the end, in bits.
    at: u64,
    /// The checksum of the blocks so far.
    sum: u32,
    known: Known,
    /// Where each block starts that is decompressed ahead.
    tasks: VecDeque<(u64, Offered)>,
    /// Up to this offset in bits, blocks are.
    offered: u64,
    unpacked: Cursor<Vec<u8>>,
    has_ended: bool,
}

/// The next magic numbers in a reader, for all of its streams: each byte is searched once.
#[derive(Default)]
pub(super) struct Known {
    magic: VecDeque<Magic>,
    /// Up to this offset of the reader, they are known.
    searched: u64,
}

/// A magic number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Magic {
    /// Where it is, in bits.
    at: u64,
    is_block: bool,
}

/// What comes next in a stream.
enum Next {
    Block(Vec<u8>),
    End,
    /// It cannot be decompressed on its own.
    Other,
}

impl<'t, 's> Decoder<'t, 's> {
    pub fn new(reader: MemberReader<'t, 's>) -> io::Result<Self> {
        let (at, ahead) = (reader.offset(), reader.ahead());
        let blocks = Blocks {
            reader,
            start: None,
            at: 8 * (at + START as u64),
            sum: 0,
            known: ahead.known.take(),
            tasks: VecDeque::new(),
            offered: 0,
            unpacked: Cursor::default(),
            has_ended: false,
        };
        Ok(Decoder(if ahead.is_on() { Stage::Blocks(blocks) } else { Stage::Rest(blocks.rest()?) }))
    }

    /// Returns the reader, with the stream taken.
    ///
    /// # Panics
    /// Never: it is not called while it is read.
    pub fn into_inner(self) -> MemberReader<'t, 's> {
        match self.0 {
            Stage::Blocks(blocks) => blocks.end(),
            Stage::Rest(rest) => rest.into_inner().into_inner().into_inner().1,
            Stage::Changing => unreachable!("a decoder that is read"),
        }
    }
}

impl Read for Decoder<'_, '_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            let blocks = match &mut self.0 {
                Stage::Blocks(blocks) => blocks,
                Stage::Rest(rest) => return rest.read(out),
                Stage::Changing => return Ok(0),
            };
            let count = blocks.unpacked.read(out)?;
            if count > 0 || out.is_empty() {
                return Ok(count);
            }
            match blocks.next() {
                Next::Block(unpacked) => blocks.unpacked = Cursor::new(unpacked),
                Next::End => return Ok(0),
                Next::Other => {
                    if let Stage::Blocks(blocks) = std::mem::replace(&mut self.0, Stage::Changing) {
                        self.0 = Stage::Rest(blocks.rest()?);
                    }
                }
            }
        }
    }
}

impl<'t, 's> Blocks<'t, 's> {
    /// Decompresses the next block.
    fn next(&mut self) -> Next {
        if self.has_ended {
            return Next::End;
        }
        let from = self.from();
        let Some(Magic { is_block, .. }) = self.look(from) else { return Next::Other };
        let sum_at = self.at - 8 * from + u64::from(MAGIC_LEN);
        match bits(self.reader.view(from, SIGHT), sum_at, SUM_LEN) {
            Some(sum) if is_block => self.block(from, sum as u32).map_or(Next::Other, Next::Block),
            Some(sum) if sum == self.sum.into() => {
                self.has_ended = true;
                self.pass(self.at + u64::from(MAGIC_LEN + SUM_LEN));
                Next::End
            }
            _ => Next::Other,
        }
    }

    /// Decompresses and takes the block that is next, which has that checksum.
    fn block(&mut self, from: u64, sum: u32) -> Option<Vec<u8>> {
        let end = self.known.magic.front()?.at;
        let start = match self.start {
            Some(start) => start,
            None => *self.reader.view(from, SIGHT).first_chunk()?,
        };
        let unpacked = self.unpack(start, from, end)?;
        self.start = Some(start);
        self.sum = self.sum.rotate_left(1) ^ sum;
        self.pass(end);
        Some(unpacked)
    }

    /// The offset of the first byte that is not read yet, all of it.
    fn from(&self) -> u64 {
        self.reader.offset().min(self.at / 8)
    }

    /// Reads ahead, and finds the magic numbers there. Returns the one that comes next.
    fn look(&mut self, from: u64) -> Option<Magic> {
        let bytes = self.reader.view(from, SIGHT);
        self.known.search(bytes, from);
        let magic = &mut self.known.magic;
        while magic.front()?.at < self.at {
            magic.pop_front();
        }
        if magic.front()?.at == self.at { magic.pop_front() } else { None }
    }

    /// Decompresses the block that is next, up to `end`, and has those after it decompressed ahead.
    fn unpack(&mut self, start: [u8; START], from: u64, end: u64) -> Option<Vec<u8>> {
        let ahead = self.reader.ahead();
        let Some(helpers) = ahead.helpers.as_deref() else {
            return unpack(
                start,
                self.reader.view(from, SIGHT),
                self.at - 8 * from..end - 8 * from,
            );
        };
        let mut block = Magic { at: self.at, is_block: true };
        for next in &self.known.magic {
            if !block.is_block || self.tasks.len() == helpers.room() {
                break;
            }
            if block.at >= self.offered {
                let first = block.at / 8;
                let range = block.at - 8 * first..next.at - 8 * first;
                let bytes = self.reader.view(from, SIGHT);
                let packed =
                    bytes[(first - from) as usize..(next.at.div_ceil(8) - from) as usize].to_vec();
                let task = Offered::to(helpers, move || unpack(start, &packed, range));
                self.tasks.push_back((block.at, task));
                self.offered = next.at;
            }
            block = *next;
        }
        let (_, task) = self.tasks.pop_front().filter(|(at, _)| *at == self.at)?;
        task.unpacked(helpers)
    }

    /// Takes what is before an offset in bits.
    fn pass(&mut self, at: u64) {
        self.reader.consume((at.div_ceil(8) - self.reader.offset()) as usize);
        self.at = at;
    }

    /// Returns the reader. What is known of it is kept for the next stream.
    fn end(self) -> MemberReader<'t, 's> {
        self.reader.ahead().known.replace(self.known);
        self.reader
    }

    /// Decompresses the rest in one piece.
    fn rest(mut self) -> io::Result<Rest<'t, 's>> {
        let (before, skipped) = match self.start {
            None => Default::default(),
            Some(start) => {
                let (from, phase) = (self.from(), self.at % 8);
                let first = if phase > 0 { self.reader.view(from, 1).first() } else { None };
                stand_in(start, self.sum, phase, first.copied().unwrap_or(0))?
            }
        };
        let reader = self.end().in_blocks();
        let mut rest = Salvaged::new(BzDecoder::new(Cursor::new(before).chain(reader)));
        rest.read_exact(&mut vec![0; skipped])?;
        Ok(rest)
    }
}

impl Known {
    /// Finds the magic numbers in bytes that are at that offset.
    fn search(&mut self, bytes: &[u8], from: u64) {
        let searched = (self.searched.max(from) - from) as usize;
        find(bytes, searched, |at, is_block| {
            self.magic.push_back(Magic { at: 8 * from + at, is_block });
        });
        self.searched = from + bytes.len() as u64;
    }
}

/// The number of `count` bits, 56 at most, at an offset in bits.
fn bits(bytes: &[u8], at: u64, count: u32) -> Option<u64> {
    let bytes = bytes.get((at / 8) as usize..)?;
    let (mut word, len) = ([0; 8], bytes.len().min(8));
    word[..len].copy_from_slice(&bytes[..len]);
    let is_there = at % 8 + u64::from(count) <= 8 * len as u64;
    let word = u64::from_be_bytes(word) << (at % 8);
    is_there.then(|| word.checked_shr(64 - count).unwrap_or(0))
}

/// For each byte, in which places of a magic number it may be: those in which its bit 24 is a number of bits further
/// on.
const PLACES: [u8; 256] = {
    let (mut places, mut shift) = ([0; 256], 0);
    while shift < 8 {
        places[(BLOCK >> (24 - shift) & 0xff) as usize] |= 1 << shift;
        places[(END >> (24 - shift) & 0xff) as usize] |= 1 << shift;
        shift += 1;
    }
    places
};

/// Finds magic numbers that end after the first `searched` bytes: where they are in bits, and whether they start a
/// block.
fn find(bytes: &[u8], searched: usize, mut found: impl FnMut(u64, bool)) {
    let before = &bytes[searched.saturating_sub(8)..searched];
    let mut word = before.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
    for (index, byte) in bytes.iter().enumerate().skip(searched) {
        word = word << 8 | u64::from(*byte);
        let mut places = PLACES[(word >> 24 & 0xff) as usize];
        while places > 0 {
            let shift = 7 - places.leading_zeros();
            places ^= 1 << shift;
            let number = word >> shift & !(u64::MAX << MAGIC_LEN);
            let end = 8 * (index as u64 + 1) - u64::from(shift);
            if (number == BLOCK || number == END)
                && let Some(at) = end.checked_sub(MAGIC_LEN.into())
            {
                found(at, number == BLOCK);
            }
        }
    }
}

/// Decompresses a block as a stream of its own.
fn unpack(start: [u8; START], bytes: &[u8], range: Range<u64>) -> Option<Vec<u8>> {
    let stream = stream(start, bytes, range)?;
    let mut decoder = BzDecoder::new(&stream[..]);
    let mut unpacked = Vec::with_capacity(MOST / 2);
    (&mut decoder).take(MOST as u64 + 1).read_to_end(&mut unpacked).ok()?;
    let is_all = unpacked.len() <= MOST && decoder.total_in() == stream.len() as u64;
    is_all.then_some(unpacked)
}

/// A stream of one block, at a range of bits.
fn stream(
    start: [u8; START],
    bytes: &[u8],
    Range { start: at, end }: Range<u64>,
) -> Option<Vec<u8>> {
    let sum = bits(bytes, at + u64::from(MAGIC_LEN), SUM_LEN)?;
    let block = bytes.get((at / 8) as usize..end.div_ceil(8) as usize)?;
    let (shift, len) = (at % 8, end - at);
    let mut stream = Vec::with_capacity(block.len() + 2 * START + 16);
    stream.extend_from_slice(&start);
    let pairs = block.iter().zip(block[1..].iter().chain([&0]));
    let shifted = pairs.map(|(one, next)| (u16::from_be_bytes([*one, *next]) << shift >> 8) as u8);
    stream.extend(shifted.take((len / 8) as usize));
    // The bits that are left, and the end of the stream.
    let left = bits(bytes, end - len % 8, (len % 8) as u32)?;
    let end =
        u128::from(left) << (MAGIC_LEN + SUM_LEN) | u128::from(END) << SUM_LEN | u128::from(sum);
    let count = (len % 8) as u32 + MAGIC_LEN + SUM_LEN;
    let end = (end << (128 - count)).to_be_bytes();
    stream.extend_from_slice(&end[..count.div_ceil(8) as usize]);
    Some(stream)
}

/// The polynomial of the checksum of a block.
const POLYNOMIAL: u32 = 0x04c1_1db7;

/// The start of a stream, up to a block that starts at bit `phase` of the byte `first`: it has a block with the same
/// checksum as all before. Returns it with the length of what it decompresses to.
fn stand_in(start: [u8; START], sum: u32, phase: u64, first: u8) -> io::Result<(Vec<u8>, usize)> {
    let mut text = Vec::new();
    // How long the block is depends on the text.
    loop {
        let ending = ending(&text, sum);
        let mut encoder = BzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&text)?;
        encoder.write_all(&ending)?;
        let mut packed = encoder.finish()?;
        let mut end = 0;
        find(&packed, 0, |at, is_block| end = if is_block { end } else { at });
        if end % 8 == phase {
            packed.truncate(end.div_ceil(8) as usize);
            packed[..START].copy_from_slice(&start);
            if phase > 0
                && let Some(last) = packed.last_mut()
            {
                let of_next = 0xff >> phase;
                *last = *last & !of_next | first & of_next;
            }
            return Ok((packed, text.len() + ending.len()));
        }
        text.push(b' ');
    }
}

/// Four bytes after which a text has that checksum: they are what remains of it if the last 32 steps of its computation
/// are undone.
fn ending(text: &[u8], sum: u32) -> [u8; 4] {
    let step = |sum: u32| sum << 1 ^ if sum >> 31 == 1 { POLYNOMIAL } else { 0 };
    let undone = |sum: u32| match sum & 1 {
        1 => (sum ^ POLYNOMIAL) >> 1 | 1 << 31,
        _ => sum >> 1,
    };
    let before = text
        .iter()
        .fold(u32::MAX, |sum, byte| (0..8).fold(sum ^ u32::from(*byte) << 24, |sum, _| step(sum)));
    (before ^ (0..32).fold(!sum, |sum, _| undone(sum))).to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_checksum_and_any_bit_can_be_stood_in_for() {
        let text = b"text of a block";
        let mut encoder = BzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(text).unwrap();
        let packed = encoder.finish().unwrap();
        let start = *packed.first_chunk().unwrap();
        let mut places = Vec::new();
        find(&packed, 0, |at, is_block| places.push((at, is_block)));
        let [(32, true), (end, false)] = places[..] else { panic!("{places:?}") };
        let sum = bits(&packed, 32 + 48, 32).unwrap() as u32;
        for (before, phase) in (0..8).map(|phase| (0x89ab_cdef_u32.rotate_left(phase), phase)) {
            let all = before.rotate_left(1) ^ sum;
            // The block, from that bit on, and the end of a stream with both.
            let bits_of = |at: u64| bits(&packed, at, 1).unwrap();
            let sums = (u128::from(END) << 32 | u128::from(all)).to_be_bytes();
            let mut rest: Vec<u64> = vec![0; phase as usize];
            rest.extend((32..end).map(bits_of));
            rest.extend((0..80).map(|at| bits(&sums[6..], at, 1).unwrap()));
            rest.resize(rest.len().next_multiple_of(8), 0);
            let mut rest: Vec<u8> = rest
                .chunks(8)
                .map(|byte| byte.iter().fold(0, |byte, bit| byte << 1 | *bit as u8))
                .collect();
            let first = if phase > 0 { rest.remove(0) } else { 0 };
            let (stood_in, skipped) = stand_in(start, before, phase.into(), first).unwrap();
            let mut unpacked = Vec::new();
            let stream = [stood_in, rest].concat();
            BzDecoder::new(&stream[..]).read_to_end(&mut unpacked).unwrap();
            assert_eq!(&unpacked[skipped..], text);
        }
    }

    #[test]
    fn magic_numbers_are_found_at_any_bit() {
        for at in 0..40 {
            for (number, is_block) in [(BLOCK, true), (END, false)] {
                let bytes = (u128::from(number) << (80 - at)).to_be_bytes();
                for searched in 0..(at as usize + 48).div_ceil(8) {
                    let mut places = Vec::new();
                    find(&bytes, searched, |at, is_block| places.push((at, is_block)));
                    assert_eq!(places, [(at, is_block)], "{searched}");
                }
            }
        }
    }
}
