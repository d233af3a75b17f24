//! Disguised ("defanged") URIs: `hxxp://example[.]com`. Found on request only.

use super::view::View;
use crate::byteset::SCHEME;
use crate::grammar::scheme::{MAX_SCHEME, is_known};

/// One disguised character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Its length in the text, in bytes.
    pub len: usize,
    /// What it stands for.
    pub plain: &'static str,
}

/// What people write for the characters of a URI, in any case.
const MARKS: &[(&[u8], &str)] = &[
    (b"[.]", "."),
    (b"(.)", "."),
    (b"{.}", "."),
    (b"[dot]", "."),
    (b"(dot)", "."),
    (b"{dot}", "."),
    (b"[.", "."),
    (b".]", "."),
    (b"[://]", "://"),
    (b"[:]", ":"),
    (b"(:)", ":"),
    (b"[/]", "/"),
    (b"[@]", "@"),
    (b"(@)", "@"),
    (b"[at]", "@"),
    (b"(at)", "@"),
    (b"\\.", "."),
];

/// Schemes that stand for others.
const SCHEMES: &[(&[u8], &str)] = &[
    (b"hxxp", "http"),
    (b"hxxps", "https"),
    (b"hxtp", "http"),
    (b"htxp", "http"),
    (b"hxtps", "https"),
    (b"htxps", "https"),
    (b"fxp", "ftp"),
    (b"fxps", "ftps"),
    (b"sfxp", "sftp"),
    (b"meow", "http"),
    (b"meows", "https"),
];

/// The disguised character at `i`, if there is one.
pub(crate) fn mark(view: &View<'_>, i: usize) -> Option<Mark> {
    MARKS
        .iter()
        .find(|(text, _)| view.has(i, text))
        .map(|&(text, plain)| Mark { len: text.len(), plain })
}

/// Whether a known scheme and its disguised `://` stand at `i`.
pub(crate) fn starts_uri(view: &View<'_>, i: usize) -> bool {
    let Some(end) = view.find(i, MAX_SCHEME, |b| !SCHEME.contains(b)) else { return false };
    let separates = |mark: Mark| match mark.plain {
        "://" => true,
        ":" => view.has(end + mark.len, b"//"),
        _ => false,
    };
    mark(view, end).is_some_and(separates) && is_known(view.slice(i, end))
}

/// Whether the text ends in a disguised dot.
pub(crate) fn ends_in_dot(text: &[u8]) -> bool {
    let ends = |mark: &[u8]| {
        let start = text.len().checked_sub(mark.len());
        start.is_some_and(|start| text[start..].eq_ignore_ascii_case(mark))
    };
    MARKS.iter().any(|(mark, plain)| *plain == "." && ends(mark))
}

/// The scheme that a disguised one stands for.
pub(crate) fn scheme(name: &[u8]) -> Option<&'static str> {
    SCHEMES.iter().find(|(text, _)| text.eq_ignore_ascii_case(name)).map(|&(_, plain)| plain)
}

/// The URI without its disguise; `None` if it has none.
pub(crate) fn removed(uri: &[u8]) -> Option<Vec<u8>> {
    let name = uri.iter().position(|b| !b.is_ascii_alphanumeric()).unwrap_or(0);
    let mut plain = Vec::with_capacity(uri.len());
    let mut rest = match scheme(&uri[..name]) {
        Some(known) => {
            plain.extend_from_slice(known.as_bytes());
            &uri[name..]
        }
        None => uri,
    };
    while let Some(&byte) = rest.first() {
        let starts =
            |text: &[u8]| rest.get(..text.len()).is_some_and(|r| r.eq_ignore_ascii_case(text));
        match MARKS.iter().find(|(text, _)| starts(text)) {
            Some((text, stands_for)) => {
                plain.extend_from_slice(stands_for.as_bytes());
                rest = &rest[text.len()..];
            }
            None => {
                plain.push(byte);
                rest = &rest[1..];
            }
        }
    }
    (plain != uri).then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disguise_is_taken_off() {
        for (text, plain) in [
            ("hxxp://example[.]com/a", "http://example.com/a"),
            ("hXXps[:]//example(dot)com", "https://example.com"),
            ("user[at]example[.]com", "user@example.com"),
            ("http[://]example.com", "http://example.com"),
        ] {
            assert_eq!(removed(text.as_bytes()).as_deref(), Some(plain.as_bytes()), "{text}");
        }
        assert_eq!(removed(b"http://example.com/a"), None);
    }
}
