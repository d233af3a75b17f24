//! Signatures and lengths of records: what it takes to skip them, and to find the next one if an archive
//! is broken (APPNOTE 4.3.7 to 4.3.16).

use std::ops::Range;

pub(super) const LOCAL: &[u8; 4] = b"PK\x03\x04";
pub(super) const EXTRA_DATA: &[u8; 4] = b"PK\x06\x08";
pub(super) const CENTRAL: &[u8; 4] = b"PK\x01\x02";
pub(super) const DIGITAL: &[u8; 4] = b"PK\x05\x05";
pub(super) const END_64: &[u8; 4] = b"PK\x06\x06";
pub(super) const LOCATOR_64: &[u8; 4] = b"PK\x06\x07";
pub(super) const END: &[u8; 4] = b"PK\x05\x06";

const ALL: [&[u8; 4]; 7] = [LOCAL, EXTRA_DATA, CENTRAL, DIGITAL, END_64, LOCATOR_64, END];

/// One of these precedes an archive that was to be split, but was not (APPNOTE 8.5.3, 8.5.4).
const MARKERS: [&[u8; 4]; 2] = [b"PK\x07\x08", b"PK00"];

/// The length of a signature.
pub(super) const LEN: usize = 4;

/// The length of [`END`] without its comment.
pub(super) const END_LEN: usize = 22;

/// How many bytes tell the length of any record.
pub(super) const FIXED: usize = 46;

/// How many bytes of a name are checked.
const NAME: usize = 16;

/// How many bytes must follow the first one of a record for [`find`] to recognize it.
pub(super) const HOLD: usize = FIXED + NAME - 1;

/// The most data, in bytes, of a record that may state any length: real ones are shorter.
const MOST_DATA: u64 = 64 << 10;

/// Versions and methods are less than this (APPNOTE 4.4.3, 4.4.5).
const NUMBERS_END: u64 = 100;

/// The offsets of the header fields that identify it.
struct Layout {
    version: usize,
    method: usize,
    /// The lengths of the name and of what follows it, two bytes each.
    lens: Range<usize>,
    /// The length without those.
    fixed: usize,
}

const LOCAL_LAYOUT: Layout = Layout { version: 4, method: 8, lens: 26..30, fixed: 30 };
const CENTRAL_LAYOUT: Layout = Layout { version: 6, method: 10, lens: 28..34, fixed: FIXED };

impl Layout {
    /// The layout of the header at the front.
    fn of(bytes: &[u8]) -> Option<&'static Layout> {
        match bytes.first_chunk()? {
            LOCAL => Some(&LOCAL_LAYOUT),
            CENTRAL => Some(&CENTRAL_LAYOUT),
            _ => None,
        }
    }

    /// The length of a header, if it is plausible.
    fn len(&self, bytes: &[u8]) -> Option<u64> {
        // The upper byte of a version is the system.
        let version = u64::from(*bytes.get(self.version)?);
        let method = number(bytes, self.method..self.method + 2)?;
        let lens = bytes.get(self.lens.clone())?.chunks(2);
        let len = lens.filter_map(|len| number(len, 0..2)).fold(self.fixed as u64, |a, b| a + b);
        (version.max(method) < NUMBERS_END).then_some(len)
    }

    /// Returns `true` if there is a name without control characters in its first bytes.
    fn has_name(&self, bytes: &[u8]) -> bool {
        let len = number(bytes, self.lens.start..self.lens.start + 2).unwrap_or(0) as usize;
        let name = bytes.get(self.fixed..self.fixed + len.min(NAME)).unwrap_or_default();
        !name.is_empty() && !name.iter().any(u8::is_ascii_control)
    }
}

/// The length of the record at the front. None if there is no record, or its fields are impossible.
pub(super) fn len(bytes: &[u8]) -> Option<u64> {
    let small = |least: u64, data: u64| (data <= least + MOST_DATA).then_some(data);
    match bytes.first_chunk()? {
        LOCAL | CENTRAL => Layout::of(bytes)?.len(bytes),
        EXTRA_DATA => Some(8 + small(0, number(bytes, 4..8)?)?),
        DIGITAL => Some(6 + number(bytes, 4..6)?),
        END_64 => Some(12 + small(44, number(bytes, 4..12)?)?),
        LOCATOR_64 => Some(20),
        END => {
            let (here, all) = (number(bytes, 8..10)?, number(bytes, 10..12)?);
            (here <= all).then_some(END_LEN as u64)
        }
        marker if MARKERS.contains(&marker) && bytes[LEN..].starts_with(LOCAL) => Some(LEN as u64),
        _ => None,
    }
}

