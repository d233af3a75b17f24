//! The pipeline over one piece of text: candidates, their context, the record.
//!
//! [`Extract::next`] may be called again with the same text and more after it. Its results do not
//! depend on how much of the text was there at which call. [`Extract::settled`] says how many leading
//! bytes are no longer needed.

use std::borrow::Cow;

use crate::delimit::{self, Abbreviation, Extent, LOOKBEHIND, MAX_HOST, View, utf16};
use crate::found::{Found, Readings, Wrapper};
use crate::grammar::scheme::{self, MAX_SCHEME};
use crate::options::Options;
use crate::position::Span;
use crate::scan::back::Scheme;
use crate::scan::{Scanner, Triggers};

/// How many bytes before the next candidate must be kept: a host name or a scheme, and the context
/// before it.
pub const KEEP: usize = LOOKBEHIND + if MAX_SCHEME > MAX_HOST { MAX_SCHEME } else { MAX_HOST };

/// Text as far as it has been read.
#[derive(Clone, Copy, Debug)]
pub struct Text<'t> {
    /// What has been read.
    pub bytes: &'t [u8],
    /// The offset of the first byte in the source.
    pub base: u64,
    /// No more text follows.
    pub last: bool,
}

#[derive(Debug)]
pub(crate) struct Extract {
    options: Options,
    scanner: Scanner,
    state: SearchState,
    /// Candidates from this offset on belong to another search.
    limit: u64,
}

/// Where a search stands: all it needs to know of the text before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchState {
    /// Every candidate before this offset is done.
    pub cursor: u64,
    /// No URI may start before this offset: the last one's end.
    pub free: u64,
    /// Inside the rest of a truncated URI.
    pub skipping: bool,
}

/// The outcome of a candidate.
enum Judged {
    Found(Extent),
    /// Nothing; continue at the offset.
    Nothing(usize),
    /// More text is needed.
    Undecided,
}

impl Extract {
    pub fn new(options: Options) -> Self {
        let dots = options.www || options.bare;
        let scanner =
            Scanner::new(Triggers { dots, ats: options.email, disguised: options.refang });
        let options = Options { max_len: options.max_len.max(1), ..options };
        Extract { options, scanner, state: SearchState::default(), limit: u64::MAX }
    }

    /// Returns `true` if a URI may be recognized somewhere in a text.
    pub fn has_candidate(&mut self, text: &[u8]) -> bool {
        self.scanner.next(text, 0, 0).is_some()
    }

    /// Continues from a state, and stops before `limit`.
    pub fn search(&mut self, state: SearchState, limit: u64) {
        (self.state, self.limit) = (state, limit);
    }

    /// The state of the search.
    pub fn state(&self) -> SearchState {
        self.state
    }

    /// Returns `true` if nothing is left before the limit.
    pub fn is_done(&self) -> bool {
        self.state.cursor >= self.limit
    }

