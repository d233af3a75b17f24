//! From a colon back to the start of the scheme.

use crate::byteset::{DIGIT, HEXDIG, SCHEME};
use crate::grammar::scheme::{MAX_SCHEME, is_frequent, is_known};

/// A scheme before a colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scheme {
    /// Its first byte.
    pub start: usize,
    /// Whether it is one of the frequent schemes.
    pub is_frequent: bool,
}

/// The scheme that ends at `colon`, if there is one of two characters or more. Looks no further back
/// than `low`, and at most [`MAX_SCHEME`] bytes.
///
/// It is the longest run of scheme characters, less leading digits and marks; a known scheme at the end of an unknown
/// run is alone (`foo-http`), also at the end of a run that is too long to be looked at whole.
#[inline]
pub(crate) fn scheme_before(text: &[u8], low: usize, colon: usize) -> Option<Scheme> {
    match web_before(text, low, colon) {
        Some(start) => Some(Scheme { start, is_frequent: true }),
        None => any_before(text, low, colon),
    }
}

fn any_before(text: &[u8], low: usize, colon: usize) -> Option<Scheme> {
    let frequent = |start| Scheme { start, is_frequent: true };
    let low = low.max(colon.saturating_sub(MAX_SCHEME));
    let run =
        text[low..colon].iter().rposition(|&b| !SCHEME.contains(b)).map_or(low, |i| low + i + 1);
    let run = after_control(text, low, run, colon);
    let start = run + text[run..colon].iter().position(u8::is_ascii_alphabetic)?;
    let scheme = &text[start..colon];
    if scheme.len() == 1 && run == start {
        return after_escape(text, low, run, colon).map(frequent);
    }
    if is_frequent(scheme) {
        return Some(frequent(start));
    }
    if let Some(start) = after_escape(text, low, run, colon) {
        return Some(frequent(start));
    }
    if !is_known(scheme)
        && let Some(inner) = known_end(scheme)
    {
        return Some(frequent(start + inner));
    }
    let whole = colon - run < MAX_SCHEME;
    (whole && scheme.len() > 1).then_some(Scheme { start, is_frequent: false })
}

/// Where `http` or `https` starts, with no scheme character before it. The usual case.
#[inline]
fn web_before(text: &[u8], low: usize, colon: usize) -> Option<usize> {
    const LETTERS: u64 = u64::from_le_bytes([0x20; 8]);
    let word = colon.checked_sub(8).filter(|&i| i >= low)?;
    let word = u64::from_le_bytes(text[word..colon].try_into().ok()?) | LETTERS;
    let len = match (word >> 32, word >> 24) {
        (HTTP, _) => 4,
        (_, HTTPS) => 5,
        _ => return None,
    };
    (!SCHEME.contains(text[colon - len - 1])).then_some(colon - len)
}

const HTTP: u64 = u32::from_le_bytes(*b"http") as u64;
const HTTPS: u64 = u64::from_le_bytes(*b"https\0\0\0");

/// The offset of a known scheme at the end of an unknown run, after a mark or at a border of letters
/// and digits, or of `http` after whatever it is glued to.
fn known_end(run: &[u8]) -> Option<usize> {
    let border = |&i: &usize| {
        let (before, after) = (run[i - 1], run[i]);
        after.is_ascii_alphabetic() && !before.is_ascii_alphabetic()
    };
    let cut = (1..run.len()).filter(border).find(|&i| is_frequent(&run[i..]) && !joins(&run[..i]));
    cut.or_else(|| glued(run))
}

/// `http` glued to the word before it: `athttp`.
fn glued(run: &[u8]) -> Option<usize> {
    let web = [&b"https"[..], b"http"].into_iter().find(|web| {
        run.len() > web.len() && run[run.len() - web.len()..].eq_ignore_ascii_case(web)
    })?;
    let cut = run.len() - web.len();
    run[cut - 1].is_ascii_alphabetic().then_some(cut)
}

/// Returns `true` if the run before a known scheme makes one scheme with it: `git+https`, `svn+http`.
fn joins(before: &[u8]) -> bool {
    before.strip_suffix(b"+").is_some_and(is_known)
}

/// A scheme right after an escape whose letters look like the scheme's own: `\nhttp`, `\u003ehttp`,
/// `\fBhttp`.
fn after_escape(text: &[u8], low: usize, run: usize, colon: usize) -> Option<usize> {
    let skipped = match text[low..run].last()? {
        b'\\' if text[run] == b'f' => [2, 1],
        b'\\' if is_number(&text[run..colon], b'u', 4) => [5, 1],
        b'\\' if is_number(&text[run..colon], b'x', 2) => [3, 1],
        b'\\' => [1, 1],
        _ => return None,
    };
    skipped.iter().map(|n| run + n).find(|&start| start < colon && is_frequent(&text[start..colon]))
}

