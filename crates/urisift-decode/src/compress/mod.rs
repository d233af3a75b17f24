//! Compressed streams: offsets in each count decompressed bytes.

mod ahead;
mod blocks;
pub mod codec;
mod member_reader;
pub mod single;

use std::io::{self, Cursor, Read};
use std::ops::ControlFlow;
use std::rc::Rc;

use ahead::{Ahead, Filled};
use member_reader::{Losses, MemberReader};
pub use single::{BROTLI, COMPRESS, LZMA, MOZLZ4, ZLIB, is_text, is_zlib};

use crate::compress::codec::{gz, lz4, snappy, xz, zst};
use crate::core::bounded::Before;
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::problem::ProblemKind;
use crate::core::step::StepKind;
use crate::core::walker::Walker;

/// A compression format whose files may have several independent members (frames, streams).
trait Compression {
    /// The decoder of a member.
    type Member<'t, 's: 't>: Read;

    /// How a member starts.
    const MAGIC: &'static [u8];

    /// Returns `true` if a member starts here.
    fn sniff(head: Prefix<'_>) -> Sniff;

    /// Decompresses the member at the front of the reader.
    ///
    /// # Errors
    /// If there is no memory for it, or no decoder.
    fn start<'t, 's: 't>(reader: MemberReader<'t, 's>) -> io::Result<Self::Member<'t, 's>>;

    /// Returns the reader, with the member taken.
    fn end<'t, 's: 't>(member: Self::Member<'t, 's>) -> MemberReader<'t, 's>;
}

/// Consecutive members. Anything after the last one stays in the reader.
struct Members<'t, 's: 't, S: Compression> {
    piece: Option<Piece<'t, 's, S>>,
    /// How many bytes they have decompressed to.
    made: u64,
}

/// What is read of members at a time.
enum Piece<'t, 's: 't, S: Compression> {
    Member(S::Member<'t, 's>),
    /// Some, which are decompressed, before the rest of the reader.
    Batch(Cursor<Vec<u8>>, MemberReader<'t, 's>),
}

impl<'t, 's: 't, S: Compression> Piece<'t, 's, S> {
    /// Starts the members at the front of the reader.
    fn start(mut reader: MemberReader<'t, 's>) -> io::Result<Self> {
        Ok(match reader.batch::<S>() {
            Some(unpacked) => Piece::Batch(Cursor::new(unpacked), reader),
            None => Piece::Member(S::start(reader)?),
        })
    }

    fn end(self) -> MemberReader<'t, 's> {
        match self {
            Piece::Member(member) => S::end(member),
            Piece::Batch(unpacked, reader) => {
                reader.ahead().take_back(unpacked.into_inner());
                reader
            }
        }
    }
}

impl<S: Compression> Read for Piece<'_, '_, S> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self {
            Piece::Member(member) => member.read(out),
            Piece::Batch(unpacked, _) => unpacked.read(out),
        }
    }
}

impl<'t, 's: 't, S: Compression> Members<'t, 's, S> {
    fn of(reader: &'t mut PeekReader<'s>, losses: Rc<Losses>) -> io::Result<Self> {
        Ok(Members { piece: Some(Piece::start(MemberReader::of(reader, losses))?), made: 0 })
    }
}

impl<S: Compression> Read for Members<'_, '_, S> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while let Some(mut piece) = self.piece.take() {
            match piece.read(out) {
                Ok(0) if !out.is_empty() => {
                    let mut reader = piece.end();
                    if is_next::<S>(reader.settle()) {
                        reader.budget().start_member()?;
                        reader.note_member(self.made);
                        self.piece = Some(Piece::start(reader)?);
                    }
                }
                Ok(count) => {
                    self.piece = Some(piece);
                    self.made += count as u64;
                    return Ok(count);
                }
                Err(error) => {
                    piece.end().give_back(MAGIC, next_member::<S>);
                    return Err(error);
                }
            }
        }
        Ok(0)
    }
}

/// Decompresses the reader as members of gzip.
///
/// # Errors
/// If there is no memory for it.
pub(crate) fn gzip<'t, 's: 't>(
    reader: &'t mut PeekReader<'s>,
) -> io::Result<impl Read + use<'t, 's>> {
    Members::<Gzip>::of(reader, Rc::default())
}

