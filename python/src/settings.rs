//! The settings of a search of files, by the names of the command's flags.

use std::path::PathBuf;
use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyList, PyString, PyTuple};
use urisift::{Options, RedirectUnwrapper, Steps};
use urisift_search::internal::record::{parse_duration, parse_size};
use urisift_search::internal::select::parse_caution;
use urisift_search::internal::suggest::hint;
use urisift_search::{
    BatchBuilder, BodyForm, Key, PartLocation, PatternKind, Patterns, Ranking, Search,
    SearchBuilder, Separator,
};

use crate::fault::wrong;
use crate::names;
use crate::options;
use crate::uri::steps;

/// A search of these paths by these options, which `reading` may change.
///
/// # Errors
/// `TypeError` for a name that is no option, and `ValueError` for a value that is none of the option's.
pub fn batches(
    options: &Bound<'_, PyDict>,
    paths: Vec<PathBuf>,
    reading: impl FnOnce(SearchBuilder) -> SearchBuilder,
) -> PyResult<BatchBuilder> {
    let mut settings = Settings::of(options, paths)?;
    settings.search = reading(settings.search);
    Ok(settings.batches())
}

/// The same, for a list of the files.
///
/// # Errors
/// As for [`batches`].
pub fn files(options: &Bound<'_, PyDict>, paths: Vec<PathBuf>) -> PyResult<SearchBuilder> {
    Ok(Settings::of(options, paths)?.search())
}

/// What the options ask for.
#[derive(Default)]
struct Settings {
    search: SearchBuilder,
    options: Options,
    include: Patterns,
    exclude: Patterns,
    is_private: Option<bool>,
    without_noise: bool,
    has_pre: bool,
    has_pre_glob: bool,
    lists: Vec<PathBuf>,
    is_nul: bool,
    has_no_path: bool,
    is_judged: bool,
    columns: Vec<String>,
    unwrap: Option<RedirectUnwrapper>,
    unwrap_rules: Vec<PathBuf>,
    is_defanged: bool,
    normal: Option<Steps>,
    unique: Option<Key>,
    by: Option<Key>,
    top: Option<usize>,
    counts: bool,
    memory: Option<usize>,
}

impl Settings {
    fn of(options: &Bound<'_, PyDict>, paths: Vec<PathBuf>) -> PyResult<Self> {
        let mut asked = Settings { search: Search::builder().paths(paths), ..Settings::default() };
        (asked.options.positions, asked.options.escapes) = (true, true);
        for (name, value) in options {
            let name = name.cast::<PyString>()?.to_str()?.trim_end_matches('_').replace('-', "_");
            let name = options::renamed(&name);
            for value in several(&value)? {
                if value.is_none() || value.is(PyBool::new(value.py(), false)) {
                    continue;
                }
                asked.set(name, &Value { name, value })?;
            }
        }
        asked.check()?;
        Ok(asked)
    }

    /// Refuses what the command refuses.
    fn check(&self) -> PyResult<()> {
        let is_counted = self.by.is_some() || self.top.is_some();
        let conflicts = [
            (self.unique.is_some() && is_counted, "--unique is at odds with --by and --top"),
            (self.counts && self.unique.is_none(), "--count is of --unique alone: a row is a find"),
            (self.has_pre_glob && !self.has_pre, "--pre-glob needs --pre"),
        ];
        let refused = conflicts.into_iter().find(|(is_wrong, _)| *is_wrong);
        refused.map_or(Ok(()), |(_, what)| Err(wrong(what)))
    }

    fn search(self) -> SearchBuilder {
        let separator = if self.is_nul { Separator::Nul } else { Separator::Line };
        let search = self.search.options(self.options);
        let (mut include, mut exclude) = (self.include, self.exclude);
        match self.is_private {
            Some(true) => include = include.private(),
            Some(false) => exclude = exclude.private(),
            None => {}
        }
        if self.without_noise {
            exclude = exclude.noise();
        }
        let search = search.include(include).exclude(exclude);
        self.lists.into_iter().fold(search, |search, list| search.files_from(list, separator))
    }

