//! Zstandard (RFC 8878).

use std::io::{self, BufRead};
use std::rc::Rc;

use crate::core::budget::Budget;

#[cfg(all(feature = "zstd", any(fuzzing, not(feature = "zstd-rust"))))]
use super::zst_c::Unpacker;
#[cfg(all(feature = "zstd-rust", not(all(fuzzing, feature = "zstd"))))]
use super::zst_rust::Unpacker;

/// Decompresses frames.
#[cfg(any(feature = "zstd", feature = "zstd-rust"))]
pub(crate) type Decoder<R> = decoder::Decoder<R, Unpacker>;

/// Decompresses nothing.
#[cfg(not(any(feature = "zstd", feature = "zstd-rust")))]
pub type Decoder<R> = super::Missing<R>;

/// What frames that follow each other share.
#[cfg(any(feature = "zstd", feature = "zstd-rust"))]
pub(crate) type Common = decoder::Common<Unpacker>;

#[cfg(not(any(feature = "zstd", feature = "zstd-rust")))]
pub(crate) struct Common;

#[cfg(not(any(feature = "zstd", feature = "zstd-rust")))]
impl Common {
    pub fn of(_: &Rc<Budget>) -> Self {
        Common
    }

    /// Never: nothing is decompressed.
    pub fn has_dictionary(&self) -> bool {
        false
    }
}

/// Decompresses a frame from pieces, in C or in Rust.
#[cfg(any(feature = "zstd", feature = "zstd-rust"))]
pub(crate) trait Unpack: Sized {
    /// # Errors
    /// If there is no memory for it.
    fn new() -> io::Result<Self>;

    /// Like `new`, for frames that need a dictionary.
    ///
    /// # Errors
    /// The same; also if this is not a dictionary.
    fn with_dictionary(dictionary: &[u8]) -> io::Result<Self>;

    /// How much memory a window of that many bytes takes, in bytes.
    fn memory(window: usize) -> usize;

    /// Starts a frame; returns how many bytes it wants first.
    ///
    /// # Errors
    /// If the header is not valid, or asks for window too large.
    fn start(&mut self, header: &[u8]) -> io::Result<usize>;

    /// Takes some of the bytes that are wanted, which are none at the end of what there is, and gives decompressed
    /// ones.
    fn step(&mut self, packed: &[u8], out: &mut [u8]) -> Step;
}

/// What a step has done.
#[cfg(any(feature = "zstd", feature = "zstd-rust"))]
pub(crate) struct Step {
    pub taken: usize,
    pub made: usize,
    /// How many bytes are wanted next: 0 at the end of the frame.
    pub wanted: io::Result<usize>,
}

/// Decompresses consecutive frames.
///
/// # Errors
/// If there is no memory for it, or no decoder.
#[cfg(any(feature = "zstd", feature = "zstd-rust"))]
pub fn frames<R: BufRead>(read: R, budget: &Rc<Budget>) -> io::Result<Decoder<R>> {
    Decoder::new(read, usize::MAX, Rc::new(Common::of(budget)))
}

/// Like `frames`, by the unpacker in C or in Rust.
#[cfg(all(fuzzing, feature = "zstd", feature = "zstd-rust"))]
pub(super) fn frames_by<R: BufRead, U: Unpack>(
    read: R,
    budget: &Rc<Budget>,
) -> io::Result<decoder::Decoder<R, U>> {
    decoder::Decoder::new(read, usize::MAX, Rc::new(decoder::Common::of(budget)))
}

/// Decompresses one frame, and reads no further.
///
/// # Errors
/// If there is no memory for it, or no decoder.
#[cfg(any(feature = "zstd", feature = "zstd-rust"))]
pub fn frame<R: BufRead>(read: R, budget: &Rc<Budget>) -> io::Result<Decoder<R>> {
    Decoder::new(read, 1, Rc::new(Common::of(budget)))
}

/// Decompresses the next frame of a file, with what the ones before it have left.
///
/// # Errors
/// If there is no memory for it, or no decoder.
#[cfg(any(feature = "zstd", feature = "zstd-rust"))]
pub(crate) fn frame_of<R: BufRead>(read: R, common: &Rc<Common>) -> io::Result<Decoder<R>> {
    Decoder::new(read, 1, Rc::clone(common))
}

