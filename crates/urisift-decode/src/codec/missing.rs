//! Stands in for a decoder that the build does not include.

use std::convert::Infallible;
use std::io::{self, Read};

/// A decoder that cannot be created.
pub struct Missing<R> {
    read: R,
    never: Infallible,
}

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

impl<R> Read for Missing<R> {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        match self.never {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seen::opened;

    #[test]
    fn what_cannot_be_unpacked_is_told_once_and_passed_over() {
        for (name, magic, format, feature) in [
            #[cfg(not(feature = "zstd"))]
            ("zst", &b"\x28\xb5\x2f\xfd\x24"[..], "Zstandard", "zstd"),
            #[cfg(not(feature = "xz"))]
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
