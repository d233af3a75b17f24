//! The push driver: the caller reads the bytes and pushes them.

use std::io::Read;
use std::ops::ControlFlow;

use crate::found::Found;
use crate::pieces::{Core, Section};
use crate::stream::Extractor;

/// A search of bytes that arrive in pieces, made by [`Extractor::feed`]. The finds do not depend on how the
/// bytes are cut.
///
/// Memory is bounded as for [`Extractor::read`].
///
/// ```
/// use std::ops::ControlFlow;
/// let mut uris = Vec::new();
/// let mut keep = |found: &urisift::Found<'_>| {
///     uris.push(String::from_utf8_lossy(found.uri()).into_owned());
///     ControlFlow::Continue(())
/// };
/// let mut feeder = urisift::Extractor::default().feed();
/// for piece in [&b"See ht"[..], b"tp://a.exam", b"ple/b, and http://c.example/"] {
///     feeder.push(piece, &mut keep);
/// }
/// feeder.finish(&mut keep);
/// assert_eq!(uris, ["http://a.example/b", "http://c.example/"]);
/// ```
#[derive(Debug)]
pub struct Feeder {
    core: Core,
    /// The sink has broken.
    is_done: bool,
}

impl Feeder {
    pub(crate) fn new(extractor: &Extractor) -> Self {
        Feeder {
            core: Core::new(extractor.options(), Section::whole(extractor.options()), Vec::new()),
            is_done: false,
        }
    }

    /// Searches `bytes`, which follow those pushed before. `sink` gets each URI that they decide; one that
    /// may continue in the next bytes comes later. Once `sink` has broken, nothing more is searched,
    /// and every further call breaks.
    pub fn push(
        &mut self,
        mut bytes: &[u8],
        mut sink: impl FnMut(&Found<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        while !bytes.is_empty() {
            self.search(&mut bytes, &mut sink)?;
        }
        ControlFlow::Continue(())
    }

    /// Ends the input and gives the remaining URIs.
    pub fn finish(
        mut self,
        mut sink: impl FnMut(&Found<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.search(&mut std::io::empty(), &mut sink)
    }

    fn search(
        &mut self,
        bytes: &mut impl Read,
        sink: &mut impl FnMut(&Found<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.is_done {
            // Reading from memory never fails.
            let _ = self.core.fill(bytes);
        }
        while !self.is_done
            && let Some((found, _)) = self.core.next()
        {
            self.is_done = sink(&found).is_break();
        }
        if self.is_done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_follows_a_break() {
        let mut count = 0;
        let mut first = |_: &Found<'_>| {
            count += 1;
            ControlFlow::Break(())
        };
        let mut feeder = Extractor::default().feed();
        assert!(feeder.push(b"http://a.example/ http://b.example/ ", &mut first).is_break());
        assert!(feeder.push(b"http://c.example/ ", &mut first).is_break());
        assert!(feeder.finish(&mut first).is_break());
        assert_eq!(count, 1);
    }
}
