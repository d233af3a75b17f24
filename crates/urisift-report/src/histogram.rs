//! Counts finds over time.

use std::collections::BTreeMap;

use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, ToSpan};

use super::charts::Unit;
use crate::aggregate::Share;

/// At most this many times are kept; if there are more, they are counted more coarsely.
const MOST: usize = 1 << 16;
/// A histogram has at most about this many bins, unless they are years.
const MOST_BINS: u64 = 100;

/// Finds by their times.
pub(super) struct Histogram {
    /// Keyed by the first minute.
    counts: BTreeMap<u64, u64>,
    /// How many minutes are counted together.
    unit: u64,
    /// Finds without a known time.
    pub unknown: u64,
}

impl Default for Histogram {
    fn default() -> Self {
        Histogram { counts: BTreeMap::new(), unit: 1, unknown: 0 }
    }
}

impl Histogram {
    pub fn count(&mut self, minute: Option<u64>) {
        let Some(minute) = minute else {
            self.unknown += 1;
            return;
        };
        *self.counts.entry(minute - minute % self.unit).or_default() += 1;
        if self.counts.len() > MOST {
            self.coarsen();
        }
    }

    /// From minutes to hours, from hours to days: credible years do not have too many days.
    fn coarsen(&mut self) {
        self.unit = if self.unit == 1 { 60 } else { 24 * 60 };
        for (minute, count) in std::mem::take(&mut self.counts) {
            *self.counts.entry(minute - minute % self.unit).or_default() += count;
        }
    }

    /// A bin for each unit, empty ones too; the unit is the finest that there is room for.
    pub fn bins(&self) -> Option<(Unit, Vec<Share>)> {
        let (start, end) = (self.counts.keys().next()?, self.counts.keys().last()?);
        let (first, last) = (time(*start)?, time(*end)?);
        let fits =
            |bins: &&Bins| bins.minutes >= self.unit && ((end - start) / bins.minutes) < MOST_BINS;
        let bins = UNITS.iter().find(fits).or(UNITS.last())?;
        let mut counts = bins.empty(first, last);
        for (minute, count) in &self.counts {
            if let Some(bin) = time(*minute).and_then(|at| counts.get_mut(&bins.start(at))) {
                *bin += count;
            }
        }
        let bin = |(at, count): (DateTime, u64)| Share { name: bins.label(at), count };
        Some((bins.unit, counts.into_iter().map(bin).collect()))
    }
}

/// The first second of a minute.
fn time(minute: u64) -> Option<DateTime> {
    let seconds = i64::try_from(minute * 60).ok()?;
    Some(Timestamp::from_second(seconds).ok()?.to_zoned(TimeZone::UTC).datetime())
}

/// The bins of a unit.
struct Bins {
    unit: Unit,
    /// Its minimum length, in minutes.
    minutes: u64,
    /// How it is labelled.
    format: &'static str,
    next: fn() -> Span,
}

const UNITS: [Bins; 6] = [
    Bins { unit: Unit::Minute, minutes: 1, format: "%Y-%m-%d %H:%M", next: || 1.minute() },
    Bins { unit: Unit::Hour, minutes: 60, format: "%Y-%m-%d %H:00", next: || 1.hour() },
    Bins { unit: Unit::Day, minutes: 24 * 60, format: "%Y-%m-%d", next: || 1.day() },
    Bins { unit: Unit::Week, minutes: 7 * 24 * 60, format: "%Y-%m-%d", next: || 1.week() },
    Bins { unit: Unit::Month, minutes: 28 * 24 * 60, format: "%Y-%m", next: || 1.month() },
    Bins { unit: Unit::Year, minutes: 365 * 24 * 60, format: "%Y", next: || 1.year() },
];

impl Bins {
    /// The start of the bin that contains a time. A week starts on Monday.
    fn start(&self, at: DateTime) -> DateTime {
        let date = at.date();
        let day = date.to_datetime(jiff::civil::Time::midnight());
        match self.unit {
            Unit::Minute => day + i64::from(at.hour()).hours().minutes(i64::from(at.minute())),
            Unit::Hour => day + i64::from(at.hour()).hours(),
            Unit::Day => day,
            Unit::Week => day - i64::from(date.weekday().to_monday_zero_offset()).days(),
            Unit::Month => date.first_of_month().to_datetime(jiff::civil::Time::midnight()),
            Unit::Year => date.first_of_year().to_datetime(jiff::civil::Time::midnight()),
        }
    }

    /// All bins from the first to the last, empty.
    fn empty(&self, first: DateTime, last: DateTime) -> BTreeMap<DateTime, u64> {
        let next = |at: &DateTime| at.checked_add((self.next)()).ok().filter(|at| *at <= last);
        std::iter::successors(Some(self.start(first)), next).map(|at| (at, 0)).collect()
    }

    fn label(&self, at: DateTime) -> String {
        at.strftime(self.format).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: u64 = 24 * 60;

    fn of(minutes: &[u64]) -> Histogram {
        let mut histogram = Histogram::default();
        minutes.iter().for_each(|minute| histogram.count(Some(*minute)));
        histogram
    }

    #[test]
    fn the_finest_unit_that_fits_is_taken() {
        for (last, expected, count) in [
            (0, Unit::Minute, 1),
            (99, Unit::Minute, 100),
            (100, Unit::Hour, 2),
            (4 * DAY, Unit::Hour, 97),
            (99 * DAY, Unit::Day, 100),
            (365 * DAY, Unit::Week, 53),
            (5 * 365 * DAY, Unit::Month, 60),
            (50 * 365 * DAY, Unit::Year, 50),
            (130 * 365 * DAY, Unit::Year, 130),
        ] {
            let (unit, bins) = of(&[0, last]).bins().unwrap();
            assert_eq!((unit, bins.len()), (expected, count), "{last}");
            assert_eq!(bins.iter().map(|bin| bin.count).sum::<u64>(), 2);
            assert!(bins[0].name.starts_with("19"), "{}", bins[0].name);
        }
        assert!(Histogram::default().bins().is_none());
    }

    #[test]
    fn too_many_times_are_counted_together() {
        let all: Vec<u64> = (0..200_000).collect();
        let histogram = of(&all);
        assert!(histogram.counts.len() <= MOST && histogram.unit == 60);
        assert_eq!(histogram.counts.values().sum::<u64>(), 200_000);
    }
}
