//! Archives: members under names.

pub mod ar;
pub mod arc;
pub mod cpio;
pub mod rpm;
pub mod tar;
pub mod unread;
pub mod zip;
