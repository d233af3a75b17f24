//! The laws of containers.

use urisift::probe::laws::{Content, contents};

/// Longer than any input.
const UNCUT: usize = 1 << 30;

/// However the bytes of a container come, and wherever they are cut, the same comes out of it.
pub fn comes_out_the_same(format: Option<&str>, bytes: &[u8]) {
    let Some((&step, bytes)) = bytes.split_last() else { return };
    let whole = contents(format, bytes, UNCUT);
    let steps = contents(format, bytes, 1 + step as usize);
    assert_eq!(steps, whole, "{} bytes at a time", 1 + step as usize);
    for content in &whole.texts {
        assert_eq!(content.spans.len(), content.text.len(), "{}", content.path);
        spans_are_whole(content);
    }
}

/// A byte comes from bytes that do not end before they start.
fn spans_are_whole(content: &Content) {
    let broken = content.spans.iter().find(|span| span.start > span.end);
    assert_eq!(broken, None, "in {}", content.path);
}
