//! `urisift` in WebAssembly. What goes to JavaScript is packed, so that a search is one call;
//! `package/urisift.js` makes the objects of it, and says what there is.
//!
//! Numbers are `f64`, which is what JavaScript has.

mod feed;
mod finds;
mod judgement;
mod uri;

use js_sys::Array;
use urisift::{Fold, Join, NonAscii, Trailing};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::feed::Feed;

/// A search with options.
#[wasm_bindgen]
pub struct Extractor(urisift::Extractor);

#[wasm_bindgen]
impl Extractor {
    /// With options that `urisift.js` has checked: switches, choices by number, and lengths.
    #[wasm_bindgen(constructor)]
    pub fn new(options: &[u32]) -> Extractor {
        let &[www, bare, email, refang, escapes, iri, join, fold, trailing, max_len, max_wrap] =
            options
        else {
            wasm_bindgen::throw_str("urisift.js is of another version");
        };
        let builder = urisift::Extractor::builder()
            .www(www != 0)
            .bare(bare != 0)
            .email(email != 0)
            .refang(refang != 0)
            .escapes(escapes != 0)
            .non_ascii([NonAscii::Never, NonAscii::Auto, NonAscii::Always][iri as usize])
            .join([Join::Never, Join::Auto, Join::Always][join as usize])
            .fold([Fold::Never, Fold::Auto, Fold::Always][fold as usize])
            .trailing([Trailing::Trim, Trailing::Keep][trailing as usize])
            .max_len(max_len as usize)
            .max_wrapper_len(max_wrap as usize);
        Extractor(builder.build())
    }

    /// Every URI in a string; offsets are UTF-16 code units.
    #[wasm_bindgen(js_name = findText)]
    pub fn find_text(&self, text: &str) -> Option<Array> {
        finds::in_text(&self.0, text)
    }

    /// Every URI in bytes.
    #[wasm_bindgen(js_name = findBytes)]
    pub fn find_bytes(&self, bytes: &[u8]) -> Option<Array> {
        finds::in_bytes(&self.0, bytes)
    }

    /// A search of what arrives in pieces.
    pub fn feed(&self) -> Feed {
        Feed::new(&self.0)
    }
}
