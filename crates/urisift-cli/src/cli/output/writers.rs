//! The writers that the arguments ask for.

use super::destination::{Destination, OutputForm};
use super::screen;
use crate::aggregate::{Bars, By, Key, Ranking, TallyLines, TallyPaths, public_suffix_len};
use crate::cli::args::{ALL_COLUMNS, Aggregating, Args, Printing, Sort, Writing};
use crate::output::{
    Formatted, Formulas, PlainText, Replaced, SourceCounts, SourcePaths, Template, TerminalText,
    Texts,
};
use crate::record::{
    Columns, Finds, JsonLines, Judged, PackedFinds, Quiet, RecordWriter, Rows, Table, TimeForm,
    Transforms,
};
use urisift_search::internal::time::Zone;

/// What writers are made by.
#[derive(Clone, Copy)]
pub(in crate::cli) struct Writers<'a> {
    pub args: &'a Args,
    pub destination: &'a Destination,
    /// What is made of a URI.
    pub transforms: &'a Transforms,
}

impl Writers<'_> {
    /// The settings for finds in rows of a table.
    pub fn finds(self) -> Finds {
        let args = self.args;
        let columns = columns(args);
        let is_judged =
            args.printing.judge || columns.as_ref().is_some_and(Columns::are_judged_fully);
        Finds {
            no_path: args.printing.no_filename,
            judged: if is_judged { Judged::Fully } else { Judged::Valid },
            transforms: self.transforms.clone(),
            columns,
        }
    }

    /// The writer that the flags ask for: the flag that prints least wins, as in grep.
    pub fn writer(self) -> Box<dyn RecordWriter> {
        let Writers { args, destination, .. } = self;
        let Printing { null, no_filename, with_filename, .. } = args.printing;
        let looks = || screen::looks(&args.looks, destination.screen().as_ref());
        if args.printing.quiet {
            Box::new(Quiet)
        } else if args.printing.files_with_matches || args.printing.files_without_match {
            Box::new(SourcePaths {
                without: args.printing.files_without_match,
                null,
                looks: looks(),
            })
        } else if args.counts_files() {
            let path = (are_several(args) || with_filename) && !no_filename;
            Box::new(SourceCounts { path, null, looks: looks() })
        } else {
            self.of_finds()
        }
    }

    /// The writer for finds.
    fn of_finds(self) -> Box<dyn RecordWriter> {
        let Writers { args, destination, .. } = self;
        let (finds, texts) = (self.finds(), self.texts());
        let formatted = |template: &Template| Formatted {
            template: template.clone(),
            finds: Finds { columns: Some(template.columns()), ..finds.clone() },
            suffix_len: public_suffix_len,
            null: args.printing.null,
            reader: texts.reader,
        };
        match (&destination.form, destination.form.rows(texts)) {
            (OutputForm::Json, _) => {
                let Writing { problems, ref columns, .. } = args.writing;
                Box::new(JsonLines { finds, problems, long: has_all(columns) })
            }
            (OutputForm::Template(template), _) => Box::new(formatted(template)),
            (OutputForm::Replaced(template), _) => Box::new(Replaced(formatted(template))),
            (OutputForm::Sqlite, _) => Box::new(PackedFinds { finds, time_form: TimeForm::Text }),
            (OutputForm::Parquet, _) => {
                Box::new(PackedFinds { finds, time_form: TimeForm::Microseconds })
            }
            (_, Some(rows)) => Box::new(Table::new(finds, rows)),
            (_, None) => {
                match (self.text(), screen::looks(&args.looks, destination.screen().as_ref())) {
                    (text, None) => Box::new(text),
                    (text, Some(looks)) => Box::new(TerminalText { text, looks }),
                }
            }
        }
    }

    /// Plain text.
    fn text(self) -> PlainText {
        let args = self.args;
        PlainText {
            path: args.printing.with_filename && !args.printing.heading,
            line: args.printing.line_number || args.printing.column,
            column: args.printing.column,
            offset: args.printing.byte_offset,
            null: args.printing.null,
            transforms: self.transforms.clone(),
        }
    }

    /// Returns `true` if finds are under the paths of their sources: if that is asked for, or several are shown on a
    /// terminal.
    pub fn have_headings(self) -> bool {
        let Writers { args, destination, .. } = self;
        let Printing { heading, no_heading, with_filename, no_filename, null, .. } = args.printing;
        let is_seen = || destination.screen().is_some_and(|screen| screen.is_terminal());
        let by_default = || {
            !(no_heading || with_filename || no_filename || null) && are_several(args) && is_seen()
        };
        let is_text = destination.form == OutputForm::Text && !args.prints_no_finds();
        is_text && (heading || by_default())
    }

    /// How texts in tables and templates are written.
    pub fn texts(self) -> Texts {
        let Writers { args, destination, .. } = self;
        let reader = screen::reader(&args.looks, destination.screen().as_ref());
        let is_escaped = args.writing.escape_formulas;
        let formulas = if is_escaped { Formulas::Escaped } else { Formulas::Kept };
        Texts { reader, formulas }
    }

    /// The keys of finds.
    pub fn by(self) -> By {
        let is_local = self.args.search.selecting.local_time;
        let zone = if is_local { Zone::system() } else { Zone::default() };
        By { keys: keys(self.args), transforms: self.transforms.clone(), zone }
    }

    /// Paths are kept only if they are printed.
    pub fn paths(self) -> TallyPaths {
        let Printing { no_filename, with_filename, .. } = self.args.printing;
        let is_seen =
            if self.destination.form == OutputForm::Text { with_filename } else { !no_filename };
        if is_seen { TallyPaths::Kept } else { TallyPaths::LeftOut }
    }

    /// How a key is written.
    pub fn rows_of_counts(self) -> Result<Box<dyn Rows>, String> {
        let Writers { args, destination, .. } = self;
        let Printing { with_filename, line_number, byte_offset, null, .. } = args.printing;
        let texts = self.texts();
        match (&destination.form, destination.form.rows(texts)) {
            (_, Some(rows)) => Ok(rows),
            (OutputForm::Template(_), None) => {
                Err("--template cannot be used with counts; use --json or --csv".to_owned())
            }
            (_, None) => {
                let (path, line, offset) = (with_filename, line_number, byte_offset);
                let is_terminal = destination.screen().is_some_and(|screen| screen.is_terminal());
                let bars = if is_terminal && !null { Bars::Of(0) } else { Bars::Off };
                Ok(Box::new(TallyLines { bars, path, line, offset, null, reader: texts.reader }))
            }
        }
    }
}

