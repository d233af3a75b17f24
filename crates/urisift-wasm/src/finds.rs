//! Finds as a table of numbers, and the texts that JavaScript does not have.

use js_sys::{Array, Float64Array};
use urisift::internal::chars::without_cut;
use urisift::{Extractor, Found, Wrapper};
use wasm_bindgen::JsValue;

/// The length of a text that is not there.
const NONE: f64 = -1.0;

/// Collects finds.
#[derive(Default)]
pub struct Finds {
    /// Seven numbers for each find: start, end, length of the scheme, marks (see [`marks`]), and the lengths of its
    /// texts: as it is there, the URI if that differs, the second reading.
    rows: Vec<f64>,
    /// These texts, in order.
    texts: String,
}

impl Finds {
    /// Adds a find, with the text as it is there unless JavaScript has it.
    pub fn push(&mut self, found: &Found<'_>, start: u64, end: u64, raw: Option<&[u8]>) {
        let uri = (found.uri() != found.raw()).then_some(found.uri());
        let row = [
            start as f64,
            end as f64,
            found.scheme().len() as f64,
            marks(found).into(),
            self.text(raw),
            self.text(uri),
            self.text(found.second_reading()),
        ];
        self.rows.extend(row);
    }

    /// Adds a find in bytes.
    pub fn push_in_bytes(&mut self, found: &Found<'_>) {
        let span = found.span();
        self.push(found, span.start, span.end, Some(found.raw()));
    }

    /// Adds a text, and gives its length in UTF-16.
    fn text(&mut self, text: Option<&[u8]>) -> f64 {
        let Some(text) = text.map(String::from_utf8_lossy) else { return NONE };
        self.texts += &text;
        units(text.as_bytes()) as f64
    }

    /// The numbers and the texts, for JavaScript; `None` where nothing was found, as in most short texts.
    pub fn packed(&self) -> Option<Array> {
        let packed =
            || Array::of2(&Float64Array::from(&self.rows[..]), &JsValue::from_str(&self.texts));
        (!self.rows.is_empty()).then(packed)
    }
}

/// The number of the wrapper, 8 if the URI was cut, and 16 if its source cut it.
fn marks(found: &Found<'_>) -> u32 {
    let wrapper = Wrapper::ALL.iter().position(|one| *one == found.wrapper()).unwrap_or_default();
    let flags = u32::from(found.is_truncated()) | u32::from(found.is_truncated_by_source()) << 1;
    wrapper as u32 | flags << 3
}

/// How many UTF-16 code units the characters take that start in these bytes.
pub fn units(text: &[u8]) -> usize {
    // Four bytes are a surrogate pair.
    let units = |&byte: &u8| usize::from(byte & 0xc0 != 0x80) + usize::from(byte >= 0xf0);
    text.iter().map(units).sum()
}

/// Counts UTF-16 code units up to given bytes.
#[derive(Default)]
pub struct UnitCounter {
    at: u64,
    units: u64,
}

impl UnitCounter {
    /// The byte up to which it has counted.
    pub fn at(&self) -> u64 {
        self.at
    }

    /// How many units precede the byte, which never falls from call to call; the text starts at `base`.
    pub fn before(&mut self, text: &[u8], base: u64, byte: u64) -> u64 {
        self.units += units(&text[(self.at - base) as usize..(byte - base) as usize]) as u64;
        self.at = byte;
        self.units
    }

    /// Where a find starts and ends, in units, and its whole characters: a limit may cut one.
    pub fn place<'f>(
        &mut self,
        found: &'f Found<'_>,
        text: &[u8],
        base: u64,
    ) -> (u64, u64, &'f [u8]) {
        let raw = without_cut(found.raw());
        let start = found.span().start;
        let mut before = |byte| self.before(text, base, byte);
        (before(start), before(start + raw.len() as u64), raw)
    }
}

/// Every URI in a string, which JavaScript has.
pub fn in_text(extractor: &Extractor, text: &str) -> Option<Array> {
    let (mut finds, mut counter) = (Finds::default(), UnitCounter::default());
    for found in extractor.find_iter(text.as_bytes()) {
        let (start, end, _) = counter.place(&found, text.as_bytes(), 0);
        finds.push(&found, start, end, None);
    }
    finds.packed()
}

/// Every URI in bytes.
pub fn in_bytes(extractor: &Extractor, bytes: &[u8]) -> Option<Array> {
    let mut finds = Finds::default();
    extractor.find_iter(bytes).for_each(|found| finds.push_in_bytes(&found));
    finds.packed()
}
