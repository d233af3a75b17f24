//! What the settings of a search mean.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Arc;

use super::{BuildError, SearchBuilder};
use crate::found::Found;
use crate::grammar::uri::Iri;
use crate::input::{self, Containers, Format, Limits, Named, Pre, Rules, Side, Sources};
use crate::problem::{Error, Problem};
use crate::record::{RecordWriter, Sink, Transforms};
use crate::search::{
    self, Counting, Meter, OnFailure, PART_SIZE, PORTION_LEN, Reach, Sinks, Summary, Timeout, Work,
    available_threads,
};
use crate::select::{Filter, Lists, Selection, Validity};
use crate::stream::Extractor;
use crate::time::{self, Period};

/// The settings of a search, understood.
pub struct Plan {
    /// The paths and lists to search.
    pub named: Arc<Named>,
    /// A program whose output is searched in place of a file.
    pub pre: Option<Pre>,
    /// How text is searched.
    pub extractor: Extractor,
    /// How containers are unpacked; `None` to read every source as it is.
    pub containers: Option<Containers>,
    /// The preferred form of a text that comes in several.
    pub prefers: Option<Side>,
    /// The default base for relative references.
    pub base: Option<String>,
    /// Which finds are reported.
    pub selection: Selection,
    /// What a problem with a URI that is too long calls the limit: the setting of the program.
    pub max_len_name: &'static str,
    /// Only finds in texts that were written in that period.
    pub period: Period,
    /// Only finds in the message with that Message-ID.
    pub message_id: Option<String>,
    /// Stop after this many finds in a source.
    pub max_count: Option<u64>,
    /// How long a source may take, if that is limited.
    pub timeout: Option<Timeout>,
    /// How much of the text around a find is reported with it, if any.
    pub context: Option<Reach>,
    /// The number of threads, at least one.
    pub threads: usize,
    /// Write each record as soon as it is complete.
    pub by_line: bool,
    /// Whether the finds are counted.
    pub counting: Counting,
    /// What becomes of the rest if a source cannot be opened, or read to its end.
    pub on_failure: OnFailure,
}

impl Plan {
    /// Runs the search to its end. Returns the failure that has ended it early, if one has.
    ///
    /// # Errors
    /// Any error of the sink.
    pub(super) fn run(
        self,
        meter: &Meter,
        writer: &dyn RecordWriter,
        mut sink: Box<dyn Sink>,
        complain: &mut (dyn FnMut(&Problem) + Send),
    ) -> Result<Option<Problem>, Error> {
        let sources = input::sources(&self.named, self.pre.as_ref());
        let summary = self.search(sources, meter, writer, Sinks { sink: &mut *sink, complain })?;
        let finished = if summary.failure.is_some() { sink.end_early() } else { sink.finish() };
        finished.map_err(Error::Write)?;
        Ok(summary.failure)
    }

    /// Searches these sources.
    ///
    /// # Errors
    /// [`Error::Write`] where the output fails.
    pub fn search(
        &self,
        sources: impl Sources,
        meter: &Meter,
        writer: &dyn RecordWriter,
        sinks: Sinks<'_>,
    ) -> Result<Summary, Error> {
        let (selects, Sinks { sink, complain }) = (self.selects(), sinks);
        match self.max_count {
            Some(0) => Ok(Summary::default()),
            _ => {
                search::run(&self.work(&selects, meter, writer), sources, Sinks { sink, complain })
            }
        }
    }

    /// Copies these sources, with the finds that the writer writes in place of the URIs.
    ///
    /// # Errors
    /// [`Error::Write`] where the output fails.
    pub fn rewrite(
        &self,
        sources: impl Sources,
        meter: &Meter,
        writer: &dyn RecordWriter,
        sinks: Sinks<'_>,
    ) -> Result<Summary, Error> {
        let (selects, Sinks { sink, complain }) = (self.selects(), sinks);
        search::rewrite(&self.work(&selects, meter, writer), sources, Sinks { sink, complain })
    }

    /// Whether a find is selected.
    fn selects(&self) -> impl Fn(&Found<'_>) -> bool + Sync {
        |found| self.selection.selects(found)
    }

