//! The parts of a host name.

/// A host split at its public suffix. A host without one, such as an address, is all apex.
pub(super) struct Labels<'h> {
    pub subdomain: &'h [u8],
    /// The label before the suffix.
    pub root: &'h [u8],
    pub suffix: &'h [u8],
    /// The registrable domain: the root and the suffix.
    pub apex: &'h [u8],
}

impl<'h> Labels<'h> {
    /// Splits a host, given the length of its public suffix in bytes.
    pub fn of(host: &'h [u8], suffix_len: fn(&[u8]) -> usize) -> Self {
        let name = host.strip_suffix(b".").unwrap_or(host);
        let (before, suffix) = match name.len().checked_sub(suffix_len(name)) {
            Some(at) if at < name.len() => name.split_at(at),
            _ => return Labels { subdomain: b"", root: b"", suffix: b"", apex: host },
        };
        let before = before.strip_suffix(b".").unwrap_or(before);
        let root_at = before.iter().rposition(|b| *b == b'.').map_or(0, |stop| stop + 1);
        Labels {
            subdomain: &before[..root_at.saturating_sub(1)],
            root: &before[root_at..],
            suffix,
            apex: &name[root_at..],
        }
    }
}
