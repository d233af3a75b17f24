//! Characters that belong to a word, and so to a URI, where they stand inside it: the apostrophe, the middle dot, the
//! hyphen of Hebrew and its marks of abbreviation, the mark between syllables of Tibetan, joiners without a width.

use super::Kind;
use crate::delimit::View;

const ZWNJ: char = '\u{200c}';
pub(super) const ZWJ: char = '\u{200d}';
const APOSTROPHE: char = '’';
const MAQAF: char = '\u{5be}';

/// Returns `true` if the character belongs to words of some language, though it is not a letter.
pub(super) fn is_joint(c: char) -> bool {
    matches!(c, ZWNJ | ZWJ | APOSTROPHE | '·' | '\u{387}' | MAQAF)
        || matches!(c, '\u{5f3}' | '\u{5f4}' | '\u{f0b}' | '\u{f0c}')
}

/// Returns `true` if the character at `i`, a joint of `len` bytes, stands inside a word.
pub(super) fn joins(view: &View<'_>, i: usize, c: char, len: usize) -> bool {
    let (Some(last), _) = bstr::decode_last_utf8(view.slice(i.saturating_sub(4), i)) else {
        return false;
    };
    let Some((next, next_len)) = character(view, i + len) else { return false };
    let both = |test: fn(char) -> bool| test(last) && test(next);
    match c {
        ZWNJ | ZWJ => both(is_letter) && same_script(last, next) || both(is_symbol),
        APOSTROPHE => both(is_letter) && is_word(view, i + len, i + len + next_len),
        MAQAF => is_hebrew(last) && (is_hebrew(next) || next.is_ascii_alphanumeric()),
        '\u{5f3}' | '\u{5f4}' => both(is_hebrew),
        '\u{f0b}' | '\u{f0c}' => both(is_tibetan),
        _ => both(is_letter),
    }
}

fn character(view: &View<'_>, i: usize) -> Option<(char, usize)> {
    match view.at(i)? {
        byte @ ..0x80 => Some((byte.into(), 1)),
        _ => view.char_at(i),
    }
}

fn is_letter(c: char) -> bool {
    match Kind::of(c) {
        _ if c.is_ascii() => c.is_ascii_alphabetic(),
        Kind::Letter => !c.is_numeric(),
        kind => kind == Kind::Mark,
    }
}

/// Returns `true` if it is a symbol, or what makes an emoji of one.
pub(super) fn is_symbol(c: char) -> bool {
    c == '\u{fe0f}' || !c.is_ascii() && Kind::of(c) == Kind::Symbol
}

/// Returns `true` if more of a word follows the letter at `first`, which an apostrophe precedes: another letter, or a
/// hyphen or an apostrophe and a letter. What English puts after any word is not one: `’s`, `’ll`, `’re`, `’ve`.
fn is_word(view: &View<'_>, first: usize, second: usize) -> bool {
    let letter = |i| character(view, i).is_some_and(|(c, _)| is_letter(c));
    let mark = |i| match character(view, i) {
        Some(('-' | '_' | APOSTROPHE, len)) => len,
        _ => 0,
    };
    let is_ending = [b"ll", b"re", b"ve"].iter().any(|ending| view.has(first, *ending))
        && !letter(second + 1 + mark(second + 1));
    !is_ending && letter(second + mark(second))
}

fn is_hebrew(c: char) -> bool {
    matches!(c, '\u{591}'..='\u{5bd}' | '\u{5bf}'..='\u{5f2}' | '\u{fb1d}'..='\u{fb4f}')
}

fn is_tibetan(c: char) -> bool {
    matches!(c, '\u{f00}' | '\u{f20}'..='\u{f33}' | '\u{f35}' | '\u{f37}' | '\u{f39}' | '\u{f3e}'..='\u{fbc}')
}

/// Returns `true` if two letters or marks are of one script. Marks of no script in particular go with any.
fn same_script(a: char, b: char) -> bool {
    let (a, b) = (script(a), script(b));
    a == b || a == 0 || b == 0
}

/// The script of a letter as far as joiners need it: a number of those that are in several blocks, or of the block.
/// From Syriac on, scripts that use joiners have blocks of 128 for themselves.
fn script(c: char) -> u32 {
    match u32::from(c) {
        0x300..=0x36f | 0x1ab0..=0x1aff | 0x1dc0..=0x1dff | 0xfe00..=0xfe0f => 0,
        ..0x2b0 | 0x1e00..=0x1eff | 0x2c60..=0x2c7f | 0xa720..=0xa7ff => 1,
        0x370..=0x3ff | 0x1f00..=0x1fff => 2,
        0x400..=0x52f | 0x1c80..=0x1c8f | 0x2de0..=0x2dff | 0xa640..=0xa69f => 3,
        0x600..=0x6ff | 0x750..=0x77f | 0x870..=0x8ff | 0xfb50..=0xfdff | 0xfe70..=0xfefc => 4,
        0x1000..=0x109f | 0xa9e0..=0xa9ff | 0xaa60..=0xaa7f => 5,
        0x1800..=0x18af => 6,
        c => 8 + (c >> 7),
    }
}
