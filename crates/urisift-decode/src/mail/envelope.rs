//! The line before each message of a mailbox (RFC 4155 Appendix A), and the other forms of it that programs
//! write.

use memchr::{memchr, memmem};

use super::head;
use crate::core::format::{Prefix, Sniff};
use crate::core::start::Envelope;
use crate::layers::coding::Coding;
use urisift::internal::byteset::ByteSet;

/// The start of the line.
pub(super) const FROM: &[u8] = b"From ";
/// How far the line, and the start of a header field after it, are looked for, in bytes.
const REACH: usize = 1 << 10;
/// How far two fields of a message are looked for after a line without a month and a time, in bytes.
const HEADER: usize = 4 << 10;

const MONTHS: [&[u8]; 12] = [
    b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec",
];

/// What is between the words of the line.
const GAP: ByteSet = ByteSet::of(b" \t\r,");

/// Returns `true` if a mailbox starts here. All its lines between messages may be quoted, as some archives have them.
pub(super) fn sniff(head: Prefix<'_>) -> Sniff {
    let Some(bytes) = head.bytes.strip_prefix(b">") else {
        return precedes_message(head, |_| true);
    };
    // It may be a quotation of a mailbox.
    let is_quotation = memchr(b'\n', bytes).is_some_and(|feed| bytes.get(feed + 1) == Some(&b'>'));
    if is_quotation { Sniff::No } else { precedes_message(Prefix { bytes, ..head }, |_| true) }
}

/// Decodes a mailbox whose lines between messages are quoted: takes `>` from them.
pub(super) struct Quoted {
    /// The next byte starts a line.
    pub starts_line: bool,
}

impl Coding for Quoted {
    fn plain(&mut self, bytes: &[u8]) -> usize {
        let Some(last) = bytes.last() else { return 0 };
        if self.starts_line && bytes[0] == b'>' {
            return 0;
        }
        let next = memmem::find(bytes, b"\n>");
        self.starts_line = next.is_some() || *last == b'\n';
        next.map_or(bytes.len(), |feed| feed + 1)
    }

    fn first(&mut self, head: Prefix<'_>, out: &mut Vec<u8>) -> Option<usize> {
        let (byte, rest) = (*head.bytes.first()?, &head.bytes[1..]);
        let follows = match self.starts_line && byte == b'>' {
            true => Prefix { bytes: rest, ..head }.starts_with(FROM),
            false => Sniff::No,
        };
        match follows {
            Sniff::More => return None,
            Sniff::Yes => {}
            Sniff::No => out.push(byte),
        }
        self.starts_line = byte == b'\n';
        Some(1)
    }
}

/// The form of the line at the front, which separates messages.
pub(super) fn form(text: &[u8]) -> Option<Envelope> {
    Envelope::of(first_line(text)?.strip_prefix(FROM)?)
}

/// The least sure form of the lines between messages, if the first of them is at the front. Where Thunderbird wrote
/// `From - ` and a date, later versions of it continue with bare lines.
pub(super) fn least(text: &[u8]) -> Envelope {
    match text.strip_prefix(FROM) {
        Some([b'-', b' ' | b'\r' | b'\n', ..]) => Envelope::Bare,
        _ => form(text).unwrap_or(Envelope::Sloppy).max(Envelope::Sloppy),
    }
}

/// Returns `true` if a text ends in a blank line; `after_feed` says whether it starts after a line feed.
pub(super) fn ends_blank(text: &[u8], after_feed: bool) -> bool {
    let before = text.strip_suffix(b"\n").map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    before.unwrap_or(text).last().map_or(after_feed, |last| before.is_some() && *last == b'\n')
}

/// Returns `true` if a line that starts with `From ` separates messages where `least` is the least sure form of those
/// lines; a blank line must be before a bare one.
pub(super) fn separates(head: Prefix<'_>, least: Envelope, after_blank: bool) -> Sniff {
    precedes_message(head, |form| least.admits(form) && (after_blank || form != Envelope::Bare))
}

