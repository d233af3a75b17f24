//! Terminal hyperlinks: the escape sequence OSC 8, with an address and the text that links to it.
//!
//! The address is printable ASCII only, so that nothing in it ends the sequence.

use std::io::Write;

/// The longest address that terminals accept, in bytes.
const MAX_LEN: usize = 2083;

/// Schemes that are safe to open.
const SAFE: [&str; 9] =
    ["http", "https", "ftp", "ftps", "gopher", "gemini", "mailto", "news", "geo"];

/// Whether a URI of the scheme may be a link.
pub(super) fn is_safe(scheme: &[u8]) -> bool {
    SAFE.iter().any(|safe| safe.as_bytes().eq_ignore_ascii_case(scheme))
}

/// Opens a link if the address is not too long; returns whether it did.
pub(super) fn open(address: &[u8], out: &mut Vec<u8>) -> bool {
    let start = out.len();
    out.extend_from_slice(b"\x1b]8;;");
    let from = out.len();
    escape(address, |b| b.is_ascii_graphic(), out);
    let fits = out.len() - from <= MAX_LEN;
    match fits {
        true => out.extend_from_slice(b"\x1b\\"),
        false => out.truncate(start),
    }
    fits
}

/// Closes it.
pub(super) fn close(out: &mut Vec<u8>) {
    out.extend_from_slice(b"\x1b]8;;\x1b\\");
}

/// Percent-encodes a path for any part of a URI (RFC 3986 2.1, 3.3).
pub(super) fn path(path: &[u8], out: &mut Vec<u8>) {
    escape(path, |b| b.is_ascii_alphanumeric() || b"-._~/:@".contains(&b), out);
}

/// Writes allowed bytes as they are, and percent-encodes the others.
fn escape(text: &[u8], stands: impl Fn(u8) -> bool, out: &mut Vec<u8>) {
    for &byte in text {
        match stands(byte) {
            true => out.push(byte),
            // Writing to memory cannot fail.
            false => drop(write!(out, "%{byte:02X}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_the_sequence() {
        let every: Vec<u8> = (0..=255).collect();
        let mut out = Vec::new();
        assert!(open(&every, &mut out));
        let address = out.strip_prefix(b"\x1b]8;;").unwrap().strip_suffix(b"\x1b\\").unwrap();
        assert!(address.iter().all(u8::is_ascii_graphic));
        path(&every, &mut out);
        assert!(out.ends_with(b"%FD%FE%FF"));
    }

    #[test]
    fn what_is_too_long_is_no_link() {
        let mut out = Vec::new();
        assert!(open(&[b'a'; MAX_LEN], &mut out));
        out.clear();
        assert!(!open(&[b'a'; MAX_LEN + 1], &mut out) && out.is_empty());
        assert!(!open(&[0xff; MAX_LEN], &mut out) && out.is_empty());
    }

    #[test]
    fn schemes_that_run_something_are_left_out() {
        assert!(is_safe(b"http") && is_safe(b"HTTPS") && is_safe(b"mailto"));
        assert!(!is_safe(b"javascript") && !is_safe(b"file") && !is_safe(b"ssh") && !is_safe(b""));
    }
}
