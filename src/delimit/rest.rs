//! What the next line starts with: more of the URI above, or something else. Precision comes first:
//! a word taken for the rest of a URI spoils one that was right.

use super::view::View;
use crate::byteset::{ALNUM, ByteSet, HEXDIG, SCHEME};
use crate::grammar::{scheme, tld};

/// Punctuation that the sentence puts after a token.
pub(super) const TRAILING: ByteSet = ByteSet::of(b".,;:!?)]}'");

/// Returns `true` if the token is a URI of its own.
pub(super) fn starts_uri(token: &[u8]) -> bool {
    let colon = token.iter().position(|b| !SCHEME.contains(*b)).unwrap_or(token.len());
    let rest = &token[colon..];
    colon > 0
        && (rest.starts_with(b"://") || rest.starts_with(b":") && scheme::is_known(&token[..colon]))
}

/// Returns `true` if an item of a list, a header, a bracket or a line of marks alone starts at `at`, where the token
/// stands.
pub(super) fn starts_item(view: &View<'_>, at: usize, token: &[u8]) -> bool {
    const RULE: ByteSet = ByteSet::of(b"-*+#=~_.>:");
    let is_rule = token.iter().all(|&b| RULE.contains(b));
    let after = at + token.len();
    let digits = token.len() < 4 && token.iter().all(u8::is_ascii_digit);
    let number =
        digits && view.is(after, |b| b".):".contains(&b)) && view.is(after + 1, |b| b == b' ');
    let word = token.iter().all(|&b| ALNUM.contains(b) || b"-_".contains(&b));
    let header = word && view.is(after, |b| b == b':');
    is_rule || number || header || token.first().is_some_and(|b| b"[(".contains(b))
}

/// Returns `true` if the token starts with what a sentence puts after something, or an assignment after a name.
pub(super) fn closes_something(token: &[u8]) -> bool {
    token.first().is_some_and(|b| b"[(=.,;:!)".contains(b))
}

/// Returns `true` if the token belongs to something else: an address, a host, code, an option.
pub(super) fn is_foreign(token: &[u8]) -> bool {
    let has = |text: &[u8]| token.windows(text.len()).any(|w| w == text);
    let www = token.len() > 4 && token[..4].eq_ignore_ascii_case(b"www.");
    let escape = matches!(token, [b'%', x, y, ..] if HEXDIG.contains(*x) && HEXDIG.contains(*y));
    let starts = match token {
        [b'$' | b'\'' | b'*' | b'~' | b'+' | b'_', ..] | [b'-', b'-', ..] => true,
        [b'%', ..] => !escape,
        _ => false,
    };
    let address =
        token.iter().position(|&b| b == b'@').is_some_and(|at| !token[..at].contains(&b'/'));
    starts || www || address || has(b"()") || has(b"::")
}

/// Returns `true` if an identifier whose shape is known is cut between the URI so far and the token: a DOI, the id of a
/// message in an archive, an escape, a UUID or a hash.
pub(super) fn completes_identifier(so_far: &[u8], token: &[u8]) -> bool {
    match so_far {
        [.., before, b'/'] if *before != b'/' && is_message_id(token) => {
            memchr::memchr_iter(b'/', so_far).count() > 3
        }
        [.., b'%', x] if HEXDIG.contains(*x) => HEXDIG.contains(token[0]),
        _ => {
            completes_doi(so_far, token)
                || completes_suffix(so_far, token)
                || completes_hash(so_far, token)
        }
    }
}

/// Returns `true` if a word follows a DOI, whose suffix it would hardly be in.
pub(super) fn is_word_after_doi(so_far: &[u8], token: &[u8]) -> bool {
    doi_host(so_far).is_some() && !token.iter().any(u8::is_ascii_digit)
}

/// Where `doi.org` is at the end of the URI's host.
fn doi_host(uri: &[u8]) -> Option<usize> {
    let start = uri.iter().take(10).position(|&b| b == b':')? + 3;
    let len = uri.get(start..)?.iter().position(|&b| b == b'/').unwrap_or(uri.len() - start);
    uri[start..start + len].ends_with(b"doi.org").then(|| start + len - b"doi.org".len())
}