/// Returns `true` if the line at the front is an envelope of a form that is admitted, and the header of a message
/// follows it. After a line as RFC 4155 has it, one field is enough: archives are sloppy with the blank line before it,
/// and with quoting `From ` in text. In doubt, it is not one.
fn precedes_message(head: Prefix<'_>, admits: impl Fn(Envelope) -> bool) -> Sniff {
    match head.starts_with(FROM) {
        Sniff::Yes => {}
        other => return other,
    }
    let sight = &head.bytes[..head.bytes.len().min(REACH)];
    let is_all = head.is_all || sight.len() == REACH;
    let Some(line) = first_line(sight) else {
        return Prefix { bytes: sight, is_all }.undecided();
    };
    let after = line.len() + 1;
    match Envelope::of(&line[FROM.len()..]).filter(|form| admits(*form)) {
        None => Sniff::No,
        Some(Envelope::Dated) => starts_field(&sight[after..], is_all),
        Some(_) => {
            let fields = &head.bytes[after..head.bytes.len().min(after + HEADER)];
            let is_all = head.is_all || fields.len() == HEADER;
            head::sniff(Prefix { bytes: fields, is_all })
        }
    }
}

fn first_line(text: &[u8]) -> Option<&[u8]> {
    memchr(b'\n', text).map(|end| &text[..end])
}

impl Envelope {
    /// Returns `true` if a line of that form separates messages where this is the least sure one. A sender alone and a
    /// bare line do so only where the first message has the same.
    fn admits(self, form: Envelope) -> bool {
        form == self || form <= self.min(Envelope::Sloppy)
    }

    /// What follows `From `.
    fn of(line: &[u8]) -> Option<Envelope> {
        let words = || line.split(|b| GAP.contains(*b)).filter(|word| !word.is_empty());
        let mut after = words().skip_while(|word| !MONTHS.contains(word));
        let has_month = after.next().is_some();
        if has_month && after.any(is_time) {
            return Some(Envelope::Dated);
        }
        let has = |is: fn(&[u8]) -> bool| usize::from(words().skip(1).any(is));
        let signs = usize::from(has_month) + has(is_time) + has(is_year) + 2 * has(starts_iso_date);
        let mut words = words();
        match (words.next(), words.next()) {
            (Some([b'-', rest @ ..]), None) if is_number(rest) => Some(Envelope::Sloppy),
            (Some(b"-"), _) if signs > 0 => Some(Envelope::Sloppy),
            _ if signs > 1 => Some(Envelope::Sloppy),
            (Some(_), None) => Some(Envelope::Sender),
            _ if matches!(line, b"" | b"\r") => Some(Envelope::Bare),
            _ => None,
        }
    }
}

/// A year of four digits.
fn is_year(word: &[u8]) -> bool {
    matches!(word, [b'1' | b'2', b'0' | b'9', rest @ ..] if rest.len() == 2 && is_number(rest))
}

/// `2001-02-03`, or a time after it.
fn starts_iso_date(word: &[u8]) -> bool {
    let Some((date, rest)) = word.split_at_checked(10) else { return false };
    let parts = [&date[..4], &date[5..7], &date[8..]];
    is_year(parts[0])
        && parts.into_iter().all(is_number)
        && (date[4], date[7]) == (b'-', b'-')
        && rest.first().is_none_or(|b| *b == b'T')
}

fn is_number(word: &[u8]) -> bool {
    word.iter().all(u8::is_ascii_digit)
}

/// `hh:mm` or `hh:mm:ss`.
fn is_time(word: &[u8]) -> bool {
    let parts = word.split(|b| *b == b':');
    let is_part = |part: &[u8]| (1..=2).contains(&part.len()) && is_number(part);
    (2..=3).contains(&parts.clone().count()) && parts.into_iter().all(is_part)
}