/// What introduces a control sequence, and how programs write that.
const INTRODUCERS: &[&[u8]] =
    &[b"\x1b[", b"\\e[", b"\\033[", b"\\x1b[", b"\\x1B[", b"\\u001b[", b"^[["];

/// Where the run of scheme characters starts after a terminal's control sequence whose last bytes are the
/// first of `run..colon`: `ESC [ 1 m`, `ESC [ K`, `ESC [ ? 25 h`, `ESC ( B` (ECMA-48 5.4).
fn after_control(text: &[u8], low: usize, run: usize, colon: usize) -> usize {
    let before = &text[low..run];
    let own = match before.last() {
        Some(b'[' | b';' | b':' | b'?' | b'>') => {
            let opener = before.iter().rposition(|b| !DIGIT.contains(*b) && !b";:?>".contains(b));
            let opener = opener.map_or(&[][..], |at| &before[..=at]);
            let is_control = INTRODUCERS.iter().any(|own| opener.ends_with(own));
            let digits = text[run..colon].iter().take_while(|b| b.is_ascii_digit()).count();
            if is_control { digits + 1 } else { 0 }
        }
        Some(b'(' | b')') => usize::from(before[..before.len() - 1].ends_with(b"\x1b")),
        Some(b'\x1b') => usize::from(text[run..colon].first().is_some_and(u8::is_ascii_uppercase)),
        _ => 0,
    };
    (run + own).min(colon)
}

/// Returns `true` if the text starts with the mark and `len` hexadecimal digits.
fn is_number(text: &[u8], mark: u8, len: usize) -> bool {
    let digits = text.strip_prefix(&[mark]).and_then(|digits| digits.get(..len));
    digits.is_some_and(|digits| digits.iter().all(|&b| HEXDIG.contains(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scheme(text: &str) -> Option<&str> {
        let colon = text.rfind("://").unwrap();
        scheme_before(text.as_bytes(), 0, colon).map(|scheme| &text[scheme.start..colon])
    }

    #[test]
    fn the_left_edge() {
        for (text, expected) in [
            ("http://", Some("http")),
            ("1http://", Some("http")),
            ("-+.http://", Some("http")),
            ("foo-http://", Some("http")),
            ("x_http://", Some("http")),
            ("a1http://", Some("http")),
            ("git+https://", Some("git+https")),
            ("svn+ssh://", Some("svn+ssh")),
            ("akka.tcp://", Some("akka.tcp")),
            ("android-app://", Some("android-app")),
            ("athttp://", Some("http")),
            ("xyz://", Some("xyz")),
            ("c://", None),
            ("12://", None),
            ("://", None),
            ("\\nhttp://", Some("http")),
            ("\\fBhttps://", Some("https")),
            ("\\u0022http://", Some("http")),
            ("\\u003eftp://", Some("ftp")),
            ("\\x3egopher://", Some("gopher")),
            ("\\uff1agit://", Some("git")),
            ("\x1b[1mhttp://", Some("http")),
            ("\x1b[0;34mhttp://", Some("http")),
            ("\x1b[0Khttp://", Some("http")),
            ("\x1b[01;31m\x1b[Kftp://", Some("ftp")),
            ("\x1b[32mxyz://", Some("xyz")),
            ("\x1b[38:5:1mxyz://", Some("xyz")),
            ("\x1b[?25hxyz://", Some("xyz")),
            ("\x1b(Bxyz://", Some("xyz")),
            ("\x1bMxyz://", Some("xyz")),
            ("\x1b[mz://", None),
            ("\\e[1mxyz://", Some("xyz")),
            ("\\033[0;1mxyz://", Some("xyz")),
            ("(Bxyz://", Some("Bxyz")),
            ("1;2;mxyz://", Some("mxyz")),
            ("[1mgopher://", Some("mgopher")),
        ] {
            assert_eq!(scheme(text), expected, "{text:?}");
        }
    }

    #[test]
    fn looks_no_further_than_allowed() {
        let text = "a".repeat(1000) + "-http://";
        assert_eq!(scheme(&text), Some("http"));
        assert_eq!(scheme_before(b"http://", 2, 4).map(|scheme| scheme.start), Some(2));
        assert_eq!(scheme(&("a".repeat(MAX_SCHEME) + "://")), None);
        assert!(scheme(&("a".repeat(MAX_SCHEME - 1) + "://")).is_some());
    }
}
