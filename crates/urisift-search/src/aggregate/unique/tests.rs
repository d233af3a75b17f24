//! With any memory, the first find of each key is that of an unbounded set, and problems stay in
//! their places.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::aggregate::{By, Key};
use crate::found::Found;
use crate::problem::{Problem, ProblemKind, Severity};
use crate::record::{RecordWriter, Skip, Transforms};
use crate::span::Origin;
use crate::testing::{Taken, Text, found};
use crate::time::Zone;

/// Text, plus a line for each problem.
struct Noted(Text);

impl RecordWriter for Noted {
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        self.0.found(origin, found, out)
    }

    fn problem(&self, problem: &Problem, _: Severity, out: &mut Vec<u8>) {
        out.extend_from_slice(format!("{}\n", problem.message).as_bytes());
    }
}

/// Marks a problem among the URIs.
const PROBLEM: &str = "(a problem)";

/// The output for the finds, taken `together` at a time.
fn unique(uris: &[String], by: Key, memory: usize, together: usize) -> String {
    let text = Noted(Text { offset: true, ..Text::default() });
    let keyed = Keyed::new(
        By { keys: vec![by], transforms: Transforms::default(), zone: Zone::default() },
        Box::new(text),
    );
    let (taken, origin) = (Taken::default(), Origin::of(Path::new("-")));
    let mut unique = Box::new(Unique::new(memory, taken.sink()));
    for (uris, start) in uris.chunks(together).zip((0..).step_by(together)) {
        let mut out = Vec::new();
        for (uri, at) in uris.iter().zip(start..) {
            if uri == PROBLEM {
                let problem = Problem::new("-", None, ProblemKind::Io, format!("{at}:{uri}"));
                keyed.problem(&problem, Severity::Problem, &mut out);
                continue;
            }
            let _ = keyed.found(&origin, &found(uri.as_bytes(), at), &mut out);
        }
        unique.take(&out).unwrap();
    }
    unique.finish().unwrap();
    taken.text()
}

fn naive(uris: &[String]) -> String {
    let mut seen = HashSet::new();
    let mut is_first = |uri: &str| uri == PROBLEM || seen.insert(uri.to_owned());
    let lines = uris.iter().enumerate().filter(|(_, uri)| is_first(uri));
    lines.map(|(at, uri)| format!("{at}:{uri}\n")).collect()
}

proptest! {
    #[test]
    fn any_memory_gives_the_same(keys in proptest::collection::vec(0..500u32, 0..800), memory in 0..40_000usize, together in 1..50usize) {
        let uri = |key: &u32| match key {
            0..20 => PROBLEM.to_owned(),
            _ => format!("x:{key}{}", "y".repeat(*key as usize % 90)),
        };
        let uris: Vec<_> = keys.iter().map(uri).collect();
        prop_assert_eq!(unique(&uris, Key::Uri, memory, together), naive(&uris));
    }
}

#[test]
fn finds_without_the_key_are_left_out() {
    let uris = ["mailto:a@b.example", "http://A.example/b", "http://a.example/c", "file:///d"];
    let uris = uris.map(str::to_owned);
    assert_eq!(unique(&uris, Key::Host, 1 << 20, 2), "1:http://A.example/b\n");
    assert_eq!(unique(&uris, Key::Host, 0, 2), "1:http://A.example/b\n");
}

#[test]
fn records_that_are_longer_than_all_buffers_come_through() {
    let uris: Vec<_> = (0..60).map(|n| format!("x:{}", "y".repeat(n % 20 * 20_000))).collect();
    assert_eq!(unique(&uris, Key::Uri, 0, 7), naive(&uris));
}