/// The longest magic number, in bytes, and the whole header of gzip.
const MAGIC: usize = 10;

/// How many times decoding restarts after a broken member: each may allocate a window. After that, the
/// rest is text.
const MOST_RESTARTS: usize = 1000;

/// How many batches of members that are decompressed ahead are as long as a portion, about.
const BATCHES: u64 = 8;

/// Decompresses the reader, and continues with the next member after anything unreadable, which is text.
fn open<S: Compression>(
    name: &str,
    reader: &mut PeekReader<'_>,
    to: &mut Walker<'_>,
) -> ControlFlow<()> {
    let len = to.portion_len.filter(|_| reader.is_of_source());
    let of_task = to.limits.of_task();
    let ahead = len.map(|len| Ahead::of(to.visitor.helpers(), len as u64 / BATCHES, of_task));
    let ahead = ahead.unwrap_or_default();
    let is_outermost = reader.is_of_source() && to.part.packed_at.is_none();
    let members = to.members.clone().filter(|_| is_outermost);
    let is_ahead = ahead.is_on();
    let losses = Rc::new(Losses::on(&to.line_index, ahead, to.budget(), members));
    for _ in 0..MOST_RESTARTS {
        let (start, at) = (reader.at(), reader.raw());
        let said = Rc::clone(&losses);
        let mut has_started = false;
        let start_members = || {
            let members = Members::<S>::of(&mut *reader, said)?;
            has_started = true;
            let read: Box<dyn Read> =
                if is_ahead { Box::new(Filled::new(members)) } else { Box::new(members) };
            Ok(read)
        };
        let inner = to.name.with_extension("");
        to.unpack(StepKind::Layer, name, start_members, at, |to, reader| {
            to.open_file(inner, reader)
        })?;
        // Nothing more of a bomb is decompressed.
        if !has_started || to.budget().is_spent.get() {
            to.skip(reader);
        }
        if reader.is_at_end() {
            break;
        }
        losses.end_members();
        let after = reader.raw();
        // The member at the front has been tried.
        let find = |bytes: &[u8], at: u64| {
            let from = bytes.len().min(usize::from(at == start));
            next_member::<S>(&bytes[from..]).map(|found| from + found)
        };
        to.text(&mut Before::new(reader, MAGIC - 1, find))?;
        if reader.is_at_end() {
            break;
        }
        if !losses.take_broken() {
            to.problem(ProblemKind::Damaged, after, format!("{name}: expected a member"));
        }
    }
    ControlFlow::Continue(())
}

/// Where a member starts, if enough of it is in the bytes.
fn next_member<S: Compression>(bytes: &[u8]) -> Option<usize> {
    memchr::memmem::find_iter(bytes, S::MAGIC).find(|at| {
        let head = Prefix { bytes: &bytes[*at..], is_all: true };
        S::sniff(head) == Sniff::Yes && (S::MAGIC != gz::MAGIC || is_gzip(head.bytes))
    })
}

/// Returns `true` if the flags are valid, and the system is known (RFC 1952 2.3.1) or Darwin: three bytes of magic
/// alone match too often.
fn is_gzip(bytes: &[u8]) -> bool {
    matches!(bytes, [_, _, _, 0..=gz::FLAGS, _, _, _, _, _, 0..=13 | 19 | 255, ..])
}

/// Returns `true` if another member follows, after the padding that some writers put between them.
fn is_next<S: Compression>(reader: &mut PeekReader<'_>) -> bool {
    while reader.peek(4).starts_with(&[0; 4]) {
        reader.pass_bytes(4);
    }
    reader.peek(MAGIC);
    S::sniff(Prefix { bytes: reader.live(), is_all: true }) == Sniff::Yes
}

