//! Disguised ("defanged") URIs: `hxxp://example[.]com`. Found on request only.

pub(super) mod host;

use super::bare;
use super::view::View;
use crate::byteset::{ByteSet, SCHEME};
use crate::grammar::scheme::{MAX_SCHEME, is_known};
use crate::options::Options;
use crate::scan::back::{self, Scheme};

/// One disguised character, or several.
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
    (b"(://)", "://"),
    (b"{://}", "://"),
    (b"[:/]", ":/"),
    (b"[:]", ":"),
    (b"(:)", ":"),
    (b"{:}", ":"),
    (b"[//]", "//"),
    (b"[/]", "/"),
    (b"(/)", "/"),
    (b"{/}", "/"),
    (b"[@]", "@"),
    (b"(@)", "@"),
    (b"{@}", "@"),
    (b"[at]", "@"),
    (b"(at)", "@"),
    (b"{at}", "@"),
    (b"\\.", "."),
];

/// What marks start with.
const MARK_STARTS: ByteSet = ByteSet::of(b"[({.\\");

/// Characters that look like a dot.
const DOT_LIKE: &[char] = &['•', '·', '․', '‧', '∙', '⋅', '。', '．', '｡'];

/// Schemes that stand for others.
const SCHEMES: &[(&[u8], &str)] = &[
    (b"hxxp", "http"),
    (b"hxxps", "https"),
    (b"hxtp", "http"),
    (b"htxp", "http"),
    (b"hxtps", "https"),
    (b"htxps", "https"),
    (b"h00p", "http"),
    (b"h00ps", "https"),
    (b"fxp", "ftp"),
    (b"fxps", "ftps"),
    (b"sfxp", "sftp"),
    (b"meow", "http"),
    (b"meows", "https"),
];

/// Like `SCHEMES`, with characters that no scheme has.
const MASKED: &[(&[u8], &str)] = &[(b"h**p", "http"), (b"h**ps", "https")];

/// The disguised character at `i`, if there is one.
pub(crate) fn mark(view: &View<'_>, i: usize) -> Option<Mark> {
    if !view.is(i, |b| MARK_STARTS.contains(b)) {
        return None;
    }
    MARKS
        .iter()
        .find(|(text, _)| view.has(i, text))
        .map(|&(text, plain)| Mark { len: text.len(), plain })
}

/// The disguised dot at `i`, where only a host can be.
pub(super) fn dot(view: &View<'_>, i: usize) -> Option<Mark> {
    let dot_like = || host::dot_like(view, i).map(|len| Mark { len, plain: "." });
    mark(view, i).filter(|mark| mark.plain == ".").or_else(dot_like)
}

/// Returns `true` if a known scheme and its disguised `://` are at `i`.
pub(crate) fn starts_uri(view: &View<'_>, i: usize) -> bool {
    let Some(end) = view.find(i, MAX_SCHEME, |b| !SCHEME.contains(b)) else { return false };
    let name = view.slice(i, end);
    mark(view, end).is_some() && is_known(name) && disguised_separator(view, name, end).is_some()
}

/// The length of the disguised dot that the text ends in.
pub(super) fn dot_before(text: &[u8]) -> Option<usize> {
    let ends = |mark: &[u8]| {
        let start = text.len().checked_sub(mark.len());
        start.is_some_and(|start| text[start..].eq_ignore_ascii_case(mark))
    };
    MARKS.iter().find(|(mark, plain)| *plain == "." && ends(mark)).map(|(mark, _)| mark.len())
}

/// The scheme that a disguised one stands for.
pub(crate) fn scheme(name: &[u8]) -> Option<&'static str> {
    SCHEMES.iter().find(|(text, _)| text.eq_ignore_ascii_case(name)).map(|&(_, plain)| plain)
}

/// Returns `true` if `name` is only the end of a masked scheme, which starts in `before`: `ps` of `h**ps`.
pub(super) fn is_end_of_masked(before: &[u8], name: &[u8]) -> bool {
    name == b"ps" && before.ends_with(b"h**")
}

/// The scheme before the colon at `colon`, which may be disguised as the colon may be, and where the
/// scheme ends.
pub(crate) fn scheme_before(
    text: &[u8],
    low: usize,
    colon: usize,
    refang: bool,
) -> (Option<Scheme>, usize) {
    if !refang {
        return (back::scheme_before(text, low, colon), colon);
    }
    let in_brackets = colon > low && b"[({".contains(&text[colon - 1]);
    let end = if in_brackets { colon - 1 } else { colon };
    let special = special_scheme(&text[low..end]).map(|len| end - len);
    let special = special.map(|start| Scheme { start, is_frequent: true });
    (special.or_else(|| back::scheme_before(text, low, end)), end)
}

/// The length of the disguised scheme that the text ends in, if it holds what no scheme does: `h**p`,
/// `[https]`.
fn special_scheme(text: &[u8]) -> Option<usize> {
    let ends = |name: &[u8]| {
        let start = text.len().checked_sub(name.len());
        start.is_some_and(|start| text[start..].eq_ignore_ascii_case(name))
    };
    let alone = |len: &usize| {
        let before = text.get(text.len().wrapping_sub(len + 1));
        !before.is_some_and(|&b| SCHEME.contains(b))
    };
    let masked = MASKED.iter().find(|(name, _)| ends(name)).map(|(name, _)| name.len());
    let closes = text.last().is_some_and(|b| b"])}".contains(b));
    masked.filter(alone).or_else(|| {
        if !closes {
            return None;
        }
        let from = text.len().saturating_sub(MAX_SCHEME + 2);
        let open = text[from..].iter().rposition(|b| b"[({".contains(b))?;
        bracketed(&text[from + open..]).is_some().then_some(text.len() - from - open)
    })
}

