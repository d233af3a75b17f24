//! Keeps what a decoder produced before it failed: most crates lose it, and the URIs in it.

use std::io::{self, Read};

/// A decoder that counts its output.
pub trait Counts {
    /// How many bytes it has produced so far, including the call that failed.
    fn made(&self) -> u64;
}

/// Returns all that a decoder produced, and then its error.
pub struct Salvaged<D> {
    decoder: D,
    failure: Option<io::Error>,
}

impl<D> Salvaged<D> {
    pub fn new(decoder: D) -> Self {
        Salvaged { decoder, failure: None }
    }

    pub fn get_mut(&mut self) -> &mut D {
        &mut self.decoder
    }

    pub fn into_inner(self) -> D {
        self.decoder
    }
}

impl<D: Read + Counts> Read for Salvaged<D> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        let before = self.decoder.made();
        self.decoder.read(out).or_else(|failure| {
            // They fit in `out`: the decoder has put them there.
            match (self.decoder.made() - before) as usize {
                0 => Err(failure),
                made => {
                    self.failure = Some(failure);
                    Ok(made)
                }
            }
        })
    }
}

/// Decoders that count their output.
macro_rules! counts {
    ($($decoder:ty),+) => {$(
        impl<R> Counts for $decoder {
            fn made(&self) -> u64 {
                self.total_out()
            }
        }
    )+};
}

counts!(
    flate2::bufread::DeflateDecoder<R>,
    flate2::bufread::ZlibDecoder<R>,
    bzip2::bufread::BzDecoder<R>
);

#[cfg(feature = "xz")]
counts!(liblzma::bufread::XzDecoder<R>);
