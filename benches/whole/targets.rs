//! What the ratios should be.

use crate::corpora;
use crate::rows::{Clock, Kind};

/// A row of the table.
pub struct Target {
    pub against: &'static str,
    pub ours: Kind,
    pub theirs: Kind,
    pub clock: Clock,
    pub sense: Sense,
    /// Of the corpora in their order; the last may have none.
    pub bounds: &'static [f64],
}

#[derive(Clone, Copy)]
pub enum Sense {
    /// So many times faster, at least.
    Gain,
    /// So many times the time, at most.
    Cost,
}

impl Target {
    pub fn corpora(&self) -> &'static [&'static str] {
        match self.ours {
            Kind::Tree | Kind::Tree1 => &["tree"],
            _ => &corpora::NAMES,
        }
    }
}

pub const TARGETS: &[Target] = &[
    gain("`rg -o`, http(s) only", Kind::Text, Kind::RgHttp, &[1.8, 3.5, 3.5, 1.0]),
    // One file is one thread's work for it, whatever it is told.
    Target {
        clock: Clock::Wall,
        ..gain("the same as typed, wall time", Kind::Typed, Kind::RgHttp, &[])
    },
    gain("`rg -o`, all schemes", Kind::Text, Kind::RgAll, &[4.0, 8.0, 6.0, 1.5]),
    gain("`grep -oE`, http(s) only", Kind::Text, Kind::Grep, &[]),
    gain("linkify, whole process", Kind::Text, Kind::Linkify, &[]),
    gain("linkify, in memory", Kind::FindIter, Kind::Links, &[4.0, 4.0, 4.0]),
    gain("`memchr(':')` positions, in memory", Kind::FindIter, Kind::Colons, &[1.6, 1.4, 1.2, 1.0]),
    cost("`cat`", Kind::Text, Kind::Cat, &[1.6, 2.0, 2.0, 1.3]),
    Target {
        clock: Clock::Wall,
        ..gain("two threads against one, wall time", Kind::Large2, Kind::Large1, &[1.8, 1.8, 1.8])
    },
    cost("JSONL against plain text output", Kind::Json, Kind::Text, &[1.25, 1.25, 1.25, 1.25]),
    Target {
        clock: Clock::Wall,
        ..gain("`rg -o`, tree of small files, wall time", Kind::Tree, Kind::TreeRg, &[1.5])
    },
    gain("`rg -o`, the same tree, one thread each", Kind::Tree1, Kind::TreeRg1, &[]),
];

/// MiB per thread, whatever the input.
pub const PEAK: f64 = 16.0;

const fn gain(against: &'static str, ours: Kind, theirs: Kind, bounds: &'static [f64]) -> Target {
    Target { against, ours, theirs, clock: Clock::Cpu, sense: Sense::Gain, bounds }
}

const fn cost(against: &'static str, ours: Kind, theirs: Kind, bounds: &'static [f64]) -> Target {
    Target { sense: Sense::Cost, ..gain(against, ours, theirs, bounds) }
}
