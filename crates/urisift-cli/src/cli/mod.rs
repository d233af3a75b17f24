//! The command line: what was typed (`args`, `config`), what it means (`plan`, `naming`, `selection`,
//! `output`, `gathered`), running it (`run`, `listing`), messages during the run (`diagnostics`), and the
//! subcommands that search nothing (`uris`).

mod args;
mod color;
mod config;
mod diagnostics;
mod flags;
mod form;
mod gathered;
mod generate;
mod hint;
mod listing;
mod looks;
mod naming;
mod output;
mod passed;
mod plan;
mod progress;
mod refusal;
mod report;
mod run;
mod screen;
mod selection;
mod signals;
mod summary;
mod target;
mod uris;
mod version;

pub use run::main;
#[cfg(fuzzing)]
pub use uris::explained;
