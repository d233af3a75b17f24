//! The laws of normal forms.

use std::str;

use urisift::{Extractor, IriRef, Options, Step, Steps, defang, unwrap_redirect};

pub fn twice_is_once(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(iri) = IriRef::parse(text) else { return };
    for steps in Step::ALL.map(Steps::up_to).into_iter().chain([Steps::STRING]) {
        let once = iri.normalized(steps).to_string();
        let parsed = IriRef::parse(&once).unwrap_or_else(|fault| panic!("{once:?}: {fault}"));
        assert_eq!(parsed.normalized(steps).to_string(), once, "{steps:?}");
        assert!(
            iri.is_equivalent(&parsed, steps) && parsed.is_equivalent(&iri, steps),
            "{once:?} {steps:?}"
        );
    }
    if let Some(inner) = unwrap_redirect(text) {
        // What no URI may contain is escaped.
        assert!(inner.len() <= 3 * text.len(), "{inner:?}");
    }
}

pub fn what_is_defanged_is_found_again(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    // In brackets of its own, a disguise ends them.
    if !is_web(bytes) || text.contains(['[', '{']) {
        return;
    }
    // What `(.)` or `\.` stands in looks disguised already.
    let is_whole = |refang| found(text, refang) == [bytes];
    if !is_whole(false) || !is_whole(true) {
        return;
    }
    let disguised = defang(text);
    let [plain, refanged] = [false, true].map(|refang| found(&disguised, refang));
    // What a program would follow is not to be found in it.
    assert!(!plain.iter().any(|uri| is_web(uri)), "{disguised:?}");
    assert_eq!(refanged, [bytes], "{disguised:?}");
}

fn found(text: &str, refang: bool) -> Vec<Vec<u8>> {
    let mut options = Options::default();
    options.refang = refang;
    Extractor::new(options).find_iter(text.as_bytes()).map(|f| f.uri().to_vec()).collect()
}

fn is_web(uri: &[u8]) -> bool {
    uri.starts_with(b"http://") || uri.starts_with(b"https://")
}
