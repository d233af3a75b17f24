//! Laws of finds and of references, as properties of any text: the tests put texts together for them, and `fuzz/` has
//! them fuzzed. Each panics where it is broken.

use std::str;

use urisift::{
    Components, Edition, Extractor, Found, Iri, IriRef, Options, ResolveOptions, Step, Steps, Uri,
    UriBuilder, UriRef, defang, unwrap_redirect,
};

use super::pseudo_code;

/// The finds of a text are pieces of it, in order, in its limits, at the positions that they have; and what is valid of
/// them is valid when it is parsed again.
pub fn finds_are_lawful(text: &[u8], finds: &[Found<'_>], options: &Options) {
    let mut end = 0;
    // A character may have four bytes.
    let is_whole = str::from_utf8(text).is_ok() && options.max_len >= 4;
    for found in finds {
        let (span, raw) = (found.span(), found.raw());
        assert!(end <= span.start && span.start < span.end, "{span} after {end}");
        end = span.end;
        assert_eq!(raw, &text[span.start as usize..span.end as usize]);
        assert!(raw.len() <= options.max_len, "{} bytes", raw.len());
        assert!(!is_whole || str::from_utf8(raw).is_ok(), "a character is cut: {found:?}");
        // It is cut before a character that does not fit, or before its escape: two units at most, each of eight
        // backslashes and `uD83D`.
        let longest = if options.escapes { 26 } else { 4 };
        assert!(!found.is_truncated() || raw.len() + longest > options.max_len);
        let position = found.position().expect("positions are asked for");
        let before = &text[..span.start as usize];
        let line = before.iter().rposition(|&b| b == b'\n').map_or(0, |at| at + 1);
        assert_eq!(position.line, 1 + before.iter().filter(|b| **b == b'\n').count() as u64);
        assert_eq!(position.column, 1 + (before.len() - line) as u64);
        what_is_valid_parses_again(found);
    }
}

fn what_is_valid_parses_again(found: &Found<'_>) {
    if found.validate().is_ok() {
        // The verdict is that of the first reading.
        let uri = str::from_utf8(found.uri()).expect("what is valid is UTF-8");
        // Text without a scheme is parsed as what may follow one.
        let read = match found.scheme() {
            [] => format!("http://{uri}"),
            _ => uri.to_owned(),
        };
        let iri = Iri::parse(&read);
        assert!(
            iri.as_ref().is_ok_and(|iri| iri.scheme_specific().is_ok()),
            "{iri:?} of {found:?}"
        );
    }
    // None of these may panic, whatever was found.
    let _ =
        (found.scheme_specific().is_ok(), found.editions(), found.cautions(), found.components());
}

/// The text of a reference from its parts (RFC 3986 5.3).
fn recomposed([scheme, authority, path, query, fragment]: [Option<&str>; 5]) -> String {
    let part = |before, part: Option<&str>, after| {
        part.map_or(String::new(), |part| format!("{before}{part}{after}"))
    };
    [
        part("", scheme, ":"),
        part("//", authority, ""),
        part("", path, ""),
        part("?", query, ""),
        part("#", fragment, ""),
    ]
    .concat()
}

/// A reference is the sum of its parts, parsed or only split; and every URI is an IRI, and each of them a reference.
pub fn what_parses_prints_as_it_was(text: &str) {
    let components = Components::of(text.as_bytes());
    let text_of = |part| str::from_utf8(part).expect("text is cut at ASCII");
    let split = [
        components.scheme().map(text_of),
        components.authority().map(text_of),
        Some(text_of(components.path())),
        components.query().map(text_of),
        components.fragment().map(text_of),
    ];
    assert_eq!(recomposed(split), text);
    let is_reference = IriRef::parse(text).is_ok();
    let [uri, iri] = [Uri::parse(text).is_ok(), Iri::parse(text).is_ok()];
    assert_eq!(UriRef::parse(text).is_ok(), is_reference && text.is_ascii(), "{text:?}");
    let Ok(reference) = IriRef::parse(text) else { return assert!(!uri && !iri, "{text:?}") };
    let parts = [
        reference.scheme(),
        reference.authority(),
        Some(reference.path()),
        reference.query(),
        reference.fragment(),
    ];
    assert_eq!((recomposed(parts), reference.to_string()), (text.to_owned(), text.to_owned()));
    assert_eq!(parts, split, "{text:?}");
    let inner = [reference.userinfo(), reference.host(), reference.port()];
    let bytes = [components.userinfo(), components.host(), components.port()];
    assert_eq!(inner.map(|part| part.map(str::as_bytes)), bytes, "{text:?}");
    let is_absolute = reference.scheme().is_some();
    assert_eq!((uri, iri), (text.is_ascii() && is_absolute, is_absolute), "{text:?}");
}

/// Each edition and each scheme takes a text or says where it does not fit, and none panics.
pub fn every_edition_and_scheme_reads_it(text: &str) {
    for edition in Edition::ALL {
        if let Err(fault) = UriRef::parse_in(text, edition) {
            assert!(fault.offset() <= text.len(), "{fault:?}");
            assert!(!fault.display_in(text).to_string().is_empty());
        }
    }
    let Ok(iri) = IriRef::parse(text) else { return };
    let _ = (iri.editions(), iri.cautions(), iri.host_kind(), iri.port_number());
    match iri.scheme_specific() {
        Ok(specific) => drop(serde_json::to_string(&specific).expect("it can be serialised")),
        Err(fault) => assert!(fault.offset() <= text.len(), "{fault:?}"),
    }
}

/// What is composed of a reference's components is the reference; with another component, whatever it is, it is a
/// reference whose other components are as before; and its IRI leads back to it.
pub fn what_is_composed_is_valid(text: &str, component: &str) {
    let built = |builder: &UriBuilder| builder.build().map(|uri| uri.to_string());
    let builder = Uri::builder().scheme("x").query(component).fragment(component);
    for builder in [builder.clone(), builder.userinfo(component).host(component).port(1)] {
        assert!(built(&builder.path(component)).is_ok(), "{component:?}");
    }
    let Ok(iri) = IriRef::parse(text) else { return };
    let parts = |text: &str| {
        let it = IriRef::parse(text).unwrap_or_else(|fault| panic!("{}", fault.display_in(text)));
        let parts = [it.scheme(), it.authority(), Some(it.path()), it.query(), it.fragment()];
        parts.map(|part| part.map(str::to_owned))
    };
    let new = [
        (2, iri.with_path(component)),
        (3, iri.with_query(Some(component))),
        (4, iri.with_fragment(Some(component))),
    ];
    for (place, new) in new {
        let (mut before, mut after) = (parts(text), parts(&new));
        (before[place], after[place]) = (None, None);
        assert_eq!(before, after, "{new}");
    }
    let Ok(uri) = UriRef::parse(text) else { return };
    assert_eq!(uri.to_builder().build_reference().unwrap().as_str(), text);
    let steps = Steps::from(Step::Percent) | Steps::from(Step::Uri);
    let to_iri = uri.to_iri();
    let iri =
        IriRef::parse(&to_iri).unwrap_or_else(|fault| panic!("{}", fault.display_in(&*to_iri)));
    assert!(iri.is_equivalent(&uri, steps), "{text:?}: {iri}");
}

/// A normal form is its own, stays what it was of (a URI, an IRI), and leads with all steps to the one form.
pub fn normal_forms_are_normal(text: &str, choices: impl Iterator<Item = Steps>) {
    let Ok(reference) = IriRef::parse(text) else { return };
    let is_uri = UriRef::parse(text).is_ok();
    let all = reference.normalized(Steps::ALL).to_string();
    for steps in choices {
        let once = reference.normalized(steps).to_string();
        let parsed = IriRef::parse(&once).unwrap_or_else(|fault| panic!("{once:?}: {fault}"));
        assert_eq!(parsed.normalized(steps).to_string(), once, "{steps:?}");
        assert_eq!(parsed.normalized(Steps::ALL).to_string(), all, "{steps:?}: {once:?}");
        assert!(
            reference.is_equivalent(&parsed, steps) && parsed.is_equivalent(&reference, steps),
            "{once:?}"
        );
        let is_still_uri = UriRef::parse(&once).is_ok();
        assert!(is_still_uri || !is_uri && !steps.contains(Step::Uri), "{steps:?}: {once:?}");
        assert!(Iri::parse(text).is_err() || Iri::parse(&once).is_ok(), "{steps:?}: {once:?}");
    }
    if let Some(inner) = unwrap_redirect(text) {
        // What no URI may contain is escaped.
        assert!(inner.len() <= 3 * text.len(), "{inner:?}");
    }
}

/// A target is what the pseudo-code of RFC 3986 makes of a base and a reference.
pub fn resolved_as_the_pseudo_code_does(base: &Iri<'_>, reference: &IriRef<'_>) {
    for strict in [true, false] {
        let how = ResolveOptions { lax: !strict, ..ResolveOptions::default() };
        let target = base.resolve(reference, how).to_string();
        assert_eq!(target, pseudo_code::resolved(&(*base).into(), reference, strict));
        let Ok(target) = Iri::parse(&target) else { panic!("{target:?}") };
        a_relative_reference_leads_back(base, &target);
    }
}

/// A target is its own target, and there is a way to it from the base.
pub fn a_relative_reference_leads_back(base: &Iri<'_>, target: &Iri<'_>) {
    // No reference has a path with dot segments for its target.
    if target.segments().any(|segment| segment == "." || segment == "..") {
        return;
    }
    let relative = base.relative(target);
    for reference in [&*relative, target.as_str()] {
        let reference = IriRef::parse(reference).unwrap_or_else(|f| panic!("{reference:?}: {f}"));
        let back = base.resolve(&reference, ResolveOptions::default()).to_string();
        assert_eq!(back, target.as_str(), "by {relative:?}");
    }
}

/// An address of the web that is found is found again after it is defanged, and not without asking for it.
pub fn what_is_defanged_is_found_again(text: &str) {
    let is_web = |uri: &[u8]| uri.starts_with(b"http://") || uri.starts_with(b"https://");
    // In brackets of its own, a disguise ends them.
    if !is_web(text.as_bytes()) || text.contains(['[', '{']) {
        return;
    }
    // What `(.)` or `\.` stands in looks disguised already.
    if [false, true].map(|refang| found(text, refang)) != [[text.as_bytes()], [text.as_bytes()]] {
        return;
    }
    let disguised = defang(text);
    let [plain, refanged] = [false, true].map(|refang| found(&disguised, refang));
    // What a program would follow is not to be found in it.
    assert!(!plain.iter().any(|uri| is_web(uri)), "{disguised:?}");
    assert_eq!(refanged, [text.as_bytes()], "{disguised:?}");
}

fn found(text: &str, refang: bool) -> Vec<Vec<u8>> {
    let mut options = Options::default();
    options.refang = refang;
    Extractor::new(options).find_iter(text.as_bytes()).map(|f| f.uri().to_vec()).collect()
}
