//! Files, read at any offset.

use std::fs::File;
use std::io;

/// Reads once at an offset, like [`std::io::Read::read`], and does not move the file's cursor.
///
/// # Errors
/// Any error of the system.
#[cfg(unix)]
pub fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

/// Reads once at an offset, like [`std::io::Read::read`], wherever the file's cursor is.
///
/// # Errors
/// Any error of the system.
#[cfg(windows)]
pub fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}
