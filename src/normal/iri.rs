//! From a URI to an IRI (RFC 3987 3.2).

use super::Step;
use crate::grammar::components::split_from;
use crate::grammar::escape::{Private, character, character_at};
use crate::grammar::reference::Reference;
use crate::grammar::uri::{IriBuf, IriRefBuf, Uri, UriRef};

/// Escapes of unreserved characters, and of UTF-8 that an IRI may contain, decoded; the digits of others in upper case. A
/// segment is not made `.` or `..`, and the letters of a host that IDNA encoded stay as they are.
fn iri(uri: &Reference<'_>) -> String {
    let normal = uri.normalized(Step::Percent).to_string();
    let query = split_from(normal.as_bytes(), uri.start()).query().unwrap_or(0..0);
    let (mut out, mut at) = (String::with_capacity(normal.len()), 0);
    while at < normal.len() {
        let (decoded, next) = character_at(normal.as_bytes(), at);
        let private = if query.contains(&at) { Private::Allowed } else { Private::Never };
        let is_allowed =
            |c: &char| character(c.encode_utf8(&mut [0; 4]).as_bytes(), private).is_some();
        match decoded.filter(is_allowed) {
            Some(c) => out.push(c),
            None => out.push_str(&normal[at..next]),
        }
        at = next;
    }
    out
}

/// Generates the conversions.
macro_rules! iris {
    ($($name:ident, $owned:ident;)+) => {$(
        impl $name<'_> {
            /// The IRI of it (RFC 3987 3.2): escapes of UTF-8 become characters, where an IRI may contain them; escapes of
            /// reserved characters and of other octets stay. [`Step::Uri`] is the reverse.
            ///
            /// ```
            #[doc = concat!("let uri = urisift::", stringify!($name), "::parse(\"http://a.example/D%C3%BCrst%2F%FC%7e\")?;")]
            /// assert_eq!(uri.to_iri().as_str(), "http://a.example/Dürst%2F%FC~");
            /// # Ok::<(), urisift::ParseError>(())
            /// ```
            pub fn to_iri(&self) -> $owned {
                $owned::recomposed(iri(self), self.start())
            }
        }
    )+};
}

iris! {
    Uri, IriBuf;
    UriRef, IriRefBuf;
}
