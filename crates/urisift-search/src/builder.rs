//! The public search: typed settings in, typed records out.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::mpsc::SyncSender;
use std::{fmt, io, vec};

use urisift::internal::options::Options;

use crate::background::{Background, Stop, channel, give};
use crate::input::{self, Containers, Limits, Named, Rules, RulesAsked, Side};
use crate::problem::Problem;
use crate::record::{Owned, Record, Sink, Transforms, unpacked};
use crate::search::{self, Counting, Meter, PART_SIZE, Reach, Sinks, Work, available_threads};
use crate::select::{Filter, HostPattern, RegexPattern, Selection, Test, Validity};
use crate::stream::Extractor;

/// A search of files and folders: an iterator over what is found, and over what could not be read.
///
/// It runs on threads of its own, a little ahead of the iterator, in bounded memory. Records come in the order of
/// the paths, folders sorted by name, and in the order of their text; a problem comes after the records before
/// it. The order does not depend on the number of threads. Dropping the iterator stops the search.
///
/// ```
/// use urisift_search::{Patterns, Search};
///
/// let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/mail");
/// let search = Search::builder()
///     .path(folder)
///     .only(Patterns::new().scheme("http").scheme("https"))
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
    batches: Background<Vec<Found>>,
    batch: vec::IntoIter<Found>,
}

/// What a search finds.
type Found = Result<Record, Problem>;

impl Search {
    /// A search with the defaults of the command.
    pub fn builder() -> SearchBuilder {
        SearchBuilder::default()
    }

