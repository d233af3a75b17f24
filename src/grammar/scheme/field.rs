//! Fields of the schemes' types, by what their rules captured.

use super::{Parsed, Server};

/// What a type of [`typed`] has in a field of this type: of the URI, or of the capture with the
/// field's name.
pub(super) trait Field<'t>: Sized {
    fn of(uri: &Parsed<'t>, name: &str) -> Self;
}

/// What was captured, or nothing.
impl<'t> Field<'t> for &'t str {
    fn of(uri: &Parsed<'t>, name: &str) -> Self {
        uri.capture(name).unwrap_or("")
    }
}

impl<'t> Field<'t> for Option<&'t str> {
    fn of(uri: &Parsed<'t>, name: &str) -> Self {
        uri.capture(name)
    }
}

/// Whether anything was captured.
impl<'t> Field<'t> for bool {
    fn of(uri: &Parsed<'t>, name: &str) -> Self {
        uri.capture(name).is_some()
    }
}

impl<'t> Field<'t> for Server<'t> {
    fn of(uri: &Parsed<'t>, _: &str) -> Self {
        Server::of(uri)
    }
}

/// The server, if its place was captured.
impl<'t> Field<'t> for Option<Server<'t>> {
    fn of(uri: &Parsed<'t>, name: &str) -> Self {
        uri.capture(name).map(|_| Server::of(uri))
    }
}
