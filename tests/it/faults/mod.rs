//! Faults: reads, writes and other system calls fail. Earlier finds are not lost, one line says what has
//! failed, and the exit status is 2.

mod reading;

#[cfg(unix)]
mod ends;
#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod input;
#[cfg(target_os = "linux")]
mod output;
#[cfg(target_os = "linux")]
mod room;
#[cfg(all(target_os = "linux", feature = "sqlite"))]
mod stores;
#[cfg(target_os = "linux")]
mod threads;
#[cfg(target_os = "linux")]
mod time;
