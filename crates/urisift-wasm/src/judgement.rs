//! What there is to say of a find or a URI, on request.

use js_sys::{Array, Int32Array};
use urisift::internal::grammar::parts::Parts;
use urisift::{Caution, Components, Fault, Found, Span, Wrapper};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::finds::units;

/// What is said of a find: its components, its fault, its cautions, and what a link to it refers to.
#[wasm_bindgen]
pub fn judge(uri: &str, second: Option<String>, scheme_len: usize, is_cut: u32) -> Array {
    let span = Span { start: 0, end: uri.len() as u64 };
    let second = second.map(String::into_bytes);
    let found = Found::of_link(span, uri.as_bytes(), None, scheme_len, false)
        .with([None, second], Wrapper::None, is_cut != 0);
    let judgement = found.judgement();
    let fault = judgement.verdict.err().map_or(JsValue::UNDEFINED, |it| fault(uri, it).into());
    Array::of4(
        &components(uri, judgement.components.parts()),
        &fault,
        &cautions(uri, &found.cautions()),
        &found.href().map_or(JsValue::UNDEFINED, JsValue::from),
    )
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
    let places = all.map(|range| range.map_or([-1, -1], |it| [place(uri, it.start), place(uri, it.end)]));
    Int32Array::from(places.as_flattened())
}

/// Where and why a text is no URI: the place, the rule, what it says, its document, and the text.
pub fn fault(uri: &str, fault: Fault) -> Array {
    let words = [fault.rule(), fault.definition(), fault.source(), uri].map(JsValue::from);
    std::iter::once(place(uri, fault.at()).into()).chain(words).collect()
}

/// For each caution: what it is, a phrase that explains it, start and end, and what is not in the text.
pub fn cautions(uri: &str, cautions: &[Caution]) -> Array {
    let cautions = cautions.iter().map(|Caution { kind, span, detail, .. }| {
        Array::of5(
            &kind.id().into(),
            &kind.sentence().into(),
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
