//! The laws of references, of bytes.

use std::str;

use urisift::internal::normal::Written;
use urisift::{Components, Iri, IriRef, Step, Steps};

use crate::laws;

/// What one reference is, and what is made of it.
pub fn one_is_lawful(bytes: &[u8]) {
    let _ = Components::of(bytes);
    let Ok(text) = str::from_utf8(bytes) else { return };
    laws::what_parses_prints_as_it_was(text);
    laws::what_is_composed_is_valid(text, text);
    laws::every_edition_and_scheme_reads_it(text);
    laws::normal_forms_are_normal(
        text,
        Step::ALL.map(Steps::up_to).into_iter().chain([Steps::STRING]),
    );
    laws::what_is_defanged_is_found_again(text);
}

/// A base in the first line, and a reference after it, also as markup may have them.
pub fn one_is_resolved(bytes: &[u8]) {
    let end = bytes.iter().position(|&b| b == b'\n').unwrap_or(bytes.len());
    let (base, reference) = (&bytes[..end], bytes.get(end + 1..).unwrap_or_default());
    what_is_mended_is_valid_and_stays(base, reference);
    let [Ok(base), Ok(reference)] = [base, reference].map(str::from_utf8) else { return };
    let (Ok(base), Ok(reference)) = (Iri::parse(base), IriRef::parse(reference)) else { return };
    laws::resolved_as_the_pseudo_code_does(&base, &reference);
    if let Ok(target) = Iri::parse(reference.as_str()) {
        laws::a_relative_reference_leads_back(&base, &target);
    }
}

fn what_is_mended_is_valid_and_stays(base: &[u8], reference: &[u8]) {
    let Some(parsed) = Written::parse(base) else { return };
    let Some(mended) = parsed.join(reference).and_then(Written::mended) else { return };
    assert!(Iri::parse(&mended.uri).is_ok(), "{mended:?}");
    assert!(mended.at.is_none_or(|at| mended.uri.is_char_boundary(at)), "{mended:?}");
    // A byte is at most three characters of two bytes each, of which each is an escape.
    let len = base.len() + reference.len();
    assert!(mended.uri.len() <= 9 * len + 18, "{mended:?}");
    let again = Written::parse(mended.uri.as_bytes()).and_then(Written::mended).unwrap();
    assert_eq!((again.uri, again.at), (mended.uri, None));
}
