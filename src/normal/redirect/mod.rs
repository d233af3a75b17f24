//! Unwraps redirectors: recovers the original URI from the one that a filter, a site or an archive made
//! of it. Pure functions; nothing is fetched.

mod base64;
mod forms;
mod rule;
mod table;
#[cfg(test)]
mod tests;

use super::push_escaped;
use crate::byteset::URI;
use crate::grammar::components::Components;
use crate::grammar::escape;
use crate::grammar::uri::Iri;

pub use rule::{InvalidUnwrapRule, UnwrapRule};

/// How deep redirectors may be nested.
const DEPTH: usize = 8;

/// The URI within a link of a known redirector, such as Outlook's Safe Links, Proofpoint's URL Defense,
/// a search engine, a social network or a web archive; `None` for other links. Of nested links, the
/// innermost.
///
/// ```
/// let link = "https://www.google.com/url?sa=t&url=https%3A%2F%2Fa.example%2Fb%3Fc%3Dd&usg=x";
/// assert_eq!(urisift::unwrap_redirect(link).as_deref(), Some("https://a.example/b?c=d"));
/// assert_eq!(urisift::unwrap_redirect("https://a.example/url?url=https%3A%2F%2Fb.example"), None);
/// ```
pub fn unwrap_redirect(uri: &str) -> Option<String> {
    RedirectUnwrapper::new().unwrap_redirect(uri).map(|unwrapped| unwrapped.target)
}

/// The URI that a link leads to, if it is one of a known redirector, and not a copy of a page.
pub(crate) fn redirection(uri: &str) -> Option<String> {
    let link = Link::of(uri)?;
    table::REDIRECTORS.iter().find_map(|known| known.target(&link))?;
    unwrap_redirect(uri)
}

/// The URI in a query value of a link, if it has another host than the link: neither is below the other.
pub(crate) fn uri_in_query(uri: &str) -> Option<String> {
    let link = Link::of(uri)?;
    let is_in = |host: &str, domain: &str| {
        host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    };
    let is_other = |target: &String| {
        let host = Link::of(target).map(|target| target.host);
        let own = link.host.strip_prefix("www.").unwrap_or(&link.host);
        host.is_some_and(|host| {
            let host = host.strip_prefix("www.").unwrap_or(&host);
            !is_in(host, own) && !is_in(own, host)
        })
    };
    link.pairs().filter_map(|(_, value)| with_host(value)).find(is_other)
}

/// Which links are unwrapped: those of known redirectors, and more on request.
///
/// ```
/// use urisift::RedirectUnwrapper;
/// let unwrapper = RedirectUnwrapper::new().rule("go.example /out to".parse()?);
/// let link = "https://go.example/out?to=https%3A%2F%2Fhref.li%2F%3Fhttp%3A%2F%2Fa.example%2F";
/// let unwrapped = unwrapper.unwrap_redirect(link).unwrap();
/// assert_eq!(unwrapped.target, "http://a.example/");
/// assert_eq!(unwrapped.via, [link, "https://href.li/?http://a.example/"]);
/// # Ok::<(), urisift::InvalidUnwrapRule>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct RedirectUnwrapper {
    rules: Vec<UnwrapRule>,
    is_any: bool,
}

/// What a link leads to, and the way there.
///
/// ```
/// let link = "https://slack-redir.net/link?url=https%3A%2F%2Fa.example%2F";
/// let unwrapped = urisift::RedirectUnwrapper::new().unwrap_redirect(link).unwrap();
/// assert_eq!((unwrapped.target.as_str(), unwrapped.via), ("https://a.example/", vec![link.to_owned()]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unwrapped {
    /// The innermost URI.
    pub target: String,
    /// The links around it, the outermost first.
    pub via: Vec<String>,
}

impl RedirectUnwrapper {
    /// Unwraps links of known redirectors.
    pub fn new() -> Self {
        RedirectUnwrapper::default()
    }

    /// Also unwraps links that this rule describes. The rules come before the known redirectors.
    pub fn rule(mut self, rule: UnwrapRule) -> Self {
        self.rules.push(rule);
        self
    }

    /// Returns `true` if a URI in any query value of any link is its target. Known redirectors and rules come first.
    pub fn any(mut self, is_any: bool) -> Self {
        self.is_any = is_any;
        self
    }

    /// The target of a link, if it is one of those. A target is a valid URI with a host, of http, https,
    /// ftp or ftps, or a mailto URI; at most eight nested links are unwrapped.
    pub fn unwrap_redirect(&self, uri: &str) -> Option<Unwrapped> {
        let (mut target, mut via) = (self.once(uri)?, vec![uri.to_owned()]);
        while via.len() < DEPTH
            && let Some(next) = self.once(&target)
        {
            via.push(std::mem::replace(&mut target, next));
        }
        Some(Unwrapped { target, via })
    }

    fn once(&self, uri: &str) -> Option<String> {
        let link = Link::of(uri)?;
        let ruled = self.rules.iter().find_map(|rule| rule.target(&link));
        let known = || table::all().find_map(|known| known.target(&link));
        let any = || link.pairs().filter(|_| self.is_any).find_map(|(_, value)| with_host(value));
        ruled.or_else(known).or_else(any).filter(|target| target != uri)
    }
}

/// A link over HTTP.
struct Link<'t> {
    /// Its host in lower case, without a dot at the end.
    host: String,
    path: &'t str,
    query: &'t str,
    /// Its path, query and fragment.
    from_path: &'t str,
}

