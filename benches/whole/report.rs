//! What is printed in the end.

use std::fs;
use std::time::Duration;

use crate::ask::Plan;
use crate::commands::Tools;
use crate::corpora::{self, Corpus};
use crate::kit;
use crate::machine;
use crate::peak::Peak;
use crate::rows::{self, Clock, Kind, Row, Work};
use crate::table::Table;
use crate::targets::{self, Sense, TARGETS, Target};

pub struct Report<'a> {
    pub plan: &'a Plan,
    pub tools: &'a Tools,
    pub corpora: &'a [Corpus],
    pub rows: &'a [Row],
    pub peaks: Vec<Peak>,
}

/// The commands on each corpus.
const COMMANDS: &[(&str, Kind)] = &[
    ("`urisift -j1`", Kind::Text),
    ("`urisift`, default threads", Kind::Typed),
    ("`urisift -j1 --json`", Kind::Json),
    ("`rg -o`, http(s) only", Kind::RgHttp),
    ("`rg -o`, all schemes", Kind::RgAll),
    ("`grep -oE`, http(s) only", Kind::Grep),
    ("`cat`", Kind::Cat),
    ("linkify, whole process", Kind::Linkify),
];

const LARGE: &[(&str, Kind)] =
    &[("`urisift -j1`, the large file", Kind::Large1), ("`urisift -j2`", Kind::Large2)];

const TREE: &[(&str, Kind)] = &[
    ("`urisift`", Kind::Tree),
    ("`rg -o`, http(s) only", Kind::TreeRg),
    ("`urisift -j1`", Kind::Tree1),
    ("`rg -j1 -o`, http(s) only", Kind::TreeRg1),
];

const SCANS: &[(&str, Kind)] = &[
    ("`urisift::find_iter`", Kind::FindIter),
    ("linkify", Kind::Links),
    ("`memchr(':')` positions", Kind::Colons),
];