/// Returns `true` if the URI so far goes to a resolver of DOIs and the token completes one: `10.` and a registrant's
/// code, a slash, and a suffix (ISO 26324).
fn completes_doi(so_far: &[u8], token: &[u8]) -> bool {
    let Some(at) = doi_host(so_far) else { return false };
    let doi = [&so_far[at + b"doi.org".len()..], token].concat();
    let Some(code) = doi.strip_prefix(b"/10.") else { return false };
    let digits = code.iter().take_while(|b| b.is_ascii_digit()).count();
    let suffix = code.get(digits + 1..).unwrap_or_default();
    let is_doi = (4..=9).contains(&digits) && code.get(digits) == Some(&b'/') && !suffix.is_empty();
    let own = &so_far[at + b"doi.org".len()..];
    // Beyond the slash it is whole, or a suffix that was cut. A number alone may be that of a line.
    let open =
        own.len() <= b"/10./".len() + digits && !(own.len() > 1 && token.starts_with(b"10."));
    let number = token.iter().take_while(|b| b.is_ascii_digit()).count();
    is_doi && open && token.iter().any(u8::is_ascii_digit) && (number < token.len() || number > 4)
}

/// Returns `true` if the URI so far is a DOI that ends in a full stop, and the token is more of its suffix.
fn completes_suffix(so_far: &[u8], token: &[u8]) -> bool {
    let is_doi =
        doi_host(so_far).is_some() || so_far.len() > 4 && so_far[..4].eq_ignore_ascii_case(b"doi:");
    let digits = token.iter().filter(|b| b.is_ascii_digit()).count();
    is_doi && so_far.ends_with(b".") && digits > 0 && digits < token.len()
}

/// Returns `true` if the token is the id of a message (RFC 5322 3.6.4), perhaps with a slash after it, and not the
/// address of a person.
fn is_message_id(token: &[u8]) -> bool {
    let id = token.strip_suffix(b"/").unwrap_or(token);
    let Some(at) = memchr::memchr(b'@', id) else { return false };
    let is_plain = |part: &[u8]| !part.is_empty() && part.iter().all(|b| !b"/@?#".contains(b));
    let digits = id[..at].iter().filter(|b| b.is_ascii_digit()).count();
    let is_long = at >= 12 && digits > 3 || at >= 20 && digits > 0;
    is_long && is_plain(&id[..at]) && is_plain(&id[at + 1..])
}

/// Returns `true` if both make one UUID (RFC 9562 4) or one hash of a usual length, and the URI so far ends in no whole
/// one.
fn completes_hash(so_far: &[u8], token: &[u8]) -> bool {
    let is_part = |b: &u8| HEXDIG.contains(*b) || *b == b'-';
    let head = so_far.iter().rev().take_while(|b| is_part(b)).count();
    let tail = token.iter().take_while(|b| is_part(b)).count();
    let whole = [&so_far[so_far.len() - head..], &token[..tail]].concat();
    let ends = token.get(tail).is_none_or(|b| !b.is_ascii_alphanumeric());
    let hyphens: Vec<_> = memchr::memchr_iter(b'-', &whole).collect();
    let is_id = match whole.len() {
        36 => hyphens == [8, 13, 18, 23],
        32 | 40 | 64 => hyphens.is_empty(),
        _ => false,
    };
    head > 3 && tail > 1 && ends && is_id
}

/// Returns `true` if the token starts with `name=value`.
pub(super) fn is_parameter(token: &[u8]) -> bool {
    let name = token.iter().take_while(|b| NAME.contains(**b) || b"[]".contains(b)).count();
    name > 0 && token.get(name) == Some(&b'=') && token.get(name + 1).is_some_and(|&b| b != b'=')
}

/// Returns `true` if the value of a parameter is not a word, nor a letter of a formula.
pub(super) fn has_odd_value(token: &[u8]) -> bool {
    let value = token.split(|&b| b == b'=').nth(1).unwrap_or(&[]);
    value.len() > 3 && value.iter().any(u8::is_ascii_digit)
}

/// Returns `true` if another parameter of a query follows in the token: `&name=`.
pub(super) fn has_parameters(token: &[u8]) -> bool {
    memchr::memchr_iter(b'&', token).any(|i| is_parameter(&token[i + 1..]))
}