/// Returns `true` if a header field starts here, or a quoted envelope line.
fn starts_field(text: &[u8], is_all: bool) -> Sniff {
    let text = text.strip_prefix(b">").unwrap_or(text);
    let name = text.iter().take_while(|b| (b'!'..=b'~').contains(*b) && **b != b':').count();
    match text.get(name) {
        Some(b':') => Sniff::sure(name > 0),
        Some(b' ') => Sniff::sure(text.starts_with(FROM)),
        Some(_) => Sniff::No,
        None if is_all => Sniff::No,
        None => Sniff::More,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Mbox;
    use super::*;
    use crate::testing::cases::{assert_cases, assert_texts, or_dash, sniffed};
    use crate::testing::{opened, stands_all_cuts};

    #[test]
    fn lines_that_separate_messages() {
        assert_cases("mail/separators", |[text]| {
            assert_eq!(sniff(Prefix { bytes: &text[..7], is_all: false }), Sniff::More);
            format!("{:?}", separates(Prefix { bytes: text, is_all: true }, Envelope::Dated, false))
        });
        let long = [FROM, &[b'x'; 2000]].concat();
        assert_eq!(sniff(Prefix { bytes: &long, is_all: false }), Sniff::No);
    }

    #[test]
    fn the_first_line_tells_the_others() {
        assert_cases("mail/first lines", |[line]| format!("{:?}", least(&[line, b"\n"].concat())));
    }

    #[test]
    fn blank_lines() {
        assert_cases("mail/blank lines", |[text, after_feed]| {
            ends_blank(text, after_feed == b"true")
        });
    }

    #[test]
    fn lines_of_other_forms_need_a_header_after_them() {
        assert_texts("mail/envelopes", |line| {
            let form = Envelope::of(&line.as_bytes()[FROM.len()..]);
            for (fields, is_header) in [
                ("From: a\nTo: b\n", true),
                ("X-Google-Thread: 1,2\nX-Any: 3\n", true),
                ("From: a\nand so on\n", false),
                ("Bring: cake\nAnd: tea\n", false),
                ("\nFrom: a\nTo: b\n", false),
                ("From: a\n", false),
            ] {
                let text = format!("{line}\n{fields}");
                let told = |is_told| format!("{:?}", Sniff::sure(is_told && is_header));
                assert_eq!(sniffed(text.as_bytes(), sniff), told(form.is_some()), "{text}");
                for least in [Envelope::Sloppy, Envelope::Sender, Envelope::Bare] {
                    let is_one = form.is_some_and(|form| form < Envelope::Sender || form == least);
                    let whole = Prefix { bytes: text.as_bytes(), is_all: true };
                    for after_blank in [true, false] {
                        let is_told = is_one && (after_blank || form != Some(Envelope::Bare));
                        let found = separates(whole, least, after_blank);
                        assert_eq!(format!("{found:?}"), told(is_told), "{text}");
                    }
                }
            }
            or_dash(form.map(|form| format!("{form:?}")))
        });
        let endless = [b"From -1\nFrom: a\n".as_slice(), &b" b\n".repeat(HEADER)].concat();
        assert_eq!(sniff(Prefix { bytes: &endless, is_all: false }), Sniff::No);
    }

    #[test]
    fn lines_between_messages_may_be_quoted() {
        let message = "From: a@b\nTo: c\n\n>x\n>From here\n>>From there\n\n";
        let first = ">From a@b Thu Jan  1 00:00:00 1970\n";
        let mailbox = format!("{first}{message}{first}{message}");
        let all = opened(mailbox.as_bytes());
        let bodies = all.texts.iter().filter(|text| text.path.ends_with("text/plain"));
        let bodies: Vec<_> = bodies.map(|text| String::from_utf8_lossy(&text.text)).collect();
        let body = ">x\nFrom here\n>From there\n";
        assert_eq!(bodies, [body.to_owned(), format!("{body}\n")]);
        stands_all_cuts(&Mbox, mailbox.as_bytes());
        for text in [">From a@b Thu Jan  1 00:00:00 1970\n>X: y\n", ">From here", ">"] {
            assert_eq!(opened(text.as_bytes()).texts[0].path, "");
        }
    }
}
