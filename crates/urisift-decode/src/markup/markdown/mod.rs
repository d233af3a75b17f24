//! Markdown: links, images and reference definitions (CommonMark 0.31), with the tables of GFM.

use std::ops::Range;

mod block;
mod destination;
mod inline;

use super::Dialect;
use super::source::lines;
use crate::layers::syntax::{Syntax, Unit};
use block::{Fence, Line};

/// Markdown.
pub(crate) const MARKDOWN: Dialect<Markdown> = Dialect {
    name: "markdown",
    extensions: &["md", "markdown", "mdown", "mkd", "mdx", "rmd", "qmd"],
    media_types: &["text/markdown", "text/x-markdown"],
    may_start_as: &["html"],
    syntax: Markdown::default,
};

/// Reads the blocks that a paragraph consists of.
#[derive(Default)]
pub(crate) struct Markdown {
    /// The fence of the code that the text is in.
    fence: Option<Fence>,
    /// The column where the text of the list item starts.
    item: usize,
}

impl Markdown {
    /// Returns `true` if a line is code, by fences. If not, and the line opens a fence, the lines after it are.
    fn is_fenced(&mut self, text: &[u8], line: &Line) -> bool {
        if self.fence.as_ref().is_some_and(|fence| fence.is_left_by(line)) {
            self.fence = None;
        }
        match &self.fence {
            Some(fence) => {
                if fence.is_closed_by(text) {
                    self.fence = None;
                }
                true
            }
            None => {
                self.fence = Fence::opened_by(&text[line.content..], line);
                self.fence.is_some()
            }
        }
    }

    /// Applies what a line says about the list that the lines after it are in.
    fn follow(&mut self, line: &Line, is_first: bool) {
        match line.item {
            Some(item) => self.item = item,
            None if is_first => self.item = self.item.min(line.indent),
            None => {}
        }
    }
}

impl Syntax for Markdown {
    fn read(&mut self, unit: &mut Unit<'_>) {
        let text = unit.text;
        let mut block = 0..0;
        let mut content = 0;
        let mut may_be_code = true;
        for range in lines(text) {
            let line = Line::of(&text[range.clone()]);
            let is_code = self.fence.is_none() && may_be_code && line.indent >= self.item + 4;
            if is_code || self.is_fenced(&text[range.clone()], &line) {
                read_block(unit, block, content);
                unit.code(range.clone());
                block = range.end..range.end;
                content = range.end;
                may_be_code &= is_code;
                continue;
            }
            self.follow(&line, may_be_code);
            may_be_code = false;
            if line.starts_block {
                read_block(unit, block, content);
                block = range.start..range.start;
            }
            if block.is_empty() {
                content = range.start + line.content;
            }
            block.end = range.end;
        }
        read_block(unit, block, content);
    }
}

/// Reads a block. Its text starts at `content`, after the marks of quotes and lists.
fn read_block(unit: &mut Unit<'_>, block: Range<usize>, content: usize) {
    if block.is_empty() {
        return;
    }
    let text = unit.text;
    if text[content..block.end].starts_with(b"|") {
        return cells(text, content..block.end).for_each(|cell| inline::read(unit, cell));
    }
    let mut at = content;
    while let Some(definition) = destination::definition(text, at..block.end) {
        unit.reference(
            definition.target.clone(),
            destination::decoded(&text[definition.target]),
            "definition",
        );
        at = definition.end;
    }
    inline::read(unit, at..block.end);
}

/// The cells of a row: what lies between bars without a backslash.
fn cells(text: &[u8], row: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = row.start;
    let mut is_escaped = false;
    text[row]
        .split_inclusive(move |b| {
            let is_bar = *b == b'|' && !is_escaped;
            is_escaped = *b == b'\\' && !is_escaped;
            is_bar
        })
        .map(move |cell| {
            at += cell.len();
            at - cell.len()..at
        })
}
