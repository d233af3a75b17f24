//! Schemes whose identifiers have a form of their own: pkg (Package-URL), nostr (NIP-21), hdl (RFC 3651),
//! ark (draft-kunze-ark), arxiv, swh (ISO/IEC 18670) …

use super::ProseRule;
use crate::byteset::{ALNUM, ByteSet, HEXDIG, SCHEME, UNRESERVED};

pub(super) const RULES: &[ProseRule] = &[
    ProseRule { names: &["pkg"], accepts: package },
    ProseRule { names: &["nostr"], accepts: nostr },
    ProseRule { names: &["hdl"], accepts: handle },
    ProseRule { names: &["ark"], accepts: archival_key },
    ProseRule { names: &["arxiv"], accepts: arxiv },
    ProseRule { names: &["swh"], accepts: software_heritage },
];

pub(super) const ENCLOSED: &[ProseRule] = &[ProseRule { names: &["pkg"], accepts: any_package }];

/// The text up to the first byte that is not in the set, and the rest.
fn split(text: &[u8], set: ByteSet) -> (&[u8], &[u8]) {
    text.split_at(text.iter().position(|&b| !set.contains(b)).unwrap_or(text.len()))
}

/// The types that packages mostly have (Package-URL, types index).
#[rustfmt::skip] // As many on a line as there is room for.
const PACKAGE_TYPES: &[&str] = &[
    "alpm", "apk", "bitbucket", "bitnami", "cargo", "cocoapods", "composer", "conan", "conda",
    "cpan", "cran", "deb", "docker", "gem", "generic", "github", "golang", "hackage", "hex",
    "huggingface", "julia", "luarocks", "maven", "mlflow", "npm", "nuget", "oci", "opam", "otp",
    "pub", "pypi", "qpkg", "rpm", "swid", "swift", "vscode-extension", "yocto",
];

/// type "/" [ namespace "/" ] name [ "@" version ] [ "?" qualifiers ] (ECMA-427 5): of a frequent type, or
/// with a version.
fn package(rest: &[u8]) -> bool {
    let (kind, name) = split(rest, SCHEME);
    let frequent = || PACKAGE_TYPES.iter().any(|t| t.as_bytes().eq_ignore_ascii_case(kind));
    let versioned = || name[1..].windows(2).any(|w| ALNUM.contains(w[0]) && w[1] == b'@');
    any_package(rest) && (frequent() || versioned())
}

fn any_package(rest: &[u8]) -> bool {
    let (kind, name) = split(rest, SCHEME);
    kind.first().is_some_and(u8::is_ascii_alphabetic)
        && matches!(name, [b'/', first, ..] if UNRESERVED.contains(*first) || b"%@".contains(first))
}

/// An identifier of NIP-19: its kind, `1`, and characters of Bech32.
fn nostr(rest: &[u8]) -> bool {
    const KINDS: &[&str] =
        &["npub", "nsec", "note", "nprofile", "nevent", "naddr", "nrelay", "ncryptsec"];
    let data = |kind: &&str| {
        let data = rest.strip_prefix(kind.as_bytes())?.strip_prefix(b"1")?;
        data.first().filter(|&&b| ALNUM.contains(b))
    };
    KINDS.iter().any(|kind| data(kind).is_some())
}

/// A naming authority in numbers, a slash, and a name (RFC 3651 2). One of a few digits might be a value of
/// a blood test.
fn handle(rest: &[u8]) -> bool {
    let (authority, name) = split(rest, ByteSet::of(b"0123456789."));
    authority.len() >= 4
        && authority.split(|&b| b == b'.').all(|part| !part.is_empty())
        && matches!(name, [b'/', first, ..] if *first != b'/')
}

/// [ "/" ] NAAN "/" name (draft-kunze-ark-39 2).
fn archival_key(rest: &[u8]) -> bool {
    const BETANUMERIC: ByteSet = ByteSet::of(b"0123456789bcdfghjkmnpqrstvwxz");
    let (authority, name) = split(rest.strip_prefix(b"/").unwrap_or(rest), BETANUMERIC);
    authority.len() >= 5
        && authority.iter().any(u8::is_ascii_digit)
        && matches!(name, [b'/', first, ..] if ALNUM.contains(*first))
}

/// Year, month and number, or an archive with seven digits; perhaps a version (arXiv identifier scheme). Nothing
/// more: papers cite `arXiv:2305.18462(2023)`.
fn arxiv(rest: &[u8]) -> bool {
    const DIGIT: ByteSet = crate::byteset::DIGIT;
    const ARCHIVE: ByteSet = crate::byteset::ALPHA.or(ByteSet::of(b"-."));
    let (first, after) = split(rest, DIGIT);
    let ends = match (first.len(), after) {
        (4, [b'.', number @ ..]) => {
            let (number, end) = split(number, DIGIT);
            (4..=5).contains(&number.len()).then_some(end)
        }
        (0, _) => {
            let (archive, number) = split(rest, ARCHIVE);
            let (number, end) = split(number.strip_prefix(b"/").unwrap_or(&[]), DIGIT);
            (archive.len() > 1 && number.len() == 7).then_some(end)
        }
        _ => None,
    };
    ends.is_some_and(|end| {
        let end = end.strip_prefix(b"v").map_or(end, |version| split(version, DIGIT).1);
        end.first().is_none_or(|b| b"[?#".contains(b))
    })
}

/// `1:`, a kind, and forty hexadecimal digits (ISO/IEC 18670 5).
fn software_heritage(rest: &[u8]) -> bool {
    const KINDS: &[&[u8]] = &[b"cnt", b"dir", b"rev", b"rel", b"snp"];
    let Some([a, b, c, b':', id @ ..]) = rest.strip_prefix(b"1:") else { return false };
    let (hash, after) = split(id, HEXDIG);
    let ends = after.first().is_none_or(|&b| !ALNUM.contains(b));
    KINDS.contains(&&[*a, *b, *c][..]) && hash.len() == 40 && ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_package_has_a_type_and_a_name() {
        assert!(
            package(b"npm/%40a/core@12.0.0") && package(b"deb/debian/curl") && package(b"x/y@1")
        );
        assert!(
            !package(b"npm") && !package(b"test/unit") && !package(b"npm/") && !package(b"/npm/a")
        );
        assert!(any_package(b"test/unit") && !any_package(b"1/unit"));
    }

    #[test]
    fn identifiers_have_their_form() {
        assert!(nostr(b"npub1sn0wdenkuk") && !nostr(b"npub1") && !nostr(b"relay"));
        assert!(handle(b"20.500.12345/abc") && handle(b"2027/x") && !handle(b"1.2/3"));
        assert!(!handle(b"10..1/x") && !handle(b"45/120") && !handle(b"2027/"));
        assert!(
            archival_key(b"/12345/x") && archival_key(b"12345/x6.a") && archival_key(b"b6078/q")
        );
        assert!(!archival_key(b"/home/x") && !archival_key(b"12345") && !archival_key(b"123/x"));
        assert!(arxiv(b"1207.1212") && arxiv(b"2401.01234v2") && arxiv(b"hep-th/9901001v2"));
        assert!(arxiv(b"math.GT/0309136") && !arxiv(b"1207.121") && !arxiv(b"hep-th/990"));
        assert!(!arxiv(b"1207.1212x") && !arxiv(b"1207.1212(2012") && !arxiv(b"12.1212"));
    }
}
