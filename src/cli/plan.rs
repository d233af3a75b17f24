//! What the arguments mean.

use std::path::PathBuf;

use super::args::Args;
use crate::found::Found;
use crate::input::stdin_is_fed;
use crate::options::Options;
use crate::report::{Counts, JsonLines, Paths, Quiet, Report, Text};

/// Everything that is to be done.
pub(super) struct Plan {
    pub paths: Vec<PathBuf>,
    pub options: Options,
    pub schemes: Vec<String>,
    pub max_count: Option<u64>,
    pub report: Box<dyn Report>,
}

impl Plan {
    pub fn of(args: Args) -> Self {
        let report = report(&args);
        let options = Options {
            max_len: args.max_len,
            max_wrap: args.max_wrap,
            iri: args.iri.into(),
            join: args.join.into(),
            fold: args.fold.into(),
            trailing: args.trailing.into(),
            www: args.www,
            bare: args.bare,
            email: args.email,
            refang: args.refang,
            positions: args.line_number || args.json,
            ..Options::default()
        };
        let paths = if args.paths.is_empty() { default_paths() } else { args.paths };
        Plan { paths, options, schemes: args.scheme, max_count: args.max_count, report }
    }

    /// Whether the find is of a scheme that was asked for.
    pub fn selects(&self, found: &Found<'_>) -> bool {
        let is = |name: &String| {
            name.trim_end_matches(':').as_bytes().eq_ignore_ascii_case(found.scheme())
        };
        self.schemes.is_empty() || self.schemes.iter().any(is)
    }
}

fn default_paths() -> Vec<PathBuf> {
    vec![PathBuf::from(if stdin_is_fed() { "-" } else { "." })]
}

fn report(args: &Args) -> Box<dyn Report> {
    if args.quiet {
        return Box::new(Quiet);
    }
    if args.files_with_matches || args.files_without_match {
        return Box::new(Paths::new(args.files_without_match, args.null));
    }
    if args.count {
        let several = args.paths.len() > 1
            || args.paths.iter().any(|path| path.is_dir())
            || args.paths.is_empty() && !stdin_is_fed();
        return Box::new(Counts::new(
            (several || args.with_filename) && !args.no_filename,
            args.null,
        ));
    }
    if args.json {
        return Box::new(JsonLines { no_path: args.no_filename, ..JsonLines::default() });
    }
    Box::new(Text {
        path: args.with_filename,
        line: args.line_number,
        offset: args.byte_offset,
        null: args.null,
        ..Text::default()
    })
}