impl<'t> Link<'t> {
    fn of(uri: &'t str) -> Option<Self> {
        let components = Components::of(uri.as_bytes());
        let text = |bytes| str::from_utf8(bytes).ok();
        let scheme = text(components.scheme()?)?;
        if !scheme.eq_ignore_ascii_case("https") && !scheme.eq_ignore_ascii_case("http") {
            return None;
        }
        let host = text(components.host()?)?.to_ascii_lowercase();
        Some(Link {
            host: host.strip_suffix('.').map(str::to_owned).unwrap_or(host),
            path: text(components.path())?,
            query: text(components.query().unwrap_or_default())?,
            from_path: uri.get(components.parts().path().start..)?,
        })
    }

    /// The parameters of the query, as written.
    fn pairs(&self) -> impl Iterator<Item = (&'t str, &'t str)> + use<'t> {
        // In the source of a page, the ampersand is escaped.
        let pairs = self.query.split('&').map(|pair| pair.strip_prefix("amp;").unwrap_or(pair));
        pairs.filter_map(|pair| pair.split_once('='))
    }

    /// The value of a parameter, as written.
    fn parameter(&self, name: &str) -> Option<&'t str> {
        let mut pairs = self.pairs();
        pairs.find(|(key, value)| *key == name && !value.is_empty()).map(|(_, value)| value)
    }

    /// The fragment.
    fn fragment(&self) -> Option<&'t str> {
        self.from_path.split_once('#').map(|(_, fragment)| fragment)
    }

    /// The first target among the values of these parameters.
    fn target_in<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Option<String> {
        let values = names.into_iter().filter_map(|name| self.parameter(name));
        values.filter_map(decoded).find_map(|value| target(&value))
    }
}

/// Returns `true` if a path is this one or below it; an empty one is the root.
fn is_below(path: &str, start: &str) -> bool {
    let path = if path.is_empty() { "/" } else { path };
    let rest = path.strip_prefix(start);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || start.ends_with('/'))
}

/// Returns `true` if a host is one of the pattern: `*.a.example` is any host below `a.example`, and `a.*` is `a.com` or
/// the same of a country, such as `a.de`, `a.co.uk` and `a.com.au`.
fn is_of(host: &str, pattern: &str) -> bool {
    let (host, pattern) = match pattern.strip_suffix(".*") {
        Some(name) => match without_country(host) {
            Some(host) => (host, name),
            None => return false,
        },
        None => (host, pattern),
    };
    match pattern.strip_prefix('*') {
        Some(domain) => host.len() > domain.len() && host.ends_with(domain),
        None => host == pattern,
    }
}

/// A host without `.com` or the domain of a country.
fn without_country(host: &str) -> Option<&str> {
    let (name, domain) = host.rsplit_once('.')?;
    if domain == "com" {
        return Some(name);
    }
    let is_country = domain.len() == 2 && domain.bytes().all(|b| b.is_ascii_lowercase());
    let name = name.strip_suffix(".co").or(name.strip_suffix(".com")).unwrap_or(name);
    is_country.then_some(name)
}

/// Decodes escapes; `None` if the result is not UTF-8.
fn decoded(text: &str) -> Option<String> {
    String::from_utf8(escape::percent_decode(text.as_bytes()).into_owned()).ok()
}

/// The target in a query value, if it has a host.
fn with_host(value: &str) -> Option<String> {
    // Most values have no escape of a colon, and none of their own.
    let may_be = value.contains(':') || value.contains('%');
    let target = may_be.then(|| decoded(value)).flatten().and_then(|value| target(&value));
    target.filter(|target| Components::of(target.as_bytes()).host().is_some())
}

/// Decoded text as a target: a valid URI that opens a page, a file or a message.
fn target(text: &str) -> Option<String> {
    const SCHEMES: [&str; 4] = ["http", "https", "ftp", "ftps"];
    let mut text = written(text);
    if Iri::parse(&text).is_err() {
        text = with_brackets_escaped(&text);
    }
    let uri = Iri::parse(&text).ok()?;
    let scheme = uri.scheme()?;
    let is = |name: &str| scheme.eq_ignore_ascii_case(name);
    let has_host = || uri.host().is_some_and(|host| !host.is_empty());
    let is_target = SCHEMES.iter().any(|name| is(name)) && has_host() || is("mailto");
    is_target.then_some(text)
}

/// The same URI with escapes for what was one in the link around it: brackets outside of the host, and a `#` in the
/// fragment.
fn with_brackets_escaped(uri: &str) -> String {
    let authority = uri.find("://").map_or(0, |colon| colon + 3);
    let path = uri[authority..].find(['/', '?', '#']).map_or(uri.len(), |at| authority + at);
    let fragment = uri.find('#').unwrap_or(uri.len());
    uri.char_indices().fold(String::with_capacity(uri.len()), |mut out, (at, c)| {
        let is_out_of_place = match c {
            '[' | ']' => at > path,
            '#' => at > fragment,
            _ => false,
        };
        if is_out_of_place {
            push_escaped(c, &mut out)
        } else {
            out.push(c)
        }
        out
    })
}

/// Decoded text as a URI: escapes what no URI may contain, such as a line feed.
fn written(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        match c.is_ascii() && !URI.contains(c as u8) {
            true => push_escaped(c, &mut out),
            false => out.push(c),
        }
        out
    })
}
