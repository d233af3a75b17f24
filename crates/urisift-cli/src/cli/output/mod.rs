//! What is written, and where to: the writer and the sink that the arguments ask for, for records and for the HTML report.

mod destination;
pub(super) mod overwrite;
pub(super) mod screen;
mod skipped;
mod stdout;
mod writers;

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use urisift_report::internal::{Comparison, NoteWriter, PageSink, TeeSink, TeeWriter};

use super::args::Args;
use super::flags::fingerprint;
use crate::aggregate::{Counted, Keyed, Tallies, Unique, tally};
use crate::output::{self, ByPath, FileSink, Harvested, Headings, Texts, Visible};
use crate::problem::Problem;
use crate::record::{FINDS, Headed, Plain, Quiet, RecordWriter, Schema, Sink, path_bytes};
use crate::sanitize::{self, Reader};
use crate::span::STDIN;
use destination::{is_continued, printable};
use skipped::{OutputPath, Skipped};

pub(super) use destination::{Destination, OutFile, OutputForm};
pub(super) use stdout::stdout;
pub(super) use writers::{Writers, columns};

/// Aggregation does not apply to a page.
const UNSORTED: &str = "--sort applies only to counts; add --by. Finds are always in input order";
const PAGE_AGGREGATES: &str = "--unique, --by and --top cannot be used for a report; use --report FILE to \
     write both";
/// Defanging does not apply to a page.
const PAGE_DEFANGS: &str = "--defang cannot be used for a report, which shows URIs as text";
/// Files in an existing database are not searched again, and would be missing from a page.
const PAGE_OF_PART: &str = "--report cannot be combined with -o DATABASE, which skips files it already has; run \
     'urisift report' separately";

/// Not two inputs to compare.
const COMPARES_TWO: &str = "--compare needs exactly two paths: urisift report OLD NEW --compare";

/// How finds are written, and where to.
pub(super) struct Output {
    pub writer: Box<dyn RecordWriter>,
    pub sink: Box<dyn Sink>,
    pub skipped: Skipped,
}

impl Output {
    /// The output that the arguments ask for. An output file is begun as a draft in the same directory.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn of(writers: Writers<'_>, lists_hash: u64) -> Result<Self, String> {
        let Writers { args, destination, .. } = writers;
        let written = written(args, destination)?;
        refuse_binary_on_terminal(destination)?;
        refuse_problems_elsewhere(args, destination)?;
        refuse_other_than_two(args)?;
        refuse_columns_elsewhere(writers)?;
        let aggregates = args.aggregates();
        let mut output = match (&destination.form, &destination.file) {
            (OutputForm::Page, _) if aggregates => return Err(PAGE_AGGREGATES.into()),
            (OutputForm::Page, _) if args.search.transforms.defang => {
                return Err(PAGE_DEFANGS.into());
            }
            (OutputForm::Page, _) => {
                let page = page(args, sink(writers, &FINDS)?);
                Output::new(Box::new(notes(writers)), Box::new(page))
            }
            (OutputForm::Sqlite, Some(file)) if !aggregates => harvest(writers, lists_hash, file)?,
            _ => records(writers)?,
        };
        if let Some(path) = &args.page.report {
            if output.skipped.known.is_some() {
                return Err(PAGE_OF_PART.into());
            }
            let page = file_sink(&Destination::of_page(path)?, &OutputForm::Page, &FINDS)?;
            output = with_page(writers, output, page);
        }
        output.skipped.written = written;
        Ok(output)
    }

    /// The output if nothing is searched.
    pub fn nothing() -> Self {
        Output::new(Box::new(Quiet), Box::new(Plain(io::sink())))
    }

    fn new(writer: Box<dyn RecordWriter>, sink: Box<dyn Sink>) -> Self {
        Output { writer, sink, skipped: Skipped::default() }
    }
}

/// The output for finds: each on its own, or aggregated if that is asked for.
///
/// # Errors
/// If the sink cannot be made, or the form cannot hold counts.
fn records(writers: Writers<'_>) -> Result<Output, String> {
    let Writers { args, destination, .. } = writers;
    let memory = args.memory();
    if args.aggregating.sort.is_some() && !args.counts_keys() {
        return Err(UNSORTED.to_owned());
    }
    if args.counts_keys() {
        let rows = writers.rows_of_counts()?;
        let schema = tally(&writers::keys(args));
        let sink = sink(writers, schema)?;
        let sink = Tallies::new(schema, writers::ranking(args), memory, rows, sink);
        let writer = Counted::new(writers.by(), writers.paths());
        return Ok(Output::new(Box::new(writer), Box::new(sink)));
    }
    let mut writer = writers.writer();
    let schema = writers.finds().schema();
    let mut sink = headed(&destination.form, schema, sink(writers, schema)?);
    if writers.have_headings() {
        let looks = screen::looks(&args.looks, destination.screen().as_ref());
        writer = Box::new(ByPath { writer, looks });
        let end = if args.printing.null { b'\0' } else { b'\n' };
        sink = Box::new(Headings::new(end, sink));
    }
    if !args.aggregates() {
        return Ok(Output::new(writer, sink));
    }
    let writer = Keyed::new(writers.by(), writer);
    Ok(Output::new(Box::new(writer), Box::new(Unique::new(memory, sink))))
}

