//! The settings of a search: [`SearchBuilder`](crate::SearchBuilder) makes them, and all that searches reads them.

use std::fmt;
use std::ops::Deref;

use super::{
    ContextSize, Counting, Meter, OnFailure, PORTION_LEN, Sinks, Summary, TEXT_PORTION_LEN, Timeout,
};
use crate::found::Found;
use crate::input::{self, Containers, MemberRules, Named, PartLocation, Pre, Side, Sources};
use crate::problem::{Error, Problem};
use crate::record::{Metadata, RecordWriter, Sink};
use crate::select::{Brands, Selection};
use crate::stream::Extractor;
use crate::time::{Period, Zone};

/// The settings of a search.
#[derive(Clone)]
pub struct Settings {
    /// The paths and lists to search.
    pub named: Named,
    /// Which members of archives are searched, if not all are.
    pub members: Option<MemberRules>,
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
    /// Which finds are reported, by their URIs.
    pub selection: Selection,
    /// Names of which finds are told if their hosts imitate them.
    pub brands: Brands,
    /// The time zone of days, and of times that are given without one.
    pub zone: Zone,
    /// Only finds in texts that were written in that period.
    pub period: Period,
    /// Only finds in the message with that Message-ID, without its angle brackets.
    pub message_id: Option<String>,
    /// Only finds in messages of the thread of that Message-ID, without its angle brackets.
    pub thread: Option<String>,
    /// Only finds in these places; empty if that is not asked for.
    pub places: Vec<PartLocation>,
    /// Only finds in records of these types of a web archive; empty if that is not asked for.
    pub record_types: Vec<String>,
    /// Only links in elements of these names; empty if that is not asked for.
    pub tags: Vec<String>,
    /// Only links in attributes of these names; empty if that is not asked for.
    pub attributes: Vec<String>,
    /// Finds in quoted lines are left out.
    pub exclude_quoted: bool,
    /// Stop after this many finds in a source.
    pub max_count: Option<u64>,
    /// What a problem with a URI that is too long calls the limit: the setting of the program.
    pub max_len_name: &'static str,
    /// How long a source may take, if that is limited.
    pub timeout: Option<Timeout>,
    /// How much of the text around a find is reported with it, if any.
    pub context: Option<ContextSize>,
    /// The number of threads, at least one.
    pub threads: usize,
    /// The length of the portions of a large text, in bytes.
    pub text_portion_len: u64,
    /// The length of the portions of a large container, in bytes.
    pub portion_len: usize,
    /// Write each record as soon as it is complete.
    pub by_line: bool,
    /// Whether the finds are counted.
    pub counting: Counting,
    /// What becomes of the rest if a source cannot be opened, or read to its end.
    pub on_failure: OnFailure,
    /// A hash of all lines in lists of patterns.
    pub lists_hash: u64,
}

impl Default for Settings {
    /// Those of a search of nothing, on one thread.
    fn default() -> Self {
        Settings {
            named: Named::default(),
            members: None,
            pre: None,
            extractor: Extractor::default(),
            containers: Some(Containers::default()),
            prefers: None,
            base: None,
            selection: Selection::default(),
            brands: Brands::default(),
            zone: Zone::default(),
            period: Period::default(),
            message_id: None,
            thread: None,
            places: Vec::new(),
            record_types: Vec::new(),
            tags: Vec::new(),
            attributes: Vec::new(),
            exclude_quoted: false,
            max_count: None,
            max_len_name: "max_len",
            timeout: None,
            context: None,
            threads: 1,
            text_portion_len: TEXT_PORTION_LEN,
            portion_len: PORTION_LEN,
            by_line: false,
            counting: Counting::Off,
            on_failure: OnFailure::GoOn,
            lists_hash: 0,
        }
    }
}

impl Settings {
    /// Tells a find the name that its host imitates.
    pub(super) fn note_imitated(&self, found: &mut Found<'_>) {
        if !self.brands.is_empty()
            && let Some(name) = self.brands.imitated(&found.components())
        {
            found.set_imitated(name.to_owned());
        }
    }

    /// Searches all that is named, to the end. Returns the failure that has ended it early, if one has.
    ///
    /// # Errors
    /// Any error of the sink.
    pub fn run(
        &self,
        meter: &Meter,
        writer: &dyn RecordWriter,
        mut sink: Box<dyn Sink>,
        complain: &mut (dyn FnMut(&Problem) + Send),
    ) -> Result<Option<Problem>, Error> {
        let sinks = Sinks { sink: &mut *sink, complain };
        let summary = self.search(self.sources(), meter, writer, sinks)?;
        let finished = if summary.failure.is_some() { sink.end_early() } else { sink.finish() };
        finished.map_err(Error::Write)?;
        Ok(summary.failure)
    }

    /// All that is named.
    pub fn sources(&self) -> impl Sources + '_ {
        input::sources(&self.named, self.pre.as_ref())
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
        Sinks { sink, complain }: Sinks<'_>,
    ) -> Result<Summary, Error> {
        if self.max_count == Some(0) {
            return Ok(Summary::default());
        }
        super::run(&Work { settings: self, writer, meter }, sources, Sinks { sink, complain })
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
        Sinks { sink, complain }: Sinks<'_>,
    ) -> Result<Summary, Error> {
        super::rewrite(&Work { settings: self, writer, meter }, sources, Sinks { sink, complain })
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settings { named, extractor, selection, .. } = self;
        let mut settings = f.debug_struct("Settings");
        settings.field("named", named).field("extractor", extractor).field("selection", selection);
        settings.finish_non_exhaustive()
    }
}

/// What every thread of a run shares: the settings, the writer and the meter.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// How every source is searched.
    pub settings: &'a Settings,
    /// Writes the records.
    pub writer: &'a dyn RecordWriter,
    /// Counts the bytes read.
    pub meter: &'a Meter,
}

impl Deref for Work<'_> {
    type Target = Settings;

    fn deref(&self) -> &Settings {
        self.settings
    }
}

impl Work<'_> {
    /// What is asked of the texts.
    pub(super) fn metadata(&self) -> Metadata {
        let period = if self.period.is_endless() { Metadata::NONE } else { Metadata::TIME };
        let by_fields = self.thread.is_some() || !self.record_types.is_empty();
        let by_fields = if by_fields { Metadata::FIELDS } else { Metadata::NONE };
        let by_line = !self.places.is_empty() || self.exclude_quoted;
        let by_line = if by_line { Metadata::LINES } else { Metadata::NONE };
        let selecting = self.selection.metadata().or(period).or(by_fields).or(by_line);
        self.writer.metadata().or(selecting)
    }

    /// The length of the portions of a large text that several threads search, in bytes. `None` if a search may stop
    /// inside a file, or if finds wait for the text after them.
    pub(super) fn text_portions(&self) -> Option<u64> {
        let whole = self.max_count.is_none() && self.context.is_none() && self.writer.wants_all();
        (self.threads > 1 && whole).then_some(self.text_portion_len)
    }
}