/// Returns `true` if the token starts a path, a query or a fragment that the URI so far may continue with. A path of a
/// file system is not one.
pub(super) fn starts_component(so_far: &[u8], token: &[u8]) -> bool {
    const ROOTS: [&[u8]; 20] = [
        b"bin", b"boot", b"dev", b"etc", b"home", b"lib", b"lib64", b"mnt", b"nix", b"opt",
        b"proc", b"root", b"run", b"sbin", b"srv", b"sys", b"tmp", b"usr", b"var", b"Users",
    ];
    let rest = &token[1..];
    match token[0] {
        b'/' => {
            let first = rest.split(|b| *b == b'/').next().unwrap_or(&[]);
            rest.first().is_some_and(|&b| ALNUM.contains(b) || b == b'~')
                && !ROOTS.contains(&first)
                && (Likeness::of(rest) == Likeness::Strong || is_name(rest) || rest.contains(&b'/'))
        }
        b'?' => !so_far.contains(&b'?') && is_parameter(rest),
        // A keyword of Org starts with `#+`.
        _ => {
            !so_far.contains(&b'#')
                && !rest.starts_with(b"+")
                && Likeness::of(rest) == Likeness::Strong
                && !is_setting(rest)
        }
    }
}

/// Returns `true` if the token may be the tag of a post: `#some_words`.
pub(super) fn is_hashtag(token: &[u8]) -> bool {
    token.starts_with(b"#") && token[1..].iter().all(|&b| ALNUM.contains(b) || b == b'_')
}

/// Returns `true` if the token is made of words with hyphens or underscores between them, as names in paths are.
pub(super) fn is_name(token: &[u8]) -> bool {
    let count = |mark: u8| memchr::memchr_iter(mark, token).count();
    let (hyphens, underscores) = (count(b'-'), count(b'_'));
    let digits = token.iter().any(u8::is_ascii_digit);
    token.len() >= 12 && (underscores > 1 || hyphens > 2 || hyphens > 0 && digits)
}

/// Returns `true` if the token ends a host: it is the rest of a name with a top-level domain.
pub(super) fn ends_host(token: &[u8]) -> bool {
    let end = token.iter().position(|b| b"/?#:".contains(b)).unwrap_or(token.len());
    let (host, path) = token.split_at(end);
    let last = host.rsplit(|&b| b == b'.').next().unwrap_or(&[]).to_ascii_lowercase();
    let dotted = host.contains(&b'.');
    let goes_on = path.starts_with(b"/");
    // A sentence starts with a capital, and has no path at once.
    host.first()
        .is_some_and(|&b| ALNUM.contains(b) && (!b.is_ascii_uppercase() || dotted && goes_on))
        && host.iter().all(|&b| ALNUM.contains(b) || b"-._".contains(&b))
        && (goes_on && tld::is_tld(&last) || tld::is_usual(&last) && (dotted || last.len() > 2))
}

/// The endings of names of files, and of what serves pages.
const ENDINGS: [&[u8]; 28] = [
    b"asp", b"aspx", b"bz2", b"cfm", b"cgi", b"css", b"deb", b"exe", b"git", b"gz", b"htm",
    b"html", b"jar", b"jpg", b"js", b"json", b"jsp", b"patch", b"pdf", b"php", b"phtml", b"png",
    b"sty", b"txt", b"xml", b"xsl", b"xz", b"zip",
];

/// Returns `true` if the name of a file is cut after a full stop, and the token completes it: an ending with more of a
/// path, or a part of a version with one.
pub(super) fn completes_name(so_far: &[u8], token: &[u8]) -> bool {
    let end = token.iter().position(|b| b"/?#".contains(b)).unwrap_or(token.len());
    so_far.ends_with(b".") && end < token.len() && ENDINGS.contains(&&token[..end])
}

/// Returns `true` if the token is the ending of a file's name, or a part of a version with one: `html`, `2-Mojave.dmg`.
pub(super) fn is_file_ending(token: &[u8]) -> bool {
    ENDINGS.contains(&token) || token[0].is_ascii_digit() && has_ending(token)
}

/// Returns `true` if the token starts with the end of a path's segment that was cut in two: one or two characters, as
/// no path of a file has, and more of the path.
pub(super) fn is_part_of_segment(token: &[u8]) -> bool {
    let end = token.iter().position(|&b| b == b'/').unwrap_or(token.len());
    let first = &token[..end];
    let is_short = matches!(first, [b'0'..=b'9'] | [b'0'..=b'9', b'0'..=b'9']);
    is_short && end + 1 < token.len() && Likeness::of(&token[end + 1..]) == Likeness::Strong
}

