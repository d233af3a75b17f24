//! When the text around a URI was written.

mod line;
mod mail;

use std::fmt::{self, Display, Formatter};
use std::ops::Range;
use std::time::{SystemTime, UNIX_EPOCH};

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use crate::input::Message;

#[cfg(test)]
pub(crate) use line::of_line;
pub(crate) use line::{SIGHT, of_longer_line};

/// The first second after the year 2100: from then on, and before 1970, dates are not credible.
const END: i64 = 4_133_980_800;

/// When the text around a URI was written, and how that is known. It is shown in RFC 3339, in UTC.
///
/// ```
/// use urisift_search::{Search, TimeSource};
///
/// let mail = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/mail/list.mbox");
/// let record = Search::builder().path(mail).build()?.next().unwrap()?;
/// let time = record.time.unwrap();
/// assert_eq!((time.to_string().as_str(), time.source), ("2014-03-03T08:12:44Z", TimeSource::Date));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Time {
    /// Seconds since 1970, in UTC.
    pub second: i64,
    /// What says so.
    pub source: TimeSource,
}

/// What says when a text was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TimeSource {
    /// The date of its message or record: `Date` of a mail, `WARC-Date`.
    Date,
    /// When the last server received its message, whose `Date` is missing or wrong.
    Received,
    /// When its message was received, by the line before it in a mailbox, if neither says it.
    Envelope,
    /// The timestamp of the line that it is in.
    Line,
}

impl TimeSource {
    /// Every source.
    pub const ALL: [TimeSource; 4] =
        [TimeSource::Date, TimeSource::Received, TimeSource::Envelope, TimeSource::Line];

    /// The name in records.
    pub fn name(self) -> &'static str {
        match self {
            TimeSource::Date => "date",
            TimeSource::Received => "received",
            TimeSource::Envelope => "envelope",
            TimeSource::Line => "line",
        }
    }
}

impl Time {
    /// The time of a message or record.
    pub(crate) fn of_message(message: &Message) -> Option<Time> {
        let of = |date: &Option<String>, source| {
            let second = credible(mail::parse(date.as_deref()?)?)?;
            Some(Time { second, source })
        };
        of(&message.date, TimeSource::Date)
            .or_else(|| of(&message.fields().received, TimeSource::Received))
            .or_else(|| of(&message.fields().envelope, TimeSource::Envelope))
    }

    /// As in RFC 3339, to the second.
    pub(crate) fn text(self) -> [u8; TEXT] {
        self.text_in(&Zone::default())
    }

    /// Like `text`, of the clock in a zone. The zone is not said.
    pub(crate) fn text_in(self, zone: &Zone) -> [u8; TEXT] {
        let time = Timestamp::from_second(self.second);
        let time = time.map(|time| zone.0.to_datetime(time)).unwrap_or_default();
        let mut text = *b"0000-00-00T00:00:00Z";
        let year = time.year().unsigned_abs();
        let numbers = [
            (0, (year / 100) as u8),
            (2, (year % 100) as u8),
            (5, time.month().unsigned_abs()),
            (8, time.day().unsigned_abs()),
            (11, time.hour().unsigned_abs()),
            (14, time.minute().unsigned_abs()),
            (17, time.second().unsigned_abs()),
        ];
        for (at, number) in numbers {
            text[at] += number / 10;
            text[at + 1] += number % 10;
        }
        text
    }
}

/// A time zone: that of days, and of times that say none. By default, it is UTC.
#[derive(Clone, Debug)]
pub struct Zone(TimeZone);

impl Default for Zone {
    fn default() -> Self {
        Zone(TimeZone::UTC)
    }
}

impl Zone {
    /// That of the system: `TZ`, or else `/etc/localtime`.
    pub fn system() -> Self {
        Zone(TimeZone::system())
    }

    /// The second of a time of the clock. One that comes twice is the first, and one that is left out is the later one.
    fn second(&self, time: DateTime) -> Option<i64> {
        self.0.to_timestamp(time).ok().map(Timestamp::as_second)
    }
}

/// The length of a time as text, in bytes.
pub(crate) const TEXT: usize = "2020-01-31T12:00:00Z".len();

impl Display for Time {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(str::from_utf8(&self.text()).unwrap_or_default())
    }
}

/// A period of time, in which a text was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Period {
    /// Its first second since 1970.
    pub since: Option<i64>,
    /// The first second after it.
    pub before: Option<i64>,
}

impl Period {
    /// From the start of one period to the end of another.
    ///
    /// # Errors
    /// If no time is in it.
    pub fn of(since: Option<Range<i64>>, until: Option<Range<i64>>) -> Result<Self, String> {
        let period = Period {
            since: since.map(|period| period.start),
            before: until.map(|period| period.end),
        };
        match (period.since, period.before) {
            (Some(since), Some(before)) if since >= before => {
                Err("the end is before the start, so nothing can match".to_owned())
            }
            _ => Ok(period),
        }
    }

