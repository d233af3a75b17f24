//! A find with where it comes from, owned.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use super::{JsonLines, Metadata, RecordWriter, Skip, path_bytes};
use crate::found::Found;
use crate::input::{Message, PartLocation};
use crate::span::{Context, Origin, PartOrigin, Span};
use crate::time::Time;

/// A URI that was found in a file, and where. With serde, it is a map with the fields of the command's JSON.
///
/// ```
/// use urisift_search::Search;
///
/// let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/mail");
/// for record in Search::builder().path(folder).build()? {
///     let record = record?;
///     let line = record.found.position().map_or(0, |position| position.line);
///     let message = record.part.as_ref().and_then(|part| part.message.as_deref());
///     let sender = message.and_then(|message| message.fields().from.as_deref());
///     println!("{}:{line}: {:?} {sender:?}", record.path.display(), record.found.parse());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// The path of the file, as it was named or listed; `(standard input)` if it was read from there.
    pub path: PathBuf,
    /// The URI, its span in bytes of the file, and what the grammar says of it.
    pub found: Found<'static>,
    /// The part of a container that it is in; `None` in a plain file.
    pub part: Option<PartRecord>,
    /// The text around it, if it was asked for.
    pub context: Option<ContextRecord>,
    /// When that text was written, if that is known.
    pub time: Option<Time>,
}

/// The part of a container that a URI is in.
///
/// ```
/// use urisift_search::Search;
///
/// let mut search = Search::builder().path(concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/mail/list.mbox")).build()?;
/// let part = search.next().unwrap()?.part.unwrap();
/// assert!(part.path.starts_with("msg 1 ") && part.path.ends_with("/header"));
/// assert_eq!(part.message.unwrap().date.as_deref(), Some("Mon, 3 Mar 2014 09:12:44 +0100"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartRecord {
    /// The path to it from the outermost container, such as `gz/msg 1/2 text/html`.
    pub path: String,
    /// Where its text stands: in a file, or in which part of a message.
    pub location: PartLocation,
    /// The name of the file that it is in, if that is attached to a message; it may be empty.
    pub attachment: Option<String>,
    /// How deep its line is quoted in a message (`> `); `None` if it is not.
    pub quoted: Option<u32>,
    /// The attribute or other markup that makes the reference, such as `a@href`.
    pub link: Option<String>,
    /// The reference as it is written, if that is not the URI.
    pub reference: Option<Vec<u8>>,
    /// The text of the link, if it is that of an `a` element, with its whitespace collapsed. It is cut after 512 bytes.
    pub link_text: Option<Vec<u8>>,
    /// If the find is all the text of a link to another host: the target of that link.
    pub link_target: Option<Vec<u8>>,
    /// The base of its relative references, if the container sets one.
    pub base: Option<String>,
    /// The span of the find in the text of the part, in bytes, if it is in one.
    pub text_span: Option<Span>,
    /// Whether the text is decoded from the bytes of the file, and not the same.
    pub is_decoded: bool,
    /// If the part is unpacked, the offset in the file of the compressed bytes. All other offsets then count
    /// unpacked bytes.
    pub packed_at: Option<u64>,
    /// The path to the decompressed data that offsets, lines and columns count in, unless that is the file itself, or all
    /// of it decompressed.
    pub member: Option<String>,
    /// Whether it is in a comment of HTML.
    pub is_commented: bool,
    /// Its message or record.
    pub message: Option<Arc<Message>>,
}

/// The text around a URI.
///
/// ```
/// use urisift_search::Search;
///
/// let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpora/web/notes.md");
/// let mut search = Search::builder().path(file).context_lines(0).build()?;
/// let record = search.next().unwrap()?;
/// let context = record.context.unwrap();
/// let line = [&context.before[..], record.found.raw(), &context.after].concat();
/// assert!(!line.contains(&b'\n'));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ContextRecord {
    /// The text before its first byte.
    pub before: Vec<u8>,
    /// The text after its last byte.
    pub after: Vec<u8>,
}

impl Record {
    /// The URI as text; what is not UTF-8 is U+FFFD.
    pub fn uri(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(self.found.uri())
    }

    /// The record as a JSON object on a line of its own, as the command prints it with `--json` and no
    /// transforms.
    pub fn write_json(&self, out: &mut Vec<u8>) {
        let _ = JsonLines::default().found(&self.origin(), &self.found, out);
    }

