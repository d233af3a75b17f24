//! Faults: what is read, written or asked of the system fails. What was found before is not lost, one line
//! says what has failed, and the exit status is 2.

mod reading;

#[cfg(all(unix, feature = "cli"))]
#[allow(dead_code)] // Not every system, and not every build, has all of the others.
mod command;
#[cfg(all(unix, feature = "cli"))]
mod ends;
#[cfg(all(target_os = "linux", feature = "cli"))]
mod files;
#[cfg(all(target_os = "linux", feature = "cli"))]
mod input;
#[cfg(all(target_os = "linux", feature = "cli"))]
mod output;
#[cfg(all(target_os = "linux", feature = "cli"))]
mod room;
#[cfg(all(target_os = "linux", feature = "cli", feature = "sqlite"))]
mod stores;
#[cfg(all(target_os = "linux", feature = "cli"))]
mod threads;
