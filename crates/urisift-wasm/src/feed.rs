//! The search of what arrives in pieces.

use std::ops::ControlFlow;

use js_sys::Array;
use urisift::{Extractor, Feeder, Found};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::finds::{Finds, UnitCounter};

/// A search of pieces: all of them are bytes, or all are strings.
#[wasm_bindgen]
pub struct Feed {
    feeder: Feeder,
    /// Of strings only.
    text: Option<Text>,
}

/// The end of a text in strings: what finds may still start in, and one piece at most before that.
#[derive(Default)]
struct Text {
    bytes: Vec<u8>,
    /// The offset of its first byte.
    base: u64,
    counter: UnitCounter,
}

impl Text {
    /// Drops what no find will start in: all up to that byte, and up to the last find.
    fn settle(&mut self, settled: u64) {
        let settled = settled.max(self.counter.at());
        self.counter.before(&self.bytes, self.base, settled);
        self.bytes.drain(..(settled - self.base) as usize);
        self.base = settled;
    }

    fn add(&mut self, found: &Found<'_>, to: &mut Finds) {
        let (start, end, raw) = self.counter.place(found, &self.bytes, self.base);
        to.push(found, start, end, Some(raw));
    }
}

impl Feed {
    /// A search before its first piece.
    pub fn new(extractor: &Extractor) -> Self {
        Feed { feeder: extractor.feeder(), text: None }
    }
}

#[wasm_bindgen]
impl Feed {
    /// The finds that these bytes decide.
    #[wasm_bindgen(js_name = pushBytes)]
    pub fn push_bytes(&mut self, piece: &[u8]) -> Option<Array> {
        let mut finds = Finds::default();
        let _ = self.feeder.push(piece, |found| add(found, &mut finds, &mut self.text));
        finds.packed()
    }

    /// The finds that this string decides.
    #[wasm_bindgen(js_name = pushText)]
    pub fn push_text(&mut self, piece: &str) -> Option<Array> {
        self.text.get_or_insert_default().bytes.extend_from_slice(piece.as_bytes());
        let finds = self.push_bytes(piece.as_bytes());
        if let Some(text) = &mut self.text {
            text.settle(self.feeder.settled());
        }
        finds
    }

    /// The remaining finds.
    pub fn finish(mut self) -> Option<Array> {
        let mut finds = Finds::default();
        let _ = self.feeder.finish(|found| add(found, &mut finds, &mut self.text));
        finds.packed()
    }
}

fn add(found: &Found<'_>, to: &mut Finds, text: &mut Option<Text>) -> ControlFlow<()> {
    match text {
        Some(text) => text.add(found, to),
        None => to.push_in_bytes(found),
    }
    ControlFlow::Continue(())
}
