//! Records with the fingerprints of their keys in front.

use crate::found::Found;
use crate::gather::By;
use crate::gather::fingerprint::{Fingerprints, NO_KEY};
use crate::gather::sort::Unpack;
use crate::problem::Problem;
use crate::report::{Report, Wish};
use crate::span::Origin;

/// Packs the records of another report, for [`Unique`](super::Unique). Finds without the key are left out, and so is what
/// the other report says of whole sources.
pub(crate) struct Keyed {
    by: By,
    fingerprints: Fingerprints,
    report: Box<dyn Report>,
}

impl Keyed {
    pub fn new(by: By, report: Box<dyn Report>) -> Self {
        Keyed { by, fingerprints: Fingerprints::new(), report }
    }
}

impl Report for Keyed {
    fn found(&self, origin: &Origin<'_>, found: &Found<'_>, out: &mut Vec<u8>) -> Wish {
        let mut wish = Wish::More;
        self.by.with(found, |key| {
            let fingerprint = self.fingerprints.of(key);
            pack(fingerprint, out, |out| wish = self.report.found(origin, found, out));
        });
        wish
    }

    /// A problem has no key, and is given on in its place.
    fn problem(&self, problem: &Problem, out: &mut Vec<u8>) {
        pack(NO_KEY, out, |out| self.report.problem(problem, out));
    }

    fn wants_all(&self) -> bool {
        self.report.wants_all()
    }
}

/// Packs what is written, with the fingerprint in front.
fn pack(fingerprint: u128, out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    out.extend_from_slice(&fingerprint.to_le_bytes());
    let start = out.len() + size_of::<u64>();
    out.extend_from_slice(&[0; size_of::<u64>()]);
    write(out);
    let len = (out.len() - start) as u64;
    out[start - size_of::<u64>()..start].copy_from_slice(&len.to_le_bytes());
}

/// A record, and the fingerprint of its key.
pub(super) struct Record<'r> {
    pub fingerprint: u128,
    pub bytes: &'r [u8],
}

impl<'r> Record<'r> {
    pub fn unpack(packed: &mut Unpack<'r>) -> Option<Self> {
        let fingerprint = u128::from_le_bytes(packed.array()?);
        let len = u64::from_le_bytes(packed.array()?);
        Some(Record { fingerprint, bytes: packed.bytes(len)? })
    }
}
