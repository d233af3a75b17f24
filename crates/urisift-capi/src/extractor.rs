//! What to find: the options of a search.

use urisift::{Fold, Join, NonAscii, Options, Trailing};

use crate::Status;
use crate::boundary::{free, guarded, handle};

/// What to find, and within which limits.
pub struct Extractor {
    pub(crate) options: Options,
}

impl Extractor {
    /// The search with the options of an extractor, or with the defaults.
    pub(crate) fn of(extractor: Option<&Extractor>) -> urisift::Extractor {
        urisift::Extractor::new(extractor.map(|it| it.options.clone()).unwrap_or_default())
    }
}

/// The longest URI, in bytes of the text (default: 1 MiB). A longer one is given cut, and says so.
pub const URISIFT_OPTION_MAX_LEN: u32 = 1;
/// How far `<…>` and other wrappers are followed to their ends, in bytes (default: 8 KiB).
pub const URISIFT_OPTION_MAX_WRAP: u32 = 2;
/// How many bytes a feeder takes up at once, from 1 to 1 GiB (default: 1 MiB).
pub const URISIFT_OPTION_CHUNK: u32 = 3;
/// Characters beyond ASCII in a URI: URISIFT_NEVER, URISIFT_AUTO (default: letters of scripts that put
/// blanks between words, others where the URI plainly holds them) or URISIFT_ALWAYS (every letter).
pub const URISIFT_OPTION_IRI: u32 = 4;
/// URIs that continue on the next line: URISIFT_NEVER, URISIFT_AUTO (default: on strong evidence) or
/// URISIFT_ALWAYS.
pub const URISIFT_OPTION_JOIN: u32 = 5;
/// White space inside `<…>`, `<URL:…>` and quotes: URISIFT_NEVER (ends the URI), URISIFT_AUTO (default:
/// line breaks are removed) or URISIFT_ALWAYS (blanks too).
pub const URISIFT_OPTION_FOLD: u32 = 6;
/// 1: punctuation at the end belongs to the URI; 0 (default): to the sentence.
pub const URISIFT_OPTION_KEEP_TRAILING: u32 = 7;
/// 1: find `www.` hosts without a scheme (default: 0).
pub const URISIFT_OPTION_WWW: u32 = 8;
/// 1: find host names without a scheme that end in a top-level domain (default: 0).
pub const URISIFT_OPTION_BARE: u32 = 9;
/// 1: find e-mail addresses (default: 0).
pub const URISIFT_OPTION_EMAIL: u32 = 10;
/// 1: find disguised URIs (`hxxp`, `[.]`), and give them undisguised (default: 0).
pub const URISIFT_OPTION_REFANG: u32 = 11;
/// 1 (default): read backslash escapes in URIs, such as `http:\/\/a.example\/`, and character references of HTML; 0: do
/// not.
pub const URISIFT_OPTION_ESCAPES: u32 = 12;
/// 1: count lines and columns (default: 0).
pub const URISIFT_OPTION_POSITIONS: u32 = 13;

/// A value of URISIFT_OPTION_IRI, URISIFT_OPTION_JOIN and URISIFT_OPTION_FOLD: not at all.
pub const URISIFT_NEVER: u64 = 0;
/// Another one: as the text suggests. This is the default.
pub const URISIFT_AUTO: u64 = 1;
/// Another one: wherever it is possible.
pub const URISIFT_ALWAYS: u64 = 2;

/// The value that a number stands for.
fn choice<T>(value: u64, [never, auto, always]: [T; 3]) -> Option<T> {
    match value {
        URISIFT_NEVER => Some(never),
        URISIFT_AUTO => Some(auto),
        URISIFT_ALWAYS => Some(always),
        _ => None,
    }
}

/// Sets an option; `None` if there is no such option or value.
fn set(options: &mut Options, option: u32, value: u64) -> Option<()> {
    let size = || usize::try_from(value).ok();
    let switch = || (value <= 1).then_some(value == 1);
    match option {
        URISIFT_OPTION_MAX_LEN => options.max_len = size()?,
        URISIFT_OPTION_MAX_WRAP => options.max_wrapper_len = size()?,
        URISIFT_OPTION_CHUNK => options.read_size = size()?,
        URISIFT_OPTION_IRI => {
            options.non_ascii = choice(value, [NonAscii::Never, NonAscii::Auto, NonAscii::Always])?;
        }
        URISIFT_OPTION_JOIN => {
            options.join = choice(value, [Join::Never, Join::Auto, Join::Always])?;
        }
        URISIFT_OPTION_FOLD => {
            options.fold = choice(value, [Fold::Never, Fold::Auto, Fold::Always])?;
        }
        URISIFT_OPTION_KEEP_TRAILING => {
            options.trailing = if switch()? { Trailing::Keep } else { Trailing::Trim };
        }
        URISIFT_OPTION_WWW => options.www = switch()?,
        URISIFT_OPTION_BARE => options.bare = switch()?,
        URISIFT_OPTION_EMAIL => options.email = switch()?,
        URISIFT_OPTION_REFANG => options.refang = switch()?,
        URISIFT_OPTION_ESCAPES => options.escapes = switch()?,
        URISIFT_OPTION_POSITIONS => options.positions = switch()?,
        _ => return None,
    }
    Some(())
}

/// An extractor with the default options. Free it with `urisift_extractor_free`.
#[unsafe(no_mangle)]
pub extern "C" fn urisift_extractor_new() -> *mut Extractor {
    handle(Extractor { options: Options::default() })
}

/// Sets an option, one of URISIFT_OPTION_…. Searches that have begun keep theirs.
///
/// # Safety
/// No other thread uses the extractor meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_extractor_set(
    extractor: *mut Extractor,
    option: u32,
    value: u64,
) -> Status {
    guarded(Status::Internal, || {
        // SAFETY: null, or a handle that no other thread uses: the caller's duty.
        let Some(extractor) = (unsafe { extractor.as_mut() }) else { return Status::Misuse };
        set(&mut extractor.options, option, value).map_or(Status::Misuse, |()| Status::Ok)
    })
}

/// Frees an extractor. NULL is ignored; searches that have begun do not need it.
///
/// # Safety
/// It is freed once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn urisift_extractor_free(extractor: *mut Extractor) {
    // SAFETY: null, or from `urisift_extractor_new` and freed once: the caller's duty.
    unsafe { free(extractor) };
}
