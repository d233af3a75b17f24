//! The output if finds are gathered.

use super::args::{Args, Printing};
use super::destination::{Destination, OutputForm};
use super::output::{self, Open, Output, transforms};
use super::sources::Skipped;
use crate::aggregate::{By, Counted, Key, Keyed, Lines, Paths, Ranking, TALLY, Tallies, Unique};
use crate::record::Rows;

/// The output for finds: each on its own, or gathered if that is asked for.
///
/// # Errors
/// If the sink cannot be made, or the form cannot hold gathered finds.
pub(super) fn gathered(
    args: &Args,
    destination: &Destination,
    open: Open<'_>,
) -> Result<Output, String> {
    let memory = args.gathering_memory();
    if args.gathering.counts(&args.printing) {
        let writer = Counted::new(by(args), paths(args, &destination.form));
        let sink = Tallies::new(ranking(args), memory, rows(args, destination)?, open(&TALLY)?);
        let (writer, sink) = (Box::new(writer), Box::new(sink));
        return Ok(Output { writer, sink, skipped: Skipped::default() });
    }
    let output = Output::of_finds(args, destination, open)?;
    if !args.gathering.gathers(&args.printing) {
        return Ok(output);
    }
    let writer = Keyed::new(by(args), output.writer);
    let sink = Unique::new(memory, output.sink);
    Ok(Output { writer: Box::new(writer), sink: Box::new(sink), ..output })
}

fn by(args: &Args) -> By {
    let key = args.gathering.unique.or(args.gathering.by).unwrap_or(Key::Uri);
    By { key, transforms: transforms(&args.transforms) }
}

fn ranking(args: &Args) -> Ranking {
    match args.gathering.unique {
        Some(_) => Ranking::Appearance,
        None => Ranking::Count(args.gathering.top),
    }
}

/// Paths are kept only if they are printed.
fn paths(args: &Args, form: &OutputForm) -> Paths {
    let Printing { no_filename, with_filename, .. } = args.printing;
    let is_seen = if *form == OutputForm::Text { with_filename } else { !no_filename };
    if is_seen { Paths::Kept } else { Paths::LeftOut }
}

/// How a key is written.
fn rows(args: &Args, destination: &Destination) -> Result<Box<dyn Rows>, String> {
    let Printing { with_filename, line_number, byte_offset, null, .. } = args.printing;
    let texts = output::texts(args, destination);
    match (&destination.form, destination.form.rows(texts)) {
        (_, Some(rows)) => Ok(rows),
        (OutputForm::Template(_), None) => {
            Err("--format writes finds, and these are counts".to_owned())
        }
        (_, None) => {
            let (path, line, offset) = (with_filename, line_number, byte_offset);
            Ok(Box::new(Lines { path, line, offset, null, reader: texts.reader }))
        }
    }
}
