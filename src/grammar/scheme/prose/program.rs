//! Schemes that open something in a program: the Office URI schemes of Microsoft, vscode, msteams, the
//! settings of macOS; and dns (RFC 4501).

use memchr::memmem;

use super::ProseRule;
use crate::byteset::{ALNUM, ByteSet};

/// The programs of Microsoft Office (Office URI Schemes 1.4).
#[rustfmt::skip] // As many on a line as there is room for.
const OFFICE: &[&str] = &[
    "ms-word", "ms-powerpoint", "ms-excel", "ms-visio", "ms-access", "ms-project", "ms-publisher",
    "ms-spd", "ms-infopath",
];

pub(super) const RULES: &[ProseRule] = &[
    ProseRule { names: OFFICE, accepts: office },
    ProseRule { names: &["vscode", "vscode-insiders"], accepts: extension },
    ProseRule { names: &["msteams"], accepts: deep_link },
    ProseRule { names: &["x-apple.systempreferences"], accepts: settings },
    ProseRule { names: &["dns"], accepts: dns_query },
];

pub(super) const ENCLOSED: &[ProseRule] = &[
    ProseRule { names: &["msteams"], accepts: path },
    ProseRule { names: &["dns"], accepts: dns_name },
];

/// A command, the descriptor of its argument and a document, with bars between, or a document alone (Office
/// URI Schemes 1.3).
fn office(rest: &[u8]) -> bool {
    const COMMANDS: &[&[u8]] = &[b"ofe|u|", b"ofv|u|", b"nft|u|"];
    let command = COMMANDS.iter().find_map(|command| rest.strip_prefix(*command));
    let document = command.unwrap_or(rest);
    let scheme = memmem::find(document, b"://").unwrap_or(0);
    [&b"http"[..], b"https"].iter().any(|web| document[..scheme].eq_ignore_ascii_case(web))
        && document.get(scheme + 3).is_some_and(|&b| ALNUM.contains(b) || b == b'[')
}

/// Returns `true` if it is the scheme of an Office program, in whose URIs bars separate.
pub(crate) fn is_office(name: &[u8]) -> bool {
    OFFICE.iter().any(|office| office.as_bytes().eq_ignore_ascii_case(name))
}

/// The page of an extension: publisher "." name.
fn extension(rest: &[u8]) -> bool {
    let Some(id) = rest.strip_prefix(b"extension/") else { return false };
    let dot = id.iter().position(|&b| b == b'.').unwrap_or(0);
    dot > 0 && id.get(dot + 1).is_some_and(|&b| ALNUM.contains(b))
}

/// What a link to Teams leads to is named after `/l/`.
fn deep_link(rest: &[u8]) -> bool {
    let link = rest.strip_prefix(b"/").unwrap_or(rest).strip_prefix(b"l/");
    link.and_then(<[u8]>::first).is_some_and(|&b| ALNUM.contains(b))
}

fn path(rest: &[u8]) -> bool {
    matches!(rest, [b'/', first, ..] if ALNUM.contains(*first))
}

/// A pane of the settings of macOS, by its bundle.
fn settings(rest: &[u8]) -> bool {
    let pane = rest.strip_prefix(b"com.apple.");
    pane.and_then(<[u8]>::first).is_some_and(|&b| ALNUM.contains(b))
}

/// dnsname "?" dnsquery (RFC 4501 3). Without the query, names stand so in certificates.
fn dns_query(rest: &[u8]) -> bool {
    let query = rest.iter().position(|&b| b == b'?').unwrap_or(0);
    let asks = |name: &[u8]| {
        rest[query + 1..].get(..name.len()).is_some_and(|own| own.eq_ignore_ascii_case(name))
    };
    query > 0 && is_dns_name(&rest[..query]) && (asks(b"type=") || asks(b"class="))
}

/// A name with a dot inside, in lower case.
fn dns_name(rest: &[u8]) -> bool {
    let name = rest.split(|&b| b == b'?').next().unwrap_or(rest);
    is_dns_name(name) && name.windows(2).any(|w| w[0] == b'.' && ALNUM.contains(w[1]))
}

fn is_dns_name(name: &[u8]) -> bool {
    const NAME: ByteSet = ALNUM.or(ByteSet::of(b"-._*%\\"));
    name.first().is_some_and(|&b| ALNUM.contains(b) || b"_*".contains(&b))
        && name.iter().all(|&b| NAME.contains(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_follows_the_command() {
        assert!(office(b"ofe|u|https://a.example/b.docx") && office(b"https://a.example/b.docx"));
        assert!(!office(b"ofe|u|b.docx") && !office(b"ofe|https://a/") && !office(b"settings"));
    }

    #[test]
    fn programs_name_what_they_open() {
        assert!(
            extension(b"extension/a.b") && !extension(b"prepublish") && !extension(b"extension/a")
        );
        assert!(deep_link(b"/l/chat/0/0?users=a") && deep_link(b"l/meeting") && !deep_link(b"/x"));
        assert!(settings(b"com.apple.preference.security?Privacy") && !settings(b"x"));
        assert!(dns_query(b"www.example.org.?clAsS=IN;tYpE=A") && !dns_query(b"a.example"));
        assert!(dns_name(b"a.example") && !dns_name(b"container") && !dns_name(b"a."));
    }
}
