//! Templates in a URI: what a brace or a shell's `$(` opens belongs up to where it closes, with quotes and
//! brackets in it: `/${a[0]}/x`, `/{user['id']}/x`, `https://$(hostname -s)`.

use super::Walk;
use crate::byteset::{ALNUM, ByteSet, URI};

/// How far a template may reach, in bytes; less where it holds blanks.
const MOST: usize = 128;
const MOST_SPACED: usize = 64;

/// What may be before a quote that opens in a template. A quote right after the brace closes a string of the program:
/// `'http://a.example/{'+id+'}'`.
const BEFORE_QUOTE: ByteSet = ByteSet::of(b"[(,=?: +|");

impl Walk<'_, '_> {
    /// A template in braces, as a whole; a closing brace alone ends the URI.
    pub(super) fn brace(&mut self, i: usize, byte: u8) -> Option<usize> {
        if byte == b'}' {
            return None;
        }
        let end = self.template(i, b'}')?;
        let signed = self.view.is(i - 1, |b| b"$#%".contains(&b));
        let is_markup = !signed && self.is_markup(self.view.slice(i + 1, end));
        (!is_markup).then(|| self.skip(i, end + 1 - i))
    }

    /// The shell's substitution of a command, or a variable of Make, whose parenthesis is at `i`.
    pub(super) fn substitution(&mut self, i: usize) -> Option<usize> {
        if !self.view.is(i - 1, |b| b == b'$') || !self.view.is(i + 1, |b| ALNUM.contains(b)) {
            return None;
        }
        let end = self.template(i, b')')?;
        Some(self.skip(i, end + 1 - i))
    }

    /// The byte that closes the template opened at `i`: the opening bytes inside are closed as well, quotes
    /// are paired, and blanks stand only where nothing but a template has them.
    fn template(&self, i: usize, close: u8) -> Option<usize> {
        let (mut before, mut depth, mut quote, mut spaced) = (0, 0, None, false);
        let end = self.view.find(i, MOST, |b| {
            let ends = match (b, quote) {
                (_, Some(open)) if b == open => {
                    quote = None;
                    false
                }
                (b'"' | b'\'', None) => {
                    quote = Some(b);
                    !BEFORE_QUOTE.contains(before)
                }
                (b' ', _) => {
                    spaced = true;
                    false
                }
                (b'{', None) if close == b'}' => {
                    depth += 1;
                    false
                }
                (b'(', None) if close == b')' => {
                    depth += 1;
                    false
                }
                (_, None) if b == close => {
                    depth -= 1;
                    depth == 0
                }
                _ => !URI.contains(b) && !b"{}|".contains(&b),
            };
            before = b;
            ends
        })?;
        let is_closed = depth == 0 && self.view.is(end, |b| b == close);
        (is_closed && (!spaced || self.may_have_blanks(i, end))).then_some(end)
    }

    /// Returns `true` if the template from `i` to its closing byte may hold blanks: it is a command, or of a kind that
    /// has them, `${ x }` or `{{ x }}`, and more of the URI follows. What a wiki has in double braces starts without a
    /// blank.
    fn may_have_blanks(&self, i: usize, end: usize) -> bool {
        const MORE: ByteSet = ALNUM.or(ByteSet::of(b"/?#&=%_:@-$({"));
        let view = self.view;
        let signed = view.is(i - 1, |b| b"$#".contains(&b));
        let inside = view.slice(i + 1, end);
        let is_double = matches!(inside, [b'{' | b'%', b' ', .., b' ', b'}' | b'%']);
        let goes_on = || {
            let stop = usize::from(view.is(end + 1, |b| b == b'.'));
            view.is(end + 1 + stop, |b| MORE.contains(b))
        };
        let may = view.is(end, |b| b == b')') || (signed || is_double) && goes_on();
        may && end - i <= MOST_SPACED
    }

    /// Returns `true` if the word in braces is markup that ends here: the URI follows such a word directly, as in
    /// `{link http://…}http://…{end}`, or another one on the line was opened by it: `{bold}`, `{nobold}`.
    fn is_markup(&self, word: &[u8]) -> bool {
        let line = self.view.line_before(self.head.start);
        if line.ends_with(b"}") {
            return true;
        }
        let name = word.strip_prefix(b"/").or(word.strip_prefix(b"no")).or(word.strip_prefix(b"u"));
        let opener = |name: &[u8]| [b"{", name, b"}"].concat();
        name.filter(|name| name.first().is_some_and(u8::is_ascii_alphabetic))
            .is_some_and(|name| memchr::memmem::find(line, &opener(name)).is_some())
    }
}
