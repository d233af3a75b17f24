//! The public search: typed settings in, typed records or columns out.

mod batches;
mod files;
mod patterns;
mod pieces;
mod places;
mod settle;
#[cfg(test)]
mod tests;
mod texts;
mod workspace;

use std::path::PathBuf;
use std::sync::mpsc::SyncSender;
use std::time::Duration;
use std::{fmt, io, vec};

use urisift::{CautionKind, Options};

use crate::background::{Background, Stopper, channel, give};
use crate::input::{self, Format, Limits, RulesAsked, Side, Source};
use crate::problem::Problem;
use crate::record::{Item, Record, Sink, Typed};
use crate::search::{self, ContextSize, Settings, Timeout};
use crate::select::Validity;
use crate::time::Zone;

pub use batches::{BatchBuilder, BatchSearch, Event, find_columns};
pub use patterns::{PatternKind, Patterns};
pub use pieces::Pieces;
pub use texts::TextSearch;

/// A search of files: an iterator over records and problems.
///
/// It runs on its own threads, slightly ahead of the iterator, in bounded memory. Records are in the order of the
/// paths, with directories sorted by name, and of the text; a problem follows the records before it. The order does not
/// depend on the number of threads. Dropping the iterator stops the search, but a blocked read, such as of a silent
/// pipe, is not interrupted.
///
/// ```
/// use urisift_search::{Patterns, Search};
///
/// let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/mail");
/// let search = Search::builder()
///     .path(folder)
///     .include(Patterns::new().scheme("http").scheme("https"))
///     .threads(2)
///     .build()?;
/// let mut count = 0;
/// for found in search {
///     match found {
///         Ok(record) => {
///             assert!(record.uri().starts_with("http"));
///             count += 1;
///         }
///         Err(problem) => eprintln!("{problem}"),
///     }
/// }
/// assert!(count > 10);
/// # Ok::<(), urisift_search::BuildError>(())
/// ```
#[derive(Debug)]
pub struct Search {
    batches: Background<Vec<Item>>,
    batch: vec::IntoIter<Item>,
}

impl Search {
    /// Creates the settings of a search, with the defaults of the command.
    pub fn builder() -> SearchBuilder {
        SearchBuilder::default()
    }

    /// Returns a handle that stops the search from another thread.
    pub fn stopper(&self) -> Stopper {
        self.batches.stopper()
    }
}

impl Iterator for Search {
    type Item = Result<Record, Problem>;

    /// # Panics
    /// If the search has panicked.
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(found) = self.batch.next() {
                return Some(found);
            }
            // Writing to a channel that is there cannot fail.
            self.batch = self.batches.next()?.ok()?.into_iter();
        }
    }
}

/// The settings of a [`Search`].
///
/// ```
/// use urisift_search::{Search, Separator};
///
/// let search = Search::builder()
///     .path("mail")
///     .files_from("more.txt", Separator::Line)
///     .glob("*.mbox")
///     .context_lines(1)
///     .since("2020-01")
///     .max_count(100)
///     .threads(4);
/// // The same settings serve several searches.
/// let (first, again) = (search.clone(), search);
/// # let _ = (first, again);
/// ```
#[derive(Clone, Debug)]
pub struct SearchBuilder {
    /// All that is said as it is used.
    settings: Settings,
    rules: RulesAsked,
    pre: Option<PathBuf>,
    pre_globs: Vec<String>,
    options: Options,
    input_format: Option<String>,
    is_raw: bool,
    limits: Limits,
    include: Patterns,
    exclude: Patterns,
    since: Option<String>,
    until: Option<String>,
    /// Files of rules for redirecting links.
    unwrap_rules: Vec<PathBuf>,
    brands: Vec<PathBuf>,
    /// Problems name flags of the command, and not methods.
    names_flags: bool,
}

impl Default for SearchBuilder {
    fn default() -> Self {
        let mut options = Options::default();
        (options.positions, options.escapes) = (true, true);
        SearchBuilder {
            settings: Settings { threads: 0, ..Settings::default() },
            rules: RulesAsked::default(),
            pre: None,
            pre_globs: Vec::new(),
            options,
            input_format: None,
            is_raw: false,
            limits: Limits::default(),
            include: Patterns::default(),
            exclude: Patterns::default(),
            since: None,
            until: None,
            unwrap_rules: Vec::new(),
            brands: Vec::new(),
            names_flags: false,
        }
    }
}

impl SearchBuilder {
    /// Sets the options for text. The default is `Options::default()` with lines and columns (`positions`).
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Reads every file as this format, such as `mail`, regardless of its first bytes; `plain` is text. By default,
    /// formats are detected.
    pub fn input_format(mut self, name: impl Into<String>) -> Self {
        (self.input_format, self.is_raw) = (Some(name.into()), false);
        self
    }

