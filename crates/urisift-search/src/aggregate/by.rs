//! What finds are aggregated by.

use super::{Key, Scheme, Subject};
use crate::found::Found;
use crate::record::Transforms;

/// A key of the URI that a find means.
pub struct By {
    /// The key.
    pub key: Key,
    /// Applied to the URI first.
    pub transforms: Transforms,
}

impl By {
    /// Calls `act` with the key of a find, if it has one.
    pub(super) fn with(&self, found: &Found<'_>, act: impl FnOnce(&[u8])) {
        let uri = self.transforms.meant(found);
        if let Some(key) = self.key.of(&Subject::of(&uri, Scheme::of(found, &uri))) {
            act(&key);
        }
    }
}
