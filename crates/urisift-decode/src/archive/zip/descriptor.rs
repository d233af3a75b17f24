//! The data descriptor after a member whose header has no size (APPNOTE 4.3.9).

use super::signature::{self, LEN, is_record, number};

/// The signature that a descriptor may have.
pub(super) const SIGNATURE: &[u8; 4] = b"PK\x07\x08";

/// The layout of a descriptor: an optional signature, the checksum, and two sizes.
#[derive(Clone, Copy, Debug)]
struct Form {
    signature: &'static [u8],
    /// How many bytes a size takes up.
    size: usize,
}

const FORMS: [Form; 4] = [
    Form { signature: SIGNATURE, size: 4 },
    Form { signature: SIGNATURE, size: 8 },
    Form { signature: &[], size: 4 },
    Form { signature: &[], size: 8 },
];

/// The longest descriptor, with the signature that follows it.
pub(super) const LONGEST: usize = 28;

impl Form {
    fn len(self) -> usize {
        self.signature.len() + 4 + 2 * self.size
    }

    /// Returns `true` if bytes start with the descriptor of a member of that compressed size.
    fn fits(self, bytes: &[u8], packed: u64) -> bool {
        let at = self.signature.len() + 4;
        bytes.starts_with(self.signature)
            && bytes.len() >= self.len()
            && number(bytes, at..at + self.size) == Some(packed)
    }

    /// Returns `true` if the next record follows it.
    fn is_followed(self, bytes: &[u8]) -> bool {
        bytes.get(self.len()..).is_some_and(is_record)
    }
}

/// The length of the descriptor at the front, for a member of that compressed size. Without a signature, only what
/// follows tells it.
pub(super) fn len(bytes: &[u8], packed: u64) -> Option<usize> {
    let fits = |form: &&Form| form.fits(bytes, packed);
    let mut forms = FORMS.iter().filter(fits);
    let followed = forms.clone().find(|form| form.is_followed(bytes));
    followed.or_else(|| forms.find(|form| !form.signature.is_empty())).map(|form| form.len())
}

/// Where the descriptor of a member is, in bytes that `passed` bytes of it precede. Only a descriptor
/// with the right size counts: the member may contain others.
pub(super) fn find(bytes: &[u8], passed: u64) -> Option<usize> {
    memchr::memmem::find_iter(bytes, b"PK").find_map(|at| {
        let fits = |start: &usize| len(&bytes[*start..], passed + *start as u64).is_some();
        let ends = FORMS.iter().filter(|form| form.signature.is_empty());
        match &bytes[at..] {
            found if found.starts_with(SIGNATURE) => Some(at).filter(fits),
            found if is_record(found) => {
                ends.filter_map(|form| at.checked_sub(form.len())).find(fits)
            }
            _ => None,
        }
    })
}

/// Like `find`, or where the next record is without one.
pub(super) fn find_or_record(bytes: &[u8], passed: u64) -> Option<usize> {
    let record = signature::find(bytes);
    let end = record.map_or(bytes.len(), |at| at + LEN);
    find(&bytes[..end], passed).or(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_forms_are_found() {
        let (four, eight) = (5u32.to_le_bytes(), 5u64.to_le_bytes());
        let next = b"PK\x01\x02";
        for (descriptor, len_of) in [
            ([b"PK\x07\x08crc!", &four[..], &four].concat(), 16),
            ([b"PK\x07\x08crc!", &eight[..], &eight].concat(), 24),
            ([b"crc!", &four[..], &four].concat(), 12),
            ([b"crc!", &eight[..], &eight].concat(), 20),
        ] {
            let bytes = [b"PK\x07\x08X", &descriptor[..], next].concat();
            assert_eq!(find(&bytes, 0), Some(5), "{bytes:?}");
            assert_eq!(len(&bytes[5..], 5), Some(len_of));
            assert_eq!(find(&bytes, 1), None);
            let alone = &bytes[..bytes.len() - next.len()];
            assert_eq!(find(alone, 0).is_some(), descriptor.starts_with(b"PK"));
        }
    }
}
