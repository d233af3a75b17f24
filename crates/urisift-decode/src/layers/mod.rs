//! Encodings below a format: charsets, transfer encodings, header fields, references and media types.

pub mod base64;
pub mod binary;
pub mod body;
pub mod charset;
pub mod coding;
pub mod fields;
pub mod json_escape;
pub mod marks;
pub mod media_type;
pub mod quoted_printable;
pub mod refresh;
pub mod runs;
pub mod syntax;
pub mod utf16;
pub mod word;
