//! Finds as columns.

use std::path::PathBuf;
use std::sync::mpsc::SyncSender;
use std::task::Poll;
use std::time::Duration;

use urisift::{RedirectUnwrapper, Steps};

use super::{BuildError, SearchBuilder};
use crate::aggregate::{
    By, Counted, Key, Keyed, LEAST_MEMORY, Ranking, TALLY, Tallies, TallyPaths, Unique,
};
use crate::background::{Background, Stopper, channel, give};
use crate::problem::{Error, Problem};
use crate::record::{
    Batch, Columns, FINDS, Finds, InBatches, Judged, Kind, Packed, PackedFinds, RecordWriter,
    Schema, Sink, TimeForm, Transforms,
};
use crate::time::Zone;

/// The settings of a search that returns columns, in the layout of Apache Arrow.
///
/// ```
/// use urisift_search::{Event, Key, Ranking, Search};
///
/// let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/web");
/// let search = Search::builder().path(folder).batches().counts(Key::Host, Ranking::MostFrequent(None));
/// for event in search.build()? {
///     match event? {
///         Event::Batch(batch) => println!("{} hosts", batch.rows()),
///         Event::Problem(problem) | Event::Failure(problem) => eprintln!("{problem}"),
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BatchBuilder {
    pub(super) search: SearchBuilder,
    pub(super) finds: Finds,
    pub(super) columns: Option<Vec<String>>,
    pub(super) gathering: Gathering,
    memory: usize,
}

/// What becomes of the finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gathering {
    /// Each is a row.
    Rows,
    /// The first of each key is a row.
    Unique(Key),
    /// Each key is a row, with its count.
    Counts(Key, Ranking),
}

/// How much memory gathering takes, in bytes, if nothing else is said.
const MEMORY: usize = 512 << 20;

impl BatchBuilder {
    pub(super) fn new(mut search: SearchBuilder) -> Self {
        let base = search.settings.base.clone();
        search.settings.selection.transforms = Transforms { base, ..Transforms::default() };
        BatchBuilder {
            search,
            finds: Finds::default(),
            columns: None,
            gathering: Gathering::Rows,
            memory: MEMORY,
        }
    }

    /// Selects columns of [`find_columns`] and their order; other columns are not computed. `conforms` and `cautions`
    /// then work without [`judge`](BatchBuilder::judge).
    ///
    /// ```
    /// use urisift_search::Search;
    ///
    /// let batches = Search::builder().path("a.mbox").batches();
    /// let names = |search: urisift_search::BatchSearch| search.columns().map(|(name, _)| name).collect::<Vec<_>>();
    /// assert_eq!(names(batches.clone().columns(["host", "time"]).build()?), ["host", "time"]);
    /// let error = batches.columns(["hots"]).build().unwrap_err();
    /// assert_eq!(error.to_string(), "unknown column 'hots'; did you mean host?");
    /// # Ok::<(), urisift_search::BuildError>(())
    /// ```
    pub fn columns(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.columns = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// Sets whether rows have the path of the file. Enabled by default.
    pub fn with_path(mut self, has_path: bool) -> Self {
        self.finds.no_path = !has_path;
        self
    }

    /// Sets whether rows have the editions of the grammar that a URI conforms to, and its cautions. Disabled by default.
    pub fn judge(mut self, is_judged: bool) -> Self {
        self.finds.judged = if is_judged { Judged::Fully } else { Judged::Valid };
        self
    }

    /// Sets whether rows have the targets of redirecting links; patterns and keys then apply to the target. Disabled by
    /// default.
    pub fn unwrap_redirects(mut self, is_unwrapped: bool) -> Self {
        self.transforms().unwrap = is_unwrapped.then(RedirectUnwrapper::new);
        self
    }

    /// Unwraps the links that `unwrapper` knows.
    pub fn unwrap_redirects_of(mut self, unwrapper: RedirectUnwrapper) -> Self {
        self.transforms().unwrap = Some(unwrapper);
        self
    }

    /// Also unwraps links by the rules in this file, one per line; `-` is standard input. The file is read when the
    /// search is built.
    pub fn unwrap_rules(mut self, file: impl Into<PathBuf>) -> Self {
        self.search.unwrap_rules.push(file.into());
        self
    }

    /// Adds the normal form by these steps to the rows; patterns and keys apply to it.
    pub fn normalize(mut self, steps: Steps) -> Self {
        self.transforms().normalize = Some(steps);
        self
    }

    /// Sets whether rows have the URI in a form that cannot be clicked. Disabled by default.
    pub fn defang(mut self, is_defanged: bool) -> Self {
        self.transforms().defang = is_defanged;
        self
    }

    /// Returns only the first find of each key. Replaces counts.
    pub fn unique(mut self, key: Key) -> Self {
        self.gathering = Gathering::Unique(key);
        self
    }

    /// Returns keys with their counts, and the locations of their first and last finds. Replaces unique finds.
    pub fn counts(mut self, key: Key, ranking: Ranking) -> Self {
        self.gathering = Gathering::Counts(key, ranking);
        self
    }

    /// Sets the memory for keys in bytes; the rest goes to temporary files. 512 MiB by default, at least 16 MiB.
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes.max(LEAST_MEMORY);
        self
    }

