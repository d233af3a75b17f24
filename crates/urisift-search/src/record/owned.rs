//! A find with where it comes from, owned.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use super::bytes::{Unpack, pack_number, pack_text};
use super::{JsonLines, Metadata, RecordWriter, Skip, path_bytes};
use crate::found::{Found, Wrapper};
use crate::input::{Message, MessageFields};
use crate::problem::{Problem, Severity};
use crate::span::{Context, Origin, PartOrigin, Position, Span};
use crate::time::{Time, TimeSource};

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
    /// The part of a container that it stands in; `None` in a plain file.
    pub part: Option<PartRecord>,
    /// The text around it, if it was asked for.
    pub context: Option<ContextRecord>,
    /// When that text was written, if that is known.
    pub time: Option<Time>,
}

/// The part of a container that a URI stands in.
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
    /// The attribute or other markup that makes the reference, such as `a@href`.
    pub link: Option<String>,
    /// The reference as it is written, if that is not the URI.
    pub reference: Option<Vec<u8>>,
    /// The base of its relative references, if the container sets one.
    pub base: Option<String>,
    /// The span of the find in the text of the part, in bytes, if it stands in one.
    pub text_span: Option<Span>,
    /// Whether the text is decoded from the bytes of the file, and not the same.
    pub is_decoded: bool,
    /// If the part is unpacked, the offset in the file of the compressed bytes. All other offsets then count
    /// unpacked bytes.
    pub packed_at: Option<u64>,
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

    fn pack(origin: &Origin<'_>, found: &Found<'_>, out: &mut Vec<u8>) {
        pack_text(path_bytes(origin.path), out);
        pack_span(found.span(), out);
        let position = found.position();
        pack_option(position.map(|position| position.line), out);
        pack_option(position.map(|position| position.column), out);
        pack_text(found.raw(), out);
        pack_optional(Some(found.uri()).filter(|uri| *uri != found.raw()), out);
        pack_optional(found.second_reading(), out);
        pack_option(found.mended_at().map(|at| at as u64), out);
        pack_optional(found.link_target(), out);
        pack_number(found.scheme().len() as u64, out);
        let wrapper = Wrapper::ALL.iter().position(|wrapper| *wrapper == found.wrapper());
        pack_number(wrapper.unwrap_or_default() as u64, out);
        out.push(u8::from(found.is_truncated()));
        out.push(u8::from(found.is_truncated_by_source()));
        out.push(u8::from(origin.part.is_some()));
        if let Some(part) = &origin.part {
            PartRecord::pack(part, out);
        }
        let context = origin.context.as_ref();
        pack_optional(context.map(|context| context.before), out);
        pack_optional(context.map(|context| context.after), out);
        // Credible times are not negative.
        pack_option(origin.time.map(|time| time.second as u64), out);
        out.push(origin.time.map_or(0, |time| time.source as u8));
    }

    fn unpack(packed: &mut Unpack<'_>) -> Option<Self> {
        let path = path(packed.text()?.to_vec());
        let span = unpack_span(packed)?;
        let (line, column) = (unpack_option(packed)?, unpack_option(packed)?);
        let position = line.zip(column).map(|(line, column)| Position { line, column });
        let raw = packed.text()?;
        let readings = [unpack_optional(packed)?, unpack_optional(packed)?];
        let mended_at = unpack_option(packed)?.and_then(|at| usize::try_from(at).ok());
        let link_target = unpack_optional(packed)?;
        let scheme_len = usize::try_from(packed.number()?).ok()?;
        let wrapper = *Wrapper::ALL.get(usize::try_from(packed.number()?).ok()?)?;
        let [truncated, by_source] = packed.array()?.map(|flag: u8| flag == 1);
        let mut found = Found::of_link(span, raw, None, scheme_len, truncated)
            .at(span, position)
            .with(readings, wrapper, truncated)
            .mended(mended_at)
            .into_owned();
        if let Some(target) = link_target {
            found.set_link_target(target);
        }
        if by_source {
            found.set_truncated_by_source();
        }
        let part = match packed.array()? {
            [0] => None,
            [_] => Some(PartRecord::unpack(packed)?),
        };
        let (before, after) = (unpack_optional(packed)?, unpack_optional(packed)?);
        let context = before.zip(after).map(|(before, after)| ContextRecord { before, after });
        let (second, [source]) = (unpack_option(packed)?, packed.array()?);
        let source = *TimeSource::ALL.get(usize::from(source))?;
        let time = second.map(|second| Time { second: second as i64, source });
        Some(Record { path, found, part, context, time })
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
            link: part.link.map(str::to_owned),
            reference: part.reference.map(<[u8]>::to_vec),
            base: part.base.map(str::to_owned),
            text_span: part.text,
            is_decoded: part.is_decoded,
            packed_at: part.packed_at,
            message: part.message.map(Arc::clone),
        }
    }

    /// The part.
    pub(crate) fn origin(&self) -> PartOrigin<'_> {
        PartOrigin {
            path: &self.path,
            link: self.link.as_deref(),
            reference: self.reference.as_deref(),
            base: self.base.as_deref(),
            text: self.text_span,
            is_decoded: self.is_decoded,
            packed_at: self.packed_at,
            message: self.message.as_ref(),
        }
    }

    /// The memory that its texts use, in bytes.
    pub(crate) fn len(&self) -> usize {
        let strings = [&self.link, &self.base];
        let strings = strings.into_iter().flatten().map(String::len).sum::<usize>();
        self.path.len() + strings + self.reference.as_ref().map_or(0, Vec::len)
    }

    fn pack(part: &PartOrigin<'_>, out: &mut Vec<u8>) {
        pack_text(part.path.as_bytes(), out);
        pack_optional(part.link.map(str::as_bytes), out);
        pack_optional(part.reference, out);
        pack_optional(part.base.map(str::as_bytes), out);
        out.push(u8::from(part.text.is_some()));
        if let Some(span) = part.text {
            pack_span(span, out);
        }
        out.push(u8::from(part.is_decoded));
        pack_option(part.packed_at, out);
        out.push(u8::from(part.message.is_some()));
        if let Some(message) = part.message {
            values(message).for_each(|value| pack_optional(value.map(str::as_bytes), out));
        }
    }

    fn unpack(packed: &mut Unpack<'_>) -> Option<Self> {
        Some(PartRecord {
            path: String::from_utf8(packed.text()?.to_vec()).ok()?,
            link: unpack_string(packed)?,
            reference: unpack_optional(packed)?,
            base: unpack_string(packed)?,
            text_span: match packed.array()? {
                [0] => None,
                [_] => Some(unpack_span(packed)?),
            },
            is_decoded: packed.array()? == [1],
            packed_at: unpack_option(packed)?,
            message: match packed.array()? {
                [0] => None,
                [_] => Some(Arc::new(unpack_message(packed)?)),
            },
        })
    }
}

