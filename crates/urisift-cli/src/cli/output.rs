//! The writer and the sink that the arguments ask for.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::args::{Args, Printing, TransformArgs};
use super::destination::{Destination, OutFile, OutputForm};
use super::flags;
use super::gathered::gathered;
use super::report;
use super::screen;
use super::sources::{OutputPath, Skipped};
use crate::aggregate::public_suffix_len;
use crate::input;
use crate::normal::Steps;
use crate::output::{
    self, FileSink, Formatted, Formulas, Harvested, PlainText, SourceCounts, SourcePaths,
    TerminalText, Texts, Visible,
};
use crate::problem::Problem;
use crate::record::{
    FINDS, Finds, Headed, JsonLines, Judged, Plain, Quiet, RecordWriter, Schema, Sink, Table,
    Transforms,
};
use crate::sanitize::{self, Reader};
use crate::select::Lists;

/// How finds are written, and where to.
pub(super) struct Output {
    pub writer: Box<dyn RecordWriter>,
    pub sink: Box<dyn Sink>,
    pub skipped: Skipped,
}

/// Makes the sink for rows of a table.
pub(super) type Open<'o> = &'o dyn Fn(&'static Schema) -> Result<Box<dyn Sink>, String>;

impl Output {
    /// The output that the arguments ask for. An output file is begun as a draft beside the existing one.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn of(args: &Args, destination: &Destination, lists: &Lists) -> Result<Self, String> {
        let written = written(args, destination)?;
        refuse_what_is_no_text(destination)?;
        refuse_problems_elsewhere(args, destination)?;
        let gathers = args.gathering.gathers(&args.printing);
        let mut output = match (&destination.form, &destination.file) {
            (OutputForm::Page, _) if gathers => return Err(page_gathers()),
            (OutputForm::Page, _) if args.transforms.defang => return Err(page_is_text()),
            (OutputForm::Page, _) => report::alone(args, sink(args, destination, &FINDS)?),
            (OutputForm::Sqlite, Some(file)) if !gathers => harvest(args, lists, file)?,
            _ => gathered(args, destination, &|schema| sink(args, destination, schema))?,
        };
        if let Some(path) = &args.page.report {
            if output.skipped.known.is_some() {
                return Err(page_of_part());
            }
            output = report::with_output(args, output, page_sink(path)?);
        }
        output.skipped.written = written;
        Ok(output)
    }

    /// The output if nothing is searched.
    pub fn nothing() -> Self {
        let (writer, sink) = (Box::new(Quiet), Box::new(Plain(io::sink())));
        Output { writer, sink, skipped: Skipped::default() }
    }

    /// Writes each find on its own.
    ///
    /// # Errors
    /// If the sink cannot be made.
    pub fn of_finds(
        args: &Args,
        destination: &Destination,
        open: Open<'_>,
    ) -> Result<Self, String> {
        Ok(Output {
            writer: writer(args, destination),
            sink: headed(&destination.form, open(&FINDS)?),
            skipped: Skipped::default(),
        })
    }
}

/// A database that finds are added to.
fn harvest(args: &Args, lists: &Lists, file: &OutFile) -> Result<Output, String> {
    let harvest = output::sqlite_harvest(&file.path, &flags::of(args, lists));
    let harvest = harvest.map_err(|error| error.to_string())?;
    let known = Some(harvest.known);
    Ok(Output {
        writer: Box::new(Harvested::new(finds(args))),
        sink: harvest.sink,
        skipped: Skipped { known, ..Skipped::default() },
    })
}

