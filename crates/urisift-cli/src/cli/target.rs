//! Where records are written, and in which form.

use std::path::{Path, PathBuf};

use super::args::Args;
use super::form::Form;
use super::screen::Screen;
use crate::output::Packing;
use crate::sanitize;

/// Where records are written.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub form: Form,
    /// `None` is standard output.
    pub file: Option<OutFile>,
}

/// A file that is written.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct OutFile {
    pub path: PathBuf,
    pub packing: Option<Packing>,
}

impl Target {
    /// What the arguments mean. Nothing is opened yet.
    ///
    /// # Errors
    /// If the ending of the file's name is unknown, or contradicts a flag.
    pub fn of(args: &Args) -> Result<Self, String> {
        let typed = Form::typed(args);
        match &args.writing.output {
            Some(path) if path.as_os_str() != "-" && !args.printing.quiet => {
                let target = in_file(typed.clone(), path)?;
                let is_text = typed.is_none() && target.form == Form::Text && is_judged(args);
                Ok(if is_text { Target { form: Form::Json, ..target } } else { target })
            }
            _ => {
                let json = is_judged(args).then_some(Form::Json);
                Ok(Target { form: typed.or(json).unwrap_or(Form::Text), file: None })
            }
        }
    }
}

impl Target {
    /// The file of a page that is written beside another output.
    ///
    /// # Errors
    /// If its name is not that of a page, which may be a typo: the file would be replaced.
    pub fn of_page(path: &Path) -> Result<OutFile, String> {
        match in_file(None, path) {
            Ok(Target { form: Form::Page, file: Some(file) }) => Ok(file),
            _ => {
                let name = sanitize::text(&path.display().to_string());
                Err(format!(
                    "{name}: a page ends in .html or .htm, with or without .gz and the like"
                ))
            }
        }
    }

    /// Whether it is a regular file, or will be one. If the system cannot tell for standard output, it counts
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

/// Whether finds are judged, which text cannot show.
fn is_judged(args: &Args) -> bool {
    args.printing.judge && !args.gathering.counts(&args.printing)
}

fn in_file(typed: Option<Form>, path: &Path) -> Result<Target, String> {
    let (packing, inner) = unpacked(path);
    let named = ending(inner).and_then(Form::named);
    let is_store = named.as_ref().is_some_and(Form::is_store);
    let is_page = named == Some(Form::Page);
    let path = path.to_owned();
    let name = sanitize::text(&path.display().to_string());
    let refused = |why: &str| Err(format!("{name}: {why}"));
    match typed.or(named) {
        _ if is_store && packing.is_some() => refused("this cannot be compressed"),
        Some(Form::Page) if is_store => refused(
            "its ending says a table of finds, and this is a page: report.html would be a name",
        ),
        Some(form) if is_store && !form.is_store() || is_page && !form.may_be_html() => {
            let what = if is_page { "a page" } else { "a table of finds" };
            let flag = form.flag();
            refused(&format!(
                "its ending says {what}, and {flag} something else; leave {flag} out, or name another file"
            ))
        }
        Some(form) => Ok(Target { form, file: Some(OutFile { path, packing }) }),
        None => refused(&unknown()),
    }
}

fn unknown() -> String {
    let packings = Packing::ALL.map(|(name, _)| name).join(", ");
    format!(
        "its ending says nothing of what is to be in it; expected {}, with or without {packings} \
         behind it, or a flag that says it",
        Form::endings()
    )
}

/// How the file is compressed, by the ending of its name, and the name without that.
fn unpacked(path: &Path) -> (Option<Packing>, &Path) {
    let by_ending = |ending: &str| {
        let is_it = |(name, _): &&(&str, Packing)| ending.eq_ignore_ascii_case(name);
        Packing::ALL.iter().find(is_it).map(|(_, packing)| *packing)
    };
    let packing = ending(path).and_then(by_ending);
    let stem = path.file_stem().filter(|_| packing.is_some());
    (packing, stem.map_or(path, Path::new))
}

fn ending(path: &Path) -> Option<&str> {
    path.extension()?.to_str()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::Template;

    #[test]
    fn endings_say_what_is_in_a_file() {
        let gz = Some(Packing::Gzip);
        for (path, form, packing) in [
            ("a.jsonl", Form::Json, None),
            ("x/a.b.CSV", Form::Csv, None),
            ("a.tsv.GZ", Form::Tsv, gz),
            ("a.txt.zst", Form::Text, Some(Packing::Zstandard)),
            ("a.db", Form::Sqlite, None),
            ("a.parquet", Form::Parquet, None),
            ("a.HTML", Form::Page, None),
            ("a.htm.gz", Form::Page, gz),
        ] {
            let target = in_file(None, Path::new(path)).unwrap();
            let file = Some(OutFile { path: path.into(), packing });
            assert_eq!(target, Target { form, file });
        }
        for path in ["a", "a.gz", ".csv", "csv", "a.doc", "a.csv.doc", "a.db.gz", "/"] {
            assert!(in_file(None, Path::new(path)).is_err(), "{path}");
        }
    }

    #[test]
    fn a_page_is_named_as_one() {
        assert_eq!(Target::of_page(Path::new("a.htm")).map(|file| file.packing), Ok(None));
        let gz = Some(Packing::Gzip);
        assert_eq!(Target::of_page(Path::new("a.html.gz")).map(|file| file.packing), Ok(gz));
        for path in ["a", "-", "a.txt", "a.db", "html", "a.html.txt"] {
            assert!(Target::of_page(Path::new(path)).is_err(), "{path}");
        }
    }

    #[test]
    fn flags_say_more_than_endings_but_not_of_stores_and_pages() {
        let form = |path: &str| in_file(Some(Form::Csv), Path::new(path)).map(|target| target.form);
        for path in ["a", "a.gz", "a.txt", "a.json", "a.doc"] {
            assert_eq!(form(path), Ok(Form::Csv), "{path}");
        }
        for path in ["a.sqlite", "a.parquet", "a.html", "a.htm.gz"] {
            assert!(form(path).is_err(), "{path}");
        }
        for form in [Form::Page, Form::Template(Template::parse("<li>%{uri}").unwrap())] {
            assert!(in_file(Some(form), Path::new("a.html")).is_ok());
        }
    }
}
