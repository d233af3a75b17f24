//! The verdict of the grammar, as JSON.

use serde::Serialize;

use crate::grammar::caution::Caution;
use crate::grammar::edition::Editions;
use crate::grammar::fault::Fault;

/// A fault: the byte and the rule.
#[derive(Serialize)]
pub struct FaultRecord {
    at: usize,
    rule: &'static str,
}

impl FaultRecord {
    /// The record of a fault.
    pub fn of(fault: &Fault) -> Self {
        FaultRecord { at: fault.at(), rule: fault.rule() }
    }
}

/// A caution, with the bytes of the URI it is about.
#[derive(Serialize)]
pub struct CautionRecord {
    caution: &'static str,
    start: usize,
    end: usize,
}

impl CautionRecord {
    /// The record of a caution.
    pub fn of(caution: &Caution) -> Self {
        let Caution { kind, ref span, .. } = *caution;
        CautionRecord { caution: kind.name(), start: span.start, end: span.end }
    }
}

/// The names of editions.
pub fn names(editions: Editions) -> Vec<&'static str> {
    editions.iter().map(|edition| edition.name()).collect()
}
