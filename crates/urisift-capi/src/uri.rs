//! One URI: parsing, components, normal forms, resolving.

use std::ffi::c_char;

use urisift::internal::grammar::edition::Shape;
use urisift::internal::grammar::uri::{Repertoire, judge};
use urisift::{Grammar, Iri, IriRef, ParseError, ResolveOptions, Step, Steps};

use crate::Status;
use crate::boundary::{Fault, Span, bytes, give, guarded, judged, owned};

/// A URI with a scheme, in ASCII (RFC 3986).
pub const URISIFT_URI: u32 = 0;
/// A URI, or a relative reference.
pub const URISIFT_URI_REFERENCE: u32 = 1;
/// A URI, which may have characters beyond ASCII (RFC 3987).
pub const URISIFT_IRI: u32 = 2;
/// An IRI, or a relative reference to one.
pub const URISIFT_IRI_REFERENCE: u32 = 3;

/// Scheme and host in lower case, the digits of escapes in upper case (RFC 3986 6.2.2.1).
pub const URISIFT_STEP_CASE: u32 = 1;
/// Escapes of unreserved characters decoded (6.2.2.2).
pub const URISIFT_STEP_PERCENT: u32 = 2;
/// `.` and `..` removed from the path (6.2.2.3).
pub const URISIFT_STEP_DOTS: u32 = 4;
/// What the scheme says is the same, such as its default port (6.2.3).
pub const URISIFT_STEP_SCHEME: u32 = 8;
/// Characters beyond ASCII made what a URI has for them (RFC 3987 3.1).
pub const URISIFT_STEP_URI: u32 = 16;
/// IPv6 addresses in the form of RFC 5952, and no dot at the end of another host.
pub const URISIFT_STEP_HOST: u32 = 32;
/// What the document of the scheme calls equal, such as visual separators of `tel`.
pub const URISIFT_STEP_SPECIFIC: u32 = 64;
/// All steps.
pub const URISIFT_STEP_ALL: u32 = 127;

/// The components of a URI (RFC 3986 3), as offsets in its text. The path is always defined.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Components {
    /// Without its colon.
    pub scheme: Span,
    /// Without the slashes before it: userinfo, host and port.
    pub authority: Span,
    /// Without its `@`.
    pub userinfo: Span,
    /// With the brackets of an IPv6 address.
    pub host: Span,
    /// Without its colon.
    pub port: Span,
    /// With its first slash.
    pub path: Span,
    /// Without its `?`.
    pub query: Span,
    /// Without its `#`.
    pub fragment: Span,
}

impl From<urisift::Components<'_>> for Components {
    fn from(components: urisift::Components<'_>) -> Self {
        let parts = components.parts();
        Components {
            scheme: parts.scheme().into(),
            authority: parts.authority().into(),
            userinfo: parts.userinfo().into(),
            host: parts.host().into(),
            port: parts.port().into(),
            path: Some(parts.path()).into(),
            query: parts.query().into(),
            fragment: parts.fragment().into(),
        }
    }
}

/// What a text may be.
#[derive(Clone, Copy)]
struct Form {
    shape: Shape,
    repertoire: Repertoire,
}

impl Form {
    fn of(number: u32) -> Option<Self> {
        let (shape, repertoire) = match number {
            URISIFT_URI => (Shape::Absolute, Repertoire::Uri),
            URISIFT_URI_REFERENCE => (Shape::Reference, Repertoire::Uri),
            URISIFT_IRI => (Shape::Absolute, Repertoire::Iri),
            URISIFT_IRI_REFERENCE => (Shape::Reference, Repertoire::Iri),
            _ => return None,
        };
        Some(Form { shape, repertoire })
    }

    /// The text, once it is known to have this form, which makes it UTF-8 too.
    fn accepted(self, text: &[u8]) -> Result<&str, ParseError> {
        judge(text, Grammar::default(), self.repertoire, self.shape)?;
        Ok(str::from_utf8(text).unwrap_or_default())
    }
}

