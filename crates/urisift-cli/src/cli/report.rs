//! The HTML report, alone or next to another output.

use std::path::Path;

use super::args::Args;
use super::output::{Output, transforms};
use super::sources::Skipped;
use crate::record::{Sink, path_bytes};
use crate::sanitize;
use crate::search::Reach;
use urisift_report::internal::{NoteWriter, PageSink, TeeSink, TeeWriter};

/// How many paths are in the title of a page; the others are counted.
const NAMED: usize = 3;

/// Nothing but the page.
pub(super) fn alone(args: &Args, sink: Box<dyn Sink>) -> Output {
    let writer = Box::new(notes(args));
    Output { writer, sink: Box::new(page(args, sink)), skipped: Skipped::default() }
}

/// The page and another output.
pub(super) fn with_output(args: &Args, output: Output, sink: Box<dyn Sink>) -> Output {
    let (notes, has_context) = (notes(args), args.context.reach().is_some());
    let writer = Box::new(TeeWriter { writer: output.writer, notes, has_context });
    let sink = Box::new(TeeSink::new(output.sink, Box::new(page(args, sink))));
    Output { writer, sink, ..output }
}

/// How much text around finds a page gets.
pub(super) fn reach(args: &Args) -> Reach {
    NoteWriter::reach(args.context.reach(), args.page.report.is_none())
}

fn notes(args: &Args) -> NoteWriter {
    NoteWriter::new(transforms(&args.transforms), args.context.reach(), args.page.report.is_none())
}

fn page(args: &Args, sink: Box<dyn Sink>) -> PageSink {
    PageSink::new(title(args), args.page.table_size.table_size(), args.page_memory(), sink)
}

/// The searched paths, as they were typed.
fn title(args: &Args) -> String {
    let name = |path: &Path| match path.as_os_str().to_str() {
        Some("-") => "standard input".to_owned(),
        _ => sanitize::shown(path_bytes(path)),
    };
    let lists = args.files.files_from.iter().map(|list| format!("files of {}", name(list)));
    let all: Vec<_> = args.paths.iter().map(|path| name(path)).chain(lists).collect();
    let (named, rest) = all.split_at(all.len().min(NAMED));
    match rest.len() {
        0 => named.join(", "),
        more => format!("{} and {more} more", named.join(", ")),
    }
}
