//! The library urisift for C: a shell that converts types and holds no logic. `include/urisift.h` is made
//! of these files and their comments.
//!
//! Whatever a caller may get wrong without undefined behaviour is checked, and is a [`Status`]. What has to
//! be promised stands under `# Safety`. A panic ends at [`boundary::guarded`].

// A caller in C hands over pointers: this is the only crate with `unsafe` for that.
#![allow(unsafe_code)]

mod boundary;
mod extractor;
mod feeder;
mod finds;
mod found;
mod uri;

#[cfg(test)]
mod tests;

use std::ffi::c_char;

/// The version of this interface. It changes if a program that was compiled with the header of another
/// version would no longer be right.
pub const URISIFT_ABI_VERSION: u32 = 1;

/// Offset of a component that is undefined. The header has it in C's own terms, from `cbindgen.toml`.
///
/// cbindgen:ignore
pub const URISIFT_UNDEFINED: usize = usize::MAX;

/// The outcome of a call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It did what it says.
    Ok = 0,
    /// There are no more finds, or the sink has stopped the search.
    Done = 1,
    /// The text is not valid; the fault says where.
    Invalid = 2,
    /// The base is not valid; the fault says where.
    InvalidBase = 3,
    /// An argument is not allowed; nothing was done.
    Misuse = 4,
    /// A defect of this library. A handle that was passed may only be freed. The message is on standard
    /// error. A library that was built with `panic = "abort"` ends the process instead.
    Internal = 5,
}

/// The version of the library, as in `0.1.0`: a string that is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn urisift_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// The version of the interface of this library: URISIFT_ABI_VERSION, if the header belongs to it.
#[unsafe(no_mangle)]
pub extern "C" fn urisift_abi_version() -> u32 {
    URISIFT_ABI_VERSION
}
