//! The command line: what was typed (`args`), what it means (`plan`), and doing it (`run`).

mod args;
mod plan;
mod run;

pub use run::main;