/// The values of a message, in a fixed order.
fn values(message: &Message) -> impl Iterator<Item = Option<&str>> {
    let MessageFields { received, envelope, from, from_name, subject, list_id, newsgroups, .. } =
        message.fields();
    let Message { id, date, .. } = message;
    let all = [id, date, received, envelope, from, from_name, subject, list_id, newsgroups];
    all.into_iter().map(|value| value.as_deref())
}

fn unpack_message(packed: &mut Unpack<'_>) -> Option<Message> {
    let (mut message, mut fields) = (Message::default(), MessageFields::default());
    let MessageFields { received, envelope, from, from_name, subject, list_id, newsgroups, .. } =
        &mut fields;
    let Message { id, date, .. } = &mut message;
    for value in [id, date, received, envelope, from, from_name, subject, list_id, newsgroups] {
        *value = unpack_string(packed)?;
    }
    Some(message.with(fields))
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

/// Writes what [`unpacked`] reads: records and problems, in their order.
pub(crate) struct Owned;

/// Tags of a record and of a problem.
const RECORD: u8 = b'R';
const PROBLEM: u8 = b'P';

impl RecordWriter for Owned {
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        out.push(RECORD);
        Record::pack(origin, found, out);
        ControlFlow::Continue(())
    }

    fn metadata(&self) -> Metadata {
        Metadata::ALL
    }

    /// A note is no item of a search.
    fn problem(&self, problem: &Problem, severity: Severity, out: &mut Vec<u8>) {
        if severity == Severity::Note {
            return;
        }
        out.push(PROBLEM);
        pack_text(path_bytes(&problem.path), out);
        pack_option(problem.at, out);
        pack_text(problem.message.as_bytes(), out);
    }
}

/// The records and problems that [`Owned`] has written.
pub(crate) fn unpacked(bytes: &[u8]) -> impl Iterator<Item = Result<Record, Problem>> {
    let mut packed = Unpack(bytes);
    std::iter::from_fn(move || match packed.array()? {
        [RECORD] => Record::unpack(&mut packed).map(Ok),
        _ => problem(&mut packed).map(Err),
    })
}

fn problem(packed: &mut Unpack<'_>) -> Option<Problem> {
    let path = path(packed.text()?.to_vec());
    let at = unpack_option(packed)?;
    let what = String::from_utf8(packed.text()?.to_vec()).ok()?;
    Some(Problem { path, at, message: what })
}

/// A path of the bytes that the system has of it: see [`path_bytes`].
#[cfg(unix)]
fn path(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    std::ffi::OsString::from_vec(bytes).into()
}

/// A path of the bytes that the system has of it; what is no text is U+FFFD.
#[cfg(not(unix))]
fn path(bytes: Vec<u8>) -> PathBuf {
    String::from_utf8_lossy(&bytes).into_owned().into()
}

fn pack_span(span: Span, out: &mut Vec<u8>) {
    pack_number(span.start, out);
    pack_number(span.end, out);
}

fn unpack_span(packed: &mut Unpack<'_>) -> Option<Span> {
    Some(Span { start: packed.number()?, end: packed.number()? })
}

/// Writes a number that may be missing.
fn pack_option(number: Option<u64>, out: &mut Vec<u8>) {
    out.push(u8::from(number.is_some()));
    if let Some(number) = number {
        pack_number(number, out);
    }
}

fn unpack_option(packed: &mut Unpack<'_>) -> Option<Option<u64>> {
    match packed.array()? {
        [0] => Some(None),
        [_] => packed.number().map(Some),
    }
}

/// Writes a text that may be missing.
fn pack_optional(text: Option<&[u8]>, out: &mut Vec<u8>) {
    out.push(u8::from(text.is_some()));
    if let Some(text) = text {
        pack_text(text, out);
    }
}

fn unpack_optional(packed: &mut Unpack<'_>) -> Option<Option<Vec<u8>>> {
    match packed.array()? {
        [0] => Some(None),
        [_] => packed.text().map(|text| Some(text.to_vec())),
    }
}

fn unpack_string(packed: &mut Unpack<'_>) -> Option<Option<String>> {
    let text = unpack_optional(packed)?;
    text.map_or(Some(None), |text| String::from_utf8(text).ok().map(Some))
}
