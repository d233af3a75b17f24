//! The parts of a container, as a walk reports them.

use std::io::Read;
use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::{AT_ONCE, CHUNK, SourceSearch};
use crate::input::{Details, Helpers, LineIndex, MappedRead, Part, Portion, StepKind, Visitor};
use crate::problem::{ProblemKind, Severity};
use crate::record::Metadata;
use crate::search::alternative_dedup::AlternativeDedup;
use crate::search::shared_source::{AnyPortion, Scope};
use crate::search::stream_loop::search_stream;
use crate::search::text::SourceText;

impl SourceSearch<'_, '_, '_> {
    /// Returns `true` if the rules for members of archives let the part be searched. What is attached to a message is no
    /// member.
    fn wants_member(&self, part: &Part) -> bool {
        const ARCHIVES: [&str; 4] = ["tar ", "zip ", "cpio ", "ar "];
        let Some(rules) = &self.work.settings.members else { return true };
        let steps = part.steps().take_while(|step| step.kind != StepKind::Message);
        let steps = steps.filter(|step| step.kind == StepKind::Member);
        let name = |text| ARCHIVES.iter().find_map(|kind| str::strip_prefix(text, kind));
        rules.want(self.emitter.path, steps.filter_map(|step| name(step.text)))
    }
}

impl Visitor for SourceSearch<'_, '_, '_> {
    fn text(
        &mut self,
        part: &Part,
        line_index: &LineIndex,
        text: &mut dyn MappedRead,
    ) -> ControlFlow<()> {
        if self.job.timer.is_up() {
            return ControlFlow::Break(());
        }
        if !self.wants_member(part) {
            return ControlFlow::Continue(());
        }
        self.side = part.side;
        if self.metadata.time || self.metadata.lines {
            self.times.start_part(part);
        }
        if let Some(footers) = &mut self.footers {
            footers.start();
        }
        let is_whole = self.around.is_none() && self.section.is_none();
        if is_whole && let Some(chunk) = text.whole() {
            return self.search_whole(part, line_index, chunk);
        }
        if is_whole && let Some(len) = text.at_hand().filter(|len| *len <= AT_ONCE) {
            return self.search_at_hand(part, line_index, text, len);
        }
        let text = SourceText::part(text, part, line_index, self.base)
            .at_once(self.may_block)
            .noting_in(mem::take(&mut self.notes))
            .noting_markup(self.work.context.is_some());
        let buffer = mem::take(&mut self.buffer);
        let section = self.section.take();
        let is_cut = section.is_some_and(|section| section.limit != u64::MAX);
        let mut stream = match section {
            Some(section) => {
                self.times.start(section.base);
                self.work.extractor.part_section(text.from(section.base), section, buffer)
            }
            None => self.work.extractor.part(text, CHUNK, buffer),
        };
        // The walker's reader keeps its error.
        let mut flow = search_stream(&mut stream, self).unwrap_or(ControlFlow::Continue(()));
        if is_cut {
            // The rest belongs to another piece.
            flow = ControlFlow::Break(());
        }
        self.notes = stream.reader().take_memory();
        self.buffer = stream.into_buffer();
        let guessed = mem::take(&mut self.guessed);
        if guessed > 0 {
            self.job.results.stats.guessed += guessed;
            let what = match part.canonical {
                Some(_) => {
                    "no base is known: relative links are resolved against the canonical address"
                }
                None => "no base is known: links that start with // are taken for https",
            };
            self.note(part, None, ProblemKind::Unread, what.to_owned());
        }
        flow
    }

    fn may_find(&self, header: &[u8]) -> bool {
        self.work.extractor.has_candidate(header)
    }

    fn portion(&mut self, portion: &mut Portion) -> Option<ControlFlow<()>> {
        let (divider, source) = (self.divider?, self.job.divided.clone()?);
        let portion = AnyPortion::Container(Box::new(portion.take(divider.portions.buffer())));
        divider.hand_out(&source, portion, self.job);
        let is_closed = self.job.is_closed();
        Some(if is_closed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn long_text(&mut self, read: &mut dyn Read, portion: &mut Portion) -> Option<ControlFlow<()>> {
        let (divider, source) = (self.divider?, self.job.divided.clone()?);
        divider.hand_out_text(&source, read, portion.take(Vec::new()), self.job);
        let is_closed = self.job.is_closed();
        Some(if is_closed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn helpers(&self) -> Option<Arc<dyn Helpers>> {
        Some(Arc::clone(self.divider?.portions) as Arc<dyn Helpers>)
    }

    fn message(&mut self) {
        self.messages += 1;
        self.job.results.messages += 1;
    }

    fn details(&self) -> Details {
        let Metadata { link_texts, lines: comments, .. } = self.metadata;
        Details { link_texts, comments }
    }

    fn wants_fields(&self) -> bool {
        self.metadata.fields
    }

    fn alternatives_start(&mut self) {
        if let Some(doubles) = &mut self.doubles {
            doubles.open();
        }
    }

    fn alternatives_end(&mut self) -> ControlFlow<()> {
        let is_last = self.doubles.as_mut().is_some_and(AlternativeDedup::close);
        if is_last { self.emit_held() } else { ControlFlow::Continue(()) }
    }

    fn problem(&mut self, part: &Part, at: Option<u64>, kind: ProblemKind, what: String) {
        self.complain_of(Severity::Problem, part, at, kind, what, Scope::OfPart);
    }

    fn note(&mut self, part: &Part, at: Option<u64>, kind: ProblemKind, what: String) {
        self.job.results.stats.notes += 1;
        self.complain_of(Severity::Note, part, at, kind, what, Scope::OfPart);
    }

    /// A mailbox may have thousands: the first of each kind is a problem, and all are counted.
    fn unread(&mut self, part: &Part, at: Option<u64>, kind: &'static str) {
        self.job.results.stats.count_unread(kind);
        if !self.unread.contains(&kind) {
            self.unread.push(kind);
            let what = format!("{kind}: not read");
            let scope = Scope::Unread(kind);
            self.complain_of(Severity::Problem, part, at, ProblemKind::Unread, what, scope);
        }
    }
}
