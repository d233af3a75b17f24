//! Compression of output.

use std::fs::File;
use std::io::{self, Write};

use flate2::write::GzEncoder;

/// A compression format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    Gzip,
    Zstandard,
    Bzip2,
    Xz,
    Lz4,
}

impl Packing {
    /// Every format, by file extension.
    pub const ALL: [(&'static str, Packing); 5] = [
        ("gz", Packing::Gzip),
        ("zst", Packing::Zstandard),
        ("bz2", Packing::Bzip2),
        ("xz", Packing::Xz),
        ("lz4", Packing::Lz4),
    ];

    /// Compresses into the file, at the default level of the format's own program.
    ///
    /// # Errors
    /// If this build does not support it.
    pub(super) fn into_file(self, file: File) -> io::Result<Box<dyn Packer>> {
        match self {
            Packing::Gzip => Ok(Box::new(GzEncoder::new(file, flate2::Compression::default()))),
            Packing::Zstandard => zstandard(file),
            Packing::Bzip2 => {
                Ok(Box::new(bzip2::write::BzEncoder::new(file, bzip2::Compression::best())))
            }
            Packing::Xz => xz(file),
            Packing::Lz4 => Ok(Box::new(lz4_flex::frame::FrameEncoder::new(file))),
        }
    }
}

#[cfg(feature = "zstd")]
fn zstandard(file: File) -> io::Result<Box<dyn Packer>> {
    Ok(Box::new(zstd::Encoder::new(file, zstd::DEFAULT_COMPRESSION_LEVEL)?))
}

#[cfg(not(feature = "zstd"))]
fn zstandard(_: File) -> io::Result<Box<dyn Packer>> {
    Err(super::cannot_write("Zstandard", "zstd"))
}

#[cfg(feature = "xz")]
fn xz(file: File) -> io::Result<Box<dyn Packer>> {
    Ok(Box::new(liblzma::write::XzEncoder::new(file, 6)))
}

#[cfg(not(feature = "xz"))]
fn xz(_: File) -> io::Result<Box<dyn Packer>> {
    Err(super::cannot_write("XZ", "xz"))
}

/// Takes bytes, and must be told where they end.
pub(super) trait Packer: Write + Send {
    /// Writes what is left.
    ///
    /// # Errors
    /// If it cannot be written.
    fn end(self: Box<Self>) -> io::Result<()>;
}

/// Uncompressed bytes.
impl Packer for File {
    fn end(self: Box<Self>) -> io::Result<()> {
        Ok(())
    }
}

/// Encoders; each has its own way to finish.
macro_rules! packers {
    ($($(#[$feature:meta])? $encoder:ty)+) => {$(
        $(#[$feature])?
        impl Packer for $encoder {
            fn end(self: Box<Self>) -> io::Result<()> {
                (*self).finish().map(drop).map_err(io::Error::from)
            }
        }
    )+};
}

packers! {
    GzEncoder<File>
    bzip2::write::BzEncoder<File>
    lz4_flex::frame::FrameEncoder<File>
    #[cfg(feature = "zstd")] zstd::Encoder<'static, File>
    #[cfg(feature = "xz")] liblzma::write::XzEncoder<File>
}
