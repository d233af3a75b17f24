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
mod list;
mod listing;
mod lists;
mod looks;
mod naming;
mod output;
mod passed;
mod plan;
mod progress;
mod refusal;
mod report;
mod run;
mod scan;
mod screen;
mod selection;
mod signals;
mod summary;
mod target;
mod texts;
mod uris;
mod version;

pub use list::{Listed, list};
pub use run::main;
pub use scan::{Event, Scan, columns};
pub use texts::Texts;
#[cfg(fuzzing)]
pub use uris::explained;
