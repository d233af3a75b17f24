//! Zstandard (RFC 8878).

use std::io::{self, BufRead};

/// Unpacks frames.
#[cfg(feature = "zstd")]
pub(crate) use blocks::Decoder;

/// Unpacks nothing.
#[cfg(not(feature = "zstd"))]
pub type Decoder<R> = super::Missing<R>;

/// Unpacks consecutive frames.
///
/// # Errors
/// If there is no memory for it, or no decoder.
#[cfg(feature = "zstd")]
pub fn frames<R: BufRead>(read: R) -> io::Result<Decoder<R>> {
    Decoder::new(read, usize::MAX)
}

/// Unpacks one frame, and reads no further.
///
/// # Errors
/// If there is no memory for it, or no decoder.
#[cfg(feature = "zstd")]
pub fn frame<R: BufRead>(read: R) -> io::Result<Decoder<R>> {
    Decoder::new(read, 1)
}

#[cfg(not(feature = "zstd"))]
pub fn frames<R: BufRead>(read: R) -> io::Result<Decoder<R>> {
    Decoder::start(read, "Zstandard", "zstd")
}

#[cfg(not(feature = "zstd"))]
pub(crate) use frames as frame;

/// The inner reader.
pub fn into_inner<R: BufRead>(decoder: Decoder<R>) -> R {
    decoder.into_inner()
}

/// Decodes block by block: one call for several would lose those before a broken one.
#[cfg(feature = "zstd")]
mod blocks {
    use std::io::{self, BufRead, ErrorKind, Read};

    use zstd::stream::raw::{self, InBuffer, Operation, OutBuffer};

    /// The length of a block header (3.1.1.2).
    const HEADER: usize = 3;

    /// Unpacks frames.
    pub struct Decoder<R> {
        read: R,
        raw: raw::Decoder<'static>,
        /// How many bytes the next step asks for, at most a block; 0 before a frame.
        wanted: usize,
        /// How many frames may still start.
        frames: usize,
    }

    impl<R: BufRead> Decoder<R> {
        /// Unpacks up to `frames` consecutive frames.
        pub fn new(read: R, frames: usize) -> io::Result<Self> {
            Ok(Decoder { read, raw: raw::Decoder::new()?, wanted: 0, frames })
        }

        pub fn into_inner(self) -> R {
            self.read
        }

        /// Starts a frame; returns whether there is one.
        fn start(&mut self) -> io::Result<bool> {
            if self.frames == 0 || self.read.fill_buf()?.is_empty() {
                return Ok(false);
            }
            self.frames -= 1;
            // Beyond the frame's header, at most that of its first block is read (3.1.1.1 and 3.1.1.2).
            self.wanted = 1;
            self.raw.reinit()?;
            Ok(true)
        }

        /// Reads no more than is asked for; returns how many bytes were produced and consumed.
        fn step(&mut self, out: &mut [u8]) -> io::Result<(usize, usize)> {
            let read = self.read.fill_buf()?;
            // With a block the decoder asks for the next header too, which is not part of what fails.
            let wanted = self.wanted - if self.wanted > HEADER { HEADER } else { 0 };
            let given = &read[..read.len().min(wanted)];
            let mut input = InBuffer::around(given);
            let mut made = OutBuffer::around(out);
            let wanted = self.raw.run(&mut input, &mut made);
            // A broken block is consumed: if it came in pieces, the first ones already were.
            let taken = if wanted.is_ok() { input.pos() } else { given.len() };
            let made = made.pos();
            self.read.consume(taken);
            self.wanted = wanted?;
            Ok((made, taken))
        }
    }

    impl<R: BufRead> Read for Decoder<R> {
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
