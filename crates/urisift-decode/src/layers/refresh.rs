//! The value of a refresh, as a header field and a `meta` element of HTML have it.

use std::ops::Range;

use urisift::internal::byteset::{ByteSet, DIGIT};

const SPACE: ByteSet = ByteSet::of(b" \t\n\r\x0c");

/// The URL of a value from `start` on (HTML 4.2.5.3), such as `5; url='http://a/'`. Without `url` it has to look like a
/// path: many other values are a number and more.
pub(crate) fn url(value: &[u8], start: usize) -> Option<Range<usize>> {
    let skip = |set: ByteSet, from: usize| {
        value.iter().skip(from).take_while(|byte| set.contains(**byte)).count() + from
    };
    let time = skip(SPACE, start);
    let after = skip(DIGIT.or(ByteSet::of(b".")), time);
    let mark = skip(SPACE, after);
    let is_marked = value.get(mark).is_some_and(|b| matches!(b, b';' | b','));
    let name = skip(SPACE, if is_marked { mark + 1 } else { mark });
    let is_named = value.get(name..name + 3).is_some_and(|name| name.eq_ignore_ascii_case(b"url"));
    if time == after || name == after {
        return None;
    }
    if !is_named {
        let rest = name..name + value[name..].trim_ascii_end().len();
        let path = &value[rest.clone()];
        let is_path = path.iter().any(|byte| b"./".contains(byte))
            && path.iter().any(|byte| *byte == b'/' || byte.is_ascii_alphabetic())
            && path.iter().all(u8::is_ascii_graphic);
        return (is_marked && is_path).then_some(rest);
    }
    let equals = skip(SPACE, name + 3);
    let start = (value.get(equals) == Some(&b'=')).then(|| skip(SPACE, equals + 1))?;
    let len_up_to = |byte: &u8| memchr::memchr(*byte, &value[start + 1..]);
    Some(match value.get(start) {
        Some(quote @ (b'"' | b'\'')) => {
            start + 1..len_up_to(quote).map_or(value.len(), |len| start + 1 + len)
        }
        _ => start..value.len(),
    })
}