    /// Adds formats of the program, which are tried before the others: see `urisift_decode::Format`.
    pub fn formats(mut self, formats: &'static [&'static dyn Format]) -> Self {
        self.settings.containers.get_or_insert_default().formats = formats;
        self
    }

    /// Sets whether files are searched as raw bytes, without decoding. Disabled by default. Of this and
    /// [`input_format`](SearchBuilder::input_format), the last call counts.
    pub fn raw(mut self, is_raw: bool) -> Self {
        self.is_raw = is_raw;
        self.input_format = self.input_format.filter(|_| !is_raw);
        self
    }

    /// Sets whether code is left out: the blocks and spans of it in Markdown, the literal blocks of reStructuredText.
    /// Disabled by default.
    pub fn no_code(mut self, no_code: bool) -> Self {
        self.limits.no_code = no_code;
        self
    }

    /// Sets how deep containers may be nested; 16 by default. The innermost container is searched undecoded.
    pub fn max_depth(mut self, depth: usize) -> Self {
        self.limits.depth = depth;
        self
    }

    /// Sets how many bytes each byte of a file may expand to, beyond the first 64 MiB; 500 by default.
    pub fn max_expand(mut self, times: u64) -> Self {
        self.limits.expansion = times;
        self
    }

    /// Reports a URI only from this body if it is in both the text and the HTML body of a message.
    pub fn prefer(mut self, form: BodyForm) -> Self {
        self.settings.prefers = Some(form.into());
        self
    }

    /// Sets the base of relative references in markup that does not set one (RFC 3986 5.1). Columns also have each URI
    /// resolved.
    pub fn base(mut self, uri: impl Into<String>) -> Self {
        self.settings.base = Some(uri.into());
        self
    }

    /// Reports only URIs that match at least one pattern of each kind. Replaces earlier patterns.
    pub fn include(mut self, patterns: Patterns) -> Self {
        self.include = patterns;
        self
    }

    /// Excludes URIs that match any of these patterns. Replaces earlier patterns.
    pub fn exclude(mut self, patterns: Patterns) -> Self {
        self.exclude = patterns;
        self
    }

    /// Reports only valid URIs, or only invalid ones.
    pub fn valid(mut self, is_valid: bool) -> Self {
        self.settings.selection.validity = Some(Validity::of(is_valid));
        self
    }

    /// Sets whether URIs that an ellipsis truncates in the text are excluded: [`Found::truncated_by_source`]. Disabled
    /// by default.
    ///
    /// [`Found::truncated_by_source`]: urisift::Found::truncated_by_source
    pub fn exclude_cut(mut self, is_excluded: bool) -> Self {
        self.settings.selection.exclude_cut = is_excluded;
        self
    }

    /// Reports only URIs in text dated `time` or later: a year, month, day, minute or second in UTC (`2020`, `2020-01`,
    /// `2020-01-31`, `2020-01-31T12:00`), or a second with a zone; or how long ago, in minutes, hours, days or weeks (`90m`,
    /// `12h`, `7d`, `2w`), `today` or `yesterday`.
    pub fn since(mut self, time: impl Into<String>) -> Self {
        self.since = Some(time.into());
        self
    }

    /// Reports only URIs in text dated `time` or earlier. A year, month or day is included to its end.
    pub fn until(mut self, time: impl Into<String>) -> Self {
        self.until = Some(time.into());
        self
    }

    /// Sets whether days and times without a zone are in the time zone of the system: those of [`SearchBuilder::since`] and
    /// [`SearchBuilder::until`], and the keys [`Key::Year`](crate::Key::Year) to [`Key::Hour`](crate::Key::Hour). Disabled
    /// by default: they are in UTC.
    pub fn local_time(mut self, is_local: bool) -> Self {
        self.settings.zone = if is_local { Zone::system() } else { Zone::default() };
        self
    }

    /// Reports only URIs with this caution, or with any of those added.
    pub fn caution(mut self, kind: CautionKind) -> Self {
        self.settings.selection.cautions.push(kind);
        self
    }

    /// Reads names (`example`) and domains (`example.org`) from this file, one per line; `-` is standard input. A URI whose
    /// host imitates one of them has the caution [`CautionKind::LookAlike`]. The file is read when the search is built.
    pub fn brands(mut self, file: impl Into<PathBuf>) -> Self {
        self.brands.push(file.into());
        self
    }

    /// Stops after this many URIs in a file.
    pub fn max_count(mut self, count: u64) -> Self {
        self.settings.max_count = Some(count);
        self
    }

    /// Abandons a file, a pipe or what an opener reads if its reading and search take longer than this: it is a problem, and
    /// the finds before it stay. A read of an opener's reader is not interrupted. One that the system does not return from,
    /// as of a file system over a network, is left to a thread that stays, on Linux; elsewhere it is not interrupted.
    ///
    /// ```
    /// use std::time::Duration;
    /// use urisift_search::Search;
    ///
    /// let search = Search::builder().path("mail").timeout(Duration::from_secs(60));
    /// # let _ = search;
    /// ```
    pub fn timeout(mut self, time: Duration) -> Self {
        self.settings.timeout = Some(Timeout { time, name: "timeout" });
        self
    }

    /// Adds the lines of each URI to its record, with this many lines before and after; at most 64 KiB per side.
    pub fn context_lines(mut self, lines: usize) -> Self {
        self.settings.context = Some(ContextSize::lines(lines));
        self
    }

    /// Adds the lines of each URI to its record, with this many lines before; the lines after are unchanged, by default
    /// none.
    pub fn context_before(mut self, before: usize) -> Self {
        let after = self.settings.context.and_then(ContextSize::lines_after).unwrap_or(0);
        self.settings.context = Some(ContextSize::Lines { before, after });
        self
    }

    /// Adds the lines of each URI to its record, with this many lines after; the lines before are unchanged, by default
    /// none.
    pub fn context_after(mut self, after: usize) -> Self {
        let before = self.settings.context.and_then(ContextSize::lines_before).unwrap_or(0);
        self.settings.context = Some(ContextSize::Lines { before, after });
        self
    }

    /// Adds this many bytes before and after each URI to its record, at most 64 KiB.
    pub fn context_bytes(mut self, bytes: usize) -> Self {
        self.settings.context = Some(ContextSize::Bytes(bytes.min(search::FARTHEST)));
        self
    }

    /// Sets the number of threads, at most 255. The default, also with 0, is the number of available CPUs.
    pub fn threads(mut self, threads: usize) -> Self {
        self.settings.threads = threads.min(255);
        self
    }

    /// Starts the search.
    ///
    /// # Errors
    /// If there is no path, a pattern or name is invalid, or no thread can be started.
    pub fn build(self) -> Result<Search, BuildError> {
        let settings = self.settle()?;
        let batches = start(settings).map_err(BuildError::no_thread)?;
        Ok(Search { batches, batch: Vec::new().into_iter() })
    }

    /// Creates a search that returns columns, for table engines.
    pub fn batches(self) -> BatchBuilder {
        BatchBuilder::new(self)
    }

    /// Returns the files that would be searched, in order. A path that is not a file or cannot be listed is a problem.
    ///
    /// # Errors
    /// As for [`SearchBuilder::build`].
    pub fn list(self) -> Result<Vec<Result<FileEntry, Problem>>, BuildError> {
        let settings = self.settle()?;
        let listed = |source: Source| {
            let version = source.listed().and_then(search::version);
            FileEntry {
                path: source.path().to_owned(),
                len: version.map(|version| version.len),
                modified: version.map(|version| version.modified),
            }
        };
        Ok(input::sources(&settings.named, None).map(|source| source.map(listed)).collect())
    }
}

