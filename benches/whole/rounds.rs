//! Who runs when.

use crate::rows::Row;

/// One round that does not count, and then each row once in each round: whatever else the machine
/// does falls on all of them alike.
pub fn run(rows: &mut [Row], rounds: usize, what: &str) {
    eprintln!("{what}: a round that does not count");
    rows.iter_mut().for_each(Row::warm);
    for round in 1..=rounds {
        eprintln!("{what}: round {round} of {rounds}");
        rows.iter_mut().for_each(Row::take);
    }
}
