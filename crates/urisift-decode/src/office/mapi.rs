//! Properties of messages, as Outlook and Exchange keep them (MS-OXPROPS, MS-OXCDATA).

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use super::lzfu::Lzfu;
use super::rtf;
use crate::core::format::in_utf8;
use crate::core::mapped::MappedRead;
use crate::core::message::{Message, MessageFields, time_of};
use crate::core::peek::PeekReader;
use crate::core::step::StepKind;
use crate::core::visitor::Side;
use crate::core::walker::Walker;
use crate::layers::charset::{Charset, Decoded, Order};
use crate::layers::runs;
use crate::mail;
use crate::web::html::{self, Html};

/// The name of a stream with the properties of fixed length (MS-OXMSG 2.4).
pub(super) const FIXED: &str = "__properties_version1.0";
/// How the name of the stream of any other property starts; its number and its type follow.
const PREFIX: &str = "__substg1.0_";

/// Properties (MS-OXPROPS 2).
const HEADERS: u16 = 0x007d;
pub(super) const BODY: u16 = 0x1000;
const RTF: u16 = 0x1009;
const HTML: u16 = 0x1013;
const MESSAGE_ID: u16 = 0x1035;
pub(super) const SUBJECT: u16 = 0x0037;
/// The names and the addresses of the author and of the sender.
const AUTHORS: [u16; 2] = [0x0042, 0x0c1a];
const ADDRESSES: [u16; 3] = [0x5d02, 0x5d01, 0x0c1f];
pub(super) const DATA: u16 = 0x3701;
const SHORT_NAME: u16 = 0x3704;
const LONG_NAME: u16 = 0x3707;
/// Names of messages, and subjects that repeat the one of the message.
const NO_TEXT: &[u16] = &[0x0070, 0x0e1d, MESSAGE_ID, 0x1039, 0x1042];

/// With the type of a number (MS-OXPROPS 2.733, 2.764).
const MESSAGE_PAGE: u32 = 0x3ffd_0003;
const INTERNET_PAGE: u32 = 0x3fde_0003;

/// When it was sent, and when it was received (MS-OXPROPS 2.624, 2.784): the type of a time (MS-OXCDATA 2.11.1).
const SENT: u32 = 0x0039_0040;
const DELIVERED: u32 = 0x0e06_0040;

/// The longest name and identifier, in bytes.
pub(super) const MAX_NAME: usize = 2 << 10;

/// The number of a property and its type (MS-OXCDATA 2.11.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Property {
    pub number: u16,
    pub kind: u16,
}

impl Property {
    /// The property of a stream with that name.
    pub fn of(name: &str) -> Option<Self> {
        let digits = name.strip_prefix(PREFIX)?;
        let number = |range| u16::from_str_radix(digits.get(range)?, 16).ok();
        Some(Property { number: number(0..4)?, kind: number(4..8)? })
    }

    /// The order of the parts of a message.
    pub fn rank(self) -> u8 {
        match self.number {
            HEADERS => 0,
            BODY => 1,
            HTML | RTF => 2,
            _ => 3,
        }
    }

    /// Returns `true` if it is text: of UTF-16 or of a code page, also in a list.
    fn is_wide(self) -> bool {
        self.kind & 0xfff == 0x1f
    }

    fn is_narrow(self) -> bool {
        self.kind & 0xfff == 0x1e
    }
}

/// What is known of the properties in a storage.
#[derive(Debug, Default)]
pub(super) struct Mailing {
    /// It is one of a message, not of a recipient or an attachment.
    pub is_message: bool,
    pub message: Message,
    /// There is a body in plain text, and one in HTML: RTF says the same again.
    has_text: bool,
    has_html: bool,
    /// Names of properties: in no message, they are content.
    pub is_of_names: bool,
    /// The name of the attachment.
    pub name: PathBuf,
    /// The charsets of strings and of HTML.
    strings: Option<Charset>,
    html: Option<Charset>,
}

impl Mailing {
    /// By the properties of fixed length, which others there are, and the values of short ones.
    pub fn new(
        fixed: &[u8],
        has: impl Fn(u16) -> bool,
        value: impl Fn(u16) -> Option<(Property, Vec<u8>)>,
    ) -> Self {
        let strings = page(fixed, MESSAGE_PAGE);
        let text = |number: u16| {
            let (property, bytes) = value(number)?;
            Some(string(property, &bytes, strings.as_ref()))
        };
        Mailing {
            is_message: false,
            message: Message::new(text(MESSAGE_ID), time(fixed, SENT)).with(MessageFields {
                received: time(fixed, DELIVERED),
                from: ADDRESSES.into_iter().filter_map(text).find(|address| address.contains('@')),
                from_name: AUTHORS.into_iter().find_map(text),
                subject: text(SUBJECT),
                ..MessageFields::default()
            }),
            has_text: has(BODY),
            has_html: has(HTML),
            is_of_names: false,
            name: text(LONG_NAME).or_else(|| text(SHORT_NAME)).unwrap_or_default().into(),
            html: page(fixed, INTERNET_PAGE),
            strings,
        }
    }

