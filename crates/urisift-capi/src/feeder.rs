//! The search of a text that comes in pieces.

use std::cell::RefCell;
use std::ffi::{c_char, c_int, c_void};
use std::ops::ControlFlow;

use crate::Status;
use crate::boundary::{bytes, free, guarded, handle};
use crate::extractor::Extractor;
use crate::found::Found;

/// The search of a text that comes in pieces. The finds do not depend on how the text is cut.
pub struct Feeder {
    /// Borrowed while a sink is called, which may not feed; `None` once it is finished.
    feeder: RefCell<Option<urisift::Feeder>>,
}

/// Gets the finds of a feeder, each valid during the call. `context` is what was passed with it. Anything
/// but 0 stops the search. It may not feed or free the feeder, throw, or jump out.
pub type Sink =
    Option<unsafe extern "C" fn(context: *mut c_void, found: *const Found<'_>) -> c_int>;

/// A search without any text yet. `extractor` may be NULL, for the default options. Free the result with
/// `urisift_feeder_free`. Memory is bounded by the options, whatever the length of the text.
///
/// # Safety
/// `extractor` is NULL, or an extractor that is not being changed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_feeder_new(extractor: *const Extractor) -> *mut Feeder {
    guarded(std::ptr::null_mut(), || {
        // SAFETY: null, or a handle: the caller's duty.
        let extractor = Extractor::of(unsafe { extractor.as_ref() });
        handle(Feeder { feeder: RefCell::new(Some(extractor.feeder())) })
    })
}

/// Searches `len` bytes that follow those pushed before, and gives each find that they decide to `sink`;
/// one that may continue in the next bytes comes later. The status is URISIFT_STATUS_DONE once the sink
/// has stopped the search: nothing more is searched then, whatever is pushed.
///
/// # Safety
/// `data` points to `len` bytes; they are needed during the call only. No other thread uses the feeder
/// meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_feeder_push(
    feeder: *mut Feeder,
    data: *const c_char,
    len: usize,
    sink: Sink,
    context: *mut c_void,
) -> Status {
    guarded(Status::Internal, || {
        // SAFETY: null, or a handle; and bytes during the call: the caller's duties.
        let (feeder, data) = unsafe { (feeder.as_ref(), bytes(data, len)) };
        let (Some(feeder), Some(data), Some(sink)) = (feeder, data, sink) else {
            return Status::Misuse;
        };
        let Ok(mut feeder) = feeder.feeder.try_borrow_mut() else { return Status::Misuse };
        let Some(feeder) = feeder.as_mut() else { return Status::Misuse };
        // SAFETY: the sink is of that type, and takes its context: the caller's duty.
        status(feeder.push(data, |found| unsafe { hand(sink, context, found) }))
    })
}

/// Ends the text, and gives the remaining finds to `sink`. The feeder can only be freed after that.
///
/// # Safety
/// No other thread uses the feeder meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_feeder_finish(
    feeder: *mut Feeder,
    sink: Sink,
    context: *mut c_void,
) -> Status {
    guarded(Status::Internal, || {
        // SAFETY: null, or a handle: the caller's duty.
        let (Some(feeder), Some(sink)) = (unsafe { feeder.as_ref() }, sink) else {
            return Status::Misuse;
        };
        let Ok(mut feeder) = feeder.feeder.try_borrow_mut() else { return Status::Misuse };
        let Some(feeder) = feeder.take() else { return Status::Misuse };
        // SAFETY: the sink is of that type, and takes its context: the caller's duty.
        status(feeder.finish(|found| unsafe { hand(sink, context, found) }))
    })
}

/// Frees a feeder, finished or not. NULL is ignored.
///
/// # Safety
/// It is freed once, and not by its sink.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_feeder_free(feeder: *mut Feeder) {
    // SAFETY: null, or from `urisift_feeder_new`, freed once and not in use: the caller's duty.
    unsafe { free(feeder) };
}

/// Gives a find to a sink.
///
/// # Safety
/// The sink takes this context.
unsafe fn hand(
    sink: unsafe extern "C" fn(*mut c_void, *const Found<'_>) -> c_int,
    context: *mut c_void,
    found: &urisift::Found<'_>,
) -> ControlFlow<()> {
    // The text is borrowed still: this copies no bytes unless there are readings.
    let found = Found(found.clone());
    // SAFETY: the find outlives the call; the context is the caller's duty.
    match unsafe { sink(context, &found) } {
        0 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    }
}

fn status(flow: ControlFlow<()>) -> Status {
    if flow.is_break() { Status::Done } else { Status::Ok }
}