#[cfg(not(any(feature = "zstd", feature = "zstd-rust")))]
pub fn frames<R: BufRead>(read: R, _: &Rc<Budget>) -> io::Result<Decoder<R>> {
    Decoder::start(read, "Zstandard", "zstd")
}

#[cfg(not(any(feature = "zstd", feature = "zstd-rust")))]
pub(crate) use frames as frame;

#[cfg(not(any(feature = "zstd", feature = "zstd-rust")))]
pub(crate) fn frame_of<R: BufRead>(read: R, _: &Rc<Common>) -> io::Result<Decoder<R>> {
    Decoder::start(read, "Zstandard", "zstd")
}

/// The inner reader.
pub fn into_inner<R: BufRead>(decoder: Decoder<R>) -> R {
    decoder.into_inner()
}

/// The frames of a file, and what they share.
#[cfg(any(feature = "zstd", feature = "zstd-rust"))]
mod decoder {
    use std::cell::{Cell, RefCell};
    use std::io::{self, BufRead, ErrorKind, Read};
    use std::rc::Rc;

    use super::{Step, Unpack};
    use crate::core::budget::{Budget, Memory};

    /// The length of a block header (3.1.1.2).
    const HEADER: usize = 3;

    /// How a frame starts (3.1.1), in the order of its bytes.
    const FRAME: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

    /// How skippable frames start (3.1.2), but for half of the first byte.
    const SKIPPABLE: [u8; 4] = [0x50, 0x2a, 0x4d, 0x18];

    /// How a skippable frame starts that has the dictionary of a web archive (IIPC, "Zstandard
    /// compression for WARC files").
    const DICTIONARY_FRAME: [u8; 4] = [0x5d, 0x2a, 0x4d, 0x18];

    /// How a dictionary starts (5).
    const DICTIONARY: [u8; 4] = [0x37, 0xa4, 0x30, 0xec];

    /// The longest dictionary, compressed or not, in bytes. Those of web archives have 1 MiB at most.
    const LONGEST: u64 = 16 << 20;

    /// What frames that follow each other share: an unpacker, which knows the last dictionary.
    pub(crate) struct Common<U> {
        unpacker: Cell<Option<U>>,
        /// The identifier of that dictionary.
        dictionary: Cell<u32>,
        /// How many bytes of dictionaries may still be decompressed.
        left: Cell<u64>,
        /// It has been reported that a dictionary is missing.
        is_told: Cell<bool>,
        /// That of the decoder, and of the dictionary.
        memory: [RefCell<Memory>; 2],
        budget: Rc<Budget>,
    }

    impl<U> Common<U> {
        pub fn of(budget: &Rc<Budget>) -> Self {
            let (unpacker, dictionary, is_told) = Default::default();
            let memory = [(); 2].map(|()| RefCell::new(Memory::of(budget)));
            let (left, budget) = (Cell::new(2 * LONGEST), Rc::clone(budget));
            Common { unpacker, dictionary, left, is_told, memory, budget }
        }

        /// Returns `true` if there has been a dictionary.
        pub fn has_dictionary(&self) -> bool {
            self.left.get() < 2 * LONGEST
        }
    }

    /// Decompresses frames.
    pub(crate) struct Decoder<R, U> {
        read: R,
        unpacker: U,
        /// How many bytes the next step asks for, at most a block; 0 before a frame.
        wanted: usize,
        /// How many frames may still start.
        frames: usize,
        common: Rc<Common<U>>,
    }

    impl<R: BufRead, U: Unpack> Decoder<R, U> {
        /// Decompresses up to `frames` consecutive frames.
        pub fn new(read: R, frames: usize, common: Rc<Common<U>>) -> io::Result<Self> {
            let unpacker = common.unpacker.take().map_or_else(U::new, Ok)?;
            Ok(Decoder { read, unpacker, wanted: 0, frames, common })
        }

        pub fn into_inner(self) -> R {
            self.common.unpacker.set(Some(self.unpacker));
            self.read
        }

        /// Starts a frame; returns whether there is one to decompress.
        fn start(&mut self) -> io::Result<bool> {
            loop {
                let Some(first) = self.read.fill_buf()?.first().copied() else { return Ok(false) };
                if self.frames == 0 {
                    return Ok(false);
                }
                self.frames -= 1;
                match first {
                    _ if first == DICTIONARY_FRAME[0] => self.dictionary()?,
                    _ if first == FRAME[0] => {
                        if self.header()? {
                            return Ok(true);
                        }
                    }
                    _ => self.skippable()?,
                }
            }
        }