fn reference(text: &[u8]) -> Result<IriRef<'_>, ParseError> {
    let form = Form { shape: Shape::Reference, repertoire: Repertoire::Iri };
    IriRef::parse(form.accepted(text)?)
}

fn absolute(text: &[u8]) -> Result<Iri<'_>, ParseError> {
    let form = Form { shape: Shape::Absolute, repertoire: Repertoire::Iri };
    Iri::parse(form.accepted(text)?)
}

/// Parses a whole text as `form`, one of URISIFT_URI, URISIFT_URI_REFERENCE, URISIFT_IRI and
/// URISIFT_IRI_REFERENCE, and by the grammar of its scheme. Gives the components if the status is
/// URISIFT_STATUS_OK, and the fault if it is URISIFT_STATUS_INVALID.
///
/// # Safety
/// `text` points to `len` bytes; `components` and `fault` are NULL, or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_parse(
    form: u32,
    text: *const c_char,
    len: usize,
    components: *mut Components,
    fault: *mut Fault,
) -> Status {
    guarded(Status::Internal, || {
        // SAFETY: bytes during the call: the caller's duty.
        let (Some(form), Some(text)) = (Form::of(form), unsafe { bytes(text, len) }) else {
            return Status::Misuse;
        };
        let verdict = form
            .accepted(text)
            .and_then(IriRef::parse)
            .and_then(|it| it.scheme_specific().map(drop));
        if verdict.is_ok() {
            // SAFETY: null, or may be written: the caller's duty.
            unsafe { give(components, urisift::Components::of(text).into()) };
        }
        // SAFETY: the same.
        unsafe { judged(verdict, fault) }
    })
}

/// Gives the components of any text, valid or not (RFC 3986 Appendix B).
///
/// # Safety
/// `text` points to `len` bytes; `components` is NULL, or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_split(
    text: *const c_char,
    len: usize,
    components: *mut Components,
) -> Status {
    guarded(Status::Internal, || {
        // SAFETY: bytes during the call: the caller's duty.
        let Some(text) = (unsafe { bytes(text, len) }) else { return Status::Misuse };
        // SAFETY: null, or may be written: the caller's duty.
        unsafe { give(components, urisift::Components::of(text).into()) };
        Status::Ok
    })
}

/// Whether a URI from an untrusted source may become a link, as `urisift_found_is_harmless` says of a find.
/// A text that is no URI with a scheme is not harmless.
///
/// # Safety
/// `text` points to `len` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_is_harmless(text: *const c_char, len: usize) -> bool {
    guarded(false, || {
        // SAFETY: bytes during the call: the caller's duty.
        let Some(text) = (unsafe { bytes(text, len) }) else { return false };
        let Some(scheme) = urisift::Components::of(text).scheme() else { return false };
        let span = urisift::Span { start: 0, end: text.len() as u64 };
        urisift::Found::of_link(span, text, None, scheme.len(), false).is_harmless()
    })
}

/// Gives the normal form of a URI or reference after `steps`, URISIFT_STEP_… joined by `|`. The caller owns
/// the string. If the status is not URISIFT_STATUS_OK, `normal` is NULL.
///
/// # Safety
/// `text` points to `len` bytes; `normal` may be written; `fault` is NULL, or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_normalize(
    text: *const c_char,
    len: usize,
    steps: u32,
    normal: *mut *mut c_char,
    fault: *mut Fault,
) -> Status {
    // SAFETY: null, or may be written: the caller's duty.
    unsafe { give(normal, std::ptr::null_mut()) };
    guarded(Status::Internal, || {
        // SAFETY: bytes during the call: the caller's duty.
        let (Some(text), Some(steps)) = (unsafe { bytes(text, len) }, steps_of(steps)) else {
            return Status::Misuse;
        };
        if normal.is_null() {
            return Status::Misuse;
        }
        let verdict = reference(text).map(|it| {
            // SAFETY: may be written: the caller's duty.
            unsafe { give(normal, owned(it.normalized(steps).as_ref())) };
        });
        // SAFETY: null, or may be written: the caller's duty.
        unsafe { judged(verdict, fault) }
    })
}

