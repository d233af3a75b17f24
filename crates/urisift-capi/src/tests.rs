//! Calls as C makes them, for Miri, which knows more of what is undefined than the sanitizers of a C compiler.

use std::ffi::{CStr, c_int, c_void};
use std::ptr::{null, null_mut};

use crate::Status;
use crate::boundary::{Text, urisift_string_free};
use crate::feeder::{
    urisift_feeder_finish, urisift_feeder_free, urisift_feeder_new, urisift_feeder_push,
};
use crate::finds::{urisift_find, urisift_finds_free, urisift_next};
use crate::found::{Found, Wrapper, urisift_found_href, urisift_found_uri};
use crate::uri::{URISIFT_STEP_ALL, urisift_normalize};

fn bytes(text: Text) -> Vec<u8> {
    // SAFETY: a text that was just given.
    unsafe { crate::boundary::bytes(text.data, text.len) }.unwrap().to_vec()
}

#[test]
fn a_text_in_memory() {
    let text = b"<http://a.example/\n b>, ftp://c.example/.";
    let mut uris = Vec::new();
    // SAFETY: the text outlives the search; each find is read before the next one.
    unsafe {
        let finds = urisift_find(null(), text.as_ptr().cast(), text.len());
        let mut found = null();
        while urisift_next(finds, &mut found) == Status::Ok {
            uris.push(bytes(urisift_found_uri(found)));
            let href = urisift_found_href(found);
            assert_eq!(CStr::from_ptr(href).to_bytes(), uris.last().unwrap());
            urisift_string_free(href);
        }
        assert!(found.is_null());
        urisift_finds_free(finds);
    }
    assert_eq!(uris, [&b"http://a.example/b"[..], b"ftp://c.example/"]);
}

unsafe extern "C" fn keep(context: *mut c_void, found: *const Found<'_>) -> c_int {
    // SAFETY: the context that is passed below; the find is valid during the call.
    let (uris, uri) = unsafe { (&mut *context.cast::<Vec<Vec<u8>>>(), urisift_found_uri(found)) };
    uris.push(bytes(uri));
    0
}

#[test]
fn a_text_in_pieces() {
    let mut uris: Vec<Vec<u8>> = Vec::new();
    let context = (&raw mut uris).cast();
    // SAFETY: each piece lives during its call, and so does the context.
    unsafe {
        let feeder = urisift_feeder_new(null());
        for piece in [&b"See ht"[..], b"tp://a.example/\n", b"", b"and http://b.exam", b"ple/"] {
            let data = piece.as_ptr().cast();
            let status = urisift_feeder_push(feeder, data, piece.len(), Some(keep), context);
            assert_eq!(status, Status::Ok);
        }
        assert_eq!(urisift_feeder_finish(feeder, Some(keep), context), Status::Ok);
        urisift_feeder_free(feeder);
    }
    assert_eq!(uris, [b"http://a.example/", b"http://b.example/"]);
}

#[test]
fn a_string_of_the_caller() {
    let mut normal = null_mut();
    let text = b"HTTP://A.example:80/%7e";
    // SAFETY: the text lives during the call; the string is freed once.
    unsafe {
        let (data, len) = (text.as_ptr().cast(), text.len());
        assert_eq!(
            urisift_normalize(data, len, URISIFT_STEP_ALL, &mut normal, null_mut()),
            Status::Ok
        );
        assert_eq!(CStr::from_ptr(normal), c"http://a.example/~");
        urisift_string_free(normal);
    }
}

/// The library may have more of them one day.
#[test]
fn every_wrapper_has_its_number() {
    let numbers = urisift::Wrapper::ALL.map(|wrapper| Wrapper::from(wrapper) as usize);
    assert!(numbers.into_iter().eq(0..urisift::Wrapper::ALL.len()));
}
