//! Charsets other than UTF-8.

mod dos;
mod hz;
mod iso2022;
mod label;
mod meta;
mod multi;
mod single;
#[cfg(test)]
mod tests;
mod utf16;
mod utf7;

use encoding_rs::{Encoding, ISO_2022_JP};

use super::coding::{Coding, Recoded};
use crate::core::format::{Prefix, ToUtf8};
use crate::core::mapped::MappedRead;
use hz::Hz;
use iso2022::Iso2022;
use multi::Multi;
use single::{Single, Table};
use utf7::Utf7;
use utf16::{Utf16, Utf32};

pub(crate) use meta::{Attributes, PRESCAN, meta_charset};
pub(crate) use utf16::Order;

/// A charset that needs decoding (RFC 2978).
#[derive(Clone, Debug)]
pub struct Charset(Kind);

#[derive(Clone, Debug)]
enum Kind {
    Single(Table),
    Multi(&'static Encoding),
    Iso2022Jp,
    Iso2022Kr,
    Hz,
    Utf7,
    /// `None` if the order is not told.
    Utf16(Option<Order>),
    Utf32(Option<Order>),
}

impl Charset {
    /// UTF-16 (RFC 2781), in that order unless a byte order mark says otherwise.
    pub fn utf_16(order: Order) -> Self {
        Charset(Kind::Utf16(Some(order)))
    }

    /// UTF-32, likewise.
    pub fn utf_32(order: Order) -> Self {
        Charset(Kind::Utf32(Some(order)))
    }

    /// The charset with that label. `None` if no decoding is needed (UTF-8, ASCII) or the label is
    /// unknown: then the bytes are taken as they are.
    pub fn named(label: &[u8]) -> Option<Self> {
        label::kind(label).map(Charset)
    }

    /// Returns `true` if the label says what no one here knows.
    pub fn is_unknown(label: &[u8]) -> bool {
        label::is_unknown(label)
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
            Kind::Single(table) => Box::new(Single::new(*table)),
            Kind::Multi(encoding) => Box::new(Multi::new(encoding)),
            Kind::Iso2022Jp => Box::new(Iso2022::japanese()),
            Kind::Iso2022Kr => Box::new(Iso2022::korean()),
            Kind::Hz => Box::new(Hz::default()),
            Kind::Utf7 => Box::new(Utf7::default()),
            Kind::Utf16(order) => Box::new(Utf16::new(*order)),
            Kind::Utf32(order) => Box::new(Utf32::new(*order)),
        }
    }
}

impl ToUtf8 for Charset {
    fn has_ascii(&self) -> bool {
        !matches!(self.0, Kind::Utf16(_) | Kind::Utf32(_))
    }

    fn encoding(&self) -> Option<&'static Encoding> {
        match &self.0 {
            Kind::Single(Table::Encoding(encoding)) | Kind::Multi(encoding) => Some(encoding),
            Kind::Iso2022Jp => Some(ISO_2022_JP),
            _ => None,
        }
    }

    fn decoded<'t>(&self, text: &'t mut dyn MappedRead) -> Box<dyn MappedRead + 't> {
        Box::new(Decoded::new(text, self))
    }
}

/// Text of a charset as UTF-8. Malformed bytes become U+FFFD.
pub type Decoded<R> = Recoded<R, Box<dyn Coding>>;

impl<R: MappedRead> Decoded<R> {
    pub fn new(inner: R, charset: &Charset) -> Self {
        Recoded::by(charset.coding(), inner)
    }
}
