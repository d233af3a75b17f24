//! HTML entities of characters that end a URI.

use super::iri::Kind;
use super::view::View;
use crate::byteset::{ALNUM, HEXDIG};

/// Whether the HTML entity of a character that ends a URI stands at `i`. `&amp;` alone ends none.
pub(super) fn ends_uri(view: &View<'_>, i: usize) -> bool {
    let from = if view.has(i + 1, b"amp;") { i + 5 } else { i + 1 };
    let doubled = from > i + 1;
    if view.is(from, |b| b == b'#') {
        return number_ends_uri(view, from + 1);
    }
    let Some(end) = view.find(from, 9, |b| !ALNUM.contains(b)) else { return false };
    let name = view.slice(from, end);
    view.is(end, |b| b == b';')
        && name != b"amp"
        && (!doubled || DELIMITERS.contains(&name))
        && is_entity(name)
}

/// Entities of delimiters in a text that was escaped twice.
const DELIMITERS: &[&[u8]] = &[b"lt", b"gt", b"quot", b"nbsp", b"apos"];

/// The names of entities that occur after a URI: delimiters, blanks, dashes, quotes, arrows and the
/// like (HTML 4.01 24.3 and 24.4).
fn is_entity(name: &[u8]) -> bool {
    const NAMES: &[&str] = &[
        "lt", "gt", "quot", "apos", "nbsp", "ensp", "emsp", "thinsp", "shy", "zwnj", "zwj", "lrm",
        "rlm", "ldquo", "rdquo", "bdquo", "lsquo", "rsquo", "sbquo", "laquo", "raquo", "lsaquo",
        "rsaquo", "hellip", "mdash", "ndash", "bull", "middot", "sdot", "copy", "reg", "trade",
        "rarr", "larr", "uarr", "darr", "harr", "rArr", "lArr", "para", "sect", "dagger", "Dagger",
        "iexcl", "iquest", "deg", "NewLine", "Tab", "lpar", "rpar", "lbrack", "rbrack", "lsqb",
        "rsqb", "lcub", "rcub", "comma", "period", "times", "divide", "minus", "plusmn", "euro",
        "pound", "cent", "yen", "lang", "rang", "sup1", "sup2", "sup3", "prime", "Prime", "infin",
        "crarr", "hearts", "check", "star", "bigstar", "ordf", "ordm", "frac12", "frac14",
        "frac34", "not", "macr", "acute",
    ];
    NAMES.iter().any(|n| n.as_bytes() == name)
}

/// Whether the number of a character that ends a URI stands at `i`, with a semicolon: `39;`, `x27;`.
fn number_ends_uri(view: &View<'_>, i: usize) -> bool {
    let hex = view.is(i, |b| b | 0x20 == b'x');
    let from = i + usize::from(hex);
    let Some(end) = view.find(from, 8, |b| !HEXDIG.contains(b)) else { return false };
    let digits = std::str::from_utf8(view.slice(from, end)).unwrap_or_default();
    let code = u32::from_str_radix(digits, if hex { 16 } else { 10 });
    let own = |b: u8| ALNUM.contains(b) || b"&=/?%-_~#+:@".contains(&b);
    let ends = |code: u32| match u8::try_from(code) {
        Ok(byte) if byte < 0x80 => !own(byte),
        _ => char::from_u32(code).is_none_or(|c| matches!(Kind::of(c), Kind::Other | Kind::Symbol)),
    };
    view.is(end, |b| b == b';') && code.is_ok_and(ends)
}
