//! Copies sources, with their selected finds rewritten. One thread copies them in order, so that the output streams.

use std::ops::ControlFlow;
use std::path::Path;

use memchr::memrchr;

use super::emitter::Emitter;
use super::internal_error::caught;
use super::ordered_writer::{OrderedWriter, Results};
use super::source_reader::SourceReader;
use super::sources::{choose, modified, open};
use super::stream_loop::{FindSink, search_stream};
use super::text::SourceText;
use super::timer::Timer;
use super::times::Times;
use super::{OnFailure, Sinks, Summary, Work};
use crate::chars;
use crate::found::Found;
use crate::input::{Choice, Source, Sources};
use crate::problem::{Error, Problem, ProblemKind};
use crate::record::{End, Total};
use crate::span::Span;
use crate::stream::{KEEP, ReaderSearch, StreamView, Text};

/// Copies the text of every source, in order. The writer writes each selected find, and the text between finds.
/// Only text is copied: a container is a problem.
///
/// # Errors
/// [`Error::Write`] where the output fails.
pub fn rewrite<'w>(
    work: &'w Work<'w>,
    sources: impl Sources,
    sinks: Sinks<'w>,
) -> Result<Summary, Error> {
    let writer = OrderedWriter::new(work, sinks);
    let mut copy = Copy { work, writer, results: Results::default(), timer: Timer::default() };
    for source in sources {
        let path = source.as_ref().map_or_else(|it| it.path.clone(), |it| it.path().to_owned());
        match caught(&path, || source.and_then(|source| copy.source(&source))) {
            Ok(Ok(())) => {}
            Ok(Err(problem)) => {
                copy.results.count_source(Total::NOTHING);
                copy.results.complain(problem);
            }
            Err(error) => {
                copy.results.count_source(Total::NOTHING);
                copy.results.fail_internally(error, OnFailure::GoOn);
            }
        }
        if copy.is_closed() {
            break;
        }
    }
    copy.writer.take(&mut copy.results);
    copy.writer.close()
}

/// The state of the copy.
struct Copy<'a> {
    work: &'a Work<'a>,
    writer: OrderedWriter<'a>,
    /// What is not yet written.
    results: Results,
    /// The time of the source that is copied.
    timer: Timer,
}

impl Copy<'_> {
    /// Returns `true` if no more is wanted.
    fn is_closed(&self) -> bool {
        self.writer.is_closed() || self.work.meter.is_stopped()
    }

    /// Writes what is there: at once before a read that may block, else in blocks.
    fn let_out(&mut self, may_block: bool) {
        let _stopped = self.timer.stop();
        self.writer.take_if_much(&mut self.results);
        if may_block {
            self.writer.take(&mut self.results);
            self.writer.flush();
        }
    }

    /// Copies a source.
    ///
    /// # Errors
    /// If it cannot be opened or read, or is not text.
    fn source(&mut self, source: &Source) -> Result<(), Problem> {
        let (work, path, may_block) = (self.work, source.path(), source.may_block());
        self.let_out(may_block);
        self.timer = Timer::start(work.timeout, 0);
        let opened = open(source, &self.timer, work.meter)?;
        let modified = modified(source, &opened);
        let mut opened =
            SourceReader::new(opened, self.timer.clone(), work.meter).may_block(may_block);
        let mut stream = work.extractor.stream(SourceText::whole(&mut opened));
        if let Some(how) = work.containers
            && let Choice::Format(format) = choose(&mut stream, path, how)
            && !format.is_text()
        {
            return Err(no_text(path, format.name()));
        }
        let times = work.metadata().time.then(|| Times::new(modified));
        let emitter = Emitter::new(work, path);
        let mut sink = TextCopy { copy: self, emitter, times, may_block, copied: 0 };
        let failure = search_stream(&mut stream, &mut sink).err();
        let (finds, failure) = (sink.emitter.finds, failure.map(|it| sink.emitter.unreadable(it)));
        let end = if failure.is_some() { End::Broken } else { End::Whole };
        self.results.count_source(Total::new(finds, opened.given(), end));
        failure.into_iter().for_each(|problem| self.results.complain(problem));
        Ok(())
    }
}

