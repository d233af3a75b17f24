//! Settings of a search: where in messages, records and markup a URI has to be.

use super::SearchBuilder;
use crate::input::PartLocation;
use crate::search;

impl SearchBuilder {
    /// Reports only URIs in the mail or news message with this Message-ID, with or without angle brackets.
    pub fn message_id(mut self, id: impl Into<String>) -> Self {
        self.settings.message_id = Some(search::bare_id(&id.into()).to_owned());
        self
    }

    /// Reports only URIs in messages of the thread that starts with this Message-ID, as far as each message tells, with
    /// or without angle brackets.
    pub fn thread(mut self, id: impl Into<String>) -> Self {
        self.settings.thread = Some(search::bare_id(&id.into()).to_owned());
        self
    }

    /// Reports only URIs in this place of a message, or outside of messages, or in any of those added.
    pub fn place(mut self, place: PartLocation) -> Self {
        self.settings.places.push(place);
        self
    }

    /// Reports only URIs in records of this type of a web archive, such as `response`, or of any of those added. Case is
    /// ignored.
    pub fn record_type(mut self, record_type: impl Into<String>) -> Self {
        self.settings.record_types.push(record_type.into());
        self
    }

    /// Reports only links in elements of HTML and XML with this name, such as `a`, or any of those added. Case is ignored.
    pub fn tag(mut self, name: impl Into<String>) -> Self {
        self.settings.tags.push(name.into());
        self
    }

    /// Reports only links in attributes with this name, such as `href`, or any of those added. Case is ignored.
    pub fn attribute(mut self, name: impl Into<String>) -> Self {
        self.settings.attributes.push(name.into());
        self
    }

    /// Sets whether URIs in the quoted lines of messages (`> `) are excluded. Disabled by default.
    pub fn exclude_quoted(mut self, is_excluded: bool) -> Self {
        self.settings.exclude_quoted = is_excluded;
        self
    }
}
