//! The command line: what was typed (`args`, `config`), what it means (`plan`, `sources`, `destination`, `output`,
//! `writers`), running it (`run`, `listing`), messages during the run (`diagnostics`), the list on the
//! terminal (`pick`), what the process gives up (`sandbox`), and how its memory is
//! shared out (`memory`), and the subcommands that search nothing (`uris`).

mod args;
mod config;
mod destination;
mod diagnostics;
mod flags;
mod generate;
mod habits;
mod listing;
mod memory;
mod output;
mod overwrite;
mod pick;
mod plan;
mod refusal;
mod run;
mod sandbox;
mod screen;
mod search;
mod signals;
mod sources;
mod summary;
mod uris;
mod writers;

pub use run::{Process, main};
#[cfg(fuzzing)]
pub use uris::explained;
