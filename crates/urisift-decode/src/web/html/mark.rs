//! Marks inside a word: a URI continues after `<b>` where text of URIs touches on both sides.
//!
//! Two things that are glued are worse than one that is cut. In what pages hold, `<span>` between letters is mostly a
//! label, `</code><code>` the next thing, and `<sup>`, `<small>` and `<del>` are not part of a URI at all; those that
//! come with a mark of the URI's own, as in `a.example/<span>name</span>/b`, are part of it nearly always.

use super::input::Input;
use super::out::Emit;
use crate::core::mapped::MappedRead;
use urisift::Span;
use urisift::internal::byteset::{ALNUM, ALPHA, ByteSet, DIGIT};
use urisift::internal::grammar::scheme::is_known;

/// An element that may mark a part of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
    /// Mostly a box of its own, unless the URI's syntax says that it continues.
    Loose,
    /// Mostly a word, or a part of one.
    Tight,
}

/// Tags of marks with nothing between them. Whether they are a border is known when the text after them is.
#[derive(Debug)]
struct Seam {
    raw: Span,
    /// The loosest of them.
    mark: Mark,
    /// The first of them is a start tag.
    opens: bool,
    /// A start tag follows an end tag: what they are between are two things.
    is_between: bool,
    /// The last of them is an end tag.
    has_closed: bool,
}

/// The place between two texts.
#[derive(Debug, Default)]
pub(super) struct InlineMarkup {
    seam: Option<Seam>,
    /// The last byte of the text; 0 after a border.
    last: u8,
    /// The last start tag was no border: what it opened is a part of a word.
    is_inside: bool,
}

/// What only is in a URI, or joins its parts.
const JOINT: ByteSet = ByteSet::of(b"/?#=&%@-_~+.:");
const UPPER: ByteSet = ByteSet::range(b'A', b'Z');
const SCHEME: ByteSet = ALNUM.or(ByteSet::of(b"+-."));
const WIDE: ByteSet = ByteSet::range(0x80, 0xff);
const IN_WORDS: ByteSet = ALNUM.or(JOINT).or(WIDE);

/// What hosts start with that have no scheme.
const WWW: &[u8] = b"www.";

/// The longest scheme that is looked for.
const LONGEST_SCHEME: usize = 16;
/// How many bytes tell how a text continues.
pub(super) const LONGEST_SIGHT: usize = LONGEST_SCHEME + 2;

impl InlineMarkup {
    /// The text so far ends with this byte.
    #[inline]
    pub fn text(&mut self, last: u8) {
        self.last = last;
    }

    /// A border is made here.
    pub fn border(&mut self) {
        *self = InlineMarkup::default();
    }

    /// A tag that made nothing is read, of an element that may mark a part of a word. Returns whether it may stand inside a URI.
    pub fn tag(&mut self, mark: Option<Mark>, is_start: bool, raw: Span) -> bool {
        let Some(mark) = mark else { return false };
        let before = self.seam.take();
        let before = before.unwrap_or(Seam {
            raw,
            mark,
            opens: is_start,
            is_between: false,
            has_closed: false,
        });
        self.seam = Some(Seam {
            raw: Span { start: before.raw.start, end: raw.end },
            mark: before.mark.min(mark),
            is_between: before.is_between || before.has_closed && is_start,
            has_closed: !is_start,
            ..before
        });
        true
    }

    /// The raw span of the tags if they are a border.
    fn decide(&mut self, right: Right) -> Option<Span> {
        let seam = self.seam.take()?;
        let is_in_word = seam.opens || self.is_inside;
        let is_border = right.starts_uri || !seam.joins(self.last, &right, is_in_word);
        if seam.opens {
            self.is_inside = !is_border;
        }
        is_border.then_some(seam.raw)
    }
}

/// The text after the tags.
struct Right {
    first: u8,
    /// That after a dot or a colon; 0 at the end.
    second: u8,
    starts_uri: bool,
}

impl Seam {
    /// Returns `true` if a URI continues from one byte to the text. `is_in_word` says that the mark is a part of a
    /// word.
    fn joins(&self, left: u8, right: &Right, is_in_word: bool) -> bool {
        let Right { first, second, .. } = *right;
        if self.is_between || !IN_WORDS.contains(left) || !IN_WORDS.contains(first) {
            return false;
        }
        let starts_sentence = UPPER.contains(first) || WIDE.contains(first);
        match (left, first) {
            (_, b'.') => !UPPER.contains(second),
            // A port; else it is mostly the colon of a sentence.
            (_, b':') => is_in_word || DIGIT.contains(second),
            // `<i>a.example</i>-Newsletter`.
            (_, b'-' | b'+' | b'~') => is_in_word,
            _ if JOINT.contains(first) => true,
            (b'.', _) if UPPER.contains(first) => false,
            (b':', _) => DIGIT.contains(first),
            _ if JOINT.contains(left) => self.opens || !starts_sentence,
            _ if WIDE.contains(left) || WIDE.contains(first) => false,
            _ => self.mark == Mark::Tight && is_in_word,
        }
    }
}

/// Bytes at the front of the input.
pub(super) trait Peek {
    /// At least `count` bytes, or all that remain.
    fn peek(&mut self, count: usize) -> &[u8];
}

impl<R: MappedRead> Peek for Input<R> {
    fn peek(&mut self, count: usize) -> &[u8] {
        Input::peek(self, count)
    }
}

/// At least [`LONGEST_SIGHT`] bytes.
impl Peek for &[u8] {
    fn peek(&mut self, _: usize) -> &[u8] {
        self
    }
}

impl InlineMarkup {
    /// Returns `true` if tags of marks are before the text, and it is not known whether they are a border.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.seam.is_some()
    }

    /// Puts a border where tags of marks are one, before text that starts with this byte. Returns whether it did.
    #[inline]
    pub fn settle(&mut self, first: u8, ahead: &mut impl Peek, to: &mut impl Emit) -> bool {
        self.is_open() && self.settle_open(first, ahead, to)
    }

    fn settle_open(&mut self, first: u8, ahead: &mut impl Peek, to: &mut impl Emit) -> bool {
        // More is only looked at where it matters: it may not be there yet.
        let second = match first {
            b'.' | b':' => ahead.peek(2).get(1).copied().unwrap_or(0),
            _ => 0,
        };
        let starts_uri = ALPHA.contains(first) && self.starts_uri(ahead);
        let right = Right { first, second, starts_uri };
        let Some(raw) = self.decide(right) else { return false };
        to.boundary(raw);
        self.border();
        true
    }

    /// Returns `true` if the input starts with a known scheme, or with `www.`.
    fn starts_uri(&self, ahead: &mut impl Peek) -> bool {
        let is_in_word = JOINT.contains(self.last);
        for len in 1..=LONGEST_SCHEME {
            let bytes = ahead.peek(len);
            if !is_in_word && bytes.starts_with(WWW) {
                return true;
            }
            let Some(last) = bytes.get(len - 1) else { return false };
            if !SCHEME.contains(*last) {
                let bytes = ahead.peek(len + 2);
                let colon: &[u8] = if is_in_word { b"://" } else { b":" };
                return bytes[len - 1..].starts_with(colon) && is_known(&bytes[..len - 1]);
            }
        }
        false
    }
}
