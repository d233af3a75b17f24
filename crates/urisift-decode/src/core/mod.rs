//! What every format builds on: readers that peek, bytes that know their raw offsets, limits, and the walk.

pub mod bounded;
pub mod budget;
pub mod deadline;
pub mod detect;
pub mod format;
pub mod limits;
pub mod line_index;
pub mod lookahead;
pub mod mapped;
pub mod mapped_bytes;
pub mod media_file;
pub mod message;
pub mod peek;
pub mod pieces;
pub mod portion;
pub mod problem;
pub mod source_map;
pub mod spare;
pub mod start;
pub mod step;
pub mod task;
pub mod visitor;
pub mod walker;
