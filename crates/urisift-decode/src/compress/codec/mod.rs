//! Decoders that add to what their crates do. Those of zst and xz, if not built with `zstd-rust` and `xz-rust`, are
//! written in C: a build without them still detects the format and reports what it cannot decompress.

pub(crate) mod br;
pub(crate) mod deflate64;
pub(crate) mod gz;
pub(crate) mod lz4;
pub(crate) mod lzw;
pub(crate) mod mozlz4;
pub(crate) mod snappy;
pub(crate) mod xz;
#[cfg(all(feature = "xz", any(fuzzing, not(feature = "xz-rust"))))]
mod xz_c;
#[cfg(feature = "xz-rust")]
mod xz_rust;
pub(crate) mod zst;
#[cfg(all(feature = "zstd", any(fuzzing, not(feature = "zstd-rust"))))]
mod zst_c;
#[cfg(feature = "zstd-rust")]
mod zst_rust;

#[cfg(not(all(
    any(feature = "zstd", feature = "zstd-rust"),
    any(feature = "xz", feature = "xz-rust")
)))]
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

/// What the decoders in C and in Rust make of the bytes, in this order, and whether a fault ends it.
#[cfg(all(fuzzing, feature = "xz", feature = "xz-rust", feature = "zstd", feature = "zstd-rust"))]
pub fn in_c_and_in_rust(format: &str, bytes: &[u8]) -> [(Vec<u8>, io::Result<()>); 2] {
    /// Longer than what the fuzzer compresses, and no bomb.
    const MOST: u64 = 1 << 20;
    fn unpacked<D: Read>(decoder: io::Result<D>) -> (Vec<u8>, io::Result<()>) {
        let mut out = Vec::new();
        let end = decoder.and_then(|decoder| decoder.take(MOST).read_to_end(&mut out));
        (out, end.map(drop))
    }
    let budget = &std::rc::Rc::default();
    match format {
        "xz" => [unpacked(xz_c::stream(bytes, budget)), unpacked(xz_rust::stream(bytes, budget))],
        "lzma" => [unpacked(xz_c::alone(bytes, budget)), unpacked(xz_rust::alone(bytes, budget))],
        "lz" => [unpacked(xz_c::lzip(bytes, budget)), unpacked(xz_rust::lzip(bytes, budget))],
        "zst" => [
            unpacked(zst::frames_by::<_, zst_c::Unpacker>(bytes, budget)),
            unpacked(zst::frames_by::<_, zst_rust::Unpacker>(bytes, budget)),
        ],
        other => panic!("{other} has no decoder in C"),
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
#[cfg(not(all(
    any(feature = "zstd", feature = "zstd-rust"),
    any(feature = "xz", feature = "xz-rust")
)))]
pub struct Missing<R> {
    read: R,
    never: Infallible,
}

#[cfg(not(all(
    any(feature = "zstd", feature = "zstd-rust"),
    any(feature = "xz", feature = "xz-rust")
)))]
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

#[cfg(not(all(
    any(feature = "zstd", feature = "zstd-rust"),
    any(feature = "xz", feature = "xz-rust")
)))]
impl<R> Read for Missing<R> {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        match self.never {}
    }
}

#[cfg(all(
    test,
    not(all(
        any(feature = "zstd", feature = "zstd-rust"),
        any(feature = "xz", feature = "xz-rust")
    ))
))]
mod tests {
    use super::*;
    use crate::testing::opened;

    #[test]
    fn what_cannot_be_unpacked_is_told_once_and_passed_over() {
        for (name, magic, format, feature) in [
            #[cfg(not(any(feature = "zstd", feature = "zstd-rust")))]
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
