//! Messages and their parts as steps of a path.

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use super::content::Content;
use crate::core::message::Message;

/// How much of a Message-ID is in the path, in bytes.
const MAX_STEP_ID: usize = 100;

/// A part: its number (RFC 3501 6.4.5), and its content.
pub(super) struct Section {
    pub number: String,
    pub content: Content,
}

impl Section {
    /// Text without any declaration.
    pub fn text(number: String) -> Section {
        Section { number, content: Content::text() }
    }

    /// The number of its subpart with that index.
    pub fn number_of(&self, index: usize) -> String {
        if self.number.is_empty() { index.to_string() } else { format!("{}.{index}", self.number) }
    }
}

/// As a step of a path.
impl Display for Section {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(if self.number.is_empty() { "1" } else { &self.number })?;
        f.write_str(" ")?;
        f.write_str(&self.content.media.essence)
    }
}

/// A message as a step of a path, with its number if others may precede or follow it.
pub(super) struct Numbered {
    pub number: Option<u64>,
    pub message: Arc<Message>,
}

impl Display for Numbered {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("msg")?;
        if let Some(number) = self.number {
            write!(f, " {number}")?;
        }
        match &self.message.id {
            Some(id) => write!(f, " {}", cut(id.as_bytes(), MAX_STEP_ID)),
            None => Ok(()),
        }
    }
}

/// At most `len` bytes of a field's value.
fn cut(value: &[u8], len: usize) -> Cow<'_, str> {
    let value = &value[..value.len().min(len)];
    str::from_utf8(value).map_or_else(|_| String::from_utf8_lossy(value), Cow::Borrowed)
}
