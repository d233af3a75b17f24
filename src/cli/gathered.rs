//! What is written where finds are gathered.

use super::args::Args;
use super::output::{Output, dress};
use crate::gather::{By, Counted, Key, Keyed, Lines, Paths, Ranking, Tallies, Unique};
use crate::report::{JsonRows, Rows};

/// The output with what gathers in front of it, if that is asked for.
pub(super) fn gathered(args: &Args, output: Output) -> Output {
    let memory = args.gathering.memory;
    if args.printing.quiet {
        output
    } else if args.gathering.counts(&args.printing) {
        let report = Counted::new(by(args), paths(args));
        let sink = Tallies::new(ranking(args), memory, rows(args), output.sink);
        Output { report: Box::new(report), sink: Box::new(sink) }
    } else if args.gathering.unique.is_some() {
        let report = Keyed::new(by(args), output.report);
        Output { report: Box::new(report), sink: Box::new(Unique::new(memory, output.sink)) }
    } else {
        output
    }
}

fn by(args: &Args) -> By {
    let key = args.gathering.unique.or(args.gathering.by).unwrap_or(Key::Uri);
    By { key, dress: dress(&args.making) }
}

fn ranking(args: &Args) -> Ranking {
    match args.gathering.unique {
        Some(_) => Ranking::Appearance,
        None => Ranking::Count(args.gathering.top),
    }
}

/// Paths are kept where anybody sees them.
fn paths(args: &Args) -> Paths {
    let printing = &args.printing;
    let is_table = printing.json || printing.judge;
    let is_seen = if is_table { !printing.no_filename } else { printing.with_filename };
    if is_seen { Paths::Kept } else { Paths::LeftOut }
}

/// How a key is written.
fn rows(args: &Args) -> Box<dyn Rows> {
    let printing = &args.printing;
    if printing.json || printing.judge {
        return Box::new(JsonRows);
    }
    Box::new(Lines {
        path: printing.with_filename,
        line: printing.line_number,
        offset: printing.byte_offset,
        null: printing.null,
    })
}