        /// Reads the header of a frame (3.1.1.1); returns false if the frame has been skipped, since its
        /// dictionary is missing.
        fn header(&mut self) -> io::Result<bool> {
            let mut header = [0; 18];
            self.read.read_exact(&mut header[..5])?;
            let descriptor = header[4];
            let window = usize::from(descriptor & 0x20 == 0);
            let id = [0, 1, 2, 4][usize::from(descriptor & 3)];
            let size = match descriptor >> 6 {
                0 => 1 - window,
                log => 1 << log,
            };
            let (id, end) = (5 + window..5 + window + id, 5 + window + id + size);
            self.read.read_exact(&mut header[5..end])?;
            let id = header[id].iter().rev().fold(0, |id, byte| id << 8 | u32::from(*byte));
            if id != 0 && id != self.common.dictionary.get() {
                self.skip(descriptor & 4 != 0)?;
                return match self.common.is_told.replace(true) {
                    true => Ok(false),
                    false => Err(io::Error::new(
                        ErrorKind::InvalidData,
                        format!("missing dictionary {id}"),
                    )),
                };
            }
            let window = window_of(&header[..end]);
            self.common.memory[0].borrow_mut().take(U::memory(window))?;
            self.wanted = self.unpacker.start(&header[..end])?;
            Ok(true)
        }

        /// Skips a skippable frame (3.1.2).
        fn skippable(&mut self) -> io::Result<()> {
            let mut header = [0; 8];
            self.read.read_exact(&mut header[..4])?;
            if header[0] & 0xf0 != SKIPPABLE[0] || header[1..4] != SKIPPABLE[1..] {
                return Err(io::Error::new(ErrorKind::InvalidData, "Unknown frame descriptor"));
            }
            self.read.read_exact(&mut header[4..])?;
            let [.., a, b, c, d] = header;
            pass(&mut self.read, u32::from_le_bytes([a, b, c, d]).into())
        }

        /// Skips the blocks of a frame (3.1.1.2), and its checksum.
        fn skip(&mut self, has_checksum: bool) -> io::Result<()> {
            loop {
                let mut header = [0; 4];
                self.read.read_exact(&mut header[..HEADER])?;
                let header = u32::from_le_bytes(header);
                let len = match header >> 1 & 3 {
                    1 => 1,
                    _ => u64::from(header >> 3),
                };
                let is_last = header & 1 == 1;
                let len = len + if is_last && has_checksum { 4 } else { 0 };
                pass(&mut self.read, len)?;
                if is_last {
                    return Ok(());
                }
            }
        }

        /// Reads the dictionary of the frames that follow from a skippable frame. It may be compressed itself.
        fn dictionary(&mut self) -> io::Result<()> {
            let mut header = [0; 8];
            self.read.read_exact(&mut header)?;
            let (magic, len) = header.split_at(4);
            if magic != DICTIONARY_FRAME {
                return Err(io::Error::new(ErrorKind::InvalidData, "expected a frame"));
            }
            let len = u64::from(u32::from_le_bytes([len[0], len[1], len[2], len[3]]));
            let (left, mut content) = (self.common.left.get(), Vec::new());
            // Compressed and decompressed, and as the decoder has it.
            let taken = (3 * len.min(LONGEST)) as usize;
            self.common.memory[1].borrow_mut().take(taken)?;
            let mut frame = (&mut self.read).take(len);
            (&mut frame).take(left.min(LONGEST)).read_to_end(&mut content)?;
            let is_whole = frame.limit() == 0;
            io::copy(&mut frame, &mut io::sink())?;
            if frame.limit() > 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            if is_whole && content.starts_with(&FRAME) {
                let packed = std::mem::take(&mut content);
                self.common.memory[1].borrow_mut().take(3 * LONGEST as usize)?;
                let common = Rc::new(Common::<U>::of(&self.common.budget));
                let unpacked = Decoder::new(&packed[..], 1, common)?;
                unpacked.take(left.min(LONGEST)).read_to_end(&mut content)?;
            }
            self.common.left.set(left.saturating_sub(content.len() as u64));
            if content.starts_with(&DICTIONARY)
                && let Some(id) = content[4..].first_chunk()
            {
                self.unpacker = U::with_dictionary(&content)?;
                self.common.dictionary.set(u32::from_le_bytes(*id));
            }
            Ok(())
        }

