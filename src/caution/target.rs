//! Cautions about what a URI leads to: a script, an address, another link, a program.

use std::ops::Range;

use super::tables::{EXECUTABLES, SHORTENERS, WEB_PORTS};
use super::{Caution, CautionKind};
use crate::grammar::components::Parts;
use crate::grammar::escape::percent_decode;
use crate::grammar::host::{ipv4, ipv6};
use crate::grammar::ports;
use crate::normal;

/// Adds that the URI is a script, or a page that is all in the URI.
pub(super) fn of_scheme(text: &[u8], parts: &Parts, cautions: &mut Vec<Caution>) {
    let Some(scheme) = parts.scheme() else { return };
    let rest = &text[scheme.end + 1..];
    let is = |name: &str| text[scheme.clone()].eq_ignore_ascii_case(name.as_bytes());
    let starts = |media: &&str| {
        let start = rest.get(..media.len());
        let is_whole = rest.get(media.len()).is_none_or(|next| b";,".contains(next));
        is_whole && start.is_some_and(|start| start.eq_ignore_ascii_case(media.as_bytes()))
    };
    let script = || (is("javascript") || is("vbscript")) && !does_nothing(rest);
    if script() || is("data") && ["text/html", "application/xhtml+xml"].iter().any(starts) {
        cautions.push(Caution::new(CautionKind::Script, scheme));
    }
}

/// Returns `true` if a script is one of those that pages have where a link leads nowhere.
fn does_nothing(script: &[u8]) -> bool {
    const NOTHING: [&str; 6] = ["", "void(0)", "void 0", "void()", "false", "//"];
    let script = percent_decode(script);
    let is_around = |c: char| c == ';' || c.is_ascii_whitespace();
    str::from_utf8(&script).is_ok_and(|script| NOTHING.contains(&script.trim_matches(is_around)))
}

/// Adds that the host is an address, a shortener, or that of a redirector.
pub(super) fn of_host(text: &[u8], parts: &Parts, host: Range<usize>, cautions: &mut Vec<Caution>) {
    let name = &text[host.clone()];
    if is_public_address(name) {
        cautions.push(Caution::new(CautionKind::IpAddress, host.clone()));
    }
    if !is_web(text, parts) {
        return;
    }
    let plain = name.strip_suffix(b".").unwrap_or(name);
    let plain = match plain.get(..4) {
        Some(start) if start.eq_ignore_ascii_case(b"www.") => &plain[4..],
        _ => plain,
    };
    let has_path = parts.path().len() > 1;
    if has_path && SHORTENERS.iter().any(|one| one.as_bytes().eq_ignore_ascii_case(plain)) {
        cautions.push(Caution::new(CautionKind::Shortener, host.clone()));
    }
    let Ok(uri) = str::from_utf8(text) else { return };
    if let Some(target) = normal::redirection(uri) {
        let (kind, detail) = (CautionKind::Redirector, Some(target));
        cautions.push(Caution { kind, span: host, detail });
    } else if let (Some(query), Some(target)) = (parts.query(), normal::uri_in_query(uri)) {
        let (kind, detail) = (CautionKind::UriInQuery, Some(target));
        cautions.push(Caution { kind, span: query, detail });
    }
}

/// Returns `true` if a URI is one of the web, or a host without a scheme.
fn is_web(text: &[u8], parts: &Parts) -> bool {
    let is = |scheme: &[u8]| {
        ["http", "https"].iter().any(|name| scheme.eq_ignore_ascii_case(name.as_bytes()))
    };
    parts.scheme().map_or(parts.userinfo().is_none(), |scheme| is(&text[scheme]))
}

/// Returns `true` if a host is an address that others reach: not private, of this machine or of this link.
fn is_public_address(host: &[u8]) -> bool {
    if let Some(address) = ipv4(host) {
        let is_local = address.is_private() || address.is_loopback() || address.is_link_local();
        return !is_local && !address.is_unspecified();
    }
    let address = host.strip_prefix(b"[").and_then(|rest| ipv6(rest).ok());
    address.is_some_and(|(address, _)| {
        let is_local = address.is_loopback() || address.is_unspecified();
        !is_local && !address.is_unique_local() && !address.is_unicast_link_local()
    })
}

/// Adds that the port is unusual, and that the path ends like that of a program.
pub(super) fn of_port_and_path(text: &[u8], parts: &Parts, cautions: &mut Vec<Caution>) {
    if let (Some(host), Some(port)) = (parts.host(), parts.port()) {
        let number = str::from_utf8(&text[port.clone()]).ok().and_then(ports::number);
        // A port below 1024 is another caution.
        let is_rare = number.is_some_and(|port| port >= 1024 && !WEB_PORTS.contains(&port));
        if is_rare && is_web(text, parts) && is_remote(&text[host]) {
            cautions.push(Caution::new(CautionKind::UnusualPort, port));
        }
    }
    let path = parts.path();
    let name = text[path.clone()].rsplit(|&b| b == b'/').next().unwrap_or_default();
    let dot = name.iter().rposition(|&b| b == b'.').filter(|dot| *dot > 0);
    if let (Some(dot), true) = (dot, parts.authority().is_some()) {
        let ending = &name[dot + 1..];
        if EXECUTABLES.iter().any(|one| one.as_bytes().eq_ignore_ascii_case(ending)) {
            let span = path.end - name.len() + dot..path.end;
            cautions.push(Caution::new(CautionKind::Executable, span));
        }
    }
}

/// Returns `true` if a host is a name of several labels or a public address; others are for development.
fn is_remote(host: &[u8]) -> bool {
    let is_name = host.contains(&b'.') && ipv4(host).is_none();
    is_name && !host.ends_with(b".localhost") || is_public_address(host)
}
