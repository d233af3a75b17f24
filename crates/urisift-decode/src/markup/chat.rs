//! Logs of chats as text: exports of WhatsApp, and logs of IRC.

use std::ops::{ControlFlow, Range};
use std::path::Path;

use bstr::ByteSlice;
use memchr::{memchr, memchr3_iter};

use crate::core::detect::sniffs;
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::message::{Message, MessageFields};
use crate::core::peek::PeekReader;
use crate::core::step::StepKind;
use crate::core::walker::Walker;
use crate::layers::syntax::{self, Parsed, Syntax, Unit};

/// A log of a chat: each message starts with the time of day, and mostly with its author; the day is in it, in the lines
/// between days, or in the name of the file.
pub enum ChatLog {
    /// The first line tells it.
    Told,
    /// Any text may start with a line that was copied from a log: the file must have the name of one, which says the day.
    Named,
}

/// The longest stamp before an author, in bytes.
const LONGEST_STAMP: usize = 64;
/// The longest name of an author, in bytes.
const LONGEST_NAME: usize = 100;
/// How the first lines of logs start, and the lines between days (irssi, HexChat, mIRC).
const DAY_LINES: &[&str] = &[
    "--- Log opened ",
    "--- Day changed ",
    "**** BEGIN LOGGING AT ",
    "Session Start: ",
    "Session Time: ",
];
/// Invisible marks of direction that WhatsApp writes.
const MARKS: &[&str] = &["\u{200e}", "\u{200f}", "\u{feff}"];

impl Format for ChatLog {
    fn name(&self) -> &'static str {
        "chat"
    }

    fn has_magic(&self) -> bool {
        false
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        let line = match memchr(b'\n', head.bytes) {
            Some(end) => &head.bytes[..end],
            None if head.bytes.len() < LONGEST_STAMP + LONGEST_NAME => match head.is_all {
                true => head.bytes,
                false if may_start(head.bytes) => return Sniff::More,
                false => return Sniff::No,
            },
            None => head.bytes,
        };
        let start = || Start::of(line);
        Sniff::sure(match self {
            ChatLog::Told => is_day_line(line) || start().is_some_and(|start| start.is_export),
            ChatLog::Named => start().is_some_and(|start| start.has_nick),
        })
    }

    fn suits_name(&self, path: &Path) -> bool {
        matches!(self, ChatLog::Told) || day_in_name(path).is_some()
    }

    fn is_text(&self) -> bool {
        true
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let day = day_in_name(&to.name);
        let order = Order::of(reader);
        to.within(StepKind::Layer, self.name(), |to| {
            to.text(&mut Parsed::new(reader, Chat { day, order, open: None, is_passed: false }))
        })
    }
}

/// Returns `true` if the first bytes of a line may be of a log.
fn may_start(bytes: &[u8]) -> bool {
    let bytes = without_marks(bytes);
    bytes.first().is_none_or(|byte| *byte == b'[' || byte.is_ascii_digit())
        || MARKS.iter().any(|mark| mark.as_bytes().starts_with(bytes))
        || DAY_LINES
            .iter()
            .any(|line| line.as_bytes().starts_with(bytes) || bytes.starts_with(line.as_bytes()))
}

fn without_marks(mut line: &[u8]) -> &[u8] {
    while let Some(rest) = MARKS.iter().find_map(|mark| line.strip_prefix(mark.as_bytes())) {
        line = rest;
    }
    line
}

fn is_day_line(line: &[u8]) -> bool {
    DAY_LINES.iter().any(|start| line.starts_with(start.as_bytes()))
}

/// A day: its year, month and number.
type Day = [u16; 3];

/// The syntax of a log. Only messages that may hold a URI are passed on.
struct Chat {
    /// The day of the messages that come, if it is known.
    day: Option<Day>,
    order: Order,
    /// The message that the last line is in, if that has not been passed on.
    open: Option<Message>,
    /// The last message has been passed on.
    is_passed: bool,
}

impl Syntax for Chat {
    fn unit(&mut self, reader: &mut PeekReader<'_>) -> usize {
        syntax::lines(reader)
    }

