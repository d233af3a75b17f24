//! The entry point of the library.

use std::io::{self, Read};
use std::path::PathBuf;
use std::rc::Rc;

use crate::core::detect::Registry;
use crate::core::format::Format;
use crate::core::limits::Limits;
use crate::core::line_index::LineIndex;
use crate::core::visitor::Visitor;
use crate::core::walker::Walker;

/// Decodes sources: shows a [`Visitor`] each text inside their containers, mail and markup.
///
/// ```
/// use std::ops::ControlFlow;
/// use urisift_decode::{Decoder, LineIndex, Part, MappedRead, Visitor};
///
/// #[derive(Default)]
/// struct Texts(Vec<(String, Vec<u8>, u64)>);
///
/// impl Visitor for Texts {
///     fn text(&mut self, part: &Part, _: &LineIndex, text: &mut dyn MappedRead) -> ControlFlow<()> {
///         let start = text.chunk().raw;
///         let mut bytes = Vec::new();
///         while !text.chunk().bytes.is_empty() {
///             let chunk = text.chunk();
///             bytes.extend_from_slice(chunk.bytes);
///             let count = chunk.bytes.len();
///             text.advance(count);
///         }
///         self.0.push((part.path.clone(), bytes, start));
///         ControlFlow::Continue(())
///     }
/// }
///
/// let mail = b"Subject: x\nContent-Transfer-Encoding: quoted-printable\nTo: y\n\nhttp://a.example/?b=3Dc\n";
/// let mut texts = Texts::default();
/// Decoder::default().walk(&mail[..], &mut texts)?;
/// let (path, body, start) = texts.0.last().unwrap();
/// assert_eq!((path.as_str(), &body[..]), ("msg/1 text/plain", &b"http://a.example/?b=c\n"[..]));
/// assert_eq!(*start, 62);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Decoder {
    format: Option<&'static dyn Format>,
    registry: Registry,
    limits: Limits,
    counts_lines: bool,
    name: PathBuf,
    portion_len: Option<usize>,
}

/// The settings of a [`Decoder`].
///
/// ```
/// use urisift_decode::{Decoder, named};
///
/// // Mail, without what is attached to it in archives.
/// let decoder = Decoder::builder().format(named("mail").unwrap()).max_depth(2).build();
/// ```
#[derive(Clone, Default)]
pub struct DecoderBuilder(Decoder);

impl DecoderBuilder {
    /// Reads every source as this format, whatever its first bytes are: see [`named`](crate::named). By default,
    /// formats are detected.
    pub fn format(mut self, format: &'static dyn Format) -> Self {
        self.0.format = Some(format);
        self
    }

    /// Formats of the program, which are tried before those of this crate.
    pub fn formats(mut self, formats: &'static [&'static dyn Format]) -> Self {
        self.0.registry = self.0.registry.with(formats);
        self
    }

    /// The name of the sources, of which the extension counts: it tells formats that first bytes do not, such
    /// as Markdown.
    pub fn file_name(mut self, name: impl Into<PathBuf>) -> Self {
        self.0.name = name.into();
        self
    }

    /// How deep containers may be nested, 16 by default. Anything deeper is text.
    pub fn max_depth(mut self, depth: usize) -> Self {
        self.0.limits.depth = depth;
        self
    }

    /// How many bytes one byte of the source may decompress to, through all layers, beyond the first 64 MiB; 500 by
    /// default. The rest is dropped.
    pub fn max_expand(mut self, expansion: u64) -> Self {
        self.0.limits.expansion = expansion;
        self
    }

    /// The longest reference in markup, in bytes, 64 KiB by default; longer ones are truncated.
    pub fn max_link(mut self, bytes: usize) -> Self {
        self.0.limits.max_len = bytes;
        self
    }

    /// The most bytes of a container that are held in memory, 64 MiB by default: those of a compound file or a
    /// database, which cannot be read in order. A longer one is read as far as that goes, and reported.
    pub fn max_held(mut self, bytes: usize) -> Self {
        self.0.limits.held = bytes;
        self
    }

    /// Leaves out code in Markdown and reStructuredText.
    pub fn no_code(mut self, no_code: bool) -> Self {
        self.0.limits.no_code = no_code;
        self
    }

    /// Enables line and column counting for [`LineIndex::position`]. Disabled by default.
    pub fn lines(mut self, counts_lines: bool) -> Self {
        self.0.counts_lines = counts_lines;
        self
    }

    /// Hands out mailboxes, web archives, tar and ZIP archives in portions of at least that many bytes: see
    /// [`Visitor::portion`]. That many bytes are waited for, and up to 2 MiB of compressed ones, which
    /// [`Visitor::helpers`] may decompress. By default, the visitor gets one text after the other.
    pub fn portions(mut self, bytes: usize) -> Self {
        self.0.portion_len = Some(bytes);
        self
    }

    /// The decoder.
    pub fn build(self) -> Decoder {
        self.0
    }
}

