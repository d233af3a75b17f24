//! The version of a file when it was listed.

use std::time::{SystemTime, UNIX_EPOCH};

/// What is unlikely to stay the same when a file changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version {
    /// Its length in bytes.
    pub len: u64,
    /// When it was last modified, in nanoseconds since 1970.
    pub modified: i64,
}

impl Version {
    /// Of a file with that length and date; `None` if the date is out of range.
    pub fn of(len: u64, modified: SystemTime) -> Option<Self> {
        let modified = match modified.duration_since(UNIX_EPOCH) {
            Ok(since) => i64::try_from(since.as_nanos()).ok()?,
            Err(before) => -i64::try_from(before.duration().as_nanos()).ok()?,
        };
        Some(Version { len, modified })
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn dates_lie_on_both_sides_of_1970() {
        let modified = |date| Version::of(1, date).map(|version| version.modified);
        let second = Duration::from_secs(1);
        assert_eq!(modified(UNIX_EPOCH + second), Some(1_000_000_000));
        assert_eq!(modified(UNIX_EPOCH - second), Some(-1_000_000_000));
        assert_eq!(modified(UNIX_EPOCH + Duration::from_secs(1 << 40)), None);
    }
}
