//! Structured data: JSON, tables, databases, property lists, calendars and cards.

pub mod bencode;
pub mod folded;
pub mod json;
pub mod plist;
pub mod sqlite;
pub mod table;
