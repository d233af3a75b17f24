//! Unwraps redirectors: recovers the original URI from the one that a filter or a search engine made
//! of it. Pure functions; nothing is fetched.

use super::{base64, push_escaped};
use crate::byteset::URI;
use crate::grammar::components::Components;
use crate::grammar::escape;
use crate::grammar::uri::Iri;

/// How deep redirectors may be nested.
const DEPTH: usize = 8;

/// The URI within a link made by Outlook's Safe Links, Proofpoint's URL Defense (v1 to v3), Google or
/// Facebook; `None` for other links. Of nested links, the innermost.
///
/// ```
/// let link = "https://www.google.com/url?sa=t&url=https%3A%2F%2Fa.example%2Fb%3Fc%3Dd&usg=x";
/// assert_eq!(urisift::unwrap(link).as_deref(), Some("https://a.example/b?c=d"));
/// assert_eq!(urisift::unwrap("https://a.example/url?url=https%3A%2F%2Fb.example"), None);
/// ```
pub fn unwrap(uri: &str) -> Option<String> {
    let mut inner = once(uri)?;
    for _ in 1..DEPTH {
        match once(&inner) {
            Some(next) => inner = next,
            None => break,
        }
    }
    Some(inner)
}

/// Which hosts, which paths, and how the URI is found.
struct Redirector {
    host: fn(&str) -> bool,
    path: fn(&str) -> bool,
    target: fn(&str, &Link<'_>) -> Option<String>,
}

struct Link<'t> {
    path: &'t str,
    query: &'t str,
}

impl Link<'_> {
    /// The value of a parameter, decoded.
    fn parameter(&self, name: &str) -> Option<String> {
        // In the source of a page, the ampersand is escaped.
        let pairs = self.query.split('&').map(|pair| pair.strip_prefix("amp;").unwrap_or(pair));
        let mut pairs = pairs.filter_map(|pair| pair.split_once('='));
        let pair = pairs.find(|(key, value)| *key == name && !value.is_empty());
        pair.and_then(|(_, value)| decoded(value))
    }
}

const REDIRECTORS: &[Redirector] = &[
    Redirector {
        host: |host| {
            is_below(host, "safelinks.protection.outlook.com")
                || is_below(host, "safelinks.protection.office365.us")
        },
        path: |_| true,
        target: |_, link| link.parameter("url"),
    },
    Redirector {
        host: is_proofpoint,
        path: |path| path.starts_with("/v1/"),
        target: |_, link| link.parameter("u"),
    },
    Redirector {
        host: is_proofpoint,
        path: |path| path.starts_with("/v2/"),
        target: |_, link| v2(link),
    },
    Redirector {
        host: is_proofpoint,
        path: |path| path.starts_with("/v3/"),
        target: |whole, _| v3(whole),
    },
    Redirector {
        host: is_google,
        path: |path| path == "/url",
        target: |_, link| link.parameter("url").or(link.parameter("q")),
    },
    Redirector {
        host: |host| is_below(host, "facebook.com") || host == "l.instagram.com",
        path: |path| path == "/l.php" || path == "/",
        target: |_, link| link.parameter("u"),
    },
];

/// `google.com`, and the same of a country: `google.de`, `google.co.uk`, `google.com.au`.
fn is_google(host: &str) -> bool {
    let Some(domain) = host.strip_prefix("www.").unwrap_or(host).strip_prefix("google.") else {
        return false;
    };
    let country = domain.strip_prefix("co.").or(domain.strip_prefix("com.")).unwrap_or(domain);
    domain == "com" || country.len() == 2 && country.bytes().all(|b| b.is_ascii_lowercase())
}

fn is_proofpoint(host: &str) -> bool {
    ["urldefense.proofpoint.com", "urldefense.com", "urldefense.us"].contains(&host)
}

/// Whether a host is a domain, or one below it.
fn is_below(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

fn once(uri: &str) -> Option<String> {
    let components = Components::of(uri.as_bytes());
    let text = |bytes| std::str::from_utf8(bytes).ok();
    let scheme = text(components.scheme()?)?;
    if !scheme.eq_ignore_ascii_case("https") && !scheme.eq_ignore_ascii_case("http") {
        return None;
    }
    let host = text(components.host()?)?.to_ascii_lowercase();
    let link = Link {
        path: text(components.path())?,
        query: text(components.query().unwrap_or_default())?,
    };
    let mut fitting = REDIRECTORS.iter().filter(|r| (r.host)(&host) && (r.path)(link.path));
    let target = fitting.find_map(|redirector| (redirector.target)(uri, &link))?;
    let target = written(&target);
    Iri::parse(&target).is_ok_and(|target| target.authority().is_some()).then_some(target)
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

/// Decodes escapes; `None` if the result is not UTF-8.
fn decoded(text: &str) -> Option<String> {
    String::from_utf8(escape::percent_decode(text.as_bytes()).into_owned()).ok()
}

/// Version 2 writes "-" for "%" and "_" for "/".
fn v2(link: &Link<'_>) -> Option<String> {
    let uri = decoded(&link.parameter("u")?.replace('-', "%").replace('_', "/"))?;
    Some(uri.replace("&amp;", "&"))
}

/// Version 3 writes the URI between `__`, with `*` for a character and `**X` for a run of them; the
/// characters follow it in base64, in order.
fn v3(whole: &str) -> Option<String> {
    let (_, rest) = whole.split_once("/v3/__")?;
    let (uri, rest) = rest.split_once("__;")?;
    let encoded = rest.split(['!', '$']).next().unwrap_or("");
    let characters = String::from_utf8(base64::decoded(encoded)?).ok()?;
    let mut characters = characters.chars();
    let mut out = String::with_capacity(uri.len());
    let mut text = uri.chars();
    while let Some(c) = text.next() {
        if c != '*' {
            out.push(c);
            continue;
        }
        let rest = text.as_str();
        let run = rest.strip_prefix('*').and_then(|rest| rest.chars().next()).and_then(run_length);
        match run {
            Some(length) => {
                let run: String = characters.by_ref().take(length).collect();
                if run.chars().count() < length {
                    return None;
                }
                out.push_str(&run);
                text.nth(1);
            }
            None => out.push(characters.next()?),
        }
    }
    // A slash of "//" may have been lost on the way.
    Some(match out.split_once(":/") {
        Some((scheme, rest)) if !rest.starts_with('/') => format!("{scheme}://{rest}"),
        _ => out,
    })
}

/// A run's length by its letter: A to Z, a to z, 0 to 9, - and _ stand for 2 to 65.
fn run_length(letter: char) -> Option<usize> {
    let letters = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['-', '_']);
    letters.into_iter().position(|l| l == letter).map(|place| place + 2)
}