    fn work<'w>(
        &'w self,
        selects: &'w (dyn Fn(&Found<'_>) -> bool + Sync),
        meter: &'w Meter,
        writer: &'w dyn RecordWriter,
    ) -> Work<'w> {
        Work {
            extractor: self.extractor.clone(),
            containers: self.containers.map(|containers| self.selection.within(containers)),
            prefers: self.prefers,
            base: self.base.as_deref(),
            selects,
            max_len_name: self.max_len_name,
            period: self.period,
            message_id: self.message_id.as_deref().map(search::bare_id),
            max_count: self.max_count,
            timeout: self.timeout,
            context: self.context,
            writer,
            threads: self.threads,
            part_size: PART_SIZE,
            portion_len: PORTION_LEN,
            by_line: self.by_line,
            meter,
            counting: self.counting,
            on_failure: self.on_failure,
        }
    }
}

fn format(name: &str) -> Result<Option<&'static dyn Format>, String> {
    input::parse_format(name).map_err(|expected| format!("format '{name}': {expected}"))
}

fn period(text: &str) -> Result<Range<i64>, String> {
    time::period(text).ok_or_else(|| format!("time '{text}': {}", time::EXPECTED))
}

/// How much text around finds a search asks for, and the base that it sets.
pub fn asked(search: &SearchBuilder) -> (Option<Reach>, Option<&str>) {
    (search.context, search.base.as_deref())
}

/// Runs a search to its end, with a writer and a sink of the caller. Finds have the text around them as far as
/// `reach`.
///
/// # Errors
/// As for [`SearchBuilder::build`]; if that succeeds, any error of the sink.
pub fn run_into(
    search: SearchBuilder,
    reach: Reach,
    writer: &dyn RecordWriter,
    sink: Box<dyn Sink>,
    complain: &mut (dyn FnMut(&Problem) + Send),
) -> Result<Result<(), Error>, BuildError> {
    let mut plan = search.plan(Transforms::default())?;
    plan.context = Some(reach);
    Ok(plan.run(&Meter::default(), writer, sink, complain).map(|_| ()))
}

impl SearchBuilder {
    /// What the settings mean, if there is something to search.
    pub(super) fn plan(self, transforms: Transforms) -> Result<Plan, BuildError> {
        if self.paths.is_empty() && self.lists.is_empty() {
            return Err(BuildError::new("there is nothing to search: name a path"));
        }
        self.settled(transforms)
    }

    /// What the settings mean. Patterns look at a URI after the transforms.
    pub(super) fn settled(self, transforms: Transforms) -> Result<Plan, BuildError> {
        self.understood(transforms).map_err(BuildError)
    }

    fn understood(self, transforms: Transforms) -> Result<Plan, String> {
        let format = self.input_format.as_deref().map(format).transpose()?;
        let is_text = self.is_raw || matches!(format, Some(None));
        if let Some(Err(fault)) = self.base.as_deref().map(Iri::parse) {
            return Err(format!("the base is no URI: {fault}"));
        }
        let limits = Limits { max_len: self.options.max_len, ..self.limits };
        let containers = Containers { format: format.flatten(), limits };
        let mut lists = Lists::default();
        let filter = Filter {
            wanted: self.include.tests(&mut lists)?,
            unwanted: self.exclude.tests(&mut lists)?,
        };
        if self.opener.is_some() && self.pre.is_some() {
            return Err("a preprocessor reads files, and the paths are opened elsewhere".to_owned());
        }
        let (opener, rules) = (self.opener, Rules::of(&self.rules)?);
        let named =
            Named { paths: self.paths, pieces: self.pieces, lists: self.lists, rules, opener };
        named.check_stdin(lists.have_read_stdin())?;
        let pre = self.pre.map(|command| Pre::new(&command, &self.pre_globs)).transpose()?;
        let at = |time: Option<String>| time.as_deref().map(period).transpose();
        let (since, until) = (at(self.since)?, at(self.until)?);
        let period = Period::of(since, until)?;
        let mut options = self.options;
        options.escapes &= !self.is_raw;
        Ok(Plan {
            named: Arc::new(named),
            pre,
            extractor: Extractor::new(options),
            containers: (!is_text).then_some(containers),
            prefers: self.prefer.map(Side::from),
            base: self.base,
            selection: Selection {
                filter,
                transforms,
                validity: self.valid.map(Validity::of),
                exclude_cut: self.exclude_cut,
                cautions: self.cautions,
            },
            max_len_name: "max_len",
            period,
            message_id: self.message_id,
            max_count: self.max_count,
            timeout: self.timeout.map(|time| Timeout { time, name: "timeout" }),
            context: self.context,
            threads: self.threads.map_or_else(available_threads, NonZeroUsize::get),
            by_line: false,
            counting: Counting::Off,
            on_failure: self.on_failure,
        })
    }
}
