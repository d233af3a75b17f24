//! What a message says of itself.

use std::sync::OnceLock;

/// What a mail or a news article says of itself, a record of a web archive, a message of a chat, or a line of an access
/// log.
///
/// Values of messages are cut after 1 KiB. What is not UTF-8 in a sender or a subject is in the charset of the body
/// (RFC 2045 5.2), or in Windows-1252 if that is not one; in other values it is U+FFFD.
#[derive(Clone, Debug, Default)]
pub struct Message {
    /// The Message-ID, with its angle brackets.
    pub id: Option<String>,
    /// The Date, as written; of a record, `WARC-Date`; of a message of a chat, its time by ISO 8601.
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
    /// The name of that author, with its encoded words decoded (RFC 2047); the author of a message of a chat.
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
    /// The host that sent the request of an access log.
    pub client: Option<String>,
    /// The status code of its response.
    pub status: Option<u16>,
    /// The address of the page or other resource that a record of a web archive is about (`WARC-Target-URI`).
    pub page: Option<String>,
    /// The identifier of the record, without angle brackets (`WARC-Record-ID`).
    pub record_id: Option<String>,
    /// What the record is (`WARC-Type`), such as `response`.
    pub record_type: Option<String>,
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
        let first = fields.references.as_deref().map(|ids| {
            let end = memchr::memchr(b' ', ids.as_bytes());
            &ids[..end.unwrap_or(ids.len())]
        });
        first.or(fields.in_reply_to.as_deref()).or(self.id.as_deref())
    }
}

impl PartialEq for Message {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && self.date == other.date && self.fields() == other.fields()
    }
}

impl Eq for Message {}

/// The time of that second since 1970 in UTC, as RFC 3339 writes it; `None` after the year 9999.
pub(crate) fn time_of(second: u64) -> Option<String> {
    let (days, second) = (second / 86_400, second % 86_400);
    let [year, month, day] = date(days)?;
    let [hour, minute, second] = [second / 3600, second / 60 % 60, second % 60];
    Some(format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"))
}

/// The year, month and day of the Gregorian calendar, that many days after 1 January 1970; `None` after 9999.
fn date(days: u64) -> Option<[u64; 3]> {
    // Years that start in March end with the day that only some of them have; 400 of them have 146,097 days.
    let days = days + 719_468;
    let (cycle, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // Months from March on have 153 days in five.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    let year = 400 * cycle + year + next;
    (year <= 9999).then_some([year, month, day])
}
