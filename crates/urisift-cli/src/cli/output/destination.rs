//! Where records are written, and in which form.

use std::path::{Path, PathBuf};

use super::screen::Screen;
use crate::cli::args::Args;
use crate::output::{Compression, Csv, Template, Texts, Tsv};
use crate::record::{JsonRows, Packed, Rows};
use crate::sanitize;

/// Where records are written.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::cli) struct Destination {
    pub form: OutputForm,
    /// `None` is standard output.
    pub file: Option<OutFile>,
}

/// A file that is written.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::cli) struct OutFile {
    pub path: PathBuf,
    pub compression: Option<Compression>,
}

impl Destination {
    /// What the arguments mean. Nothing is opened yet.
    ///
    /// # Errors
    /// If the ending of the file's name is unknown, or contradicts a flag.
    pub fn of(args: &Args) -> Result<Self, String> {
        let typed = OutputForm::typed(args);
        let mut destination = match &args.writing.output {
            Some(path) if !is_stdout(path) && !args.printing.quiet => in_file(typed.clone(), path)?,
            _ => Destination { form: typed.clone().unwrap_or(OutputForm::Text), file: None },
        };
        // Text cannot show what is judged.
        let is_judged = args.printing.judge && !args.counts_keys();
        if typed.is_none() && destination.form == OutputForm::Text && is_judged {
            destination.form = OutputForm::Json;
        }
        Ok(destination)
    }

    /// The file of a page that is written together with another output.
    ///
    /// # Errors
    /// If its name is not that of a page, which may be a typo: the file would be replaced.
    pub fn of_page(path: &Path) -> Result<OutFile, String> {
        match in_file(None, path) {
            Ok(Destination { form: OutputForm::Page, file: Some(file) }) => Ok(file),
            _ => Err(format!(
                "{}: --report needs a file name ending in .html or .htm (optionally compressed: .html.gz)",
                printable(path)
            )),
        }
    }

    /// Returns `true` if it is a regular file, or will be one. If the system cannot tell for standard output, it counts
    /// as none.
    pub fn is_file(&self) -> bool {
        match &self.file {
            Some(file) => file.path.metadata().map_or(true, |meta| meta.is_file()),
            None => Path::new("/dev/stdout").metadata().is_ok_and(|meta| meta.is_file()),
        }
    }

    /// Where a person may see the output.
    pub fn screen(&self) -> Option<Screen> {
        Screen::of(self.file.as_ref().map(|file| file.path.as_path()))
    }
}

/// Returns `true` if the path means standard output. What that is redirected to is written to, and not replaced.
pub(in crate::cli) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-" || path == Path::new("/dev/stdout")
}

/// Returns `true` if the file is a database that the run adds to.
pub(in crate::cli) fn is_continued(args: &Args, path: &Path) -> bool {
    let named = ending(path).and_then(OutputForm::named);
    named == Some(OutputForm::Sqlite) && !args.writing.page && !args.aggregates()
}

/// A path for a message.
pub(in crate::cli) fn printable(path: &Path) -> String {
    sanitize::text(&path.display().to_string())
}

fn in_file(typed: Option<OutputForm>, path: &Path) -> Result<Destination, String> {
    let (compression, inner) = compression_of(path);
    let named = ending(inner).and_then(OutputForm::named);
    let is_store = named.as_ref().is_some_and(OutputForm::is_store);
    let is_page = named == Some(OutputForm::Page);
    let name = printable(path);
    let refused = |why: &str| Err(format!("{name}: {why}"));
    match typed.or(named) {
        _ if is_store && compression.is_some() => {
            refused("SQLite and Parquet files cannot be compressed; drop the compression extension")
        }
        Some(OutputForm::Page) if is_store => {
            refused("a report needs an .html file name, such as report.html")
        }
        Some(form) if is_store && !form.is_store() || is_page && !form.may_be_html() => {
            let what = if is_page { "HTML" } else { "a table" };
            let flag = form.flag();
            refused(&format!(
                "the file name asks for {what}, but {flag} for something else; drop {flag} or rename the file"
            ))
        }
        Some(form) => {
            Ok(Destination { form, file: Some(OutFile { path: path.to_owned(), compression }) })
        }
        None => refused(&unknown()),
    }
}

fn unknown() -> String {
    let compressions = Compression::ALL.map(|(name, _)| name).join(", ");
    format!(
        "unknown output format; use one of {} (optionally with {compressions}), or add --json, \
         --csv or --tsv",
        OutputForm::endings()
    )
}

/// How the file is compressed, by the ending of its name, and the name without that.
fn compression_of(path: &Path) -> (Option<Compression>, &Path) {
    let by_ending = |ending: &str| {
        let is_it = |(name, _): &&(&str, Compression)| ending.eq_ignore_ascii_case(name);
        Compression::ALL.iter().find(is_it).map(|(_, compression)| *compression)
    };
    let compression = ending(path).and_then(by_ending);
    let stem = path.file_stem().filter(|_| compression.is_some());
    (compression, stem.map_or(path, Path::new))
}

fn ending(path: &Path) -> Option<&str> {
    path.extension()?.to_str()
}

/// A form of records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) enum OutputForm {
    Text,
    Json,
    Csv,
    Tsv,
    Template(Template),
    /// The text of the input, with a template in place of each URI.
    Replaced(Template),
    Sqlite,
    Parquet,
    /// An HTML report.
    Page,
}