/// The columns that are asked for, if not all.
pub(in crate::cli) fn columns(args: &Args) -> Option<Columns> {
    let names = &args.writing.columns;
    if names.is_empty() || has_all(names) {
        return None;
    }
    // The parser has accepted their names.
    Some(Columns::named(names.iter().map(String::as_str)).unwrap_or_default())
}

fn has_all(names: &[String]) -> bool {
    names.iter().any(|name| name == ALL_COLUMNS)
}

/// Returns `true` if there may be several sources, so that a count needs its path.
fn are_several(args: &Args) -> bool {
    let directory = args.paths.iter().any(|path| path.is_dir());
    let listed = !args.search.files.files_from.is_empty();
    args.paths.len() > 1 || listed || directory
}

/// What finds are counted or compared by.
pub(in crate::cli) fn keys(args: &Args) -> Vec<Key> {
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

pub(in crate::cli) fn ranking(args: &Args) -> Ranking {
    let Aggregating { unique, top, sort, .. } = &args.aggregating;
    match sort {
        Some(Sort::Key) => Ranking::Key(*top),
        Some(Sort::First) => Ranking::Appearance(*top),
        None if !unique.is_empty() => Ranking::Appearance(None),
        Some(Sort::Count) | None => Ranking::MostFrequent(*top),
    }
}