impl Report<'_> {
    /// Prints it, and writes it down where that is asked for.
    pub fn publish(&self) {
        // One run on small texts is made to see that all of it works; no time of it means anything.
        let text = self.text();
        print!("{}", if self.plan.test { self.counts() } else { text.clone() });
        if self.plan.record && !self.plan.test {
            let folder = kit::project("benches/whole/record");
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join(format!("{}.md", machine::date())), text).unwrap();
        }
    }

    fn text(&self) -> String {
        [self.head(), self.ratios(), self.times(), self.speeds(), self.tree(), self.counts()]
            .concat()
    }

    fn head(&self) -> String {
        let (Plan { mebibytes, rounds, .. }, date) = (self.plan, machine::date());
        let mut head = format!("# Measured on {date}\n\n{}.\n\n", machine::processor());
        head += &format!("`cargo bench --bench whole -- --size {mebibytes} --rounds {rounds}`\n\n");
        for version in machine::versions(self.tools) {
            head += &format!("- {version}\n");
        }
        for Corpus { name, origin, .. } in self.corpora {
            head += &format!("- {name}: {origin}, repeated to {mebibytes} MiB\n");
        }
        head + "\nWhat is run, on mail, in the C locale, and on the tree:\n\n"
            + &self.lines()
            + "\n"
    }

    fn lines(&self) -> String {
        let shown = |row: &Row| match &row.work {
            Work::Line(line) if ["mail", "tree"].contains(&row.corpus) => {
                Some(format!("    {line}\n"))
            }
            _ => None,
        };
        self.rows.iter().filter_map(shown).collect()
    }

    fn ratios(&self) -> String {
        let mut table = self.table("against");
        for target in TARGETS {
            let cells = (0..target.corpora().len()).map(|column| self.ratio(target, column));
            table.row([target.against.to_owned()].into_iter().chain(cells));
        }
        let cell = |peak: &Peak| {
            let mebibytes = peak.per_thread();
            format!("{mebibytes:.1} MiB{}", bound(Sense::Cost, mebibytes, Some(&targets::PEAK)))
        };
        let cells = self.peaks.iter().map(cell);
        table.row(["peak memory per thread".to_owned()].into_iter().chain(cells));
        "## Ratios\n\nOf CPU time, if nothing else is said; with the target.\n\n".to_owned()
            + &table.into_text()
    }

    /// Empty where one of the two was not measured.
    fn ratio(&self, target: &Target, column: usize) -> String {
        let median = |kind| {
            let row = rows::find(self.rows, kind, target.corpora()[column])?;
            Some(row.median(target.clock).as_secs_f64())
        };
        let (Some(ours), Some(theirs)) = (median(target.ours), median(target.theirs)) else {
            return String::new();
        };
        let ratio = match target.sense {
            Sense::Gain => theirs / ours,
            Sense::Cost => ours / theirs,
        };
        format!("{ratio:.2}x{}", bound(target.sense, ratio, target.bounds.get(column)))
    }

    fn times(&self) -> String {
        let mut table = self.table("CPU ms / wall ms");
        for (name, kind) in COMMANDS.iter().chain(LARGE) {
            self.fill(&mut table, name, *kind, times);
        }
        let cell = |peak: &Peak| format!("{:.1} / {}", peak.mebibytes, peak.threads);
        let cells = self.peaks.iter().map(cell);
        table.row(["`urisift`, MiB at most / threads".to_owned()].into_iter().chain(cells));
        "## Medians\n\n".to_owned() + &table.into_text()
    }

    fn speeds(&self) -> String {
        let mut table = self.table("in memory, GB/s");
        for (name, kind) in SCANS {
            self.fill(&mut table, name, *kind, speed);
        }
        table.into_text()
    }

    fn tree(&self) -> String {
        let files = format!("tree of {} files", self.plan.files);
        let mut table = Table::new(&[&files, "CPU ms / wall ms", "lines"]);
        for (name, kind) in TREE {
            if let Some(row) = rows::find(self.rows, *kind, "tree") {
                table.row([(*name).to_owned(), times(row), count(row)]);
            }
        }
        table.into_text()
    }

    fn counts(&self) -> String {
        let mut table = self.table("lines printed, or finds");
        for (name, kind) in COMMANDS.iter().chain(LARGE).chain(SCANS) {
            self.fill(&mut table, name, *kind, count);
        }
        "## Counts\n\n".to_owned() + &table.into_text()
    }

    fn table(&self, corner: &str) -> Table {
        Table::new(&[&[corner][..], &corpora::NAMES].concat())
    }

    /// A row with a cell for each corpus; none if the kind was not measured at all.
    fn fill(&self, table: &mut Table, name: &str, kind: Kind, cell: fn(&Row) -> String) {
        let rows = corpora::NAMES.map(|corpus| rows::find(self.rows, kind, corpus));
        if rows.iter().any(Option::is_some) {
            let cells = rows.into_iter().map(|row| row.map(cell).unwrap_or_default());
            table.row([name.to_owned()].into_iter().chain(cells));
        }
    }
}

/// The target behind a figure, and whether it holds.
fn bound(sense: Sense, figure: f64, bound: Option<&f64>) -> String {
    let Some(&bound) = bound else { return String::new() };
    let (sign, holds) = match sense {
        Sense::Gain => (">=", figure >= bound),
        Sense::Cost => ("<=", figure <= bound),
    };
    format!(" ({sign} {bound} {})", if holds { "✓" } else { "✗" })
}

fn times(row: &Row) -> String {
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    format!("{:.0} / {:.0}", ms(row.median(Clock::Cpu)), ms(row.median(Clock::Wall)))
}

fn speed(row: &Row) -> String {
    let Work::Scan(_, text) = &row.work else { return String::new() };
    format!("{:.1}", text.len() as f64 / 1e9 / row.median(Clock::Cpu).as_secs_f64())
}

fn count(row: &Row) -> String {
    row.output.lines.to_string()
}
