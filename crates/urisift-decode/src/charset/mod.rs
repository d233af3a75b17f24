//! Charsets other than UTF-8.

mod iso2022jp;
mod label;
mod meta;
mod multi;
mod single;
#[cfg(test)]
mod tests;
mod utf16;

use encoding_rs::Encoding;

use super::coding::{Coding, Recoded};
use super::format::Prefix;
use super::mapped::MappedRead;
use iso2022jp::Iso2022Jp;
use multi::Multi;
use single::Single;
use utf16::{Order, Utf16, Utf32};

pub(crate) use meta::{PRESCAN, meta_charset};

/// A charset that needs decoding (RFC 2978).
#[derive(Clone, Debug)]
pub struct Charset(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Single(&'static Encoding),
    Multi(&'static Encoding),
    Iso2022Jp,
    Utf16(Order),
    Utf32(Order),
}

impl Charset {
    /// UTF-16 (RFC 2781), little-endian unless a byte order mark says otherwise.
    pub const UTF_16: Charset = Charset(Kind::Utf16(Order::Little));
    /// UTF-32, likewise.
    pub const UTF_32: Charset = Charset(Kind::Utf32(Order::Little));

    /// The charset with that label. `None` if no decoding is needed (UTF-8, ASCII) or the label is
    /// unknown: then the bytes are taken as they are.
    pub fn named(label: &[u8]) -> Option<Self> {
        label::kind(label).map(Charset)
    }

    /// Whether ASCII bytes stand for ASCII characters.
    fn has_ascii(&self) -> bool {
        !matches!(self.0, Kind::Utf16(_) | Kind::Utf32(_))
    }

    /// Appends the decoded bytes of a short text to `out`.
    pub fn decode_to(&self, mut bytes: &[u8], out: &mut Vec<u8>) {
        let mut coding = self.coding();
        while !bytes.is_empty() {
            let plain = coding.plain(bytes);
            out.extend_from_slice(&bytes[..plain]);
            bytes = &bytes[plain..];
            if !bytes.is_empty() {
                let taken = coding.first(Prefix { bytes, is_all: true }, out);
                bytes = &bytes[taken.unwrap_or(bytes.len())..];
            }
        }
    }

    fn coding(&self) -> Box<dyn Coding> {
        match &self.0 {
            Kind::Single(encoding) => Box::new(Single::new(encoding)),
            Kind::Multi(encoding) => Box::new(Multi::new(encoding)),
            Kind::Iso2022Jp => Box::new(Iso2022Jp::default()),
            Kind::Utf16(order) => Box::new(Utf16::new(*order)),
            Kind::Utf32(order) => Box::new(Utf32::new(*order)),
        }
    }
}

/// Text of a charset as UTF-8. Malformed bytes become U+FFFD.
pub type Decoded<R> = Recoded<R, Box<dyn Coding>>;

impl<R: MappedRead> Decoded<R> {
    pub fn new(inner: R, charset: &Charset) -> Self {
        Recoded::by(charset.coding(), inner)
    }
}
