//! Mailboxes of MMDF: lines of four control characters enclose each message.

use std::ops::ControlFlow;

use super::entity::Mailbox;
use crate::core::bounded::Before;
use crate::core::format::{Format, Prefix, Sniff};
use crate::core::peek::PeekReader;
use crate::core::walker::Walker;

/// Consecutive messages.
pub(crate) struct Mmdf;

/// The line before and after a message, without its end.
const BORDER: &[u8] = b"\x01\x01\x01\x01";

impl Format for Mmdf {
    fn name(&self) -> &'static str {
        "mmdf"
    }

    fn sniff(&self, head: Prefix<'_>) -> Sniff {
        head.starts_with(b"\x01\x01\x01\x01\n").or(head.starts_with(b"\x01\x01\x01\x01\r\n"))
    }

    fn open(&self, reader: &mut PeekReader<'_>, to: &mut Walker<'_>) -> ControlFlow<()> {
        let mut number = 0;
        loop {
            while reader.peek(BORDER.len()).starts_with(BORDER) {
                let find = |bytes: &[u8], _| memchr::memchr(b'\n', bytes).map(|feed| feed + 1);
                to.skip(&mut Before::new(reader, 0, find));
            }
            if reader.is_at_end() {
                return ControlFlow::Continue(());
            }
            number += 1;
            let mut bytes = Before::new(reader, BORDER.len(), border);
            let mut inner = PeekReader::of_mapped(&mut bytes);
            Mailbox::new(&mut inner, to).numbered(number).one()?;
            drop(inner);
            to.skip(&mut bytes);
        }
    }
}

/// The next line that starts with a border.
fn border(bytes: &[u8], _: u64) -> Option<usize> {
    memchr::memmem::find(bytes, b"\n\x01\x01\x01\x01").map(|feed| feed + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{opened, stands_all_cuts};

    #[test]
    fn messages_between_borders() {
        let border = "\x01\x01\x01\x01\n";
        let file = format!(
            "{border}From a@b Thu Jan  1 00:00:00 1970\nSubject: a\n\none\x01\x01\x01\x01\n{border}\
            {border}Subject: b\n\nFrom here\n{border}{border}{border}"
        );
        let all = opened(file.as_bytes());
        let bodies = all.shown().into_iter().filter(|(path, _)| !path.ends_with("header"));
        let expected = [
            ("msg 1/1 text/plain", "one\x01\x01\x01\x01\n".to_owned()),
            ("msg 2/1 text/plain", "From here\n".to_owned()),
        ];
        assert_eq!(bodies.collect::<Vec<_>>(), expected);
        assert_eq!(all.problems, [""; 0]);
        stands_all_cuts(&Mmdf, file.as_bytes());
        stands_all_cuts(&Mmdf, file.replace('\n', "\r\n").as_bytes());
    }
}