    /// The next URI that the text decides; `None` if it holds no further one, or if more text is
    /// needed to decide.
    pub fn next<'t>(&mut self, text: Text<'t>) -> Option<Found<'t>> {
        // A resumed search may not have read up to its start yet.
        if self.state.cursor > text.base + text.bytes.len() as u64 {
            return None;
        }
        loop {
            self.skip(text);
            if self.is_done() {
                return None;
            }
            let from = (self.state.cursor - text.base) as usize;
            let at = self.scanner.next(text.bytes, text.base, from);
            self.state.cursor = text.base + at.unwrap_or(text.bytes.len()) as u64;
            if self.is_done() {
                self.state.cursor = self.limit;
                return None;
            }
            let at = at?;
            match self.judge(text, at) {
                Judged::Found(extent) => return Some(self.give(text, extent)),
                Judged::Nothing(next) => self.state.cursor = text.base + next as u64,
                Judged::Undecided => return None,
            }
        }
    }

    /// How many leading bytes of the source are done and need not be passed again.
    pub fn settled(&self) -> u64 {
        self.state.cursor.saturating_sub(KEEP as u64)
    }

    fn skip(&mut self, text: Text<'_>) {
        if !self.state.skipping {
            return;
        }
        let from = (self.state.cursor - text.base) as usize;
        let stop = delimit::end_of_rest(text.bytes, from);
        let cursor = text.base + stop.unwrap_or(text.bytes.len()) as u64;
        self.state = SearchState { cursor, free: cursor, skipping: stop.is_none() };
    }

    fn judge(&self, text: Text<'_>, at: usize) -> Judged {
        let low = self.state.free.saturating_sub(text.base) as usize;
        if text.bytes[at] != b':' {
            return self.judge_abbreviation(text, low, at);
        }
        if at + 1 == text.bytes.len() {
            return if text.last { Judged::Nothing(at + 1) } else { Judged::Undecided };
        }
        let (scheme, end) = delimit::scheme_before(text.bytes, low, at, self.options.refang);
        let Some(Scheme { start, is_frequent }) = scheme else {
            if text.bytes[at + 1] == 0 {
                return self.judge_utf16(text, low, at);
            }
            return match self.judge_escaped(text, low, at) {
                Judged::Nothing(_) => self.judge_broken(text, low, at),
                judged => judged,
            };
        };
        let cut = matches!(text.bytes[at + 1], b'\r' | b'\n');
        if cut && !is_frequent && !scheme::is_known(&text.bytes[start..end]) {
            return self.judge_broken(text, low, at);
        }
        let view = View::new(text.bytes, text.base, start);
        let extent = delimit::uri(&view, start, end, &self.options);
        let certain = is_frequent || extent.as_ref().is_some_and(|e| e.wrapper != Wrapper::None);
        match decided(&view, text, extent.map_or(Judged::Nothing(at + 1), Judged::Found)) {
            Judged::Undecided => Judged::Undecided,
            judged if certain => judged,
            whole => match self.judge_broken(text, low, at) {
                Judged::Nothing(_) => whole,
                broken => broken,
            },
        }
    }

    /// The colon may be escaped.
    fn judge_escaped(&self, text: Text<'_>, low: usize, at: usize) -> Judged {
        let Some(Scheme { start, .. }) = delimit::escaped_scheme(text.bytes, low, at) else {
            return Judged::Nothing(at + 1);
        };
        let view = View::new(text.bytes, text.base, start);
        let extent = delimit::escaped(&view, start, at, &self.options);
        decided(&view, text, extent.map_or(Judged::Nothing(at + 1), Judged::Found))
    }

    /// Judges the colon at `at` as one in UTF-16. A URI of one byte for each character has no zero after it.
    #[cold]
    fn judge_utf16(&self, text: Text<'_>, low: usize, at: usize) -> Judged {
        let scheme = utf16::scheme_before(text.bytes, low, at).filter(|_| self.options.escapes);
        let Some(scheme) = scheme else { return Judged::Nothing(at + 1) };
        let view = View::new(text.bytes, text.base, scheme.0);
        let extent = utf16::uri(&view, low, scheme, &self.options);
        decided(&view, text, extent.map_or(Judged::Nothing(at + 1), Judged::Found))
    }

    /// The name before the colon may be the second half of a scheme that a line break cut.
    fn judge_broken(&self, text: Text<'_>, low: usize, at: usize) -> Judged {
        let view = View::new(text.bytes, text.base, at);
        let extent = delimit::broken(&view, low, at, &self.options);
        decided(&view, text, extent.map_or(Judged::Nothing(at + 1), Judged::Found))
    }

    fn judge_abbreviation(&self, text: Text<'_>, low: usize, at: usize) -> Judged {
        let view = View::new(text.bytes, text.base, at.saturating_sub(MAX_HOST));
        let judged = match delimit::abbreviation(&view, low, at, &self.options) {
            Abbreviation::Found(extent) => Judged::Found(extent),
            Abbreviation::Nothing(next) => Judged::Nothing(next),
        };
        decided(&view, text, judged)
    }

    fn give<'t>(&mut self, text: Text<'t>, extent: Extent) -> Found<'t> {
        let span =
            Span { start: text.base + extent.start as u64, end: text.base + extent.end as u64 };
        self.state = SearchState { cursor: span.end, free: span.end, skipping: extent.truncated };
        let raw = &text.bytes[extent.start..extent.end];
        let plain = self.options.refang.then(|| undisguised(raw, &extent)).flatten();
        let scheme_len = plain.as_ref().map_or(extent.scheme_len, |(_, len)| *len);
        Found {
            span,
            position: None,
            raw: Cow::Borrowed(raw),
            readings: match plain {
                Some((uri, _)) => {
                    let second = extent.readings.and_then(|readings| readings.second);
                    let plain =
                        second.map(|second| delimit::undisguised(&second).unwrap_or(second));
                    Readings::of(Some(uri), plain)
                }
                None => extent.readings,
            },
            scheme_len: scheme_len.min(raw.len()) as u32,
            wrapper: extent.wrapper,
            truncated: extent.truncated,
            truncated_by_source: extent.truncated_by_source,
        }
    }
}

