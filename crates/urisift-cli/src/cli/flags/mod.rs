//! What the flags mean: the search that they ask for, and what is said where they are wrong.

pub(super) mod config;
pub(super) mod fingerprint;
pub(super) mod refusal;
pub(super) mod search;
pub(super) mod suggestions;
