//! Schemes that name a thing, not a place: urn (RFC 8141), doi, data (RFC 2397), magnet, tag
//! (RFC 4151), info (RFC 4452), did …

use super::ProseRule;
use crate::byteset::{ALNUM, ByteSet, HEXDIG, SUB_DELIMS, UNRESERVED};

pub(super) const RULES: &[ProseRule] = &[
    ProseRule { names: &["urn"], accepts: urn },
    ProseRule { names: &["doi"], accepts: doi },
    ProseRule { names: &["data"], accepts: data },
    ProseRule { names: &["magnet"], accepts: magnet },
    ProseRule { names: &["tag"], accepts: tag },
    ProseRule { names: &["info"], accepts: info },
    ProseRule { names: &["did"], accepts: decentralised },
    ProseRule { names: &["opaquelocktoken"], accepts: uuid },
    ProseRule {
        names: &["bitcoin", "bitcoincash", "litecoin", "dogecoin", "monero"],
        accepts: coin,
    },
    ProseRule { names: &["ethereum"], accepts: ethereum },
    ProseRule { names: &["openpgp4fpr"], accepts: fingerprint },
    ProseRule { names: &["spotify"], accepts: spotify },
    ProseRule { names: &["ms-settings"], accepts: word },
];

/// A namespace identifier: letters, digits and hyphens, 2 to 32 bytes (RFC 8141 2).
fn is_nid(nid: &[u8]) -> bool {
    let ends = |b: Option<&u8>| b.is_some_and(|&b| ALNUM.contains(b));
    (2..=32).contains(&nid.len())
        && nid.iter().all(|&b| ALNUM.contains(b) || b == b'-')
        && ends(nid.first())
        && ends(nid.last())
}

/// NID ":" NSS (RFC 8141 2).
fn urn(rest: &[u8]) -> bool {
    const NSS: ByteSet = UNRESERVED.or(SUB_DELIMS).or(ByteSet::of(b":@%/{["));
    let colon = rest.iter().position(|&b| b == b':').unwrap_or(0);
    is_nid(&rest[..colon]) && rest.get(colon + 1).is_some_and(|&b| NSS.contains(b) || b >= 0x80)
}

/// A DOI starts with its directory indicator, `10.`, a registrant and a slash.
fn doi(rest: &[u8]) -> bool {
    let slash = rest.iter().position(|&b| b == b'/').unwrap_or(0);
    rest.starts_with(b"10.")
        && slash > 3
        && rest[3..slash].iter().all(|&b| b.is_ascii_digit() || b == b'.')
        && rest.len() > slash + 1
}

/// [ mediatype ] [ ";base64" ] "," data (RFC 2397 3); data may be empty.
fn data(rest: &[u8]) -> bool {
    const TYPE: ByteSet = ALNUM.or(ByteSet::of(b"!#$&-^_.+/;=%*'"));
    let comma = rest.iter().position(|&b| b == b',').unwrap_or(rest.len());
    let kind = &rest[..comma];
    // The comma may have been dropped as the sentence's; the rest must then be a media type.
    let typed = kind.contains(&b'/') || kind.starts_with(b";");
    kind.iter().all(|&b| TYPE.contains(b))
        && (typed || comma == 0 && rest.len() > 1)
        && (comma < rest.len() || kind.ends_with(b";base64"))
}

/// Parameters only.
fn magnet(rest: &[u8]) -> bool {
    rest.starts_with(b"?") && rest.contains(&b'=')
}

/// authority "," date ":" specific (RFC 4151 2.1).
fn tag(rest: &[u8]) -> bool {
    let comma = rest.iter().position(|&b| b == b',').unwrap_or(0);
    let year = rest.get(comma + 1..comma + 5).unwrap_or(&[]);
    comma > 0 && year.len() == 4 && year.iter().all(u8::is_ascii_digit) && rest.contains(&b':')
}

