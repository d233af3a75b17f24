//! Files, read at any offset.

use std::fs::File;
use std::io;

/// Reads at an offset, and leaves the file's own place alone: once, as [`std::io::Read::read`] does.
///
/// # Errors
/// What the system says.
#[cfg(unix)]
pub fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

/// Reads at an offset, whatever the file's own place is: once, as [`std::io::Read::read`] does.
///
/// # Errors
/// What the system says.
#[cfg(windows)]
pub fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}