/// The sink for records, as rows of the table or as bytes. A database is created anew.
fn sink(
    args: &Args,
    destination: &Destination,
    schema: &'static Schema,
) -> Result<Box<dyn Sink>, String> {
    let sink = match &destination.file {
        Some(file) => file_sink(file, &destination.form, schema)?,
        None => Box::new(Plain(stdout())),
    };
    Ok(match (&destination.form, texts(args, destination).reader) {
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

/// How texts in tables and templates are written.
pub(super) fn texts(args: &Args, destination: &Destination) -> Texts {
    let reader = screen::reader(&args.looks, destination.screen().as_ref());
    let is_escaped = args.writing.escape_formulas;
    let formulas = if is_escaped { Formulas::Escaped } else { Formulas::Kept };
    Texts { reader, formulas }
}

/// Only text is written to a terminal.
fn refuse_what_is_no_text(destination: &Destination) -> Result<(), String> {
    match &destination.file {
        None if destination.form == OutputForm::Page && io::stdout().is_terminal() => {
            Err("a page is no text for a terminal; name a file, such as -o report.html".to_owned())
        }
        Some(file)
            if (file.compression.is_some() || destination.form.is_store())
                && destination.screen().is_some() =>
        {
            let name = sanitize::text(&file.path.display().to_string());
            Err(format!("{name}: this is a terminal, and takes nothing but text"))
        }
        _ => Ok(()),
    }
}

/// Only JSON lines have records for problems. With --quiet, nothing is printed, so the flag is allowed.
fn refuse_problems_elsewhere(args: &Args, destination: &Destination) -> Result<(), String> {
    let Args { printing, gathering, writing, .. } = args;
    if !writing.problems || printing.quiet {
        return Ok(());
    }
    if printing.prints_no_finds(gathering) || gathering.counts(printing) {
        return Err("--problems stand among finds, and none are printed here".to_owned());
    }
    match destination.form {
        OutputForm::Json => Ok(()),
        _ => Err(
            "--problems are records of JSON lines: it takes --json, or -o with a name in .jsonl"
                .to_owned(),
        ),
    }
}

/// Gathering does not apply to a page.
fn page_gathers() -> String {
    "a page has all URIs and counts them itself: leave out --unique, --by and --top, or write the page \
     beside them, with --report"
        .to_owned()
}

/// Defanging does not apply to a page.
fn page_is_text() -> String {
    "a page shows URIs as text, which no one follows by accident: leave out --defang".to_owned()
}

/// Files in an existing database are not searched again, and would be missing from a page.
fn page_of_part() -> String {
    "a database that is gone on with does not search again what it has, which a page would be without: \
     write the page with \"urisift report\""
        .to_owned()
}

/// The sink of a page that is written beside another output.
fn page_sink(path: &Path) -> Result<Box<dyn Sink>, String> {
    let file = Destination::of_page(path)?;
    let sink = FileSink::new(path, file.compression).map(|file| Box::new(file) as Box<dyn Sink>);
    sink.map_err(|error| in_file(path, &error))
}

/// The system's error, with the path.
fn in_file(path: &Path, error: &io::Error) -> String {
    sanitize::text(&Problem::io(path, None, error).to_string())
}

/// Writes the names of the columns first, if the form has them.
fn headed(form: &OutputForm, sink: Box<dyn Sink>) -> Box<dyn Sink> {
    let mut head = Vec::new();
    if let Some(rows) = form.rows(Texts::default()) {
        rows.head(&FINDS, &mut head);
    }
    if head.is_empty() { sink } else { Box::new(Headed::new(head, sink)) }
}

/// The output files. They must differ, and none may be named as input.
fn written(args: &Args, destination: &Destination) -> Result<Vec<OutputPath>, String> {
    let output = destination.file.as_ref().and_then(|file| OutputPath::of(&file.path));
    let page = args.page.report.as_deref().and_then(OutputPath::of);
    if page.is_some() && page == output {
        let name = args.page.report.as_deref().unwrap_or(Path::new("")).display().to_string();
        return Err(format!("{}: the page and the output are one file", sanitize::text(&name)));
    }
    let written: Vec<_> = output.into_iter().chain(page).collect();
    let is_written = |path: &Path| written.iter().any(|written| written.has(path));
    let is_asked = |path: &&PathBuf| {
        is_written(path) || path.canonicalize().is_ok_and(|real| is_written(&real))
    };
    match args.paths.iter().find(is_asked) {
        Some(path) => {
            let name = sanitize::text(&path.display().to_string());
            Err(format!("{name}: the output is written to this file"))
        }
        None => Ok(written),
    }
}

/// The settings for finds in rows of a table.
pub(super) fn finds(args: &Args) -> Finds {
    Finds {
        no_path: args.printing.no_filename,
        judged: if args.printing.judge { Judged::Fully } else { Judged::Valid },
        transforms: transforms(&args.transforms),
    }
}

/// The writer that the flags ask for: the flag that prints least wins, as in grep.
fn writer(args: &Args, destination: &Destination) -> Box<dyn RecordWriter> {
    let Printing { null, no_filename, with_filename, .. } = args.printing;
    let looks = || screen::looks(&args.looks, destination.screen().as_ref());
    if args.printing.quiet {
        Box::new(Quiet)
    } else if args.printing.files_with_matches || args.printing.files_without_match {
        Box::new(SourcePaths { without: args.printing.files_without_match, null, looks: looks() })
    } else if args.printing.counts_files(&args.gathering) {
        let path = (are_several(args) || with_filename) && !no_filename;
        Box::new(SourceCounts { path, null, looks: looks() })
    } else {
        of_finds(args, destination)
    }
}

/// The writer for finds.
fn of_finds(args: &Args, destination: &Destination) -> Box<dyn RecordWriter> {
    let (finds, texts) = (finds(args), texts(args, destination));
    match (&destination.form, destination.form.rows(texts)) {
        (OutputForm::Json, _) => {
            let Finds { no_path, judged, transforms } = finds;
            let problems = args.writing.problems;
            Box::new(JsonLines { no_path, judged, transforms, problems })
        }
        (OutputForm::Template(template), _) => {
            let (template, suffix_len) = (template.clone(), public_suffix_len);
            let (null, reader) = (args.printing.null, texts.reader);
            Box::new(Formatted { template, finds, suffix_len, null, reader })
        }
        (_, Some(rows)) => Box::new(Table { finds, rows }),
        (_, None) => {
            match (text(args), screen::looks(&args.looks, destination.screen().as_ref())) {
                (text, None) => Box::new(text),
                (text, Some(looks)) => Box::new(TerminalText { text, looks }),
            }
        }
    }
}

/// Plain text.
fn text(args: &Args) -> PlainText {
    PlainText {
        path: args.printing.with_filename,
        line: args.printing.line_number || args.printing.column,
        column: args.printing.column,
        offset: args.printing.byte_offset,
        null: args.printing.null,
        transforms: transforms(&args.transforms),
    }
}

/// The transforms of a URI before it is printed.
pub(super) fn transforms(args: &TransformArgs) -> Transforms {
    let all = |steps: &Vec<Steps>| steps.iter().fold(Steps::STRING, |all, steps| all | *steps);
    Transforms {
        unwrap: args.unwrap,
        base: args.base.clone(),
        normalize: args.normalize.as_ref().map(all),
        defang: args.defang,
    }
}

/// Whether there may be several sources, so that a count needs its path.
fn are_several(args: &Args) -> bool {
    let directory = args.paths.iter().any(|path| path.is_dir());
    let listed = !args.files.files_from.is_empty();
    args.paths.len() > 1 || listed || directory
}

/// Standard output as a file, if possible: the standard library's is line-buffered, so it scans all
/// output for the last line feed and holds back the rest; and it reports no error if standard output is
/// closed.
pub(super) fn stdout() -> Box<dyn Write + Send> {
    let stdout = io::stdout();
    // On Windows, a console is not written as a file: the standard library converts its text.
    if cfg!(windows) && stdout.is_terminal() {
        return Box::new(stdout);
    }
    #[cfg(unix)]
    let file = std::os::fd::AsFd::as_fd(&stdout).try_clone_to_owned();
    #[cfg(windows)]
    let file = std::os::windows::io::AsHandle::as_handle(&stdout).try_clone_to_owned();
    match file.map(File::from) {
        Ok(_) if input::is_closed_output() => Box::new(Closed),
        Ok(file) => Box::new(file),
        Err(_) => Box::new(stdout),
    }
}

/// Standard output that is closed.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::other("standard output is closed"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
