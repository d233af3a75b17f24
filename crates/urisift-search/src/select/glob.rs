//! Patterns with wildcards: `*` stands for any bytes, `?` for any one, and all else for itself.

use globset::{Candidate, Glob, GlobBuilder, GlobSet, GlobSetBuilder};

use super::regexes::{RegexPattern, Regexes};

/// Any number of patterns. Each matches a whole text.
#[derive(Clone, Debug, Default)]
pub struct Globs {
    /// Those with a single star, at an end: they need no automaton, and there may be many.
    simple: GlobSet,
    /// The others, if any. The glob engine would need memory for each pattern in each state of the
    /// automaton for all of them.
    others: Option<Regexes>,
}

impl Globs {
    /// Compiles the patterns.
    ///
    /// # Errors
    /// A message if they are too many or too long for the engine.
    pub fn of(patterns: impl IntoIterator<Item = impl AsRef<str>>) -> Result<Self, String> {
        let (mut simple, mut others) = (GlobSetBuilder::new(), Vec::new());
        for pattern in patterns {
            let pattern = escaped(pattern.as_ref());
            let glob = glob(&pattern)?;
            if is_simple(&pattern) {
                simple.add(glob);
            } else {
                // "Any byte" includes a line feed.
                others.push(RegexPattern::parse(&format!("(?s){}", glob.regex()))?);
            }
        }
        let simple = simple.build().map_err(|error| error.to_string())?;
        let others = (!others.is_empty()).then(|| Regexes::of(&others)).transpose();
        let others = others.map_err(|_| "too many or too long patterns".to_owned())?;
        Ok(Globs { simple, others })
    }

    pub fn is_empty(&self) -> bool {
        self.simple.is_empty() && self.others.is_none()
    }

    /// Returns `true` if the text matches one of them.
    pub fn has(&self, text: &[u8]) -> bool {
        self.simple.is_match_candidate(&Candidate::from_bytes(text))
            || self.others.as_ref().is_some_and(|others| others.has(text))
    }
}

fn glob(escaped: &str) -> Result<Glob, String> {
    let built = GlobBuilder::new(escaped).backslash_escape(false).build();
    built.map_err(|error| error.to_string())
}

/// Returns `true` if the pattern has a single wildcard, a star at an end. An escaped wildcard counts too.
fn is_simple(escaped: &str) -> bool {
    let mut wildcards = escaped.match_indices(['*', '?']);
    let first = wildcards.next();
    let is_at_end = |(at, mark): (usize, &str)| mark == "*" && (at == 0 || at + 1 == escaped.len());
    wildcards.next().is_none() && first.is_some_and(is_at_end)
}

/// Returns `true` if a pattern has a wildcard.
pub(super) fn has_wildcard(text: &str) -> bool {
    text.contains(['*', '?'])
}

/// The pattern in the engine's syntax: all but our wildcards is escaped, and several stars become
/// one, since two mean something else to the engine.
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
            ("a*b?", &["abc", "a\nb\n", "aébx"], &["ab", "xabc"]),
        ] {
            let globs = Globs::of([pattern]).unwrap();
            assert!(texts.iter().all(|text| globs.has(text.as_bytes())), "{pattern}");
            assert!(!others.iter().any(|text| globs.has(text.as_bytes())), "{pattern}");
        }
        assert!(Globs::of(["/*x"]).unwrap().has(b"/\xff\xfex"));
        assert!(!Globs::default().has(b"") && Globs::default().is_empty());
    }

    /// One automaton for all would need memory for its states times the patterns.
    #[test]
    fn many_patterns_with_several_wildcards_take_little_memory() {
        let globs = Globs::of((0..20_000).map(|i| format!("*{i}*{i}*"))).unwrap();
        assert!(globs.has(b"/17/17") && globs.has(b"/x19999y19999") && !globs.has(b"/a/b/"));
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
