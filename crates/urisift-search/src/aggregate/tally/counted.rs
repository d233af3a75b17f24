//! What is counted of a find: its key and its place.

use std::ops::ControlFlow;

use crate::aggregate::By;
use crate::aggregate::key::Fingerprints;
use crate::found::Found;
use crate::record::{Metadata, RecordWriter, Skip, Unpack, path_bytes};
use crate::span::Origin;

/// Packs finds for [`Tallies`](super::Tallies). Finds without the key are left out.
pub struct Counted {
    by: By,
    fingerprints: Fingerprints,
    paths: TallyPaths,
}

/// Whether the paths of finds are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TallyPaths {
    /// They are kept.
    Kept,
    /// They are not.
    LeftOut,
}

impl Counted {
    /// Writes the key and the place of each find.
    pub fn new(by: By, paths: TallyPaths) -> Self {
        Counted { by, fingerprints: Fingerprints::new(), paths }
    }
}

impl RecordWriter for Counted {
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        let path = match self.paths {
            TallyPaths::Kept => path_bytes(origin.path),
            TallyPaths::LeftOut => b"",
        };
        self.by.with(origin, found, |key| {
            // Half of the fingerprint is enough: the keys themselves are compared.
            let hash = self.fingerprints.of(key) as u64;
            let line = found.position().map_or(0, |position| position.line);
            Mark { hash, key, path, start: found.span().start, line }.pack(out);
        });
        ControlFlow::Continue(())
    }

    fn metadata(&self) -> Metadata {
        self.by.metadata()
    }
}

/// A find of a key.
pub(super) struct Mark<'m> {
    pub hash: u64,
    pub key: &'m [u8],
    /// Empty if left out.
    pub path: &'m [u8],
    pub start: u64,
    /// From 1; 0 if lines are not counted.
    pub line: u64,
}

/// How many numbers precede the texts.
const NUMBERS: usize = 5;

impl<'m> Mark<'m> {
    /// Numbers have their full width: that is faster to read, and no file stores them.
    fn pack(&self, out: &mut Vec<u8>) {
        let Mark { hash, key, path, start, line } = *self;
        let numbers = [hash, start, line, key.len() as u64, path.len() as u64];
        let mut bytes = [[0; size_of::<u64>()]; NUMBERS];
        for (bytes, number) in bytes.iter_mut().zip(numbers) {
            *bytes = number.to_le_bytes();
        }
        out.extend_from_slice(bytes.as_flattened());
        out.extend_from_slice(key);
        out.extend_from_slice(path);
    }

    pub fn unpack(packed: &mut Unpack<'m>) -> Option<Self> {
        let mut numbers = [0; NUMBERS];
        for number in &mut numbers {
            *number = u64::from_le_bytes(packed.array()?);
        }
        let [hash, start, line, key, path] = numbers;
        let (key, path) = (packed.bytes(key)?, packed.bytes(path)?);
        Some(Mark { hash, key, path, start, line })
    }
}