        /// Reads no more than is wanted; returns how many bytes were produced and consumed.
        fn step(&mut self, out: &mut [u8]) -> io::Result<(usize, usize)> {
            let read = self.read.fill_buf()?;
            let given = &read[..read.len().min(self.wanted)];
            let Step { taken, made, wanted } = self.unpacker.step(given, out);
            self.read.consume(taken);
            self.wanted = wanted?;
            Ok((made, taken))
        }
    }

    /// Passes over bytes.
    fn pass(read: &mut impl BufRead, len: u64) -> io::Result<()> {
        match io::copy(&mut read.take(len), &mut io::sink())? {
            count if count < len => Err(ErrorKind::UnexpectedEof.into()),
            _ => Ok(()),
        }
    }

    /// The window that the header of a frame asks for (3.1.1.1.2), in bytes.
    fn window_of(header: &[u8]) -> usize {
        let descriptor = header[4];
        if descriptor & 0x20 == 0 {
            let (log, eighths) = (10 + (header[5] >> 3), usize::from(header[5] & 7));
            let base = 1_usize.checked_shl(log.into()).unwrap_or(usize::MAX);
            return base.saturating_add((base / 8).saturating_mul(eighths));
        }
        // All of the content, whose size is at the end.
        let len = 1 << (descriptor >> 6);
        let size = header[header.len() - len..].iter().rev();
        size.fold(0_usize, |size, byte| {
            size.checked_mul(256).unwrap_or(usize::MAX >> 8).saturating_add((*byte).into())
        })
    }

    impl<R: BufRead, U: Unpack> Read for Decoder<R, U> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            if out.is_empty() {
                return Ok(0);
            }
            loop {
                if self.wanted == 0 && !self.start()? {
                    return Ok(0);
                }
                match self.step(out)? {
                    (0, 0) if self.wanted > 0 => return Err(ErrorKind::UnexpectedEof.into()),
                    (0, _) => {}
                    (made, _) => return Ok(made),
                }
            }
        }
    }
}

/// Packs a frame, for tests.
#[cfg(all(test, feature = "zstd"))]
pub fn packed(text: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::stream::Encoder::new(vec![], 0).unwrap();
    encoder.include_checksum(true).unwrap();
    io::Write::write_all(&mut encoder, text).unwrap();
    encoder.finish().unwrap()
}

/// A dictionary with that identifier, for tests: tables that `zstd --train` made, and text.
#[cfg(all(test, feature = "zstd"))]
pub fn dictionary(id: u32) -> Vec<u8> {
    const TABLES: &[u8] = b"\
    \x16\x10\xf0\xec\x1c\x00\x00\x00\xbc\x48\x52\x26\x99\x64\x7a\xc6\xd8\x7b\xef\xbd\xf7\xde\x3b\xc3\x02\
    \x00\x00\x00\x53\x80\xb4\x03\x00\x00\x24\x60\xc0\x00\x01\x01\x81\x35\x28\x07\x1e\x55\x23\x05\x81\x40\
    \x20\x10\x08\x04\x02\x81\x40\x20\x10\x08\x04\x02\x81\x40\x30\x28\x08\x04\x02\x78\x11\x11\x49\x92\x24\
    \x1d\x34\x8b\xe6\xee\x08\x16\x42\x08\x11\x11\x11\x11\x11\x11\x11\x11\x49\x92\x24\x1d\x01\x00\x00\x00\
    \x04\x00\x00\x00\x08\x00\x00\x00\
    ";
    let text = b"http://dictionary.example/of/words";
    [&b"\x37\xa4\x30\xec"[..], &id.to_le_bytes(), TABLES, text].concat()
}

/// Packs a frame with a dictionary, for tests.
#[cfg(all(test, feature = "zstd"))]
pub fn packed_with(dictionary: &[u8], text: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::stream::Encoder::with_dictionary(vec![], 3, dictionary).unwrap();
    encoder.include_checksum(true).unwrap();
    io::Write::write_all(&mut encoder, text).unwrap();
    encoder.finish().unwrap()
}