    /// Returns `true` if it has all times, and texts whose time is not known.
    pub fn is_endless(self) -> bool {
        self == Period::default()
    }

    /// Returns `true` if it has a time.
    pub fn has(self, time: Option<Time>) -> bool {
        self.is_endless()
            || time.is_some_and(|Time { second, .. }| {
                self.since.is_none_or(|since| since <= second)
                    && self.before.is_none_or(|before| second < before)
            })
    }
}

/// What [`typed_period`] expects.
pub const EXPECTED: &str =
    "expected a time such as 2020, 2020-01, 2020-01-31, 2020-01-31T12:00:00Z, 7d or yesterday";

/// A time as it is typed: a `period`, a day by its name (`today`, `yesterday`), or how long ago, in minutes, hours, days
/// or weeks (`90m`, `12h`, `7d`, `2w`).
pub fn typed_period(text: &str, zone: &Zone) -> Option<Range<i64>> {
    period_at(text, zone, SystemTime::now())
}

fn period_at(text: &str, zone: &Zone, now: SystemTime) -> Option<Range<i64>> {
    use jiff::ToSpan;
    const DAY: i64 = 86_400;
    let now = second_of(now)?;
    let today = zone.0.to_datetime(Timestamp::from_second(now).ok()?).date();
    let day = |ago: i64| {
        let day = today.checked_sub(ago.days()).ok()?;
        Some(zone.second(day.into())?..zone.second(day.tomorrow().ok()?.into())?)
    };
    let ago = |digits: &str, unit: i64| {
        let count = digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())?;
        let second = now.checked_sub(unit.checked_mul(count?)?)?;
        Some(second..second + 1)
    };
    match text.split_at_checked(text.len().saturating_sub(1)) {
        _ if text == "today" => day(0),
        _ if text == "yesterday" => day(1),
        Some((digits, "m")) => ago(digits, 60),
        Some((digits, "h")) => ago(digits, 3_600),
        Some((digits, "d")) => ago(digits, DAY),
        Some((digits, "w")) => ago(digits, 7 * DAY),
        _ => period(text, zone),
    }
}

/// The first second of a year, month, day, hour, minute or second in that zone, or of a time with its own, and the first second
/// after it: `2020`, `2020-01`, `2020-01-31`, `2020-01-31T12:00`, `2020-01-31 12:00:00+01:00`.
fn period(text: &str, zone: &Zone) -> Option<Range<i64>> {
    use jiff::ToSpan;
    let second = |time: DateTime| zone.second(time);
    let number = |range: Range<usize>| -> Option<i16> {
        let digits = text.get(range)?;
        digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse().ok())?
    };
    let (start, len) = match text.len() {
        4 => (DateTime::new(number(0..4)?, 1, 1, 0, 0, 0, 0).ok()?, 1.year()),
        7 if text.as_bytes()[4] == b'-' => {
            let month = i8::try_from(number(5..7)?).ok()?;
            (DateTime::new(number(0..4)?, month, 1, 0, 0, 0, 0).ok()?, 1.month())
        }
        10 => (text.parse::<jiff::civil::Date>().ok()?.into(), 1.day()),
        16 => (text.parse().ok()?, 1.minute()),
        _ => match text.parse::<Timestamp>() {
            Ok(time) => return Some(time.as_second()..time.as_second() + 1),
            Err(_) => (text.parse().ok()?, 1.second()),
        },
    };
    Some(second(start)?..second(start.checked_add(len).ok()?)?)
}

/// The second of a time that is credible.
fn credible(time: Timestamp) -> Option<i64> {
    Some(time.as_second()).filter(|second| (0..END).contains(second))
}

/// The time in UTC.
fn civil(time: Timestamp) -> DateTime {
    TimeZone::UTC.to_datetime(time)
}

/// The time of a clock in UTC.
fn utc(local: DateTime) -> Option<Timestamp> {
    TimeZone::UTC.to_timestamp(local).ok()
}