/// Returns `true` if both lines start the same way, as records or settings on lines of their own do. `before` is before
/// the URI on its line, `at` is where the next line's text starts.
pub(super) fn begins_alike(view: &View<'_>, before: &[u8], at: usize) -> bool {
    let end = view.find(at, 200, |b| b <= b' ');
    let next = end.map_or_else(|| view.sight(at, 200), |end| view.slice(at, end));
    let first = before.split(|b| *b <= b' ').next().unwrap_or(&[]);
    let marked = first.iter().any(|b| !b.is_ascii_alphabetic());
    marked && are_alike(first, next) || sets(before) && sets_at(view, at)
}

/// Returns `true` if a line that starts with `before` is a record, as the line above it in the text `above` is: both
/// start with a word of the same shape that has more than letters.
pub(super) fn is_record(above: &[u8], before: &[u8]) -> bool {
    let start = memchr::memrchr2(b'\n', b'\r', above.trim_ascii_end()).map_or(0, |i| i + 1);
    let first = |line| <[u8]>::split(line, |b| *b <= b' ').next().unwrap_or(&[]);
    before.iter().take_while(|b| **b > b' ').any(u8::is_ascii_digit)
        && are_alike(first(before), first(&above[start..]))
}

/// Returns `true` if two words are alike once each run of letters or digits in them is reduced to one.
fn are_alike(one: &[u8], other: &[u8]) -> bool {
    shape(one).eq(shape(other))
}

/// The bytes of a word, with each run of letters or digits reduced to one.
fn shape(word: &[u8]) -> impl Iterator<Item = u8> {
    let kind = |b: u8| match b {
        b'0'..=b'9' => b'0',
        _ if b.is_ascii_alphabetic() => b'a',
        _ => b,
    };
    let mut last = 0;
    word.iter().map(move |&b| kind(b)).filter(move |&b| {
        let goes_on = b == last && b.is_ascii_alphanumeric();
        last = b;
        !goes_on
    })
}

const NAME: ByteSet = ALNUM.or(ByteSet::of(b"_.$%-"));

/// Returns `true` if a line that starts like this sets a named value: `url = `, `Homepage: `.
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

/// Returns `true` if the token is almost certainly a piece of a URI that was cut inside a word. An assignment to a
/// variable is not.
pub(super) fn is_unmistakable(token: &[u8]) -> bool {
    let equals = token.iter().position(|&b| b == b'=');
    let name = &token[..equals.unwrap_or(0)];
    let assigns =
        name.len() > 2 && !name.iter().any(|b| b.is_ascii_lowercase() || b"&/?%".contains(b));
    let marks = token.iter().any(|b| b"=&%?/#".contains(b)) || has_ending(token);
    marks && !assigns && Likeness::of(token) == Likeness::Strong
}

/// Returns `true` if the token sets a named value, as no path does: `extension=foo.so`.
pub(super) fn is_setting(token: &[u8]) -> bool {
    let name = token.iter().take_while(|b| NAME.contains(**b)).count();
    name > 0 && token.get(name) == Some(&b'=')
}

/// Returns `true` if a token that also resembles a word may be a segment of a path or more: it has a slash, or a hyphen
/// and a number.
pub(super) fn is_path(token: &[u8]) -> bool {
    token.contains(&b'/') || token.contains(&b'-') && token.iter().any(u8::is_ascii_digit)
}

/// Returns `true` if the token starts with a host, as a URI does after its `//`. A file's name may end like one.
pub(super) fn is_host(token: &[u8]) -> bool {
    let end = token.iter().position(|b| b"/?#:".contains(b)).unwrap_or(token.len());
    let (host, path) = token.split_at(end);
    let Some(dot) = host.iter().rposition(|&b| b == b'.') else { return false };
    let last = host[dot + 1..].to_ascii_lowercase();
    let www = host.len() > 4 && host[..4].eq_ignore_ascii_case(b"www.");
    let named = tld::is_usual(&last)
        || tld::is_tld(&last) && !tld::is_file_ending(&last)
        || path.starts_with(b"/");
    dot > 0 && host.iter().all(|&b| ALNUM.contains(b) || b"-.".contains(&b)) && (www || named)
}

/// Returns `true` if the token is made of digits and what is between them in dates, numbers and versions.
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

/// Returns `true` if the token is a file name with an extension.
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
        assert!(are_alike(b"2020/01/02", b"1999/12/31") && are_alike(b"foo_1.txt", b"ba_22.md"));
        assert!(!are_alike(b"foo", b"foo/bar"));
    }
}
