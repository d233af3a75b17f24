//! What crosses the boundary: texts, results, strings, and no panic.

use std::ffi::{CString, c_char};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{Status, URISIFT_UNDEFINED};

/// Bytes that are borrowed. No NUL follows them.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Text {
    /// The first byte; NULL if there is no text.
    pub data: *const c_char,
    /// How many bytes.
    pub len: usize,
}

impl Text {
    pub fn none() -> Self {
        Text { data: std::ptr::null(), len: 0 }
    }

    pub fn of(bytes: &[u8]) -> Self {
        Text { data: bytes.as_ptr().cast(), len: bytes.len() }
    }
}

/// A part of a text, in bytes; both offsets are URISIFT_UNDEFINED if there is none.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset after the last byte.
    pub end: usize,
}

impl From<Option<Range<usize>>> for Span {
    fn from(range: Option<Range<usize>>) -> Self {
        let Range { start, end } = range.unwrap_or(URISIFT_UNDEFINED..URISIFT_UNDEFINED);
        Span { start, end }
    }
}

/// Why a text is not valid: the first byte that does not fit, and the rule that expects another one. The
/// texts are never freed.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Fault {
    /// Offset of the byte; the length of a text that ends too soon.
    pub at: usize,
    /// Name of the rule.
    pub rule: Text,
    /// The rule in the notation of its document.
    pub definition: Text,
    /// The document and its section.
    pub source: Text,
}

impl From<urisift::ParseError> for Fault {
    fn from(fault: urisift::ParseError) -> Self {
        let [rule, definition, source] =
            [fault.rule(), fault.definition(), fault.document()].map(|it| Text::of(it.as_bytes()));
        Fault { at: fault.offset(), rule, definition, source }
    }
}

/// The bytes of a text; `None` if there cannot be such a text.
///
/// # Safety
/// `data` is null, or points to `len` bytes that stay as they are for `'t`.
pub unsafe fn bytes<'t>(data: *const c_char, len: usize) -> Option<&'t [u8]> {
    match len {
        0 => Some(&[]),
        _ if data.is_null() || isize::try_from(len).is_err() => None,
        // SAFETY: not null, not longer than a slice may be; the rest is the caller's duty.
        _ => Some(unsafe { std::slice::from_raw_parts(data.cast(), len) }),
    }
}

/// Writes a result, unless it is not wanted.
///
/// # Safety
/// `to` is null, or may be written.
pub unsafe fn give<T>(to: *mut T, value: T) {
    if !to.is_null() {
        // SAFETY: not null; the rest is the caller's duty.
        unsafe { to.write(value) };
    }
}

/// The status of a verdict, with its fault.
///
/// # Safety
/// `to` is null, or may be written.
pub unsafe fn judged(verdict: Result<(), urisift::ParseError>, to: *mut Fault) -> Status {
    match verdict {
        Ok(()) => Status::Ok,
        Err(fault) => {
            // SAFETY: the caller's duty.
            unsafe { give(to, fault.into()) };
            Status::Invalid
        }
    }
}

/// A string that the caller owns. URIs have no NUL.
pub fn owned(text: &str) -> *mut c_char {
    CString::new(text).expect("a URI without NUL").into_raw()
}

/// What `act` gives, or `otherwise` if it panics: no panic may unwind into C. What it leaves behind is
/// memory-safe, as all that safe code leaves is.
pub fn guarded<T>(otherwise: T, act: impl FnOnce() -> T) -> T {
    catch_unwind(AssertUnwindSafe(act)).unwrap_or(otherwise)
}

/// Frees a string that the caller owns. NULL is ignored.
///
/// # Safety
/// The string is one that a function of this library gave, unchanged, and is freed once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_string_free(string: *mut c_char) {
    if !string.is_null() {
        // SAFETY: it came from `owned`, has its length still, and is freed once: the caller's duty.
        drop(unsafe { CString::from_raw(string) });
    }
}

/// Moves a value to the heap, as a handle.
pub fn handle<T>(value: T) -> *mut T {
    Box::into_raw(Box::new(value))
}

/// Frees a handle. Null is ignored.
///
/// # Safety
/// It came from [`handle`], nothing uses it, and it is freed once.
pub unsafe fn free<T>(handle: *mut T) {
    if !handle.is_null() {
        // SAFETY: it came from a box and is freed once: the caller's duty.
        guarded((), || drop(unsafe { Box::from_raw(handle) }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_does_not_leave() {
        assert_eq!(guarded(Status::Internal, || panic!("a defect")), Status::Internal);
    }
}
