//! Markup that is long, broken, or both.

use super::*;
use crate::core::mapped::Role;
use crate::testing::cases::pieces;
use crate::testing::{Random, amount};

/// The text, with each link in its place.
fn joined(made: &Seen) -> Vec<u8> {
    let mut links = made.links.iter().peekable();
    let mut joined = Vec::new();
    for (byte, span) in made.text.iter().zip(&made.spans) {
        match byte {
            0 => joined.extend(
                links.next_if(|link| link.raw == *span).into_iter().flat_map(|link| &link.value),
            ),
            &FIELD_END => {}
            byte => joined.push(*byte),
        }
    }
    joined
}

#[test]
fn long_values_are_cut_and_not_lost() {
    let max_len = 100;
    for (start, end) in [
        ("<a href='", "'>b"),
        ("<a href='", ""),
        ("<a style='url(", ")'>b"),
        ("<a style='url(", ""),
        ("<style>@import 'c';url(", ")</style>b"),
        ("<style>url(", ""),
        ("<style>/*", "*/</style>b"),
        ("<a title='.", "'>b"),
        ("<a title='.", ""),
        ("<a ", ""),
        ("<a srcset='c d, ", " e'>b"),
    ] {
        for len in [max_len - 1, max_len, SLACK + max_len - 20, SLACK + max_len, 3 * SLACK] {
            let value: String = ('a'..='z').cycle().take(len).collect();
            let markup = format!("{start}{value}{end}");
            let made = read(markup.as_bytes(), UNCUT, UNCUT, max_len);
            assert_eq!(made, read(markup.as_bytes(), 7, 5, max_len));
            assert_same_reads(markup.as_bytes(), max_len);
            assert!(made.spans.is_sorted_by_key(|span| (span.start, span.end)));
            let joined = joined(&made);
            assert!(memchr::memmem::find(&joined, value.as_bytes()).is_some(), "{start} {len}");
            assert!(made.links.iter().all(|link| link.value.len() <= max_len));
            let is_cut = made.links.iter().any(|link| link.truncated);
            assert_eq!(
                is_cut,
                made.links.iter().any(|link| link.value.len() == max_len) && len > max_len
            );
        }
    }
}

#[test]
fn references_survive_a_cut() {
    let markup = format!("<a title='{}&amp;.'>", "x".repeat(SLACK - 3));
    let made = read(markup.as_bytes(), UNCUT, UNCUT, 0);
    assert!(made.text.ends_with(b"x&.\x1f"));
}

#[test]
fn hostile_markup_takes_linear_time() {
    for unit in pieces("html/hostile") {
        let markup = unit.repeat(amount(1 << 16, 1 << 18) / unit.len());
        let made = read(markup.as_bytes(), UNCUT, UNCUT, MAX_LEN);
        assert!(made.text.len() <= markup.len());
        let cut = read(markup.as_bytes(), 1, UNCUT, MAX_LEN);
        assert_eq!(made, cut, "{unit}");
        assert_same_reads(markup.as_bytes(), MAX_LEN);
    }
}

#[test]
fn any_markup_is_the_same_for_all_cuts() {
    let all = pieces("html/pieces");
    let mut random = Random::default();
    for _ in 0..amount(500, 2000) {
        let count = random.below(16);
        let pieces = (0..count).map(|_| all[random.below(all.len())].as_str());
        let made = made(&pieces.collect::<String>());
        let count = |role| made.links.iter().filter(|link| link.role == role).count();
        assert!(count(Role::ScopeEnd) <= count(Role::ScopedBase));
    }
}
