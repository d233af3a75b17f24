//! What the tests share with each other, and with benches.

pub mod command;
pub mod pack;
pub mod page;
#[path = "../../kit/mod.rs"]
mod shared;

pub use shared::*;
