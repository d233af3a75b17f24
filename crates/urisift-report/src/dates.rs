//! Parses the dates of mail and of WARC records, and the timestamps of log lines.

use jiff::civil::DateTime;
use jiff::fmt::rfc2822::DateTimeParser;
use jiff::fmt::strtime;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use memchr::memmem;

/// Dates before 1970 or after this year are not credible.
const LAST_YEAR: i16 = 2100;

static MAIL: DateTimeParser = DateTimeParser::new().relaxed_weekday(true);

/// The date of a mail or a WARC record, in minutes since 1970.
pub(super) fn minute(date: &str) -> Option<u64> {
    let date = date.trim();
    let parsed = MAIL.parse_timestamp(date).ok();
    in_minutes(parsed.or_else(|| standard(date)).or_else(|| loose(date))?)
}

fn in_minutes(time: Timestamp) -> Option<u64> {
    let minute = u64::try_from(time.as_second()).ok()? / 60;
    let year = time.to_zoned(TimeZone::UTC).year();
    (year <= LAST_YEAR).then_some(minute)
}

/// ISO 8601, with or without a zone.
fn standard(date: &str) -> Option<Timestamp> {
    let local = || date.parse::<DateTime>().ok().and_then(utc);
    date.parse().ok().or_else(local)
}

fn utc(local: DateTime) -> Option<Timestamp> {
    local.to_zoned(TimeZone::UTC).ok().map(|time| time.timestamp())
}

