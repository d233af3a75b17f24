//! What the standards say a URI is. Knows nothing of the text around one.

pub mod scheme;
pub(crate) mod tld;