    pub(super) fn origin(&self) -> Origin<'_> {
        Origin {
            path: &self.path,
            part: self.part.as_ref().map(PartRecord::origin),
            context: self.context.as_ref().map(ContextRecord::context),
            time: self.time,
        }
    }

    /// The record of a find.
    fn of(origin: &Origin<'_>, found: &Found<'_>) -> Self {
        Record {
            path: origin.path.to_owned(),
            found: found.clone().into_owned(),
            part: origin.part.as_ref().map(PartRecord::of),
            context: origin
                .context
                .map(|it| ContextRecord::new(it.before.to_vec(), it.after.to_vec())),
            time: origin.time,
        }
    }

    /// The memory that it uses, in bytes.
    pub(crate) fn len(&self) -> usize {
        let texts = path_bytes(&self.path).len() + 2 * self.found.raw().len();
        let part = self.part.as_ref().map_or(0, PartRecord::len);
        size_of::<Record>() + texts + part + self.context.as_ref().map_or(0, ContextRecord::len)
    }
}

/// Where the find of a record comes from, as writers take it.
pub fn origin_of(record: &Record) -> Origin<'_> {
    record.origin()
}

impl PartRecord {
    /// The record of a part.
    pub(crate) fn of(part: &PartOrigin<'_>) -> Self {
        PartRecord {
            path: part.path.to_owned(),
            location: part.location,
            attachment: part.attachment.map(str::to_owned),
            quoted: part.quoted,
            link: part.link.map(str::to_owned),
            reference: part.reference.map(<[u8]>::to_vec),
            link_text: part.link_text.map(<[u8]>::to_vec),
            link_target: part.link_target.map(<[u8]>::to_vec),
            base: part.base.map(str::to_owned),
            text_span: part.text,
            is_decoded: part.is_decoded,
            packed_at: part.packed_at,
            member: part.member.map(str::to_owned),
            is_commented: part.is_commented,
            message: part.message.map(Arc::clone),
        }
    }

    /// The part.
    pub(crate) fn origin(&self) -> PartOrigin<'_> {
        PartOrigin {
            path: &self.path,
            location: self.location,
            attachment: self.attachment.as_deref(),
            quoted: self.quoted,
            link: self.link.as_deref(),
            reference: self.reference.as_deref(),
            link_text: self.link_text.as_deref(),
            link_target: self.link_target.as_deref(),
            base: self.base.as_deref(),
            text: self.text_span,
            is_decoded: self.is_decoded,
            packed_at: self.packed_at,
            member: self.member.as_deref(),
            is_commented: self.is_commented,
            message: self.message.as_ref(),
        }
    }

    /// The memory that its texts use, in bytes.
    pub(crate) fn len(&self) -> usize {
        let strings = [&self.attachment, &self.link, &self.base, &self.member];
        let strings = strings.into_iter().flatten().map(String::len).sum::<usize>();
        let bytes = [&self.reference, &self.link_text, &self.link_target];
        let bytes = bytes.into_iter().flatten().map(Vec::len).sum::<usize>();
        self.path.len() + strings + bytes
    }
}

impl ContextRecord {
    /// The text before and after.
    pub(crate) fn new(before: Vec<u8>, after: Vec<u8>) -> Self {
        ContextRecord { before, after }
    }

    /// The text around the find.
    pub(crate) fn context(&self) -> Context<'_> {
        Context { before: &self.before, after: &self.after }
    }

    /// The memory that it uses, in bytes.
    pub(crate) fn len(&self) -> usize {
        self.before.len() + self.after.len()
    }
}

/// Hands finds over as typed records.
pub(crate) struct Typed;

impl RecordWriter for Typed {
    fn found(&self, _: &Origin<'_>, _: &Found<'_>, _: &mut Vec<u8>) -> ControlFlow<Skip> {
        ControlFlow::Continue(())
    }

    fn record(&self, origin: &Origin<'_>, found: &Found<'_>) -> Option<Record> {
        Some(Record::of(origin, found))
    }

    fn is_typed(&self) -> bool {
        true
    }

    fn metadata(&self) -> Metadata {
        Metadata::ALL
    }
}
