//! The generic grammar against others: the regular expression of RFC 3986 Appendix B, regular
//! expressions made from the ABNF of RFC 3986 and RFC 3987, and two other parsers.

use crate::kit;
use crate::kit::generate::{Random, change, reference};
use regex::Regex;
use urisift::{Components, Grammar, Iri, IriRef, Uri, UriRef};

/// The real URIs beside the project, or those of our own texts.
fn real() -> Vec<String> {
    let text = kit::shared("web.txt")
        .unwrap_or_else(|| std::fs::read(kit::project("corpora/web/notes.md")).unwrap());
    let uris = urisift::find_iter(&text).map(|f| String::from_utf8(f.uri().to_vec()).unwrap());
    uris.collect()
}

/// Generated references, and real URIs with a change.
fn texts(seed: u64, count: usize) -> impl Iterator<Item = String> {
    let real = real();
    let mut random = Random::new(seed);
    (0..count).map(move |i| {
        if i % 4 != 0 {
            return reference(&mut random);
        }
        let mut text = real[random.below(real.len())].clone();
        for _ in 0..random.below(3) {
            change(&mut random, &mut text);
        }
        text
    })
}

#[test]
fn the_splitter_is_the_regular_expression_of_appendix_b() {
    let appendix_b =
        Regex::new(r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#((?s:.*)))?$").unwrap();
    let mut locations = appendix_b.capture_locations();
    for text in texts(1, kit::amount(100_000, 10_000_000)) {
        appendix_b.captures_read(&mut locations, &text).unwrap();
        let group = |i| locations.get(i).map(|(start, end)| &text.as_bytes()[start..end]);
        let components = Components::of(text.as_bytes());
        assert_eq!(components.scheme(), group(2), "{text:?}");
        assert_eq!(components.authority(), group(4), "{text:?}");
        assert_eq!(Some(components.path()), group(5), "{text:?}");
        assert_eq!(components.query(), group(7), "{text:?}");
        assert_eq!(components.fragment(), group(9), "{text:?}");
    }
}

/// The ABNF of RFC 3986 Appendix A as regular expressions, and of RFC 3987 2.2 with what it adds to
/// unreserved and to query.
struct Abnf {
    uri: Regex,
    reference: Regex,
    absolute: Regex,
}

impl Abnf {
    fn new(ucschar: &str, iprivate: &str) -> Self {
        let pct = "%[0-9A-Fa-f]{2}";
        let sub_delims = r"[!$&'()*+,;=]";
        let ascii_unreserved = r"[A-Za-z0-9\-._~]";
        let unreserved = format!(r"[A-Za-z0-9\-._~{ucschar}]");
        let pchar = format!("(?:{unreserved}|{pct}|{sub_delims}|[:@])");
        let segment = format!("(?:{pchar}*)");
        let segment_nz = format!("(?:{pchar}+)");
        let segment_nz_nc = format!("(?:(?:{unreserved}|{pct}|{sub_delims}|@)+)");
        let path_abempty = format!("(?:/{segment})*");
        let path_absolute = format!("/(?:{segment_nz}(?:/{segment})*)?");
        let path_noscheme = format!("{segment_nz_nc}(?:/{segment})*");
        let path_rootless = format!("{segment_nz}(?:/{segment})*");
        let query = format!("(?:{pchar}|[/?{iprivate}])*");
        let fragment = format!("(?:{pchar}|[/?])*");
        let scheme = r"[A-Za-z][A-Za-z0-9+\-.]*";
        let userinfo = format!("(?:{unreserved}|{pct}|{sub_delims}|:)*");
        let dec_octet = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9][0-9]|[0-9])";
        let ipv4 = format!(r"{dec_octet}\.{dec_octet}\.{dec_octet}\.{dec_octet}");
        let h16 = "[0-9A-Fa-f]{1,4}";
        let ls32 = format!("(?:{h16}:{h16}|{ipv4})");
        let ipv6 = [
            format!("(?:{h16}:){{6}}{ls32}"),
            format!("::(?:{h16}:){{5}}{ls32}"),
            format!("(?:{h16})?::(?:{h16}:){{4}}{ls32}"),
            format!("(?:(?:{h16}:){{0,1}}{h16})?::(?:{h16}:){{3}}{ls32}"),
            format!("(?:(?:{h16}:){{0,2}}{h16})?::(?:{h16}:){{2}}{ls32}"),
            format!("(?:(?:{h16}:){{0,3}}{h16})?::{h16}:{ls32}"),
            format!("(?:(?:{h16}:){{0,4}}{h16})?::{ls32}"),
            format!("(?:(?:{h16}:){{0,5}}{h16})?::{h16}"),
            format!("(?:(?:{h16}:){{0,6}}{h16})?::"),
        ]
        .join("|");
        let ip_future = format!(r"[vV][0-9A-Fa-f]+\.(?:{ascii_unreserved}|{sub_delims}|:)+");
        let ip_literal = format!(r"\[(?:{ipv6}|{ip_future})\]");
        let reg_name = format!("(?:{unreserved}|{pct}|{sub_delims})*");
        let host = format!("(?:{ip_literal}|{ipv4}|{reg_name})");
        let authority = format!("(?:{userinfo}@)?{host}(?::[0-9]*)?");
        let hier = format!("(?://{authority}{path_abempty}|{path_absolute}|{path_rootless}|)");
        let relative = format!("(?://{authority}{path_abempty}|{path_absolute}|{path_noscheme}|)");
        let absolute = format!(r"{scheme}:{hier}(?:\?{query})?");
        let uri = format!("{absolute}(?:#{fragment})?");
        let relative_ref = format!(r"{relative}(?:\?{query})?(?:#{fragment})?");
        let whole = |rule: &str| Regex::new(&format!("^(?:{rule})$")).unwrap();
        Abnf {
            reference: whole(&format!("{uri}|{relative_ref}")),
            uri: whole(&uri),
            absolute: whole(&absolute),
        }
    }

    fn rfc3986() -> Self {
        Abnf::new("", "")
    }

    fn rfc3987() -> Self {
        let mut ucschar = r"\u{A0}-\u{D7FF}\u{F900}-\u{FDCF}\u{FDF0}-\u{FFEF}".to_owned();
        for plane in 1..=0xd {
            ucschar += &format!(r"\u{{{plane:X}0000}}-\u{{{plane:X}FFFD}}");
        }
        ucschar += r"\u{E1000}-\u{EFFFD}";
        Abnf::new(&ucschar, r"\u{E000}-\u{F8FF}\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}")
    }
}