    fn read(&mut self, unit: &mut Unit<'_>) {
        let (text, mut at) = (unit.text, 0);
        // Where the open message starts, if it does in this unit.
        let mut start: Option<(usize, Start<'_>)> = None;
        while at < text.len() {
            let end = memchr(b'\n', &text[at..]).map_or(text.len(), |feed| at + feed + 1);
            let line = at..end;
            self.line(unit, line, &mut start);
            at = end;
        }
        if let Some((_, start)) = start {
            self.open = Some(self.message(&start));
        }
    }
}

impl Chat {
    fn line<'u>(
        &mut self,
        unit: &mut Unit<'u>,
        range: Range<usize>,
        open: &mut Option<(usize, Start<'u>)>,
    ) {
        let (at, line) = (range.start, &unit.text[range]);
        let start = Start::of(line);
        let rest = start.as_ref().map_or(line, |start| start.rest);
        if start.is_some() || is_day_line(line) {
            (self.open, *open) = (None, None);
        }
        match start {
            // What may be a URI ends where the next message starts.
            Some(start) if std::mem::take(&mut self.is_passed) => {
                unit.message(at, self.message(&start));
            }
            Some(start) => *open = Some((at, start)),
            None if is_day_line(line) => {
                self.day = day_in_words(line).or(self.day);
                return;
            }
            None => {}
        }
        if may_hold_uri(rest) {
            self.is_passed = true;
            if let Some((at, start)) = open.take() {
                unit.message(at, self.message(&start));
            } else if let Some(message) = self.open.take() {
                unit.message(at, message);
            }
        }
    }

    fn message(&self, start: &Start<'_>) -> Message {
        let day = start.date.and_then(|date| self.order.day(date)).or(self.day);
        let [hour, minute, second] = start.clock;
        let date = day.map(|[year, month, day]| {
            format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")
        });
        let from_name = start.author.map(|name| String::from_utf8_lossy(name).into_owned());
        Message::new(None, date).with(MessageFields { from_name, ..MessageFields::default() })
    }
}

/// Returns `true` if there may be a URI, or a host, in the text.
fn may_hold_uri(text: &[u8]) -> bool {
    let is_mark = |at: usize| match text.get(at + 1) {
        None | Some(b' ') => false,
        Some(byte) => text[at] == b':' || !byte.is_ascii_whitespace(),
    };
    memchr3_iter(b':', b'@', b'.', text).any(is_mark) || !text.is_ascii()
}

/// The start of a message.
struct Start<'l> {
    /// The numbers of its date, as they are written.
    date: Option<Written>,
    clock: [u8; 3],
    author: Option<&'l [u8]>,
    /// What follows the time.
    rest: &'l [u8],
    /// Only exports of chats start their lines so.
    is_export: bool,
    /// It has a name between marks, as in logs of IRC.
    has_nick: bool,
}

/// The three numbers of a date, how many digits the first one has, and what is between them.
#[derive(Clone, Copy)]
struct Written {
    numbers: [u16; 3],
    first_len: usize,
    separator: u8,
}

impl<'l> Start<'l> {
    /// What starts a line, if that is the time of a message.
    fn of(line: &'l [u8]) -> Option<Self> {
        let line = without_marks(line);
        if !line.first().is_some_and(|byte| *byte == b'[' || byte.is_ascii_digit()) {
            return None;
        }
        let is_bracketed = line.first() == Some(&b'[');
        let mut stamp = Stamp { rest: &line[usize::from(is_bracketed)..] };
        let date = stamp.date();
        let has_comma = date.is_some() && stamp.between();
        let clock = stamp.clock()?;
        let mut rest = stamp.rest;
        if is_bracketed {
            rest = rest.strip_prefix(b"]")?;
        }
        let dash = rest.strip_prefix(b" - ").filter(|_| date.is_some() && !is_bracketed);
        let (author, has_nick) = match dash {
            Some(text) => (name_before_colon(text), false),
            None => {
                let text = rest.strip_prefix(b" ").or(rest.strip_prefix(b"\t"))?;
                let text = without_marks(text.trim_ascii_start());
                match nick(text) {
                    Some(nick) => nick,
                    None if is_bracketed => (name_before_colon(text), false),
                    None => return None,
                }
            }
        };
        let is_export = has_comma && (dash.is_some() || is_bracketed);
        Some(Start { date, clock, author, rest, is_export, has_nick })
    }
}

/// The author of a message of IRC, before whose text marks are, or none if it is of the server; `true` if it is sure.
fn nick(text: &[u8]) -> Option<(Option<&[u8]>, bool)> {
    if let Some(inner) = text.strip_prefix(b"<") {
        let end = memchr(b'>', &inner[..inner.len().min(LONGEST_NAME)])?;
        let nick = inner[..end].trim_start_with(|char| " @+%&~!".contains(char));
        let is_mark = |byte: &u8| b"[]\\`_^{|}-.".contains(byte) || !byte.is_ascii();
        let is_nick = nick.iter().all(|byte| byte.is_ascii_alphanumeric() || is_mark(byte));
        let is_text = matches!(inner.get(end + 1), None | Some(b' ' | b'\t' | b'\r' | b'\n'));
        return (!nick.is_empty() && is_nick && is_text).then_some((Some(nick), true));
    }
    if ["-!- ", "*** ", "=== "].iter().any(|mark| text.starts_with(mark.as_bytes())) {
        return Some((None, true));
    }
    let action = text.strip_prefix(b"* ")?;
    let len = action.iter().position(u8::is_ascii_whitespace).unwrap_or(action.len());
    Some((Some(&action[..len]).filter(|nick| !nick.is_empty()), false))
}

