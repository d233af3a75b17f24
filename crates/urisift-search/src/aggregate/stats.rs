//! Statistics of a run.

use std::collections::BTreeMap;

use crate::found::{Found, Wrapper};

/// At most this many schemes are counted by name: anything may be before `://`.
const MAX_SCHEMES: usize = 1000;

/// Counts of sources and finds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// How many sources there were.
    pub sources: u64,
    /// How many of them could not be read completely.
    pub broken: u64,
    /// How many bytes were read.
    pub bytes: u64,
    /// How many finds there were.
    pub finds: u64,
    /// How many notes there were.
    pub notes: u64,
    /// How many relative links had no base.
    pub without_base: u64,
    /// How many were resolved against the canonical address of their page, for want of a base.
    pub guessed: u64,
    /// What was recognized and not read, by its kind.
    unread: BTreeMap<&'static str, u64>,
    schemes: BTreeMap<Box<[u8]>, u64>,
    /// Finds of schemes beyond [`MAX_SCHEMES`].
    other_schemes: u64,
    wrappers: [u64; Wrapper::ALL.len()],
    /// Invalid finds, by the rule that they break.
    faults: BTreeMap<&'static str, u64>,
}

/// A name and its count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// What was counted.
    pub name: String,
    /// How often there was one.
    pub count: u64,
}

impl Stats {
    /// Counts a find.
    pub fn count(&mut self, found: &Found<'_>) {
        self.count_unjudged(found.scheme(), found.wrapper());
        if let Err(fault) = found.validate() {
            self.count_fault(fault.rule(), 1);
        }
    }

    /// Counts a find by its scheme and its wrapper.
    pub fn count_unjudged(&mut self, scheme: &[u8], wrapper: Wrapper) {
        self.finds += 1;
        self.count_scheme(scheme, 1);
        self.wrappers[wrapper as usize] += 1;
    }

    /// Counts something that is recognized and not read.
    pub fn count_unread(&mut self, kind: &'static str) {
        *self.unread.entry(kind).or_default() += 1;
    }

    /// Counts finds that break a rule.
    pub fn count_fault(&mut self, rule: &'static str, count: u64) {
        *self.faults.entry(rule).or_default() += count;
    }

    fn count_scheme(&mut self, scheme: &[u8], count: u64) {
        if let Some(known) = self.schemes.get_mut(scheme) {
            *known += count;
        } else if scheme.iter().any(u8::is_ascii_uppercase) {
            self.count_scheme(&scheme.to_ascii_lowercase(), count);
        } else if self.schemes.len() < MAX_SCHEMES {
            self.schemes.insert(scheme.into(), count);
        } else {
            self.other_schemes += count;
        }
    }

    /// Adds counts made elsewhere, of later input.
    pub fn add(&mut self, more: &Stats) {
        self.sources += more.sources;
        self.broken += more.broken;
        self.bytes += more.bytes;
        self.finds += more.finds;
        self.notes += more.notes;
        self.without_base += more.without_base;
        self.guessed += more.guessed;
        for (kind, count) in &more.unread {
            *self.unread.entry(kind).or_default() += count;
        }
        more.schemes.iter().for_each(|(scheme, count)| self.count_scheme(scheme, *count));
        self.other_schemes += more.other_schemes;
        for (sum, count) in self.wrappers.iter_mut().zip(more.wrappers) {
            *sum += count;
        }
        for (rule, count) in &more.faults {
            *self.faults.entry(rule).or_default() += count;
        }
    }

    /// How many finds are invalid.
    pub fn invalid(&self) -> u64 {
        self.faults.values().sum()
    }

    /// What was recognized and not read, by its kind, most frequent first.
    pub fn unread(&self) -> Vec<Share> {
        shares(self.unread.iter().map(|(kind, count)| ((*kind).to_owned(), *count)))
    }

    /// Finds by scheme, most frequent first; those without one are under `(no scheme)`.
    pub fn schemes(&self) -> Vec<Share> {
        let name = |scheme: &[u8]| match scheme {
            b"" => "(no scheme)".to_owned(),
            scheme => String::from_utf8_lossy(scheme).into_owned(),
        };
        let schemes = self.schemes.iter().map(|(scheme, count)| (name(scheme), *count));
        shares(schemes.chain([("(others)".to_owned(), self.other_schemes)]))
    }

    /// Finds by wrapper, most frequent first.
    pub fn wrappers(&self) -> Vec<Share> {
        let name = |wrapper: Wrapper| wrapper.name().to_owned();
        shares(Wrapper::ALL.map(name).into_iter().zip(self.wrappers))
    }

    /// Invalid finds by the rule that they break, most frequent first.
    pub fn faults(&self) -> Vec<Share> {
        shares(self.faults.iter().map(|(rule, count)| ((*rule).to_owned(), *count)))
    }
}

/// Counts above 0, most frequent first.
fn shares(counts: impl Iterator<Item = (String, u64)>) -> Vec<Share> {
    let shares = counts.map(|(name, count)| Share { name, count });
    let mut shares: Vec<_> = shares.filter(|share| share.count > 0).collect();
    shares.sort_by_key(|share| std::cmp::Reverse(share.count));
    shares
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

    fn names(shares: Vec<Share>) -> Vec<String> {
        shares.into_iter().map(|share| format!("{} {}", share.name, share.count)).collect()
    }

    fn count(stats: &mut Stats, uri: &str, wrapper: Wrapper) {
        let span = Span { start: 0, end: uri.len() as u64 };
        let scheme_len = uri.find(':').unwrap_or(0);
        let found = Found::of_link(span, uri.as_bytes(), None, scheme_len, false);
        stats.count(&found.with([None, None], wrapper, false));
    }

    #[test]
    fn counts_by_name() {
        let (mut sum, mut more) = (Stats::default(), Stats::default());
        count(&mut sum, "HTTP://a.example", Wrapper::None);
        count(&mut sum, "http://b.example", Wrapper::Angle);
        count(&mut sum, "urn:isbn:0451450524", Wrapper::None);
        count(&mut more, "ftp://c.example", Wrapper::Bracket);
        count(&mut more, "http://d.example:x/", Wrapper::None);
        count(&mut more, "www.a.example", Wrapper::None);
        sum.add(&more);
        assert_eq!(names(sum.schemes()), ["http 3", "(no scheme) 1", "ftp 1", "urn 1"]);
        assert_eq!(names(sum.wrappers()), ["none 4", "angle 1", "bracket 1"]);
        assert_eq!(
            (names(sum.faults()), sum.invalid()),
            (vec!["isbn 1".into(), "port 1".into()], 2)
        );
    }

    #[test]
    fn schemes_without_end_take_no_memory() {
        let mut stats = Stats::default();
        for n in 0..3 * MAX_SCHEMES {
            count(&mut stats, &format!("x{n}x://h"), Wrapper::None);
        }
        assert_eq!(stats.schemes.len(), MAX_SCHEMES);
        assert_eq!(names(stats.schemes())[0], format!("(others) {}", 2 * MAX_SCHEMES));
    }
}
