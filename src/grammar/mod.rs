//! What the standards say a URI is. Knows nothing of the text around one.

pub(crate) mod bnf;
pub(crate) mod components;
pub(crate) mod edition;
pub mod scheme;
pub(crate) mod split;
pub(crate) mod tld;
pub(crate) mod uri;

mod beyond;
pub(crate) mod caution;
pub(crate) mod fault;
mod generic;
mod host;
pub(crate) mod parts;
pub(crate) mod ports;
