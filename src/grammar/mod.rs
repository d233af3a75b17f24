//! What the standards say a URI is.
//!
//! It knows nothing of the surrounding text. One part serves the search, since the registry of schemes
//! is one table: [`scheme::prose`] says which words with a colon are schemes.

pub(crate) mod bnf;
pub(crate) mod components;
pub(crate) mod edition;
pub(crate) mod reference;
pub mod scheme;
pub(crate) mod tld;
pub(crate) mod uri;

pub(crate) mod escape;
mod generic;
pub(crate) mod host;
pub(crate) mod parse_error;
pub(crate) mod ports;
