//! Schemes that name a mailbox, an account or a message: mailto (RFC 1738 3.5, RFC 6068), mid and
//! cid (RFC 2392), news (RFC 1738 3.6), sip (RFC 3261 19.1), xmpp (RFC 5122), acct (RFC 7565) …

use memchr::memchr;

use super::ProseRule;
use crate::byteset::{ALNUM, ByteSet, SUB_DELIMS, UNRESERVED};

pub(super) const RULES: &[ProseRule] = &[
    ProseRule { names: &["mailto"], accepts: mailto },
    ProseRule { names: &["news", "snews"], accepts: news },
    ProseRule { names: &["mid", "cid"], accepts: message_id },
    ProseRule { names: &["sip", "sips"], accepts: sip },
    ProseRule {
        names: &["xmpp", "acct", "im", "pres", "jabber", "msnim", "facetime"],
        accepts: account,
    },
    ProseRule { names: &["matrix"], accepts: matrix },
    ProseRule { names: &["turn", "turns", "stun", "stuns"], accepts: host_port },
    ProseRule { names: &["skype", "callto", "aim", "ymsgr", "gtalk"], accepts: call },
];

pub(super) const ENCLOSED: &[ProseRule] = &[
    ProseRule { names: &["cid"], accepts: id },
    ProseRule { names: &["xmpp"], accepts: host_port },
];

/// The local part of an address, escapes included.
const LOCAL: ByteSet = UNRESERVED.or(SUB_DELIMS).or(ByteSet::of(b"%/{|}^`:#"));
/// A host as it is in an address.
const HOST: ByteSet = ALNUM.or(ByteSet::of(b"-._[]:%")).or(ByteSet::range(0x80, 0xff));

/// `local@host`: the offset after the host.
fn addr_spec(rest: &[u8]) -> Option<usize> {
    let at = memchr(b'@', rest)?;
    let local = &rest[..at];
    let host = &rest[at + 1..];
    let end = host.iter().position(|&b| !HOST.contains(b)).unwrap_or(host.len());
    let is_local = |&b: &u8| LOCAL.contains(b) || b >= 0x80;
    let starts = host.first().is_some_and(|&b| ALNUM.contains(b) || b == b'[' || b >= 0x80);
    (!local.is_empty() && local.iter().all(is_local) && starts).then_some(at + 1 + end)
}

/// An address whose `@` or whose host is escaped: `joe%40a.example`, `joe@%61.example`.
fn escaped_addr_spec(rest: &[u8]) -> bool {
    let end = rest.iter().position(|b| b"?,".contains(b)).unwrap_or(rest.len());
    let at = |mark: &[u8]| rest[..end].windows(mark.len()).position(|w| w == mark);
    let Some((at, len)) = at(b"%40").map(|i| (i, 3)).or(at(b"@%").map(|i| (i, 1))) else {
        return false;
    };
    let (local, host) = (&rest[..at], &rest[at + len..end]);
    let dotted = host.contains(&b'.') || host.windows(3).any(|w| w.eq_ignore_ascii_case(b"%2e"));
    at > 0
        && local.iter().all(|&b| LOCAL.contains(b))
        && dotted
        && host.iter().all(|&b| HOST.contains(b))
}

/// One address or more, or header fields (RFC 6068 2). An archive that hides addresses may have
/// replaced the "@": with header fields after it, that passes too.
fn mailto(rest: &[u8]) -> bool {
    if addr_spec(rest).is_some() || escaped_addr_spec(rest) {
        return true;
    }
    let Some(query) = memchr(b'?', rest) else { return false };
    let (to, fields) = (&rest[..query], &rest[query + 1..]);
    let name = fields.iter().position(|&b| b == b'=').unwrap_or(0);
    name > 0
        && fields[..name].iter().all(|&b| ALNUM.contains(b) || b == b'-')
        && to.iter().all(|&b| LOCAL.contains(b))
}

/// `*`, a message-id, or a group: two components or more with dots between (RFC 1738 3.6).
fn news(rest: &[u8]) -> bool {
    let is_part = |&b: &u8| ALNUM.contains(b) || b"+-_".contains(&b);
    let group = || {
        let mut parts = rest.split(|&b| b == b'.');
        rest[0].is_ascii_alphabetic()
            && rest.contains(&b'.')
            && parts.all(|part| !part.is_empty() && part.iter().all(is_part))
    };
    rest == b"*" || addr_spec(rest).is_some() || (!rest.is_empty() && group())
}

fn message_id(rest: &[u8]) -> bool {
    addr_spec(rest).is_some()
}

/// An id without a host, as writers of HTML mail make them.
fn id(rest: &[u8]) -> bool {
    rest.iter().all(|&b| UNRESERVED.contains(b) || b"+$%@=".contains(&b))
}

/// A user, a room or an event, by its kind and its name on a server (Matrix specification, Appendices).
fn matrix(rest: &[u8]) -> bool {
    const KINDS: &[&str] = &["u", "user", "r", "room", "roomid", "e", "event"];
    let slash = rest.iter().position(|&b| b == b'/').unwrap_or(0);
    let name = &rest[(slash + 1).min(rest.len())..];
    let colon = name.iter().position(|&b| b == b':').unwrap_or(0);
    KINDS.iter().any(|kind| kind.as_bytes() == &rest[..slash])
        && colon > 0
        && name.get(colon + 1).is_some_and(|&b| ALNUM.contains(b) || b == b'[')
}

/// `user@host`, or a host with a dot.
fn sip(rest: &[u8]) -> bool {
    addr_spec(rest).is_some() || host_port(rest)
}

fn account(rest: &[u8]) -> bool {
    addr_spec(rest).is_some()
}

/// A host with a dot or square brackets, which a word lacks.
fn host_port(rest: &[u8]) -> bool {
    let end = rest.iter().position(|b| b";?".contains(b)).unwrap_or(rest.len());
    let host = &rest[..end];
    let inner_dot =
        host.windows(3).any(|w| w[1] == b'.' && ALNUM.contains(w[0]) && ALNUM.contains(w[2]));
    host.first().is_some_and(|&b| ALNUM.contains(b) || b == b'[')
        && host.iter().all(|&b| HOST.contains(b))
        && (inner_dot || host.contains(&b'['))
}

/// A name with something to do: `skype:echo123?call`, `aim:goim?screenname=x`.
fn call(rest: &[u8]) -> bool {
    let query = rest.iter().position(|&b| b == b'?').unwrap_or(0);
    query > 0 && rest.len() > query + 1 && rest[..query].iter().all(|&b| LOCAL.contains(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mailto_needs_an_address_or_fields() {
        assert!(mailto(b"a@b.example") && mailto(b"a%20b@c?subject=x") && mailto(b"?to=a"));
        assert!(mailto(b"a.example?Subject=Re"));
        assert!(!mailto(b"a") && !mailto(b"@b") && !mailto(b"a@") && !mailto(b"?=x"));
    }

    #[test]
    fn news_needs_a_group_an_id_or_a_star() {
        assert!(news(b"*") && news(b"comp.lang.cobol") && news(b"7f$1@news.example"));
        assert!(!news(b"") && !news(b"today") && !news(b"a..b") && !news(b"1.2"));
    }

    #[test]
    fn sip_needs_more_than_a_word() {
        assert!(sip(b"alice@atlanta.example") && sip(b"gw.example;lr") && sip(b"[2001:db8::1]"));
        assert!(!sip(b"alice") && !sip(b"a..b"));
    }
}
