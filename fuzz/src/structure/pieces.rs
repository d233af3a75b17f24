//! A text as pieces that are moved, repeated, nested or left out.

use std::ops::Range;

use super::{Random, Syntax};

/// The longest mutant.
const MOST: usize = 64 << 10;

pub fn mutated(syntax: &Syntax, text: &[u8], random: &mut Random) -> Vec<u8> {
    let mut pieces = split(syntax, text);
    for _ in 0..=random.below(4) {
        change(syntax, &mut pieces, random);
    }
    let mut mutant = pieces.concat();
    mutant.truncate(MOST);
    mutant
}

fn split(syntax: &Syntax, text: &[u8]) -> Vec<Vec<u8>> {
    let mut pieces = vec![Vec::new()];
    for byte in text {
        if syntax.starts.contains(byte) {
            pieces.push(Vec::new());
        }
        pieces.last_mut().expect("one at least").push(*byte);
        if syntax.ends.contains(byte) {
            pieces.push(Vec::new());
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// Some pieces in a row: half of the time from what opens something to what closes it.
fn run(syntax: &Syntax, pieces: &[Vec<u8>], random: &mut Random) -> Range<usize> {
    let start = random.below(pieces.len());
    let opened = pieces.get(start).and_then(|piece| piece.first());
    let pair = opened.and_then(|first| syntax.pairs.iter().find(|[open, _]| open == first));
    let len = 1 + random.below(8);
    let end = match pair {
        Some([open, close]) if random.below(2) == 0 => {
            start + closed(&pieces[start..], *open, *close)
        }
        _ => start + len,
    };
    start..end.min(pieces.len())
}

/// How many pieces it takes until what the first byte opens is closed.
fn closed(pieces: &[Vec<u8>], open: u8, close: u8) -> usize {
    let mut depth = 0_usize;
    for (index, byte) in
        pieces.iter().enumerate().flat_map(|(i, piece)| piece.iter().map(move |b| (i, *b)))
    {
        if byte == close && depth > 0 {
            depth -= 1;
            if depth == 0 {
                return index + 1;
            }
        } else if byte == open {
            depth += 1;
        }
    }
    pieces.len()
}

fn change(syntax: &Syntax, pieces: &mut Vec<Vec<u8>>, random: &mut Random) {
    let (run, at) = (run(syntax, pieces, random), random.below(pieces.len() + 1));
    let phrase = random.pick(&syntax.phrases).clone();
    match random.below(10) {
        0 => drop(pieces.drain(run)),
        1 => {
            let copy = pieces[run].to_vec();
            pieces.splice(at..at, copy);
        }
        2 => {
            let most = MOST / (1 + pieces[run.clone()].iter().map(Vec::len).sum::<usize>());
            let copies =
                vec![pieces[run.clone()].to_vec(); (1 + random.below(6)).min(most)].concat();
            pieces.splice(run, copies);
        }
        3 => {
            let taken: Vec<_> = pieces.drain(run).collect();
            let at = at.min(pieces.len());
            pieces.splice(at..at, taken);
        }
        4 | 5 => pieces.insert(at, phrase),
        6 => drop(pieces.splice(run, [phrase])),
        7 if !syntax.pairs.is_empty() => {
            let [open, close] = *random.pick(&syntax.pairs);
            pieces.insert(run.end, vec![close]);
            pieces.insert(run.start, vec![open]);
        }
        _ => {
            let count = pieces.len();
            let Some(piece) = pieces.get_mut(at.min(count.saturating_sub(1))) else { return };
            change_byte(piece, random);
        }
    }
}

fn change_byte(piece: &mut Vec<u8>, random: &mut Random) {
    let (at, byte) = (random.below(piece.len()), random.below(256) as u8);
    match random.below(4) {
        _ if piece.is_empty() => piece.push(byte),
        0 => piece.insert(at, byte),
        1 => drop(piece.remove(at)),
        2 => piece[at] = byte,
        _ => piece[at] ^= 1 << (byte % 8),
    }
}