/// Returns `true` if bytes start with the signature of a record that may follow another one or a member.
pub(super) fn is_record(bytes: &[u8]) -> bool {
    ALL.iter().any(|signature| bytes.starts_with(*signature))
}

/// Where a plausible record is: a header, or an end.
pub(super) fn find(bytes: &[u8]) -> Option<usize> {
    memchr::memmem::find_iter(bytes, b"PK").find(|at| is_sound(&bytes[*at..]))
}

/// Like `find`, if it starts in the first `count` bytes.
pub(super) fn find_within(bytes: &[u8], count: u64) -> Option<usize> {
    let count = count.min(bytes.len() as u64) as usize;
    let end = (count + HOLD).min(bytes.len());
    find(&bytes[..end]).filter(|at| *at < count)
}

fn is_sound(bytes: &[u8]) -> bool {
    match Layout::of(bytes) {
        Some(layout) => layout.has_name(bytes) && layout.len(bytes).is_some(),
        None => (bytes.starts_with(END) || bytes.starts_with(END_64)) && len(bytes).is_some(),
    }
}

/// A little-endian number.
pub(super) fn number(bytes: &[u8], range: Range<usize>) -> Option<u64> {
    Some(bytes.get(range)?.iter().rev().fold(0, |n, b| n << 8 | u64::from(*b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A header with a version, a method, and a name after it.
    fn local(version: u8, method: u8, name: &[u8]) -> Vec<u8> {
        let fixed = [&LOCAL[..], &[version, 3, 0, 0, method, 0], &[0; 16]].concat();
        [&fixed[..], &[name.len() as u8, 0, 0, 0], name].concat()
    }

    #[test]
    fn lengths() {
        for (bytes, expected) in [
            (local(20, 8, b"name"), Some(34)),
            (local(20, 8, b""), Some(30)),
            (local(100, 8, b"name"), None),
            (local(20, 100, b"name"), None),
            ([&CENTRAL[..], &[1; 6], &[0; 18], &[1; 18]].concat(), Some(46 + 3 * 257)),
            ([&CENTRAL[..], &[1; 42]].concat(), None),
            ([&EXTRA_DATA[..], &[0, 0, 1, 0]].concat(), Some((64 << 10) + 8)),
            ([&EXTRA_DATA[..], &[1, 0, 1, 0]].concat(), None),
            ([&END_64[..], &[0xff; 8]].concat(), None),
            ([&END_64[..], &[44, 0, 0, 0, 0, 0, 0, 0]].concat(), Some(56)),
            (LOCATOR_64.to_vec(), Some(20)),
            ([&END[..], &[0; 18]].concat(), Some(22)),
            ([&END[..], &[1; 6], &[0; 12]].concat(), None),
            ([b"PK\x07\x08", &LOCAL[..]].concat(), Some(4)),
            (b"PK\x07\x08PK".to_vec(), None),
            (b"PK".to_vec(), None),
        ] {
            assert_eq!(len(&bytes), expected, "{bytes:?}");
        }
    }

    #[test]
    fn what_cannot_be_a_record_is_not_found() {
        let long = [b'n'; 99];
        for (record, expected) in [
            (local(20, 8, b"n"), true),
            (local(20, 8, &long), true),
            (local(20, 8, &long)[..30 + NAME].to_vec(), true),
            (local(20, 8, &long)[..30 + NAME - 1].to_vec(), false),
            (local(20, 8, b""), false),
            (local(20, 8, b"a\nb"), false),
            (local(20, 255, b"n"), false),
            (LOCATOR_64.to_vec(), false),
            ([&END[..], &[0; 18]].concat(), true),
        ] {
            let bytes = [b"PK PK\x03\x04", &record[..]].concat();
            assert_eq!(find(&bytes), expected.then_some(7), "{record:?}");
            assert_eq!(find_within(&bytes, 7), None);
            assert_eq!(find_within(&bytes, 8), find(&bytes));
        }
    }
}
