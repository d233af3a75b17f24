//! Emits the finds of one source to the writer.

use std::ops::ControlFlow;
use std::path::Path;

use super::ordered_writer::Results;
use super::{Counting, Settings, Work};
use crate::found::Found;
use crate::problem::{Error, Problem, ProblemKind};
use crate::record::Skip;
use crate::span::Origin;
use crate::time::Time;

/// Emits the finds of one source to the writer.
pub(super) struct Emitter<'a> {
    work: &'a Work<'a>,
    /// Finds are selected by their texts too.
    is_by_text: bool,
    /// Finds are handed over as typed records.
    is_typed: bool,
    pub path: &'a Path,
    /// How many finds there were.
    pub finds: u64,
    /// Where the last find starts that is cut because its text breaks off: that is reported with the text.
    pub broken_off: Option<u64>,
}

impl<'a> Emitter<'a> {
    pub fn new(work: &'a Work<'a>, path: &'a Path) -> Self {
        let is_by_text = !work.period.is_endless()
            || work.message_id.is_some()
            || work.thread.is_some()
            || [&work.record_types, &work.tags, &work.attributes].iter().any(|it| !it.is_empty())
            || !work.places.is_empty()
            || work.exclude_quoted;
        Emitter {
            work,
            is_by_text,
            is_typed: work.writer.is_typed(),
            path,
            finds: 0,
            broken_off: None,
        }
    }

    /// Emits a find of the source itself, if it is selected.
    pub fn emit(
        &mut self,
        found: &Found<'_>,
        time: Option<Time>,
        results: &mut Results,
    ) -> ControlFlow<()> {
        self.emit_at(&Origin { time, ..Origin::of(self.path) }, found, results)
    }

    /// Emits a find, if it is selected. Breaks if no more of the source are wanted.
    pub fn emit_at(
        &mut self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        results: &mut Results,
    ) -> ControlFlow<()> {
        if self.work.meter.is_stopped() {
            // It may continue past the end of what was read.
            return ControlFlow::Break(());
        }
        if self.is_by_text && !self.selects_text(origin) || !self.work.selection.selects(found) {
            return ControlFlow::Continue(());
        }
        if found.is_truncated() && self.broken_off != Some(found.span().start) {
            results.complain(self.too_long(found));
        }
        self.finds += 1;
        results.finds += 1;
        results.found = true;
        if self.work.counting == Counting::On {
            results.stats.count(found);
        }
        let flow = match self.is_typed {
            true => results.hand_over(self.work.writer.record(origin, found)),
            false => results.write(|out| self.work.writer.found(origin, found, out)),
        };
        results.is_last |= flow == ControlFlow::Break(Skip::All);
        let is_last = flow.is_break() || self.work.max_count == Some(self.finds);
        if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Returns `true` if finds in a text are selected.
    fn selects_text(&self, origin: &Origin<'_>) -> bool {
        let Settings { period, message_id, thread, places, exclude_quoted, .. } =
            self.work.settings;
        let Settings { record_types, tags, attributes, .. } = self.work.settings;
        let part = origin.part.unwrap_or_default();
        let is = |wanted: &Option<String>, id: Option<&str>| {
            let is_it = |wanted: &String| id.is_some_and(|id| bare_id(id) == wanted);
            wanted.as_ref().is_none_or(is_it)
        };
        let is_any = |wanted: &[String], name: Option<&str>| {
            let is_it = |name: &str| wanted.iter().any(|it| it.eq_ignore_ascii_case(name));
            wanted.is_empty() || name.is_some_and(is_it)
        };
        let fields = || Some(part.message?.fields());
        period.has(origin.time)
            && is_any(tags, part.tag_and_attribute().map(|(tag, _)| tag))
            && is_any(attributes, part.tag_and_attribute().map(|(_, attribute)| attribute))
            && (record_types.is_empty()
                || is_any(record_types, fields().and_then(|fields| fields.record_type.as_deref())))
            && is(message_id, part.of_message(|message| &message.id))
            && (thread.is_none() || is(thread, part.message.and_then(|message| message.thread())))
            && (places.is_empty() || places.contains(&part.location))
            && !(*exclude_quoted && part.quoted.is_some())
    }

    fn too_long(&self, found: &Found<'_>) -> Problem {
        let len = found.raw().len();
        let name = self.work.max_len_name;
        let what = format!("URI truncated at {len} bytes; raise {name}");
        Problem::new(self.path, Some(found.span().start), ProblemKind::Limit, what)
    }

    /// The problem for a source that cannot be read further.
    pub fn unreadable(&self, error: Error) -> Problem {
        match error {
            Error::Read { at, source } => Problem::io(self.path, Some(at), &source),
            other => Problem::new(self.path, None, ProblemKind::Io, other.to_string()),
        }
    }
}

/// A Message-ID without its angle brackets.
pub fn bare_id(id: &str) -> &str {
    id.trim().trim_start_matches('<').trim_end_matches('>')
}
