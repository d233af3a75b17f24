//! Decoders that add to what their crates do. Those of zst, and of xz if it is not built with `xz-rust`, are written in
//! C: a build without them still detects the format and reports what it cannot unpack.

pub(super) mod br;
pub(super) mod deflate64;
pub(super) mod gz;
pub(super) mod lz4;
pub(super) mod lzw;
pub(super) mod snappy;
pub(super) mod xz;
#[cfg(all(feature = "xz", any(fuzzing, not(feature = "xz-rust"))))]
mod xz_c;
#[cfg(feature = "xz-rust")]
mod xz_rust;
pub(super) mod zst;

#[cfg(not(all(feature = "zstd", any(feature = "xz", feature = "xz-rust"))))]
use std::convert::Infallible;
use std::io::{self, Read};

/// A decoder that counts its output.
pub trait Counts {
    /// How many bytes it has produced so far, including the call that failed.
    fn made(&self) -> u64;
}

/// Returns all that a decoder produced, and then its error: most crates lose it, and the URIs in it.
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

#[cfg(all(feature = "xz", any(fuzzing, not(feature = "xz-rust"))))]
counts!(liblzma::bufread::XzDecoder<R>);

/// Stands in for a decoder that the build does not include: it cannot be created.
#[cfg(not(all(feature = "zstd", any(feature = "xz", feature = "xz-rust"))))]
pub struct Missing<R> {
    read: R,
    never: Infallible,
}

#[cfg(not(all(feature = "zstd", any(feature = "xz", feature = "xz-rust"))))]
impl<R> Missing<R> {
    /// Always fails.
    ///
    /// # Errors
    /// Always: names the format, and the Cargo feature that adds its decoder.
    pub fn start(_: R, name: &str, feature: &str) -> io::Result<Self> {
        let what = format!(
            "this build of urisift cannot unpack {name}: build it with `--features {feature}`"
        );
        Err(io::Error::new(io::ErrorKind::Unsupported, what))
    }

    /// The inner reader.
    pub fn into_inner(self) -> R {
        self.read
    }
}

#[cfg(not(all(feature = "zstd", any(feature = "xz", feature = "xz-rust"))))]
impl<R> Read for Missing<R> {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        match self.never {}
    }
}

#[cfg(all(test, not(all(feature = "zstd", any(feature = "xz", feature = "xz-rust")))))]
mod tests {
    use super::*;
    use crate::testing::opened;

    #[test]
    fn what_cannot_be_unpacked_is_told_once_and_passed_over() {
        for (name, magic, format, feature) in [
            #[cfg(not(feature = "zstd"))]
            ("zst", &b"\x28\xb5\x2f\xfd\x24"[..], "Zstandard", "zstd"),
            #[cfg(not(any(feature = "xz", feature = "xz-rust")))]
            ("xz", b"\xfd7zXZ\0", "XZ", "xz"),
        ] {
            let all = opened(&[magic, b" http://a.example/ "].concat().repeat(9));
            let what = format!(
                "cannot be unpacked as {name}: this build of urisift cannot unpack {format}: \
                 build it with `--features {feature}`"
            );
            assert_eq!(all.problems, [what]);
            assert!(all.texts.is_empty());
        }
        assert!(Missing::start(io::empty(), "it", "none").is_err());
    }
}
