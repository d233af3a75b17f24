//! Parses the dates of mail and of WARC records.

use jiff::civil::DateTime;
use jiff::fmt::rfc2822::DateTimeParser;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

/// Dates before 1970 or after this year are not credible.
const LAST_YEAR: i16 = 2100;

static MAIL: DateTimeParser = DateTimeParser::new().relaxed_weekday(true);

/// The date of a mail or a WARC record, in minutes since 1970.
pub(super) fn minute(date: &str) -> Option<u64> {
    let date = date.trim();
    let parsed = MAIL.parse_timestamp(date).ok();
    in_minutes(parsed.or_else(|| standard(date)).or_else(|| loose(date))?)
}

pub(super) fn in_minutes(time: Timestamp) -> Option<u64> {
    let minute = u64::try_from(time.as_second()).ok()? / 60;
    let year = time.to_zoned(TimeZone::UTC).year();
    (year <= LAST_YEAR).then_some(minute)
}

/// ISO 8601, with or without a zone.
fn standard(date: &str) -> Option<Timestamp> {
    let local = || date.parse::<DateTime>().ok().and_then(utc);
    date.parse().ok().or_else(local)
}

pub(super) fn utc(local: DateTime) -> Option<Timestamp> {
    local.to_zoned(TimeZone::UTC).ok().map(|time| time.timestamp())
}

/// Dates of old programs: a day, a month's name and a year in any order, with or without a time of day
/// and a numeric zone. Without a zone, the time is in UTC.
pub(super) fn loose(date: &str) -> Option<Timestamp> {
    let (mut day, mut month, mut year, mut time, mut zone) = (None, None, None, None, None);
    for word in date.split([' ', '\t', ',']).filter(|word| !word.is_empty()) {
        if let Some(minutes) = zone_of(word).filter(|_| time.is_some() && zone.is_none()) {
            zone = Some(minutes);
            continue;
        }
        for part in word.split(['-', '/']).filter(|part| !part.is_empty()) {
            match part.parse::<i16>().ok().filter(|_| part.bytes().all(|b| b.is_ascii_digit())) {
                Some(number @ 1..=31) if day.is_none() && part.len() < 3 => {
                    day = Some(number as i8)
                }
                Some(number) if year.is_none() => year = full_year(number, part.len()),
                Some(_) => {}
                None if time.is_none() && part.contains(':') => time = time_of_day(part),
                None => month = month.or_else(|| month_of(part)),
            }
        }
    }
    let (hour, minute) = time.unwrap_or_default();
    let local = utc(DateTime::new(year?, month?, day?, hour, minute, 0, 0).ok()?)?;
    local.checked_sub(zone.unwrap_or_default().minutes()).ok()
}

/// `+0100`, `-05:30` or `+01`, in minutes.
pub(super) fn zone_of(word: &str) -> Option<i64> {
    let (sign, digits) = match word.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => return None,
    };
    let digits = digits.replacen(':', "", 1);
    let number: i64 = digits.parse().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()))?;
    let (hours, minutes) = match digits.len() {
        2 => (number, 0),
        4 => (number / 100, number % 100),
        _ => return None,
    };
    // There are no other zones on Earth, and other numbers follow dates.
    (hours <= 14 && minutes < 60 && minutes % 15 == 0).then_some(sign * (hours * 60 + minutes))
}

/// Two-digit years are 1950 to 2049 (RFC 5322 4.3).
fn full_year(number: i16, len: usize) -> Option<i16> {
    match (number, len) {
        (0..=49, 2) => Some(2000 + number),
        (50..=99, 2) => Some(1900 + number),
        (_, 4) => Some(number),
        _ => None,
    }
}

fn time_of_day(word: &str) -> Option<(i8, i8)> {
    let mut numbers = word.split(':').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

fn month_of(word: &str) -> Option<i8> {
    const NAMES: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let start = word.get(..3)?.to_ascii_lowercase();
    (1..).zip(NAMES).find(|(_, name)| *name == start).map(|(month, _)| month)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Noon of 31 January 2020, in UTC.
    pub fn noon() -> u64 {
        "2020-01-31T12:00:00Z".parse::<Timestamp>().unwrap().as_second() as u64 / 60
    }

    #[test]
    fn dates_of_mail_and_records() {
        for date in [
            "Fri, 31 Jan 2020 12:00:00 +0000",
            "Fri, 31 Jan 2020 13:00:00 +0100 (CET)",
            " 31 Jan 20 12:00 GMT",
            "Friday, 31-Jan-20 12:00:00 GMT",
            "Fri Jan 31 12:00:00 2020",
            "Mon, 31 Jan 2020 07:00:00 EST",
            "Fri Jan 31 07:00:00 2020 -0500",
            "Fri Jan 31 07:00:00 -0500 2020",
            "31-Jan-2020 13:30 +01:30",
            "2020-01-31T12:00:00Z",
            "2020-01-31T13:00:00+01:00",
            "2020-01-31 12:00:00",
        ] {
            assert_eq!(minute(date), Some(noon()), "{date}");
        }
        assert_eq!(minute("January 31, 2020").map(|day| noon() - day), Some(12 * 60));
        for none in
            ["", "soon", "31 Jan", "Fri, 32 Jan 2020 12:00:00 +0000", "31 Jan 1960", "1 Jan 9999"]
        {
            assert_eq!(minute(none), None, "{none}");
        }
    }
}
