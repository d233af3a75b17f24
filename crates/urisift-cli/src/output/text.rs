//! One URI per line, preceded by its place if asked for.

use std::ops::ControlFlow;

use super::context;
use crate::found::Found;
use crate::record::{RecordWriter, Skip, Transforms, path_bytes, push_number};
use crate::span::Origin;

/// Plain text.
#[derive(Default)]
pub(crate) struct Text {
    /// Put the path in front.
    pub path: bool,
    /// Put the line in front.
    pub line: bool,
    /// Put the column after the line.
    pub column: bool,
    /// Put the byte offset in front.
    pub offset: bool,
    /// End records and paths with NUL.
    pub null: bool,
    /// How a URI is transformed.
    pub transforms: Transforms,
}

impl RecordWriter for Text {
    fn found(
        &self,
        origin: &Origin<'_>,
        found: &Found<'_>,
        out: &mut Vec<u8>,
    ) -> ControlFlow<Skip> {
        if self.path {
            out.extend_from_slice(path_bytes(origin.path));
            out.push(if self.null { b'\0' } else { b':' });
        }
        if let (true, Some(position)) = (self.line, found.position()) {
            push_number(position.line, out);
            out.push(b':');
            if self.column {
                push_number(position.column, out);
                out.push(b':');
            }
        }
        if self.offset {
            push_number(found.span().start, out);
            out.push(b':');
        }
        out.extend_from_slice(&self.transforms.printed(found));
        if let Some(context) = &origin.context {
            context::plain(context, found, out);
        }
        out.push(if self.null { b'\0' } else { b'\n' });
        ControlFlow::Continue(())
    }
}
