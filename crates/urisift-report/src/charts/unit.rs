//! The time unit of a column, and where such an axis has labels.

/// What one bin is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Minute,
    Hour,
    Day,
    Week,
    Month,
    Year,
}

impl Unit {
    /// The unit as the heading of a column.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Minute => "Minute",
            Unit::Hour => "Hour",
            Unit::Day => "Day",
            Unit::Week => "Week",
            Unit::Month => "Month",
            Unit::Year => "Year",
        }
    }

    /// Distances between labels, in bins, that are easy to count.
    fn steps(self) -> &'static [usize] {
        match self {
            Unit::Minute => &[1, 2, 5, 10, 15, 30, 60],
            Unit::Hour => &[1, 2, 3, 6, 12, 24, 48, 72],
            Unit::Day => &[1, 2, 7, 14, 28],
            Unit::Week => &[1, 2, 4, 8, 13, 26],
            Unit::Month => &[1, 2, 3, 6, 12, 24, 36, 60],
            Unit::Year => &[1, 2, 5, 10, 20, 50],
        }
    }

    /// The smallest step that is at least `least`.
    pub fn step(self, least: usize) -> usize {
        self.steps().iter().copied().find(|&step| step >= least).unwrap_or(least)
    }

    /// How the name of a bin ends that starts a larger unit: an hour, a day, a year, a decade.
    pub fn round(self) -> Option<&'static str> {
        match self {
            Unit::Minute => Some(":00"),
            Unit::Hour => Some(" 00:00"),
            Unit::Month => Some("-01"),
            Unit::Year => Some("0"),
            Unit::Day | Unit::Week => None,
        }
    }
}
