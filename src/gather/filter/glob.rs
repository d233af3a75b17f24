//! Patterns with wildcards: `*` stands for any bytes, `?` for any one, and all else for itself.

use globset::{Candidate, GlobBuilder, GlobSet, GlobSetBuilder};

/// Any number of patterns, each of which stands for a whole text.
#[derive(Debug, Default)]
pub(crate) struct Globs(GlobSet);

impl Globs {
    /// Of patterns.
    ///
    /// # Errors
    /// In words, where they are too many or too long for the engine.
    pub fn of(patterns: impl IntoIterator<Item = impl AsRef<str>>) -> Result<Self, String> {
        let mut set = GlobSetBuilder::new();
        for pattern in patterns {
            let glob = GlobBuilder::new(&escaped(pattern.as_ref())).backslash_escape(false).build();
            set.add(glob.map_err(|error| error.to_string())?);
        }
        set.build().map(Globs).map_err(|error| error.to_string())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the text matches one of them.
    pub fn has(&self, text: &[u8]) -> bool {
        self.0.is_match_candidate(&Candidate::from_bytes(text))
    }
}

/// Whether a pattern has a wildcard.
pub(super) fn has_wildcard(text: &str) -> bool {
    text.contains(['*', '?'])
}

/// The pattern as the engine has it: what is none of our wildcards stands for itself, and several
/// stars are one, since to the engine two are something else.
fn escaped(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len());
    for piece in pattern.split_inclusive(['*', '?']) {
        let text = piece.trim_end_matches(['*', '?']);
        out.push_str(&globset::escape(text));
        let wildcard = &piece[text.len()..];
        if wildcard != "*" || !(text.is_empty() && out.ends_with('*')) {
            out.push_str(wildcard);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_wildcards_and_no_more() {
        for (pattern, texts, others) in [
            (
                "*.a.example",
                &["x.a.example", "x.y.a.example", ".a.example"][..],
                &["a.example"][..],
            ),
            ("a?c", &["abc", "a/c", "a?c"], &["ac", "abbc", "abcd"]),
            ("/x/*", &["/x/", "/x/y/z", "/x/.."], &["/x", "/X/"]),
            ("**/y**", &["/y", "x/y/z", "/y/"], &["y"]),
            ("*", &["", "a", "/a/b", "\n"], &[]),
            ("*.html", &["a.html", "/a/b.html", ".html"], &["a.htm", "a.html/"]),
            ("/[a]{b,c}\\!*", &["/[a]{b,c}\\!x"], &["/ab!x"]),
            ("*..", &["/x/..", ".."], &["/x/."]),
        ] {
            let globs = Globs::of([pattern]).unwrap();
            assert!(texts.iter().all(|text| globs.has(text.as_bytes())), "{pattern}");
            assert!(!others.iter().any(|text| globs.has(text.as_bytes())), "{pattern}");
        }
        assert!(Globs::of(["/*x"]).unwrap().has(b"/\xff\xfex"));
        assert!(!Globs::default().has(b"") && Globs::default().is_empty());
    }

    #[test]
    fn many_wildcards_take_no_longer() {
        let globs = Globs::of(["*a".repeat(50)]).unwrap();
        assert!(
            !globs.has("a".repeat(49).as_bytes()) && !globs.has("ab".repeat(50_000).as_bytes())
        );
        assert!(globs.has("a".repeat(100_000).as_bytes()));
    }
}
