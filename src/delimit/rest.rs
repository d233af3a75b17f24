//! What the next line starts with: more of the URI above, or something else. Precision comes first:
//! a word taken for the rest of a URI spoils one that was right.

use super::view::View;
use crate::byteset::{ALNUM, ByteSet, HEXDIG, SCHEME};
use crate::grammar::{scheme, tld};

/// Punctuation that the sentence puts after a token.
pub(super) const TRAILING: ByteSet = ByteSet::of(b".,;:!?)]}'");

/// Whether another URI, an item of a list, a header or a bracket starts at `at`, where the token
/// stands.
pub(super) fn starts_something(view: &View<'_>, at: usize, token: &[u8]) -> bool {
    const BULLET: ByteSet = ByteSet::of(b"-*+#=~_.>");
    let after = at + token.len();
    let colon = token.iter().position(|b| !SCHEME.contains(*b)).unwrap_or(token.len());
    let rest = &token[colon..];
    let uri =
        rest.starts_with(b"://") || rest.starts_with(b":") && scheme::is_known(&token[..colon]);
    let bullet = token.iter().all(|&b| BULLET.contains(b));
    let digits = token.len() < 4 && token.iter().all(u8::is_ascii_digit);
    let number =
        digits && view.is(after, |b| b".):".contains(&b)) && view.is(after + 1, |b| b == b' ');
    let word = token.iter().all(|&b| ALNUM.contains(b) || b"-_".contains(&b));
    let header = word && view.is(after, |b| b == b':');
    let outer = token.first().is_some_and(|b| b"[(=.,;:!)".contains(b));
    uri || bullet || number || header || outer
}

/// Whether the token belongs to something else: an address, a host, code, an option, a path.
/// `last` is the character that the URI ends in so far.
pub(super) fn is_foreign(token: &[u8], last: u8) -> bool {
    let has = |text: &[u8]| token.windows(text.len()).any(|w| w == text);
    let www = token.len() > 4 && token[..4].eq_ignore_ascii_case(b"www.");
    let escape = matches!(token, [b'%', x, y, ..] if HEXDIG.contains(*x) && HEXDIG.contains(*y));
    let starts = match token {
        [b'$' | b'\'' | b'*' | b'~' | b'+' | b'_', ..] | [b'-', b'-', ..] => true,
        [b'%', ..] => !escape,
        [b'/' | b'#', ..] => last == b'/',
        _ => false,
    };
    starts || www || token.contains(&b'@') || has(b"()") || has(b"::")
}

/// Whether both lines start the same way, as records or settings on lines of their own do.
/// `before` stands in front of the URI on its line, `at` is where the next line's text starts.
pub(super) fn begins_alike(view: &View<'_>, before: &[u8], at: usize) -> bool {
    let end = view.find(at, 200, |b| b <= b' ');
    let next = end.map_or_else(|| view.sight(at, 200), |end| view.slice(at, end));
    let first = before.split(|b| *b <= b' ').next().unwrap_or(&[]);
    let marked = first.iter().any(|b| !b.is_ascii_alphabetic());
    marked && shape(first) == shape(next) || sets(before) && sets_at(view, at)
}

/// A word with each run of letters or digits reduced to one.
fn shape(word: &[u8]) -> Vec<u8> {
    let mut shape: Vec<u8> = word
        .iter()
        .map(|&b| match b {
            b'0'..=b'9' => b'0',
            _ if b.is_ascii_alphabetic() => b'a',
            _ => b,
        })
        .collect();
    shape.dedup_by(|a, b| a == b && a.is_ascii_alphanumeric());
    shape
}

const NAME: ByteSet = ALNUM.or(ByteSet::of(b"_.$%-"));

/// Whether a line that starts like this sets a named value: `url = `, `Homepage: `.
fn sets(before: &[u8]) -> bool {
    let name = before.iter().take_while(|b| NAME.contains(**b)).count();
    let rest = before[name..].trim_ascii_start();
    name > 0 && rest.first().is_some_and(|b| b"=:".contains(b))
}

fn sets_at(view: &View<'_>, at: usize) -> bool {
    let after = view.find(at, 100, |b| !NAME.contains(b)).unwrap_or(at);
    let mark = view.skip_blanks(after);
    let macro_line = view.is(at, |b| b == b'%') && view.is(at + 1, |b| b.is_ascii_alphabetic());
    after > at && view.is(mark, |b| b"=:".contains(&b)) || macro_line
}