/// Defines a format by its name, member decoder, magic, sniff, start and end.
macro_rules! compression_format {
    ($($(#[$doc:meta])* $format:ident $name:literal $member:ty, $magic:expr, $sniff:expr, $start:expr, $end:expr;)+) => {$(
        $(#[$doc])*
        pub(crate) struct $format;

        impl Compression for $format {
            type Member<'t, 's: 't> = $member;

            const MAGIC: &'static [u8] = $magic;

            fn sniff(head: Prefix<'_>) -> Sniff {
                $sniff(head)
            }

            fn start<'t, 's: 't>(reader: MemberReader<'t, 's>) -> io::Result<Self::Member<'t, 's>> {
                $start(reader)
            }

            fn end<'t, 's: 't>(member: Self::Member<'t, 's>) -> MemberReader<'t, 's> {
                $end(member)
            }
        }

        impl Format for $format {
            fn name(&self) -> &'static str {
                $name
            }

            fn sniff(&self, head: Prefix<'_>) -> Sniff {
                $sniff(head)
            }

            fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
                open::<$format>($name, reader, to)
            }
        }
    )+};
}

/// The magic number of a Zstandard frame (RFC 8878 3.1.1).
const ZSTANDARD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];

const XZ: &[u8] = b"\xfd7zXZ\0";

/// The magic number of a member of lzip, and its version.
const LZIP: &[u8] = b"LZIP\x01";

const LZ4: &[u8] = &[0x04, 0x22, 0x4d, 0x18];

compression_format! {
    /// RFC 1952.
    Gzip "gz" gz::Decoder<MemberReader<'t, 's>>,
        &gz::MAGIC,
        |head: Prefix<'_>| head.starts_with(&gz::MAGIC),
        |reader| Ok(gz::Decoder::new(reader)),
        gz::Decoder::into_inner;
    /// RFC 8878.
    Zstandard "zst" zst::Decoder<MemberReader<'t, 's>>,
        ZSTANDARD,
        zstandard,
        |reader: MemberReader<'t, 's>| {
            let frames = reader.frames();
            zst::frame_of(reader, &frames)
        },
        zst::into_inner;
    /// The format of bzip2.
    Bzip2 "bz2" blocks::Decoder<'t, 's>,
        b"BZh",
        bzip2,
        blocks::Decoder::new,
        blocks::Decoder::into_inner;
    /// The .xz format, version 1.
    Xz "xz" xz::Decoder<MemberReader<'t, 's>>,
        XZ,
        |head: Prefix<'_>| head.starts_with(XZ),
        |reader: MemberReader<'t, 's>| {
            let budget = reader.budget();
            xz::stream(reader, &budget)
        },
        xz::into_inner;
    /// The frame format of LZ4.
    Lz4 "lz4" lz4::Decoder<MemberReader<'t, 's>>,
        LZ4,
        |head: Prefix<'_>| head.starts_with(LZ4),
        |reader| Ok(lz4::Decoder::new(reader)),
        lz4::Decoder::into_inner;
    /// The format of lzip, version 1.
    Lzip "lz" xz::Decoder<MemberReader<'t, 's>>,
        LZIP,
        |head: Prefix<'_>| head.starts_with(LZIP),
        |reader: MemberReader<'t, 's>| {
            let budget = reader.budget();
            xz::lzip(reader, &budget)
        },
        xz::into_inner;
    /// The frame format of Snappy.
    Snappy "sz" snappy::Decoder<MemberReader<'t, 's>>,
        snappy::MAGIC,
        |head: Prefix<'_>| head.starts_with(snappy::MAGIC),
        |reader| Ok(snappy::Decoder::new(reader)),
        snappy::Decoder::into_inner;
}

/// A frame, or a skippable one before it.
fn zstandard(head: Prefix<'_>) -> Sniff {
    let skippable = head.has(1, &[0x2a, 0x4d, 0x18]);
    let is_low = head.bytes.first().is_none_or(|b| b & 0xf0 == 0x50);
    let skippable = if is_low { skippable } else { Sniff::No };
    head.starts_with(ZSTANDARD).or(skippable)
}

/// `BZh`, the block size, and the magic number of a block or of the end.
fn bzip2(head: Prefix<'_>) -> Sniff {
    let is_size = head.bytes.get(3).is_none_or(|b| (b'1'..=b'9').contains(b));
    match head.starts_with(b"BZh") {
        Sniff::Yes if is_size => head.has(4, b"1AY&SY").or(head.has(4, b"\x17rE8P\x90")),
        Sniff::More => Sniff::More,
        _ => Sniff::No,
    }
}

#[cfg(test)]
pub mod tests;
