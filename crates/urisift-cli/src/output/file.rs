//! Writes records to a file, compressed or not.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use flate2::write::GzEncoder;

use super::draft::Draft;
use crate::record::Sink;

/// A file that takes records as they are, and appears once complete.
pub(crate) struct InFile {
    draft: Draft,
    packer: Box<dyn Packer>,
}

impl InFile {
    /// Creates a draft of the file; the file itself is not touched yet.
    ///
    /// # Errors
    /// Any error of the system, or if this build lacks the compression.
    pub fn new(path: &Path, packing: Option<Packing>) -> io::Result<Self> {
        let draft = Draft::of(path)?;
        let file = draft.file().try_clone()?;
        let packer = match packing {
            Some(packing) => packing.into_file(file)?,
            None => Box::new(file),
        };
        Ok(InFile { draft, packer })
    }
}

impl Sink for InFile {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        self.packer.write_all(records).map_err(|error| self.draft.failed(error))
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.packer.end().map_err(|error| self.draft.failed(error))?;
        self.draft.publish()
    }
}

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
    fn into_file(self, file: File) -> io::Result<Box<dyn Packer>> {
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
trait Packer: Write + Send {
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
