//! Regular expressions for whole URIs.

use regex_automata::meta::{self, Regex};
use regex_automata::nfa::thompson::WhichCaptures;
use regex_automata::util::syntax;

/// The size limit for all of them together when compiled, in bytes.
const SIZE: usize = 100 << 20;

/// An expression with valid syntax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegexPattern(String);

impl RegexPattern {
    /// Parses an expression.
    ///
    /// # Errors
    /// A message of several lines with the error and its place.
    pub fn parse(text: &str) -> Result<Self, String> {
        match syntax::parse_with(text, &syntax_of_bytes()) {
            Ok(_) => Ok(RegexPattern(text.to_owned())),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// URIs are bytes, and not always UTF-8.
fn syntax_of_bytes() -> syntax::Config {
    syntax::Config::new().utf8(false)
}

/// Any number of expressions.
#[derive(Clone, Debug)]
pub struct Regexes(Regex);

impl Regexes {
    /// Compiles the expressions.
    ///
    /// # Errors
    /// A message if they are too large together.
    pub fn of(patterns: &[RegexPattern]) -> Result<Self, String> {
        let patterns: Vec<_> = patterns.iter().map(|RegexPattern(pattern)| pattern).collect();
        // Match positions are not needed. They would take memory for each pattern in each state.
        let config = meta::Config::new()
            .utf8_empty(false)
            .nfa_size_limit(Some(SIZE))
            .which_captures(WhichCaptures::None);
        let mut builder = Regex::builder();
        let regex = builder.configure(config).syntax(syntax_of_bytes()).build_many(&patterns);
        regex.map(Regexes).map_err(|error| match error.size_limit() {
            Some(_) => "the regular expressions take more than 100 MiB together".to_owned(),
            None => error.to_string(),
        })
    }

    /// Returns `true` if one of them matches somewhere in the text.
    pub fn has(&self, text: &[u8]) -> bool {
        self.0.is_match(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn regexes(patterns: &[&str]) -> Result<Regexes, String> {
        let patterns: Result<Vec<_>, _> = patterns.iter().map(|p| RegexPattern::parse(p)).collect();
        Regexes::of(&patterns?)
    }

    #[test]
    fn one_of_them_matches_somewhere() {
        let some = regexes(&["/b$", r"^ftp:", "(?i)X{2}", r"(?-u:\xff)", "é.$"]).unwrap();
        for text in [&b"http://a/b"[..], b"ftp:", b"axXa", b"\xff", "éü".as_bytes()] {
            assert!(some.has(text));
        }
        assert!(!some.has(b"http://a/bc") && !some.has(b"") && !regexes(&[]).unwrap().has(b"a"));
    }

    #[test]
    fn what_is_wrong_is_shown() {
        let error = RegexPattern::parse("a(b").unwrap_err();
        assert!(error.contains("    a(b\n     ^\n") && error.contains("unclosed group"), "{error}");
        let error = regexes(&[r"(\w{1000}){1000}"]).unwrap_err();
        assert!(error.contains("100 MiB"), "{error}");
    }

    #[test]
    fn many_expressions_take_little_memory() {
        let patterns: Vec<_> = (0..5_000).map(|i| format!("{i}.*{i}[a-z]+b")).collect();
        let many = regexes(&patterns.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
        assert!(many.has(b"http://a/17/17xb") && !many.has(b"http://a/b"));
    }

    #[test]
    fn time_is_linear() {
        let nested = regexes(&["(a*)*b", "(a|a)*c", "a{0,99}d"]).unwrap();
        assert!(!nested.has("a".repeat(1 << 20).as_bytes()));
    }
}
