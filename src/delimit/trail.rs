//! What the sentence puts after a URI: punctuation, closing brackets and quotes that the URI does
//! not open, entities, emphasis, the place in a stack trace.

use crate::byteset::{ALNUM, ByteSet};
use crate::options::Trailing;

/// Punctuation that ends a sentence, a clause or an emphasis, and that a URI may hold inside.
const PUNCTUATION: ByteSet = ByteSet::of(b".,;:!?'*|^\\");
/// Bytes that never trail a URI: nothing in [`tail`] takes them off.
const PLAIN_END: ByteSet = ALNUM.without(ByteSet::of(b"s")).or(ByteSet::of(b"/"));
/// Opening marks with nothing after them; an unfinished escape.
const DANGLING: ByteSet = ByteSet::of(b"([{%\"");

/// How much of `uri` is its own: the length without what trails. Never less than `least`. `before` is the byte before
/// the URI: `_` and `~` close an emphasis only where they also opened it.
pub(super) fn trimmed(uri: &[u8], least: usize, before: Option<u8>, trailing: Trailing) -> usize {
    // Most URIs end in a letter, a digit or a slash, and need no counting.
    if uri.last().is_some_and(|&b| PLAIN_END.contains(b)) && uri.len() > least {
        return uri.len();
    }
    let mut balance = None;
    let mut len = uri.len();
    while len > least {
        let own = &uri[..len];
        match tail(own, &mut balance, before, trailing) {
            0 => break,
            cut => {
                let taken = &own[len.saturating_sub(cut)..];
                balance.iter_mut().for_each(|b| taken.iter().for_each(|&byte| b.remove(byte)));
                len = len.saturating_sub(cut).max(least);
            }
        }
    }
    len
}

/// How many bytes to take off the end. The balance is computed on demand.
fn tail(
    uri: &[u8],
    balance: &mut Option<Balance>,
    before: Option<u8>,
    trailing: Trailing,
) -> usize {
    let Some(&last) = uri.last() else { return 0 };
    let keeps = trailing == Trailing::Keep;
    match last {
        b')' | b']' | b'}' => usize::from(weighed(balance, uri).is_unopened(last)),
        b';' => entity(uri).unwrap_or_else(|| usize::from(!keeps && !is_letter(uri))),
        b'\'' => match weighed(balance, uri).quotes {
            quotes if keeps || quotes > 1 => usize::from(quotes % 2 == 1),
            _ => 1,
        },
        b's' if !keeps && uri.ends_with(b"'s") => 2,
        b'_' | b'~' if !keeps && before == Some(last) => 1,
        _ if !keeps && PUNCTUATION.contains(last) => 1,
        _ if DANGLING.contains(last) => 1,
        _ => 0,
    }
}

fn weighed<'b>(balance: &'b mut Option<Balance>, uri: &[u8]) -> &'b Balance {
    balance.get_or_insert_with(|| Balance::of(uri))
}

/// The length of `&amp;` and the like at the very end.
fn entity(uri: &[u8]) -> Option<usize> {
    const NAMES: &[&[u8]] = &[b"&amp;", b"&gt;", b"&lt;", b"&quot;", b"&#39;", b"&#34;"];
    NAMES.iter().find(|name| uri.ends_with(name)).map(|name| name.len())
}

/// Returns `true` if the text ends in the entity of a letter, which belongs: others end the URI earlier.
fn is_letter(uri: &[u8]) -> bool {
    let name = |b: &u8| b.is_ascii_alphanumeric() || *b == b'#';
    let len = uri[..uri.len() - 1].iter().rev().take_while(|b| name(b)).count();
    len > 2 && uri[..uri.len() - 1 - len].ends_with(b"&")
}

/// How many brackets of each kind are opened and closed, counted once.
struct Balance {
    /// Closed less opened: `()`, `[]`, `{}`.
    closed: [i64; 3],
    quotes: usize,
}

impl Balance {
    fn of(uri: &[u8]) -> Self {
        let mut balance = Balance { closed: [0; 3], quotes: 0 };
        uri.iter().for_each(|&b| balance.count(b, 1));
        balance
    }