/// The judgement, unless more text could change it.
fn decided(view: &View<'_>, text: Text<'_>, judged: Judged) -> Judged {
    if view.reached_end() && !text.last { Judged::Undecided } else { judged }
}

/// The undisguised URI, if it was disguised, and the length of its scheme.
fn undisguised(raw: &[u8], extent: &Extent) -> Option<(Vec<u8>, usize)> {
    let uri = delimit::undisguised(extent.uri().unwrap_or(raw))?;
    let colon = uri.iter().position(|&b| b == b':').unwrap_or(0);
    Some((uri, if extent.scheme_len == 0 { 0 } else { colon }))
}

impl Found<'_> {
    /// The find as the markup around it has it: with its character references as they are written.
    #[doc(hidden)]
    pub fn in_markup(self) -> Self {
        let first = self.readings.as_deref().and_then(Readings::first);
        let is_decoded = first.is_some_and(|uri| delimit::is_decoded(&self.raw, uri));
        let readings = self.readings.filter(|_| !is_decoded);
        Found { readings, ..self }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;

    use super::*;
    use crate::testing::{amount, steps};

    /// Runs the generator of hostile text.
    fn make(arguments: &[&str]) -> Vec<u8> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/corpora/pathological/make.sh");
        let out = Command::new("sh").arg(script).args(arguments).output().unwrap();
        assert!(out.status.success());
        out.stdout
    }

    /// How many bytes delimiting looks at in total, with every option on.
    fn steps(text: &[u8], options: Options) -> u64 {
        let options = Options { www: true, bare: true, email: true, refang: true, ..options };
        let mut extract = Extract::new(options);
        steps::take();
        while extract.next(Text { bytes: text, base: 0, last: true }).is_some() {}
        steps::take()
    }

    /// Twice the text takes twice the steps, for every kind of hostile text.
    #[test]
    fn work_is_in_proportion_to_the_text() {
        let kinds = String::from_utf8(make(&[])).unwrap();
        assert!(kinds.lines().count() > 20);
        for kind in kinds.lines() {
            let text = make(&[kind, "1"]);
            for max_len in [1 << 12, 1 << 20] {
                let options = || Options { max_len, ..Options::default() };
                // A short text has less than the limits of what is looked at again.
                let (half, more) = (amount(1 << 14, 1 << 18), amount(1 << 21, 10_000) as u64);
                let [half, whole] = [half, 2 * half].map(|len| steps(&text[..len], options()));
                assert!(whole <= half * 21 / 10 + more, "{kind}: {half} and {whole}");
            }
        }
    }

    /// The end of an unclosed wrapper is not searched for again and again, whatever opens it.
    #[test]
    fn wrappers_that_are_not_closed_are_looked_at_a_few_times() {
        for mark in delimit::marks() {
            for inside in [
                "http://a/ ",
                "http://a/ b\nc ",
                "http://a/b\nc\nd\n",
                "http://a/-\n",
                "http://a/é",
                "http:\nc ",
                "URL:http://a/b\nc d\n",
                " \nhttp://a/ b\n",
            ] {
                let options = || Options { max_wrapper_len: 1 << 30, ..Options::default() };
                let piece = format!("{mark}{inside}");
                let [half, whole] =
                    [1 << 9, 1 << 10].map(|count| steps(piece.repeat(count).as_bytes(), options()));
                assert!(whole <= half * 21 / 10 + 10_000, "{piece:?}: {half} and {whole}");
            }
        }
    }
}
