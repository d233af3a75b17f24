//! Extended headers of POSIX.1-2001 (pax), for what a header has no room for.

/// Overrides fields of a header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Attributes {
    pub name: Option<String>,
    pub size: Option<u64>,
}

impl Attributes {
    /// Reads the records of an extended header.
    pub fn take(&mut self, mut records: &[u8]) {
        while let Some((record, rest)) = split(records) {
            if let Some(path) = record.strip_prefix(b"path=") {
                self.name = Some(String::from_utf8_lossy(path).into_owned());
            } else if let Some(size) = record.strip_prefix(b"size=") {
                self.size = std::str::from_utf8(size).ok().and_then(|size| size.parse().ok());
            }
            records = rest;
        }
    }

    /// These, with `others` as default. An empty name cancels that of the others.
    pub fn or(self, others: &Attributes) -> Attributes {
        let name = self.name.or_else(|| others.name.clone()).filter(|name| !name.is_empty());
        Attributes { name, size: self.size.or(others.size) }
    }
}

/// The first record, and the rest. A record is `LENGTH KEY=VALUE` and a line feed; the length counts all
/// of it.
fn split(records: &[u8]) -> Option<(&[u8], &[u8])> {
    let space = memchr::memchr(b' ', records)?;
    let len: usize = std::str::from_utf8(&records[..space]).ok()?.parse().ok()?;
    let record = records.get(space + 1..len)?.strip_suffix(b"\n")?;
    Some((record, &records[len..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cases::{assert_cases, or_dash};

    #[test]
    fn records() {
        assert_cases("archive/pax", |[records]| {
            let mut attributes = Attributes::default();
            attributes.take(records);
            format!("{} ¦ {}", or_dash(attributes.name), or_dash(attributes.size))
        });
    }

    #[test]
    fn the_nearest_ones_count() {
        let name = |name: &str| Attributes { name: Some(name.to_owned()), size: None };
        assert_eq!(name("a").or(&name("b")), name("a"));
        assert_eq!(Attributes::default().or(&name("b")), name("b"));
        assert_eq!(name("").or(&name("b")), Attributes::default());
    }
}
