//! What there is to say of a find or a URI, on request.

use js_sys::{Array, Int32Array};
use urisift::internal::grammar::parts::Parts;
use urisift::{Caution, Components, Found, ParseError, Span, Wrapper};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::finds::units;

/// A find with that URI.
fn found(uri: &str, scheme_len: usize) -> Found<'_> {
    let span = Span { start: 0, end: uri.len() as u64 };
    Found::of_link(span, uri.as_bytes(), None, scheme_len, false)
}

/// The components of a find, and its fault.
#[wasm_bindgen]
pub fn judge(uri: &str, scheme_len: usize) -> Array {
    let found = found(uri, scheme_len);
    let judgement = found.judgement();
    let fault = judgement.verdict.err().map_or(JsValue::UNDEFINED, |it| fault(uri, it).into());
    Array::of2(&components(uri, judgement.components.parts()), &fault)
}

/// The cautions about a find.
#[wasm_bindgen(js_name = cautionsOf)]
pub fn cautions_of(uri: &str, scheme_len: usize, second: Option<String>) -> Array {
    let readings = [None, second.map(String::into_bytes)];
    cautions(uri, &found(uri, scheme_len).with(readings, Wrapper::None, false).cautions())
}

/// What a link to a find refers to, if that is whole.
#[wasm_bindgen]
pub fn href(uri: &str, scheme_len: usize) -> Option<String> {
    found(uri, scheme_len).href()
}

/// Start and end of scheme, authority, userinfo, host, port, path, query and fragment; -1 where there is none.
pub fn components(uri: &str, parts: &Parts) -> Int32Array {
    let all = [
        parts.scheme(),
        parts.authority(),
        parts.userinfo(),
        parts.host(),
        parts.port(),
        Some(parts.path()),
        parts.query(),
        parts.fragment(),
    ];
    let places =
        all.map(|range| range.map_or([-1, -1], |it| [place(uri, it.start), place(uri, it.end)]));
    Int32Array::from(places.as_flattened())
}

/// Where and why a text is not a URI: the place, the rule, what it says, its document, and the text.
pub fn fault(uri: &str, fault: ParseError) -> Array {
    let words = [fault.rule(), fault.definition(), fault.document(), uri].map(JsValue::from);
    std::iter::once(place(uri, fault.offset()).into()).chain(words).collect()
}

/// For each caution: what it is, a phrase that explains it, start and end, and what is not in the text.
pub fn cautions(uri: &str, cautions: &[Caution]) -> Array {
    let cautions = cautions.iter().map(|Caution { kind, span, detail, .. }| {
        Array::of5(
            &kind.name().into(),
            &kind.description().into(),
            &place(uri, span.start).into(),
            &place(uri, span.end).into(),
            &detail.as_deref().map_or(JsValue::UNDEFINED, JsValue::from),
        )
    });
    cautions.collect()
}

/// The UTF-16 code units before a byte.
fn place(uri: &str, byte: usize) -> i32 {
    units(&uri.as_bytes()[..byte]) as i32
}

/// The components of a text that is a URI or a reference, and its cautions.
pub fn of_uri(uri: &str, its_cautions: &[Caution]) -> Array {
    let components = components(uri, Components::of(uri.as_bytes()).parts());
    Array::of2(&components, &cautions(uri, its_cautions))
}
