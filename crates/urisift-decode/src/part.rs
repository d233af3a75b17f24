//! Which part of a source a text is.

use std::rc::Rc;

/// A text inside a container.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// The way to it from the outermost container, in steps with a slash between them; empty where the
    /// source is the text.
    pub path: String,
    /// The message it belongs to.
    pub message: Option<Rc<Message>>,
    /// The URIs that are its base, as they are written, from the outermost in (RFC 3986 5.1): each may
    /// be relative to the one before.
    pub bases: Vec<String>,
    /// Where in the source the compressed bytes start that it is unpacked from, if it is: offsets in it
    /// count what they unpack to.
    pub packed_at: Option<u64>,
    /// Which of the alternatives it is, where a message is given in several forms.
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

/// What is known of a mail or a news article.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Message {
    /// Its Message-ID, with its angle brackets.
    pub id: Option<String>,
    /// Its Date, as it is written.
    pub date: Option<String>,
}
