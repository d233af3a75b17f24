//! The dates of mail and of WARC records.

use jiff::civil::DateTime;
use jiff::fmt::rfc2822::DateTimeParser;
use jiff::{Timestamp, ToSpan};

use super::line::{is_standard, standard_at};
use super::utc;

static MAIL: DateTimeParser = DateTimeParser::new().relaxed_weekday(true);

/// The date of a mail (RFC 5322 3.3), a news article or a WARC record (ISO 8601), also as old programs write it.
pub(super) fn parse(date: &str) -> Option<Timestamp> {
    let date = date.trim();
    // The parser takes most names of zones for UTC.
    let named = date.rsplit([' ', '\t']).next().and_then(named_zone).and_then(|_| loose(date));
    let parsed = named.or_else(|| MAIL.parse_timestamp(date).ok());
    parsed.or_else(|| standard(date)).or_else(|| loose(date))
}

/// ISO 8601, with or without a zone, which a blank may precede.
fn standard(date: &str) -> Option<Timestamp> {
    let spaced = || Some(date.as_bytes()).filter(|date| is_standard(date)).and_then(standard_at);
    date.parse().ok().or_else(spaced)
}

/// Dates of old programs: a day, a month's name and a year in any order, with or without a time of day
/// and a zone. Without a zone, the time is in UTC.
pub(super) fn loose(date: &str) -> Option<Timestamp> {
    let (mut day, mut month, mut year, mut zone) = (None, None, None, None);
    let mut time: Option<[i8; 3]> = None;
    for word in date.split([' ', '\t', ',']).filter(|word| !word.is_empty()) {
        let offset = word.strip_prefix("GMT").or_else(|| word.strip_prefix("UTC")).unwrap_or(word);
        let minutes = zone_of(offset).or_else(|| named_zone(word));
        if let Some(minutes) = minutes.filter(|_| time.is_some() && zone.is_none()) {
            zone = Some(minutes);
            continue;
        }
        if let Some(clock) = &mut time
            && let Some(hour) = half_of_day(clock[0], word)
        {
            clock[0] = hour;
            continue;
        }
        if time.is_none() && day.is_some() && month.is_some() && year.is_some() {
            time = time_of_day(word);
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
    let [hour, minute, second] = time.unwrap_or_default();
    let local = utc(DateTime::new(year?, month?, day?, hour, minute, second, 0).ok()?)?;
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

/// The UTC offsets of zones by their names, in minutes: those of North America, which mail has (RFC 5322 4.3), and
/// those that stand for one offset in all places that use them in the tz database of 2025, since 1980. Names of several
/// zones, as BST and IST, are not.
pub(super) fn named_zone(word: &str) -> Option<i64> {
    const ZONES: [(&str, i64); 28] = [
        ("EST", -300),
        ("EDT", -240),
        ("CST", -360),
        ("CDT", -300),
        ("MST", -420),
        ("MDT", -360),
        ("PST", -480),
        ("PDT", -420),
        ("AKST", -540),
        ("AKDT", -480),
        ("HST", -600),
        ("WET", 0),
        ("WEST", 60),
        ("CET", 60),
        ("CEST", 120),
        ("MET", 60),
        ("MEST", 120),
        ("EET", 120),
        ("EEST", 180),
        ("SAST", 120),
        ("JST", 540),
        ("AWST", 480),
        ("ACST", 570),
        ("ACDT", 630),
        ("AEST", 600),
        ("AEDT", 660),
        ("NZST", 720),
        ("NZDT", 780),
    ];
    ZONES.iter().find(|(name, _)| *name == word).map(|(_, minutes)| *minutes)
}

/// Two-digit years are 1950 to 2049, and those of three digits count from 1900 (RFC 5322 4.3).
fn full_year(number: i16, len: usize) -> Option<i16> {
    match (number, len) {
        (0..=49, 2) => Some(2000 + number),
        (50..=99, 2) | (_, 3) => Some(1900 + number),
        (_, 4) => Some(number),
        _ => None,
    }
}

/// Hours, minutes and seconds, separated by colons or full stops; `AM` or `PM` may follow. A leap second counts as the
/// one before it.
fn time_of_day(word: &str) -> Option<[i8; 3]> {
    let (clock, half) = word.split_at(word.trim_end_matches(char::is_alphabetic).len());
    let mut numbers = clock.split([':', '.']).map(|number| number.parse::<i8>().ok());
    let (hour, minute) = (numbers.next()??, numbers.next()??);
    let hour = if half.is_empty() { hour } else { half_of_day(hour, half)? };
    Some([hour, minute, numbers.next().flatten().unwrap_or(0).min(59)])
}

/// The hour of the day of one of its half, if the word is `AM` or `PM`.
pub(super) fn half_of_day(hour: i8, word: &str) -> Option<i8> {
    let half = ["am", "pm"].iter().position(|half| word.eq_ignore_ascii_case(half))? as i8;
    (1..=12).contains(&hour).then_some(hour % 12 + 12 * half)
}

/// The month whose name starts with the same three letters.
pub(super) fn month_of(word: &str) -> Option<i8> {
    const NAMES: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let start = word.get(..3)?;
    (1..).zip(NAMES).find(|(_, name)| name.eq_ignore_ascii_case(start)).map(|(month, _)| month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_mail_and_records() {
        let second = |date: &str| parse(date).map(Timestamp::as_second);
        // 31 January 2020, 12:00:09 in UTC.
        let at = 1_580_472_009;
        for date in [
            "Fri, 31 Jan 2020 12:00:09 +0000",
            "Fri, 31 Jan 2020 13:00:09 +0100 (CET)",
            "Friday, 31-Jan-20 12:00:09 GMT",
            "Fri Jan 31 12:00:09 2020",
            "Mon, 31 Jan 2020 07:00:09 EST",
            "Fri, 31 Jan 2020 13:00:09 CET",
            "Fri, 31 Jan 2020 12:00:09 BST",
            "Fri Jan 31 14:00:09 EET 2020",
            "Fri, 31-Jan-2020 07:00:09 EST",
            "Fri, 31 Jan 120 12:00:09",
            "Fri Jan 31 07:00:09 2020 -0500",
            "Fri Jan 31 07:00:09 -0500 2020",
            "2020-01-31T12:00:09Z",
            "2020-01-31T13:00:09+01:00",
            "2020-01-31 12:00:09",
            "2020-01-31 13:00:09 +0100",
            "31 Jan 2020 12.00.09",
            "31 Jan 2020 1:00:09PM +0100",
            "Fri, 31 Jan 2020 07:00:09 am -0500",
            "Fri, 31 Jan 2020 13:00:09 GMT+0100",
        ] {
            assert_eq!(second(date), Some(at), "{date}");
        }
        for date in [" 31 Jan 20 12:00 GMT", "31-Jan-2020 13:30 +01:30"] {
            assert_eq!(second(date), Some(at - 9), "{date}");
        }
        assert_eq!(second("January 31, 2020"), Some(at - 9 - 12 * 3600));
        for none in ["", "soon", "31 Jan", "Fri, 32 Jan 2020 12:00:00 +0000"] {
            assert_eq!(second(none), None, "{none}");
        }
    }
}
