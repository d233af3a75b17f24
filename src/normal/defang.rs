//! Defanging: makes a URI that no one can click by mistake.

use std::ops::Range;

use super::steps::domains;
use crate::grammar::components::{Parts, split, split_abbreviated};

/// Disguises a URI, as security reports do: `http` becomes `hxxp`, `ftp` `fxp`, another scheme gets
/// `[:]` for its colon, and the last dot of a host becomes `[.]`; an address in brackets is kept. A
/// `://` further on, as in a query, becomes `[:]//`.
///
/// ```
/// assert_eq!(urisift::defang("https://www.example.com/a.b"), "hxxps://www.example[.]com/a.b");
/// assert_eq!(urisift::defang("mailto:me@example.com"), "mailto[:]me@example[.]com");
/// ```
pub fn defang(uri: &str) -> String {
    let parts = split(uri.as_bytes());
    let mut out = uri.to_owned();
    let start = parts.scheme().map_or(0, |scheme| scheme.end + 1);
    hosts_disguised(uri, &parts, &mut out);
    let inner = out.split_off(start).replace("://", "[:]//");
    out.push_str(&inner);
    if let Some(scheme) = parts.scheme() {
        let lower = uri[scheme.clone()].to_ascii_lowercase();
        match lower.as_str() {
            "http" | "https" => out.replace_range(1..3, "xx"),
            "ftp" | "ftps" => out.replace_range(1..2, "x"),
            _ => out.replace_range(scheme.end..scheme.end + 1, "[:]"),
        }
    }
    out
}

/// Disguises what starts with a host, or is an email address.
///
/// ```
/// assert_eq!(urisift::defang_abbreviated("www.example.com:80/a.b"), "www.example[.]com:80/a.b");
/// ```
pub fn defang_abbreviated(text: &str) -> String {
    let parts = split_abbreviated(text.as_bytes());
    let mut out = text.to_owned();
    hosts_disguised(text, &parts, &mut out);
    out
}

/// The last dot of each host, from the end, so that earlier offsets stay valid.
fn hosts_disguised(uri: &str, parts: &Parts, out: &mut String) {
    let hosts: Vec<Range<usize>> = match parts.host() {
        Some(host) if uri[host.clone()].starts_with('[') => Vec::new(),
        Some(host) => vec![host],
        None => domains(uri, parts.path()).collect(),
    };
    for host in hosts.into_iter().rev() {
        if let Some(dot) = uri[host.clone()].rfind('.') {
            out.replace_range(host.start + dot..host.start + dot + 1, "[.]");
        }
    }
}
