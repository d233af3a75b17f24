//! Patterns for URIs, as a program gives them.

use std::path::PathBuf;

use crate::select::{HostPattern, Lists, RegexPattern, Test, parse_path, parse_scheme};

/// Patterns for URIs.
///
/// ```
/// use urisift_search::{PatternKind, Patterns};
///
/// // Everything on these hosts that is a PDF file.
/// let patterns = Patterns::new().host("*.example.org").host("10.0.0.0/8").uri_path("*.pdf");
/// // Hosts from a file, one on each line.
/// let known = Patterns::new().file(PatternKind::Host, "known.txt");
/// # let _ = (patterns, known);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Patterns {
    /// Those of each kind.
    texts: [Vec<String>; KINDS],
    /// Files with more of each kind.
    files: [Vec<PathBuf>; KINDS],
    private: bool,
    noise: bool,
}

/// What a pattern is for.
///
/// ```
/// use urisift_search::{PatternKind, Patterns};
///
/// let hosts = ["a.example", "*.b.example", "10.0.0.0/8"];
/// let patterns = hosts.iter().fold(Patterns::new(), |all, host| all.add(PatternKind::Host, *host));
/// # let _ = patterns;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PatternKind {
    /// A scheme, in any case.
    Scheme,
    /// A host: a name, with wildcards or not, an address, or a network such as `10.0.0.0/8`.
    Host,
    /// A domain and its subdomains, such as `docs.example.org`.
    Domain,
    /// A top-level domain, such as `org`.
    Tld,
    /// The path of a URI: this path or one below it; with wildcards, the whole path.
    UriPath,
    /// A regular expression that matches anywhere in the URI.
    Regex,
}

impl PatternKind {
    /// Checks that a text is a pattern of this kind.
    ///
    /// # Errors
    /// What it should have been.
    #[doc(hidden)]
    pub fn check(self, text: &str) -> Result<(), String> {
        match self {
            PatternKind::Scheme => parse_scheme(text).map(drop),
            PatternKind::Host => HostPattern::host(text).map(drop),
            PatternKind::Domain => HostPattern::domain(text).map(drop),
            PatternKind::Tld => HostPattern::tld(text).map(drop),
            PatternKind::UriPath => parse_path(text).map(drop),
            PatternKind::Regex => RegexPattern::parse(text).map(drop),
        }
    }
}

/// How many kinds there are.
const KINDS: usize = PatternKind::Regex as usize + 1;

impl Patterns {
    /// Creates an empty set of patterns.
    pub fn new() -> Self {
        Patterns::default()
    }

    /// Adds a pattern.
    pub fn add(mut self, kind: PatternKind, pattern: impl Into<String>) -> Self {
        self.texts[kind as usize].push(pattern.into());
        self
    }

    /// Adds the patterns in a file, one per line; `-` is standard input. Empty lines and lines that start with `#` are
    /// skipped. The file is read when the search is built.
    pub fn file(mut self, kind: PatternKind, path: impl Into<PathBuf>) -> Self {
        self.files[kind as usize].push(path.into());
        self
    }

    /// Adds a scheme: see [`PatternKind::Scheme`].
    pub fn scheme(self, name: impl Into<String>) -> Self {
        self.add(PatternKind::Scheme, name)
    }

    /// Adds a host: see [`PatternKind::Host`].
    pub fn host(self, pattern: impl Into<String>) -> Self {
        self.add(PatternKind::Host, pattern)
    }

    /// Adds a domain: see [`PatternKind::Domain`].
    pub fn domain(self, pattern: impl Into<String>) -> Self {
        self.add(PatternKind::Domain, pattern)
    }

    /// Adds a top-level domain: see [`PatternKind::Tld`].
    pub fn tld(self, name: impl Into<String>) -> Self {
        self.add(PatternKind::Tld, name)
    }

    /// Adds a path: see [`PatternKind::UriPath`].
    pub fn uri_path(self, pattern: impl Into<String>) -> Self {
        self.add(PatternKind::UriPath, pattern)
    }

    /// Adds a regular expression: see [`PatternKind::Regex`].
    pub fn regex(self, pattern: impl Into<String>) -> Self {
        self.add(PatternKind::Regex, pattern)
    }

    /// Adds hosts that are not public: private addresses, `localhost`, reserved names.
    pub fn private(mut self) -> Self {
        self.private = true;
        self
    }

    /// Adds machine-generated boilerplate, such as namespaces and document types.
    pub fn noise(mut self) -> Self {
        self.noise = true;
        self
    }

    /// Returns `true` if standard input is one of the files.
    pub(super) fn list_stdin(&self) -> bool {
        self.files.iter().flatten().any(|file| file.as_os_str() == "-")
    }

    /// A test for each kind that has patterns, the cheapest first.
    ///
    /// # Errors
    /// What is wrong with a pattern or a file.
    pub(super) fn tests(&self, lists: &mut Lists) -> Result<Vec<Test>, String> {
        use PatternKind::{Domain, Host, Regex, Scheme, Tld, UriPath};
        let tests = [
            self.parsed(Scheme, lists, parse_scheme)?.map(|names| Ok(Test::scheme(names))),
            self.parsed(UriPath, lists, parse_path)?.map(Test::path),
            self.parsed(Tld, lists, HostPattern::tld)?.map(Test::tld),
            self.parsed(Host, lists, HostPattern::host)?.map(Test::host),
            self.parsed(Domain, lists, HostPattern::domain)?.map(Test::domain),
            self.parsed(Regex, lists, RegexPattern::parse)?.map(Test::regex),
            self.private.then(|| Ok(Test::private())),
            self.noise.then_some(Ok(Test::Noise)),
        ];
        tests.into_iter().flatten().collect()
    }

    fn parsed<T>(
        &self,
        kind: PatternKind,
        lists: &mut Lists,
        parse: fn(&str) -> Result<T, String>,
    ) -> Result<Option<Vec<T>>, String> {
        let parsed = |text: &String| parse(text).map_err(|what| format!("'{text}': {what}"));
        let texts = self.texts[kind as usize].iter().map(parsed).collect::<Result<_, _>>()?;
        lists.with(texts, &self.files[kind as usize], parse)
    }
}
