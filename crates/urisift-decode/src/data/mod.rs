//! Structured data: JSON, tables, databases, calendars and cards.

pub mod folded;
pub mod json;
pub mod sqlite;
pub mod table;
