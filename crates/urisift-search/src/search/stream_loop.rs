//! The loop over a stream of text: every search of one runs in it.

use std::io::Read;
use std::ops::ControlFlow;

use crate::found::Found;
use crate::problem::Error;
use crate::stream::{ReaderSearch, StreamView};

/// What becomes of the finds of a stream. A method that breaks ends the search.
pub(super) trait FindSink<R> {
    /// A find, with the text that is in view.
    fn found(&mut self, found: Found<'_>, view: StreamView<'_, R>) -> ControlFlow<()>;

    /// All finds that are decided so far have been given. More is read next, and what is settled is dropped.
    fn before_read(&mut self, stream: &mut ReaderSearch<R>) -> ControlFlow<()>;

    /// More has been read, or nothing more comes.
    fn after_read(&mut self, _stream: &mut ReaderSearch<R>) {}
}

/// Gives all finds of a stream to the sink. Breaks if that does.
///
/// # Errors
/// If the stream cannot be read to its end.
pub(super) fn search_stream<R: Read>(
    stream: &mut ReaderSearch<R>,
    sink: &mut impl FindSink<R>,
) -> Result<ControlFlow<()>, Error> {
    loop {
        while let Some((found, view)) = stream.next_and_view() {
            if sink.found(found, view).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        if sink.before_read(stream).is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let goes_on = stream.fill()?;
        sink.after_read(stream);
        if !goes_on {
            return Ok(ControlFlow::Continue(()));
        }
    }
}
