//! What a format is.

use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;

use encoding_rs::Encoding;

use super::mapped::MappedRead;
use super::peek::PeekReader;
use super::start::Content;
use super::walker::Walker;

/// A container format.
///
/// A program may read one of its own: it gives it to [`DecoderBuilder::formats`](crate::DecoderBuilder::formats).
/// `examples/saz.rs` builds one on another.
///
/// ```
/// use std::ops::ControlFlow;
/// use urisift_decode::{Decoder, Format, PeekReader, Prefix, Sniff, Walker};
///
/// /// Texts, each after a line feed and a byte with its length.
/// struct Notes;
///
/// impl Format for Notes {
///     fn name(&self) -> &'static str {
///         "notes"
///     }
///
///     fn sniff(&self, head: Prefix<'_>) -> Sniff {
///         head.starts_with(b"NOTES")
///     }
///
///     fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
///         to.advance(reader, 5);
///         let mut number = 0;
///         while let [b'\n', len] = *reader.front(2) {
///             number += 1;
///             to.advance(reader, 2);
///             to.member(&format!("note {number}"), "".into(), len.into(), reader)?;
///         }
///         ControlFlow::Continue(())
///     }
/// }
///
/// let decoder = Decoder::builder().formats(&[&Notes]).build();
/// # struct Paths(Vec<String>);
/// # impl urisift_decode::Visitor for Paths {
/// #     fn text(&mut self, part: &urisift_decode::Part, _: &urisift_decode::LineIndex, _: &mut dyn urisift_decode::MappedRead) -> ControlFlow<()> {
/// #         self.0.push(part.path.clone());
/// #         ControlFlow::Continue(())
/// #     }
/// # }
/// # let mut paths = Paths(Vec::new());
/// decoder.walk(&b"NOTES\n\x02hi\n\x03you"[..], &mut paths)?;
/// assert_eq!(paths.0, ["note 1", "note 2"]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub trait Format: Sync {
    /// Its name.
    fn name(&self) -> &'static str;

    /// Returns `true` if these first bytes are of this format.
    fn sniff(&self, head: Prefix<'_>) -> Sniff;

    /// Returns `true` if the format requires a magic number, so that nothing else is mistaken for it.
    fn has_magic(&self) -> bool {
        true
    }

    /// The extensions of file names that tell this format, in lower case, if its first bytes tell none.
    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    /// The names of formats that may seem to be this one by their first bytes, but are not if the file's
    /// name tells this format: Markdown may start with a tag, and a notebook is JSON.
    fn may_start_as(&self) -> &'static [&'static str] {
        &[]
    }

    /// The media types of this format, in lower case, and the suffixes of such, as `+json`.
    fn media_types(&self) -> &'static [&'static str] {
        &[]
    }

    /// How a body that is labelled with one of them is read, if not like a file in UTF-8.
    #[doc(hidden)]
    fn body_reader(&self) -> Option<BodyReader> {
        None
    }

    /// Returns `true` if a walk that starts with this content, in the middle of a source, reads this format.
    #[doc(hidden)]
    fn resumes(&self, _: &Content) -> bool {
        false
    }

    /// Returns `true` if the first bytes are a surer sign than the name of another format, unless that one may start
    /// so.
    fn is_told_by_bytes(&self) -> bool {
        self.extensions().is_empty()
    }

    /// Returns `false` if a file of that path is not of this format, whatever its first bytes say.
    fn suits_name(&self, _path: &Path) -> bool {
        true
    }

    /// Returns `true` if it is text in which a URI stands as it is, so that it can be replaced there.
    fn is_text(&self) -> bool {
        false
    }

    /// Decodes the container and passes each part to the walker. It ends where the reader does: anything
    /// after the container is read as it is.
    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()>;
}

impl fmt::Debug for dyn Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A body that is labelled with a media type.
pub struct Body<'b> {
    /// The media type, in lower case.
    pub essence: &'b str,
    /// What turns it into UTF-8, if its label or its first bytes say so.
    pub charset: Option<&'b dyn ToUtf8>,
    /// Its bytes, in that charset.
    pub bytes: &'b mut dyn MappedRead,
}

impl Body<'_> {
    /// Passes it on as UTF-8.
    pub fn in_utf8(
        self,
        then: impl FnOnce(&mut dyn MappedRead) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        in_utf8(self.charset, self.bytes, then)
    }
}

/// Reads a labelled body.
pub type BodyReader = fn(Body<'_>, &mut Walker<'_>) -> ControlFlow<()>;

/// A charset.
pub trait ToUtf8 {
    /// Returns `true` if ASCII bytes stand for ASCII characters.
    fn has_ascii(&self) -> bool;

    /// The encoding of the Encoding Standard that it is, if it has queries of its own; else they are in UTF-8.
    fn encoding(&self) -> Option<&'static Encoding> {
        None
    }

    /// The text as UTF-8.
    fn decoded<'t>(&self, text: &'t mut dyn MappedRead) -> Box<dyn MappedRead + 't>;
}

/// Passes text on as UTF-8, decoded if its charset is known.
pub fn in_utf8(
    charset: Option<&dyn ToUtf8>,
    text: &mut dyn MappedRead,
    then: impl FnOnce(&mut dyn MappedRead) -> ControlFlow<()>,
) -> ControlFlow<()> {
    match charset {
        Some(charset) => then(&mut *charset.decoded(text)),
        None => then(text),
    }
}

/// The first bytes of a source.
#[derive(Clone, Copy, Debug)]
pub struct Prefix<'h> {
    /// Those that are known.
    pub bytes: &'h [u8],
    /// Nothing follows them.
    pub is_all: bool,
}

impl Prefix<'_> {
    /// Returns `true` if the bytes start with `magic`; `More` if there are too few.
    #[inline]
    pub fn starts_with(self, magic: &[u8]) -> Sniff {
        self.has(0, magic)
    }

    /// Returns `true` if `magic` is at the offset; `More` if there are too few bytes.
    #[inline]
    pub fn has(self, at: usize, magic: &[u8]) -> Sniff {
        let known = self.bytes.get(at..).unwrap_or_default();
        if let (Some(byte), Some(first)) = (known.first(), magic.first())
            && byte != first
        {
            return Sniff::No;
        }
        let len = known.len().min(magic.len());
        match known[..len] == magic[..len] {
            true if len == magic.len() => Sniff::Yes,
            true => self.undecided(),
            false => Sniff::No,
        }
    }

    /// The answer when more bytes would tell: `No` if there are none.
    pub fn undecided(self) -> Sniff {
        if self.is_all { Sniff::No } else { Sniff::More }
    }
}

/// Whether bytes are of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sniff {
    /// They are.
    Yes,
    /// They are not, whatever follows them.
    No,
    /// More bytes are needed.
    More,
}

impl Sniff {
    /// Either.
    pub fn or(self, other: Sniff) -> Sniff {
        match (self, other) {
            (Sniff::Yes, _) | (_, Sniff::Yes) => Sniff::Yes,
            (Sniff::More, _) | (_, Sniff::More) => Sniff::More,
            _ => Sniff::No,
        }
    }

    /// Yes or no.
    pub fn sure(yes: bool) -> Sniff {
        if yes { Sniff::Yes } else { Sniff::No }
    }
}
