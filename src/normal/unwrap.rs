//! Unwraps redirectors: recovers the original URI from the one that a filter or a search engine made
//! of it. Pure functions; nothing is fetched.

use super::push_escaped;
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
    let characters = String::from_utf8(base64(encoded)?).ok()?;
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

/// Decodes digits of the URL-safe alphabet of base64 (RFC 4648 5); padding may be left out.
fn base64(digits: &str) -> Option<Vec<u8>> {
    let padding = digits.len() - digits.trim_end_matches('=').len();
    let is_whole = padding == 0 || padding < 3 && digits.len().is_multiple_of(4);
    let digits = &digits.as_bytes()[..digits.len() - padding];
    let quanta = digits.chunks(4).map(quantum).collect::<Option<Vec<_>>>()?;
    is_whole.then(|| quanta.concat())
}

/// Four digits are three bytes; at the end three are two and two are one, and the bits that are left
/// over are zero (RFC 4648 3.5).
fn quantum(digits: &[u8]) -> Option<Vec<u8>> {
    let bits = digits.iter().try_fold(0, |bits, digit| Some(bits << 6 | sextet(*digit)?))?;
    let bits: u32 = bits << (6 * (4 - digits.len()));
    let bytes = bits.to_be_bytes();
    let (decoded, rest) = bytes[1..].split_at(digits.len().checked_sub(1)?);
    (!decoded.is_empty() && rest.iter().all(|byte| *byte == 0)).then(|| decoded.to_vec())
}

fn sextet(digit: u8) -> Option<u32> {
    let sextet = match digit {
        b'A'..=b'Z' => digit - b'A',
        b'a'..=b'z' => digit - b'a' + 26,
        b'0'..=b'9' => digit - b'0' + 52,
        b'-' => 62,
        b'_' => 63,
        _ => return None,
    };
    Some(u32::from(sextet))
}

#[cfg(test)]
mod tests {
    use super::base64;

    /// RFC 4648 10, and invalid texts.
    #[test]
    fn texts() {
        for (text, expected) in [
            ("", &b""[..]),
            ("Zg==", b"f"),
            ("Zm8=", b"fo"),
            ("Zm9v", b"foo"),
            ("Zm9vYg", b"foob"),
            ("Zm9vYmE", b"fooba"),
            ("_-8", b"\xff\xef"),
        ] {
            assert_eq!(base64(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["Z", "Zg=", "Zm9v=", "Zh", "Zm+v", "Zm9v====", "é"] {
            assert_eq!(base64(text), None, "{text}");
        }
    }
}
