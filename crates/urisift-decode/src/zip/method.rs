//! The compression methods of members (APPNOTE 4.4.5).

use std::io::{self, BufRead, Read};

use crate::codec::salvaged::Salvaged;
use crate::codec::{xz, zst};

/// A supported method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    Deflate,
    Bzip2,
    Zstandard,
    Xz,
}

impl Method {
    pub fn of(number: u64) -> Option<Self> {
        match number {
            8 => Some(Method::Deflate),
            12 => Some(Method::Bzip2),
            93 => Some(Method::Zstandard),
            95 => Some(Method::Xz),
            _ => None,
        }
    }

    /// Unpacks one stream, and reads no further.
    pub fn decoder<'r>(self, read: impl BufRead + 'r) -> io::Result<Box<dyn Read + 'r>> {
        Ok(match self {
            Method::Deflate => Box::new(Salvaged::new(flate2::bufread::DeflateDecoder::new(read))),
            Method::Bzip2 => Box::new(Salvaged::new(bzip2::bufread::BzDecoder::new(read))),
            Method::Zstandard => Box::new(zst::frame(read)?),
            Method::Xz => Box::new(xz::stream(read)?),
        })
    }
}
