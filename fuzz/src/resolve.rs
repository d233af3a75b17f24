//! The laws of resolving references.

use std::str;

use urisift::internal::normal::Written;
use urisift::{Iri, IriRef, ResolveOptions};

use crate::input::pair;
use crate::pseudo_code;

/// A base in the first line, and a reference behind it.
fn base_and_reference(bytes: &[u8]) -> Option<(Iri<'_>, IriRef<'_>)> {
    let (base, reference) = pair(bytes);
    let base = Iri::parse(str::from_utf8(base).ok()?).ok()?;
    Some((base, IriRef::parse(str::from_utf8(reference).ok()?).ok()?))
}

pub fn as_the_pseudo_code_does(bytes: &[u8]) {
    let Some((base, reference)) = base_and_reference(bytes) else { return };
    for strict in [true, false] {
        let how = ResolveOptions { lax: !strict, ..ResolveOptions::default() };
        let target = base.resolve(&reference, how).to_string();
        assert_eq!(target, pseudo_code::resolved(&base.into(), &reference, strict));
        assert!(Iri::parse(&target).is_ok(), "{target:?}");
    }
}

pub fn a_relative_reference_leads_back(bytes: &[u8]) {
    let Some((base, target)) = base_and_reference(bytes) else { return };
    let Ok(target) = Iri::parse(target.as_str()) else { return };
    // A path with dot segments is nobody's target.
    if target.segments().any(|segment| segment == "." || segment == "..") {
        return;
    }
    let relative = base.relative(&target);
    let reference =
        IriRef::parse(&relative).unwrap_or_else(|fault| panic!("{relative:?}: {fault}"));
    let back = base.resolve(&reference, ResolveOptions::default()).to_string();
    assert_eq!(back, target.as_str(), "by {relative:?}");
}

/// A base in the first line, and a reference behind it, as markup may have them.
pub fn what_is_mended_is_valid_and_stays(bytes: &[u8]) {
    let (base, reference) = pair(bytes);
    let Some(base) = Written::parse(base) else { return };
    let Some(mended) = base.join(reference).and_then(Written::mended) else { return };
    assert!(Iri::parse(&mended.uri).is_ok(), "{mended:?}");
    assert!(mended.at.is_none_or(|at| mended.uri.is_char_boundary(at)), "{mended:?}");
    // A byte is at most three characters of two bytes each, of which each is an escape.
    assert!(mended.uri.len() <= 9 * bytes.len() + 9, "{mended:?}");
    let again = Written::parse(mended.uri.as_bytes()).and_then(Written::mended).unwrap();
    assert_eq!((again.uri, again.at), (mended.uri, None));
}
