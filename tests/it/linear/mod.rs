//! Time is linear: twice the input takes twice the instructions, for any hostile input. Instructions
//! are counted, so a busy machine does not matter. `cargo test --test it linear::some -- --ignored
//! --nocapture` shows the counts.
#![cfg(feature = "zstd")]

mod count;
mod family;
mod made;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;

use self::count::{COUNTER, Counts};
use self::family::{Family, Input};

/// How much the price of a byte may grow with a doubling. Quadratic time doubles it.
const STEEPEST: f64 = 1.2;

/// One in this many families is in [`some_families`].
const STRIDE: usize = 8;

/// A family that was once more than linear is always counted.
#[test]
#[ignore = "takes minutes: after a change that may cost time"]
fn some_families() {
    let families = families().into_iter().enumerate();
    let some = families.filter(|(index, family)| index % STRIDE == 0 || family.is_known);
    let some: Vec<_> = some.map(|(_, family)| family).collect();
    assert!(some.len() >= 30);
    assert_linear(&some);
}

#[test]
#[ignore = "takes twenty minutes; run by `.ci/long`"]
fn all_families() {
    assert_linear(&families());
}

fn families() -> Vec<Family> {
    [family::listed(), family::pathological(), made::families()].into_iter().flatten().collect()
}

#[test]
fn families_are_of_any_size() {
    let families = families();
    assert!(families.len() > 500, "{}", families.len());
    let names: BTreeSet<_> = families.iter().map(|family| &*family.name).collect();
    assert_eq!(names.len(), families.len());
    let len = |family: &Family, size| {
        let Input { bytes, beside } = (family.make)(size);
        bytes.len() + beside.unwrap_or_default().len()
    };
    for family in families.iter().step_by(STRIDE) {
        assert!(len(family, 4 * family.size) > len(family, family.size), "{}", family.name);
    }
}

fn assert_linear(families: &[Family]) {
    if Command::new(COUNTER).arg("--version").stdout(Stdio::null()).status().is_err() {
        eprintln!("skipped: {COUNTER} is not here");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let command = count::stripped(folder.path());
    println!("{:48} {:>9} {:>9} {:>6}", "", "bytes", "per byte", "slope");
    let steep = steep(families, &command);
    assert!(steep.is_empty(), "more than linear: {steep:?}");
}

/// The families that are more than linear. They are counted on as many threads as the machine runs in
/// parallel, and each is shown when it is done.
fn steep(families: &[Family], command: &Path) -> Vec<String> {
    let waiting = Mutex::new(families.iter());
    let steep = Mutex::new(Vec::new());
    let count = || {
        let folder = tempfile::tempdir().unwrap();
        loop {
            let next = waiting.lock().unwrap().next();
            let Some(family) = next else { break };
            let row = row(family, &Counts::of(command, family, folder.path()));
            steep.lock().unwrap().extend(row);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..threads).for_each(|_| drop(scope.spawn(count))));
    steep.into_inner().unwrap()
}

/// Shows the counts. Returns the row if the family is more than linear.
fn row(family: &Family, counts: &Counts) -> Option<String> {
    let (bytes, per_byte, slope) = (counts.bytes, counts.per_byte(), counts.slope());
    println!("{:48} {bytes:>9} {per_byte:>9.1} {slope:>6.3}", family.name);
    (slope > STEEPEST).then(|| format!("{}: {slope:.3}", family.name))
}
