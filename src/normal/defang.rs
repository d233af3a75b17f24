//! A URI that nobody can click on by mistake.

use crate::grammar::split;

/// Disguises a URI, as those who write about attacks do: `http` becomes `hxxp`, `ftp` `fxp`, and the
/// last dot of the host `[.]`. Another scheme gets `[:]` for its colon.
///
/// ```
/// assert_eq!(urisift::defang("https://www.example.com/a.b"), "hxxps://www.example[.]com/a.b");
/// assert_eq!(urisift::defang("mailto:me@example.com"), "mailto[:]me@example[.]com");
/// ```
pub fn defang(uri: &str) -> String {
    let parts = split::split(uri.as_bytes());
    let mut out = uri.to_owned();
    let name = parts.host().unwrap_or(parts.path());
    // In a host, and in what stands for one: the domain of an address, or what has no scheme.
    let end = name.start + uri[name.clone()].find('/').unwrap_or(name.len());
    let domain =
        parts.authority().is_some() || uri[..end].contains('@') || parts.scheme().is_none();
    if let Some(dot) = uri[name.start..end].rfind('.').filter(|_| domain) {
        out.replace_range(name.start + dot..name.start + dot + 1, "[.]");
    }
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
