//! What is counted of a find: its key, and where it stands.

use crate::found::Found;
use crate::gather::By;
use crate::gather::fingerprint::Fingerprints;
use crate::gather::sort::{Unpack, pack_number, pack_text};
use crate::report::{Report, Wish, path_bytes};
use crate::span::Origin;

/// Packs finds for [`Tallies`](super::Tallies). Those without the key are left out.
pub(crate) struct Counted {
    by: By,
    fingerprints: Fingerprints,
    paths: Paths,
}

/// Whether it is kept in which files the keys stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Paths {
    Kept,
    LeftOut,
}

impl Counted {
    pub fn new(by: By, paths: Paths) -> Self {
        Counted { by, fingerprints: Fingerprints::new(), paths }
    }
}

impl Report for Counted {
    fn found(&self, origin: &Origin<'_>, found: &Found<'_>, out: &mut Vec<u8>) -> Wish {
        let path = match self.paths {
            Paths::Kept => path_bytes(origin.path),
            Paths::LeftOut => b"",
        };
        self.by.with(found, |key| {
            // Half of the fingerprint will do: what is the same is seen by the key itself.
            out.extend_from_slice(&(self.fingerprints.of(key) as u64).to_le_bytes());
            pack_text(key, out);
            pack_text(path, out);
            pack_number(found.span().start, out);
            pack_number(found.position().map_or(0, |position| position.line), out);
        });
        Wish::More
    }
}

/// A find of a key.
pub(super) struct Mark<'m> {
    pub hash: u64,
    pub key: &'m [u8],
    /// Empty where it is left out.
    pub path: &'m [u8],
    pub start: u64,
    /// From 1; 0 where lines are not counted.
    pub line: u64,
}

impl<'m> Mark<'m> {
    pub fn unpack(packed: &mut Unpack<'m>) -> Option<Self> {
        Some(Mark {
            hash: u64::from_le_bytes(packed.array()?),
            key: packed.text()?,
            path: packed.text()?,
            start: packed.number()?,
            line: packed.number()?,
        })
    }
}
