//! The text of an anchor that is broken over lines or by marks, where its target says how it reads.

use std::mem;
use std::ops::Range;

use super::out::Emit;
use super::page::Page;
use super::{Html, element, opening, reference};
use crate::core::mapped::MappedRead;
use urisift::internal::byteset::ByteSet;

/// The longest target that is compared, in bytes.
const MAX_TARGET: usize = 2 << 10;
/// How many bytes longer than twice its target a text may be.
const MAX_SPACE: usize = 256;

/// What every URI has one of, so that a tag without them hides none.
const IN_URIS: ByteSet = ByteSet::of(b":.@&");

/// A piece of a text without whitespace or tags in it.
struct Run {
    /// What it stands for in the target.
    target: Range<usize>,
    /// Its place in the text.
    text: Range<usize>,
}

/// The length of the tag of a mark at the front, such as `<span class="a">`.
fn mark_len(text: &[u8]) -> Option<usize> {
    let (opening::Opening::StartTag(name) | opening::Opening::EndTag(name)) =
        opening::at_front(text)
    else {
        return None;
    };
    let len = name + memchr::memchr(b'>', &text[name..])? + 1;
    let name = text[1..name].strip_prefix(b"/").unwrap_or(&text[1..name]);
    let hides = || text[..len].iter().any(|byte| IN_URIS.contains(*byte));
    (element::mark(name).is_some() && !hides()).then_some(len)
}

/// The length of the whitespace and the tags of marks at the front, up to the next text.
fn gap_len(text: &[u8]) -> usize {
    let mut len = 0;
    loop {
        len += text[len..].len() - text[len..].trim_ascii_start().len();
        match mark_len(&text[len..]) {
            Some(mark) => len += mark,
            None => return len,
        }
    }
}

/// The runs of a text that is the target with whitespace or marks in it, up to a tag. `None` if it is not, or is in one
/// piece.
fn runs(target: &[u8], text: &[u8]) -> Option<Vec<Run>> {
    let (mut runs, mut at, mut done) = (Vec::new(), 0, 0);
    let mut is_broken = false;
    loop {
        if done == target.len() {
            let is_whole = text[at..].trim_ascii_start().starts_with(b"<");
            return (is_whole && is_broken).then_some(runs);
        }
        let gap = &text[at..at + gap_len(&text[at..])];
        is_broken |= done > 0 && (gap.contains(&b'\n') || gap.contains(&b'<'));
        at += gap.len();
        let start = (done, at);
        let is_text = |byte: &u8| !byte.is_ascii_whitespace() && *byte != b'<';
        while done < target.len() && text.get(at).is_some_and(is_text) {
            let reference = reference::at_front(&text[at..]);
            let (read, len) = reference
                .as_ref()
                .map_or((&text[at..=at], 1), |reference| (reference.text(), reference.len));
            done += target[done..].starts_with(read).then_some(read.len())?;
            at += len;
        }
        if start.0 == done {
            return None;
        }
        runs.push(Run { target: start.0..done, text: start.1..at });
    }
}

impl Page {
    /// Notes the target of the anchor that is being opened.
    pub(super) fn note_target(&mut self, value: &[u8]) {
        self.target.clear();
        if !self.maker.is_anchor() {
            return;
        }
        self.has_open_link = self.details.link_texts;
        let value = value.trim_ascii();
        if value.len() <= MAX_TARGET && memchr::memchr(b':', value).is_some() {
            self.target.extend_from_slice(value);
        }
    }

    /// How much of the text of an anchor tells whether it is its target; 0 if there is none.
    pub(super) fn sight_of_anchor(&self) -> usize {
        if self.target.is_empty() { 0 } else { 2 * self.target.len() + MAX_SPACE }
    }

    /// Returns `true` if the text at the front is the target of its anchor, in pieces.
    pub(super) fn is_broken_anchor(&self, text: &[u8]) -> bool {
        // The first byte tells of most.
        let may_be = |first: &u8| first.is_ascii_whitespace() || matches!(first, b'<' | b'&');
        let is_first = |first: &u8| self.target.first() == Some(first) || may_be(first);
        text.first().is_some_and(is_first) && runs(&self.target, text).is_some()
    }
}

impl<R: MappedRead> Html<R> {
    /// Reads the text of an anchor if it is its target, broken over lines: whitespace goes. Returns whether it was.
    pub(super) fn anchor(&mut self) -> bool {
        let most = self.page.sight_of_anchor();
        let target = mem::take(&mut self.page.target);
        let text = self.input.peek(most);
        let Some(runs) = runs(&target, &text[..text.len().min(most)]) else { return false };
        let mut at = 0;
        for run in runs {
            self.input.take(run.text.start - at);
            let raw = self.input.take(run.text.len());
            self.out.whole(&target[run.target], raw);
            at = run.text.end;
        }
        self.page.seams.text(target[target.len() - 1]);
        true
    }
}