    fn batches(mut self) -> BatchBuilder {
        let Settings { has_no_path, is_judged, is_defanged, .. } = self;
        let Settings { unique, by, top, counts, memory, normal, .. } = self;
        let (unwrap, columns) = (self.unwrap.take(), std::mem::take(&mut self.columns));
        let rules = std::mem::take(&mut self.unwrap_rules);
        let batches = self.search().batches().with_path(!has_no_path).judge(is_judged);
        let mut batches = batches.defang(is_defanged);
        if let Some(unwrapper) = unwrap {
            batches = batches.unwrap_redirects_of(unwrapper);
        }
        batches = rules.into_iter().fold(batches, BatchBuilder::unwrap_rules);
        if !columns.is_empty() {
            batches = batches.columns(columns);
        }
        if let Some(bytes) = memory {
            batches = batches.memory(bytes);
        }
        if let Some(steps) = normal {
            batches = batches.normalize(steps);
        }
        match (unique, by, top) {
            (Some(key), ..) if counts => batches.counts(key, Ranking::Appearance(None)),
            (Some(key), ..) => batches.unique(key),
            (None, None, None) => batches,
            (None, by, top) => {
                let top = top.and_then(std::num::NonZeroUsize::new);
                batches.counts(by.unwrap_or(Key::Uri), Ranking::MostFrequent(top))
            }
        }
    }

    fn set(&mut self, name: &str, value: &Value<'_, '_>) -> PyResult<()> {
        if self.set_pattern(name, value)? || self.set_text(name, value)? {
            return Ok(());
        }
        match name {
            "no_filename" => self.has_no_path = value.flag()?,
            "assess" => self.is_judged = value.flag()?,
            "columns" => {
                self.columns.extend(value.text()?.split(',').map(str::to_owned));
            }
            "unwrap" => {
                let is_any =
                    !value.is_flag() && value.one_of(&[("known", false), ("any", true)])?;
                self.unwrap = Some(self.unwrap.take().unwrap_or_default().any(is_any));
            }
            "unwrap_rules" => {
                self.unwrap.get_or_insert_default();
                self.unwrap_rules.push(value.path()?);
            }
            "defang" => self.is_defanged = value.flag()?,
            "normalize" if value.is_flag() => self.normal = Some(steps(None)?),
            "normalize" => {
                let steps = steps(Some(&value.text()?))?;
                self.normal = Some(self.normal.map_or(steps, |before| before | steps));
            }
            "unique" if value.is_flag() => self.unique = Some(Key::Uri),
            "unique" => self.unique = Some(value.key()?),
            "by" => self.by = Some(value.key()?),
            "top" => self.top = Some(value.number(1)?),
            "count" => self.counts = value.flag()?,
            "buffer_size" => self.memory = Some(value.size_within(16 << 20, usize::MAX)?),
            "files_from" => self.lists.push(value.path()?),
            "null" => self.is_nul = value.flag()?,
            _ => {
                self.has_pre |= name == "pre";
                self.has_pre_glob |= name == "pre_glob";
                self.search = set_search(std::mem::take(&mut self.search), name, value)?;
            }
        }
        Ok(())
    }