/// A namespace of the registry, a slash, and a name in it (RFC 4452 4.2).
fn info(rest: &[u8]) -> bool {
    #[rustfmt::skip] // As many on a line as there is room for.
    const SPACES: &[&str] = &[
        "arxiv", "bibcode", "bnf", "ddc", "doi", "eu-repo", "fedora", "hdl", "inchi", "lanl-repo",
        "lc", "lccn", "ncid", "netref", "nla", "oclcnum", "ofi", "pmid", "pronom", "refseq", "rfa",
        "rlgid", "sici", "sid", "srw", "ugid",
    ];
    let slash = rest.iter().position(|&b| b == b'/').unwrap_or(0);
    SPACES.iter().any(|s| s.as_bytes() == &rest[..slash]) && rest.len() > slash + 1
}

/// method ":" identifier.
fn decentralised(rest: &[u8]) -> bool {
    let colon = rest.iter().position(|&b| b == b':').unwrap_or(0);
    colon > 1
        && rest[..colon].iter().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        && rest.get(colon + 1).is_some_and(|&b| ALNUM.contains(b))
        && rest.len() > colon + 4
}

fn uuid(rest: &[u8]) -> bool {
    rest.len() >= 36 && rest[..36].iter().all(|&b| HEXDIG.contains(b) || b == b'-')
}

/// An address of 25 to 100 letters and digits, or parameters only, as with a request to pay (BIP 72).
fn coin(rest: &[u8]) -> bool {
    if magnet(rest) {
        return true;
    }
    let end = rest.iter().position(|&b| !ALNUM.contains(b)).unwrap_or(rest.len());
    (25..=100).contains(&end) && rest[..end].iter().any(u8::is_ascii_digit)
}

fn ethereum(rest: &[u8]) -> bool {
    let rest = rest.strip_prefix(b"pay-").unwrap_or(rest);
    rest.len() >= 42 && rest.starts_with(b"0x") && rest[2..42].iter().all(|&b| HEXDIG.contains(b))
}

fn fingerprint(rest: &[u8]) -> bool {
    rest.len() >= 40 && rest[..40].iter().all(|&b| HEXDIG.contains(b))
}

/// kind ":" identifier of 22 letters and digits.
fn spotify(rest: &[u8]) -> bool {
    let colon = rest.iter().rposition(|&b| b == b':').unwrap_or(0);
    let id = &rest[(colon + 1).min(rest.len())..];
    colon > 0 && id.len() >= 22 && id[..22].iter().all(|&b| ALNUM.contains(b))
}

fn word(rest: &[u8]) -> bool {
    rest.len() > 2 && rest.iter().all(|&b| b.is_ascii_lowercase() || b == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_urn_has_a_namespace_and_a_name() {
        assert!(urn(b"isbn:0-13-142901-9") && urn(b"ietf:params:xml") && urn(b"FOO:a123%2C456"));
        assert!(!urn(b"a:b") && !urn(b"isbn") && !urn(b"isbn:") && !urn(b"-x:y"));
    }

    #[test]
    fn addresses_have_their_length() {
        assert!(coin(b"1BoatSLRHtKNngkdXEeobR76b53LETtpyT?amount=1") && !coin(b"1Boat"));
        assert!(!coin(b"abcdefghijklmnopqrstuvwxyz"));
        let account = b"0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359";
        assert!(ethereum(account) && ethereum(&[b"pay-", &account[..]].concat()));
        assert!(!ethereum(&account[..40]) && !ethereum(b"classic"));
        assert!(fingerprint(&account[2..]) && !fingerprint(&account[..]));
        assert!(word(b"network-wifi") && !word(b"x") && !word(b"a b c"));
    }

    #[test]
    fn data_has_a_comma() {
        assert!(data(b",x") && data(b"text/plain;charset=utf-8,a") && data(b";base64,AA=="));
        assert!(data(b"image/gif;base64,") && data(b"text/html,"));
        assert!(!data(b"a,b") && !data(b"text/plain") && !data(b"") && !data(b","));
    }

    #[test]
    fn a_doi_has_a_registrant_and_a_suffix() {
        assert!(doi(b"10.1000/182") && !doi(b"10.1000") && !doi(b"11.1/2") && !doi(b"10./2"));
    }
}
