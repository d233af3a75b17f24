//! For the other crates of this workspace only. Not part of the public API: it changes without notice.

pub mod aggregate {
    pub use crate::aggregate::*;
}

pub mod builder {
    pub use crate::builder::{asked, run_into};
}

pub mod input {
    pub use crate::input::*;
}

pub mod problem {
    pub use crate::problem::*;
}

pub mod record {
    pub use crate::record::*;
}

pub mod search {
    pub use crate::search::*;
}

pub mod select {
    pub use crate::select::*;
}

pub mod span {
    pub use crate::span::*;
}

pub mod suggest {
    pub use crate::suggest::*;
}
