//! Base64 of links: the URL-safe alphabet (RFC 4648 5).

/// Decodes digits of the URL-safe alphabet of base64 (RFC 4648 5); padding may be left out.
pub(super) fn decode(digits: &str) -> Option<Vec<u8>> {
    let padding = digits.len() - digits.trim_end_matches('=').len();
    let is_whole = padding == 0 || padding < 3 && digits.len().is_multiple_of(4);
    let digits = &digits.as_bytes()[..digits.len() - padding];
    let quanta = digits.chunks(4).map(quantum).collect::<Option<Vec<_>>>()?;
    is_whole.then(|| quanta.concat())
}

/// Four digits are three bytes; at the end three are two and two are one, and the bits that are left
/// over are zero (RFC 4648 3.5).
fn quantum(digits: &[u8]) -> Option<Vec<u8>> {
    let bits = digits.iter().try_fold(0, |bits, digit| Some(bits << 6 | sextet(*digit)?))?;
    let bits: u32 = bits << (6 * (4 - digits.len()));
    let bytes = bits.to_be_bytes();
    let (decoded, rest) = bytes[1..].split_at(digits.len().checked_sub(1)?);
    (!decoded.is_empty() && rest.iter().all(|byte| *byte == 0)).then(|| decoded.to_vec())
}

fn sextet(digit: u8) -> Option<u32> {
    let sextet = match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'-' => 62,
        b'_' => 63,
        _ => return None,
    };
    Some(u32::from(sextet))
}

#[cfg(test)]
mod tests {
    use super::decode;

    /// RFC 4648 10, and invalid texts.
    #[test]
    fn texts() {
        for (text, expected) in [
            ("", &b""[..]),
            ("Zg==", b"f"),
            ("Zm8=", b"fo"),
            ("Zm9v", b"foo"),
            ("Zm9vYg", b"foob"),
            ("Zm9vYmE", b"fooba"),
            ("_-8", b"\xff\xef"),
        ] {
            assert_eq!(decode(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["Z", "Zg=", "Zm9v=", "Zh", "Zm+v", "Zm9v====", "é"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
