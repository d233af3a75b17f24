//! What a message says of itself.

use std::sync::OnceLock;

/// What a mail or a news article says of itself, or a record of a web archive.
///
/// Values are cut after 1 KiB. What is not UTF-8 in a sender or a subject is in the charset of the body (RFC 2045 5.2),
/// or in Windows-1252 if that is not one; in other values it is U+FFFD.
#[derive(Clone, Debug, Default)]
pub struct Message {
    /// The Message-ID, with its angle brackets.
    pub id: Option<String>,
    /// The Date, as written; of a record, `WARC-Date`.
    pub date: Option<String>,
    written: Option<Box<Written>>,
    fields: OnceLock<Box<MessageFields>>,
}

/// More fields of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MessageFields {
    /// When the last server received it, as its `Received` field is written (RFC 5321 4.4).
    pub received: Option<String>,
    /// When it was received, as the line before it in a mailbox is written (RFC 4155).
    pub envelope: Option<String>,
    /// The address of the first author (RFC 5322 3.6.2).
    pub from: Option<String>,
    /// The name of that author, with its encoded words decoded (RFC 2047).
    pub from_name: Option<String>,
    /// The Subject, unfolded, with its encoded words decoded.
    pub subject: Option<String>,
    /// The identifier of the mailing list, without its description (RFC 2919).
    pub list_id: Option<String>,
    /// The newsgroups, with commas between them (RFC 5536 3.1.4).
    pub newsgroups: Option<String>,
    /// The first Message-ID of In-Reply-To, with its angle brackets (RFC 5322 3.6.4).
    pub in_reply_to: Option<String>,
    /// The Message-IDs of References, with their angle brackets, separated by spaces.
    pub references: Option<String>,
}

/// Fields as they are written, which are read once they are asked for: most messages have no URI.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub bytes: Vec<u8>,
    /// The length of each, if it is there.
    pub lens: [Option<u16>; 9],
    pub read: fn(&Written) -> MessageFields,
}

impl Message {
    /// A message of which only these are known.
    pub(crate) fn new(id: Option<String>, date: Option<String>) -> Self {
        Message { id, date, ..Message::default() }
    }

    /// Like `new`, with fields that are not read yet.
    pub(crate) fn written(self, written: Written) -> Self {
        Message { written: Some(Box::new(written)), ..self }
    }

    /// Like `written`, with these fields.
    pub fn with(self, fields: MessageFields) -> Self {
        Message { fields: OnceLock::from(Box::new(fields)), ..self }
    }

    /// The fields; empty if the visitor did not want them: see
    /// [`Visitor::wants_fields`](crate::Visitor::wants_fields).
    pub fn fields(&self) -> &MessageFields {
        let read = |written: &Written| (written.read)(written);
        self.fields.get_or_init(|| Box::new(self.written.as_deref().map(read).unwrap_or_default()))
    }
}

impl Message {
    /// The Message-ID of the first message of its thread, as far as the message tells: the first of its references, else
    /// of the one that it replies to, else its own.
    pub fn thread(&self) -> Option<&str> {
        let fields = self.fields();
        let first = fields.references.as_deref().and_then(|ids| ids.split(' ').next());
        first.or(fields.in_reply_to.as_deref()).or(self.id.as_deref())
    }
}

impl PartialEq for Message {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && self.date == other.date && self.fields() == other.fields()
    }
}

impl Eq for Message {}
