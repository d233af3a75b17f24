//! The summary of a run, as a small table with bars.

use std::fmt;
use std::time::Duration;

use unicode_width::UnicodeWidthStr;

use crate::aggregate::{Share, Stats, bar};
use crate::cli::sandbox::Sandbox;
use crate::record::{grouped, size};
use crate::sanitize;

/// The lines of a section; the rest is one line more.
const LINES: usize = 10;
/// The longest bar, in columns.
const BAR: u64 = 24;
/// The longest name that is shown, in columns.
const NAME: usize = 24;

/// The table of a run, and the time that it took.
pub(super) struct Summary<'a> {
    pub stats: &'a Stats,
    pub time: Duration,
    /// What the kernel refused to the run.
    pub sandbox: Sandbox,
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Stats { sources, broken, bytes, finds, .. } = *self.stats;
        let rate = bytes as f64 / self.time.as_secs_f64().max(1e-6);
        write!(f, "files    {:>15}", grouped(sources))?;
        match broken {
            0 => writeln!(f)?,
            broken => writeln!(f, "  ({} with problems)", grouped(broken))?,
        }
        let (time, rate) = (self.time.as_secs_f64(), size(rate));
        writeln!(f, "bytes    {:>15}  ({time:.3} s, {rate}/s)", grouped(bytes))?;
        writeln!(
            f,
            "finds    {:>15}  ({} not valid)",
            grouped(finds),
            grouped(self.stats.invalid())
        )?;
        if self.stats.notes > 0 {
            writeln!(
                f,
                "notes    {:>15}  (--json --problems shows them)",
                grouped(self.stats.notes)
            )?;
        }
        let (without_base, guessed) = (self.stats.without_base, self.stats.guessed);
        if without_base > 0 {
            writeln!(
                f,
                "no base  {:>15}  (relative links, not printed; --base URI resolves them)",
                grouped(without_base)
            )?;
        }
        if guessed > 0 {
            writeln!(
                f,
                "guessed  {:>15}  (relative links resolved via rel=canonical)",
                grouped(guessed)
            )?;
        }
        writeln!(
            f,
            "sandbox  {:>15}  (operations that the kernel blocks)",
            self.sandbox.to_string()
        )?;
        let unread = self.stats.unread();
        let all_unread = unread.iter().map(|share| share.count).sum();
        let sections = [
            Section::of("scheme", self.stats.schemes(), finds),
            Section::of("wrapper", self.stats.wrappers(), finds),
            Section::of("fault", self.stats.faults(), finds),
            Section::of("not read", unread, all_unread),
        ];
        let widths =
            sections.iter().flat_map(|section| &section.lines).map(|line| line.name.width());
        let width = widths.max().unwrap_or(0).max(7);
        sections.iter().try_for_each(|section| section.write(f, width))
    }
}

/// Counts by name: finds by one of their properties, or what was not read.
struct Section {
    title: &'static str,
    /// Names as they are shown, and their counts.
    lines: Vec<Share>,
    /// The rest: how many names, and their count.
    rest: Share,
    /// What is 100 %.
    whole: u64,
}

impl Section {
    fn of(title: &'static str, shares: Vec<Share>, whole: u64) -> Self {
        let (shown, rest) = shares.split_at(shares.len().min(LINES));
        let line = |share: &Share| Share { name: short(&share.name), count: share.count };
        let count = rest.iter().map(|share| share.count).sum();
        let rest = Share { name: format!("{} more", rest.len()), count };
        Section { title, lines: shown.iter().map(line).collect(), rest, whole }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, width: usize) -> fmt::Result {
        let Some(first) = self.lines.first() else { return Ok(()) };
        writeln!(f, "{}", self.title)?;
        for share in &self.lines {
            let pad = width - share.name.width();
            let percent = share.count as f64 * 100.0 / self.whole.max(1) as f64;
            let (count, bar) = (grouped(share.count), bar(share.count, first.count, BAR));
            writeln!(f, "  {}{:pad$}  {count:>13} {percent:>5.1} %  {bar}", share.name, "")?;
        }
        match self.rest.count {
            0 => Ok(()),
            more => writeln!(f, "  {:width$}  {:>13}", self.rest.name, grouped(more)),
        }
    }
}

/// A name, cut to fit and made harmless.
fn short(name: &str) -> String {
    let name = sanitize::text(name);
    match name.char_indices().nth(NAME) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use urisift::find_iter;

    #[test]
    fn a_table() {
        let mut stats = Stats::default();
        (stats.sources, stats.broken, stats.bytes) = (1200, 1, 3 << 30);
        let text =
            "http://a.example http://b.example:x/ <http://c.example> \u{202e} ftp://d.example";
        find_iter(text.as_bytes()).for_each(|found| stats.count(&found));
        (stats.notes, stats.without_base, stats.guessed) = (2, 1200, 3);
        for kind in ["7z archive", "encrypted PDF", "7z archive"] {
            stats.count_unread(kind);
        }
        let table = Summary {
            stats: &stats,
            time: Duration::from_millis(1500),
            sandbox: Sandbox::default(),
        }
        .to_string();
        let expected = "\
files              1,200  (1 with problems)
bytes      3,221,225,472  (1.500 s, 2.0 GiB/s)
finds                  4  (1 not valid)
notes                  2  (--json --problems shows them)
no base            1,200  (relative links, not printed; --base URI resolves them)
guessed                3  (relative links resolved via rel=canonical)
sandbox              off  (operations that the kernel blocks)
scheme
  http                       3  75.0 %  ████████████████████████
  ftp                        1  25.0 %  ████████
wrapper
  none                       3  75.0 %  ████████████████████████
  angle                      1  25.0 %  ████████
fault
  port                       1  25.0 %  ████████████████████████
not read
  7z archive                 2  66.7 %  ████████████████████████
  encrypted PDF              1  33.3 %  ████████████
";
        assert_eq!(table, expected);
    }

    #[test]
    fn long_tails_are_one_line() {
        let mut stats = Stats::default();
        let text: String =
            (0..15).map(|n| format!("scheme-of-a-very-long-name{n}x://h\n")).collect();
        find_iter(text.as_bytes()).for_each(|found| stats.count(&found));
        let table = Summary { stats: &stats, time: Duration::ZERO, sandbox: Sandbox::default() }
            .to_string();
        assert!(table.contains("\n  5 more "), "{table}");
        assert!(table.contains("  scheme-of-a-very-long-na…"), "{table}");
    }
}
