//! Totals of what was read.

use std::time::Duration;

use super::charts::escaped;
use super::note::Source;
use super::survey::Counts;
use crate::record::{grouped, size};
use crate::sanitize;

/// At most this many problems are listed in the page.
const TOLD: usize = 100;

/// The totals of all sources.
#[derive(Clone, Copy, Default)]
pub(super) struct Totals {
    sources: u64,
    broken: u64,
    bytes: u64,
    messages: u64,
}

impl Totals {
    /// Counts a source that has ended.
    pub fn count(&mut self, source: Source) {
        self.sources += 1;
        self.broken += u64::from(source.is_broken);
        self.bytes += source.bytes;
        self.messages += source.messages;
    }
}

/// The totals as the page shows them.
pub(super) struct Shown<'a> {
    pub totals: Totals,
    pub counts: &'a Counts,
    pub time: Duration,
}

impl Shown<'_> {
    /// A list of names and numbers.
    pub fn list(&self) -> String {
        let Totals { sources, broken, bytes, messages } = self.totals;
        let Counts { stats, distinct, invalid, hosts, domains, .. } = self.counts;
        let seconds = self.time.as_secs_f64();
        let files = match broken {
            0 => grouped(sources),
            broken => format!("{}, {} not whole", grouped(sources), grouped(broken)),
        };
        let read = if bytes < 1024 { format!("{bytes} bytes") } else { size(bytes as f64) };
        let facts = [
            ("files", files),
            ("messages", grouped(messages)),
            ("read", read),
            ("time", format!("{seconds:.2} s")),
            ("finds", grouped(stats.finds)),
            ("distinct URIs", grouped(*distinct)),
            ("hosts", grouped(hosts.all)),
            ("domains", grouped(domains.all)),
            ("invalid URIs", grouped(*invalid)),
        ];
        let row = |(name, value): &(&str, String)| {
            format!("<div><dt>{name}</dt><dd>{}</dd></div>", escaped(value))
        };
        format!("<dl class=\"facts\">{}</dl>\n", facts.iter().map(row).collect::<String>())
    }
}

/// What could not be read.
#[derive(Default)]
pub(super) struct Problems {
    all: u64,
    /// The first ones.
    told: Vec<String>,
}

impl Problems {
    pub fn count(&mut self, what: &[u8]) {
        self.all += 1;
        if self.told.len() < TOLD {
            self.told.push(sanitize::text(&String::from_utf8_lossy(what)));
        }
    }

    /// A list of them; empty if there are none.
    pub fn list(&self) -> String {
        let more = self.all - self.told.len() as u64;
        let more = (more > 0).then(|| format!("and {} more", grouped(more)));
        let lines = self.told.iter().chain(more.as_ref());
        let items: String = lines.map(|line| format!("<li>{}</li>", escaped(line))).collect();
        let summary = match self.all {
            0 => return String::new(),
            1 => "1 problem".to_owned(),
            all => format!("{} problems", grouped(all)),
        };
        format!(
            "<details class=\"problems\"><summary>{summary}</summary><ul>{items}</ul></details>\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_are_told_and_the_last_of_them_counted() {
        let mut problems = Problems::default();
        assert_eq!(problems.list(), "");
        problems.count(b"<b>\x1b");
        assert!(problems.list().contains("<summary>1 problem<"), "{}", problems.list());
        assert!(problems.list().contains("<li>&lt;b&gt;\\u{1b}</li>"), "{}", problems.list());
        (0..TOLD + 1000).for_each(|_| problems.count(b"x"));
        assert!(problems.list().contains("<summary>1,101 problems<"), "{}", problems.list());
        assert!(problems.list().ends_with("<li>and 1,001 more</li></ul></details>\n"));
    }
}
