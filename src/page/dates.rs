//! When a text was written: the dates of mail and of records, and what stamps lines of logs.

use jiff::civil::DateTime;
use jiff::fmt::rfc2822::DateTimeParser;
use jiff::fmt::strtime;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};

/// There is no mail, and no log, from before 1970; nor from after this year, but in jest.
const LAST_YEAR: i16 = 2100;
/// A stamp of a line starts within so many bytes.
const SIGHT: usize = 256;

static MAIL: DateTimeParser = DateTimeParser::new().relaxed_weekday(true);

/// A date as a mail or a record of WARC has it, in minutes from 1970 on.
pub(super) fn minute(date: &str) -> Option<u64> {
    let date = date.trim();
    let parsed = MAIL.parse_timestamp(date).ok();
    in_minutes(parsed.or_else(|| standard(date)).or_else(|| loose(date))?)
}

/// The stamp of a line of a log: a date with a time of day near its start.
pub(super) fn stamp(line: &[u8]) -> Option<u64> {
    let sight = &line[..line.len().min(SIGHT)];
    let found = since_epoch(sight).or_else(|| in_brackets(sight)).or_else(|| {
        let starts = |(at, byte): (usize, &u8)| {
            let is_first = at == 0 || !sight[at - 1].is_ascii_digit();
            (byte.is_ascii_digit() && is_first).then_some(&sight[at..])
        };
        sight.iter().enumerate().filter_map(starts).find_map(stamp_at)
    });
    in_minutes(found?)
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

/// What old programs wrote: a day, the name of a month and a year in any order, with or without a time
/// of day and a zone in numbers; without, it is taken for that of Greenwich.
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

/// `+0100` or `-05:30`, in minutes.
fn zone_of(word: &str) -> Option<i64> {
    let (sign, digits) = match word.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => return None,
    };
    let digits = digits.replacen(':', "", 1);
    let is_zone = digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_digit());
    let number: i64 = digits.parse().ok().filter(|_| is_zone)?;
    Some(sign * (number / 100 * 60 + number % 100))
}

/// A year of two digits is one of 1950 to 2049 (RFC 5322 4.3).
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

/// `[Fri Jan 31 12:00:00 2020]`, at the start of a line: as the C library writes it.
fn in_brackets(line: &[u8]) -> Option<Timestamp> {
    let text = line.strip_prefix(b"[")?;
    let text = &text[..text.iter().take(40).position(|byte| *byte == b']')?];
    loose(std::str::from_utf8(text).ok().filter(|text| text.starts_with(char::is_alphabetic))?)
}

/// Seconds since 1970 with their fractions, at the start of a line.
fn since_epoch(line: &[u8]) -> Option<Timestamp> {
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let seconds = line.get(..digits).filter(|_| digits == 10 && line.get(digits) == Some(&b'.'))?;
    Timestamp::from_second(std::str::from_utf8(seconds).ok()?.parse().ok()?).ok()
}

/// The stamp that a text starts with.
fn stamp_at(text: &[u8]) -> Option<Timestamp> {
    match text.get(..11)? {
        [_, _, _, _, b'-', _, _, b'-', _, _, b'T' | b' '] => standard_at(text),
        [_, _, b'/', .., b'/'] | [_, _, b'/', _, _, _, b'/', ..] => of_server(text),
        _ => None,
    }
}

/// `2020-01-31T12:00:00.5+01:00`, or with blanks, or without a zone or seconds.
fn standard_at(text: &[u8]) -> Option<Timestamp> {
    let text = match std::str::from_utf8(&text[..text.len().min(48)]) {
        Ok(text) => text,
        Err(end) => std::str::from_utf8(&text[..end.valid_up_to()]).ok()?,
    };
    let local = |len| text.get(..len)?.parse::<DateTime>().ok().and_then(utc);
    let (local, rest) = match local(19).filter(|_| text.as_bytes().get(16) == Some(&b':')) {
        Some(time) => (time, text.get(19..)?),
        None => (local(16)?, text.get(16..)?),
    };
    let fraction = rest.strip_prefix(['.', ',']);
    let rest = fraction.map_or(rest, |rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    let zone = rest.strip_prefix(' ').unwrap_or(rest);
    let len = if zone.as_bytes().get(3) == Some(&b':') { 6 } else { 5 };
    let minutes = zone.get(..len).and_then(zone_of).unwrap_or_default();
    local.checked_sub(minutes.minutes()).ok()
}

/// `31/Jan/2020:12:00:00 +0100`, as web servers write it.
fn of_server(text: &[u8]) -> Option<Timestamp> {
    let text = std::str::from_utf8(text.get(..26)?).ok()?;
    strtime::parse("%d/%b/%Y:%H:%M:%S %z", text).ok()?.to_timestamp().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Noon of the last day of January 2020, in Greenwich.
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
    fn stamps_of_lines() {
        for line in [
            "2020-01-31T12:00:00Z GET http://a.example/",
            "2020-01-31 12:00:00,123 INFO",
            "[2020-01-31T13:00:00.000+01:00] x",
            "2020-01-31 12:00 x",
            "[Fri Jan 31 12:00:00 2020] [error] x",
            "2020-01-31T13:00:00+01:00 10.0.0.1 GET /",
            "2020-01-31 13:00:00 +0100 GET",
            "2020-01-31T13:00:00,123+0100 x",
            "2020-01-31 12:00:00 -5 é",
            "2020-01-31T06:30-05:30 x",
            r#"10.0.0.1 - - [31/Jan/2020:13:00:00 +0100] "GET / HTTP/1.1" 200 5 ""#,
            "1580472000.123    54 10.0.0.1 TCP_MISS/200 GET ",
            r#"{"level":"info","time":"2020-01-31T12:00:00Z","url":""#,
        ] {
            assert_eq!(stamp(line.as_bytes()), Some(noon()), "{line}");
        }
        for none in ["", "on 2020-01-31 I saw", "1580472000 x", "31/Jan/2020 ", "12345-01-31T12:00"]
        {
            assert_eq!(stamp(none.as_bytes()), None, "{none}");
        }
    }
}
