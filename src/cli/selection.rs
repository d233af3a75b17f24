//! Which finds are asked for.

use super::args::Selecting;
use crate::found::Found;

/// What a find has to be to be asked for.
pub(super) struct Selection {
    schemes: Vec<String>,
    validity: Option<Validity>,
}

/// Which URIs are asked for, by what the grammar says of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Validity {
    Valid,
    Invalid,
}

impl Selection {
    /// What the arguments mean.
    pub fn of(args: Selecting) -> Self {
        let validity = match (args.valid, args.invalid) {
            (true, _) => Some(Validity::Valid),
            (_, true) => Some(Validity::Invalid),
            _ => None,
        };
        Selection { schemes: args.scheme, validity }
    }

    /// Whether the find is asked for.
    pub fn selects(&self, found: &Found<'_>) -> bool {
        let is = |name: &String| name.as_bytes().eq_ignore_ascii_case(found.scheme());
        let scheme = self.schemes.is_empty() || self.schemes.iter().any(is);
        scheme && self.validity.is_none_or(|validity| validity.selects(found))
    }
}

impl Validity {
    fn selects(self, found: &Found<'_>) -> bool {
        found.verdict().is_ok() == (self == Validity::Valid)
    }
}
