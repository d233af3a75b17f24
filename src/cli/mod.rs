//! The command line: what was typed (`args`), what it means (`plan`, `selection`, `output`), and doing it (`run`); and
//! the subcommands that search nothing (`uris`).

mod args;
mod output;
mod plan;
mod run;
mod selection;
mod uris;

pub use run::main;
