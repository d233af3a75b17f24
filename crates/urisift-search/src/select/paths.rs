//! Path patterns, and sets of them.

use super::glob::{Globs, has_wildcard};

/// PathPatterns that include all below them, and paths with wildcards.
#[derive(Clone, Debug)]
pub struct PathPatterns {
    /// Each ends in a slash. They are sorted, and none is a prefix of another, so only the last one that
    /// sorts before a path can be a prefix of it.
    below: Vec<Vec<u8>>,
    globs: Globs,
}

impl PathPatterns {
    /// Builds the set. A slash at the end of a pattern without wildcards changes nothing.
    ///
    /// # Errors
    /// A message if there are too many patterns with wildcards.
    pub fn of(patterns: Vec<String>) -> Result<Self, String> {
        let (globs, plain): (Vec<_>, Vec<_>) =
            patterns.into_iter().partition(|pattern| has_wildcard(pattern));
        let ended = |path: &String| [path.strip_suffix('/').unwrap_or(path), "/"].concat();
        let mut below: Vec<_> = plain.iter().map(|path| ended(path).into_bytes()).collect();
        below.sort_unstable();
        below.dedup_by(|path, before| path.starts_with(before));
        Ok(PathPatterns { below, globs: Globs::of(globs)? })
    }

    /// Returns `true` if a path matches one of them.
    pub fn has(&self, path: &[u8]) -> bool {
        self.has_above(path) || !self.globs.is_empty() && self.globs.has(path)
    }

    /// Returns `true` if a pattern without wildcards is the path, or a directory above it.
    fn has_above(&self, path: &[u8]) -> bool {
        let is_before = |above: &Vec<u8>| above.iter().le(path.iter().chain(b"/"));
        let last = self.below.partition_point(is_before).checked_sub(1);
        let above = last.and_then(|last| self.below.get(last)).map(Vec::as_slice);
        let above = above.and_then(|above| above.strip_suffix(b"/"));
        let rest = above.and_then(|above| path.strip_prefix(above));
        rest.is_some_and(|rest| rest.first().is_none_or(|b| *b == b'/'))
    }
}

/// A path, with or without wildcards.
///
/// # Errors
/// What it should have been.
pub fn parse(text: &str) -> Result<String, String> {
    match text {
        "" => Err("expected a path, such as /docs or '*.pdf'".to_owned()),
        _ if text.contains('#') => {
            Err("expected a path, which ends before #; use --regex for fragments".to_owned())
        }
        _ => Ok(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(patterns: &[&str]) -> PathPatterns {
        PathPatterns::of(patterns.iter().map(|pattern| (*pattern).to_owned()).collect()).unwrap()
    }

    #[test]
    fn a_path_and_all_below_it() {
        let paths = paths(&["/wiki", "/wiki/x", "/wiki-b/", "/a//", "/*.png", "a@b", "/Wi"]);
        for path in ["/wiki", "/wiki/", "/wiki/x/y", "/wiki-b", "/wiki-b/c", "/a//b", "a@b"] {
            assert!(paths.has(path.as_bytes()), "{path}");
        }
        for path in ["/x/y.png", "/.png"] {
            assert!(paths.has(path.as_bytes()), "{path}");
        }
        for path in ["", "/", "/wikipedia", "/wiki-", "/WIKI", "/a/b", "/b/wiki", "a@bc", "/zz"] {
            assert!(!paths.has(path.as_bytes()), "{path}");
        }
    }

    #[test]
    fn a_fragment_is_in_no_path() {
        assert_eq!(parse("/a?b"), Ok("/a?b".to_owned()));
        assert!(parse("").is_err() && parse("/a#b").is_err());
    }

    #[test]
    fn the_root_has_all_that_start_with_it() {
        let root = paths(&["/"]);
        assert!(root.has(b"/") && root.has(b"/x") && root.has(b"//") && !root.has(b"x"));
        assert!(!paths(&[]).has(b"/"));
    }

    #[test]
    fn it_is_as_if_each_were_asked_for_itself() {
        let all = ["/a", "/a-b", "/a/b", "/b/", "/b/a-", "/a-/", "/-a", "/a/a/a"];
        let one = |pattern: &str, path: &str| {
            let pattern = pattern.trim_end_matches('/');
            path == pattern || path.starts_with(&format!("{pattern}/"))
        };
        let letters = ["/", "a", "-", "b"];
        for n in 0..4usize.pow(5) {
            let path: String = (0..5).map(|i| letters[n / 4usize.pow(i) % 4]).collect();
            let expected = all.iter().any(|pattern| one(pattern, &path));
            assert_eq!(paths(&all).has(path.as_bytes()), expected, "{path}");
        }
    }
}
