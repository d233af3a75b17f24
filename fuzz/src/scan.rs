//! What finds candidates, against its definition.

use urisift::testing::laws;

pub fn every_tier_is_the_definition(bytes: &[u8]) {
    let Some((&from, text)) = bytes.split_last() else { return };
    laws::tiers_are_the_naive_ones(text, from.into());
    // The same bytes where a row of vectors does not start with them.
    let moved = [&vec![b' '; from.into()], text, &[b' '; 300]].concat();
    laws::tiers_are_the_naive_ones(&moved, 1);
}

pub fn no_start_is_passed_over(bytes: &[u8]) {
    // The definition leaves out escapes, in which a letter before a scheme is none of it.
    if bytes.iter().any(|b| b"\\\x1b".contains(b)) {
        return;
    }
    laws::candidates_are_the_naive_ones(bytes);
    let amid = [&[b'\n'; 70], bytes, &[b'\n'; 200]].concat();
    laws::candidates_are_the_naive_ones(&amid);
}
