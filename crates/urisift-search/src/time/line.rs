//! The timestamps of log lines.

use jiff::civil::DateTime;
use jiff::{Timestamp, ToSpan};
use memchr::{memchr_iter, memmem};

use super::mail::{half_of_day, loose, month_of, named_zone, zone_of};
use super::{civil, credible, utc};

/// A timestamp stands within this many bytes of the start of its line.
pub(crate) const SIGHT: usize = 256;

/// Keys for the time of a JSON object, as a number.
const KEYS: [&str; 4] = ["\"ts\":", "\"time\":", "\"timestamp\":", "\"@timestamp\":"];

/// The timestamp that is in the first bytes of a line, as a second since 1970 in UTC: a date with a time of day, or the
/// time of a JSON object. Times without a zone are in UTC. If the year is missing, it is that of the last such day
/// before the file was modified, or the day after.
pub(crate) fn of_line(line: &[u8], modified: Option<i64>) -> Option<i64> {
    let line = &line[..line.len().min(SIGHT)];
    let stamp = match line.trim_ascii_start().first()? {
        b'{' => of_key(line).or_else(|| with_colon(line)),
        b'0'..=b'9' => since_epoch(line).or_else(|| with_colon(line)),
        b'[' => in_brackets(line).or_else(|| with_colon(line)),
        _ => of_c(line).or_else(|| without_year(line, modified)).or_else(|| with_colon(line)),
    };
    credible(stamp?)
}

/// Like `of_line`, if there was none in the first `seen` bytes.
pub(crate) fn of_longer_line(line: &[u8], seen: usize, modified: Option<i64>) -> Option<i64> {
    if seen < FRONT || line.trim_ascii_start().first() == Some(&b'{') {
        return of_line(line, modified);
    }
    credible(with_colon_from(line, seen - AFTER_COLON)?)
}

/// Timestamps that are at the start of a line end before this byte.
const FRONT: usize = 64;
/// How far after its colon a date with a time of day is certain, in bytes.
const AFTER_COLON: usize = ":12:00:00 +0100".len();

/// The first date with a time of day, which has a colon after the hour.
fn with_colon(line: &[u8]) -> Option<Timestamp> {
    with_colon_from(line, 0)
}

/// The same whose colon is at or after that byte.
fn with_colon_from(line: &[u8], from: usize) -> Option<Timestamp> {
    memchr_iter(b':', line.get(from..)?).find_map(|colon| {
        let colon = from + colon;
        let is_hour = colon >= 2 && digits(&line[colon - 2..colon]) == 2;
        // Two digits follow the hour, and the year that a web server writes before it.
        (is_hour && digits(line.get(colon + 1..colon + 3)?) == 2).then_some(())?;
        let start = |len: usize| {
            let start = colon.checked_sub(len)?;
            let is_first = start == 0 || !line[start - 1].is_ascii_digit();
            is_first.then_some(&line[start..])
        };
        let standard = start("2020-01-31T12".len()).filter(|text| is_standard(text));
        let by_server = || start("31/Jan/2020".len()).and_then(of_server);
        standard.and_then(standard_at).or_else(by_server)
    })
}

/// What Apache writes in brackets, `[Fri Jan 31 12:00:00.123456 2020]`, or PHP, `[31-Jan-2020 12:00:00 UTC]`.
fn in_brackets(line: &[u8]) -> Option<Timestamp> {
    let is_date = |text: &&[u8]| match text.first_chunk() {
        Some([a, b, c, _]) if [a, b, c].iter().all(|byte| byte.is_ascii_alphabetic()) => true,
        Some([a, b, b'-', c]) => {
            a.is_ascii_digit() && b.is_ascii_digit() && c.is_ascii_alphabetic()
        }
        _ => false,
    };
    let text = line.strip_prefix(b"[").filter(is_date)?;
    let text = &text[..text.iter().take(60).position(|byte| *byte == b']')?];
    loose(std::str::from_utf8(text).ok()?)
}

