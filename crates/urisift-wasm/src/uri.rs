//! The grammar: parsing, normal forms, references. What is thrown is a fault, packed.

use js_sys::Array;
use urisift::{Iri, IriRef, ParseError, ResolveOptions, Step, Steps};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::judgement::{fault, of_uri};

/// The components and the cautions of a URI.
///
/// # Errors
/// The fault, if it is not one, or the grammar of its scheme requires something else.
#[wasm_bindgen]
pub fn parse(text: &str) -> Result<Array, Array> {
    let packed = |it: ParseError| fault(text, it);
    let uri = Iri::parse(text).map_err(packed)?;
    uri.scheme_specific().map_err(packed)?;
    Ok(of_uri(text, &uri.cautions()))
}

/// Like `parse`, of a URI or a relative reference.
///
/// # Errors
/// As for [`parse`].
#[wasm_bindgen(js_name = parseReference)]
pub fn parse_reference(text: &str) -> Result<Array, Array> {
    let packed = |it: ParseError| fault(text, it);
    let uri = IriRef::parse(text).map_err(packed)?;
    uri.scheme_specific().map_err(packed)?;
    Ok(of_uri(text, &uri.cautions()))
}

/// The normal form of a URI or a reference after the steps with these bits.
///
/// # Errors
/// The fault, if it is not one.
#[wasm_bindgen]
pub fn normalize(uri: &str, steps: u32) -> Result<String, Array> {
    let is_asked = |step: &Step| steps >> *step as u32 & 1 != 0;
    let steps: Steps = Step::ALL.into_iter().filter(is_asked).collect();
    let reference = IriRef::parse(uri).map_err(|it| fault(uri, it))?;
    Ok(reference.normalized(steps).into_text().into_owned())
}

/// A short reference that resolves to `target` in the document at `base`.
///
/// # Errors
/// The fault of the base, or of the target.
#[wasm_bindgen]
pub fn relative(base: &str, target: &str) -> Result<String, Array> {
    let from = Iri::parse(base).map_err(|it| fault(base, it))?;
    let to = Iri::parse(target).map_err(|it| fault(target, it))?;
    Ok(from.relative(&to))
}

/// What a reference refers to in the document at `base` (RFC 3986 5.2).
///
/// # Errors
/// The fault of the base, or of the reference.
#[wasm_bindgen]
pub fn resolve(base: &str, reference: &str) -> Result<String, Array> {
    let from = Iri::parse(base).map_err(|it| fault(base, it))?;
    let to = IriRef::parse(reference).map_err(|it| fault(reference, it))?;
    Ok(from.resolve(&to, ResolveOptions::default()).to_string())
}
