//! URIs in angle brackets: read to the closing one, across line breaks, leaders and the ends of
//! pages (RFC 3986 Appendix C, RFC 1738 appendix).

use super::fold::{self, Leader};
use super::iri;
use super::view::View;
use super::wrapper::{Close, Opening};
use super::{Head, bare};
use crate::byteset::{ByteSet, HARD_STOP, UNFINISHED, URI};
use crate::options::{Fold, NonAscii, Options};
use crate::scan::Class;

/// Bytes skipped at once; not `&`, since it may start an escaped bracket.
static INNER: Class = Class::of(URI.without(ByteSet::of(b"&")));

/// A URI in angle brackets.
#[derive(Debug)]
pub(super) struct Inside {
    /// The offset after the last byte of the first reading.
    pub end: usize,
    /// The first reading where whitespace had to be removed.
    pub uri: Option<Vec<u8>>,
    /// The other reading.
    pub second: Option<Vec<u8>>,
}

/// Reads up to the closing bracket; `None` if the brackets are not closed, or hold what no URI
/// holds.
pub(super) fn inside(
    view: &View<'_>,
    head: Head,
    opening: &Opening,
    options: &Options,
) -> Option<Inside> {
    let close = opening.close?;
    let most = opening.at.saturating_add(options.max_wrapper_len);
    let mut i = view.pass(head.start, most, &INNER);
    // Fast path: most are on one line.
    if i < most && close.is_at(view, i) {
        return Some(Inside { end: i, uri: None, second: None });
    }
    let mut content = Content::new(view, head, opening, close, options);
    loop {
        i = view.pass(i, most, &INNER);
        if i >= most {
            return None;
        }
        let byte = view.at(i)?;
        if close.is_at(view, i) {
            return content.close(i);
        }
        i = match byte {
            // Another bracket opens before this one is closed, as with `<`.
            b'&' if view.has(i, b"&lt;") => return None,
            b' ' | b'\t' | b'\r' | b'\n' => content.white_space(i)?,
            b'|' | b'\\' => return None,
            0x80.. => i + content.beyond_ascii(i)?,
            _ if HARD_STOP.contains(byte) => return None,
            _ => i + 1,
        };
        if content.line_ended && options.fold == Fold::Never {
            return None;
        }
    }
}

struct Content<'v, 't> {
    view: &'v View<'t>,
    options: &'v Options,
    prefixed: bool,
    close: Close,
    leader: Leader,
    start: usize,
    /// What has been read before `from`, without whitespace.
    folded: Vec<u8>,
    /// Like `folded`, without the hyphens that stood before a line break.
    unhyphenated: Option<Vec<u8>>,
    /// Where the current piece starts.
    from: usize,
    /// The offset after the last piece.
    end: usize,
    line_ended: bool,
    /// A line that did not call for more was followed by another: a blank in that one means that the
    /// wrapper does not hold a URI.
    is_prose: bool,
    /// The first reading's end and length in `folded`, where a blank has ended it.
    at_blank: Option<(usize, usize)>,
}

impl<'v, 't> Content<'v, 't> {
    fn new(
        view: &'v View<'t>,
        head: Head,
        opening: &Opening,
        close: Close,
        options: &'v Options,
    ) -> Self {
        Content {
            view,
            options,
            prefixed: opening.prefixed,
            close,
            leader: Leader::of_line(view, opening.at),
            start: head.start,
            folded: Vec::new(),
            unhyphenated: None,
            from: head.start,
            end: head.start,
            line_ended: false,
            is_prose: false,
            at_blank: None,
        }
    }

    fn beyond_ascii(&self, i: usize) -> Option<usize> {
        let belongs = self.options.non_ascii != NonAscii::Never;
        iri::letter_at(self.view, i).filter(|_| belongs).map(|(_, len)| len)
    }

    /// Takes the piece that ends at `i`.
    fn take(&mut self, i: usize) {
        let piece = self.view.slice(self.from, i);
        self.folded.extend_from_slice(piece);
        if let Some(other) = &mut self.unhyphenated {
            other.extend_from_slice(piece);
        }
        self.end = i;
    }

    /// Whitespace at `i`: where the URI continues. `None` if it cannot.
    fn white_space(&mut self, i: usize) -> Option<usize> {
        self.take(i);
        let next = self.view.skip_blanks(i);
        if self.view.is(next, |b| b == b'\r' || b == b'\n') {
            let next = fold::over_line(self.view, next, self.leader)?;
            if self.starts_anew(next) {
                return None;
            }
            self.line_ended = true;
            self.is_prose |= !self.folded.last().is_some_and(|&b| UNFINISHED.contains(b));
            if self.folded.ends_with(b"-") && !self.close.is_at(self.view, next) {
                let other = self.unhyphenated.get_or_insert_with(|| self.folded.clone());
                other.pop();
            }
            self.from = next;
            return Some(next);
        }
        self.from = next;
        self.blank(i, next)
    }

    /// Returns `true` if another URI starts at `i`, after a line that did not call for one.
    fn starts_anew(&self, i: usize) -> bool {
        let nested = self.folded.last().is_some_and(|b| b"/=?#".contains(b));
        !nested && bare::starts_uri(self.view, i)
    }

    /// A blank within a line: whitespace in `<URL:…>`, the end in plain `<…>`.
    fn blank(&mut self, i: usize, next: usize) -> Option<usize> {
        let closes = self.close.is_at(self.view, next);
        // A blank before the host was put there by mistake: nothing else follows `//`.
        let before_host = self.folded.ends_with(b"://") && self.at_blank.is_none();
        if closes || (self.prefixed || before_host) && self.options.fold != Fold::Never {
            return Some(next);
        }
        if self.is_prose || self.options.fold == Fold::Never {
            return None;
        }
        self.at_blank.get_or_insert((i, self.folded.len()));
        Some(next)
    }

    /// The readings, now that the closing bracket is at `i`.
    fn close(mut self, i: usize) -> Option<Inside> {
        if self.folded.is_empty() {
            return Some(Inside { end: i, uri: None, second: None });
        }
        if self.from < i {
            self.take(i);
        }
        let raw = self.view.slice(self.start, self.end);
        if let Some((end, len)) = self.at_blank {
            let cut = self.folded[..len].to_vec();
            if self.options.fold == Fold::Always {
                return Some(Inside { end: self.end, uri: Some(self.folded), second: Some(cut) });
            }
            let uri = (cut != self.view.slice(self.start, end)).then_some(cut);
            return Some(Inside { end, uri, second: Some(self.folded) });
        }
        let uri = (self.folded != raw).then_some(self.folded);
        Some(Inside { end: self.end, uri, second: self.unhyphenated })
    }
}
