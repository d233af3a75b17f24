//! A set of schemes.

use std::cmp::Ordering;

/// Schemes in lower case, sorted.
#[derive(Clone, Debug)]
pub struct Schemes(Vec<String>);

impl Schemes {
    pub fn of(names: Vec<String>) -> Self {
        let mut names: Vec<_> = names.iter().map(|name| name.to_ascii_lowercase()).collect();
        names.sort_unstable();
        names.dedup();
        Schemes(names)
    }

    /// Returns `true` if a scheme, in any case (RFC 3986 3.1), is one of them. Allocates nothing.
    pub fn has(&self, scheme: &[u8]) -> bool {
        let order = |name: &String| -> Ordering {
            name.bytes().cmp(scheme.iter().map(u8::to_ascii_lowercase))
        };
        self.0.binary_search_by(order).is_ok()
    }
}

/// A scheme, with or without what follows it in a URI.
///
/// # Errors
/// What it should have been.
pub fn parse(text: &str) -> Result<String, String> {
    let name = text.strip_suffix("://").or_else(|| text.strip_suffix(':')).unwrap_or(text);
    let is_scheme = |name: &&str| crate::grammar::scheme::is_scheme(name.as_bytes());
    Some(name).filter(is_scheme).map(str::to_owned).ok_or_else(|| {
        let expected = "expected the name of a scheme, such as http";
        match text.split_once(':').filter(|(name, _)| is_scheme(name)) {
            Some((name, _)) => {
                format!(
                    "{expected}, which is {name} here; use --host, --uri-path or --regex for the rest"
                )
            }
            None => expected.to_owned(),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_does_not_matter() {
        let schemes = Schemes::of(["ftp", "HTTP", "http", "a+b"].map(str::to_owned).to_vec());
        assert!([&b"http"[..], b"Ftp", b"A+B"].iter().all(|name| schemes.has(name)));
        assert!(![&b"https"[..], b"htt", b"", b"\xff"].iter().any(|name| schemes.has(name)));
        assert!(!Schemes::of(Vec::new()).has(b""));
    }

    #[test]
    fn what_follows_a_scheme_is_no_part_of_it() {
        for text in ["http", "http:", "http://"] {
            assert_eq!(parse(text).as_deref(), Ok("http"), "{text}");
        }
        assert!(parse("http://a.example").unwrap_err().contains("which is http here; use --host"));
        for text in ["", ":", "1a:b", "http*", "http/"] {
            assert!(parse(text).unwrap_err().ends_with("such as http"), "{text}");
        }
    }
}