fn steps_of(bits: u32) -> Option<Steps> {
    const STEPS: [(u32, Step); 7] = [
        (URISIFT_STEP_CASE, Step::Case),
        (URISIFT_STEP_PERCENT, Step::Percent),
        (URISIFT_STEP_DOTS, Step::Dots),
        (URISIFT_STEP_SCHEME, Step::Scheme),
        (URISIFT_STEP_URI, Step::Uri),
        (URISIFT_STEP_HOST, Step::Host),
        (URISIFT_STEP_SPECIFIC, Step::Specific),
    ];
    let steps = STEPS.into_iter().filter(|(bit, _)| bits & bit != 0).map(|(_, step)| step);
    (bits & !URISIFT_STEP_ALL == 0).then(|| steps.collect())
}

/// Gives what a reference refers to in a document whose URI is `base` (RFC 3986 5.2). The caller owns the
/// string. If the status is not URISIFT_STATUS_OK, `target` is NULL; URISIFT_STATUS_INVALID_BASE says that
/// the fault is one of the base.
///
/// # Safety
/// `base` and `reference` point to as many bytes as their lengths say; `target` may be written; `fault` is
/// NULL, or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_resolve(
    base: *const c_char,
    base_len: usize,
    reference: *const c_char,
    reference_len: usize,
    target: *mut *mut c_char,
    fault: *mut Fault,
) -> Status {
    // SAFETY: as the caller promises.
    unsafe {
        against([(base, base_len), (reference, reference_len)], target, fault, |base, text| {
            let reference = self::reference(text)?;
            Ok(base.resolve(&reference, ResolveOptions::default()).to_string())
        })
    }
}

/// Gives a short reference that resolves to `target` against `base`; `target` itself if there is none. The caller
/// owns the string. If the status is not URISIFT_STATUS_OK, `reference` is NULL; URISIFT_STATUS_INVALID_BASE
/// says that the fault is one of the base.
///
/// # Safety
/// `base` and `target` point to as many bytes as their lengths say; `reference` may be written; `fault` is
/// NULL, or may be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_relative(
    base: *const c_char,
    base_len: usize,
    target: *const c_char,
    target_len: usize,
    reference: *mut *mut c_char,
    fault: *mut Fault,
) -> Status {
    // SAFETY: as the caller promises.
    unsafe {
        against([(base, base_len), (target, target_len)], reference, fault, |base, text| {
            Ok(base.relative(&absolute(text)?))
        })
    }
}

/// Gives what is made of a base and a text.
///
/// # Safety
/// The texts point to as many bytes as their lengths say; `made` and `fault` are null, or may be written.
unsafe fn against(
    [base, text]: [(*const c_char, usize); 2],
    made: *mut *mut c_char,
    fault: *mut Fault,
    make: impl Fn(&Iri<'_>, &[u8]) -> Result<String, ParseError>,
) -> Status {
    // SAFETY: null, or may be written: the caller's duty.
    unsafe { give(made, std::ptr::null_mut()) };
    guarded(Status::Internal, || {
        // SAFETY: bytes during the call: the caller's duty.
        let texts = unsafe { (bytes(base.0, base.1), bytes(text.0, text.1)) };
        let (Some(base), Some(text)) = texts else { return Status::Misuse };
        if made.is_null() {
            return Status::Misuse;
        }
        let base = match absolute(base) {
            Ok(base) => base,
            Err(broken) => {
                // SAFETY: null, or may be written: the caller's duty.
                unsafe { give(fault, broken.into()) };
                return Status::InvalidBase;
            }
        };
        let verdict = make(&base, text).map(|text| {
            // SAFETY: may be written: the caller's duty.
            unsafe { give(made, owned(&text)) };
        });
        // SAFETY: null, or may be written: the caller's duty.
        unsafe { judged(verdict, fault) }
    })
}
