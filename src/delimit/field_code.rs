//! Field codes of word processors (ECMA-376-1 17.16.5.25): `HYPERLINK "http://a.example/" \l "part"` leads to
//! `http://a.example/#part`.

use super::Extent;
use super::view::View;
use crate::found::Readings;
use crate::options::Options;

/// The longest name of a place in a document, in bytes.
const MAX_NAME: usize = 256;
/// The most blanks before a switch.
const MAX_BLANKS: usize = 8;

/// The extent, with the fragment that follows it in the code of a field; `None` if there is none.
pub(super) fn with_fragment(view: &View<'_>, extent: &Extent, options: &Options) -> Option<Extent> {
    let is_next = |at: usize, byte: u8| view.is(extent.end + at, |next| next == byte);
    if !is_next(0, b'"') || !is_next(1, b' ') {
        return None;
    }
    let before = view.before(extent.start).strip_suffix(b"\"")?.trim_ascii_end();
    let field = before.last_chunk::<9>()?;
    let switch = view.find(extent.end + 1, MAX_BLANKS, |byte| byte != b' ')?;
    if !field.eq_ignore_ascii_case(b"HYPERLINK") || !view.has(switch, b"\\l \"") {
        return None;
    }
    let name = switch + b"\\l \"".len();
    let end = view.find(name, MAX_NAME, |byte| byte == b'"' || byte < b' ')?;
    let own = extent.uri().unwrap_or_else(|| view.slice(extent.start, extent.end));
    let fragment = bstr::ByteSlice::replace(view.slice(name, end), " ", "%20");
    let is_long = own.len() + 1 + fragment.len() > options.max_len;
    if name == end || is_long || own.contains(&b'#') || !view.is(end, |byte| byte == b'"') {
        return None;
    }
    let readings = Readings::of(Some([own, b"#", &fragment].concat()), None);
    let Extent { start, scheme_len, wrapper, truncated, truncated_by_source, .. } = *extent;
    Some(Extent { start, end, readings, scheme_len, wrapper, truncated, truncated_by_source })
}
