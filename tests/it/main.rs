//! The tests of the library and of the command: one program, so that one is linked, with a module for each
//! subject. `cargo test --test it cli::` runs the tests of one module. What fails around the command, and input that is made
//! to break it, take a minute: they run with `--features urisift-cli/full`.

mod allocations;
mod batch;
mod cases;
mod cli;
mod containers;
mod crosscheck;
mod dependencies;
mod examples;
#[cfg(feature = "full")]
mod faults;
mod features;
mod files;
mod golden;
mod grammar;
mod home;
#[cfg(feature = "full")]
mod hostile;
#[cfg_attr(not(feature = "full"), allow(dead_code, unused_imports))]
mod kit;
mod laws;
mod layers;
mod linear;
mod normal;
mod oracle;
mod output;
mod package;
mod page;
mod parallel;
#[cfg(feature = "full")]
mod pipe;
mod problems;
mod promises;
mod readme;
mod resolve;
#[cfg(target_os = "linux")]
mod sandbox;
mod schemes;
mod search;
mod terminal;
mod times;
