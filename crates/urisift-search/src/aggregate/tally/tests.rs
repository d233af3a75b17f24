//! With any memory, tallies equal those of an unbounded map.

use std::collections::HashMap;
use std::path::PathBuf;

use proptest::prelude::*;

use super::*;
use crate::aggregate::{By, Key};
use crate::record::{JsonRows, RecordWriter, Transforms};
use crate::sanitize::Reader;
use crate::span::Origin;
use crate::testing::{Taken, found};
use crate::time::Zone;

/// A find: its URI and its file.
type Seen = (String, u32);

/// The output for the finds; each starts at its index.
fn tallied(finds: &[Seen], ranking: Ranking, memory: usize, rows: Box<dyn Rows>) -> String {
    let counted = Counted::new(
        By { keys: vec![Key::Uri], transforms: Transforms::default(), zone: Zone::default() },
        TallyPaths::Kept,
    );
    let taken = Taken::default();
    let mut tallies = Box::new(Tallies::new(&TALLY, ranking, memory, rows, taken.sink()));
    for (at, (uri, file)) in finds.iter().enumerate() {
        let (path, mut out) = (PathBuf::from(format!("file{file}")), Vec::new());
        let origin = Origin::of(&path);
        let _ = counted.found(&origin, &found(uri.as_bytes(), at as u64), &mut out);
        tallies.take(&out).unwrap();
    }
    tallies.finish().unwrap();
    taken.text()
}

/// Like `tallied`, without a memory limit.
fn naive(finds: &[Seen], ranking: Ranking) -> String {
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, (uri, _)) in finds.iter().enumerate() {
        places.entry(uri).or_default().push(at);
    }
    let mut tallies: Vec<_> = places.into_iter().collect();
    tallies.sort_by_key(|(_, places)| places[0]);
    let (Ranking::Appearance(limit) | Ranking::Key(limit) | Ranking::MostFrequent(limit)) = ranking;
    tallies.sort_by_key(|(_, places)| std::cmp::Reverse(places.len()));
    tallies.truncate(limit.map_or(usize::MAX, NonZeroUsize::get));
    match ranking {
        Ranking::Appearance(_) => tallies.sort_by_key(|(_, places)| places[0]),
        Ranking::Key(_) => tallies.sort_by_key(|(uri, _)| *uri),
        Ranking::MostFrequent(_) => {}
    }
    tallies.iter().map(|(uri, places)| line(finds, uri, places)).collect()
}

fn line(finds: &[Seen], uri: &str, places: &[usize]) -> String {
    let (first, last) = (places[0], places[places.len() - 1]);
    let place =
        |name, at: usize| format!(r#""{name}_path":"file{}","{name}_start":{at}"#, finds[at].1);
    let (count, first, last) = (places.len(), place("first", first), place("last", last));
    format!("{{\"count\":{count},\"key\":\"{uri}\",{first},{last}}}\n")
}

proptest! {
    #[test]
    fn any_memory_gives_the_same(keys in proptest::collection::vec(0..300u32, 0..800), memory in 0..60_000usize, limit in 0..40usize) {
        let uri = |key: &u32| format!("x:{key}{}", "y".repeat(*key as usize % 90));
        let finds: Vec<_> = keys.iter().zip(0..).map(|(key, n)| (uri(key), n / 7)).collect();
        let rankings = [Ranking::Appearance, Ranking::Key, Ranking::MostFrequent];
        for ranking in rankings.map(|of| [of(None), of(NonZeroUsize::new(limit))]).concat() {
            let given = tallied(&finds, ranking, memory, Box::new(JsonRows));
            prop_assert_eq!(given, naive(&finds, ranking));
        }
    }
}

#[test]
fn lines_have_the_places_that_are_asked_for() {
    let finds = [("x:a".to_owned(), 1), ("x:b".to_owned(), 1), ("x:a".to_owned(), 2)];
    let ranking = Ranking::MostFrequent(None);
    for (path, line, offset, null, expected) in [
        (false, false, false, false, "      2 x:a\n      1 x:b\n"),
        (true, false, false, true, "      2 x:a\tfile1\tfile2\0      1 x:b\tfile1\tfile1\0"),
        (true, true, true, false, "      2 x:a\tfile1:0\tfile2:2\n      1 x:b\tfile1:1\tfile1:1\n"),
        (false, false, true, false, "      2 x:a\t0\t2\n      1 x:b\t1\t1\n"),
    ] {
        let (bars, reader) = (Bars::Off, Reader::Program);
        let lines = TallyLines { bars, path, line, offset, null, reader };
        assert_eq!(tallied(&finds, ranking, 1 << 20, Box::new(lines)), expected);
    }
}
