//! What the grammar says of the URIs, and the cautions about them.

use std::collections::BTreeMap;

use crate::grammar::caution::CautionKind;
use crate::select::{Filter, Selection, Test};

/// The verdicts on the URIs so far.
pub(super) struct Verdicts {
    /// How many distinct URIs there are.
    pub distinct: u64,
    /// How many of them are invalid.
    pub invalid: u64,
    /// How many of them have a caution.
    pub careful: u64,
    /// Finds by caution.
    pub cautions: BTreeMap<CautionKind, u64>,
    /// Selects what no machine wrote by itself.
    pub noise: Selection,
    /// The rules, each with its definition and its source, and the cautions that rows refer to by their index, in order
    /// of appearance.
    pub rules: Vec<[&'static str; 3]>,
    pub caution_kinds: Vec<CautionKind>,
}

impl Verdicts {
    pub fn new() -> Self {
        let (distinct, invalid, careful) = Default::default();
        let (cautions, rules, caution_kinds) = Default::default();
        Verdicts {
            distinct,
            invalid,
            careful,
            cautions,
            noise: except_noise(),
            rules,
            caution_kinds,
        }
    }
}

/// Selects everything but noise.
fn except_noise() -> Selection {
    let filter = Filter { wanted: Vec::new(), unwanted: vec![Test::Noise] };
    Selection { filter, ..Selection::default() }
}
