//! Documents of office programs.

mod lzfu;
mod mapi;
pub mod ole;
pub mod pdf;
pub mod rtf;
pub mod tnef;
