//! Which finds are reported.

use super::{Filter, Look};
use crate::aggregate::Scheme;
use crate::found::Found;
use crate::record::Transforms;

/// The conditions on finds.
#[derive(Debug, Default)]
pub struct Selection {
    /// The conditions on the URI.
    pub filter: Filter,
    /// The transforms of a URI before it is tested.
    pub transforms: Transforms,
    /// The verdict that is asked for, if any.
    pub validity: Option<Validity>,
}

/// Which URIs are asked for, by the verdict of the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Validity {
    /// Valid ones.
    Valid,
    /// Others.
    Invalid,
}

impl Selection {
    /// Whether the find is selected.
    pub fn selects(&self, found: &Found<'_>) -> bool {
        let fits = self.filter.is_empty() || self.takes(found);
        fits && self
            .validity
            .is_none_or(|validity| Validity::of(found.verdict().is_ok()) == validity)
    }

    /// Whether the filter takes the transformed URI.
    fn takes(&self, found: &Found<'_>) -> bool {
        let uri = self.transforms.meant(found);
        self.filter.takes(&Look::at(&uri, Scheme::of(found, &uri)))
    }
}

impl Validity {
    /// The validity of a URI.
    pub fn of(is_valid: bool) -> Self {
        if is_valid { Validity::Valid } else { Validity::Invalid }
    }
}