/// A database that finds are added to.
fn harvest(writers: Writers<'_>, lists_hash: u64, file: &OutFile) -> Result<Output, String> {
    let finds = Harvested::of(writers.finds());
    let flags = fingerprint::of(writers.args, lists_hash);
    let harvest = output::sqlite_harvest(&file.path, &flags, finds.schema());
    let harvest = harvest.map_err(|error| error.to_string())?;
    let known = Some(harvest.known);
    Ok(Output {
        writer: Box::new(finds),
        sink: harvest.sink,
        skipped: Skipped { known, ..Skipped::default() },
    })
}

/// The sink for records, as rows of the table or as bytes. A database is created anew.
fn sink(writers: Writers<'_>, schema: &'static Schema) -> Result<Box<dyn Sink>, String> {
    let destination = writers.destination;
    let sink = match &destination.file {
        Some(file) => file_sink(file, &destination.form, schema)?,
        None => Box::new(Plain(stdout())),
    };
    Ok(match (&destination.form, writers.texts().reader) {
        // All other forms escape what they write themselves.
        (OutputForm::Json, Reader::Person) => Box::new(Visible(sink)),
        _ => sink,
    })
}

fn file_sink(
    file: &OutFile,
    form: &OutputForm,
    schema: &'static Schema,
) -> Result<Box<dyn Sink>, String> {
    let sink = match form {
        OutputForm::Sqlite => output::sqlite(&file.path, schema),
        OutputForm::Parquet => output::parquet(&file.path, schema),
        _ => {
            FileSink::new(&file.path, file.compression).map(|file| Box::new(file) as Box<dyn Sink>)
        }
    };
    sink.map_err(|error| in_file(&file.path, &error))
}

/// Only text is written to a terminal.
fn refuse_binary_on_terminal(destination: &Destination) -> Result<(), String> {
    match &destination.file {
        None if destination.form == OutputForm::Page && io::stdout().is_terminal() => {
            Err("refusing to print HTML to a terminal; use -o report.html".to_owned())
        }
        Some(file)
            if (file.compression.is_some() || destination.form.is_store())
                && destination.screen().is_some() =>
        {
            let name = printable(&file.path);
            Err(format!("{name}: cannot write binary output to a terminal"))
        }
        _ => Ok(()),
    }
}

/// Only JSON lines have records for problems. With --quiet, nothing is printed, so the flag is allowed.
fn refuse_problems_elsewhere(args: &Args, destination: &Destination) -> Result<(), String> {
    if !args.writing.problems || args.printing.quiet {
        return Ok(());
    }
    if args.prints_no_finds() || args.counts_keys() {
        return Err("--problems cannot be used with counts or file lists".to_owned());
    }
    match destination.form {
        OutputForm::Json => Ok(()),
        _ => Err("--problems requires --json or -o FILE.jsonl".to_owned()),
    }
}

/// Only JSON and tables of finds have columns, and some of these have nothing without a flag.
fn refuse_columns_elsewhere(writers: Writers<'_>) -> Result<(), String> {
    let Writers { args, destination, transforms } = writers;
    if args.writing.columns.is_empty() || args.printing.quiet {
        return Ok(());
    }
    if args.prints_no_finds() || args.counts_keys() {
        return Err("--columns cannot be used with counts or file lists".to_owned());
    }
    match destination.form {
        OutputForm::Json
        | OutputForm::Csv
        | OutputForm::Tsv
        | OutputForm::Sqlite
        | OutputForm::Parquet => {}
        OutputForm::Template(_) | OutputForm::Replaced(_) => {
            return Err("--columns cannot be used with a template; use %{host} in it".to_owned());
        }
        OutputForm::Page => {
            return Err("--columns cannot be used for a report, which has all columns".to_owned());
        }
        OutputForm::Text => {
            return Err(
                "--columns requires --json, --csv, --tsv, or such a file with -o".to_owned()
            );
        }
    }
    let has_context = args.context.reach().is_some();
    match writers::columns(args).and_then(|columns| columns.unfilled(transforms, has_context)) {
        Some((name, by)) => Err(format!("--columns: {name} requires --{by}")),
        None => Ok(()),
    }
}

