//! A base that many references are joined to. Most references are plain: what they mean is a part of the base and
//! the reference, without a parse of either.

use super::{QUERY, Repaired, Written, is_special};
use crate::byteset::{ALNUM, ByteSet};
use crate::grammar::uri::Iri;
use crate::normal::dots;

/// A base, and what plain references need of it.
#[derive(Clone, Debug)]
pub struct WrittenBase {
    base: Written,
    /// Where the parts of the base end, if it is a valid URI with a host.
    ends: Option<Ends>,
}

/// The lengths of the base up to the end of a part.
#[derive(Clone, Copy, Debug)]
struct Ends {
    /// The scheme, with its colon.
    scheme: usize,
    authority: usize,
    /// The path, up to its last slash.
    directory: usize,
    path: usize,
}

/// What a plain reference has before its fragment, and the host in it.
const PLAIN: ByteSet = QUERY;
const HOST: ByteSet = ALNUM.or(ByteSet::of(b"-."));

impl From<Written> for WrittenBase {
    fn from(base: Written) -> Self {
        let ends = Ends::of(&base);
        WrittenBase { base, ends }
    }
}

impl Ends {
    fn of(base: &Written) -> Option<Self> {
        if base.has_bytes || base.has_backslash {
            return None;
        }
        let iri = Iri::parse(&base.text).ok()?;
        let scheme = iri.scheme()?;
        let has_host = is_special(scheme) && iri.host().is_some_and(|host| !host.is_empty());
        let path = iri.path_start()..iri.path_start() + iri.path().len();
        let directory = path.start + iri.path().rfind('/')? + 1;
        let is_plain = has_host && iri.fragment().is_none() && !dots::any(iri.path());
        let (scheme, authority, path) = (scheme.len() + 1, path.start, path.end);
        is_plain.then_some(Ends { scheme, authority, directory, path })
    }
}

impl WrittenBase {
    /// The base alone.
    pub fn written(&self) -> &Written {
        &self.base
    }

    /// What the reference means against this base; `None` if it leads nowhere. The result of [`Written::join`] and
    /// [`Written::mended`].
    pub fn resolve(&self, reference: &[u8]) -> Option<Repaired> {
        let mut uri = Vec::new();
        match self.join_plain(reference, &mut uri) {
            Some(_) => Some(Repaired { uri: String::from_utf8(uri).ok()?, at: None }),
            None => self.base.join(reference)?.mended(),
        }
    }

    /// Appends what the reference means to `uri`, if that is only a part of the base and the reference. Returns the
    /// length of its scheme.
    pub fn join_plain(&self, reference: &[u8], uri: &mut Vec<u8>) -> Option<usize> {
        let ends = self.ends?;
        let kept = ends.kept(reference)?.min(self.base.text.len());
        uri.extend_from_slice(&self.base.text.as_bytes()[..kept]);
        uri.extend_from_slice(reference);
        Some(ends.scheme - 1)
    }
}

impl Ends {
    /// How much of the base is before the reference, if they only need to be joined.
    fn kept(self, reference: &[u8]) -> Option<usize> {
        let hash = memchr::memchr(b'#', reference).unwrap_or(reference.len());
        let (start, rest) = reference.split_at(hash);
        if !PLAIN.contains_all(start) || !QUERY.contains_all(rest.get(1..).unwrap_or_default()) {
            return None;
        }
        match start {
            [] if rest.is_empty() => None,
            [] => Some(usize::MAX),
            [b'?', ..] => Some(self.path),
            [b'/', b'/', rest @ ..] => {
                let host = rest.iter().position(|b| !HOST.contains(*b)).unwrap_or(rest.len());
                let path = &rest[host..];
                let is_plain = host > 0 && matches!(path, [] | [b'/' | b'?', ..]);
                (is_plain && !dots::may_have_dots(path)).then_some(self.scheme)
            }
            _ if dots::may_have_dots(start) => None,
            [b'/', ..] => Some(self.authority),
            _ => {
                let first = start.iter().find(|b| matches!(b, b':' | b'/' | b'?'));
                (first != Some(&b':')).then_some(self.directory)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::amount;

    #[test]
    fn plain_references_are_joined_alike() {
        const PIECES: &[&str] = &[
            "/", "/", ".", "..", "a", "b.c", ":", "?", "#", "d=e&f", "%41", "%", "%2e", "\\", " ",
            "\u{e9}", "[", "@", "//", "http:", "'",
        ];
        let bases = [
            "http://w.example/d/e?f=1",
            "http://w.example",
            "http://w.example/",
            "https://u@w.example:80/d//e/f/",
            "http://w.example/d/../e/f#g",
            "http://w.example/d|/e",
            "http://w.example/d/e?f[]=1",
            "http:///d",
            "file:///d/e",
            "file://w.example/d/e",
            "mailto:a@b.example",
            "urn:d:e",
            "x-y://w.example/d/e",
        ];
        let mut state = 1u64;
        let mut below = |end: usize| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as usize % end
        };
        for base in bases.map(|base| Written::parse(base.as_bytes()).unwrap()) {
            let quick = WrittenBase::from(base.clone());
            for _ in 0..amount(1_000, 20_000) {
                let count = below(6);
                let reference: String = (0..count).map(|_| PIECES[below(PIECES.len())]).collect();
                let expected = base.join(reference.as_bytes()).and_then(Written::mended);
                assert_eq!(quick.resolve(reference.as_bytes()), expected, "{base:?} {reference}");
            }
        }
    }
}
