//! Rules of users: which links to unwrap beside those of the table.

use std::fmt;
use std::str::FromStr;

use super::{Link, is_below, is_of};

/// Links that redirect: those of a host, whose path starts with another, with the target in a query
/// parameter.
///
/// As text, these are three words: the host, where `*.` at the start stands for any host below, `.*` at the
/// end for `.com` and the domains of countries (`.de`, `.co.uk`), and `*` alone for any host; the path, which
/// is `/` for all; and the names of parameters, with commas between them. The first that has a target wins.
///
/// ```
/// use urisift::{UnwrapRule, RedirectUnwrapper};
/// let rule: UnwrapRule = "*.tracker.example /click url,u".parse()?;
/// let link = "http://eu.tracker.example/click/7?u=http%3A%2F%2Fa.example";
/// let unwrapped = RedirectUnwrapper::new().rule(rule).unwrap_redirect(link).unwrap();
/// assert_eq!(unwrapped.target, "http://a.example");
/// assert!("tracker.example/click url".parse::<UnwrapRule>().is_err());
/// # Ok::<(), urisift::InvalidUnwrapRule>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnwrapRule {
    host: String,
    path: String,
    parameters: String,
}

impl UnwrapRule {
    /// The target of a link that the rule describes.
    pub(super) fn target(&self, link: &Link<'_>) -> Option<String> {
        let is_it = self.host == "*" || is_of(&link.host, &self.host);
        let is_it = is_it && is_below(link.path, &self.path);
        is_it.then(|| link.target_in(self.parameters.split(','))).flatten()
    }
}

impl FromStr for UnwrapRule {
    type Err = InvalidUnwrapRule;

    fn from_str(text: &str) -> Result<Self, InvalidUnwrapRule> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let [host, path, parameters] = words[..] else {
            return Err(InvalidUnwrapRule(
                "expected a host, a path and a parameter, such as: go.example /out url",
            ));
        };
        let name = host.strip_prefix("*.").unwrap_or(host);
        let name = name.strip_suffix(".*").unwrap_or(name);
        if host != "*" && (name.is_empty() || name.contains(['*', '/', ':', '@', '?', '#'])) {
            return Err(InvalidUnwrapRule(
                "expected a host such as go.example, *.go.example, go.* or *",
            ));
        }
        if !path.starts_with('/') || path.contains(['?', '#']) {
            return Err(InvalidUnwrapRule("expected a path that starts with /"));
        }
        if parameters.split(',').any(|name| name.is_empty() || name.contains(['=', '&', '#'])) {
            return Err(InvalidUnwrapRule(
                "expected the name of a parameter, such as url or url,u",
            ));
        }
        let host = host.to_ascii_lowercase();
        Ok(UnwrapRule { host, path: path.to_owned(), parameters: parameters.to_owned() })
    }
}

/// A text is no [`UnwrapRule`].
///
/// ```
/// let error = "go.example out url".parse::<urisift::UnwrapRule>().unwrap_err();
/// assert_eq!(error.to_string(), "expected a path that starts with /");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidUnwrapRule(&'static str);

impl fmt::Display for InvalidUnwrapRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for InvalidUnwrapRule {}