    /// Sets what is found in text; returns whether the option is about that.
    fn set_text(&mut self, name: &str, value: &Value<'_, '_>) -> PyResult<bool> {
        match name {
            "www" => self.options.www = value.flag()?,
            "bare" => self.options.bare = value.flag()?,
            "email" => self.options.email = value.flag()?,
            "refang" => self.options.refang = value.flag()?,
            "max_len" => self.options.max_len = value.size()?,
            "max_wrapper_len" => self.options.max_wrapper_len = value.size()?,
            "iri" | "join" | "unfold" | "trailing" => {
                let text = PyString::new(value.value.py(), &value.text()?);
                options::set(&mut self.options, name, text.as_any())?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Adds a pattern; returns whether the option is one.
    fn set_pattern(&mut self, name: &str, value: &Value<'_, '_>) -> PyResult<bool> {
        use PatternKind::{Domain, Host, Regex, Scheme, Tld, UriPath};
        const KINDS: [(&str, &str, PatternKind); 6] = [
            ("scheme", "schemes_from", Scheme),
            ("host", "hosts_from", Host),
            ("domain", "domains_from", Domain),
            ("tld", "tlds_from", Tld),
            ("uri_path", "uri_paths_from", UriPath),
            ("regex", "regexes_from", Regex),
        ];
        let exclusion = name.strip_prefix("exclude_");
        let rest = exclusion.unwrap_or(name);
        let known = KINDS.into_iter().find(|(text, list, _)| [*text, *list].contains(&rest));
        if let Some((text, _, kind)) = known {
            let patterns = if exclusion.is_some() { &mut self.exclude } else { &mut self.include };
            let all = std::mem::take(patterns);
            *patterns = if text == rest {
                // Commas are part of a path and of an expression.
                let has_several = !matches!(kind, UriPath | Regex);
                let texts = value.text()?;
                let texts = texts.split(|c: char| has_several && c == ',');
                texts.fold(all, |all, text| all.add(kind, text))
            } else {
                all.file(kind, value.path()?)
            };
            return Ok(true);
        }
        match name {
            "private" => self.is_private = Some(value.flag()?),
            "exclude_private" => self.is_private = Some(!value.flag()?),
            "exclude_noise" => self.without_noise = value.flag()?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Sets what is searched, and how.
fn set_search(search: SearchBuilder, name: &str, value: &Value<'_, '_>) -> PyResult<SearchBuilder> {
    Ok(match name {
        "prefer" => {
            search.prefer(value.one_of(&[("text", BodyForm::Text), ("html", BodyForm::Html)])?)
        }
        "raw" => search.raw(value.flag()?),
        "no_code" => search.no_code(value.flag()?),
        "as" => search.input_format(value.text()?),
        "pre" => search.pre(value.path()?),
        "pre_glob" => search.pre_glob(value.text()?),
        "max_nesting" => search.max_depth(value.number(0)?),
        "max_expand" => search.max_expand(value.number(0)? as u64),
        "timeout" => search.timeout(value.duration()?),
        "threads" => search.threads(value.number_within(1, 255)?),
        "glob" => search.glob(value.text()?),
        "iglob" => search.iglob(value.text()?),
        "type" => search.file_type(value.text()?),
        "type_not" => search.exclude_file_type(value.text()?),
        "type_add" => search.add_file_type(value.text()?),
        "type_clear" => search.clear_file_type(value.text()?),
        "hidden" | "no_hidden" => search.hidden((name == "hidden") == value.flag()?),
        "vcs" | "no_vcs" => search.vcs((name == "vcs") == value.flag()?),
        "gitignore" | "no_gitignore" => search.gitignore((name == "gitignore") == value.flag()?),
        "follow" | "no_follow" => search.follow((name == "follow") == value.flag()?),
        "ignore_file" => search.ignore_file(value.path()?),
        "one_file_system" => search.one_file_system(value.flag()?),
        "max_filesize" => search.max_filesize(value.size()? as u64),
        "exclude_cut" => search.exclude_cut(value.flag()?),
        "valid" | "invalid" => search.valid((name == "valid") == value.flag()?),
        "since" => search.since(value.text()?),
        "until" => search.until(value.text()?),
        "message_id" => search.message_id(value.text()?),
        "thread" => search.thread(value.text()?),
        "in" => {
            let text = value.text()?;
            let places = text.split(',').map(place).collect::<Result<Vec<_>, _>>();
            places.map_err(wrong)?.into_iter().fold(search, SearchBuilder::place)
        }
        "record_type" => value.text()?.split(',').fold(search, SearchBuilder::record_type),
        "tag" => value.text()?.split(',').fold(search, SearchBuilder::tag),
        "attribute" => value.text()?.split(',').fold(search, SearchBuilder::attribute),
        "exclude_quoted" => search.exclude_quoted(value.flag()?),
        "local_time" => search.local_time(value.flag()?),
        "caution" => {
            let text = value.text()?;
            let kinds = text.split(',').map(parse_caution).collect::<Result<Vec<_>, _>>();
            kinds.map_err(wrong)?.into_iter().fold(search, SearchBuilder::caution)
        }
        "brand" => search.brands(value.path()?),
        "max_count" => search.max_count(value.number(0)? as u64),
        "context" => search.context_lines(value.number(0)?),
        "after_context" => search.context_after(value.number(0)?),
        "before_context" => search.context_before(value.number(0)?),
        "context_bytes" => search.context_bytes(value.size_within(1, 64 << 10)?),
        "base" => search.base(value.text()?),
        _ => {
            let near = hint(name, names::ALL.into_iter());
            return Err(PyTypeError::new_err(format!("unexpected option '{name}'{near}")));
        }
    })
}

/// A place in a message, by its name.
fn place(name: &str) -> Result<PartLocation, String> {
    let place = PartLocation::ALL.into_iter().find(|place| place.name() == name);
    let names = || PartLocation::ALL.map(PartLocation::name).join(", ");
    place.ok_or_else(|| format!("'{name}': expected one of {}", names()))
}

/// The values of an option: those of a list, or the one.
fn several<'py>(value: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        value.try_iter()?.collect()
    } else {
        Ok(vec![value.clone()])
    }
}

/// The value of an option: `True`, a number, or text that says one.
struct Value<'n, 'py> {
    name: &'n str,
    value: Bound<'py, PyAny>,
}

impl Value<'_, '_> {
    fn wrong(&self, expected: &str) -> PyErr {
        wrong(format!("--{}: {expected}, and not {}", self.name.replace('_', "-"), self.value))
    }

    /// Whether it is `True`.
    fn is_flag(&self) -> bool {
        self.value.is_instance_of::<PyBool>()
    }

    fn flag(&self) -> PyResult<bool> {
        if self.is_flag() { Ok(true) } else { Err(self.wrong("expected True or False")) }
    }

    fn text(&self) -> PyResult<String> {
        if self.is_flag() {
            return Err(self.wrong("expected a value"));
        }
        let is_text = self.value.is_instance_of::<PyString>();
        if !is_text && !self.value.is_instance_of::<PyInt>() {
            return Err(self.wrong("expected text or a number"));
        }
        Ok(self.value.str()?.to_str()?.to_owned())
    }

    fn path(&self) -> PyResult<PathBuf> {
        if self.is_flag() {
            return Err(self.wrong("expected a path"));
        }
        self.value.extract()
    }

    fn number(&self, least: usize) -> PyResult<usize> {
        let number = self.text()?.parse().ok().filter(|number| *number >= least);
        number.ok_or_else(|| self.wrong(&format!("expected a number from {least}")))
    }

    fn number_within(&self, least: usize, most: usize) -> PyResult<usize> {
        let number = self.number(least).ok().filter(|number| *number <= most);
        number.ok_or_else(|| self.wrong(&format!("expected a number from {least} to {most}")))
    }

    fn duration(&self) -> PyResult<Duration> {
        parse_duration(&self.text()?).map_err(|expected| self.wrong(&expected))
    }

    fn size(&self) -> PyResult<usize> {
        parse_size(&self.text()?).map_err(|expected| self.wrong(&expected))
    }

    fn size_within(&self, least: usize, most: usize) -> PyResult<usize> {
        match self.size()? {
            bytes if bytes < least => Err(self.wrong(&format!("expected {least} bytes or more"))),
            bytes if bytes > most => Err(self.wrong(&format!("expected {most} bytes or less"))),
            bytes => Ok(bytes),
        }
    }

    fn key(&self) -> PyResult<Key> {
        self.one_of(&Key::ALL)
    }

    fn one_of<T: Copy>(&self, all: &[(&str, T)]) -> PyResult<T> {
        let text = self.text()?;
        let found = all.iter().find(|(name, _)| *name == text);
        found.map(|(_, value)| *value).ok_or_else(|| {
            let names: Vec<_> = all.iter().map(|(name, _)| *name).collect();
            self.wrong(&format!("expected one of {}", names.join(", ")))
        })
    }
}
