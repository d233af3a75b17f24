//! Texts that are made to fall on the edges of rules and of buffers, and options to search them by.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use urisift::{Fold, Join, NonAscii, Options, Trailing};

// Programs that have `mod.rs` too load it twice.
#[allow(clippy::duplicate_mod)]
#[path = "pieces.rs"]
mod pieces;

use pieces::pieces;

/// Pieces in a row.
pub fn text() -> impl Strategy<Value = Vec<u8>> {
    some(40)
}

fn some(most: usize) -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        12 => select(pieces("text")).prop_map(|p| p.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 1..4),
    ];
    vec(piece, 0..most).prop_map(|pieces| pieces.concat())
}

/// Text that puts pieces at the ends of buffers: a repeated piece, some text, another repeated piece.
pub fn long_text() -> impl Strategy<Value = Vec<u8>> {
    let row = || {
        (select(pieces("text")), 0usize..200).prop_map(|(piece, n)| piece.repeat(n).into_bytes())
    };
    (row(), text(), row()).prop_map(|(before, text, after)| [before, text, after].concat())
}

/// Text whose pieces stand about as far from each other, and from the start, as buffers and limits
/// reach: up to 70 bytes more or less.
pub fn edged_text(edges: &'static [usize]) -> impl Strategy<Value = Vec<u8>> {
    let row = || (filler(edges), some(8)).prop_map(|(filler, pieces)| [filler, pieces].concat());
    (some(6), vec(row(), 1..4)).prop_map(|(first, rows)| [first, rows.concat()].concat())
}

/// A filler, cut to a length that is near an edge.
fn filler(edges: &'static [usize]) -> impl Strategy<Value = Vec<u8>> {
    let len = (select(edges), 0..141usize).prop_map(|(edge, off)| (edge + off).saturating_sub(70));
    let start =
        prop_oneof![3 => Just(""), 1 => Just("http://a.example/"), 1 => Just("<http://a.example/")];
    // Slow to search, so that they are kept short.
    let slow = pieces("slow fillers");
    let unit = prop_oneof![8 => select(pieces("fillers")), 1 => select(slow)];
    (start, unit, len).prop_map(move |(start, unit, len)| {
        let len = if slow.contains(&unit) { len.min(1200) } else { len };
        let row = [start, &unit.repeat(len / unit.len() + 1)].concat().into_bytes();
        row[..len.min(row.len())].to_vec()
    })
}

/// Options of all kinds, with limits that the texts reach.
pub fn options() -> impl Strategy<Value = Options> {
    let limit = || prop_oneof![Just(usize::MAX), Just(8192), 1usize..80];
    let modes = (0..3usize, 0..3usize, 0..3usize, any::<bool>());
    (any::<[bool; 5]>(), limit(), limit(), modes).prop_map(
        |(
            [www, bare, email, refang, escapes],
            max_len,
            max_wrapper_len,
            (iri, join, fold, keep),
        )| {
            let mut options = Options::default();
            (options.www, options.bare, options.email, options.refang) = (www, bare, email, refang);
            options.escapes = escapes;
            (options.max_len, options.max_wrapper_len) = (max_len, max_wrapper_len);
            options.non_ascii = [NonAscii::Auto, NonAscii::Never, NonAscii::Always][iri];
            options.join = [Join::Auto, Join::Never, Join::Always][join];
            options.fold = [Fold::Auto, Fold::Never, Fold::Always][fold];
            options.trailing = if keep { Trailing::Keep } else { Trailing::Trim };
            options.positions = true;
            options
        },
    )
}
