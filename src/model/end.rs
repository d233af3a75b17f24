//! Where a bare URI ends, once more and naively: what the rules say in words (run forward to the first character that
//! cannot belong, then go back over what the sentence put there), and nothing of `delimit`.
//!
//! For a URI with an authority, on one line, in texts of the test below: what their characters mean is decided by those
//! words alone, not by what tables, strings of programs or labels of links would make of them.

/// The end of the URI that starts at `start`.
pub fn bare_end(text: &str, start: usize) -> usize {
    let end = start + run(&text[..start], &text[start..]);
    // A quote that ends it stands for code in the cell.
    if start == 0
        && !text[end..].starts_with('\'')
        && let Some(end) = cell(text)
    {
        return end;
    }
    let end = start + without_arrow(&text[start..end], &text[end..]);
    let own = start + trimmed(&text[..start], &text[start..end]);
    let place = place(&text[start..own]);
    let after = if own == end { text[end..].trim_start_matches([' ', '\t']) } else { &text[own..] };
    let ends =
        after.starts_with("\\n") || after.chars().next().is_none_or(|c| ")]}\"'".contains(c));
    if ends { own - place } else { own }
}

/// Returns `true` if a character like a dot is after `end`, in the host: what precedes it is half of another name.
fn is_half_host(uri: &str, end: usize) -> bool {
    let (own, rest) = uri.split_at(end);
    let is_host = own.split_once("://").is_some_and(|(_, body)| !body.contains(['/', '?', '#']));
    is_host
        && rest.strip_prefix(['\u{b7}', '\u{3002}']).is_some_and(|rest| rest.starts_with(is_letter))
}

/// The length of the cell before a tab, in the first column, if it is all of one URI.
fn cell(text: &str) -> Option<usize> {
    let end = text.find(|c| c <= ' ' || "<>\"`\\".contains(c))?;
    let (cell, rest) = text.split_at(end);
    let two = cell.match_indices([',', ';']).any(|(at, _)| starts_uri(&cell[at + 1..]));
    let entity = ["&gt;", "&lt;", "&quot;"].iter().any(|entity| cell.contains(entity));
    // Punctuation belongs to a non-ASCII word that follows a mark.
    let is_mark = |c: char| "\u{201d}\u{3002}\u{2026}".contains(c);
    let mut last = '/';
    let mut is_word = false;
    let belongs = cell.chars().all(|c| {
        if last.is_ascii() && !c.is_ascii() {
            is_word = !last.is_ascii_alphanumeric() && !is_mark(c);
        }
        last = c;
        !is_mark(c) || is_word && c != '\u{2026}'
    });
    (rest.starts_with('\t') && !two && !entity && belongs).then_some(end)
}

/// The length without the first part of an arrow.
fn without_arrow(uri: &str, after: &str) -> usize {
    match after.starts_with('>') {
        true if uri.ends_with('-') => uri.trim_end_matches('-').len(),
        true if !uri.contains('?') => uri.trim_end_matches('=').len(),
        _ => uri.len(),
    }
}

/// How far characters follow that may belong to the URI.
fn run(before: &str, text: &str) -> usize {
    let authority = text.find("://").map_or(0, |colon| colon + 3);
    let mut pairs = 0..0;
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < authority) {
        if pairs.contains(&at) {
            continue;
        }
        let (uri, rest) = (&text[..at], &text[at..]);
        let belongs = match c {
            '\0'..=' ' | '<' | '>' | '"' | '`' | '\\' => false,
            ')' if open(uri) > 0 => true,
            // One that closes something of the text: what is open there, or what another one follows.
            ')' => count(before, '(') <= count(before, ')') && !rest[1..].starts_with(['(', '[']),
            '[' => match pair(&uri[authority..], rest) {
                Some(len) => {
                    pairs = at..at + len;
                    true
                }
                None => false,
            },
            ']' => false,
            ',' | ';' => !starts_uri(&rest[1..]),
            '\'' => {
                (is_userinfo(rest) || uri[authority..].contains(['/', '?', '#']))
                    && !(rest.starts_with("',") && count(&uri[authority..], '\'').is_multiple_of(2))
            }
            '&' => {
                !["&gt;", "&lt;", "&quot;"].iter().any(|entity| rest.starts_with(entity))
                    && !goes_on_outside(before, &uri[authority..], rest)
            }
            '\u{80}'.. => {
                is_of_alphabet(c)
                    || is_inside_word(uri, rest)
                    || may_hold_unspaced(&uri[authority..], c)
            }
            _ => true,
        };
        if !belongs {
            return at;
        }
    }
    text.len()
}