    /// Reads the parts of a message by `open`, or of a recipient or an attachment.
    pub fn read_all<P>(
        &self,
        parts: &[P],
        property: impl Fn(&P) -> Option<Property>,
        to: &mut Walker<'_>,
        mut open: impl FnMut(&P, &mut Walker<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.is_message {
            if to.part.message.is_none() {
                to.visitor.message();
            }
            to.part.message = Some(Arc::new(self.message.clone()));
        }
        let forms = parts.iter().filter(|part| self.form(property(part)).is_some()).count();
        let mut left = forms;
        for part in parts {
            let form = self.form(property(part));
            if form.is_some() && left == forms && forms > 1 {
                to.visitor.alternatives_start();
            }
            let outer = to.part.side;
            to.part.side = form.unwrap_or_default();
            open(part, to)?;
            to.part.side = outer;
            if form.is_some() {
                left -= 1;
                if left == 0 && forms > 1 {
                    to.visitor.alternatives_end()?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Which form of the body a property is.
    fn form(&self, property: Option<Property>) -> Option<Side> {
        match property?.number {
            BODY if self.is_message => Some(Side::Text),
            HTML if self.is_message => Some(Side::Html),
            RTF if self.is_message && self.has_text && !self.has_html => Some(Side::Html),
            _ => None,
        }
    }

    /// Reads a property.
    pub fn read(
        &self,
        property: Option<Property>,
        reader: &mut PeekReader<'_>,
        to: &mut Walker<'_>,
    ) -> ControlFlow<()> {
        let Some(property) = property.filter(|_| !self.is_of_names) else {
            // Numbers, and names of properties.
            return ControlFlow::Continue(());
        };
        match property.number {
            number if NO_TEXT.contains(&number) => ControlFlow::Continue(()),
            HTML if !property.is_wide() => {
                html::markup(self.html.as_ref().map(|it| it as _), reader, to)
            }
            RTF if self.has_html => ControlFlow::Continue(()),
            RTF => {
                let at = reader.raw();
                let make = || Ok(Box::new(Lzfu::new(reader)) as Box<_>);
                to.unpack(StepKind::Layer, "rtf", make, at, |to, reader| {
                    if self.has_text && !rtf::encloses_html(reader) {
                        to.skip(reader);
                        return ControlFlow::Continue(());
                    }
                    rtf::read(reader, to)
                })
            }
            DATA => {
                let outer = std::mem::replace(&mut to.name, self.name.clone());
                let attached = to.part.attachment.clone();
                if to.part.message.is_some() && attached.is_none() {
                    to.part.attachment = Some(self.name.to_string_lossy().into());
                }
                let flow = to.open_or(reader, |to, reader| runs::read(reader, to));
                (to.name, to.part.attachment) = (outer, attached);
                flow
            }
            _ if property.is_wide() => {
                let charset = Charset::utf_16(Order::Little);
                self.text(property, &mut Decoded::new(reader, &charset), to)
            }
            _ if property.is_narrow() => {
                in_utf8(self.strings.as_ref().map(|it| it as _), reader, |text| {
                    self.text(property, text, to)
                })
            }
            _ => runs::read(reader, to),
        }
    }

    /// Reads a text property in UTF-8.
    fn text(
        &self,
        property: Property,
        text: &mut dyn MappedRead,
        to: &mut Walker<'_>,
    ) -> ControlFlow<()> {
        match property.number {
            HEADERS => mail::header(&mut PeekReader::of_mapped(text), to),
            HTML => {
                let details = to.visitor.details();
                to.text(&mut Html::new(text, to.limits.max_len).with(details))
            }
            _ => to.text(text),
        }
    }
}

/// The value of a fixed property. Each has 16 bytes: type, number, flags and value (MS-OXMSG 2.4.2).
fn fixed_value(fixed: &[u8], property: u32) -> Option<u64> {
    let at = fixed.chunks_exact(8).position(|chunk| chunk[..4] == property.to_le_bytes())?;
    fixed.get(8 * at + 8..)?.first_chunk().map(|value| u64::from_le_bytes(*value))
}

/// The charset that a fixed property names by the number of a code page.
fn page(fixed: &[u8], property: u32) -> Option<Charset> {
    let page = fixed_value(fixed, property)? as u32;
    Charset::named(format!("cp{page}").as_bytes())
}

/// The time that a fixed property has, which counts tenths of microseconds since 1601 in UTC (MS-DTYP 2.3.3), as RFC
/// 3339 writes it. One before 1970, as zero, is not one.
fn time(fixed: &[u8], property: u32) -> Option<String> {
    let since_1970 = (fixed_value(fixed, property)? / 10_000_000).checked_sub(11_644_473_600)?;
    time_of(since_1970)
}

/// The value of a short text property.
fn string(property: Property, bytes: &[u8], charset: Option<&Charset>) -> String {
    let mut text = Vec::new();
    match charset {
        _ if property.is_wide() => Charset::utf_16(Order::Little).decode_to(bytes, &mut text),
        Some(charset) => charset.decode_to(bytes, &mut text),
        None => text.extend_from_slice(bytes),
    }
    String::from_utf8_lossy(&text).trim_end_matches('\0').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_count_from_1601() {
        let of = |ticks: u64| {
            let property = [&SENT.to_le_bytes()[..], &[6, 0, 0, 0], &ticks.to_le_bytes()].concat();
            time(&[&[0; 32][..], &property].concat(), SENT)
        };
        let second = |since_1970: u64| of((since_1970 + 11_644_473_600) * 10_000_000 + 1);
        for (at, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_399, "2000-02-28T23:59:59Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (951_868_800, "2000-03-01T00:00:00Z"),
            (1_580_472_009, "2020-01-31T12:00:09Z"),
            (1_609_459_199, "2020-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(second(at).as_deref(), Some(text));
        }
        assert_eq!([of(0), of(1), of(u64::MAX)], [None, None, None]);
        assert_eq!(time(&[0; 40], DELIVERED), None);
    }
}
