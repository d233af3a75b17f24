//! What the documents of hosts and of single schemes call equal, beyond RFC 3986 6.2.3: one text for all such URIs.

use std::ops::Range;

use crate::grammar::components::{Parts, split};
use crate::grammar::escape::percent_decode;
use crate::grammar::host::ipv6;
use crate::grammar::scheme;

/// An IPv6 address in the form of RFC 5952; another host without the dot at its end.
pub(super) fn host(text: &str, parts: &Parts) -> Option<String> {
    let span = parts.host()?;
    let host = &text[span.clone()];
    match host.strip_prefix('[') {
        Some(literal) => {
            let (address, end) = ipv6(literal.as_bytes()).ok()?;
            replaced(text, span, &format!("[{address}{}", &literal[end..]))
        }
        None => {
            let name = host.strip_suffix('.')?;
            // IDNA has other dots, and characters that stand for nothing.
            let is_plain = |c: char| if c.is_ascii() { c != '.' } else { c.is_alphanumeric() };
            let octets = percent_decode(name.as_bytes());
            let last = String::from_utf8_lossy(&octets).chars().next_back();
            last.is_some_and(is_plain).then(|| replaced(text, span, name)).flatten()
        }
    }
}

/// What the scheme's own document says is the same. A URI that is none of its scheme stays as it is.
pub(super) fn apply(text: &str, parts: &Parts) -> Option<String> {
    let name = &text[parts.scheme()?];
    let is = |names: &[&str]| names.iter().any(|other| name.eq_ignore_ascii_case(other));
    let (path, rest) = (parts.path(), name.len() + 1..parts.without_fragment());
    if is(&["file"]) && parts.authority().is_none() && text[path.clone()].starts_with('/') {
        // Nothing guards two slashes where an authority precedes them.
        let end = if text[path.start..].starts_with("/.//") { path.start + 2 } else { path.start };
        return replaced(text, path.start..end, "//");
    }
    let form: fn(&str) -> String = match () {
        () if is(&["urn"]) => urn,
        () if is(&["tel", "fax", "modem"]) => tel,
        () if is(&["sip", "sips"]) => sip,
        () if is(&["geo"]) => geo,
        () if is(&["doi"]) => lower,
        () if is(&["mailto"]) => mailto,
        () => return None,
    };
    let is_valid = |text: &str, parts: &Parts| scheme::check(text.as_bytes(), parts).is_ok();
    let form = is_valid(text, parts).then(|| form(&text[rest.clone()]))?;
    replaced(text, rest, &form).filter(|text| is_valid(text, &split(text.as_bytes())))
}

/// The text with another part, if that differs.
fn replaced(text: &str, part: Range<usize>, by: &str) -> Option<String> {
    let differs = text[part.clone()] != *by;
    differs.then(|| [&text[..part.start], by, &text[part.end..]].concat())
}

/// ASCII in lower case, but for the digits of escapes.
fn lower(text: &str) -> String {
    let mut digits = 0;
    let lowered = text.chars().map(|c| {
        let is_digit = digits > 0;
        digits = if c == '%' { 2 } else { digits - u8::from(is_digit) };
        if is_digit { c } else { c.to_ascii_lowercase() }
    });
    lowered.collect()
}

/// What is before the first of some marks, and the rest from it on.
fn split_at_first<'t>(text: &'t str, marks: &[char]) -> (&'t str, &'t str) {
    text.split_at(text.find(marks).unwrap_or(text.len()))
}

/// Pairs after a mark each, in the order of their names.
fn sorted(pairs: impl Iterator<Item = String>, mark: char) -> String {
    let mut pairs: Vec<_> = pairs.collect();
    let name = |pair: &String| pair.split('=').next().unwrap_or_default().to_owned();
    pairs.sort_by_key(name);
    pairs.iter().flat_map(|pair| [String::from(mark), pair.clone()]).collect()
}

/// Names of UUIDs (RFC 9562 4) and of the IETF (RFC 2648 2) in lower case; ISBNs without hyphens, and the check
/// digit of these and of ISSNs in upper case (RFC 8254 4 and 5).
fn urn(name: &str) -> String {
    let (id, specific) = name.split_once(':').unwrap_or((name, ""));
    let (specific, components) = split_at_first(specific, &['?']);
    let id = lower(id);
    let specific = match &id[..] {
        "uuid" | "ietf" => lower(specific),
        "isbn" => specific.replace('-', "").to_ascii_uppercase(),
        "issn" => specific.to_ascii_uppercase(),
        _ => specific.to_owned(),
    };
    format!("{id}:{specific}{components}")
}