/// Dates of old programs: a day, a month's name and a year in any order, with or without a time of day
/// and a numeric zone. Without a zone, the time is in UTC.
fn loose(date: &str) -> Option<Timestamp> {
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
fn zone_of(word: &str) -> Option<i64> {
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

/// A timestamp of a line starts within this many bytes.
const SIGHT: usize = 256;
/// The same for a JSON object, from its start or after a find.
const OBJECT: usize = 2 << 10;
/// Keys for the time of a JSON object, as a number.
const KEYS: [&str; 4] = ["\"ts\":", "\"time\":", "\"timestamp\":", "\"@timestamp\":"];

/// The timestamp of a log line, which a find splits in two: a date with a time of day near its start, or
/// anywhere in a JSON object.
pub(super) fn minute_of_line(before: &[u8], after: &[u8]) -> Option<u64> {
    let is_object = before.trim_ascii_start().starts_with(b"{");
    let found = if is_object {
        let halves = [before, after].map(|half| &half[..half.len().min(OBJECT)]);
        let number = halves.into_iter().find_map(of_key);
        number.or_else(|| halves.into_iter().find_map(|half| timestamp(half, OBJECT)))
    } else {
        since_epoch(before).or_else(|| of_c(before)).or_else(|| timestamp(before, SIGHT))
    };
    in_minutes(found?)
}

/// The first date with a time of day that starts within `sight` bytes.
fn timestamp(text: &[u8], sight: usize) -> Option<Timestamp> {
    let starts = |(at, byte): (usize, &u8)| {
        let is_first = at == 0 || !text[at - 1].is_ascii_digit();
        (byte.is_ascii_digit() && is_first).then_some(&text[at..])
    };
    text.iter().enumerate().take(sight).filter_map(starts).find_map(timestamp_at)
}

/// `Fri Jan 31 12:00:00 2020` as the C library writes it, at the start of a line, or in brackets, where
/// seconds may have a fraction.
fn of_c(line: &[u8]) -> Option<Timestamp> {
    let text = match line.strip_prefix(b"[") {
        Some(text) => &text[..text.iter().take(40).position(|byte| *byte == b']')?],
        None => line.get(..24).filter(|text| text[13] == b':' && text[16] == b':')?,
    };
    loose(std::str::from_utf8(text).ok().filter(|text| text.starts_with(char::is_alphabetic))?)
}

/// Seconds since 1970 with their fractions, at the start of a line.
fn since_epoch(line: &[u8]) -> Option<Timestamp> {
    let is_time = digits(line) == 10 && line.get(10) == Some(&b'.');
    is_time.then(|| seconds(&line[..10])).flatten()
}

/// The number after a key for the time of a JSON object: seconds since 1970, or milliseconds,
/// microseconds or nanoseconds.
fn of_key(object: &[u8]) -> Option<Timestamp> {
    KEYS.iter().find_map(|key| {
        let number = object[memmem::find(object, key.as_bytes())? + key.len()..].trim_ascii_start();
        let number = number.strip_prefix(b"\"").unwrap_or(number);
        matches!(digits(number), 10 | 13 | 16 | 19).then(|| seconds(&number[..10])).flatten()
    })
}

fn seconds(digits: &[u8]) -> Option<Timestamp> {
    Timestamp::from_second(std::str::from_utf8(digits).ok()?.parse().ok()?).ok()
}

/// The timestamp at the start of a text.
fn timestamp_at(text: &[u8]) -> Option<Timestamp> {
    match text.get(..11)? {
        [_, _, _, _, b'-', _, _, b'-', _, _, b'T' | b't' | b' ' | b'\t']
        | [_, _, _, _, b'/', _, _, b'/', _, _, b' ' | b'\t'] => standard_at(text),
        [_, _, b'/', .., b'/'] | [_, _, b'/', _, _, _, b'/', ..] => of_server(text),
        _ => None,
    }
}

/// `2020-01-31T12:00:00.5+01:00`, or with spaces, or without a zone or seconds, or with `PM`.
fn standard_at(text: &[u8]) -> Option<Timestamp> {
    let (local, rest) = civil(text)?;
    let fraction = rest.strip_prefix(b".").or_else(|| rest.strip_prefix(b","));
    let rest = fraction.map_or(rest, |rest| &rest[digits(rest)..]);
    let (mut local, (mut word, after)) = (local, first_word(rest));
    if let Some(time) = half_of_day(local, word) {
        (local, word) = (time, first_word(after).0);
    }
    let minutes = zone_of(word).or_else(|| named_zone(word)).unwrap_or_default();
    utc(local)?.checked_sub(minutes.minutes()).ok()
}

/// A date and a time of day, to the minute, and the text after them.
fn civil(text: &[u8]) -> Option<(DateTime, &[u8])> {
    let number = |at: usize, len: usize| number(text.get(at..at + len)?);
    let [month, day, hour, minute] =
        [5, 8, 11, 14].map(|at| number(at, 2).and_then(|number| i8::try_from(number).ok()));
    let local = DateTime::new(number(0, 4)?, month?, day?, hour?, minute?, 0, 0).ok()?;
    let len = if text.get(16) == Some(&b':') && number(17, 2).is_some() { 19 } else { 16 };
    (text[13] == b':').then_some((local, &text[len..]))
}

fn number(digits: &[u8]) -> Option<i16> {
    digits.iter().try_fold(0_i16, |number, digit| {
        let digit = digit.is_ascii_digit().then(|| i16::from(digit - b'0'))?;
        number.checked_mul(10)?.checked_add(digit)
    })
}

/// How many digits a text starts with.
fn digits(text: &[u8]) -> usize {
    text.iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// What may be a zone, `AM` or `PM`, at the start of a text or after a space, and the text after it.
fn first_word(text: &[u8]) -> (&str, &[u8]) {
    let text = text.strip_prefix(b" ").unwrap_or(text);
    let is_of_word = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+-:".contains(byte);
    let (word, after) = text.split_at(text.iter().take_while(is_of_word).count());
    (std::str::from_utf8(word).unwrap_or_default().trim_end_matches(':'), after)
}

/// The time of day if `AM` or `PM` follows it.
fn half_of_day(time: DateTime, word: &str) -> Option<DateTime> {
    let half = ["am", "pm"].iter().position(|half| word.eq_ignore_ascii_case(half))? as i8;
    let hour = time.hour();
    let hour = (1..=12).contains(&hour).then_some(hour % 12 + 12 * half)?;
    time.with().hour(hour).build().ok()
}

/// The UTC offsets of North American zones (RFC 5322 4.3), in minutes.
fn named_zone(word: &str) -> Option<i64> {
    const ZONES: [(&str, i64); 8] = [
        ("EST", 5),
        ("EDT", 4),
        ("CST", 6),
        ("CDT", 5),
        ("MST", 7),
        ("MDT", 6),
        ("PST", 8),
        ("PDT", 7),
    ];
    let hours = ZONES.iter().find(|(name, _)| *name == word).map(|(_, hours)| hours);
    hours.map(|hours| -60 * hours)
}

/// `31/Jan/2020:12:00:00 +0100`, as web servers write it.
fn of_server(text: &[u8]) -> Option<Timestamp> {
    let text = std::str::from_utf8(text.get(..26)?).ok()?;
    strtime::parse("%d/%b/%Y:%H:%M:%S %z", text).ok()?.to_timestamp().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Noon of 31 January 2020, in UTC.
    fn noon() -> u64 {
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

    #[test]
    fn timestamps_of_lines() {
        for line in [
            "2020-01-31T12:00:00Z GET http://a.example/",
            "2020-01-31 12:00:00,123 INFO",
            "[2020-01-31T13:00:00.000+01:00] x",
            "2020-01-31 12:00 x",
            "2020-01-31\t12:00:00\tx",
            "2020/01/31 12:00:00 [error] 5#5: x",
            "2020-01-31t12:00:60z x",
            "2020-01-31T17:00:00+05 x",
            "2020-01-31 04:00:00 -08: x",
            "2020-01-31 04:00:00.123 PST x",
            "2020-01-31 12:00:00 CET5 x",
            "2020-01-31 12:00:00 -1234 items",
            "2020-01-31 12:00:00 PM x",
            "2020-01-31 01:30:00 pm +0130 x",
            "[Fri Jan 31 12:00:00.123456 2020] [error] x",
            "Fri Jan 31 12:00:00 2020 : x",
            "2020-01-31T13:00:00+01:00 10.0.0.1 GET /",
            "2020-01-31 13:00:00 +0100 GET",
            "2020-01-31T13:00:00,123+0100 x",
            "2020-01-31 12:00:00 -5 é",
            "2020-01-31T06:30-05:30 x",
            r#"10.0.0.1 - - [31/Jan/2020:13:00:00 +0100] "GET / HTTP/1.1" 200 5 ""#,
            "1580472000.123    54 10.0.0.1 TCP_MISS/200 GET ",
            r#"{"level":"info","time":"2020-01-31T12:00:00Z","url":""#,
            r#"{"level":"info","ts":1580472000.123,"on":"2021-01-31T12:00:00Z""#,
            r#"  {"level":30, "time": 1580472000123, "url":""#,
            r#"{"@timestamp":"1580472000123456""#,
        ] {
            assert_eq!(minute_of_line(line.as_bytes(), b""), Some(noon()), "{line}");
        }
        let far = format!("{}2020-01-31T13:00:00+01:00 x", ".".repeat(SIGHT - 1));
        assert_eq!(minute_of_line(far.as_bytes(), b""), Some(noon()));
        for none in [
            "",
            "on 2020-01-31 I saw",
            "1580472000 x",
            "31/Jan/2020 ",
            "12345-01-31T12:00",
            "2020-01-31 1200",
            "2020-13-31 12:00",
            "On Jan 31 2020 there were many",
            r#"{"ts":15804720001}"#,
            &format!(".{far}"),
        ] {
            assert_eq!(minute_of_line(none.as_bytes(), b""), None, "{none}");
        }
    }

    #[test]
    fn the_timestamp_of_an_object_may_follow_the_find() {
        let [before, after] = [r#"{"url":""#, r#"","time":"2020-01-31T12:00:00Z"}"#];
        assert_eq!(minute_of_line(before.as_bytes(), after.as_bytes()), Some(noon()));
        assert_eq!(minute_of_line(before.as_bytes(), br#"","ts":1580472000}"#), Some(noon()));
        assert_eq!(minute_of_line(b"see ", after.as_bytes()), None);
    }
}
