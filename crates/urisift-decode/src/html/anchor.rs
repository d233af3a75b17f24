//! The text of an anchor that is broken over lines, where its target says how it reads.

use std::mem;
use std::ops::Range;

use super::Html;
use super::reference;
use crate::mapped::MappedRead;

/// The longest target that is compared, in bytes.
const MAX_TARGET: usize = 2 << 10;
/// How many bytes longer than twice its target a text may be.
const MAX_SPACE: usize = 256;

/// A piece of a text without white space in it.
struct Run {
    /// What it stands for in the target.
    target: Range<usize>,
    /// Its place in the text.
    text: Range<usize>,
}

/// The runs of a text that is the target with white space in it, up to a tag. `None` if it is not, or is on one
/// line.
fn runs(target: &[u8], text: &[u8]) -> Option<Vec<Run>> {
    let (mut runs, mut at, mut done) = (Vec::new(), 0, 0);
    let mut is_broken = false;
    loop {
        let space = text[at..].len() - text[at..].trim_ascii_start().len();
        if done == target.len() {
            let is_whole = text.get(at + space) == Some(&b'<');
            return (is_whole && is_broken).then_some(runs);
        }
        is_broken |= done > 0 && text[at..at + space].contains(&b'\n');
        at += space;
        let start = (done, at);
        while done < target.len() && text.get(at).is_some_and(|byte| !byte.is_ascii_whitespace()) {
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

impl<R: MappedRead> Html<R> {
    /// Notes the target of the anchor that is being opened.
    pub(super) fn note_target(&mut self, range: Range<usize>) {
        let value = self.value.bytes(range).trim_ascii();
        self.target.clear();
        if self.value.maker.name == "a@href" && value.len() <= MAX_TARGET && value.contains(&b':') {
            self.target.extend_from_slice(value);
        }
    }

    /// Reads the text of an anchor if it is its target, broken over lines: white space goes. Returns whether it
    /// was.
    pub(super) fn anchor(&mut self) -> bool {
        let target = mem::take(&mut self.target);
        let most = 2 * target.len() + MAX_SPACE;
        let text = self.input.peek(most);
        let Some(runs) = runs(&target, &text[..text.len().min(most)]) else { return false };
        let mut at = 0;
        for run in runs {
            self.input.take(run.text.start - at);
            let raw = self.input.take(run.text.len());
            self.out.whole(&target[run.target], raw);
            at = run.text.end;
        }
        true
    }
}
