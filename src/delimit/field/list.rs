//! Lists of strings, as in JSON and in most programming languages: whether a string is an item of one.

/// How many strings in a row are a list wherever they start.
const MANY: usize = 3;

/// Returns `true` if a list that is open at the end of the text has nothing but strings, numbers and names in it so
/// far. `is_escaped` if backslashes precede its quotation marks.
pub(super) fn is_item(text: &[u8], is_escaped: bool) -> bool {
    let mut rest = text.trim_ascii_end();
    let (mut depth, mut strings) = (0_usize, 0);
    let mut wants_value = false;
    while let Some((&last, front)) = rest.split_last() {
        let is_value = !b",:[{".contains(&last);
        if is_value != wants_value && !(wants_value && b"[{".contains(&last)) {
            return false;
        }
        wants_value = matches!(last, b',' | b':');
        rest = match last {
            b'[' | b'{' if depth == 0 => return true,
            b'[' | b'{' => {
                depth -= 1;
                front
            }
            b']' | b'}' => {
                depth += 1;
                // The last item, or an empty list.
                wants_value = true;
                front
            }
            b',' | b':' => front,
            b'"' | b'\'' => {
                strings += 1;
                match opening(front, last, is_escaped) {
                    Some(at) => &front[..at],
                    None => return strings > MANY,
                }
            }
            _ => match word(rest) {
                0 => return false,
                len => &rest[..rest.len() - len],
            },
        }
        .trim_ascii_end();
    }
    strings >= MANY
}

/// Where the string starts whose closing mark follows the text.
fn opening(text: &[u8], quote: u8, is_escaped: bool) -> Option<usize> {
    let marks = memchr::memrchr_iter(quote, text);
    let at = marks.into_iter().find(|&i| text[..i].ends_with(b"\\") == is_escaped)?;
    Some(at - usize::from(is_escaped))
}

/// The length of the number, the name or the plain URI that the text ends in.
fn word(text: &[u8]) -> usize {
    let ends = |i: &usize| match text[*i] {
        b':' => text.get(i + 1) != Some(&b'/'),
        byte => b" \t\r\n,[]{}()\"'".contains(&byte),
    };
    text.len() - (0..text.len()).rev().find(ends).map_or(0, |at| at + 1)
}

/// Returns `true` if the line above calls for another item.
pub(super) fn goes_on(text: &[u8]) -> bool {
    let Some(line) = memchr::memrchr(b'\n', text) else { return false };
    text[..line].trim_ascii_end().last().is_some_and(|b| b",[{".contains(b))
}
