//! The writers that the arguments ask for.

use super::args::{Aggregating, Args, Printing, Sort, TransformArgs, Unwrapped};
use super::destination::{Destination, OutputForm};
use super::screen;
use crate::aggregate::{Bars, By, Key, Ranking, TallyLines, TallyPaths, public_suffix_len};
use crate::normal::{RedirectUnwrapper, Steps};
use crate::output::{
    Formatted, Formulas, PlainText, Replaced, SourceCounts, SourcePaths, Template, TerminalText,
    Texts,
};
use crate::record::{
    Columns, Finds, JsonLines, Judged, PackedFinds, Quiet, RecordWriter, Rows, Table, TimeForm,
    Transforms,
};

/// The settings for finds in rows of a table.
pub(super) fn finds(args: &Args) -> Finds {
    let columns = columns(args);
    let is_judged = args.printing.judge || columns.as_ref().is_some_and(Columns::are_judged_fully);
    Finds {
        no_path: args.printing.no_filename,
        judged: if is_judged { Judged::Fully } else { Judged::Valid },
        transforms: transforms(&args.transforms),
        columns,
    }
}

/// The columns that are asked for, if not all.
pub(super) fn columns(args: &Args) -> Option<Columns> {
    let names = &args.writing.columns;
    // The parser has accepted their names.
    let columns = Columns::named(names.iter().map(String::as_str)).unwrap_or_default();
    (!names.is_empty()).then_some(columns)
}

/// The writer that the flags ask for: the flag that prints least wins, as in grep.
pub(super) fn of(args: &Args, destination: &Destination) -> Box<dyn RecordWriter> {
    let Printing { null, no_filename, with_filename, .. } = args.printing;
    let looks = || screen::looks(&args.looks, destination.screen().as_ref());
    if args.printing.quiet {
        Box::new(Quiet)
    } else if args.printing.files_with_matches || args.printing.files_without_match {
        Box::new(SourcePaths { without: args.printing.files_without_match, null, looks: looks() })
    } else if args.counts_files() {
        let path = (are_several(args) || with_filename) && !no_filename;
        Box::new(SourceCounts { path, null, looks: looks() })
    } else {
        of_finds(args, destination)
    }
}

/// The writer for finds.
fn of_finds(args: &Args, destination: &Destination) -> Box<dyn RecordWriter> {
    let (finds, texts) = (finds(args), texts(args, destination));
    let formatted = |template: &Template| Formatted {
        template: template.clone(),
        finds: Finds { columns: Some(template.columns()), ..finds.clone() },
        suffix_len: public_suffix_len,
        null: args.printing.null,
        reader: texts.reader,
    };
    match (&destination.form, destination.form.rows(texts)) {
        (OutputForm::Json, _) => Box::new(JsonLines { finds, problems: args.writing.problems }),
        (OutputForm::Template(template), _) => Box::new(formatted(template)),
        (OutputForm::Replaced(template), _) => Box::new(Replaced(formatted(template))),
        (OutputForm::Sqlite, _) => Box::new(PackedFinds { finds, time_form: TimeForm::Text }),
        (OutputForm::Parquet, _) => {
            Box::new(PackedFinds { finds, time_form: TimeForm::Microseconds })
        }
        (_, Some(rows)) => Box::new(Table::new(finds, rows)),
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
        path: args.printing.with_filename && !args.printing.heading,
        line: args.printing.line_number || args.printing.column,
        column: args.printing.column,
        offset: args.printing.byte_offset,
        null: args.printing.null,
        transforms: transforms(&args.transforms),
    }
}

/// Whether finds stand under the paths of their sources: if that is asked for, or several are shown on a terminal.
pub(super) fn have_headings(args: &Args, destination: &Destination) -> bool {
    let Printing { heading, no_heading, with_filename, no_filename, null, .. } = args.printing;
    let is_seen = || destination.screen().is_some_and(|screen| screen.is_terminal());
    let by_default =
        || !(no_heading || with_filename || no_filename || null) && are_several(args) && is_seen();
    let is_text = destination.form == OutputForm::Text && !args.prints_no_finds();
    is_text && (heading || by_default())
}