/// The second of a time of the system.
pub(crate) fn second_of(time: SystemTime) -> Option<i64> {
    i64::try_from(time.duration_since(UNIX_EPOCH).ok()?.as_secs()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::MessageFields;

    fn time(second: i64) -> String {
        Time { second, source: TimeSource::Line }.to_string()
    }

    #[test]
    fn times_as_text() {
        assert_eq!(time(0), "1970-01-01T00:00:00Z");
        assert_eq!(time(1_580_472_009), "2020-01-31T12:00:09Z");
        assert_eq!(time(-1), "1969-12-31T23:59:59Z");
        assert_eq!(time(4_133_980_799), "2100-12-31T23:59:59Z");
    }

    #[test]
    fn periods_before_now() {
        let now = UNIX_EPOCH + std::time::Duration::from_secs(1_580_472_009);
        let utc = Zone::default();
        let shown = |text: &str| period_at(text, &utc, now).map(|p| [time(p.start), time(p.end)]);
        let pair = |start: &str, end: &str| Some([start.to_owned(), end.to_owned()]);
        assert_eq!(shown("today"), pair("2020-01-31T00:00:00Z", "2020-02-01T00:00:00Z"));
        assert_eq!(shown("yesterday"), pair("2020-01-30T00:00:00Z", "2020-01-31T00:00:00Z"));
        for (text, start) in [
            ("9m", "2020-01-31T11:51:09Z"),
            ("12h", "2020-01-31T00:00:09Z"),
            ("7d", "2020-01-24T12:00:09Z"),
            ("1w", "2020-01-24T12:00:09Z"),
            ("2019", "2019-01-01T00:00:00Z"),
        ] {
            assert_eq!(shown(text).unwrap()[0], start, "{text}");
        }
        for text in ["d", "-1d", "1 d", "1y", "é", "99999999999999w"] {
            assert_eq!(shown(text), None, "{text}");
        }
    }

    #[test]
    fn days_of_another_zone() {
        let zone = Zone(TimeZone::posix("CET-1CEST,M3.5.0,M10.5.0/3").unwrap());
        let now = UNIX_EPOCH + std::time::Duration::from_secs(1_585_438_200);
        let shown = |text: &str| {
            period_at(text, &zone, now).map(|p| [time(p.start), time(p.end)].join(" "))
        };
        for (text, expected) in [
            // It is 00:30 of the day on which the clock is put forward.
            ("today", "2020-03-28T23:00:00Z 2020-03-29T22:00:00Z"),
            ("yesterday", "2020-03-27T23:00:00Z 2020-03-28T23:00:00Z"),
            ("2020-07", "2020-06-30T22:00:00Z 2020-07-31T22:00:00Z"),
            ("2020-01-01T00:00:00Z", "2020-01-01T00:00:00Z 2020-01-01T00:00:01Z"),
        ] {
            assert_eq!(shown(text).as_deref(), Some(expected), "{text}");
        }
        let late = Time { second: 1_585_438_200, source: TimeSource::Date };
        assert_eq!(late.text_in(&zone)[..16], *b"2020-03-29T00:30");
    }

    #[test]
    fn periods() {
        let utc = Zone::default();
        let shown = |text: &str| period(text, &utc).map(|p| [time(p.start), time(p.end)].join(" "));
        for (text, expected) in [
            ("2020", "2020-01-01T00:00:00Z 2021-01-01T00:00:00Z"),
            ("2020-02", "2020-02-01T00:00:00Z 2020-03-01T00:00:00Z"),
            ("2020-02-29", "2020-02-29T00:00:00Z 2020-03-01T00:00:00Z"),
            ("2020-12-31T23:59", "2020-12-31T23:59:00Z 2021-01-01T00:00:00Z"),
            ("2020-12-31 23:59:59", "2020-12-31T23:59:59Z 2021-01-01T00:00:00Z"),
            ("2020-12-31T23:59:59Z", "2020-12-31T23:59:59Z 2021-01-01T00:00:00Z"),
            ("2020-01-01T00:00:00+01:00", "2019-12-31T23:00:00Z 2019-12-31T23:00:01Z"),
        ] {
            assert_eq!(shown(text).as_deref(), Some(expected), "{text}");
        }
        for none in ["", "20", "+202", "2020-13", "2020-1-1", "2020_01", "yesterday", "31.01.2020"]
        {
            assert_eq!(shown(none), None, "{none}");
        }
    }

    #[test]
    fn the_date_counts_and_then_the_receipt() {
        let mut message = Message::default();
        assert_eq!(Time::of_message(&message), None);
        let mut fields = MessageFields::default();
        let of = |message: &Message| Time::of_message(message).map(|it| (it.second, it.source));
        fields.envelope = Some("Fri Jan 31 12:00:08 2020".to_owned());
        message = message.with(fields.clone());
        assert_eq!(of(&message), Some((1_580_472_008, TimeSource::Envelope)));
        fields.received = Some("Fri, 31 Jan 2020 12:00:09 +0000".to_owned());
        message = message.with(fields);
        assert_eq!(of(&message), Some((1_580_472_009, TimeSource::Received)));
        message.date = Some("some day".to_owned());
        assert_eq!(of(&message), Some((1_580_472_009, TimeSource::Received)));
        message.date = Some("Fri, 31 Jan 2020 12:00:10 +0000".to_owned());
        assert_eq!(of(&message), Some((1_580_472_010, TimeSource::Date)));
    }
}
