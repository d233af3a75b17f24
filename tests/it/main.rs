//! The tests of the library and of the command: one program, so that one is linked, with a module for each
//! subject. `cargo test --test it cli::` runs the tests of one module.

mod allocations;
mod batch;
mod cases;
mod cli;
mod containers;
mod crosscheck;
mod dependencies;
mod examples;
mod faults;
mod features;
mod files;
mod golden;
mod grammar;
mod home;
mod hostile;
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
mod pipe;
mod problems;
mod promises;
mod readme;
#[cfg(target_os = "linux")]
mod sandbox;
mod schemes;
mod search;
mod terminal;
mod times;
