//! The command line: what was typed (`args`), what it means (`plan`), and doing it (`run`); and
//! the subcommands that search nothing (`uris`).

mod args;
mod plan;
mod run;
mod uris;

pub use run::main;