impl Decoder {
    /// Detects formats, and has the default limits.
    pub fn builder() -> DecoderBuilder {
        DecoderBuilder::default()
    }

    /// Shows the visitor every text of a source in order, until it breaks. Memory is bounded, whatever
    /// the source.
    ///
    /// # Errors
    /// Any error of the reader, after the texts before it were visited. A broken container is not an error: see
    /// [`Visitor::problem`].
    pub fn walk(&self, mut read: impl Read, visitor: &mut dyn Visitor) -> io::Result<()> {
        let line_index = Rc::new(LineIndex::new(self.counts_lines));
        let mut walker = Walker::new(visitor, self.limits, line_index);
        walker.registry = self.registry;
        walker.portion_len = self.portion_len;
        let mut reader = walker.reader(&mut read, Vec::new(), 0..0);
        let _ = match self.format {
            Some(format) => walker.enter(format, &mut reader),
            None => walker.open_file(self.name.clone(), &mut reader),
        };
        reader.take_failure().map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::core::mapped::MappedRead;
    use crate::core::visitor::Part;
    use crate::{named, testing};

    /// The paths of the texts that the decoder finds in the bytes.
    fn paths(decoder: &Decoder, bytes: &[u8]) -> Vec<String> {
        let mut all = testing::All::default();
        decoder.walk(bytes, &mut all).unwrap();
        all.texts.into_iter().map(|text| text.path).collect()
    }

    #[test]
    fn formats_are_told_or_named() {
        let text = b"http://a.example/\n";
        assert_eq!(paths(&Decoder::default(), text), [""]);
        assert_eq!(paths(&Decoder::default(), b"<html><p>text"), ["html"]);
        let by_name = Decoder::builder().file_name("a.ORG").build();
        assert_eq!(paths(&by_name, text), ["org"]);
        let as_mail = Decoder::builder().format(named("mail").unwrap()).build();
        assert_eq!(paths(&as_mail, text).len(), 1);
    }

    struct Once(usize);

    impl Visitor for Once {
        fn text(&mut self, _: &Part, _: &LineIndex, _: &mut dyn MappedRead) -> ControlFlow<()> {
            self.0 += 1;
            ControlFlow::Break(())
        }
    }

    #[test]
    fn a_visitor_may_have_seen_enough() {
        let archive = crate::archive::tar::tests::entry("a", b'0', "text").repeat(3);
        let mut once = Once(0);
        Decoder::default().walk(&archive[..], &mut once).unwrap();
        assert_eq!(once.0, 1);
    }

    #[test]
    fn what_cannot_be_read_is_an_error() {
        let broken = io::Error::other("broken");
        let read = b"some text".chain(Fails(Some(broken)));
        let mut once = testing::All::default();
        assert!(Decoder::default().walk(read, &mut once).is_err());
    }

    struct Fails(Option<io::Error>);

    impl Read for Fails {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            self.0.take().map_or(Ok(0), Err)
        }
    }
}