/// The name that a colon and a blank follow.
fn name_before_colon(text: &[u8]) -> Option<&[u8]> {
    let text = without_marks(text);
    let end = text[..text.len().min(LONGEST_NAME)].find(": ")?;
    Some(&text[..end]).filter(|name| !name.is_empty() && !name.contains(&b'/'))
}

/// What is left of the time before a message.
struct Stamp<'l> {
    rest: &'l [u8],
}

impl Stamp<'_> {
    /// Passes a date: `31/01/2020`, `1/31/20`, `31.01.20`, `2020-01-31`.
    fn date(&mut self) -> Option<Written> {
        let (first, len, rest) = number(self.rest, 4)?;
        let separator = *rest.first().filter(|byte| b"/.-".contains(byte))?;
        let after = |rest: &[u8]| rest.first() == Some(&separator);
        let (second, _, rest) = number(&rest[1..], 2)?;
        let (third, _, rest) = number(rest.get(1..).filter(|_| after(rest))?, 4)?;
        self.rest = rest;
        Some(Written { numbers: [first, second, third], first_len: len, separator })
    }

    /// Passes what is between a date and a time; returns whether that is a comma.
    fn between(&mut self) -> bool {
        let rest = self.rest.strip_prefix(b".").unwrap_or(self.rest);
        let after_comma = rest.strip_prefix(b",");
        let rest = after_comma.unwrap_or(rest);
        self.rest = rest.strip_prefix(b"T").unwrap_or(rest).trim_start_with(is_blank);
        after_comma.is_some()
    }

    /// Passes a time of day, `12:00`, `12:00:09` or `1:00 PM`.
    fn clock(&mut self) -> Option<[u8; 3]> {
        let (hour, _, rest) = number(self.rest, 2)?;
        let (minute, _, mut rest) = number(rest.strip_prefix(b":")?, 2).filter(|it| it.1 == 2)?;
        let mut second = 0;
        if let Some((value, 2, after)) = rest.strip_prefix(b":").and_then(|rest| number(rest, 2)) {
            (second, rest) = (value, after);
        }
        let word = rest.trim_start_with(is_blank);
        let half = HALVES.iter().find_map(|(name, half)| {
            let start = word.get(..name.len())?;
            start.eq_ignore_ascii_case(name.as_bytes()).then_some((half, &word[name.len()..]))
        });
        let hour = match half {
            Some((half, after)) if (1..=12).contains(&hour) => {
                rest = after;
                hour % 12 + half
            }
            _ => hour,
        };
        self.rest = rest;
        let is_time = hour < 24 && minute < 60 && second < 61;
        is_time.then_some([hour, minute, second.min(59)].map(|number| number as u8))
    }
}

/// The halves of the day.
const HALVES: [(&str, u16); 4] = [("a.m.", 0), ("p.m.", 12), ("am", 0), ("pm", 12)];

fn is_blank(char: char) -> bool {
    matches!(char, ' ' | '\u{a0}' | '\u{202f}')
}

/// A number of at most that many digits, how many it has, and what follows it.
fn number(text: &[u8], most: usize) -> Option<(u16, usize, &[u8])> {
    let len = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let digits = Some(&text[..len]).filter(|_| (1..=most).contains(&len))?;
    let number = digits.iter().fold(0, |number, digit| 10 * number + u16::from(digit - b'0'));
    Some((number, len, &text[len..]))
}

/// The order in which the numbers of a date are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    DayFirst,
    MonthFirst,
}

impl Order {
    /// That of a log: of the first date that allows only one, if the first line has a date.
    fn of(reader: &mut PeekReader<'_>) -> Self {
        let tells = |head: Prefix<'_>| match Order::of_dates(head.bytes) {
            None => head.undecided(),
            Some(_) => Sniff::Yes,
        };
        sniffs(reader, tells);
        Order::of_dates(reader.live()).unwrap_or_else(|| Order::usual(reader.live()))
    }

    fn of_dates(lines: &[u8]) -> Option<Self> {
        let date = |line| Start::of(line)?.date;
        let first = memchr(b'\n', lines).map(|end| &lines[..end]);
        if first.is_some_and(|line| date(line).is_none()) {
            return Some(Order::DayFirst);
        }
        lines.lines().filter_map(date).find_map(|date| match date.numbers {
            _ if date.first_len == 4 => Some(Order::DayFirst),
            [13..=31, 1..=12, _] => Some(Order::DayFirst),
            [1..=12, 13..=31, _] => Some(Order::MonthFirst),
            _ => None,
        })
    }

    /// That of most logs whose first line is this: America writes slashes and halves of the day.
    fn usual(lines: &[u8]) -> Self {
        let line = lines.lines().next().unwrap_or_default();
        let has_slash =
            Start::of(line).and_then(|start| start.date).is_some_and(|date| date.separator == b'/');
        let stamp = line[..line.len().min(LONGEST_STAMP)].to_ascii_uppercase();
        let has_half = [&b"AM"[..], b"PM"].iter().any(|half| stamp.contains_str(half));
        if has_slash && has_half { Order::MonthFirst } else { Order::DayFirst }
    }

    /// The day of a date.
    fn day(self, date: Written) -> Option<Day> {
        let [first, second, third] = date.numbers;
        let [year, month, day] = match self {
            _ if date.first_len == 4 => [first, second, third],
            Order::DayFirst => [third, second, first],
            Order::MonthFirst => [third, first, second],
        };
        let year = if year < 100 { 2000 + year } else { year };
        is_day([year, month, day]).then_some([year, month, day])
    }
}

