//! The search of a text in memory.

use std::ffi::c_char;

use urisift::FindIter;

use crate::Status;
use crate::boundary::{bytes, free, give, guarded, handle};
use crate::extractor::Extractor;
use crate::found::Found;

/// The search of a text in memory.
pub struct Finds<'t> {
    iter: FindIter<'t>,
    /// The find that was given last.
    found: Option<Found<'t>>,
}

/// Starts the search of a text. `extractor` may be NULL, for the default options. Free the result with
/// `urisift_finds_free`; it is NULL if an argument is not allowed.
///
/// # Safety
/// `text` points to `len` bytes, which stay there unchanged until the search is freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_find<'t>(
    extractor: *const Extractor,
    text: *const c_char,
    len: usize,
) -> *mut Finds<'t> {
    guarded(std::ptr::null_mut(), || {
        // SAFETY: null, or a handle; and bytes for as long as the search: the caller's duties.
        let (extractor, text) = unsafe { (extractor.as_ref(), bytes(text, len)) };
        let Some(text) = text else { return std::ptr::null_mut() };
        handle(Finds { iter: Extractor::of(extractor).find_iter(text), found: None })
    })
}

/// Gives the next find, which is valid until the next call and until the search is freed. After the last
/// one, the status is URISIFT_STATUS_DONE, and the find NULL, as with every status but
/// URISIFT_STATUS_OK.
///
/// # Safety
/// No other thread uses the search meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_next<'t>(
    finds: *mut Finds<'t>,
    found: *mut *const Found<'t>,
) -> Status {
    // SAFETY: null, or may be written: the caller's duty.
    unsafe { give(found, std::ptr::null()) };
    guarded(Status::Internal, || {
        // SAFETY: null, or a handle that no other thread uses: the caller's duty.
        let Some(finds) = (unsafe { finds.as_mut() }) else { return Status::Misuse };
        finds.found = finds.iter.next().map(Found);
        let Some(next) = &finds.found else { return Status::Done };
        // SAFETY: as above.
        unsafe { give(found, next) };
        Status::Ok
    })
}

/// Ends a search and frees it. NULL is ignored.
///
/// # Safety
/// It is freed once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_finds_free(finds: *mut Finds<'_>) {
    // SAFETY: null, or from `urisift_find` and freed once: the caller's duty.
    unsafe { free(finds) };
}
