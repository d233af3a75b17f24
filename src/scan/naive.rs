//! The definition, quadratic and plain: the oracle for every faster scan.

use super::{Scanner, Triggers, back};
use crate::grammar::scheme::{self, MAX_SCHEME, is_frequent, is_known, is_scheme};

/// Every `(start, colon)` where a scheme ends in a colon: of all possible starts, the first that is followed by the
/// whole run of scheme characters, less digits and marks, or, where that is not a known scheme, the first at which a
/// frequent one starts that nothing joins. Escapes are left out.
fn scheme_starts(text: &[u8]) -> Vec<(usize, usize)> {
    let colons = (0..text.len()).filter(|&i| text[i] == b':');
    colons.filter_map(|colon| start(text, colon).map(|start| (start, colon))).collect()
}

fn start(text: &[u8], colon: usize) -> Option<usize> {
    let in_run =
        |&i: &usize| text[i..colon].iter().all(|b| b.is_ascii_alphanumeric() || b"+-.".contains(b));
    let run = (colon.saturating_sub(MAX_SCHEME)..colon).find(in_run)?;
    let whole = (run..colon).find(|&i| is_scheme(&text[i..colon]))?;
    let cut = (whole + 1..colon).find(|&i| {
        let border = !text[i - 1].is_ascii_alphabetic();
        let joined = text[i - 1] == b'+' && is_known(&text[whole..i - 1]);
        border && is_frequent(&text[i..colon]) && !joined
    });
    let web = |name: &&[u8]| text[whole..colon].to_ascii_lowercase().ends_with(name);
    let glued = [&b"https"[..], b"http"].into_iter().find(web).map(|name| colon - name.len());
    let is_known = is_known(&text[whole..colon]);
    match cut.or(glued) {
        Some(cut) if !is_known && cut > whole && !joins_plus(text, whole, cut) => Some(cut),
        _ if colon - run == MAX_SCHEME && !is_frequent(&text[whole..colon]) => None,
        _ => (colon - whole > 1).then_some(whole),
    }
}

/// Returns `true` if a known scheme and a plus come before `cut`.
fn joins_plus(text: &[u8], whole: usize, cut: usize) -> bool {
    text[cut - 1] == b'+' && is_known(&text[whole..cut - 1])
}

/// Every scheme start that the scanner and the look-back give together, if `suffices` accepts what
/// follows.
pub(super) fn scanned(text: &[u8]) -> Vec<(usize, usize)> {
    let mut scanner = Scanner::new(Triggers::default());
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(colon) = scanner.next(text, 0, from) {
        from = colon + 1;
        let start = back::scheme_before(text, 0, colon).map(|scheme| scheme.start);
        found.extend(start.filter(|&s| suffices(text, s, colon)).map(|start| (start, colon)));
    }
    found
}

/// `//` follows the scheme, or it has a rule and no blank follows.
fn suffices(text: &[u8], start: usize, colon: usize) -> bool {
    let rest = &text[colon + 1..];
    let without = rest.first().is_some_and(|b| *b > b' ')
        && scheme::prose_rule(&text[start..colon]).is_some();
    rest.starts_with(b"//") || without
}

/// The scanner agrees with the definition, on the starts that `suffices` accepts.
pub(crate) fn starts_are_the_naive_ones(text: &[u8]) {
    let mut starts = scheme_starts(text);
    starts.retain(|&(start, colon)| suffices(text, start, colon));
    assert_eq!(scanned(text), starts);
}
