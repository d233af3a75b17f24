//! The line before each message of a mailbox (RFC 4155 Appendix A).

use memchr::memchr;

use crate::format::{Prefix, Sniff};

/// The start of the line.
pub(super) const FROM: &[u8] = b"From ";
/// How far the line, and the start of a header field after it, are looked for, in bytes.
const REACH: usize = 1 << 10;

const MONTHS: [&[u8]; 12] = [
    b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov", b"Dec",
];

/// Whether this is the start of a mailbox.
pub(super) fn sniff(head: Prefix<'_>) -> Sniff {
    match head.starts_with(FROM) {
        Sniff::Yes => separates(head.bytes, head.is_all),
        other => other,
    }
}

/// Whether a line that starts with `From ` separates messages: it has a date, and a header field follows
/// it. Archives are sloppy with the blank line before it, and with quoting `From ` in text. In doubt, it
/// separates nothing.
fn separates(text: &[u8], is_all: bool) -> Sniff {
    let sight = &text[..text.len().min(REACH)];
    let is_all = is_all || text.len() >= REACH;
    match memchr(b'\n', sight) {
        Some(end) if sight[..end].get(FROM.len()..).is_some_and(has_date) => {
            starts_field(&sight[end + 1..], is_all)
        }
        Some(_) => Sniff::No,
        None if is_all => Sniff::No,
        None => Sniff::More,
    }
}

/// Whether it has a month and a time of day.
fn has_date(line: &[u8]) -> bool {
    let mut words = line.split(|b| b" \t,".contains(b)).filter(|word| !word.is_empty());
    let has_month = words.by_ref().any(|word| MONTHS.contains(&word));
    has_month && words.any(is_time)
}

/// `hh:mm` or `hh:mm:ss`.
fn is_time(word: &[u8]) -> bool {
    let is_number =
        |part: &[u8]| (1..=2).contains(&part.len()) && part.iter().all(u8::is_ascii_digit);
    let parts = word.split(|b| *b == b':');
    (2..=3).contains(&parts.clone().count()) && parts.into_iter().all(is_number)
}

/// Whether a header field starts here, or a quoted envelope line.
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
    use super::*;

    #[test]
    fn lines_that_separate_messages() {
        for (text, expected) in [
            ("From a@b Thu Jan  1 00:00:00 1970\nSubject: x\n", Sniff::Yes),
            ("From - Mon Dec 11 09:05:01 2000\nX-Mozilla-Status: 1\n", Sniff::Yes),
            ("From joe at example.org  Tue, 4 Jan 1994 9:05 +0100\nFrom: joe\n", Sniff::Yes),
            ("From a@b Thu Jan 1 00:00:00 1970\n>From a@c Thu Jan 1 00:00:00 1970\n", Sniff::Yes),
            ("From a@b Thu Jan  1 00:00:00 1970\nthe text goes on\n", Sniff::No),
            ("From Monday on we meet at 10:30 in May.\nBring: cake\n", Sniff::No),
            ("From the start of Jan we are at http://a.example/\nx: y", Sniff::No),
            ("From a@b Thu Jan  1 00:00:00 1970", Sniff::No),
        ] {
            assert_eq!(separates(text.as_bytes(), true), expected, "{text}");
            let head = Prefix { bytes: &text.as_bytes()[..7], is_all: false };
            assert_eq!(sniff(head), Sniff::More);
        }
        let long = [FROM, &[b'x'; 2000]].concat();
        assert_eq!(separates(&long, false), Sniff::No);
    }
}