/// The copy of one text.
struct TextCopy<'c, 'a> {
    copy: &'c mut Copy<'a>,
    emitter: Emitter<'c>,
    times: Option<Times>,
    may_block: bool,
    /// Everything before this offset is copied.
    copied: u64,
}

impl<'t> FindSink<SourceText<'t>> for TextCopy<'_, '_> {
    /// Writes the text before the find and, if it is selected, the find.
    fn found(
        &mut self,
        found: Found<'_>,
        StreamView { text, .. }: StreamView<'_, SourceText<'t>>,
    ) -> ControlFlow<()> {
        let Copy { work, results, .. } = &mut *self.copy;
        // What takes its place stands in the same markup.
        let found = found.in_markup();
        let Span { start, end } = found.span();
        let time = self.times.as_mut().and_then(|times| times.of_line(text, start, |_| true));
        let is_wanted = work.max_count.is_none_or(|most| self.emitter.finds < most);
        if start >= self.copied && is_wanted {
            let before = between(text, self.copied, start);
            results.write(|out| work.writer.text(before, out));
            let before = self.emitter.finds;
            let _ = self.emitter.emit(&found, time, results);
            self.copied = if self.emitter.finds > before { end } else { start };
        }
        ControlFlow::Continue(())
    }

    fn before_read(&mut self, stream: &mut ReaderSearch<SourceText<'t>>) -> ControlFlow<()> {
        if self.copy.is_closed() {
            return ControlFlow::Break(());
        }
        let (settled, cursor) = (stream.settled(), stream.search_state().cursor);
        let has_ended = stream.has_ended();
        let text = stream.view().text;
        let known = match has_ended {
            true => between(text, self.copied, u64::MAX),
            false => whole(between(text, self.copied, decided(text, cursor).max(settled))),
        };
        let Copy { work, results, .. } = &mut *self.copy;
        results.write(|out| work.writer.text(known, out));
        self.copied += known.len() as u64;
        if let Some(times) = &mut self.times {
            times.settle(text, settled, |_| true);
        }
        stream.keep(self.copied);
        self.copy.let_out(self.may_block);
        ControlFlow::Continue(())
    }
}

/// The text between two offsets.
fn between(text: Text<'_>, from: u64, to: u64) -> &[u8] {
    let [from, to] = [from, to].map(|at| at.saturating_sub(text.base).min(text.bytes.len() as u64));
    text.bytes.get(from as usize..to as usize).unwrap_or_default()
}

/// The end of the lines before the cursor in which no URI can start any more: no scheme and no host crosses the end of
/// a line, but in brackets, or as that of the web, a scheme may be broken there.
fn decided(text: Text<'_>, cursor: u64) -> u64 {
    let searched = between(text, text.base, cursor);
    let Some(feed) = memrchr(b'\n', searched) else { return text.base };
    let line = searched[feed.saturating_sub(KEEP)..feed].trim_ascii_end();
    let name = line.iter().rposition(|b| !(b.is_ascii_alphanumeric() || b"+-.".contains(b)));
    let (head, name) = line.split_at(name.map_or(0, |last| last + 1));
    let is_web =
        [&b"h"[..], b"ht", b"htt", b"http"].iter().any(|web| web.eq_ignore_ascii_case(name));
    let is_open = match head.trim_ascii_end().last() {
        _ if is_web => true,
        Some(last) => b"<:".contains(last),
        None => text.base > 0 || feed > KEEP,
    };
    if is_open { text.base } else { text.base + feed as u64 + 1 }
}

/// The text without what more text may complete: a character, or the end of a line.
fn whole(text: &[u8]) -> &[u8] {
    let text = chars::without_cut(text);
    text.strip_suffix(b"\r").unwrap_or(text)
}

/// The problem with a container: its text cannot be put back into it.
fn no_text(path: &Path, format: &str) -> Problem {
    let what = format!("cannot rewrite URIs in {format} data; decode it first, or use --raw");
    Problem::new(path, None, ProblemKind::Unread, what)
}