    /// A handle that stops the search, for another thread.
    pub fn stop(&self) -> Stop {
        self.batches.stop()
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
#[derive(Debug)]
pub struct SearchBuilder {
    paths: Vec<PathBuf>,
    rules: RulesAsked,
    options: Options,
    format: Option<String>,
    is_raw: bool,
    limits: Limits,
    prefer: Option<Side>,
    base: Option<String>,
    only: Patterns,
    except: Patterns,
    valid: Option<bool>,
    max_count: Option<u64>,
    context: Option<Reach>,
    threads: Option<NonZeroUsize>,
}

impl Default for SearchBuilder {
    fn default() -> Self {
        let mut options = Options::default();
        (options.positions, options.escapes) = (true, true);
        SearchBuilder {
            paths: Vec::new(),
            rules: RulesAsked::default(),
            options,
            format: None,
            is_raw: false,
            limits: Limits::default(),
            prefer: None,
            base: None,
            only: Patterns::default(),
            except: Patterns::default(),
            valid: None,
            max_count: None,
            context: None,
            threads: None,
        }
    }
}

impl SearchBuilder {
    /// Searches this file or folder too; `-` is standard input.
    pub fn path(mut self, path: impl Into<PathBuf>) -> Self {
        self.paths.push(path.into());
        self
    }

    /// Searches these files and folders too.
    pub fn paths(mut self, paths: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        self.paths.extend(paths.into_iter().map(Into::into));
        self
    }

    /// Searches only those files in folders that match one of the globs, in gitignore syntax; none that match one
    /// with a leading `!`. The last glob that matches counts.
    pub fn glob(mut self, glob: impl Into<String>) -> Self {
        self.rules.globs.push(glob.into());
        self
    }

    /// Searches only files of this type in folders, or of another that is named, such as `mail` or `md`.
    pub fn file_type(mut self, name: impl Into<String>) -> Self {
        self.rules.kinds.wanted.push(name.into());
        self
    }

    /// Whether names that start with a dot are searched in folders. They are by default.
    pub fn hidden(mut self, is_searched: bool) -> Self {
        self.rules.no_hidden = !is_searched;
        self
    }

    /// Whether files that Git ignores are left out. They are not by default.
    pub fn gitignore(mut self, is_heeded: bool) -> Self {
        self.rules.gitignore = is_heeded;
        self
    }

    /// Whether symbolic links in folders are followed. They are not by default.
    pub fn follow(mut self, is_followed: bool) -> Self {
        self.rules.follow = is_followed;
        self
    }

    /// Leaves out files in folders that are longer than this, in bytes.
    pub fn max_filesize(mut self, bytes: u64) -> Self {
        self.rules.max_filesize = Some(bytes);
        self
    }

    /// How text is searched. Lines and columns are counted by default, and escapes of strings in code and JSON
    /// are understood.
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Reads every file as this format, such as `mail`, whatever its first bytes are. By default, formats are
    /// detected.
    pub fn format(mut self, name: impl Into<String>) -> Self {
        self.format = Some(name.into());
        self
    }

    /// Whether files are searched as they are: nothing is unpacked or decoded.
    pub fn raw(mut self, is_raw: bool) -> Self {
        self.is_raw = is_raw;
        self
    }

    /// How many containers may lie in each other, 16 by default. What is in the last one is read as it is.
    pub fn max_depth(mut self, depth: usize) -> Self {
        self.limits.depth = depth;
        self
    }

    /// How many bytes may be unpacked for each that is read, beyond the first 64 MiB of a file; 500 by default.
    pub fn max_expand(mut self, times: u64) -> Self {
        self.limits.expansion = times;
        self
    }

    /// Reports a URI once that stands in a message both as plain text and as HTML: in this form.
    pub fn prefer(mut self, side: Side) -> Self {
        self.prefer = Some(side);
        self
    }

    /// The base of relative references in markup, where the markup does not set one (RFC 3986 5.1).
    pub fn base(mut self, uri: impl Into<String>) -> Self {
        self.base = Some(uri.into());
        self
    }

    /// Reports only URIs that match these patterns, of each kind one.
    pub fn only(mut self, patterns: Patterns) -> Self {
        self.only = patterns;
        self
    }

    /// Reports no URI that matches any of these patterns.
    pub fn except(mut self, patterns: Patterns) -> Self {
        self.except = patterns;
        self
    }

    /// Reports only URIs that are valid by the grammar, or only others.
    pub fn valid(mut self, is_valid: bool) -> Self {
        self.valid = Some(is_valid);
        self
    }

    /// Stops after this many URIs in a file.
    pub fn max_count(mut self, count: u64) -> Self {
        self.max_count = Some(count);
        self
    }

    /// Reports the lines of each URI with it, and so many before and after them; 64 KiB at most on each side.
    pub fn context_lines(mut self, lines: usize) -> Self {
        self.context = Some(Reach::Lines(lines));
        self
    }

    /// Reports so many bytes before and after each URI with it, 64 KiB at most.
    pub fn context_bytes(mut self, bytes: usize) -> Self {
        self.context = Some(Reach::Bytes(bytes.min(search::FARTHEST)));
        self
    }

    /// The number of threads; by default, as many as the machine runs in parallel. 0 means the same.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = NonZeroUsize::new(threads);
        self
    }

    /// Starts the search.
    ///
    /// # Errors
    /// If there is no path, a pattern or a name is wrong, or the system has no thread.
    pub fn build(self) -> Result<Search, BuildError> {
        if self.paths.is_empty() {
            return Err(BuildError("there is nothing to search: name a path".to_owned()));
        }
        let plan = self.plan().map_err(BuildError)?;
        let (sender, batches) = channel();
        let batches = Background::start(batches, move |meter| plan.run(meter, sender));
        let batches =
            batches.map_err(|error| BuildError(format!("no thread for the search: {error}")))?;
        Ok(Search { batches, batch: Vec::new().into_iter() })
    }

    fn plan(self) -> Result<Plan, String> {
        let format = self
            .format
            .map(|name| input::named(&name).ok_or_else(|| format!("there is no format '{name}'")));
        let limits = Limits { max_len: self.options.max_len, ..self.limits };
        let containers = Containers { format: format.transpose()?, limits };
        let mut options = self.options;
        options.escapes &= !self.is_raw;
        Ok(Plan {
            named: Named { paths: self.paths, rules: Rules::of(&self.rules)?, ..Named::default() },
            extractor: Extractor::new(options),
            containers: (!self.is_raw).then_some(containers),
            prefer: self.prefer,
            base: self.base,
            selection: Selection {
                filter: Filter { wanted: self.only.tests()?, unwanted: self.except.tests()? },
                transforms: Transforms::default(),
                validity: self.valid.map(Validity::of),
            },
            max_count: self.max_count,
            context: self.context,
            threads: self.threads.map_or_else(available_threads, NonZeroUsize::get),
        })
    }
}

/// The settings of a search, understood.
struct Plan {
    named: Named,
    extractor: Extractor,
    containers: Option<Containers>,
    prefer: Option<Side>,
    base: Option<String>,
    selection: Selection,
    max_count: Option<u64>,
    context: Option<Reach>,
    threads: usize,
}

impl Plan {
    fn run(self, meter: &Meter, sender: SyncSender<Vec<Found>>) -> Result<(), search::Error> {
        if self.max_count == Some(0) {
            return Ok(());
        }
        let work = Work {
            extractor: self.extractor,
            containers: self.containers,
            prefers: self.prefer,
            base: self.base.as_deref(),
            selects: &|found| self.selection.selects(found),
            max_count: self.max_count,
            context: self.context,
            writer: &Owned,
            threads: self.threads,
            part_size: PART_SIZE,
            by_line: false,
            meter,
            counting: Counting::Off,
        };
        let sinks = Sinks { sink: &mut Sender(sender), complain: &mut |_| {} };
        search::run(&work, input::sources(&self.named, None), sinks).map(drop)
    }
}

/// Sends records, unpacked.
struct Sender(SyncSender<Vec<Found>>);

impl Sink for Sender {
    fn take(&mut self, records: &[u8]) -> io::Result<()> {
        give(&self.0, unpacked(records).collect())
    }
}

/// Patterns for URIs, of several kinds.
///
/// ```
/// use urisift_search::Patterns;
///
/// // Everything on these hosts that is a PDF file.
/// let patterns = Patterns::new().host("*.example.org").host("10.0.0.0/8").path("*.pdf");
/// # let _ = patterns;
/// ```
#[derive(Clone, Debug, Default)]
pub struct Patterns {
    schemes: Vec<String>,
    hosts: Vec<String>,
    domains: Vec<String>,
    tlds: Vec<String>,
    paths: Vec<String>,
    regexes: Vec<String>,
    private: bool,
    noise: bool,
}

impl Patterns {
    /// No patterns.
    pub fn new() -> Self {
        Patterns::default()
    }