    /// Starts the search.
    ///
    /// # Errors
    /// As for [`SearchBuilder::build`].
    pub fn build(mut self) -> Result<BatchSearch, BuildError> {
        self.choose_columns()?;
        let mut settings = self.search.settle()?;
        self.finds.transforms = settings.selection.transforms.clone();
        let schema = match self.gathering {
            Gathering::Counts(..) => &TALLY,
            Gathering::Rows | Gathering::Unique(_) => self.finds.schema(),
        };
        let (sender, events) = channel();
        let (writer, sink) =
            output(&self.finds, self.gathering, &settings.zone, self.memory, schema, &sender);
        let is_counted = schema.table == TALLY.table;
        settings.context = settings.context.filter(|_| !is_counted);
        let events = Background::start(events, move |meter| {
            let complain =
                &mut |problem: &Problem| _ = give(&sender, Event::Problem(problem.clone()));
            let failure = settings.run(meter, &*writer, sink, complain)?;
            // If no one receives it any more, the search has been stopped.
            failure.map_or(Ok(()), |it| give(&sender, Event::Failure(it)).map_err(Error::Write))
        });
        Ok(BatchSearch { schema, events: events.map_err(BuildError::no_thread)? })
    }

    fn transforms(&mut self) -> &mut Transforms {
        &mut self.search.settings.selection.transforms
    }

    /// Leaves out what no column needs.
    fn choose_columns(&mut self) -> Result<(), BuildError> {
        let Some(names) = self.columns.take() else { return Ok(()) };
        if matches!(self.gathering, Gathering::Counts(..)) {
            return Err(BuildError::new("columns cannot be combined with counts"));
        }
        let columns = Columns::named(names.iter().map(String::as_str)).map_err(BuildError::new)?;
        let settings = &self.search.settings;
        let transforms = &settings.selection.transforms;
        if let Some((name, by)) = columns.unfilled(transforms, settings.context.is_some()) {
            return Err(BuildError::new(format!("column '{name}' requires {by}")));
        }
        self.search.options.positions &= columns.has_positions();
        if columns.are_judged_fully() {
            self.finds.judged = Judged::Fully;
        }
        self.finds.columns = Some(columns);
        Ok(())
    }
}

/// What becomes of finds: batches, each sent as soon as it is full.
fn output(
    finds: &Finds,
    gathering: Gathering,
    zone: &Zone,
    memory: usize,
    schema: &'static Schema,
    sender: &SyncSender<Event>,
) -> (Box<dyn RecordWriter>, Box<dyn Sink>) {
    let sender = sender.clone();
    let batches = Box::new(InBatches::new(schema, move |batch| give(&sender, Event::Batch(batch))));
    let by = |key| {
        let (transforms, zone) = (finds.transforms.clone(), zone.clone());
        By { keys: vec![key], transforms, zone }
    };
    let rows = || Box::new(PackedFinds { finds: finds.clone(), time_form: TimeForm::Microseconds });
    match gathering {
        Gathering::Rows => (rows(), batches),
        Gathering::Unique(key) => {
            (Box::new(Keyed::new(by(key), rows())), Box::new(Unique::new(memory, batches)))
        }
        Gathering::Counts(key, ranking) => {
            let paths = if finds.no_path { TallyPaths::LeftOut } else { TallyPaths::Kept };
            let tallies = Tallies::new(&TALLY, ranking, memory, Box::new(Packed), batches);
            (Box::new(Counted::new(by(key), paths)), Box::new(tallies))
        }
    }
}

/// An item of a search that returns columns.
///
/// ```
/// use urisift_search::{Event, Search};
///
/// let search = Search::builder().path("/no/such/folder").batches().build()?;
/// let events: Vec<_> = search.collect::<Result<_, _>>()?;
/// assert!(matches!(&events[..], [Event::Problem(problem)] if problem.path.ends_with("folder")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub enum Event {
    /// Rows, in the order of the input.
    Batch(Batch),
    /// Some of the input could not be read, or not completely. The search continues.
    Problem(Problem),
    /// An input could not be opened, or read to its end, which ends the search ([`SearchBuilder::fail_fast`]):
    /// the last event, after all rows before it.
    Failure(Problem),
}

/// A search of files on background threads; an iterator over its events.
///
/// A problem may be returned before rows that precede it, since rows are batched. Dropping the search stops it, but a
/// blocked read is not interrupted. After an error, such as a full disk for temporary files, the iterator ends.
///
/// ```
/// use urisift_search::{ColumnKind, Event, Search};
///
/// let search = Search::builder().path(concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/mail")).batches().build()?;
/// assert!(search.columns().any(|column| column == ("host", ColumnKind::Text)));
/// let mut rows = 0;
/// for event in search {
///     if let Event::Batch(batch) = event? {
///         rows += batch.rows();
///     }
/// }
/// assert!(rows > 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BatchSearch {
    schema: &'static Schema,
    events: Background<Event>,
}

impl BatchSearch {
    /// The columns of every batch: their names and kinds.
    pub fn columns(&self) -> impl Iterator<Item = (&'static str, Kind)> + use<> {
        described(self.schema)
    }

    /// Returns a handle that stops the search from another thread.
    pub fn stopper(&self) -> Stopper {
        self.events.stopper()
    }

    /// Returns the next event, if it arrives within that time.
    ///
    /// # Panics
    /// If the search has panicked.
    pub fn next_timeout(&mut self, timeout: Duration) -> Poll<Option<Result<Event, Error>>> {
        self.events.next_timeout(timeout)
    }
}

impl Iterator for BatchSearch {
    type Item = Result<Event, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.events.next()
    }
}

/// The columns of finds, in the order of every table of them: their names and kinds.
pub fn find_columns() -> impl Iterator<Item = (&'static str, Kind)> {
    described(&FINDS)
}

/// The columns of a table.
pub(super) fn described(
    schema: &'static Schema,
) -> impl Iterator<Item = (&'static str, Kind)> + use<> {
    schema.columns.iter().map(|column| (column.name, column.kind))
}
