//! Marks inside a URI that are not seen: the soft hyphen, the zero width space and the word joiner, with which
//! programs allow or forbid a line break.

use super::escape::Unread;
use super::trim::Trim;
use super::unescaped::Layer;
use super::view::View;
use super::{Extent, Head};
use crate::byteset::{ALNUM, ByteSet};
use crate::options::Options;

const ZERO_WIDTH_SPACE: &[u8] = "\u{200b}".as_bytes();
/// The soft hyphen.
pub(super) const SOFT_HYPHEN: &[u8] = "\u{ad}".as_bytes();
/// The marks.
const MARKS: [&[u8]; 3] = [ZERO_WIDTH_SPACE, SOFT_HYPHEN, "\u{2060}".as_bytes()];

/// How far the rest of a URI is looked at, in bytes.
const SIGHT: usize = 128;
/// What a URI continues with.
const MORE: ByteSet = ALNUM.or(ByteSet::of(b"/?#&=%_~.:+@-"));
/// What shows that it does, and no word follows.
const JOINT: ByteSet = ByteSet::of(b"/?#&=%_.-");

/// What follows that: more of the URI, or another mark.
const AFTER_JOINT: ByteSet = ALNUM.or(ByteSet::of(&[0xc2, 0xe2]));

/// What the text is read without if marks at `i` stand inside a URI. Beside a digit, a soft hyphen is not a place to
/// break a word, so these are hyphens.
#[cold]
pub(super) fn layer(view: &View<'_>, i: usize) -> Option<Layer> {
    let inside = inside(view.sight(i, SIGHT), false);
    if inside == Err(Unread::Cut) {
        view.want_more();
    }
    inside.ok()?;
    let (mut window, mut are_hyphens) = ([0; 4], false);
    view.find(i - 1, SIGHT, |byte| {
        window.rotate_left(1);
        window[3] = byte;
        let [before, x, y, after] = window;
        are_hyphens = [x, y] == *SOFT_HYPHEN && [before, after].iter().any(u8::is_ascii_digit);
        are_hyphens || byte <= b' '
    });
    Some(Layer::Unseen { soft: are_hyphens.then_some('-') })
}

/// The length of the marks that the text starts with if they stand inside a URI. After a zero width space,
/// which also separates words, no word alone may follow, unless the URI has had such marks `before`.
pub(super) fn inside(text: &[u8], before: bool) -> Result<usize, Unread> {
    let is_all = text.len() >= SIGHT;
    let text = &text[..text.len().min(SIGHT)];
    within(text, before).map_err(|unread| if is_all { Unread::Other } else { unread })
}

fn within(text: &[u8], before: bool) -> Result<usize, Unread> {
    let mut rest = text;
    let mut separates = false;
    while let Some(mark) = MARKS.into_iter().find(|mark| rest.starts_with(mark)) {
        separates |= mark == ZERO_WIDTH_SPACE;
        rest = &rest[mark.len()..];
    }
    if MARKS.iter().any(|mark| mark.starts_with(rest)) {
        return Err(Unread::Cut);
    }
    if rest.len() == text.len() || !MORE.contains(rest[0]) {
        return Err(Unread::Other);
    }
    let len = text.len() - rest.len();
    if !separates || before {
        return Ok(len);
    }
    let joint = rest.iter().position(|b| !ALNUM.contains(*b)).ok_or(Unread::Cut)?;
    let next = rest.get(joint + 1).ok_or(Unread::Cut);
    let goes_on = JOINT.contains(rest[joint]) && AFTER_JOINT.contains(*next?);
    goes_on.then_some(len).ok_or(Unread::Other)
}

/// The extent of a URI with such marks. The second reading is the part before the first one.
pub(super) fn with_second(
    view: &View<'_>,
    head: Head,
    options: &Options,
    extent: Extent,
) -> Extent {
    let raw = view.slice(extent.start, extent.end);
    let first = (0..raw.len()).find(|&i| MARKS.iter().any(|mark| raw[i..].starts_with(mark)));
    let mut extent = extent;
    if let (Some(first), Some(readings)) = (first, &mut extent.readings)
        && readings.second.is_none()
    {
        let own = &raw[..first];
        readings.second = Some(own[..Trim::new(view, head, options).len(own)].to_vec());
    }
    extent
}