/// The system's error, with the path.
pub(super) fn in_file(path: &Path, error: &io::Error) -> String {
    sanitize::text(&Problem::io(path, None, error).to_string())
}

/// Writes the names of the columns first, if the form has them.
fn headed(form: &OutputForm, schema: &Schema, sink: Box<dyn Sink>) -> Box<dyn Sink> {
    let mut head = Vec::new();
    if let Some(rows) = form.rows(Texts::default()) {
        rows.head(schema, &mut head);
    }
    if head.is_empty() { sink } else { Box::new(Headed::new(head, sink)) }
}

/// The output files, without those that --force lets the run read first. They must differ.
fn written(args: &Args, destination: &Destination) -> Result<Vec<OutputPath>, String> {
    let file = destination.file.as_ref();
    let output = file.and_then(|file| OutputPath::of(&file.path));
    let page = args.page.report.as_deref().and_then(OutputPath::of);
    if let Some(path) = args.page.report.as_deref().filter(|_| page.is_some() && page == output) {
        return Err(format!("{}: -o and --report name the same file", printable(path)));
    }
    let written: Vec<_> = output.into_iter().chain(page).collect();
    let is_named = |written: &OutputPath| {
        let is_it = |path: &Path| written.has(path);
        let is_it =
            |path: &&PathBuf| is_it(path) || path.canonicalize().is_ok_and(|real| is_it(&real));
        args.paths.iter().find(is_it)
    };
    let is_continued = file.is_some_and(|file| is_continued(args, &file.path));
    match written.iter().find_map(is_named) {
        Some(path) if !args.writing.force || is_continued => {
            Err(format!("{}: input file is also the output", printable(path)))
        }
        // It is read to its end before it is replaced.
        _ => Ok(written.into_iter().filter(|written| is_named(written).is_none()).collect()),
    }
}

/// How many paths are in the title of a page; the others are counted.
const NAMED: usize = 3;

/// The page and another output.
fn with_page(writers: Writers<'_>, output: Output, sink: Box<dyn Sink>) -> Output {
    let args = writers.args;
    let (notes, has_context) = (notes(writers), args.context.reach().is_some());
    let writer = Box::new(TeeWriter { writer: output.writer, notes, has_context });
    let sink = Box::new(TeeSink::new(output.sink, Box::new(page(args, sink))));
    Output { writer, sink, ..output }
}

/// Writes the notes for a page.
fn notes(writers: Writers<'_>) -> NoteWriter {
    let Writers { args, transforms, .. } = writers;
    NoteWriter::new(transforms.clone(), args.context.reach(), args.page.report.is_none())
        .comparing(compared(args).map(|[_, after]| after))
}

fn page(args: &Args, sink: Box<dyn Sink>) -> PageSink {
    let page = PageSink::new(title(args), args.page.table_size.table_size(), args.memory(), sink);
    match compared(args) {
        Some(paths) => page.comparing(Comparison::of(&paths)),
        None => page,
    }
}

/// The two inputs that are compared, if that is asked for, as finds name them.
fn compared(args: &Args) -> Option<[PathBuf; 2]> {
    let [before, after] = &args.paths[..] else { return None };
    let name = |path: &PathBuf| if path.as_os_str() == "-" { STDIN.into() } else { path.clone() };
    args.page.compare.then(|| [before, after].map(name))
}

/// A find belongs to one of two inputs, by its path.
fn refuse_other_than_two(args: &Args) -> Result<(), String> {
    if !args.page.compare {
        return Ok(());
    }
    let paths = compared(args).filter(|_| args.search.files.files_from.is_empty());
    let Some([before, after]) = paths else { return Err(COMPARES_TWO.into()) };
    if before.starts_with(&after) || after.starts_with(&before) {
        let [before, after] = [before, after].map(|path| printable(&path));
        return Err(format!("cannot compare {before} with {after}: one contains the other"));
    }
    Ok(())
}

/// The searched paths, as they were typed.
fn title(args: &Args) -> String {
    let name = |path: &Path| match path.as_os_str().to_str() {
        Some("-") => "standard input".to_owned(),
        _ => sanitize::shown(path_bytes(path)),
    };
    let lists = args.search.files.files_from.iter().map(|list| format!("files of {}", name(list)));
    let all: Vec<_> = args.paths.iter().map(|path| name(path)).chain(lists).collect();
    let (named, rest) = all.split_at(all.len().min(NAMED));
    match rest.len() {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}
