//! Documents of office programs.

pub mod ole;
pub mod pdf;
pub mod rtf;
