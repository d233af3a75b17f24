//! From what was said to what is meant: the settings of a search, understood.

use std::ops::Range;

use urisift::RedirectUnwrapper;

use super::{BuildError, SearchBuilder};
use crate::grammar::uri::Iri;
use crate::input::{self, Containers, Format, Limits, MemberRules, Pre, Rules};
use crate::record::parse_unwrap_rule;
use crate::search::{Settings, Timeout, available_threads};
use crate::select::{Brands, Filter, Lists};
use crate::stream::Extractor;
use crate::time::{self, Period, Zone};

impl SearchBuilder {
    /// What the settings mean, if there is something to search.
    #[doc(hidden)]
    pub fn settle(self) -> Result<Settings, BuildError> {
        if self.settings.named.is_empty() {
            return Err(BuildError::new("nothing to search: add a path"));
        }
        self.settled()
    }

    /// What the settings mean.
    pub(super) fn settled(self) -> Result<Settings, BuildError> {
        self.understood().map_err(BuildError)
    }

    fn understood(self) -> Result<Settings, String> {
        let SearchBuilder {
            mut settings,
            rules,
            pre,
            pre_globs,
            mut options,
            input_format,
            is_raw,
            limits,
            include,
            exclude,
            since,
            until,
            unwrap_rules,
            brands,
            names_flags,
        } = self;
        let names = if names_flags { FLAGS } else { METHODS };
        let [max_len_name, depth_name, expansion_name, memory_name, timeout_name, from, to] = names;
        let format = input_format.as_deref().map(format).transpose()?;
        if let Some(Err(fault)) = settings.base.as_deref().map(Iri::parse) {
            return Err(format!("invalid base URI: {fault}"));
        }
        let (mut lists, selection) = (Lists::default(), &mut settings.selection);
        if let Some(rules) = lists.with(Vec::new(), &unwrap_rules, parse_unwrap_rule)? {
            let unwrapper = selection.transforms.unwrap.take().unwrap_or_default();
            selection.transforms.unwrap =
                Some(rules.into_iter().fold(unwrapper, RedirectUnwrapper::rule));
        }
        if let Some(names) = lists.with(Vec::new(), &brands, Brands::parse)? {
            settings.brands = Brands::of(names);
        }
        selection.filter =
            Filter { wanted: include.tests(&mut lists)?, unwanted: exclude.tests(&mut lists)? };
        settings.lists_hash = lists.fingerprint();
        if settings.named.opener.is_some() && pre.is_some() {
            return Err(
                "a preprocessor cannot be combined with paths that the program opens itself"
                    .to_owned(),
            );
        }
        settings.named.rules = Rules::of(&rules)?;
        settings.members = MemberRules::of(&rules)?;
        settings.named.check_stdin(lists.have_read_stdin())?;
        settings.pre = pre.map(|command| Pre::new(&command, &pre_globs)).transpose()?;
        let zone = &settings.zone;
        let at = |time: Option<String>| time.map(|time| period(&time, zone)).transpose();
        let period = Period::of(at(since)?, at(until)?);
        settings.period = period.map_err(|why| format!("{from} and {to}: {why}"))?;
        let limits =
            Limits { max_len: options.max_len, depth_name, expansion_name, memory_name, ..limits };
        let formats = settings.containers.unwrap_or_default().formats;
        let containers = Containers { format: format.flatten(), formats, limits };
        let is_text = is_raw || matches!(format, Some(None));
        settings.containers = (!is_text).then(|| settings.selection.within(containers));
        settings.max_len_name = max_len_name;
        settings.timeout = settings.timeout.map(|it| Timeout { name: timeout_name, ..it });
        options.escapes &= !is_raw;
        settings.extractor = Extractor::new(options);
        if settings.threads == 0 {
            settings.threads = available_threads();
        }
        Ok(settings)
    }
}

/// What problems call the settings that they name: methods of the builder.
const METHODS: [&str; 7] =
    ["max_len", "max_depth", "max_expand", "max_memory", "timeout", "since", "until"];

/// Like `METHODS`, as flags of the command.
const FLAGS: [&str; 7] = [
    "--max-len",
    "--max-nesting",
    "--max-expand",
    "--max-memory",
    "--timeout",
    "--since",
    "--until",
];

fn format(name: &str) -> Result<Option<&'static dyn Format>, String> {
    input::parse_format(name).map_err(|expected| format!("format '{name}': {expected}"))
}

fn period(text: &str, zone: &Zone) -> Result<Range<i64>, String> {
    time::typed_period(text, zone).ok_or_else(|| format!("time '{text}': {}", time::EXPECTED))
}
