//! What is printed as valid parses as valid again; normal forms are normal; parsed text is printed
//! unchanged; refanging undoes defanging.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use urisift::{
    Extractor, Iri, IriRef, Options, ResolveOptions, Step, Steps, Uri, UriRef, defang, find_iter,
};

use super::text;
use crate::kit;

/// Pieces of references, and what normal forms change in them.
const PIECES: &[&str] = &[
    "http:",
    "HTTPS:",
    "ftp:",
    "file:",
    "urn:",
    "mailto:",
    "x:",
    "Z+1.-:",
    "//",
    "/",
    "/",
    "?",
    "#",
    "a",
    "B",
    "c.d",
    "EXAMPLE.com",
    "localhost",
    "me@",
    "me:x@",
    "@",
    ":",
    ":80",
    ":443",
    ":080",
    ":0",
    "[::1]",
    "[2001:DB8::A]",
    "[v1.X]",
    "127.0.0.1",
    ".",
    "..",
    "./",
    "../",
    "/.",
    "/..",
    "%2e",
    "%2E%2e",
    "%41",
    "%7e",
    "%2f",
    "%2F",
    "%c3%a9",
    "%C3%A9",
    "%ff",
    "%E2%80%8B",
    "%00",
    "%25",
    "%2541",
    "%",
    "%4",
    "é",
    "É",
    "ß",
    "İ",
    "ſ",
    "日本",
    "xn--nxasmq6b",
    "xn--",
    "ö.example",
    "。",
    "\u{200b}",
    "\u{e000}",
    ";",
    ",",
    "=",
    "&",
    "!",
    "~",
    "'",
    "(",
    ")",
    "*",
    "+",
    "$",
    "[",
    "]",
    "|",
    " ",
    "isbn:",
    "A-b:",
    "?+x",
    "?=y",
    "a@B.EXAMPLE",
    "e\u{301}",
    "Å",
    "a.b.",
];

/// Something like a reference.
fn reference() -> impl Strategy<Value = String> {
    let start = prop_oneof![
        3 => Just(""),
        2 => select(vec!["http://", "https://a", "file://", "urn:", "mailto:", "x:/", "x:", "//h"]),
    ];
    (start, vec(select(PIECES), 0..9))
        .prop_map(|(start, pieces)| format!("{start}{}", pieces.concat()))
}

/// Every choice of steps.
fn all_steps() -> impl Iterator<Item = Steps> {
    (0u32..1 << Step::ALL.len()).map(|set| {
        Step::ALL
            .into_iter()
            .enumerate()
            .filter(|(n, _)| set >> n & 1 == 1)
            .map(|(_, step)| step)
            .collect()
    })
}

