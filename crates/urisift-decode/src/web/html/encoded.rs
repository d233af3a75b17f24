//! XML in which some elements hold base64: property lists of Apple, and what the proxy Burp saves.

use std::ops::ControlFlow;

use super::markup;
use crate::core::bounded::Before;
use crate::core::peek::PeekReader;
use crate::core::step::StepKind;
use crate::core::walker::Walker;
use crate::layers::base64::Base64;

/// What is before the base64, and after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Marks {
    start: &'static [u8],
    end: &'static [u8],
}

/// The marks of a document with that start, if it is one of these.
pub(super) fn marks(front: &[u8]) -> Option<Marks> {
    let has = |part: &str| memchr::memmem::find(front, part.as_bytes()).is_some();
    match () {
        () if has("<plist") => Some(Marks { start: b"<data>", end: b"<" }),
        () if has("<items burpVersion=") => {
            Some(Marks { start: b"base64=\"true\"><![CDATA[", end: b"]]>" })
        }
        () => None,
    }
}

/// Reads a document; what is in base64 is opened as files.
pub(super) fn read(
    marks: Marks,
    reader: &mut PeekReader<'_>,
    to: &mut Walker<'_>,
) -> ControlFlow<()> {
    let Marks { start, end } = marks;
    let mut number = 0;
    while !reader.is_at_end() {
        let find = |bytes: &[u8], _| Some(memchr::memmem::find(bytes, start)? + start.len());
        let mut markup_before = Before::new(reader, start.len() - 1, find);
        markup(None, &mut PeekReader::of_mapped(&mut markup_before), to)?;
        to.skip(&mut markup_before);
        if !markup_before.is_found() {
            break;
        }
        let find = |bytes: &[u8], _| memchr::memmem::find(bytes, end);
        let mut data = Before::new(reader, end.len() - 1, find);
        number += 1;
        to.within(StepKind::Member, format!("data {number}"), |to| {
            to.open(&mut PeekReader::of_mapped(Base64::new(&mut data)))
        })?;
        to.skip(&mut data);
    }
    ControlFlow::Continue(())
}
