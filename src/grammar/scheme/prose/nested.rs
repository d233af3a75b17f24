//! Schemes that precede another URI or a path: `view-source:https://…`, `jdbc:mysql://…`,
//! `jar:file:…!/…`, `blob:https://…`, `scm:git:git://…`, `file:/…` (RFC 8089).

use super::{ProseRule, is_scheme, is_web};
use crate::grammar::tld;

pub(super) const RULES: &[ProseRule] = &[
    ProseRule {
        names: &["view-source", "feed", "blob", "filesystem", "wyciwyg", "scm", "r2dbc"],
        accepts: hierarchical,
    },
    ProseRule { names: &["service"], accepts: service },
    ProseRule { names: &["jdbc", "jar", "wap"], accepts: inner },
    ProseRule { names: &["file"], accepts: path },
    ProseRule { names: &["http", "https"], accepts: slipped },
    ProseRule { names: &["about"], accepts: about },
    ProseRule { names: &["javascript"], accepts: script },
];

pub(super) const ENCLOSED: &[ProseRule] =
    &[ProseRule { names: &["javascript"], accepts: statement }];

/// How many names may be before `://`.
const MAX_NAMES: usize = 4;

/// `scheme://…`, perhaps with more prefixes before it: `git:git://…`, `jmx:rmi:///…`.
fn hierarchical(rest: &[u8]) -> bool {
    let mut rest = rest;
    for _ in 0..MAX_NAMES {
        let colon = rest.iter().position(|&b| b == b':').unwrap_or(0);
        if !is_scheme(&rest[..colon]) {
            return false;
        }
        rest = &rest[colon..];
        if let Some(authority) = rest.strip_prefix(b"://") {
            return !authority.is_empty();
        }
        rest = &rest[1..];
    }
    false
}

/// A service's type and address (RFC 2609 2.1). Before a web address alone, `service` is a word.
fn service(rest: &[u8]) -> bool {
    let colon = rest.iter().position(|&b| b == b':').unwrap_or(0);
    !is_web(&rest[..colon]) && hierarchical(rest)
}

/// `scheme:…`, as in `jdbc:oracle:thin:@host`.
fn inner(rest: &[u8]) -> bool {
    let colon = rest.iter().position(|&b| b == b':').unwrap_or(0);
    colon > 1
        && is_scheme(&rest[..colon])
        && rest.get(colon + 1).is_some_and(|&b| b == b'/' || b == b'@' || b.is_ascii_alphanumeric())
}

/// An absolute path (RFC 8089 Appendix E.2 has it with a drive letter too).
fn path(rest: &[u8]) -> bool {
    rest.len() > 1
        && rest[0] == b'/'
        && (rest[1].is_ascii_alphanumeric() || b"._~%$".contains(&rest[1]))
}

/// `https:/host.example/…`: a slash was lost, but the host after it is still clear.
fn slipped(rest: &[u8]) -> bool {
    let Some(host) = rest.strip_prefix(b"/") else { return false };
    let end = host.iter().position(|b| b"/?#:".contains(b)).unwrap_or(host.len());
    let Some(dot) = host[..end].iter().rposition(|&b| b == b'.') else { return false };
    let label = |b: &u8| b.is_ascii_alphanumeric() || b"-.".contains(b);
    dot > 0
        && host[..end].iter().all(label)
        && tld::is_tld(&host[dot + 1..end].to_ascii_lowercase())
}

/// The pages that browsers are known to have.
#[rustfmt::skip] // As many on a line as there is room for.
const PAGES: &[&str] = &[
    "blank", "srcdoc", "config", "preferences", "addons", "support", "newtab", "home", "about",
    "memory", "cache", "plugins", "debugging", "performance", "processes", "networking",
    "telemetry", "profiles", "invalid", "legacy-compat", "webrtc", "flags", "crashes", "logins",
    "protections", "reader", "certificate", "policies", "license", "rights", "mozilla", "robots",
    "serviceworkers", "sync-log", "unloads", "welcome", "buildconfig", "history",
];

/// The names that browsers give to pages of their own (RFC 6694).
fn about(rest: &[u8]) -> bool {
    let end = rest.iter().position(|b| b"?#".contains(b)).unwrap_or(rest.len());
    PAGES.iter().any(|p| p.as_bytes() == &rest[..end])
}

/// Any statement, where it is a value of its own; the empty one too.
fn statement(rest: &[u8]) -> bool {
    rest.iter().any(|b| b"();={}".contains(b))
}

/// A call, or `void`: common in links, not in prose.
fn script(rest: &[u8]) -> bool {
    let name = |&b: &u8| b.is_ascii_alphanumeric() || b"._$".contains(&b);
    let end = rest.iter().position(|b| !name(b)).unwrap_or(rest.len());
    end > 0 && rest.get(end) == Some(&b'(')
}
