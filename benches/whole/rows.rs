//! Everything that is measured, and what it took.

use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use crate::commands::{self, Line, Threads, Tools};
use crate::corpora::Corpus;
use crate::links;
use crate::measure::{self, Output, Take};
use crate::memory;

/// What is done; where a name ends in a number, that is the threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    /// As it is typed: with as many threads as the machine runs at once.
    Typed,
    Json,
    RgHttp,
    RgAll,
    Grep,
    Cat,
    Linkify,
    FindIter,
    Links,
    Colons,
    Large1,
    Large2,
    Tree,
    TreeRg,
    Tree1,
    TreeRg1,
}

pub enum Work {
    Line(Line),
    Scan(Scan, Rc<str>),
}

/// How many finds a text has.
type Scan = fn(&str) -> usize;

pub struct Row {
    pub kind: Kind,
    /// The name of the corpus.
    pub corpus: &'static str,
    pub work: Work,
    pub takes: Vec<Take>,
    /// Of the round that does not count.
    pub output: Output,
    pub hash: u64,
}

/// Which time counts.
#[derive(Clone, Copy)]
pub enum Clock {
    Cpu,
    Wall,
}

impl Row {
    fn new(kind: Kind, corpus: &'static str, work: Work) -> Self {
        Self { kind, corpus, work, takes: Vec::new(), output: Output::default(), hash: 0 }
    }

    /// The run that brings the files to memory, and whose output is what all others must print.
    pub fn warm(&mut self) {
        let mut hash = Hash::default();
        self.output = self.work.run(|part| hash.add(part)).output;
        self.hash = hash.0;
    }

    pub fn take(&mut self) {
        let take = self.work.run(|_| {});
        assert!(take.output == self.output, "{:?} of {} is not the same", self.kind, self.corpus);
        self.takes.push(take);
    }

    pub fn median(&self, clock: Clock) -> Duration {
        let time = |take: &Take| match clock {
            Clock::Cpu => take.cpu,
            Clock::Wall => take.wall,
        };
        let mut times: Vec<_> = self.takes.iter().map(time).collect();
        times.sort();
        times[times.len() / 2]
    }
}

impl Work {
    fn run(&self, also: impl FnMut(&[u8])) -> Take {
        match self {
            Self::Line(line) => measure::command(line, also),
            Self::Scan(scan, text) => measure::scan(|| scan(text)),
        }
    }
}

/// FNV-1a: the same however the bytes are cut into parts.
struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    fn add(&mut self, part: &[u8]) {
        let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
        self.0 = part.iter().fold(self.0, step);
    }
}

pub fn find<'a>(rows: &'a [Row], kind: Kind, corpus: &str) -> Option<&'a Row> {
    rows.iter().find(|row| row.kind == kind && row.corpus == corpus)
}

/// All rows that start a command.
pub fn commands(tools: &Tools, corpora: &[Corpus], tree: &Path) -> Vec<Row> {
    let mut rows: Vec<Row> = corpora.iter().flat_map(|corpus| on_corpus(tools, corpus)).collect();
    rows.extend(corpora.iter().flat_map(|corpus| on_large(tools, corpus)));
    rows.extend(on_tree(tools, tree));
    rows
}

fn on_corpus(tools: &Tools, corpus: &Corpus) -> impl Iterator<Item = Row> {
    let file = &corpus.file;
    let lines = [
        (Kind::Text, Some(tools.urisift(Threads::One, file))),
        (Kind::Typed, Some(tools.urisift(Threads::Default, file))),
        (Kind::Json, Some(tools.urisift_json(file))),
        (Kind::RgHttp, tools.rg_http(file)),
        (Kind::RgAll, tools.rg_all(file)),
        (Kind::Grep, Some(commands::grep(file))),
        (Kind::Cat, Some(commands::cat(file))),
        (Kind::Linkify, Some(commands::linkify(file))),
    ];
    of_lines(corpus.name, lines)
}

fn on_large(tools: &Tools, corpus: &Corpus) -> impl Iterator<Item = Row> {
    let line = |threads| Some(tools.urisift(threads, corpus.large.as_ref()?));
    of_lines(corpus.name, [(Kind::Large1, line(Threads::One)), (Kind::Large2, line(Threads::Two))])
}

fn on_tree(tools: &Tools, tree: &Path) -> impl Iterator<Item = Row> {
    let lines = [
        (Kind::Tree, Some(tools.urisift(Threads::Default, tree))),
        (Kind::TreeRg, tools.rg_tree(Threads::Default, tree)),
        (Kind::Tree1, Some(tools.urisift(Threads::One, tree))),
        (Kind::TreeRg1, tools.rg_tree(Threads::One, tree)),
    ];
    of_lines("tree", lines)
}

/// A row for each command that is there.
fn of_lines<const N: usize>(
    corpus: &'static str,
    lines: [(Kind, Option<Line>); N],
) -> impl Iterator<Item = Row> {
    let row = move |(kind, line): (Kind, Option<Line>)| {
        line.map(|line| Row::new(kind, corpus, Work::Line(line)))
    };
    lines.into_iter().filter_map(row)
}

/// All rows in memory.
pub fn scans(corpora: &[Corpus]) -> Vec<Row> {
    let scans: [(Kind, Scan); 3] = [
        (Kind::FindIter, memory::find_iter),
        (Kind::Links, links::count),
        (Kind::Colons, memory::colons),
    ];
    let of_corpus = |corpus: &Corpus| {
        let (name, text) = (corpus.name, Rc::<str>::from(memory::text(&corpus.file)));
        scans.map(|(kind, scan)| Row::new(kind, name, Work::Scan(scan, Rc::clone(&text))))
    };
    corpora.iter().flat_map(of_corpus).collect()
}
