//! The segments "." and ".." of a path (RFC 3986 5.2.4).

use crate::grammar::components::Parts;

/// The path of a URI that has a root, without its dot segments (RFC 3986 6.2.2.3). An escaped dot is a dot (2.3).
pub(super) fn apply(text: &str, parts: &Parts) -> Option<String> {
    let path = parts.path();
    let mut segments = text[path.clone()].split('/').map(plain_dots);
    let is_rooted = parts.scheme().is_some() && text[path.clone()].starts_with('/');
    if !is_rooted || !segments.any(is_dots) {
        return None;
    }
    let plain = text[path.clone()].split('/').map(plain_dots).collect::<Vec<_>>().join("/");
    let mut out = text[..path.start].to_owned() + &plain;
    remove(&mut out, path.start, ExcessDots::Strip, Rootless::Rooted);
    if parts.authority().is_none() {
        guard(&mut out, path.start);
    }
    out.push_str(&text[path.end..]);
    (out != text).then_some(out)
}

/// A segment, with dots for the escapes of dots if it has nothing else.
fn plain_dots(segment: &str) -> &str {
    let (mut rest, mut count) = (segment, 0);
    while let Some(after) = ["%2e", "%2E", "."].iter().find_map(|dot| rest.strip_prefix(dot)) {
        (rest, count) = (after, count + 1);
    }
    match (count, rest) {
        (1, "") => ".",
        (2, "") => "..",
        _ => segment,
    }
}

/// Keeps a path that starts with two slashes and follows no authority from being read as one (as
/// WHATWG does; RFC 3986 5.3 misses the case).
pub(super) fn guard(text: &mut String, path: usize) {
    if text[path..].starts_with("//") {
        text.insert_str(path, "/.");
    }
}

/// What becomes of ".." that leads above the root.
///
/// ```
/// use urisift::{Edition, ExcessDots, ResolveOptions, Uri, UriRef};
/// let (base, up) = (Uri::parse("http://a/b/c/d;p?q")?, UriRef::parse("../../../g")?);
/// let keep = ResolveOptions::of(Edition::Draft2003);
/// let strip = ResolveOptions { excess: ExcessDots::Strip, ..keep };
/// assert_eq!(base.resolve(&up, keep).uri(), Some("http://a/../g"));
/// assert_eq!(base.resolve(&up, strip).uri(), Some("http://a/g"));
/// # Ok::<(), urisift::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ExcessDots {
    /// It is left out (RFC 3986 5.2.4).
    #[default]
    Strip,
    /// It stays (drafts of 1997 and 2003, 5.2).
    Keep,
}

/// What is left where ".." removes the first segment of a path without a root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rootless {
    /// A slash: RFC 3986 removes the segment and leaves the slash that followed.
    Rooted,
    /// Nothing: the drafts remove the slash too.
    Rootless,
}

/// Returns `true` if a path has a segment to remove.
pub(super) fn any(path: &str) -> bool {
    path.split('/').any(is_dots)
}

fn is_dots(segment: &str) -> bool {
    segment == "." || segment == ".."
}

/// Returns `true` if there may be a segment to remove in the path of a reference: it starts with a dot. What follows
/// the path counts too.
pub fn may_have_dots(reference: &[u8]) -> bool {
    let (Some((first, after)), before) = (reference.split_first(), reference) else { return false };
    // All pairs are looked at, which takes fewer steps than to stop at the first.
    let starts = |(before, byte): (&u8, &u8)| (*byte == b'.') & matches!(before, b'/' | b':');
    *first == b'.' || before.iter().zip(after).fold(false, |any, pair| any | starts(pair))
}

/// Removes the dot segments from `start` on, in place: the result is never longer.
pub(super) fn remove(text: &mut String, start: usize, excess: ExcessDots, rootless: Rootless) {
    let mut bytes = std::mem::take(text).into_bytes();
    let end = compact(&mut bytes, start, excess, rootless);
    bytes.truncate(end);
    // Only whole segments moved, and at most one slash was added.
    *text = String::from_utf8(bytes).unwrap_or_default();
}

fn compact(bytes: &mut [u8], start: usize, excess: ExcessDots, rootless: Rootless) -> usize {
    let rooted = bytes.get(start) == Some(&b'/');
    // Everything before `write` is done; its segments end with a slash, and none before `floor` is
    // removed.
    let mut read = start + usize::from(rooted);
    let (mut write, mut floor) = (read, read);
    while read < bytes.len() {
        let slash = bytes[read..].iter().position(|&b| b == b'/').map(|i| read + i);
        let end = slash.unwrap_or(bytes.len());
        match &bytes[read..end] {
            b"." => {}
            b".." => match last_segment(bytes, floor, write) {
                Some(segment) => {
                    write = segment;
                    if write == start && !rooted && rootless == Rootless::Rooted {
                        bytes[write] = b'/';
                        write += 1;
                        floor = write;
                    }
                }
                None if excess == ExcessDots::Strip => {}
                None => write = moved(bytes, read, end, write),
            },
            _ => write = moved(bytes, read, end, write),
        }
        read = end + 1;
    }
    write
}

/// Where the segment before `write` begins, if it may be removed.
fn last_segment(bytes: &[u8], floor: usize, write: usize) -> Option<usize> {
    let segment = bytes[floor..write].strip_suffix(b"/")?;
    let from = floor + segment.iter().rposition(|&b| b == b'/').map_or(0, |slash| slash + 1);
    (&bytes[from..write - 1] != b"..").then_some(from)
}

/// Moves a segment, and the slash after it if any, to `write`; returns the new end.
fn moved(bytes: &mut [u8], from: usize, end: usize, write: usize) -> usize {
    let end = (end + 1).min(bytes.len());
    bytes.copy_within(from..end, write);
    write + end - from
}

#[cfg(test)]
mod tests {
    use super::*;

    fn removed(path: &str, excess: ExcessDots, rootless: Rootless) -> String {
        let mut text = format!("x:{path}");
        remove(&mut text, 2, excess, rootless);
        text.split_off(2)
    }

    #[test]
    fn dot_segments_go() {
        let cases = [
            ("/a/b/c/./../../g", "/a/g"),
            ("mid/content=5/../6", "mid/6"),
            ("/a/b/..", "/a/"),
            ("/a/b/.", "/a/b/"),
            ("/../../g", "/g"),
            ("/a//../b", "/a/b"),
            ("//../b", "/b"),
            ("/", "/"),
            ("", ""),
            ("..", ""),
            (".", ""),
            ("../a", "a"),
            ("a/..", "/"),
            ("a/../g", "/g"),
            ("a/../../g", "/g"),
            ("a/b/../../g", "/g"),
            ("/..a/b../.../c", "/..a/b../.../c"),
        ];
        for (path, left) in cases {
            assert_eq!(removed(path, ExcessDots::Strip, Rootless::Rooted), left, "{path}");
            assert!(may_have_dots(path.as_bytes()) || path == left, "{path}");
        }
        assert!(!may_have_dots(b"a.b/c..d/e.") && !may_have_dots(b""));
    }

    #[test]
    fn excess_may_stay() {
        let cases = [
            ("/../g", "/../g"),
            ("/a/../../g", "/../g"),
            ("/../../a/../g", "/../../g"),
            ("/a/../..", "/.."),
            ("a/../g", "g"),
            ("a/..", ""),
            ("../g", "../g"),
        ];
        for (path, left) in cases {
            assert_eq!(removed(path, ExcessDots::Keep, Rootless::Rootless), left, "{path}");
        }
    }
}