/// Whether there may be several sources, so that a count needs its path.
fn are_several(args: &Args) -> bool {
    let directory = args.paths.iter().any(|path| path.is_dir());
    let listed = !args.files.files_from.is_empty();
    args.paths.len() > 1 || listed || directory
}

/// The transforms of a URI before it is printed.
pub(super) fn transforms(args: &TransformArgs) -> Transforms {
    let all = |steps: &Vec<Steps>| steps.iter().fold(Steps::STRING, |all, steps| all | *steps);
    Transforms {
        unwrap: unwrapper(args),
        base: args.base.clone(),
        normalize: args.normalize.as_ref().map(all),
        defang: args.defang,
    }
}

/// Which links are unwrapped, if any are.
fn unwrapper(args: &TransformArgs) -> Option<RedirectUnwrapper> {
    let unwrapper = RedirectUnwrapper::new().any(args.unwrap? == Unwrapped::Any);
    Some(args.rules.iter().cloned().fold(unwrapper, RedirectUnwrapper::rule))
}

/// How texts in tables and templates are written.
pub(super) fn texts(args: &Args, destination: &Destination) -> Texts {
    let reader = screen::reader(&args.looks, destination.screen().as_ref());
    let is_escaped = args.writing.escape_formulas;
    let formulas = if is_escaped { Formulas::Escaped } else { Formulas::Kept };
    Texts { reader, formulas }
}

pub(super) fn by(args: &Args) -> By {
    By { keys: keys(args), transforms: transforms(&args.transforms) }
}

/// What finds are counted or compared by.
pub(super) fn keys(args: &Args) -> Vec<Key> {
    let Aggregating { unique, by, .. } = &args.aggregating;
    let typed = if unique.is_empty() { by } else { unique };
    let mut keys = Vec::new();
    for key in typed {
        if !keys.contains(key) {
            keys.push(*key);
        }
    }
    if keys.is_empty() { vec![Key::Uri] } else { keys }
}

pub(super) fn ranking(args: &Args) -> Ranking {
    let Aggregating { unique, top, sort, .. } = &args.aggregating;
    match sort {
        Some(Sort::Key) => Ranking::Key,
        Some(Sort::First) => Ranking::Appearance,
        None if !unique.is_empty() => Ranking::Appearance,
        Some(Sort::Count) | None => Ranking::MostFrequent(*top),
    }
}

/// Paths are kept only if they are printed.
pub(super) fn paths(args: &Args, form: &OutputForm) -> TallyPaths {
    let Printing { no_filename, with_filename, .. } = args.printing;
    let is_seen = if *form == OutputForm::Text { with_filename } else { !no_filename };
    if is_seen { TallyPaths::Kept } else { TallyPaths::LeftOut }
}

/// How a key is written.
pub(super) fn rows_of_counts(
    args: &Args,
    destination: &Destination,
) -> Result<Box<dyn Rows>, String> {
    let Printing { with_filename, line_number, byte_offset, null, .. } = args.printing;
    let texts = texts(args, destination);
    match (&destination.form, destination.form.rows(texts)) {
        (_, Some(rows)) => Ok(rows),
        (OutputForm::Template(_), None) => {
            Err("--template writes finds, and these are counts".to_owned())
        }
        (_, None) => {
            let (path, line, offset) = (with_filename, line_number, byte_offset);
            let is_terminal = destination.screen().is_some_and(|screen| screen.is_terminal());
            let bars = if is_terminal && !null { Bars::Of(0) } else { Bars::Off };
            Ok(Box::new(TallyLines { bars, path, line, offset, null, reader: texts.reader }))
        }
    }
}
