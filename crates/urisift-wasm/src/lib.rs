//! `urisift` in WebAssembly. What goes to JavaScript is packed, so that a search is one call;
//! `package/urisift.js` makes the objects of it, and says what there is.
//!
//! Numbers are `f64`, which is what JavaScript has.

mod feed;
mod finds;
mod judgement;
mod uri;

use js_sys::Array;
use urisift::{Extractor, Fold, Join, NonAscii, Trailing};
use wasm_bindgen::prelude::wasm_bindgen;

/// An extractor with options that `urisift.js` has checked: switches, choices by number, and lengths.
fn extractor(options: &[u32]) -> Extractor {
    let &[www, bare, email, refang, escapes, iri, join, fold, trailing, max_len, max_wrap] = options
    else {
        wasm_bindgen::throw_str("urisift.js is of another version");
    };
    Extractor::builder()
        .www(www != 0)
        .bare(bare != 0)
        .email(email != 0)
        .refang(refang != 0)
        .escapes(escapes != 0)
        .iri([NonAscii::Never, NonAscii::Auto, NonAscii::Always][iri as usize])
        .join([Join::Never, Join::Auto, Join::Always][join as usize])
        .fold([Fold::Never, Fold::Auto, Fold::Always][fold as usize])
        .trailing([Trailing::Trim, Trailing::Keep][trailing as usize])
        .max_len(max_len as usize)
        .max_wrap(max_wrap as usize)
        .build()
}

/// Every URI in a string; offsets are UTF-16 code units.
#[wasm_bindgen(js_name = findText)]
pub fn find_text(text: &str, options: &[u32]) -> Array {
    finds::in_text(&extractor(options), text)
}

/// Every URI in bytes.
#[wasm_bindgen(js_name = findBytes)]
pub fn find_bytes(bytes: &[u8], options: &[u32]) -> Array {
    finds::in_bytes(&extractor(options), bytes)
}
