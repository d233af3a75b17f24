//! The laws of containers.

use std::io::ErrorKind;
use std::iter;

use urisift_decode::{All, FORMATS, Seen, all, in_c_and_in_rust, in_portions};

/// Longer than any input.
const UNCUT: usize = 1 << 30;

/// However the bytes of a container come, and wherever they are cut, the same comes out of it.
pub fn comes_out_the_same(format: Option<&str>, bytes: &[u8]) {
    let Some((&step, bytes)) = bytes.split_last() else { return };
    let whole = all(format, bytes, UNCUT);
    let steps = all(format, bytes, 1 + step as usize);
    assert!(
        steps == whole,
        "{} bytes at a time: {}",
        1 + step as usize,
        difference(&steps, &whole)
    );
    for content in &whole.texts {
        assert_eq!(content.spans.len(), content.text.len(), "{}", content.path);
        spans_are_whole(content);
    }
}

/// The names of the formats that are known by the name of a file.
pub fn dialects() -> Vec<&'static str> {
    let dialects = FORMATS.iter().filter(|format| !format.extensions().is_empty());
    dialects.map(|format| format.name()).collect()
}

/// The same for one of these. The first line names it, or else the first byte chooses it.
pub fn any_dialect_comes_out_the_same(bytes: &[u8]) {
    let dialects = dialects();
    let of_name = |name: &&'static str| {
        let text = bytes.strip_prefix(name.as_bytes())?.strip_prefix(b"\n")?;
        Some((*name, text))
    };
    let of_byte = || {
        let (&choice, text) = bytes.split_first()?;
        Some((dialects[usize::from(choice) % dialects.len()], text))
    };
    if let Some((name, text)) = dialects.iter().find_map(of_name).or_else(of_byte) {
        comes_out_the_same(Some(name), text);
    }
}

/// The formats that are handed out in portions, or unpacked ahead.
const IN_PORTIONS: [&str; 7] = ["mbox", "warc", "tar", "gz", "zip", "bz2", "zst"];

/// How long a container is made for that, by repeating it.
const LONG: usize = 60 << 10;

/// In portions, the same comes out of a container. The first byte chooses the format, the second one how long they
/// are.
pub fn portions_come_out_the_same(bytes: &[u8]) {
    let [choice, len, bytes @ ..] = bytes else { return };
    if bytes.is_empty() {
        return;
    }
    let format = Some(IN_PORTIONS[usize::from(*choice) % IN_PORTIONS.len()]);
    let bytes = bytes.repeat(LONG / bytes.len() + 1);
    let whole = all(format, &bytes, UNCUT);
    for takes in [false, true] {
        let (all, _) = in_portions(format, &bytes, 1 << (len % 16), takes);
        assert!(all == whole, "{}", difference(&all, &whole));
    }
}

/// The decoders of LZMA and Zstandard in C and in Rust unpack the same bytes, and both or neither report a fault. Before a fault, one
/// may give more than the other, and the one in Rust may refuse what it does not support.
pub fn both_decoders_unpack_the_same(bytes: &[u8]) {
    for format in ["xz", "lzma", "lz", "zst"] {
        let [(c, end_of_c), (rust, end_of_rust)] = in_c_and_in_rust(format, bytes);
        let same = iter::zip(&c, &rust).take_while(|(c, rust)| c == rust).count();
        let lens = (c.len(), rust.len());
        assert_eq!(same, c.len().min(rust.len()), "{format} of {lens:?} bytes");
        let is_unknown = |error: &std::io::Error| error.kind() == ErrorKind::Unsupported;
        if !end_of_rust.as_ref().is_err_and(is_unknown) {
            let ends = (&end_of_c, &end_of_rust);
            assert_eq!(end_of_c.is_ok(), end_of_rust.is_ok(), "{format}, {lens:?}: {ends:?}");
            assert!(end_of_c.is_err() || c.len() == rust.len(), "{format} of {lens:?} bytes");
        }
    }
}

/// The first difference, in few words.
fn difference(steps: &All, whole: &All) -> String {
    let mut pairs = iter::zip(&steps.texts, &whole.texts);
    let Some((one, other)) = pairs.find(|(one, other)| one != other) else {
        let counts = [steps.texts.len(), whole.texts.len()];
        return format!("{counts:?} texts, {:?}, {:?}", steps.problems, whole.problems);
    };
    let same = iter::zip(&one.text, &other.text).take_while(|(a, b)| a == b).count();
    let spans = iter::zip(&one.spans, &other.spans).take_while(|(a, b)| a == b).count();
    format!(
        "{} of {} bytes and {} of {}, the first {same} equal, the spans of the first {spans}",
        one.path,
        one.text.len(),
        other.path,
        other.text.len(),
    )
}

/// A byte comes from bytes that do not end before they start.
fn spans_are_whole(content: &Seen) {
    let broken = content.spans.iter().find(|span| span.start > span.end);
    assert_eq!(broken, None, "in {}", content.path);
}
