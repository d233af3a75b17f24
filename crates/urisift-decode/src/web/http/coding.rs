//! The content codings of a body (RFC 9110 8.4).

use std::io::{self, Read};
use std::rc::Rc;

use crate::compress::codec::{Salvaged, br, gz, zst};
use crate::compress::{self, is_text, is_zlib};
use crate::core::budget::Budget;
use crate::core::peek::PeekReader;

/// The most codings that are removed, one inside the other.
pub(super) const MOST: usize = 4;

/// How many bytes of a body tell whether it is text.
const ENOUGH: usize = 64;

/// A supported coding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ContentCoding {
    Gzip,
    Deflate,
    Brotli,
    Zstandard,
}

impl ContentCoding {
    /// The codings in a Content-Encoding, in the order in which they were applied.
    pub fn all(value: &str) -> Vec<Self> {
        value
            .split(',')
            .filter_map(|name| ContentCoding::named(name.trim()))
            .take(MOST + 1)
            .collect()
    }

    fn named(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "gzip" | "x-gzip" => Some(ContentCoding::Gzip),
            "deflate" => Some(ContentCoding::Deflate),
            "br" => Some(ContentCoding::Brotli),
            "zstd" => Some(ContentCoding::Zstandard),
            _ => None,
        }
    }

    /// Its name in a path.
    pub fn name(self) -> &'static str {
        match self {
            ContentCoding::Gzip => "gzip",
            ContentCoding::Deflate => "deflate",
            ContentCoding::Brotli => "br",
            ContentCoding::Zstandard => "zstd",
        }
    }

    /// Returns `true` if the body is in this coding: the writer of the archive may have removed it.
    pub fn fits(self, reader: &mut PeekReader<'_>) -> bool {
        let bytes = reader.front(ENOUGH);
        match self {
            ContentCoding::Gzip => bytes.starts_with(&gz::MAGIC),
            ContentCoding::Zstandard => bytes
                .get(1..4)
                .is_some_and(|magic| magic == [0xb5, 0x2f, 0xfd] || magic == [0x2a, 0x4d, 0x18]),
            // They have no magic number.
            ContentCoding::Deflate | ContentCoding::Brotli => !is_text(bytes),
        }
    }

    /// Starts to decode it.
    pub fn decoder<'t>(
        self,
        reader: &'t mut PeekReader<'_>,
        budget: &Rc<Budget>,
    ) -> io::Result<Box<dyn Read + 't>> {
        Ok(match self {
            ContentCoding::Gzip => Box::new(compress::gzip(reader)?),
            ContentCoding::Deflate if is_zlib(reader.peek(2)) => {
                Box::new(Salvaged::new(flate2::bufread::ZlibDecoder::new(reader)))
            }
            ContentCoding::Deflate => {
                Box::new(Salvaged::new(flate2::bufread::DeflateDecoder::new(reader)))
            }
            ContentCoding::Brotli => Box::new(br::stream(reader, budget)?),
            ContentCoding::Zstandard => Box::new(zst::frames(reader, budget)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{all_of, dripping};
    use flate2::Compression;
    use flate2::read::{DeflateEncoder, GzEncoder, ZlibEncoder};

    use super::*;

    /// `hello` and a line feed.
    const BROTLI: &[u8] = b"\x8f\x02\x80hello\n\x03";

    #[test]
    fn names() {
        let all = ContentCoding::all("GZIP, br,unknown ,, x-gzip");
        assert_eq!(all, [ContentCoding::Gzip, ContentCoding::Brotli, ContentCoding::Gzip]);
        assert_eq!(ContentCoding::all(&"br,".repeat(99)).len(), MOST + 1);
    }

    #[test]
    fn a_large_window_is_refused() {
        let mut reader = dripping(b"\x11\x1e\x03\x03\x03", 1);
        let mut out = [0; 9];
        assert!(
            ContentCoding::Brotli
                .decoder(&mut reader, &Rc::default())
                .unwrap()
                .read(&mut out)
                .is_err()
        );
        assert!(!reader.is_at_end(), "it has been read on");
    }

    #[test]
    fn every_coding_is_told_and_taken_off() {
        let text = b"hello\n";
        let best = Compression::best();
        for (coding, bytes) in [
            (ContentCoding::Gzip, all_of(GzEncoder::new(&text[..], best))),
            (ContentCoding::Deflate, all_of(ZlibEncoder::new(&text[..], best))),
            (ContentCoding::Deflate, all_of(DeflateEncoder::new(&text[..], best))),
            (ContentCoding::Brotli, BROTLI.to_vec()),
            #[cfg(feature = "zstd")]
            (ContentCoding::Zstandard, zst::packed(text)),
        ] {
            let mut reader = dripping(&bytes, 3);
            assert!(coding.fits(&mut reader), "{coding:?}");
            let mut out = Vec::new();
            coding.decoder(&mut reader, &Rc::default()).unwrap().read_to_end(&mut out).unwrap();
            assert_eq!(out, text, "{coding:?}");
            for plain in [&b"<html>"[..], "\u{e9}t\u{e9}".as_bytes(), b""] {
                assert!(!coding.fits(&mut dripping(plain, 9)), "{coding:?}");
            }
        }
    }
}
