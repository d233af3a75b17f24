//! Which part of a source a text is.

use std::rc::Rc;

/// A text inside a container.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// The path to it from the outermost container, its steps separated by slashes; empty if the source
    /// itself is the text.
    pub path: String,
    /// The message it belongs to.
    pub message: Option<Rc<Message>>,
    /// The URIs that are its base, as written, outermost first (RFC 3986 5.1): each may be relative to
    /// the one before.
    pub bases: Vec<String>,
    /// If it is unpacked, the offset in the source of the compressed bytes; its offsets then count
    /// unpacked bytes.
    pub packed_at: Option<u64>,
    /// Which alternative it is, if a message has several forms.
    pub side: Side,
}

/// The form of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// Plain text.
    Text,
    /// HTML.
    Html,
    /// Neither, or the only form.
    #[default]
    Other,
}

/// Metadata of a mail or a news article.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// The Message-ID, with its angle brackets.
    pub id: Option<String>,
    /// The Date, as written.
    pub date: Option<String>,
}
