//! Decoders of Content-Transfer-Encodings (RFC 2045 6).

mod base64;
mod quoted;

pub(super) use base64::{Base64, decode as decode_base64};
pub(super) use quoted::{QuotedPrintable, unescaped};
