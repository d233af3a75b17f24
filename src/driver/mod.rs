//! Runs a plan: sources in, records out, in the order of the input.

use std::io::{self, Read, Write};

use crate::found::Found;
use crate::input::Source;
use crate::problem::{Error, Problem};
use crate::report::{End, Report, Wish};
use crate::stream::{Extractor, Stream};

/// What is to be done with every source.
pub(crate) struct Work<'a> {
    pub extractor: Extractor,
    /// Which finds count.
    pub selects: &'a dyn Fn(&Found<'_>) -> bool,
    /// End in a source after so many finds, at least one.
    pub max_count: Option<u64>,
}

/// Where everything goes.
pub(crate) struct Sinks<'a> {
    pub report: &'a mut dyn Report,
    pub out: &'a mut dyn Write,
    /// Is told every problem.
    pub complain: &'a mut dyn FnMut(&Problem),
}

/// Searches every source; whether anything was found.
///
/// # Errors
/// [`Error::Write`] where the output fails.
pub(crate) fn run(
    work: &Work<'_>,
    sources: impl Iterator<Item = Result<Source, Problem>>,
    sinks: &mut Sinks<'_>,
) -> Result<bool, Error> {
    let mut any = false;
    for source in sources {
        let searched = match source {
            Ok(source) => search(work, &source, sinks).map_err(Error::Write)?,
            Err(problem) => {
                (sinks.complain)(&problem);
                continue;
            }
        };
        any |= searched.found;
        if searched.wish == Wish::Nothing {
            break;
        }
    }
    sinks.out.flush().map_err(Error::Write)?;
    Ok(any)
}

/// What came of one source.
struct Searched {
    found: bool,
    wish: Wish,
}

fn search(work: &Work<'_>, source: &Source, sinks: &mut Sinks<'_>) -> io::Result<Searched> {
    let mut searched = Searched { found: false, wish: Wish::More };
    let opened = match source.open() {
        Ok(opened) => opened,
        Err(error) => {
            (sinks.complain)(&Problem::io(source.path(), None, &error));
            return Ok(searched);
        }
    };
    sinks.report.begin(source.path());
    let mut stream = work.extractor.stream(opened.reader);
    let mut count = 0;
    let mut end = End::Whole;
    loop {
        searched.wish = drain(work, source, &mut stream, &mut count, sinks)?;
        if searched.wish != Wish::More {
            break;
        }
        if opened.may_block {
            sinks.out.flush()?;
        }
        match stream.fill() {
            Ok(true) => {}
            Ok(false) => break,
            Err(Error::Read { at, source: error }) => {
                (sinks.complain)(&Problem::io(source.path(), Some(at), &error));
                end = End::Broken;
                break;
            }
            Err(Error::Write(error)) => return Err(error),
        }
    }
    sinks.report.finish(end, sinks.out)?;
    searched.found = count > 0;
    Ok(searched)
}

/// Reports what the stream has decided on so far.
fn drain<R: Read>(
    work: &Work<'_>,
    source: &Source,
    stream: &mut Stream<R>,
    count: &mut u64,
    sinks: &mut Sinks<'_>,
) -> io::Result<Wish> {
    while let Some(found) = stream.next() {
        if !(work.selects)(&found) {
            continue;
        }
        if found.truncated() {
            (sinks.complain)(&too_long(source, &found));
        }
        *count += 1;
        let wish = sinks.report.found(&found, sinks.out)?;
        if wish != Wish::More {
            return Ok(wish);
        }
        if work.max_count == Some(*count) {
            return Ok(Wish::NextSource);
        }
    }
    Ok(Wish::More)
}

fn too_long(source: &Source, found: &Found<'_>) -> Problem {
    let len = found.span().len();
    let what = format!("a URI was cut after {len} bytes; --max-len allows longer ones");
    let (path, at) = (source.path().to_owned(), Some(found.span().start));
    Problem { path, at, what }
}
