//! Pages, and how the web transfers and archives them.

pub mod html;
pub mod http;
pub mod warc;