/// The body of a message that has two.
///
/// ```
/// use urisift_search::{BodyForm, Search};
///
/// let search = Search::builder().path("mail").prefer(BodyForm::Html);
/// # let _ = search;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyForm {
    /// Plain text.
    Text,
    /// HTML.
    Html,
}

impl From<BodyForm> for Side {
    fn from(form: BodyForm) -> Self {
        match form {
            BodyForm::Text => Side::Text,
            BodyForm::Html => Side::Html,
        }
    }
}

/// A file that would be searched.
///
/// ```
/// use urisift_search::Search;
///
/// let files = Search::builder().path(concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/mail")).glob("*.mbox").list()?;
/// let file = files[0].as_ref().unwrap();
/// assert!(file.path.ends_with("list.mbox") && file.len > Some(1000));
/// # Ok::<(), urisift_search::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FileEntry {
    /// The path, as it would be reported.
    pub path: PathBuf,
    /// The length in bytes, if it is a regular file.
    pub len: Option<u64>,
    /// The modification time in nanoseconds since 1970, if it is a regular file.
    pub modified: Option<i64>,
}

/// Starts a search in the background, which sends what it finds in batches.
///
/// # Errors
/// If the system has no thread for it.
pub fn start(settings: Settings) -> io::Result<Background<Vec<Item>>> {
    let (sender, batches) = channel();
    Background::start(batches, move |meter| {
        settings.run(meter, &Typed, Box::new(Sender(sender)), &mut |_| {}).map(|_| ())
    })
}

/// Sends what is found.
struct Sender(SyncSender<Vec<Item>>);

impl Sink for Sender {
    fn take(&mut self, _: &[u8]) -> io::Result<()> {
        Ok(())
    }

    fn take_items(&mut self, items: Vec<Item>) -> io::Result<()> {
        give(&self.0, items)
    }
}

/// An error in the settings of a search.
///
/// ```
/// use urisift_search::Search;
///
/// let error = Search::builder().path("mail").input_format("mial").build().unwrap_err();
/// assert!(error.to_string().contains("mail"), "it names the formats");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError(String);

impl BuildError {
    fn new(what: impl Into<String>) -> Self {
        BuildError(what.into())
    }

    fn no_thread(error: io::Error) -> Self {
        BuildError(format!("cannot start a search thread: {error}"))
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BuildError {}