    /// A scheme, in any case.
    pub fn scheme(mut self, name: impl Into<String>) -> Self {
        self.schemes.push(name.into());
        self
    }

    /// A host: a name, with wildcards or not, an address, or a network such as `10.0.0.0/8`.
    pub fn host(mut self, pattern: impl Into<String>) -> Self {
        self.hosts.push(pattern.into());
        self
    }

    /// A registrable domain by the public suffix list, such as `example.co.uk`.
    pub fn domain(mut self, pattern: impl Into<String>) -> Self {
        self.domains.push(pattern.into());
        self
    }

    /// A top-level domain, such as `org`.
    pub fn tld(mut self, name: impl Into<String>) -> Self {
        self.tlds.push(name.into());
        self
    }

    /// A path: one that starts with this, or matches it if it has wildcards.
    pub fn path(mut self, pattern: impl Into<String>) -> Self {
        self.paths.push(pattern.into());
        self
    }

    /// A regular expression that the URI matches somewhere.
    pub fn regex(mut self, pattern: impl Into<String>) -> Self {
        self.regexes.push(pattern.into());
        self
    }

    /// Hosts that are not public: private addresses, `localhost`, reserved names.
    pub fn private(mut self) -> Self {
        self.private = true;
        self
    }

    /// Boilerplate that machines write, such as namespaces and document types.
    pub fn noise(mut self) -> Self {
        self.noise = true;
        self
    }

    /// A test for each kind that has patterns, the cheapest first.
    fn tests(self) -> Result<Vec<Test>, String> {
        fn each<T>(
            texts: Vec<String>,
            parse: impl Fn(&str) -> Result<T, String>,
            test: impl Fn(Vec<T>) -> Result<Test, String>,
        ) -> Result<Option<Test>, String> {
            if texts.is_empty() {
                return Ok(None);
            }
            let said =
                |text: &String| parse(text).map_err(|error| format!("pattern '{text}': {error}"));
            test(texts.iter().map(said).collect::<Result<_, _>>()?).map(Some)
        }
        let same = |text: &str| Ok(text.to_owned());
        let tests = [
            each(self.schemes, scheme, |names| Ok(Test::scheme(names)))?,
            each(self.paths, same, Test::path)?,
            each(self.tlds, HostPattern::tld, Test::tld)?,
            each(self.hosts, HostPattern::host, Test::host)?,
            each(self.domains, HostPattern::host, Test::domain)?,
            each(self.regexes, RegexPattern::parse, Test::regex)?,
            self.private.then(Test::private),
            self.noise.then_some(Test::Noise),
        ];
        Ok(tests.into_iter().flatten().collect())
    }
}

/// The name of a scheme.
fn scheme(text: &str) -> Result<String, String> {
    let is_scheme = crate::grammar::scheme::is_scheme(text.as_bytes());
    is_scheme
        .then(|| text.to_owned())
        .ok_or_else(|| "expected the name of a scheme, such as http".to_owned())
}

/// What is wrong with the settings of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError(String);

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BuildError {}
