//! Writes records to a file, compressed or not.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use flate2::write::GzEncoder;

use super::draft::Draft;
use crate::record::Sink;

/// A file that takes records as they are, and appears once complete.
pub(crate) struct FileSink {
    draft: Draft,
    encoder: Box<dyn Encoder>,
}

impl FileSink {
    /// Creates a draft of the file; the file itself is not touched yet.
    ///
    /// # Errors
    /// Any error of the system, or if this build lacks the compression.
    pub fn new(path: &Path, compression: Option<Compression>) -> io::Result<Self> {
        let draft = Draft::of(path)?;
        let file = draft.file().try_clone()?;
        let encoder = match compression {
            Some(compression) => compression.into_file(file)?,
            None => Box::new(file),
        };
        Ok(FileSink { draft, encoder })
    }
}

impl Sink for FileSink {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        self.encoder.write_all(records).map_err(|error| self.draft.failed(error))
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.encoder.end().map_err(|error| self.draft.failed(error))?;
        self.draft.publish()
    }
}

/// A compression format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compression {
    Gzip,
    Zstandard,
    Bzip2,
    Xz,
    Lz4,
}

impl Compression {
    /// Every format, by file extension.
    pub const ALL: [(&'static str, Compression); 5] = [
        ("gz", Compression::Gzip),
        ("zst", Compression::Zstandard),
        ("bz2", Compression::Bzip2),
        ("xz", Compression::Xz),
        ("lz4", Compression::Lz4),
    ];

    /// Compresses into the file, at the default level of the format's own program.
    ///
    /// # Errors
    /// If this build does not support it.
    fn into_file(self, file: File) -> io::Result<Box<dyn Encoder>> {
        Ok(match self {
            Compression::Gzip => Box::new(GzEncoder::new(file, flate2::Compression::default())),
            #[cfg(feature = "zstd")]
            Compression::Zstandard => {
                Box::new(zstd::Encoder::new(file, zstd::DEFAULT_COMPRESSION_LEVEL)?)
            }
            #[cfg(not(feature = "zstd"))]
            Compression::Zstandard => return Err(super::cannot_write("Zstandard", "zstd")),
            Compression::Bzip2 => {
                Box::new(bzip2::write::BzEncoder::new(file, bzip2::Compression::best()))
            }
            #[cfg(feature = "xz")]
            Compression::Xz => Box::new(liblzma::write::XzEncoder::new(file, 6)),
            #[cfg(not(feature = "xz"))]
            Compression::Xz => return Err(super::cannot_write("XZ", "xz")),
            Compression::Lz4 => Box::new(lz4_flex::frame::FrameEncoder::new(file)),
        })
    }
}

/// A writer that must be ended.
trait Encoder: Write + Send {
    /// Writes what is left.
    ///
    /// # Errors
    /// If it cannot be written.
    fn end(self: Box<Self>) -> io::Result<()>;
}

/// Uncompressed bytes.
impl Encoder for File {
    fn end(self: Box<Self>) -> io::Result<()> {
        Ok(())
    }
}

/// Encoders; each has its own way to finish.
macro_rules! encoders {
    ($($(#[$feature:meta])? $encoder:ty)+) => {$(
        $(#[$feature])?
        impl Encoder for $encoder {
            fn end(self: Box<Self>) -> io::Result<()> {
                (*self).finish().map(drop).map_err(io::Error::from)
            }
        }
    )+};
}

encoders! {
    GzEncoder<File>
    bzip2::write::BzEncoder<File>
    lz4_flex::frame::FrameEncoder<File>
    #[cfg(feature = "zstd")] zstd::Encoder<'static, File>
    #[cfg(feature = "xz")] liblzma::write::XzEncoder<File>
}