#[test]
fn the_verdict_is_that_of_the_abnf() {
    let (rfc3986, rfc3987) = (Abnf::rfc3986(), Abnf::rfc3987());
    let mut valid = [0; 4];
    let count = kit::amount(50_000, 1_000_000);
    for text in texts(2, count) {
        let verdicts = [
            (Uri::parse(&text).is_ok(), rfc3986.uri.is_match(&text)),
            (UriRef::parse(&text).is_ok(), rfc3986.reference.is_match(&text)),
            (Iri::parse(&text).is_ok(), rfc3987.uri.is_match(&text)),
            (IriRef::parse(&text).is_ok(), rfc3987.reference.is_match(&text)),
        ];
        for (i, (ours, theirs)) in verdicts.into_iter().enumerate() {
            assert_eq!(ours, theirs, "{i}: {text:?}");
            valid[i] += usize::from(ours);
        }
        if let Ok(iri) = Iri::parse(&text) {
            assert_eq!(iri.is_absolute(), rfc3987.absolute.is_match(&text), "{text:?}");
        }
    }
    // Neither verdict is rare.
    let common = count / 10..count / 10 * 9;
    assert!(valid.iter().all(|valid| common.contains(valid)), "{valid:?}");
}

#[test]
fn other_parsers_agree() {
    use iri_string::types::{IriReferenceStr, IriStr, UriReferenceStr, UriStr};
    for text in texts(4, kit::amount(50_000, 1_000_000)) {
        let ours = [
            Uri::parse(&text).is_ok(),
            UriRef::parse(&text).is_ok(),
            Iri::parse(&text).is_ok(),
            IriRef::parse(&text).is_ok(),
        ];
        let fluent = [
            fluent_uri::Uri::parse(&*text).is_ok(),
            fluent_uri::UriRef::parse(&*text).is_ok(),
            fluent_uri::Iri::parse(&*text).is_ok(),
            fluent_uri::IriRef::parse(&*text).is_ok(),
        ];
        let iri_string = [
            UriStr::new(&text).is_ok(),
            UriReferenceStr::new(&text).is_ok(),
            IriStr::new(&text).is_ok(),
            IriReferenceStr::new(&text).is_ok(),
        ];
        assert_eq!(ours, iri_string, "iri-string: {text:?}");
        assert_eq!(ours, fluent, "fluent-uri: {text:?}");
    }
}

#[test]
fn zones_are_a_switch() {
    let zoned = "http://[fe80::1%25en0]/";
    assert!(Uri::parse(zoned).is_err() && Iri::parse(zoned).is_err());
    let uri = Uri::parse_in(zoned, Grammar::default().with_zones()).unwrap();
    assert_eq!(uri.host(), Some("[fe80::1%25en0]"));
    assert!(Iri::parse_in(zoned, Grammar::default().with_zones()).is_ok());
}