/// `Fri Jan 31 12:00:00 2020` as the C library writes it, at the start of a line; with a zone or half of the day before
/// the year, as `date` does, or a numeric zone after it.
fn of_c(line: &[u8]) -> Option<Timestamp> {
    line.get(..20).filter(|text| text[13] == b':' && text[16] == b':' && text[19] == b' ')?;
    let is_year = |end: &usize| {
        let after = line.get(*end).is_none_or(|byte| !byte.is_ascii_alphanumeric());
        after
            && matches!(line.get(end - 5..*end), Some([b' ', year @ ..]) if number(year).is_some())
    };
    let end = (24..=C_DATE).find(is_year)?;
    let (zone, _) = first_word(&line[end..]);
    let end = if zone_of(zone).is_some() { end + 1 + zone.len() } else { end };
    loose(std::str::from_utf8(line.get(..end)?).ok()?)
}

/// Where the year ends at the latest in a line that starts with the time of the C library.
const C_DATE: usize = "Fri Jan 31 12:00:00 PM +0845 2020".len();

/// `Jan 31 12:00:00`, as syslog writes it (RFC 3164 4.1.2), after the priority if that is there; with a year, or in the
/// one that the file tells. `I0131 12:00:00.123456` as Kubernetes writes it.
fn without_year(line: &[u8], modified: Option<i64>) -> Option<Timestamp> {
    let priority = line.strip_prefix(b"<").map(|text| (digits(text), text));
    let line = match priority {
        Some((len @ 1..=3, text)) if text.get(len) == Some(&b'>') => &text[len + 1..],
        _ => line,
    };
    let (month, day, rest) = match line.get(..7)? {
        [b'I' | b'W' | b'E' | b'F', m, n, d, e, b' ', _] => {
            (number(&[*m, *n])?, number(&[*d, *e])?, &line[6..])
        }
        [a, b, c, b' ', d, e, b' '] => {
            let month = month_of(str::from_utf8(&[*a, *b, *c]).ok()?)?;
            let day = number(if *d == b' ' { std::slice::from_ref(e) } else { &line[4..6] })?;
            (i16::from(month), day, &line[7..])
        }
        _ => return None,
    };
    let [month, day] = [i8::try_from(month).ok()?, i8::try_from(day).ok()?];
    let (year, rest) = match rest.get(..5) {
        Some([digits @ .., b' ']) if number(digits).is_some() => (number(digits), &rest[5..]),
        _ => (None, rest),
    };
    let ([hour, minute, second], _) = clock(rest)?;
    let of_year = |year| utc(DateTime::new(year, month, day, hour, minute, second, 0).ok()?);
    if year.is_some() {
        return of_year(year?);
    }
    let latest = Timestamp::from_second(modified?).ok()?.checked_add(24.hours()).ok()?;
    let last = civil(latest).year();
    // The 29th of February is in one of five years, or of nine.
    (last - 8..=last).rev().filter_map(of_year).find(|time| *time <= latest)
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

pub(super) fn is_standard(text: &[u8]) -> bool {
    matches!(
        text,
        [_, _, _, _, b'-', _, _, b'-', _, _, b'T' | b't' | b' ' | b'\t', ..]
            | [_, _, _, _, b'/', _, _, b'/', _, _, b' ' | b'\t', ..]
    )
}

/// `2020-01-31T12:00:00.5+01:00`, or with spaces, or without a zone or seconds, or with `PM`.
pub(super) fn standard_at(text: &[u8]) -> Option<Timestamp> {
    let [year, month, day] = [0..4, 5..7, 8..10].map(|range| number(&text[range]));
    let [month, day] = [month, day].map(|number| i8::try_from(number?).ok());
    let ([hour, minute, second], rest) = clock(&text[11..])?;
    let local = DateTime::new(year?, month?, day?, hour, minute, second, 0).ok()?;
    let fraction = rest.strip_prefix(b".").or_else(|| rest.strip_prefix(b","));
    let rest = fraction.map_or(rest, |rest| &rest[digits(rest)..]);
    let (mut local, (mut word, after)) = (local, first_word(rest));
    if let Some(hour) = half_of_day(hour, word) {
        (local, word) = (local.with().hour(hour).build().ok()?, first_word(after).0);
    }
    let minutes = zone_of(word).or_else(|| named_zone(word)).unwrap_or_default();
    utc(local)?.checked_sub(minutes.minutes()).ok()
}

/// `31/Jan/2020:12:00:00 +0100`, as web servers write it.
fn of_server(text: &[u8]) -> Option<Timestamp> {
    let (date, time) = (text.get(..12)?, &text[12..]);
    let [_, _, b'/', _, _, _, b'/', _, _, _, _, b':'] = date else { return None };
    let month = month_of(std::str::from_utf8(&date[3..6]).ok()?)?;
    let day = i8::try_from(number(&date[..2])?).ok()?;
    let ([hour, minute, second], rest) = clock(time)?;
    let local = DateTime::new(number(&date[7..11])?, month, day, hour, minute, second, 0).ok()?;
    let zone = zone_of(first_word(rest).0)?;
    utc(local)?.checked_sub(zone.minutes()).ok()
}

/// `12:00:00` or `12:00`, and the text after it. A leap second is the one before it.
fn clock(text: &[u8]) -> Option<([i8; 3], &[u8])> {
    let part = |at: usize| i8::try_from(number(text.get(at..at + 2)?)?).ok();
    (text.get(2) == Some(&b':')).then_some(())?;
    let second = part(6).filter(|_| text[5] == b':');
    let len = if second.is_some() { 8 } else { 5 };
    Some(([part(0)?, part(3)?, second.unwrap_or(0).min(59)], &text[len..]))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Noon of 31 January 2020, in UTC.
    const NOON: i64 = 1_580_472_000;

    fn stamp(line: &str) -> Option<i64> {
        of_line(line.as_bytes(), None)
    }

    /// Lines of noon, 2020-01-31 UTC.
    const AT_NOON: &[&str] = &[
        "2020-01-31T12:00:00Z GET http://a.example/",
        "2020-01-31 12:00:00,123 INFO",
        "[2020-01-31T13:00:00.000+01:00] x",
        "2020-01-31 12:00 x",
        "2020-01-31\t12:00:00\tx",
        "2020/01/31 12:00:00 [error] 5#5: x",
        "2020-01-31T17:00:00+05 x",
        "2020-01-31 04:00:00 -08: x",
        "2020-01-31 04:00:00.123 PST x",
        "2020-01-31 12:00:00 CET5 x",
        "2020-01-31 12:00:00 -1234 items",
        "2020-01-31 12:00:00 PM x",
        "2020-01-31 01:30:00 pm +0130 x",
        "[Fri Jan 31 12:00:00.123456 2020] [error] x",
        "Fri Jan 31 12:00:00 2020 : x",
        "Fri Jan 31 12:00:00 2020",
        "Fri Jan 31 12:00:00 UTC 2020 x",
        "Fri Jan 31 13:00:00 CET 2020: x",
        "Fri Jan 31 12:00:00 PM UTC 2020",
        "Fri Jan 31 13:00:00 2020 +0100 x",
        "Fri Jan 31 12:00:00 XYZ 2020 x",
        "[31-Jan-2020 12:00:00 UTC] PHP Warning: x",
        "[31-Jan-2020 12:00:00 Europe/Berlin] PHP Warning: x",
        "[31-Jan-2020 07:00:00 EST] PHP Warning: x",
        "2020-01-31 13:00:00 CET x",
        "2020-01-31T13:00:00+01:00 10.0.0.1 GET /",
        "2020-01-31 13:00:00 +0100 GET",
        "2020-01-31T13:00:00,123+0100 x",
        "2020-01-31 12:00:00 -5 é",
        "2020-01-31T06:30-05:30 x",
        r#"10.0.0.1 - - [31/Jan/2020:13:00:00 +0100] "GET / HTTP/1.1" 200 5 ""#,
        r#"2001:db8::12:34 - - [31/Jan/2020:13:00:00 +0100] "GET / HTTP/1.1" 200 5 ""#,
        "1580472000.123    54 10.0.0.1 TCP_MISS/200 GET ",
        "<34>1 2020-01-31T12:00:00.003Z a.example su - ID47 - x",
        "Jan 31 2020 12:00:00 a.example : x",
        r#"{"level":"info","time":"2020-01-31T12:00:00Z","url":""#,
        r#"{"level":"info","ts":1580472000.123,"on":"2021-01-31T12:00:00Z""#,
        r#"  {"level":30, "time": 1580472000123, "url":""#,
        r#"{"@timestamp":"1580472000123456""#,
    ];

    #[test]
    fn timestamps_of_lines() {
        for line in AT_NOON {
            assert_eq!(stamp(line), Some(NOON), "{line}");
        }
        assert_eq!(stamp("2020-01-31T12:00:09Z x"), Some(NOON + 9));
        assert_eq!(stamp("2020-01-31t11:59:60z x"), Some(NOON - 1));
        let far = format!("{}2020-01-31T12:00:00 x", ".".repeat(SIGHT - 19));
        assert_eq!(stamp(&far), Some(NOON));
        for none in [
            "",
            "on 2020-01-31 I saw",
            "1580472000 x",
            "31/Jan/2020 ",
            "12345-01-31T12:00",
            "2020-01-31 1200",
            "2020-13-31 12:00",
            "On Jan 31 2020 there were many",
            "Jan 31 12:00:00 of no known year",
            "2100-01-31 12:61",
            r#"{"ts":15804720001}"#,
            &format!(".......{far}"),
        ] {
            assert_eq!(stamp(none), None, "{none}");
        }
    }

    #[test]
    fn a_line_of_which_more_is_seen_has_the_first_timestamp() {
        let prose = "some words 12:34 and http://a.example:80/ ";
        for stamp in ["2020-01-31T12:00:00Z", "31/Jan/2020:13:00:00 +0100", "2020-01-31 12:00"] {
            let line = format!("{}{stamp} {prose}", prose.repeat(3));
            for seen in 0..line.len() {
                let before = of_line(&line.as_bytes()[..seen], None);
                for len in (seen..line.len()).filter(|_| before.is_none()) {
                    let line = &line.as_bytes()[..len];
                    assert_eq!(of_longer_line(line, seen, None), of_line(line, None), "{seen}");
                }
            }
        }
    }

    #[test]
    fn the_year_is_that_of_the_file() {
        let of = |line: &str, modified| of_line(line.as_bytes(), Some(modified));
        let day = 24 * 3600;
        for line in [
            "Jan 31 12:00:00 a.example b[1]: x",
            "<34>Jan 31 12:00:00 a.example b[1]: x",
            "I0131 12:00:00.123456   1 a.go:1] x",
        ] {
            assert_eq!(of(line, NOON), Some(NOON), "{line}");
            assert_eq!(of(line, NOON + 300 * day), Some(NOON), "{line}");
            // Clocks and zones differ by a day.
            assert_eq!(of(line, NOON - day), Some(NOON), "{line}");
            assert_eq!(of(line, NOON - 2 * day), Some(NOON - 365 * day), "{line}");
        }
        assert_eq!(of("Jan  1 00:00:00 x", NOON), Some(NOON - 30 * day - day / 2));
        assert_eq!(of("Feb 29 12:00:00 x", NOON + 400 * day), Some(NOON + 29 * day));
        for none in ["Jan 32 12:00:00 x", "Jan 31 1200", "Jam 31 12:00:00 x", "I1331 12:00:00 x"] {
            assert_eq!(of(none, NOON), None, "{none}");
        }
    }
}
