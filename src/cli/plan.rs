//! What the arguments mean.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use super::args::{Args, As};
use crate::found::Found;
use crate::input::{Containers, Limits, Pre, Side, stdin_is_fed};
use crate::normal::Steps;
use crate::options::Options;
use crate::report::{Counts, Dress, JsonLines, Judged, Paths, Quiet, Report, Text};

/// Everything that is to be done.
pub(super) struct Plan {
    pub paths: Vec<PathBuf>,
    pub options: Options,
    pub schemes: Schemes,
    pub validity: Option<Validity>,
    pub max_count: Option<u64>,
    pub report: Box<dyn Report>,
    pub containers: Option<Containers>,
    pub pre: Option<Pre>,
    pub prefers: Option<Side>,
    /// What relative references are resolved against.
    pub base: Option<String>,
    /// How many threads there are, at least one.
    pub threads: usize,
    /// Write each record as soon as it is there.
    pub by_line: bool,
}

/// Which URIs are asked for, by what the grammar says of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Validity {
    Valid,
    Invalid,
}

impl Validity {
    fn of(args: &Args) -> Option<Self> {
        match (args.valid, args.invalid) {
            (true, _) => Some(Validity::Valid),
            (_, true) => Some(Validity::Invalid),
            _ => None,
        }
    }

    /// Whether a find is one that is asked for.
    pub fn selects(self, found: &Found<'_>) -> bool {
        found.verdict().is_ok() == (self == Validity::Valid)
    }
}

/// The schemes that were asked for; all, where none was.
pub(super) struct Schemes(Vec<String>);

impl Schemes {
    /// Whether a find of this scheme is asked for.
    pub fn select(&self, scheme: &[u8]) -> bool {
        let is = |name: &String| name.as_bytes().eq_ignore_ascii_case(scheme);
        self.0.is_empty() || self.0.iter().any(is)
    }
}

impl Plan {
    /// What the arguments mean.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn of(args: Args) -> Result<Self, String> {
        let pre = args.pre.as_ref().map(|command| Pre::new(command, &args.pre_glob)).transpose()?;
        let (report, validity) = (report(&args), Validity::of(&args));
        let (containers, base) = (containers(&args), args.base.clone());
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
            escapes: !args.raw,
            positions: args.line_number || args.json || args.judge,
            ..Options::default()
        };
        let paths = if args.paths.is_empty() { default_paths() } else { args.paths };
        let (schemes, max_count) = (Schemes(args.scheme), args.max_count);
        let threads = args.threads.map_or_else(available, |threads| usize::from(threads.get()));
        let by_line = args.line_buffered || io::stdout().is_terminal();
        Ok(Plan {
            paths,
            options,
            schemes,
            validity,
            max_count,
            report,
            containers,
            pre,
            prefers: args.prefer.map(Side::from),
            base,
            threads,
            by_line,
        })
    }
}

/// How containers are taken apart, if they are.
fn containers(args: &Args) -> Option<Containers> {
    let format = match args.format {
        None => None,
        Some(As::Format(format)) => Some(format),
        Some(As::Plain) => return None,
    };
    let (depth, expansion, max_len) = (args.max_depth, args.max_expand, args.max_len);
    let limits = Limits { depth, expansion, max_len };
    (!args.raw).then_some(Containers { format, limits })
}

/// As many threads as the machine runs at the same time.
fn available() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn default_paths() -> Vec<PathBuf> {
    vec![PathBuf::from(if stdin_is_fed() { "-" } else { "." })]
}

/// What is printed: the flag that prints least wins, as in grep.
fn report(args: &Args) -> Box<dyn Report> {
    if args.quiet {
        Box::new(Quiet)
    } else if args.files_with_matches || args.files_without_match {
        Box::new(Paths { without: args.files_without_match, null: args.null })
    } else if args.count {
        let path = (are_several(args) || args.with_filename) && !args.no_filename;
        Box::new(Counts { path, null: args.null })
    } else if args.json || args.judge {
        let judged = if args.judge { Judged::Fully } else { Judged::Valid };
        let dress = dress(args);
        Box::new(JsonLines { no_path: args.no_filename, judged, dress })
    } else {
        Box::new(Text {
            path: args.with_filename,
            line: args.line_number,
            offset: args.byte_offset,
            null: args.null,
            dress: dress(args),
        })
    }
}

/// What is made of a URI before it is printed.
fn dress(args: &Args) -> Dress {
    let all = |steps: &Vec<Steps>| steps.iter().fold(Steps::STRING, |all, steps| all | *steps);
    Dress {
        unwrap: args.unwrap,
        base: args.base.clone(),
        normalize: args.normalize.as_ref().map(all),
        defang: args.defang,
    }
}

/// Whether there may be more than one source, so that a number alone says nothing.
fn are_several(args: &Args) -> bool {
    let directory = args.paths.iter().any(|path| path.is_dir());
    args.paths.len() > 1 || directory || args.paths.is_empty() && !stdin_is_fed()
}
