//! Records prefixed with the fingerprints of their keys.

use std::ops::ControlFlow;

use crate::aggregate::By;
use crate::aggregate::key::{Fingerprints, NO_KEY};
use crate::found::Found;
use crate::problem::{Problem, Severity};
use crate::record::{Metadata, RecordWriter, Skip, Unpack, pack_record};
use crate::span::Origin;

/// Packs the records of another writer, for [`Unique`](super::Unique). Finds without the key are left out,
/// and so is what the other writer says of whole sources.
pub struct Keyed {
    by: By,
    fingerprints: Fingerprints,
    writer: Box<dyn RecordWriter>,
}

impl Keyed {
    /// Writes the key of each find before its record.
    pub fn new(by: By, writer: Box<dyn RecordWriter>) -> Self {
        Keyed { by, fingerprints: Fingerprints::new(), writer }
    }
}

impl RecordWriter for Keyed {
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        let mut flow = ControlFlow::Continue(());
        self.by.with(origin, found, |key| {
            let fingerprint = self.fingerprints.of(key);
            out.extend_from_slice(&fingerprint.to_le_bytes());
            pack_record(out, |out| flow = self.writer.found(origin, found, out));
        });
        flow
    }

    /// A problem has no key, and is passed on in its place.
    fn problem(&self, problem: &Problem, severity: Severity, out: &mut Vec<u8>) {
        out.extend_from_slice(&NO_KEY.to_le_bytes());
        pack_record(out, |out| self.writer.problem(problem, severity, out));
    }

    fn wants_all(&self) -> bool {
        self.writer.wants_all()
    }

    fn metadata(&self) -> Metadata {
        self.writer.metadata().or(self.by.metadata())
    }
}

/// A record, and the fingerprint of its key.
pub(super) struct Record<'r> {
    pub fingerprint: u128,
    pub bytes: &'r [u8],
}

impl<'r> Record<'r> {
    pub fn unpack(packed: &mut Unpack<'r>) -> Option<Self> {
        let fingerprint = u128::from_le_bytes(packed.array()?);
        Some(Record { fingerprint, bytes: packed.record()? })
    }
}
