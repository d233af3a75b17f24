//! A find on its way through the sorter, which groups finds by URI, and URIs by host.

use std::cmp::Ordering;

use super::note::{Find, Traits};
use crate::aggregate;
use crate::record::{Unpack, pack_number, pack_text};

/// Allocator overhead of two texts, in bytes.
const OVERHEAD: usize = 32;

/// A find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The start of its domain, which decides most comparisons.
    head: u64,
    /// The host, then the URI.
    key: Box<[u8]>,
    host_len: usize,
    domain_len: usize,
    pub scheme_len: usize,
    pub traits: Traits,
    /// Its number among all finds.
    pub number: u64,
    /// The number of the path, then the place in the file.
    pub place: Box<[u8]>,
}

impl Entry {
    /// The entry of a find in the file whose path has that number.
    pub fn new(find: &Find<'_>, number: u64, path: u64) -> Self {
        let mut place = Vec::with_capacity(find.place.len() + 4);
        pack_number(path, &mut place);
        place.extend_from_slice(find.place);
        let host_len = find.host.len();
        Entry {
            head: head(&find.host[host_len - find.domain_len as usize..]),
            key: [find.host, find.uri].concat().into(),
            host_len,
            domain_len: find.domain_len as usize,
            scheme_len: find.scheme_len as usize,
            traits: find.traits,
            number,
            place: place.into(),
        }
    }

    pub fn uri(&self) -> &[u8] {
        &self.key[self.host_len..]
    }

    pub fn host(&self) -> &[u8] {
        &self.key[..self.host_len]
    }

    /// The registrable domain of the host.
    pub fn domain(&self) -> &[u8] {
        &self.key[self.host_len - self.domain_len..self.host_len]
    }

    fn order(&self) -> (&[u8], &[u8], &[u8], u64) {
        (self.domain(), self.host(), self.uri(), self.number)
    }
}

impl aggregate::Entry for Entry {
    fn heap_len(&self) -> usize {
        self.key.len() + self.place.len() + OVERHEAD
    }

    fn pack(&self, out: &mut Vec<u8>) {
        let lens = [self.host_len, self.domain_len, self.scheme_len].map(|len| len as u64);
        let numbers = lens.into_iter().chain([self.traits.pack(), self.number]);
        numbers.for_each(|number| pack_number(number, out));
        pack_text(&self.key, out);
        pack_text(&self.place, out);
    }

    fn unpack(packed: &[u8]) -> Option<Self> {
        let mut packed = Unpack(packed);
        let mut len = || packed.number().and_then(|len| usize::try_from(len).ok());
        let (host_len, domain_len, scheme_len) = (len()?, len()?, len()?);
        let (traits, number) = (Traits::unpack(packed.number()?)?, packed.number()?);
        let (key, place) = (packed.text()?, packed.text()?.into());
        let head = head(key.get(host_len.checked_sub(domain_len)?..host_len)?);
        Some(Entry {
            head,
            key: key.into(),
            host_len,
            domain_len,
            scheme_len,
            traits,
            number,
            place,
        })
    }
}

/// The first bytes of a domain as a number. If two numbers differ, they sort as the domains do.
fn head(domain: &[u8]) -> u64 {
    let mut head = [0; 8];
    let len = domain.len().min(head.len());
    head[..len].copy_from_slice(&domain[..len]);
    u64::from_be_bytes(head)
}

/// By domain, host and URI, then in the order of finding.
pub(super) struct ByUri;

impl aggregate::SortOrder for ByUri {
    type Entry = Entry;

    fn compare(a: &Entry, b: &Entry) -> Ordering {
        a.head.cmp(&b.head).then_with(|| a.order().cmp(&b.order()))
    }
}

#[cfg(test)]
pub(super) mod samples {
    use super::*;
    use crate::found::Wrapper;

    /// A find of a URI with that host and domain.
    pub fn entry(uri: &str, host: &str, domain_len: u64, number: u64) -> Entry {
        let traits =
            Traits { wrapper: Wrapper::None, is_folded: false, is_ambiguous: false, is_cut: false };
        let find = Find {
            uri: uri.as_bytes(),
            scheme_len: uri.find(':').unwrap_or(0) as u64,
            host: host.as_bytes(),
            domain_len,
            traits,
            minute: None,
            path: b"",
            place: b"\x01\x02\x03\0\0\0\0\0\0\0\0\0",
        };
        Entry::new(&find, number, 7)
    }
}

#[cfg(test)]
mod tests {
    use super::samples::entry;
    use super::*;
    use crate::aggregate::{Entry as _, SortOrder};

    #[test]
    fn entries_are_read_as_they_were_written() {
        for entry in
            [entry("http://b.a.example/", "b.a.example", 9, 1 << 40), entry("a:", "", 0, 0)]
        {
            let mut packed = Vec::new();
            entry.pack(&mut packed);
            assert_eq!(Entry::unpack(&packed), Some(entry.clone()));
            assert_eq!(Entry::unpack(&packed[..packed.len() - 1]), None);
        }
    }

    #[test]
    fn uris_of_a_host_stand_together_and_hosts_of_a_domain() {
        // Domains longer than the head, and shorter.
        let mut entries = [
            entry("http://b.example/", "b.example", 9, 0),
            entry("http://x.a.example/", "x.a.example", 9, 1),
            entry("ftp://x.a.example/", "x.a.example", 9, 2),
            entry("http://a.example/", "a.example", 9, 3),
            entry("http://x.a.example/", "x.a.example", 9, 4),
            entry("urn:a:b", "", 0, 5),
            entry("http://b/", "b", 1, 6),
            entry("http://a.examplf/", "a.examplf", 9, 7),
        ];
        entries.sort_by(ByUri::compare);
        assert_eq!(entries.map(|entry| entry.number), [5, 3, 2, 1, 4, 7, 6, 0]);
    }
}
