//! A find, and what can be asked about it.

use std::ffi::c_char;

use crate::Status;
use crate::boundary::{Fault, Text, give, guarded, judged, owned};
use crate::uri::Components;

/// A URI that was found.
pub struct Found<'t>(pub(crate) urisift::Found<'t>);

/// What stands around a URI, and is no part of it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrapper {
    /// White space or punctuation.
    None = 0,
    /// `<…>`.
    Angle = 1,
    /// `<URL:…>`.
    UrlAngle = 2,
    /// `URL:…` without angle brackets.
    UrlPrefix = 3,
    /// A pair of quotation marks.
    Quote = 4,
    /// A pair of parentheses, square brackets or braces.
    Bracket = 5,
}

impl From<urisift::Wrapper> for Wrapper {
    fn from(wrapper: urisift::Wrapper) -> Self {
        match wrapper {
            urisift::Wrapper::Angle => Wrapper::Angle,
            urisift::Wrapper::UrlAngle => Wrapper::UrlAngle,
            urisift::Wrapper::UrlPrefix => Wrapper::UrlPrefix,
            urisift::Wrapper::Quote => Wrapper::Quote,
            urisift::Wrapper::Bracket => Wrapper::Bracket,
            _ => Wrapper::None,
        }
    }
}

/// What `ask` says of a find, or `otherwise` if there is none.
///
/// # Safety
/// `found` is null, or a find that is valid still.
unsafe fn asked<T>(
    found: *const Found<'_>,
    otherwise: T,
    ask: impl FnOnce(&urisift::Found<'_>) -> T,
) -> T {
    // SAFETY: the caller's duty.
    let Some(Found(found)) = (unsafe { found.as_ref() }) else { return otherwise };
    guarded(None, || Some(ask(found))).unwrap_or(otherwise)
}

/// Offset of the first byte in the text, counted from the first byte of all that was searched.
///
/// # Safety
/// `found` is NULL (then 0), or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_found_start(found: *const Found<'_>) -> u64 {
    // SAFETY: the caller's duty.
    unsafe { asked(found, 0, |found| found.span().start) }
}

/// Offset after the last byte in the text.
///
/// # Safety
/// `found` is NULL (then 0), or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_found_end(found: *const Found<'_>) -> u64 {
    // SAFETY: the caller's duty.
    unsafe { asked(found, 0, |found| found.span().end) }
}

/// Number of the line, from 1; 0 unless URISIFT_OPTION_POSITIONS is set.
///
/// # Safety
/// `found` is NULL (then 0), or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_found_line(found: *const Found<'_>) -> u64 {
    // SAFETY: the caller's duty.
    unsafe { asked(found, 0, |found| found.position().map_or(0, |position| position.line)) }
}

/// Number of the first byte in its line, from 1; 0 unless URISIFT_OPTION_POSITIONS is set.
///
/// # Safety
/// `found` is NULL (then 0), or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_found_column(found: *const Found<'_>) -> u64 {
    // SAFETY: the caller's duty.
    unsafe { asked(found, 0, |found| found.position().map_or(0, |position| position.column)) }
}

/// The text from start to end, byte for byte. It is valid as long as the find.
///
/// # Safety
/// `found` is NULL (then there is no text), or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_found_raw(found: *const Found<'_>) -> Text {
    // SAFETY: the caller's duty.
    unsafe { asked(found, Text::none(), |found| Text::of(found.raw())) }
}

/// The URI: the text without the line breaks in it, and with what escapes stand for. It is valid as long as
/// the find.
///
/// # Safety
/// `found` is NULL (then there is no text), or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_found_uri(found: *const Found<'_>) -> Text {
    // SAFETY: the caller's duty.
    unsafe { asked(found, Text::none(), |found| Text::of(found.uri())) }
}

/// The second way to read the text, if there is one, as without a hyphen at a line break. It is valid as
/// long as the find.
///
/// # Safety
/// `found` is NULL (then there is no text), or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_found_second_reading(found: *const Found<'_>) -> Text {
    // SAFETY: the caller's duty.
    unsafe {
        asked(found, Text::none(), |found| found.second_reading().map_or(Text::none(), Text::of))
    }
}

/// What stands around the URI.
///
/// # Safety
/// `found` is NULL (then URISIFT_WRAPPER_NONE), or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_found_wrapper(found: *const Found<'_>) -> Wrapper {
    // SAFETY: the caller's duty.
    unsafe { asked(found, Wrapper::None, |found| found.wrapper().into()) }
}

/// Whether the URI is longer than URISIFT_OPTION_MAX_LEN, and was cut.
///
/// # Safety
/// `found` is NULL (then false), or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_found_truncated(found: *const Found<'_>) -> bool {
    // SAFETY: the caller's duty.
    unsafe { asked(found, false, |found| found.is_truncated()) }
}

/// Whether the text shows that the URI was cut short: an ellipsis follows it, as a character or as three full stops.
///
/// # Safety
/// `found` is NULL (then false), or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_found_truncated_by_source(found: *const Found<'_>) -> bool {
    // SAFETY: the caller's duty.
    unsafe { asked(found, false, |found| found.is_truncated_by_source()) }
}

/// Whether the URI is valid, by RFC 3986 and RFC 3987 and the grammar of its scheme: URISIFT_STATUS_OK, or
/// URISIFT_STATUS_INVALID and the fault, whose offset is one of the URI.
///
/// # Safety
/// `found` is NULL, or valid; `fault` is NULL, or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_found_verdict(
    found: *const Found<'_>,
    fault: *mut Fault,
) -> Status {
    // SAFETY: null, or a find: the caller's duty.
    let verdict = unsafe { asked(found, None, |found| Some(found.validate())) };
    // SAFETY: null, or may be written: the caller's duty.
    verdict.map_or(missing(found), |verdict| unsafe { judged(verdict, fault) })
}

/// The components of the URI, valid or not, as offsets in it.
///
/// # Safety
/// `found` is NULL, or valid; `components` is NULL, or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_found_components(
    found: *const Found<'_>,
    components: *mut Components,
) -> Status {
    // SAFETY: null, or a find: the caller's duty.
    let parts = unsafe { asked(found, None, |found| Some(found.components().into())) };
    let Some(parts) = parts else { return missing(found) };
    // SAFETY: null, or may be written: the caller's duty.
    unsafe { give(components, parts) };
    Status::Ok
}

/// Whether a URI from untrusted text may become a link: it is whole and valid, its scheme opens a page or
/// writes a message, and it does not pose as another one. This says nothing about what it leads to.
///
/// # Safety
/// `found` is NULL (then false), or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_found_is_harmless(found: *const Found<'_>) -> bool {
    // SAFETY: the caller's duty.
    unsafe { asked(found, false, |found| found.is_harmless()) }
}

/// The target of a link to a harmless URI: with `https://` or `mailto:` before one without a scheme. NULL
/// if it is not harmless. The caller owns the string; escape it for the markup.
///
/// # Safety
/// `found` is NULL (then NULL), or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_found_href(found: *const Found<'_>) -> *mut c_char {
    let none = std::ptr::null_mut();
    // SAFETY: the caller's duty.
    unsafe { asked(found, none, |found| found.href().map_or(none, |href| owned(&href))) }
}

/// Why a find gave no answer.
fn missing(found: *const Found<'_>) -> Status {
    if found.is_null() { Status::Misuse } else { Status::Internal }
}
