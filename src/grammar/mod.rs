//! What the standards say a URI is.
//!
//! It knows nothing of the text around one. What the registry of schemes has for the search beside
//! the grammars, since it is one table, stands in [`scheme::prose`]: which words with a colon are
//! schemes at all.

pub(crate) mod bnf;
pub(crate) mod components;
pub(crate) mod edition;
pub mod scheme;
pub(crate) mod split;
pub(crate) mod tld;
pub(crate) mod uri;

mod beyond;
pub(crate) mod caution;
pub(crate) mod escape;
pub(crate) mod fault;
mod generic;
pub(crate) mod host;
pub(crate) mod parts;
pub(crate) mod ports;
mod scripts;