fn count(text: &str, c: char) -> usize {
    text.matches(c).count()
}

/// How many parentheses are open.
fn open(uri: &str) -> usize {
    uri.bytes().fold(0, |open, b| match b {
        b'(' => open + 1,
        b')' => open.saturating_sub(1),
        _ => open,
    })
}

/// The length of a pair of brackets that belongs. In a path it holds a letter, and no label of a link; in a query or a
/// fragment, a number alone is a name there only if more of it follows.
fn pair(uri: &str, rest: &str) -> Option<usize> {
    let end = rest.find(']')?;
    let (inside, after) = (&rest[1..end], &rest[end + 1..]);
    let is_number = !inside.is_empty() && inside.bytes().all(|b| b.is_ascii_digit());
    let belongs = if uri.contains(['?', '#']) {
        !is_number || open(uri) > 0 || after.starts_with(['=', '&', '[', '.', '%'])
    } else {
        uri.contains('/') && inside.contains(char::is_alphabetic) && !after.starts_with('(')
    };
    belongs.then_some(end + 1)
}

/// Returns `true` if the URI is the value of a parameter, has no query of its own, and the next parameter follows.
fn goes_on_outside(before: &str, uri: &str, rest: &str) -> bool {
    let parameter = rest[1..].trim_start_matches("amp;");
    let name =
        parameter.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || ".[]%_-".contains(c));
    before.ends_with('=')
        && !uri.contains(['?', '#'])
        && name.len() < parameter.len()
        && name.starts_with('=')
}

fn starts_uri(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, _)| {
        scheme.len() > 1 && scheme.bytes().all(|b| b.is_ascii_alphabetic())
    })
}

/// Returns `true` if only what userinfo may hold is before an `@` and a host.
fn is_userinfo(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-._~%!$&'()*+,;=:".contains(c);
    let host = text.trim_start_matches(is_part).strip_prefix('@');
    host.and_then(|host| host.chars().next())
        .is_some_and(|c| c.is_ascii_alphanumeric() || c == '[' || !c.is_ascii())
}

/// Letters of Latin, Greek and Cyrillic, and marks that go with them.
fn is_of_alphabet(c: char) -> bool {
    c < '\u{530}' && c.is_alphabetic() || ('\u{300}'..'\u{370}').contains(&c)
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || !c.is_ascii() && is_of_alphabet(c)
}

/// Returns `true` if a middle dot or an apostrophe of typography is between letters. No host has an apostrophe, or a
/// dot but between two `l`. After an apostrophe, one letter and no mark is none of the word.
fn is_inside_word(uri: &str, rest: &str) -> bool {
    let mut after = rest.chars();
    let (c, next, second) = (after.next(), after.next(), after.next());
    let (Some(last), Some(next)) = (uri.chars().next_back(), next) else { return false };
    let is_host = !uri.split_once("://").is_some_and(|(_, body)| body.contains(['/', '?', '#']));
    let goes_on = match second {
        Some('-' | '_' | '\u{2019}') => after.next().is_some_and(is_letter),
        second => second.is_some_and(is_letter),
    };
    is_letter(last)
        && is_letter(next)
        && match c {
            Some('\u{b7}') => !is_host || last == 'l' && next == 'l',
            Some('\u{2019}') => !is_host && goes_on,
            _ => false,
        }
}

/// Returns `true` if a Han character follows what it may follow, or one that is in the same component.
fn may_hold_unspaced(uri: &str, c: char) -> bool {
    let component = uri.rfind(['/', '?', '#']).map_or(uri, |at| &uri[at..]);
    let is_han = |c| ('\u{4e00}'..'\u{a000}').contains(&c);
    is_han(c) && (uri.ends_with(['=', '#']) || component.contains(is_han))
}

/// The length without what the sentence put at the end, which is taken off again and again.
fn trimmed(before: &str, uri: &str) -> usize {
    let mut own = uri;
    while let Some(less) = less(before, own) {
        own = less;
    }
    own.len()
}

