//! Forms of links whose target is not just the value of a query parameter. Each function gives it
//! decoded; the caller checks that it is a URI.

use super::{Link, base64, decoded};

/// Version 2 writes "-" for "%" and "_" for "/".
pub(super) fn proofpoint_v2(link: &Link<'_>) -> Option<String> {
    let uri = decoded(&decoded(link.parameter("u")?)?.replace('-', "%").replace('_', "/"))?;
    Some(uri.replace("&amp;", "&"))
}

/// Version 3 writes the URI between `__`, with `*` for a character and `**X` for a run of them; the
/// characters follow it in base64, in order.
pub(super) fn proofpoint_v3(link: &Link<'_>) -> Option<String> {
    let rest = link.from_path.strip_prefix("/v3/__")?;
    let (uri, rest) = rest.split_once("__;")?;
    let encoded = rest.split(['!', '$']).next().unwrap_or("");
    let characters = String::from_utf8(base64::decode(encoded)?).ok()?;
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
    Some(with_slashes(&out))
}

/// A run's length by its letter: A to Z, a to z, 0 to 9, - and _ stand for 2 to 65.
fn run_length(letter: char) -> Option<usize> {
    let letters = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['-', '_']);
    letters.into_iter().position(|l| l == letter).map(|place| place + 2)
}

/// Two slashes after the scheme, of which one may have been lost on the way.
fn with_slashes(text: &str) -> String {
    match text.split_once(":/") {
        Some((scheme, rest)) if !rest.starts_with('/') => format!("{scheme}://{rest}"),
        _ => text.to_owned(),
    }
}

/// The second segment of the path.
pub(super) fn second_segment(link: &Link<'_>) -> Option<String> {
    decoded(link.path.split('/').nth(2)?)
}

/// The whole query, in which a fragment belongs to the target.
pub(super) fn query(link: &Link<'_>) -> Option<String> {
    let (_, target) = link.from_path.split_once('?')?;
    if target.contains("://") { Some(target.to_owned()) } else { decoded(target) }
}

/// The fragment.
pub(super) fn fragment(link: &Link<'_>) -> Option<String> {
    link.fragment().map(str::to_owned)
}

/// The parameter `u`, in base64.
pub(super) fn base64_u(link: &Link<'_>) -> Option<String> {
    let digits = decoded(link.parameter("u")?)?;
    String::from_utf8(base64::decode(&digits)?).ok()
}

/// The parameter `u`: "a1", then base64.
pub(super) fn bing(link: &Link<'_>) -> Option<String> {
    String::from_utf8(base64::decode(link.parameter("u")?.strip_prefix("a1")?)?).ok()
}

/// The segment of the path that starts with "RU=".
pub(super) fn yahoo(link: &Link<'_>) -> Option<String> {
    decoded(link.path.split('/').find_map(|segment| segment.strip_prefix("RU="))?)
}

/// A kind of resource (c for a page, i for an image …), "s" for https, and the URI without its scheme.
pub(super) fn amp_cache(link: &Link<'_>) -> Option<String> {
    let kinds = ["/c/", "/v/", "/i/", "/r/", "/wp/", "/a/"];
    kinds.iter().find_map(|kind| link.from_path.strip_prefix(kind)).and_then(without_scheme)
}

/// Like `amp_cache`, after "/amp/".
pub(super) fn amp_viewer(link: &Link<'_>) -> Option<String> {
    link.from_path.strip_prefix("/amp/").and_then(without_scheme)
}

/// "s/" for https, and the URI without its scheme.
fn without_scheme(text: &str) -> Option<String> {
    let (scheme, rest) = match text.strip_prefix("s/") {
        Some(rest) => ("https", rest),
        None => ("http", text),
    };
    starts_with_host(rest).then(|| format!("{scheme}://{rest}"))
}

/// Returns `true` if the text up to the first slash is a name of several labels.
fn starts_with_host(text: &str) -> bool {
    let host = text.split(['/', '?', '#']).next().unwrap_or("");
    host.contains('.') && !host.starts_with('.')
}

/// The host is the first label: "-" stands for a dot, and "--" for "-". Parameters of the service start
/// with `_x_tr_`: `hp` is what precedes the label, `enc` names prefixes of it ("0-" for Punycode, "1-" for
/// a name that would be mistaken for one), and `sch` is the scheme.
pub(super) fn translated(link: &Link<'_>) -> Option<String> {
    let own = |name: &str| link.parameter(name).unwrap_or("");
    let label = link.host.strip_suffix(".translate.goog")?;
    let label = format!("{}{label}", own("_x_tr_hp"));
    let is_set = |prefix| own("_x_tr_enc").split(',').any(|one| one == prefix);
    let mut label = label.as_str();
    if is_set("1") {
        label = label.strip_prefix("1-").unwrap_or(label);
    }
    let punycode = label.strip_prefix("0-").filter(|_| is_set("0"));
    let label = punycode.unwrap_or(label);
    let prefix = if punycode.is_some() { "xn--" } else { "" };
    // What no host has keeps a dash as it is.
    let host = label.replace("--", "\n").replace('-', ".").replace('\n', "-");
    let scheme = if own("_x_tr_sch") == "http" { "http" } else { "https" };
    let mut kept = link.query.split('&').filter(|pair| !pair.starts_with("_x_tr_"));
    let query = kept.next().into_iter().chain(kept).collect::<Vec<_>>().join("&");
    let query = if query.is_empty() { query } else { format!("?{query}") };
    let fragment = link.fragment().map(|text| format!("#{text}")).unwrap_or_default();
    let target = format!("{scheme}://{prefix}{host}{}{query}{fragment}", link.path);
    starts_with_host(&host).then_some(target)
}

/// After "/web/": a time of up to 14 digits with a flag such as "id_", or "*" for a calendar; then the URI,
/// which may lack its scheme. The time may be missing.
pub(super) fn wayback(link: &Link<'_>) -> Option<String> {
    let rest = link.from_path.strip_prefix("/web/")?;
    let target = match rest.split_once('/') {
        Some((time, target)) if is_time(time) => target,
        _ => rest,
    };
    if ["http:", "https:", "ftp:"].iter().any(|scheme| target.starts_with(scheme)) {
        return Some(with_slashes(target));
    }
    starts_with_host(target).then(|| format!("http://{target}"))
}

/// Returns `true` if this is a time, with or without a flag.
fn is_time(text: &str) -> bool {
    let flag = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - flag.len();
    let is_lower = |letter: &u8| letter.is_ascii_lowercase();
    digits <= 14
        && match flag.as_bytes() {
            b"*" => true,
            [] => digits > 0,
            [flag @ .., b'_'] => digits > 0 && flag.len() == 2 && flag.iter().all(is_lower),
            _ => false,
        }
}

/// The URI after the first slash that one follows.
pub(super) fn embedded(link: &Link<'_>) -> Option<String> {
    let starts = link.from_path.match_indices("/http").map(|(at, _)| &link.from_path[at + 1..]);
    let mut starts =
        starts.filter(|rest| rest.starts_with("http:/") || rest.starts_with("https:/"));
    starts.next().map(with_slashes)
}
