//! Streams that are compressed as a whole: each is a ground of its own.

use std::io::{self, Read};

use super::descent::Descent;
use super::format::{Flow, Format, Head, Sniff};
use super::tape::Tape;

/// A way to compress that may pack a file in several members (frames, streams), each for itself.
trait Squeeze {
    /// What unpacks one of them.
    type Member<'t, 's: 't>: Read;

    /// Whether one starts so.
    fn sniff(head: Head<'_>) -> Sniff;

    /// Unpacks the member that the tape stands before.
    ///
    /// # Errors
    /// Where there is no memory for it.
    fn start<'t, 's: 't>(tape: &'t mut Tape<'s>) -> io::Result<Self::Member<'t, 's>>;

    /// The tape again, which stands behind the member.
    fn end<'t, 's: 't>(member: Self::Member<'t, 's>) -> &'t mut Tape<'s>;
}

/// All members, one behind the other. What comes behind the last one stays in the tape.
struct Members<'t, 's: 't, S: Squeeze> {
    member: Option<S::Member<'t, 's>>,
}

impl<'t, 's: 't, S: Squeeze> Members<'t, 's, S> {
    fn of(tape: &'t mut Tape<'s>) -> io::Result<Self> {
        Ok(Members { member: Some(S::start(tape)?) })
    }
}

impl<S: Squeeze> Read for Members<'_, '_, S> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let count = member.read(out)?;
            if count > 0 || out.is_empty() {
                return Ok(count);
            }
            let Some(tape) = self.member.take().map(S::end) else { break };
            if is_next::<S>(tape) {
                self.member = Some(S::start(tape)?);
            }
        }
        Ok(0)
    }
}

/// What a member of gzip starts with, whose data is deflated (RFC 1952 2.3.1).
pub(super) const GZIP: [u8; 3] = [0x1f, 0x8b, 8];

/// Unpacks what the tape has as members of gzip.
///
/// # Errors
/// Where there is no memory for it.
pub(super) fn gzip<'t, 's: 't>(tape: &'t mut Tape<'s>) -> io::Result<impl Read + use<'t, 's>> {
    Members::<Gzip>::of(tape)
}

/// The longest magic number, in bytes.
const MAGIC: usize = 10;

/// Whether another member follows, behind the padding that some writers put between them.
fn is_next<S: Squeeze>(tape: &mut Tape<'_>) -> bool {
    while tape.peek(4).starts_with(&[0; 4]) {
        tape.pass_bytes(4);
    }
    tape.peek(MAGIC);
    S::sniff(Head { bytes: tape.live(), is_all: true }) == Sniff::Yes
}

/// Makes a format of a name, what unpacks a member, what it starts with, and how it starts and ends.
macro_rules! squeezed {
    ($($(#[$doc:meta])* $format:ident $name:literal $member:ty, $sniff:expr, $start:expr, $end:expr;)+) => {$(
        $(#[$doc])*
        pub(super) struct $format;

        impl Squeeze for $format {
            type Member<'t, 's: 't> = $member;

            fn sniff(head: Head<'_>) -> Sniff {
                $sniff(head)
            }

            fn start<'t, 's: 't>(tape: &'t mut Tape<'s>) -> io::Result<Self::Member<'t, 's>> {
                $start(tape)
            }

            fn end<'t, 's: 't>(member: Self::Member<'t, 's>) -> &'t mut Tape<'s> {
                $end(member)
            }
        }

        impl Format for $format {
            fn name(&self) -> &'static str {
                $name
            }

            fn sniff(&self, head: Head<'_>) -> Sniff {
                $sniff(head)
            }

            fn open(&self, tape: &mut Tape<'_>, to: &mut Descent<'_>) -> Flow {
                let at = tape.span(0..0).start;
                to.unpack($name, || Ok(Box::new(Members::<$format>::of(&mut *tape)?)), at)
            }
        }
    )+};
}

squeezed! {
    /// RFC 1952.
    Gzip "gz" flate2::bufread::GzDecoder<&'t mut Tape<'s>>,
        |head: Head<'_>| head.starts_with(&GZIP),
        |tape| Ok(flate2::bufread::GzDecoder::new(tape)),
        flate2::bufread::GzDecoder::into_inner;
    /// RFC 8878.
    Zstandard "zst" zstd::stream::read::Decoder<'t, &'t mut Tape<'s>>,
        zstandard,
        |tape| Ok(zstd::stream::read::Decoder::with_buffer(tape)?.single_frame()),
        zstd::stream::read::Decoder::finish;
    /// What bzip2 writes.
    Bzip2 "bz2" bzip2::bufread::BzDecoder<&'t mut Tape<'s>>,
        bzip2,
        |tape| Ok(bzip2::bufread::BzDecoder::new(tape)),
        bzip2::bufread::BzDecoder::into_inner;
    /// The .xz format, version 1.
    Xz "xz" liblzma::bufread::XzDecoder<&'t mut Tape<'s>>,
        |head: Head<'_>| head.starts_with(b"\xfd7zXZ\0"),
        |tape| Ok(liblzma::bufread::XzDecoder::new(tape)),
        liblzma::bufread::XzDecoder::into_inner;
    /// The frame format of LZ4.
    Lz4 "lz4" lz4_flex::frame::FrameDecoder<&'t mut Tape<'s>>,
        |head: Head<'_>| head.starts_with(&[0x04, 0x22, 0x4d, 0x18]),
        |tape| Ok(lz4_flex::frame::FrameDecoder::new(tape)),
        lz4_flex::frame::FrameDecoder::into_inner;
}

/// A frame, or one that is to be skipped in front of it.
fn zstandard(head: Head<'_>) -> Sniff {
    let skippable = head.has(1, &[0x2a, 0x4d, 0x18]);
    let is_low = head.bytes.first().is_none_or(|b| b & 0xf0 == 0x50);
    let skippable = if is_low { skippable } else { Sniff::No };
    head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]).or(skippable)
}

/// `BZh`, the size of a block, and the magic number of a block or of the end.
fn bzip2(head: Head<'_>) -> Sniff {
    let is_size = head.bytes.get(3).is_none_or(|b| (b'1'..=b'9').contains(b));
    match head.starts_with(b"BZh") {
        Sniff::Yes if is_size => head.has(4, b"1AY&SY").or(head.has(4, b"\x17rE8P\x90")),
        Sniff::More => Sniff::More,
        _ => Sniff::No,
    }
}
