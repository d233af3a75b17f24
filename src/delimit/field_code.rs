//! Field codes of word processors (ECMA-376-1 17.16.5.25): `HYPERLINK "http://a.example/" \l "part"` leads to
//! `http://a.example/#part`.

use super::Extent;
use super::view::View;
use crate::found::Readings;

/// The longest name of a place in a document, in bytes.
const MAX_NAME: usize = 256;
/// The most blanks before a switch.
const MAX_BLANKS: usize = 8;

/// The extent, with the fragment that follows it in the code of a field.
pub(super) fn with_fragment(view: &View<'_>, extent: Extent) -> Extent {
    if !view.is(extent.end, |byte| byte == b'"') || !view.is(extent.end + 1, |byte| byte == b' ') {
        return extent;
    }
    let before = view.before(extent.start);
    let before = before.strip_suffix(b"\"").unwrap_or_default().trim_ascii_end();
    let is_field = before.to_ascii_uppercase().ends_with(b"HYPERLINK");
    let switch = view.find(extent.end + 1, MAX_BLANKS, |byte| byte != b' ');
    let Some(switch) = switch.filter(|switch| is_field && view.has(*switch, b"\\l \"")) else {
        return extent;
    };
    let name = switch + b"\\l \"".len();
    let Some(end) = view.find(name, MAX_NAME, |byte| byte == b'"' || byte < b' ') else {
        return extent;
    };
    let own = extent.uri().unwrap_or_else(|| view.slice(extent.start, extent.end));
    if name == end || own.contains(&b'#') || !view.is(end, |byte| byte == b'"') {
        return extent;
    }
    let fragment = bstr::ByteSlice::replace(view.slice(name, end), " ", "%20");
    let readings = Readings::of(Some([own, b"#", &fragment].concat()), None);
    Extent { end, readings, ..extent }
}
