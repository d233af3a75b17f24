//! Searches standard input in bounded memory, whatever its length, and prints line and column of each find.
//!
//! ```sh
//! cargo run --example stream < corpora/mail/list.mbox
//! tail -f access.log | cargo run --example stream
//! ```

use std::io::{self, Write};
use std::ops::ControlFlow;

use urisift::Extractor;

fn main() -> Result<(), urisift::Error> {
    // At most this much of a URI, and of what is read at once, is kept.
    let extractor =
        Extractor::builder().positions(true).max_len(64 << 10).read_size(64 << 10).build();

    let mut out = io::stdout().lock();
    extractor.find_in_reader(io::stdin().lock(), |found| {
        let Some(position) = found.position() else { return ControlFlow::Break(()) };
        let cut = if found.is_truncated() { " (truncated)" } else { "" };
        let uri = String::from_utf8_lossy(found.uri());
        match writeln!(out, "{}:{}: {uri}{cut}", position.line, position.column) {
            Ok(()) => ControlFlow::Continue(()),
            // The reader of the output has gone: the search ends here.
            Err(_) => ControlFlow::Break(()),
        }
    })
}