/// Whether the token is almost certainly a piece of a URI that was cut inside a word. An assignment
/// to a variable is not.
pub(super) fn is_unmistakable(token: &[u8]) -> bool {
    let equals = token.iter().position(|&b| b == b'=');
    let name = &token[..equals.unwrap_or(0)];
    let assigns =
        name.len() > 2 && !name.iter().any(|b| b.is_ascii_lowercase() || b"&/?%".contains(b));
    let marks = token.iter().any(|b| b"=&%?/".contains(b)) || has_ending(token);
    marks && !assigns && Likeness::of(token) == Likeness::Strong
}

/// Whether the token sets a named value, as no path does: `extension=foo.so`.
pub(super) fn is_setting(token: &[u8]) -> bool {
    let name = token.iter().take_while(|b| NAME.contains(**b)).count();
    name > 0 && token.get(name) == Some(&b'=')
}

/// Whether a token that also resembles a word may be a segment of a path or more: it has a slash, or
/// a hyphen and a number.
pub(super) fn is_path(token: &[u8]) -> bool {
    token.contains(&b'/') || token.contains(&b'-') && token.iter().any(u8::is_ascii_digit)
}

/// Whether the token starts with a host, as a URI does after its `//`. A file's name may end like one.
pub(super) fn is_host(token: &[u8]) -> bool {
    let end = token.iter().position(|b| b"/?#:".contains(b)).unwrap_or(token.len());
    let (host, path) = token.split_at(end);
    let Some(dot) = host.iter().rposition(|&b| b == b'.') else { return false };
    let last = host[dot + 1..].to_ascii_lowercase();
    let www = host.len() > 4 && host[..4].eq_ignore_ascii_case(b"www.");
    let named = tld::is_usual(&last) || path.starts_with(b"/") && tld::is_tld(&last);
    dot > 0 && host.iter().all(|&b| ALNUM.contains(b) || b"-.".contains(&b)) && (www || named)
}

/// Whether the token is made of digits and what stands between them in dates, numbers and versions.
pub(super) fn is_number(token: &[u8]) -> bool {
    token.iter().all(|b| b.is_ascii_digit() || b"+-./()".contains(b))
}

/// How much a token looks like the rest of a URI rather than like a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd)]
pub(super) enum Likeness {
    None,
    /// It has a mark or a digit, as some words have.
    Some,
    /// It has marks that words lack.
    Strong,
}

impl Likeness {
    pub fn of(token: &[u8]) -> Self {
        let count = |marks: &[u8]| token.iter().filter(|b| marks.contains(b)).count();
        let inner = |mark: u8| {
            let between = |w: &&[u8]| w[1] == mark && ALNUM.contains(w[0]) && ALNUM.contains(w[2]);
            token.windows(3).filter(between).count()
        };
        let digit = token.iter().any(u8::is_ascii_digit);
        let slashes = count(b"/");
        let marked = count(b"=&%_~#?") > 0
            || slashes > 1
            || slashes > 0 && (digit || inner(b'.') > 0)
            || inner(b'.') > 1
            || has_ending(token);
        match token.len() {
            0..4 => Likeness::None,
            _ if marked => Likeness::Strong,
            _ if slashes > 0 || digit || inner(b'.') + inner(b'-') > 0 => Likeness::Some,
            _ => Likeness::None,
        }
    }
}

/// Whether the token is a file name with an extension.
fn has_ending(token: &[u8]) -> bool {
    let Some(dot) = token.iter().rposition(|&b| b == b'.') else { return false };
    let ending = &token[dot + 1..];
    dot > 0 && (2..=5).contains(&ending.len()) && ending.iter().all(u8::is_ascii_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_not_rests() {
        for word in ["and", "Before", "C#", "5%", "I/O"] {
            assert_eq!(Likeness::of(word.as_bytes()), Likeness::None, "{word}");
        }
        for word in ["and/or", "MP3s", "self-contained", "2005"] {
            assert_eq!(Likeness::of(word.as_bytes()), Likeness::Some, "{word}");
        }
        for rest in ["a/b/c", "x.html", "id=17", "page_2", "%20of"] {
            assert_eq!(Likeness::of(rest.as_bytes()), Likeness::Strong, "{rest}");
        }
    }

    #[test]
    fn shapes() {
        assert_eq!(shape(b"2020/01/02"), shape(b"1999/12/31"));
        assert_eq!(shape(b"foo_1.txt"), shape(b"ba_22.md"));
        assert_ne!(shape(b"foo"), shape(b"foo/bar"));
    }
}
