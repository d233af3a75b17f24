//! Decoders of Content-Transfer-Encodings (RFC 2045 6), as layers.

mod base64;
mod quoted;

pub(super) use base64::Base64;
pub(super) use quoted::QuotedPrintable;