    fn count(&mut self, byte: u8, n: i64) {
        match byte {
            b'(' => self.closed[0] -= n,
            b')' => self.closed[0] += n,
            b'[' => self.closed[1] -= n,
            b']' => self.closed[1] += n,
            b'{' => self.closed[2] -= n,
            b'}' => self.closed[2] += n,
            b'\'' => self.quotes = self.quotes.wrapping_add_signed(n as isize),
            _ => {}
        }
    }

    fn remove(&mut self, byte: u8) {
        self.count(byte, -1);
    }

    fn is_unopened(&self, close: u8) -> bool {
        match close {
            b')' => self.closed[0] > 0,
            b']' => self.closed[1] > 0,
            _ => self.closed[2] > 0,
        }
    }
}

/// Line and column at the end of a frame of a stack trace, `:12:34`: the length without them.
/// Only after a path: after an authority a number is a port, and a fragment may end in numbers.
pub(super) fn without_place(uri: &[u8], path: usize) -> Option<usize> {
    let column = number(uri)?;
    let line = number(&uri[..column])?;
    let before = uri.get(path..line)?;
    (before.contains(&b'/') && !before.contains(&b'#')).then_some(line)
}

/// Returns `true` if the text ends in `:12`.
pub(super) fn ends_in_number(text: &[u8]) -> bool {
    number(text).is_some()
}

/// Where `:12` at the end starts.
fn number(text: &[u8]) -> Option<usize> {
    let digits = text.iter().rev().take(10).take_while(|b| b.is_ascii_digit()).count();
    let colon = text.len().checked_sub(digits + 1)?;
    (digits > 0 && text[colon] == b':').then_some(colon)
}

/// Returns `true` if a full stop after `uri` may be its own, as in `…/Dr.`: its last word is mostly written with one.
pub(super) fn may_own_stop(uri: &[u8]) -> bool {
    const WORDS: &[&str] = &[
        "dr", "mr", "mrs", "ms", "jr", "sr", "st", "inc", "ltd", "co", "corp", "bros", "vs", "etc",
        "al", "prof", "no", "vol", "ave", "gov", "sen", "rep", "gen", "col", "capt", "lt", "sgt",
        "rev", "hon", "ph.d", "u.s", "u.k", "e.g", "i.e", "a.m", "p.m", "b.c", "d.c",
    ];
    let from = uri.iter().rposition(|b| b"/_-=+?&#".contains(b)).map_or(0, |i| i + 1);
    let word = &uri[from..];
    let initials = word.len() % 2 == 1
        && word
            .iter()
            .enumerate()
            .all(|(i, b)| if i % 2 == 0 { b.is_ascii_uppercase() } else { *b == b'.' });
    from > 0
        && (initials && word.len() > 1
            || WORDS.iter().any(|w| w.as_bytes().eq_ignore_ascii_case(word)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trim(uri: &str) -> &str {
        &uri[..trimmed(uri.as_bytes(), 7, Some(b'_'), Trailing::Trim)]
    }

    #[test]
    fn trimmed_again_and_again() {
        for (uri, expected) in [
            ("http://a/b", "http://a/b"),
            ("http://a/b).", "http://a/b"),
            ("http://a/(b)).", "http://a/(b)"),
            ("http://a/b's", "http://a/b"),
            ("http://a/b&amp;", "http://a/b"),
            ("http://a/b_", "http://a/b"),
            ("http://a/b~", "http://a/b~"),
            ("http://a/b/", "http://a/b/"),
            ("http://a/b?", "http://a/b"),
            ("http://a/b?c=", "http://a/b?c="),
            ("http://a/100%", "http://a/100"),
            ("http://...", "http://"),
        ] {
            assert_eq!(trim(uri), expected);
        }
    }

    #[test]
    fn a_long_row_of_brackets_takes_linear_time() {
        let uri = "http://a/".to_owned() + &")".repeat(1 << 20);
        assert_eq!(trim(&uri), "http://a/");
    }

    #[test]
    fn a_place_needs_a_path() {
        assert_eq!(without_place(b"http://a/b.js:12:34", 8), Some(13));
        assert_eq!(without_place(b"http://a:80:12", 7), None);
        assert_eq!(without_place(b"http://a/b:12", 8), None);
    }
}
