//! The laws of normal forms.

use std::str;

use urisift::{Extractor, IriRef, Options, Step, Steps, defang, unwrap};

pub fn twice_is_once(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Ok(iri) = IriRef::parse(text) else { return };
    for steps in Step::ALL.map(Steps::up_to).into_iter().chain([Steps::STRING]) {
        let once = iri.normal(steps).to_string();
        let parsed = IriRef::parse(&once).unwrap_or_else(|fault| panic!("{once:?}: {fault}"));
        assert_eq!(parsed.normal(steps).to_string(), once, "{steps:?}");
        assert!(iri.equals(&parsed, steps) && parsed.equals(&iri, steps), "{once:?} {steps:?}");
    }
    if let Some(inner) = unwrap(text) {
        assert!(inner.len() <= text.len(), "{inner:?}");
    }
}

pub fn what_is_defanged_is_found_again(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    // What has brackets of its own may look disguised already.
    if text.contains(['[', '(', '{']) {
        return;
    }
    let disguised = defang(text);
    // What a program would follow is not to be found in it.
    let live = |uri: &[u8]| uri.starts_with(b"http://") || uri.starts_with(b"https://");
    let [plain, refanged] = [false, true].map(|refang| {
        let mut options = Options::default();
        options.refang = refang;
        let found = Extractor::new(options).find_iter(disguised.as_bytes());
        found.map(|f| f.uri().to_vec()).collect::<Vec<_>>()
    });
    if ["http://", "https://"].iter().any(|scheme| text.starts_with(scheme))
        && urisift::find_iter(bytes).next().is_some_and(|f| f.uri() == bytes)
    {
        assert!(!plain.first().is_some_and(|uri| live(uri)), "{disguised:?}");
        assert_eq!(refanged.first().map(Vec::as_slice), Some(bytes), "{disguised:?}");
    }
}
