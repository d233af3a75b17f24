//! The query of a link in a page of a legacy encoding: its characters are percent-encoded in that encoding (URL Standard 4.4,
//! query state).

use std::fmt::Write;
use std::ops::Range;

use encoding_rs::{EncoderResult, Encoding};

use crate::layers::syntax::has_scheme;

/// The schemes whose queries are in the encoding of the page.
const SCHEMES: [&[u8]; 4] = [b"http:", b"https:", b"ftp:", b"file:"];

/// Encodes the non-ASCII characters in the query of a reference.
pub(super) fn encode(reference: &mut Vec<u8>, encoding: &'static Encoding) {
    let Some(query) = query(reference) else { return };
    let is = |scheme: &&[u8]| {
        reference.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    if reference[query.clone()].is_ascii() || has_scheme(reference) && !SCHEMES.iter().any(is) {
        return;
    }
    if let Ok(text) = str::from_utf8(&reference[query.clone()]) {
        let encoded = encoded(text, encoding);
        reference.splice(query, encoded.into_bytes());
    }
}

/// Where the query is.
fn query(reference: &[u8]) -> Option<Range<usize>> {
    let end = memchr::memchr(b'#', reference).unwrap_or(reference.len());
    let start = memchr::memchr(b'?', &reference[..end])? + 1;
    Some(start..end)
}

/// The text in that encoding. A character that it lacks is a character reference.
fn encoded(text: &str, encoding: &'static Encoding) -> String {
    let (mut encoder, mut rest) = (encoding.new_encoder(), text);
    let (mut out, mut bytes) = (String::with_capacity(2 * text.len()), [0; 256]);
    loop {
        let (result, read, written) =
            encoder.encode_from_utf8_without_replacement(rest, &mut bytes, true);
        rest = &rest[read..];
        bytes[..written].iter().for_each(|byte| push(*byte, &mut out));
        match result {
            EncoderResult::InputEmpty => return out,
            EncoderResult::OutputFull => {}
            EncoderResult::Unmappable(char) => {
                let _ = write!(out, "%26%23{}%3B", u32::from(char));
            }
        }
    }
}

fn push(byte: u8, out: &mut String) {
    match byte {
        b'!'..=b'~' if !b"\"#'<>".contains(&byte) => out.push(byte.into()),
        _ => _ = write!(out, "%{byte:02X}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::assert_cases;

    #[test]
    fn queries_in_the_encoding_of_a_page() {
        assert_cases("html/queries", |[label, reference]| {
            let mut reference = reference.to_vec();
            encode(&mut reference, Encoding::for_label(label).unwrap());
            String::from_utf8(reference).unwrap()
        });
        let mut long = format!("?{}", "\u{e9}".repeat(1000)).into_bytes();
        encode(&mut long, Encoding::for_label(b"latin1").unwrap());
        assert_eq!(long, format!("?{}", "%E9".repeat(1000)).into_bytes());
    }
}
