//! A layer in which some bytes stand for others.

use super::super::format::Head;
use super::super::run::{Run, Runs};
use super::carry::Carry;
use super::place::Place;
use super::text::Text;
use super::{Batch, Coding};

/// How many bytes are decoded together at most.
const BATCH: usize = 1 << 10;

/// What runs stand for by a coding. Bytes that stand for themselves are not copied.
pub struct Recoded<R, C> {
    inner: R,
    coding: C,
    /// So many bytes of the inner runs are passed through next.
    plain: usize,
    /// In front of the inner runs.
    carry: Carry,
    /// What comes next where nothing is passed through.
    text: Text,
    /// The inner runs have ended.
    has_ended: bool,
}

impl<R: Runs, C: Coding> Recoded<R, C> {
    /// What the runs stand for.
    pub fn by(coding: C, inner: R) -> Self {
        let (carry, text) = (Carry::default(), Text::new());
        Recoded { inner, coding, plain: 0, carry, text, has_ended: false }
    }

    /// One step to what comes next; whether there is one.
    fn advance(&mut self) -> bool {
        match self.carry.bytes() {
            [] => self.start(),
            _ => self.go_on(),
        }
    }

    /// At the front of an inner run.
    fn start(&mut self) -> bool {
        let run = self.inner.run();
        if run.bytes.is_empty() {
            return false;
        }
        self.plain = self.coding.plain(run.bytes);
        if self.plain > 0 {
            return true;
        }
        let bytes = &run.bytes[..run.bytes.len().min(BATCH)];
        let taken = match self.coding.batch(bytes, self.text.emptied()) {
            Some(batch) => {
                self.text.written(batch, Place::of(&run));
                batch.raw * batch.count
            }
            None => self.carry.take(&run, bytes.len()),
        };
        self.inner.pass(taken);
        true
    }

    /// With bytes that were not enough.
    fn go_on(&mut self) -> bool {
        let is_all = self.has_ended || self.carry.is_full();
        let head = Head { bytes: self.carry.bytes(), is_all };
        match self.coding.first(head, self.text.emptied()) {
            Some(count) => self.text.written(Batch::one(count), self.carry.pass(count)),
            None => {
                let run = self.inner.run();
                self.has_ended = run.bytes.is_empty();
                let taken = self.carry.take(&run, 1);
                self.inner.pass(taken);
            }
        }
        true
    }
}

impl<R: Runs, C: Coding> Runs for Recoded<R, C> {
    fn run(&mut self) -> Run<'_> {
        while self.plain == 0 && self.text.is_passed() && self.advance() {}
        if self.plain == 0 {
            return self.text.run();
        }
        let run = self.inner.run();
        Run { bytes: &run.bytes[..run.bytes.len().min(self.plain)], ..run }
    }

    fn pass(&mut self, count: usize) {
        if self.plain == 0 {
            return self.text.pass(count);
        }
        self.inner.pass(count);
        self.plain = self.plain.saturating_sub(count);
    }
}
