//! The command line: what was typed (`args`), what it means (`plan`, `selection`, `output`), and doing it (`run`); and
//! the subcommands that search nothing (`uris`).

mod args;
mod config;
mod generate;
mod hint;
mod output;
mod plan;
mod progress;
mod run;
mod selection;
mod signals;
mod summary;
mod uris;
mod version;
mod voice;

pub use run::main;
