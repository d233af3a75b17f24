//! Batches of news: a line with the length of an article before each (RFC 1036 5, `rnews`).

use std::ops::ControlFlow;

use super::entity::Mailbox;
use crate::core::bounded::{Before, Limited};
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::problem::ProblemKind;
use crate::core::step::StepKind;
use crate::core::walker::Walker;

/// Consecutive articles.
pub(crate) struct Rnews;

/// The start of the line before an article.
const ARTICLE: &[u8] = b"#! rnews ";
/// What is searched for if an article does not end where it should.
const NEXT: &[u8] = b"\n#! rnews ";
/// The lines before a batch that is compressed.
const PACKED: [&[u8]; 4] = [b"#! cunbatch\n", b"#! zunbatch\n", b"#! gunbatch\n", b"#! bunbatch\n"];
/// The longest line before an article, in bytes.
const LONGEST: usize = 128;

impl Format for Rnews {
    fn name(&self) -> &'static str {
        "rnews"
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        let packed = PACKED.iter().map(|line| head.starts_with(line));
        packed.fold(head.starts_with(ARTICLE), Sniff::or)
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        if let Some(line) = PACKED.iter().find(|line| reader.peek(line.len()).starts_with(line)) {
            to.advance(reader, line.len() as u64);
            return to.within(StepKind::Layer, "rnews", |to| to.open(reader));
        }
        let mut number = 0;
        while is_at_article(reader) {
            number += 1;
            article(number, reader, to)?;
        }
        ControlFlow::Continue(())
    }
}

fn is_at_article(reader: &mut PeekReader<'_>) -> bool {
    reader.peek(ARTICLE.len()).starts_with(ARTICLE)
}

/// Reads an article, and what is before the next one.
fn article(number: u64, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
    let raw = reader.raw();
    let len = reader.line_len(0, LONGEST).unwrap_or(ARTICLE.len());
    let size = size(&reader.live()[..len]);
    to.advance(reader, len as u64);
    if let Some(size) = size {
        let mut bytes = Limited::new(reader, size);
        let mut inner = PeekReader::of_mapped(&mut bytes);
        Mailbox::new(&mut inner, to).numbered(number).one()?;
        drop(inner);
        to.finish(bytes, format_args!("rnews {number}"), raw);
        if is_at_article(reader) || reader.is_at_end() {
            return ControlFlow::Continue(());
        }
    }
    to.problem(
        ProblemKind::Damaged,
        raw,
        format!("rnews {number}: declared length does not match"),
    );
    let find = |bytes: &[u8], _| memchr::memmem::find(bytes, NEXT).map(|feed| feed + 1);
    to.text(&mut Before::new(reader, NEXT.len() - 1, find))
}

/// The length of an article, by the line before it.
fn size(line: &[u8]) -> Option<u64> {
    let number = line.strip_prefix(ARTICLE)?.split(u8::is_ascii_whitespace).next()?;
    std::str::from_utf8(number).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::entered;

    #[test]
    fn a_batch_that_is_packed() {
        for coding in PACKED {
            let file = [coding, b"#! rnews 26\nPath: a\nSubject: b\n\ntext\n"].concat();
            let all = entered(&Rnews, &file, 7);
            assert_eq!(all.text("rnews/msg 1/1 text/plain").text, b"text\n");
        }
    }
}
