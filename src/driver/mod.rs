//! Runs a plan: sources in, records out, in the order of the input.

use std::io::{self, Write};

use crate::found::Found;
use crate::input::Source;
use crate::problem::{Error, Problem, Step};
use crate::report::{Report, Wish};
use crate::stream::Extractor;

/// What is to be done with every source.
pub(crate) struct Work<'a> {
    pub extractor: Extractor,
    /// Which finds count.
    pub selects: &'a dyn Fn(&Found<'_>) -> bool,
    /// Stop in a source after so many finds.
    pub max_count: Option<u64>,
}

/// What came of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// At least one URI was found.
    pub found: bool,
    /// At least one problem was told.
    pub problems: bool,
}

/// Searches every source, tells `report` of the finds and `complain` of the problems.
///
/// # Errors
/// [`Error::Write`] where the output fails.
pub(crate) fn run(
    work: &Work<'_>,
    sources: impl Iterator<Item = Result<Source, Problem>>,
    report: &mut dyn Report,
    out: &mut dyn Write,
    complain: &mut dyn FnMut(&Problem),
) -> Result<Outcome, Error> {
    let mut outcome = Outcome::default();
    for source in sources {
        let source = match source {
            Ok(source) => source,
            Err(problem) => {
                outcome.problems = true;
                complain(&problem);
                continue;
            }
        };
        report.begin(source.path());
        let mut tell = |problem: Problem| {
            outcome.problems = true;
            complain(&problem);
        };
        let searched = search(work, &source, report, out, &mut tell).map_err(Error::Write)?;
        outcome.found |= searched.found;
        if searched.readable {
            report.finish(out).map_err(Error::Write)?;
        }
        if searched.wish == Wish::Nothing {
            break;
        }
    }
    out.flush().map_err(Error::Write)?;
    Ok(outcome)
}

/// What came of one source.
struct Searched {
    found: bool,
    readable: bool,
    wish: Wish,
}

fn search(
    work: &Work<'_>,
    source: &Source,
    report: &mut dyn Report,
    out: &mut dyn Write,
    tell: &mut dyn FnMut(Problem),
) -> io::Result<Searched> {
    let mut searched = Searched { found: false, readable: true, wish: Wish::More };
    let opened = match source.open() {
        Ok(opened) => opened,
        Err(error) => {
            tell(Problem::io(source.path(), None, Step::Open, &error));
            searched.readable = false;
            return Ok(searched);
        }
    };
    let mut stream = work.extractor.stream(opened.reader);
    let mut count = 0;
    loop {
        while let Some(found) = stream.next() {
            if found.truncated() {
                tell(too_long(source, &found));
            }
            if !(work.selects)(&found) {
                continue;
            }
            if work.max_count == Some(count) {
                return Ok(searched);
            }
            count += 1;
            searched.found = true;
            searched.wish = report.found(&found, out)?;
            if searched.wish != Wish::More || work.max_count == Some(count) {
                return Ok(searched);
            }
        }
        if opened.may_block {
            out.flush()?;
        }
        match stream.fill() {
            Ok(true) => {}
            Ok(false) => return Ok(searched),
            Err(Error::Read { at, source: error }) => {
                tell(Problem::io(source.path(), Some(at), Step::Read, &error));
                return Ok(searched);
            }
            Err(Error::Write(error)) => return Err(error),
        }
    }
}

fn too_long(source: &Source, found: &Found<'_>) -> Problem {
    let what =
        format!("a URI was cut after {} bytes; --max-len allows longer ones", found.span().len());
    Problem {
        path: source.path().to_owned(),
        at: Some(found.span().start),
        step: Step::Delimit,
        what,
    }
}
