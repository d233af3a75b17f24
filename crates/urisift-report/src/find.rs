//! A find on its way through the sorter, which groups finds by URI, and URIs by host.

use std::cmp::Ordering;

use crate::aggregate::{Entry, SortOrder, Subject};
use crate::record::{Unpack, pack_numbers, pack_text};

/// Allocator overhead of two texts, in bytes.
const OVERHEAD: usize = 32;

/// A find.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Find {
    /// The start of its domain, which decides most comparisons.
    head: u64,
    /// The host, as hosts are compared, then the URI that the find means.
    key: Box<[u8]>,
    host_len: usize,
    domain_len: usize,
    /// The length of its scheme; 0 if it has none.
    pub scheme_len: usize,
    /// It has a second reading.
    pub is_ambiguous: bool,
    /// It was cut because it was too long, or by its source.
    pub is_cut: bool,
    /// It is in the second of two inputs that are compared.
    pub is_after: bool,
    /// The target of the link that it is the text of, if that has another host; else empty.
    pub link_text: Box<[u8]>,
    /// The name that its host imitates; else empty.
    pub imitated: Box<str>,
    /// Its number among all finds.
    pub number: u64,
    /// The number of its path.
    pub path: u64,
    /// The number of its message; see [`place::pack_message`](super::place::pack_message).
    pub message: u64,
    /// The number of the text of its link; that of no text if it is no link.
    pub text: u64,
    /// Where in the file: see [`place`](super::place).
    pub place: Box<[u8]>,
}

impl Find {
    /// A find of that URI, whose place is packed. Its numbers are not known yet.
    pub fn new(subject: &Subject<'_>, place: Vec<u8>) -> Self {
        let host = subject.host().unwrap_or_default();
        let domain_len = subject.domain_len().unwrap_or_default();
        Find {
            head: head(&host[host.len() - domain_len..]),
            key: [&host, subject.uri()].concat().into(),
            host_len: host.len(),
            domain_len,
            scheme_len: subject.components().scheme().map_or(0, <[u8]>::len),
            is_ambiguous: false,
            is_cut: false,
            is_after: false,
            link_text: Box::default(),
            imitated: Box::default(),
            number: 0,
            path: 0,
            message: 0,
            text: 0,
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

    /// Reads what [`Entry::pack`] has written.
    pub fn read(packed: &mut Unpack<'_>) -> Option<Self> {
        let mut len = || packed.number().and_then(|len| usize::try_from(len).ok());
        let (host_len, domain_len, scheme_len) = (len()?, len()?, len()?);
        let [is_ambiguous, is_cut, is_after] = packed.numbers()?.map(|flag| flag == 1);
        let [number, path, message, text] = packed.numbers()?;
        let (key, place, link_text) = (packed.text()?, packed.text()?, packed.text()?);
        let imitated = str::from_utf8(packed.text()?).ok()?.into();
        let head = head(key.get(host_len.checked_sub(domain_len)?..host_len)?);
        Some(Find {
            head,
            key: key.into(),
            host_len,
            domain_len,
            scheme_len,
            is_ambiguous,
            is_cut,
            is_after,
            link_text: link_text.into(),
            imitated,
            number,
            path,
            message,
            text,
            place: place.into(),
        })
    }
}

impl Entry for Find {
    fn heap_len(&self) -> usize {
        self.key.len() + self.place.len() + self.link_text.len() + self.imitated.len() + OVERHEAD
    }

    fn pack(&self, out: &mut Vec<u8>) {
        pack_numbers([self.host_len, self.domain_len, self.scheme_len].map(|len| len as u64), out);
        pack_numbers([self.is_ambiguous, self.is_cut, self.is_after].map(u64::from), out);
        pack_numbers([self.number, self.path, self.message, self.text], out);
        pack_text(&self.key, out);
        pack_text(&self.place, out);
        pack_text(&self.link_text, out);
        pack_text(self.imitated.as_bytes(), out);
    }

    fn unpack(packed: &[u8]) -> Option<Self> {
        Find::read(&mut Unpack(packed))
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

impl SortOrder for ByUri {
    type Entry = Find;

    fn compare(a: &Find, b: &Find) -> Ordering {
        a.head.cmp(&b.head).then_with(|| a.order().cmp(&b.order()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aggregate::Scheme;

    /// A find of a URI.
    fn find(uri: &str, number: u64) -> Find {
        let subject = Subject::of(uri.as_bytes(), Scheme::Written);
        let found = Find::new(&subject, vec![1, 2, 3, 0]);
        let link_text = b"b:"[..].into();
        let imitated = "c".into();
        Find {
            number,
            path: 7,
            text: 3,
            is_cut: true,
            is_after: true,
            link_text,
            imitated,
            ..found
        }
    }

    #[test]
    fn finds_are_read_as_they_were_written() {
        for find in [find("http://b.a.example/", 1 << 40), find("a:", 0)] {
            let mut packed = Vec::new();
            find.pack(&mut packed);
            assert_eq!(Find::unpack(&packed), Some(find.clone()));
            assert_eq!(Find::unpack(&packed[..packed.len() - 1]), None);
        }
    }

    #[test]
    fn uris_of_a_host_are_adjacent_and_so_are_hosts_of_a_domain() {
        // Domains longer than the head, and shorter.
        let mut finds = [
            find("http://b.example/", 0),
            find("http://x.a.example/", 1),
            find("ftp://x.a.example/", 2),
            find("http://a.example/", 3),
            find("http://x.a.example/", 4),
            find("urn:a:b", 5),
            find("http://b.c/", 6),
            find("http://a.examplf/", 7),
        ];
        finds.sort_by(ByUri::compare);
        assert_eq!(finds.map(|find| find.number), [5, 3, 2, 1, 4, 7, 6, 0]);
    }
}