/// The reference put together from its components (RFC 3986 5.3).
fn recomposed(of: &IriRef<'_>) -> String {
    let mut text = String::new();
    text.extend(of.scheme().map(|scheme| format!("{scheme}:")));
    if let Some(host) = of.host() {
        text += "//";
        text.extend(of.userinfo().map(|userinfo| format!("{userinfo}@")));
        text += host;
        text.extend(of.port().map(|port| format!(":{port}")));
    }
    text += of.path();
    text.extend(of.query().map(|query| format!("?{query}")));
    text.extend(of.fragment().map(|fragment| format!("#{fragment}")));
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(kit::amount(2000, 6000) as u32))]

    #[test]
    fn what_is_printed_as_valid_is_valid(text in text::text(), options in text::options()) {
        for found in kit::by_slice(&text, &options) {
            if found.validate().is_err() {
                continue;
            }
            let uri = std::str::from_utf8(found.uri()).unwrap();
            let read = match found.scheme() {
                [] => format!("http://{uri}"),
                _ => uri.to_owned(),
            };
            let iri = Iri::parse(&read);
            prop_assert!(iri.as_ref().is_ok_and(|iri| iri.scheme_specific().is_ok()), "{uri} {iri:?}");
        }
    }

    #[test]
    fn what_is_parsed_prints_as_it_was(text in reference()) {
        if let Ok(reference) = IriRef::parse(&text) {
            prop_assert_eq!(reference.to_string(), text.clone());
            prop_assert_eq!(recomposed(&reference), text.clone());
        }
        // Every URI is an IRI, and each of them is a reference.
        prop_assert!(Uri::parse(&text).is_err() || Iri::parse(&text).is_ok());
        prop_assert!(Uri::parse(&text).is_err() || UriRef::parse(&text).is_ok());
        prop_assert!(Iri::parse(&text).is_err() || IriRef::parse(&text).is_ok());
    }

    /// For any choice of steps, normalising is idempotent, and keeps what the original is.
    #[test]
    fn normal_forms_are_normal(text in reference()) {
        let Ok(reference) = IriRef::parse(&text) else { return Ok(()) };
        let is_uri = UriRef::parse(&text).is_ok();
        for steps in all_steps() {
            let once = reference.normalized(steps).to_string();
            let again = IriRef::parse(&once);
            let Ok(again) = again else { return Err(TestCaseError::fail(format!("{steps:?}: {once}"))) };
            prop_assert_eq!(again.normalized(steps).to_string(), once.clone(), "{:?}", steps);
            prop_assert!(!is_uri || UriRef::parse(&once).is_ok(), "{:?}: {}", steps, once);
            prop_assert!(Iri::parse(&text).is_err() || Iri::parse(&once).is_ok(), "{:?}: {}", steps, once);
            prop_assert!(reference.is_equivalent(&again, steps) && again.is_equivalent(&reference, steps));
            if steps.contains(Step::Uri) {
                prop_assert!(UriRef::parse(&once).is_ok(), "{:?}: {}", steps, once);
            }
        }
    }

    /// A step added later gives the same form as with that step from the start.
    #[test]
    fn steps_lead_to_one_form(text in reference()) {
        let Ok(reference) = IriRef::parse(&text) else { return Ok(()) };
        let all = reference.normalized(Steps::ALL).to_string();
        for steps in all_steps() {
            let form = reference.normalized(steps).to_string();
            let Ok(form) = IriRef::parse(&form) else { return Err(TestCaseError::fail(form)) };
            prop_assert_eq!(form.normalized(Steps::ALL).to_string(), all.clone(), "{:?}: {}", steps, form);
        }
    }

    /// A reference resolves to a URI that resolves to itself, and there is a way back.
    #[test]
    fn targets_are_their_own_targets(base in reference(), text in reference(), is_lax in any::<bool>()) {
        let (Ok(base), Ok(reference)) = (Iri::parse(&base), IriRef::parse(&text)) else { return Ok(()) };
        let how = ResolveOptions { lax: is_lax, ..ResolveOptions::default() };
        let target = base.resolve(&reference, how).to_string();
        let Ok(iri) = Iri::parse(&target) else { return Err(TestCaseError::fail(target)) };
        let again = IriRef::parse(&target).unwrap();
        let strictly = base.resolve(&again, ResolveOptions::default()).to_string();
        let has_dots = iri.segments().any(|segment| segment == "." || segment == "..");
        if !has_dots {
            prop_assert_eq!(strictly, target.clone());
            let way = base.relative(&iri);
            let Ok(way) = IriRef::parse(&way) else { return Err(TestCaseError::fail(way)) };
            prop_assert_eq!(base.resolve(&way, ResolveOptions::default()).to_string(), target);
        }
    }

    /// A web address that is found is also found after it is defanged.
    #[test]
    fn a_disguise_comes_off(
        scheme in select(vec!["http", "https", "ftp", "HTTP", "gopher"]),
        labels in vec("[a-z][a-z0-9-]{0,5}[a-z0-9]", 1..5),
        rest in select(vec!["", "/", ":8080/", "/a.b/c?d=e&f#g", "/(x)", "/?u=http://b.example/c.d"]),
    ) {
        let uri = format!("{scheme}://{}{rest}", labels.join("."));
        let alone = format!(" {uri} ");
        let plain: Vec<_> = find_iter(alone.as_bytes()).map(|found| found.uri().to_vec()).collect();
        prop_assume!(plain == [uri.as_bytes()]);
        let disguised = format!(" {} ", defang(&uri));
        let mut options = Options::default();
        options.refang = true;
        let extractor = Extractor::new(options);
        let found: Vec<_> = extractor.find_iter(disguised.as_bytes()).collect();
        prop_assert_eq!(found.len(), 1, "{}", disguised);
        let read = String::from_utf8_lossy(found[0].uri()).into_owned();
        // The case of the scheme is lost.
        prop_assert!(read.eq_ignore_ascii_case(&uri), "{read} of {disguised}");
        prop_assert_eq!(&read[scheme.len()..], &uri[scheme.len()..]);
    }
}
