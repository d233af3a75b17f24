//! What the settings of a search mean.

use std::num::NonZeroUsize;

use super::{BuildError, SearchBuilder};
use crate::grammar::uri::Iri;
use crate::input::{self, Containers, Format, Limits, Named, Pre, Rules, Side};
use crate::problem::{Error, Problem};
use crate::record::{RecordWriter, Sink, Transforms};
use crate::search::{self, Counting, Meter, PART_SIZE, Reach, Sinks, Work, available_threads};
use crate::select::{Filter, Lists, Selection, Validity};
use crate::stream::Extractor;

/// The settings of a search, understood.
pub(super) struct Plan {
    pub named: Named,
    pre: Option<Pre>,
    pub extractor: Extractor,
    containers: Option<Containers>,
    prefer: Option<Side>,
    base: Option<String>,
    pub selection: Selection,
    pub max_count: Option<u64>,
    pub context: Option<Reach>,
    threads: usize,
}

impl Plan {
    /// Runs the search.
    ///
    /// # Errors
    /// Any error of the sink.
    pub fn run(
        self,
        meter: &Meter,
        writer: &dyn RecordWriter,
        mut sink: Box<dyn Sink>,
        complain: &mut (dyn FnMut(&Problem) + Send),
    ) -> Result<(), Error> {
        let work = Work {
            extractor: self.extractor,
            containers: self.containers,
            prefers: self.prefer,
            base: self.base.as_deref(),
            selects: &|found| self.selection.selects(found),
            max_count: self.max_count,
            context: self.context,
            writer,
            threads: self.threads,
            part_size: PART_SIZE,
            by_line: false,
            meter,
            counting: Counting::Off,
        };
        if self.max_count != Some(0) {
            let sources = input::sources(&self.named, self.pre.as_ref());
            search::run(&work, sources, Sinks { sink: &mut *sink, complain })?;
        }
        sink.finish().map_err(Error::Write)
    }
}

fn format(name: &str) -> Result<Option<&'static dyn Format>, String> {
    input::parse_format(name).map_err(|expected| format!("format '{name}': {expected}"))
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
    Ok(plan.run(&Meter::default(), writer, sink, complain))
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
        let format = self.format.as_deref().map(format).transpose()?;
        let is_text = self.is_raw || matches!(format, Some(None));
        if self.prefer == Some(Side::Other) {
            return Err("what is preferred is text or HTML".to_owned());
        }
        if let Some(Err(fault)) = self.base.as_deref().map(Iri::parse) {
            return Err(format!("the base is no URI: {fault}"));
        }
        let limits = Limits { max_len: self.options.max_len, ..self.limits };
        let containers = Containers { format: format.flatten(), limits };
        let mut lists = Lists::default();
        let filter = Filter {
            wanted: self.only.tests(&mut lists)?,
            unwanted: self.except.tests(&mut lists)?,
        };
        let named = Named { paths: self.paths, lists: self.lists, rules: Rules::of(&self.rules)? };
        named.check_stdin(lists.have_read_stdin())?;
        let pre = self.pre.map(|command| Pre::new(&command, &self.pre_globs)).transpose()?;
        let mut options = self.options;
        options.escapes &= !self.is_raw;
        Ok(Plan {
            named,
            pre,
            extractor: Extractor::new(options),
            containers: (!is_text).then_some(containers),
            prefer: self.prefer,
            base: self.base,
            selection: Selection { filter, transforms, validity: self.valid.map(Validity::of) },
            max_count: self.max_count,
            context: self.context,
            threads: self.threads.map_or_else(available_threads, NonZeroUsize::get),
        })
    }
}