/// File name endings and their forms.
const ENDINGS: [(&str, OutputForm); 12] = [
    ("jsonl", OutputForm::Json),
    ("ndjson", OutputForm::Json),
    ("json", OutputForm::Json),
    ("csv", OutputForm::Csv),
    ("tsv", OutputForm::Tsv),
    ("txt", OutputForm::Text),
    ("sqlite", OutputForm::Sqlite),
    ("sqlite3", OutputForm::Sqlite),
    ("db", OutputForm::Sqlite),
    ("parquet", OutputForm::Parquet),
    ("html", OutputForm::Page),
    ("htm", OutputForm::Page),
];

impl OutputForm {
    /// The form that a flag asks for. Flags that only count print text.
    pub fn typed(args: &Args) -> Option<Self> {
        let writing = &args.writing;
        if writing.page {
            return Some(OutputForm::Page);
        }
        if args.prints_no_finds() {
            return Some(OutputForm::Text);
        }
        let forms = [
            (args.printing.json, OutputForm::Json),
            (writing.csv, OutputForm::Csv),
            (writing.tsv, OutputForm::Tsv),
        ];
        let flag = forms.into_iter().find(|(is_typed, _)| *is_typed).map(|(_, form)| form);
        let replaced = || writing.replace.clone().map(OutputForm::Replaced);
        flag.or_else(replaced).or_else(|| writing.template.clone().map(OutputForm::Template))
    }

    /// The form for the ending of a name.
    pub fn named(ending: &str) -> Option<Self> {
        let is_it = |(name, _): &&(&str, OutputForm)| ending.eq_ignore_ascii_case(name);
        ENDINGS.iter().find(is_it).map(|(_, form)| form.clone())
    }

    /// All endings, for a message.
    pub fn endings() -> String {
        ENDINGS.map(|(name, _)| name).join(", ")
    }

    /// Returns `true` if it is more than a stream of bytes.
    pub fn is_store(&self) -> bool {
        matches!(self, OutputForm::Sqlite | OutputForm::Parquet)
    }

    /// Returns `true` if the output may be HTML: a template can write anything.
    pub fn may_be_html(&self) -> bool {
        matches!(self, OutputForm::Page | OutputForm::Template(_) | OutputForm::Replaced(_))
    }

    /// Returns `true` if it may have lines and columns.
    pub fn has_positions(&self) -> bool {
        match self {
            OutputForm::Text => false,
            OutputForm::Template(template) | OutputForm::Replaced(template) => {
                template.has_columns()
            }
            _ => true,
        }
    }

    /// The flag that asks for it, for a message.
    pub fn flag(&self) -> &'static str {
        match self {
            OutputForm::Text => "-c, -l or -L",
            OutputForm::Json => "--json",
            OutputForm::Csv => "--csv",
            OutputForm::Tsv => "--tsv",
            OutputForm::Template(_) => "--template",
            OutputForm::Replaced(_) => "--replace",
            OutputForm::Sqlite | OutputForm::Parquet | OutputForm::Page => "--output",
        }
    }

    /// How rows of a table are written in it; `None` if it has no rows.
    pub fn rows(&self, texts: Texts) -> Option<Box<dyn Rows>> {
        match self {
            OutputForm::Text
            | OutputForm::Template(_)
            | OutputForm::Replaced(_)
            | OutputForm::Page => None,
            OutputForm::Json => Some(Box::new(JsonRows)),
            OutputForm::Csv => Some(Box::new(Csv(texts))),
            OutputForm::Tsv => Some(Box::new(Tsv(texts))),
            OutputForm::Sqlite | OutputForm::Parquet => Some(Box::new(Packed)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::Template;

    #[test]
    fn endings_say_what_is_in_a_file() {
        let gz = Some(Compression::Gzip);
        for (path, form, compression) in [
            ("a.jsonl", OutputForm::Json, None),
            ("x/a.b.CSV", OutputForm::Csv, None),
            ("a.tsv.GZ", OutputForm::Tsv, gz),
            ("a.txt.zst", OutputForm::Text, Some(Compression::Zstandard)),
            ("a.db", OutputForm::Sqlite, None),
            ("a.parquet", OutputForm::Parquet, None),
            ("a.HTML", OutputForm::Page, None),
            ("a.htm.gz", OutputForm::Page, gz),
        ] {
            let destination = in_file(None, Path::new(path)).unwrap();
            let file = Some(OutFile { path: path.into(), compression });
            assert_eq!(destination, Destination { form, file });
        }
        for path in ["a", "a.gz", ".csv", "csv", "a.doc", "a.csv.doc", "a.db.gz", "/"] {
            assert!(in_file(None, Path::new(path)).is_err(), "{path}");
        }
    }

    #[test]
    fn a_page_is_named_as_one() {
        assert_eq!(Destination::of_page(Path::new("a.htm")).map(|file| file.compression), Ok(None));
        let gz = Some(Compression::Gzip);
        assert_eq!(
            Destination::of_page(Path::new("a.html.gz")).map(|file| file.compression),
            Ok(gz)
        );
        for path in ["a", "-", "a.txt", "a.db", "html", "a.html.txt"] {
            assert!(Destination::of_page(Path::new(path)).is_err(), "{path}");
        }
    }

    #[test]
    fn flags_say_more_than_endings_but_not_of_stores_and_pages() {
        let form = |path: &str| {
            in_file(Some(OutputForm::Csv), Path::new(path)).map(|destination| destination.form)
        };
        for path in ["a", "a.gz", "a.txt", "a.json", "a.doc"] {
            assert_eq!(form(path), Ok(OutputForm::Csv), "{path}");
        }
        for path in ["a.sqlite", "a.parquet", "a.html", "a.htm.gz"] {
            assert!(form(path).is_err(), "{path}");
        }
        for form in [OutputForm::Page, OutputForm::Template(Template::parse("<li>%{uri}").unwrap())]
        {
            assert!(in_file(Some(form), Path::new("a.html")).is_ok());
        }
    }
}
