//! Colors of a terminal inside a URI (ECMA-48 8.3.117): `grep` and others highlight a part of it, as in
//! `https://a.example/ESC[31mfooESC[m/bar`. A color that only follows the URI ends it.

use super::escape::Unread;
use super::view::View;
use crate::byteset::{ALNUM, ByteSet, URI};

/// The byte that starts a sequence.
pub(super) const ESC: u8 = 0x1b;

/// How far the end of a highlight is looked for, in bytes.
const SIGHT: usize = 256;
/// The longest sequence.
const MAX_LEN: usize = 32;
/// What may follow a sequence in a URI.
const MORE: ByteSet = ALNUM.or(ByteSet::of(b"/?#&=%_~.:+@$-"));

/// Returns `true` if sequences at `i` stand inside a URI that has no color set so far.
#[cold]
pub(super) fn is_inside(view: &View<'_>, i: usize) -> bool {
    let inside = inside(view.sight(i, SIGHT), false);
    if inside == Err(Unread::Cut) {
        view.want_more();
    }
    inside.is_ok()
}

/// The length of the sequences that the text starts with if they stand inside a URI, and whether a color is set after
/// them; `coloured` tells whether one is before. What sets one inside the URI must be followed by the rest of it and by
/// what resets it. What resets one belongs if the URI set it, or if it is of `grep`, which erases the rest of the line
/// right after it.
pub(super) fn inside(text: &[u8], coloured: bool) -> Result<(usize, bool), Unread> {
    let is_all = text.len() >= SIGHT;
    let text = &text[..text.len().min(SIGHT)];
    within(text, coloured).map_err(|unread| if is_all { Unread::Other } else { unread })
}

fn within(text: &[u8], coloured: bool) -> Result<(usize, bool), Unread> {
    let row = Row::of(text)?;
    let rest = &text[row.len..];
    if !MORE.contains(*rest.first().ok_or(Unread::Cut)?) {
        return Err(Unread::Other);
    }
    if row.sets {
        resets(rest)?;
    } else if !coloured && !row.erases {
        return Err(Unread::Other);
    }
    Ok((row.len, row.sets))
}

/// Returns `true` if characters of a URI and then a reset follow.
fn resets(mut text: &[u8]) -> Result<(), Unread> {
    loop {
        let end = text.iter().position(|&b| !URI.contains(b)).ok_or(Unread::Cut)?;
        let row = Row::of(&text[end..])?;
        if !row.sets {
            return Ok(());
        }
        text = &text[end + row.len..];
    }
}

/// Sequences one after another.
struct Row {
    len: usize,
    /// Whether a color is set after them.
    sets: bool,
    /// Whether they erase the rest of the line, after the color.
    erases: bool,
}

impl Row {
    /// Those that the text starts with, at least one, all of them of colors.
    fn of(text: &[u8]) -> Result<Self, Unread> {
        let mut row = Row { len: 0, sets: false, erases: false };
        loop {
            let rest = &text[row.len..];
            match rest.first() {
                Some(&ESC) => {}
                Some(_) if row.len > 0 => return Ok(row),
                Some(_) => return Err(Unread::Other),
                None => return Err(Unread::Cut),
            }
            let (parameters, last) = sequence(rest)?;
            match last {
                b'm' => (row.sets, row.erases) = (sets(parameters), false),
                b'K' if row.len > 0 => row.erases = true,
                _ => return Err(Unread::Other),
            }
            row.len += b"\x1b[m".len() + parameters.len();
        }
    }
}

/// The parameters and the last byte of the sequence that the text starts with.
fn sequence(text: &[u8]) -> Result<(&[u8], u8), Unread> {
    match text.get(1) {
        Some(b'[') => {}
        Some(_) => return Err(Unread::Other),
        None => return Err(Unread::Cut),
    }
    let parameters = &text[2..text.len().min(MAX_LEN)];
    match parameters.iter().position(|b| !b.is_ascii_digit() && !b";:".contains(b)) {
        Some(len) => Ok((&parameters[..len], parameters[len])),
        None if text.len() < MAX_LEN => Err(Unread::Cut),
        None => Err(Unread::Other),
    }
}

/// Returns `true` if one of the parameters sets a color or a style; the others reset all, or one.
fn sets(parameters: &[u8]) -> bool {
    const RESETS: &[&[u8]] =
        &[b"", b"0", b"00", b"22", b"23", b"24", b"25", b"27", b"28", b"29", b"39", b"49", b"59"];
    parameters.split(|&b| b == b';').any(|parameter| !RESETS.contains(&parameter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_inside_a_uri() {
        for (text, coloured, expected) in [
            ("\x1b[31mfoo\x1b[m ", false, Ok((5, true))),
            ("\x1b[01;31m\x1b[Kfoo\x1b[m\x1b[K/", false, Ok((11, true))),
            ("\x1b[0m\x1b[1m\x1b[31mfoo\x1b[0m/", false, Ok((13, true))),
            ("\x1b[1mfoo\x1b[31mbar\x1b[0m/", false, Ok((4, true))),
            ("\x1b[m/", true, Ok((3, false))),
            ("\x1b[m\x1b[K/", false, Ok((6, false))),
            ("\x1b[22;39m/", true, Ok((8, false))),
            ("\x1b[m/", false, Err(Unread::Other)),
            ("\x1b[K/", false, Err(Unread::Other)),
            ("\x1b[m ", true, Err(Unread::Other)),
            ("\x1b[31m foo\x1b[m", false, Err(Unread::Other)),
            ("\x1b[31mfoo bar\x1b[m", false, Err(Unread::Other)),
            ("\x1b[2Jfoo\x1b[m", false, Err(Unread::Other)),
            ("\x1b]8;;\x07", false, Err(Unread::Other)),
        ] {
            assert_eq!(inside(text.as_bytes(), coloured), expected, "{text:?}");
            for len in 0..text.len() {
                let cut = inside(&text.as_bytes()[..len], coloured);
                assert!(cut == Err(Unread::Cut) || cut == expected, "{text:?} to {len}");
            }
        }
    }

    #[test]
    fn looks_no_further_than_allowed() {
        let text = "\x1b[31m".to_owned() + &"a".repeat(SIGHT);
        assert_eq!(inside(text.as_bytes(), false), Err(Unread::Other));
        let text = "\x1b[31m".repeat(SIGHT);
        assert_eq!(inside(text.as_bytes(), false), Err(Unread::Other));
    }
}