/// The scheme that is all that is in the brackets around the text.
fn bracketed(text: &[u8]) -> Option<&[u8]> {
    let name = match text {
        [b'[', name @ .., b']'] | [b'(', name @ .., b')'] | [b'{', name @ .., b'}'] => name,
        _ => return None,
    };
    (is_known(name) || scheme(name).is_some()).then_some(name)
}

/// What is before the colon, without its disguise, if it has one.
fn undisguised_scheme(name: &[u8]) -> Option<&[u8]> {
    let masked = || MASKED.iter().find(|(text, _)| text.eq_ignore_ascii_case(name));
    let inner = bracketed(name).unwrap_or(name);
    let plain = scheme(inner).or_else(|| masked().map(|(_, plain)| *plain)).map(str::as_bytes);
    plain.or((inner.len() < name.len()).then_some(inner))
}

/// Where the text after the colon at `colon` starts, which may be disguised, and where its authority
/// does.
pub(super) fn separator(
    view: &View<'_>,
    name: &[u8],
    colon: usize,
    options: &Options,
) -> Option<(usize, Option<usize>)> {
    if options.refang {
        return disguised_separator(view, name, colon);
    }
    let body = view.at(colon + 1).map(|_| colon + 1)?;
    let are_slashes = view.has(body, b"//") || bare::are_backslashes(view, body);
    Some((body, are_slashes.then_some(body + 2)))
}

/// Like `separator`, where disguises are read. After a disguised scheme, two backslashes are slashes.
fn disguised_separator(
    view: &View<'_>,
    name: &[u8],
    colon: usize,
) -> Option<(usize, Option<usize>)> {
    let (body, slashes) = match mark(view, colon) {
        Some(Mark { len, plain: "://" }) => return Some((colon + len, Some(colon + len))),
        Some(Mark { len, plain: ":/" }) => (colon + len, 1),
        Some(Mark { len, plain: ":" }) => (colon + len, 2),
        _ => (view.at(colon + 1).map(|_| colon + 1)?, 2),
    };
    if view.has(body, b"\\\\") && undisguised_scheme(name).is_some() {
        return Some((body, Some(body + 2)));
    }
    Some((body, after_slashes(view, body, slashes)))
}

/// The offset after `count` slashes at `i`, each of which may be disguised.
fn after_slashes(view: &View<'_>, i: usize, count: usize) -> Option<usize> {
    if count == 0 {
        return Some(i);
    }
    match mark(view, i) {
        Some(Mark { len, plain: "//" }) => Some(i + len),
        Some(Mark { len, plain: "/" }) => after_slashes(view, i + len, count - 1),
        _ if view.is(i, |b| b == b'/') => after_slashes(view, i + 1, count - 1),
        _ => None,
    }
}

/// Returns `true` if backslashes are what separates the parts of the URI whose authority starts at `authority`.
pub(super) fn has_backslashes(view: &View<'_>, authority: Option<usize>) -> bool {
    authority.is_some_and(|at| at > 1 && view.slice(at - 2, at) == b"\\\\")
}

/// The URI without its disguise; `None` if it has none.
pub(crate) fn removed(uri: &[u8]) -> Option<Vec<u8>> {
    let view = View::new(uri, 0, 0);
    let mut plain = Vec::with_capacity(uri.len());
    let (mut i, backslashes) = scheme_removed(&view, uri, &mut plain);
    // What only looks like a dot is one in a host.
    let mut in_host = true;
    while let Some(&byte) = uri.get(i) {
        let found = if in_host { dot(&view, i) } else { None };
        let (text, len) = match found.or_else(|| mark(&view, i)) {
            Some(Mark { len, plain }) => (plain.as_bytes(), len),
            None if backslashes && byte == b'\\' => (&b"/"[..], 1),
            None => (&uri[i..=i], 1),
        };
        plain.extend_from_slice(text);
        in_host &= !text.iter().any(|b| b"/?#".contains(b)) || opens_authority(&plain);
        i += len;
    }
    (plain != uri).then_some(plain)
}

/// Returns `true` if the text is a scheme with its colon and one slash or two.
fn opens_authority(text: &[u8]) -> bool {
    let slash = text.iter().position(|&b| b == b'/');
    slash.is_some_and(|at| text[..at].ends_with(b":") && text.len() <= at + 2)
}

/// Writes the scheme without its disguise. Returns what it takes up, and whether backslashes follow
/// that stand for slashes.
fn scheme_removed(view: &View<'_>, uri: &[u8], plain: &mut Vec<u8>) -> (usize, bool) {
    const NAME: ByteSet = SCHEME.or(ByteSet::of(b"*"));
    let bracket = usize::from(uri.first().is_some_and(|b| b"[({".contains(b)));
    let run = uri[bracket..].iter().position(|&b| !NAME.contains(b)).unwrap_or(0);
    let end = run + 2 * bracket;
    let Some(name) = uri.get(..end).and_then(undisguised_scheme) else { return (0, false) };
    plain.extend_from_slice(name);
    let authority =
        disguised_separator(view, &uri[..end], end).and_then(|(_, authority)| authority);
    (end, has_backslashes(view, authority))
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
            ("[https]://example.com", "https://example.com"),
            ("h**ps://example•com/a·b", "https://example.com/a·b"),
            ("hxxp:\\\\example.com\\a", "http://example.com/a"),
            ("hxxp[:][/][/]example{dot}com[:]80[/]", "http://example.com:80/"),
        ] {
            let removed = removed(text.as_bytes());
            assert_eq!(removed.as_deref(), Some(plain.as_bytes()), "{text}");
        }
        for plain in ["http://example.com/a", "http://example.com/a•b", "a\\b.example"] {
            assert_eq!(removed(plain.as_bytes()), None, "{plain}");
        }
    }
}