fn is_day([year, month, day]: Day) -> bool {
    (1970..=2100).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day)
}

/// The day that a line says, as `Fri Jan 31 12:00:00 2020`.
fn day_in_words(line: &[u8]) -> Option<Day> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let words: Vec<_> = line.fields().map(|word| word.trim_end_with(|char| char == ',')).collect();
    let month_of = |word: &[u8]| MONTHS.iter().position(|month| word.starts_with(month.as_bytes()));
    let (at, month) =
        words.iter().enumerate().skip(2).find_map(|(at, word)| Some((at, month_of(word)?)))?;
    let value = |word: &&[u8]| number(word, 4).map(|(value, ..)| value);
    // The number of the day follows its month, or is before it.
    let day = words.get(at + 1).or(words.get(at - 1)).and_then(value)?;
    let year = words[at + 1..].iter().filter_map(value).find(|year| *year > 31)?;
    let day = [year, month as u16 + 1, day];
    is_day(day).then_some(day)
}

/// The day that the name of a file says, or the folders above it: `2020-01-31`, `20200131`, `2020/01/31`.
fn day_in_name(path: &Path) -> Option<Day> {
    let name = path.to_string_lossy();
    let bytes = name.as_bytes();
    let starts = (0..bytes.len()).rev();
    starts.filter(|at| *at == 0 || !bytes[at - 1].is_ascii_digit()).find_map(|at| {
        let rest = &bytes[at..];
        let separator = rest.get(4).filter(|byte| b"-_./\\".contains(byte));
        let len = usize::from(separator.is_some());
        let part = |range: Range<usize>| {
            let digits = rest.get(range).filter(|part| part.iter().all(u8::is_ascii_digit))?;
            str::from_utf8(digits).ok()?.parse().ok()
        };
        let day = [part(0..4)?, part(4 + len..6 + len)?, part(6 + 2 * len..8 + 2 * len)?];
        let is_same = separator.is_none_or(|byte| rest[7] == *byte);
        let ends = rest.get(8 + 2 * len).is_none_or(|byte| !byte.is_ascii_digit());
        (is_same && ends && is_day(day)).then_some(day)
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::testing::cases::assert_cases;
    use crate::testing::{entered, in_steps};

    /// The times and authors of messages, and whether the first line tells that they are some.
    #[test]
    fn messages_have_authors_and_times() {
        assert_cases("markup/chats", |[text]| {
            let head = Prefix { bytes: text, is_all: true };
            let all = in_steps(|step| entered(&ChatLog::Told, text, step));
            let messages = all.texts[0].links.iter().map(|link| {
                let message = link.message.as_ref().unwrap();
                let author = message.fields().from_name.as_deref();
                let [date, author] = [message.date.as_deref(), author].map(|it| it.unwrap_or("-"));
                format!("{date} {author}")
            });
            let messages = messages.collect::<Vec<_>>().join("; ");
            let is_told = |log: ChatLog| log.sniff(head) == Sniff::Yes;
            let told = match () {
                () if is_told(ChatLog::Told) => "",
                () if is_told(ChatLog::Named) => "named ",
                () => "? ",
            };
            format!("{told}{messages}").trim_end().to_owned()
        });
    }

    #[test]
    fn days_in_names() {
        for (name, day) in [
            ("#rust.2020-01-31.log", Some([2020, 1, 31])),
            ("logs/20200131.txt", Some([2020, 1, 31])),
            ("2020/01/31/#ubuntu.txt", Some([2020, 1, 31])),
            ("2019-01-01/2020_01_31", Some([2020, 1, 31])),
            ("120200131", None),
            ("2020-13-31", None),
            ("2020-01_31", None),
            ("#rust.log", None),
            ("", None),
        ] {
            assert_eq!(day_in_name(Path::new(name)), day, "{name}");
        }
    }
}