/// A number without visual separators, in lower case like its parameters (RFC 3966 4).
fn tel(number: &str) -> String {
    let digits = |text: &str| text.replace(['-', '.', '(', ')'], "");
    let (number, parameters) = split_at_first(number, &[';']);
    let parameters = lower(parameters);
    let parameters = parameters.split_inclusive(';').map(|parameter| {
        let is_number = parameter.starts_with("ext=") || parameter.starts_with("phone-context=+");
        match parameter.split_once('=') {
            Some((name, value)) if is_number => format!("{name}={}", digits(value)),
            _ => parameter.to_owned(),
        }
    });
    lower(&digits(number)) + &parameters.collect::<String>()
}

/// Host and parameters in lower case, and these and the headers in an order (RFC 3261 19.1.4).
fn sip(rest: &str) -> String {
    let (user, server) = rest.split_at(rest.find('@').map_or(0, |at| at + 1));
    let (server, headers) = split_at_first(server, &['?']);
    let server = lower(server);
    let (host, parameters) = split_at_first(&server, &[';']);
    let parameters = sorted(parameters.split(';').skip(1).map(str::to_owned), ';');
    let headers = headers.strip_prefix('?').map(|headers| {
        let named = headers.split('&').map(|header| {
            let (name, value) = header.split_once('=').unwrap_or((header, ""));
            format!("{}={value}", lower(name))
        });
        format!("?{}", sorted(named, '&').trim_start_matches('&'))
    });
    format!("{user}{host}{parameters}{}", headers.unwrap_or_default())
}

/// Numbers without needless zeros, WGS 84 left out, one longitude at a pole and at the antimeridian (RFC 5870 3.4.4).
fn geo(rest: &str) -> String {
    let (place, parameters) = split_at_first(rest, &[';']);
    let mut numbers: Vec<_> = place.split(',').map(number).collect();
    let parameters = parameters.split(';').skip(1).map(|parameter| {
        let (name, value) = split_at_first(parameter, &['=']);
        match &lower(name)[..] {
            "crs" => format!("crs{}", lower(value)),
            "u" => format!("u={}", number(value.trim_start_matches('='))),
            name => format!("{name}{value}"),
        }
    });
    let (early, others): (Vec<_>, Vec<_>) =
        parameters.partition(|it| it.starts_with("crs=") || it.starts_with("u="));
    let is_wgs84 = |parameter: &&String| *parameter == "crs=wgs84";
    if early.iter().all(|it| !it.starts_with("crs=") || is_wgs84(&it)) {
        let longitude = match (&numbers[0][..], numbers.get(1).map(|it| &it[..])) {
            ("90" | "-90", Some(_)) => Some("0"),
            (_, Some("-180")) => Some("180"),
            _ => None,
        };
        if let Some(longitude) = longitude {
            longitude.clone_into(&mut numbers[1]);
        }
    }
    let early = early.iter().filter(|it| !is_wgs84(it)).flat_map(|it| [";", it]);
    format!("{}{}{}", numbers.join(","), early.collect::<String>(), sorted(others.into_iter(), ';'))
}

/// A decimal number without zeros that say nothing.
fn number(text: &str) -> String {
    let (sign, digits) = text.split_at(usize::from(text.starts_with('-')));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    let whole = if whole.is_empty() { "0" } else { whole };
    match (whole, fraction) {
        ("0", "") => "0".to_owned(),
        (_, "") => format!("{sign}{whole}"),
        _ => format!("{sign}{whole}.{fraction}"),
    }
}

/// The addresses of fields called `to` after those before the fields (RFC 6068 2).
fn mailto(rest: &str) -> String {
    let (to, fields) = rest.split_once('?').unwrap_or((rest, ""));
    let is_to = |field: &&str| field.get(..3).is_some_and(|name| name.eq_ignore_ascii_case("to="));
    let (more, fields): (Vec<_>, Vec<_>) = fields.split('&').partition(is_to);
    if more.is_empty() {
        return rest.to_owned();
    }
    let addresses = more.iter().map(|field| &field[3..]);
    let all = std::iter::once(to).chain(addresses).filter(|to| !to.is_empty());
    let all = all.collect::<Vec<_>>().join(",");
    if fields.is_empty() { all } else { format!("{all}?{}", fields.join("&")) }
}
