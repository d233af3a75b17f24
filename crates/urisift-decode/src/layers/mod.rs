//! Encodings below a format: charsets, transfer encodings, header fields, references and media types.

pub mod body;
pub mod charset;
pub mod coding;
pub mod fields;
pub mod json_escape;
pub mod marks;
pub mod media_type;
pub mod syntax;
pub mod transfer;
pub mod utf16;