fn less<'t>(before: &str, own: &'t str) -> Option<&'t str> {
    let last = own.chars().next_back()?;
    let off = |end: &str| own.strip_suffix(end);
    let unopened = |open, close| {
        if count(own, close) > count(own, open) { off(&close.to_string()) } else { None }
    };
    let entity = ["&amp;", "&gt;", "&lt;", "&quot;"].iter().find_map(|entity| off(entity));
    match last {
        ';' if entity.is_some() => entity,
        '\'' if count(own, '\'') > 1 && count(own, '\'').is_multiple_of(2) => None,
        '.' | ',' | ';' | ':' | '!' | '?' | '\'' | '*' => off(&last.to_string()),
        // Closing emphasis.
        '_' | '~' if before.ends_with(last) => off(&last.to_string()),
        ')' => unopened('(', ')'),
        ']' => unopened('[', ']'),
        // What opens there opens something of the sentence; a `%` is an unfinished escape.
        '(' | '[' | '%' => off(&last.to_string()),
        _ => off("'s"),
    }
}

/// The length of a line and a column after a path, of a trace: `:12:34`.
fn place(uri: &str) -> usize {
    let mut parts = uri.rsplitn(3, ':');
    let [Some(column), Some(line), Some(rest)] = [parts.next(), parts.next(), parts.next()] else {
        return 0;
    };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let path = rest.split_once("://").and_then(|(_, rest)| rest.find('/'));
    let is_place = is_number(line) && is_number(column) && path.is_some() && !rest.contains('#');
    if is_place { uri.len() - rest.len() } else { 0 }
}

mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::{bare_end, is_half_host};
    use crate::options::{Join, Options};
    use crate::stream::Extractor;
    use crate::testing::cases;

    const BEFORE: &[&str] = &["", "see ", "(", "(see ", "a (b) ", "_", "~", "x: ", "u="];

    const STARTS: &[&str] = &[
        "http://a.example",
        "ftp://b.example/",
        "x-y://c/d",
        "https://e.example/?f",
        "http://g/#h",
    ];

    const PIECES: &[&str] = &[
        "a",
        "b.c",
        "/",
        "/d",
        "?e=f",
        "#g",
        "&h=i",
        "=",
        "-j",
        "+",
        "@",
        "$",
        "(",
        ")",
        "(k)",
        "_[l]",
        "[2]",
        "[]=m",
        "?q[n]=o",
        ".",
        ":",
        "!",
        "?",
        "*",
        "_",
        "~",
        "'s",
        "p'q",
        "r',s",
        "%",
        "%41",
        "&amp;",
        "&gt; ",
        "&quot;",
        ":12:34",
        ",http://r.example/",
        ";http://s.example/",
        "\u{e9}",
        "\u{44f}",
        "\u{301}",
        "l\u{b7}l",
        "n\u{b7}n",
        "d\u{2019}e",
        "d\u{2019}ef",
        "d\u{2019}e-f",
        "\u{2019}",
        "\u{201d}",
        "\u{3002}",
        "=\u{7684}",
        "\u{2026}",
        " ",
        "<",
        ">",
        "\"",
        "`",
        "\\n",
        ", t",
        "; u",
        ") v",
        "\t",
    ];

    proptest! {
        #![proptest_config(cases(1000, 4000))]

        #[test]
        fn a_bare_uri_ends_where_the_words_of_the_rules_say(
            before in select(BEFORE),
            start in select(STARTS),
            pieces in vec(select(PIECES), 0..9),
        ) {
            let text = [before, start, &pieces.concat()].concat();
            let options = Options { join: Join::Never, ..Options::default() };
            let extractor = Extractor::new(options);
            let end = bare_end(&text, before.len());
            // Whether half of a host is found is not said here.
            prop_assume!(!is_half_host(&text[before.len()..], end - before.len()));
            let found = extractor.find_iter(text.as_bytes()).next();
            let found = found.expect("the first one");
            let span = found.span();
            prop_assert_eq!(span.start as usize, before.len(), "{}", &text);
            let (own, expected) = (&text[before.len()..span.end as usize], &text[before.len()..end]);
            prop_assert_eq!(own, expected, "in {}", &text);
        }
    }
}
