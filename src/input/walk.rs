//! From the paths that a user names to the sources behind them, in a fixed order.

use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;

use super::pre::Pre;
use super::source::{Listed, Source};
use crate::problem::Problem;

/// Every source behind `paths`: `-` is standard input, a directory is walked whole, hidden files
/// included, its entries sorted by name. A symbolic link is followed where the user names it, and
/// passed over in a walk, as is what is no file. Files that the program takes are read by it.
pub(crate) fn sources<'p>(
    paths: &'p [PathBuf],
    pre: Option<&'p Pre>,
) -> impl Iterator<Item = Result<Source, Problem>> + Send + 'p {
    let sources = paths.iter().flat_map(|path| -> Box<dyn Iterator<Item = _> + Send> {
        if path.as_os_str() == "-" {
            return Box::new(std::iter::once(Ok(Source::Stdin)));
        }
        match path.metadata() {
            Ok(meta) if meta.is_dir() => Box::new(walk(path)),
            Ok(meta) => Box::new(std::iter::once(Ok(listed(path.clone(), Some(&meta))))),
            Err(error) => Box::new(std::iter::once(Err(Problem::io(path, None, &error)))),
        }
    });
    sources.map(move |source| source.map(|source| read_by(pre, source)))
}

/// How many bytes there are behind the paths, so far as files say; `None` where some of it is no file.
pub(crate) fn total_len(paths: &[PathBuf]) -> Option<u64> {
    let mut lens = sources(paths, None).map(|source| match source {
        Ok(Source::File(file)) => file.len,
        Ok(_) => None,
        Err(_) => Some(0),
    });
    lens.try_fold(0_u64, |sum, len| Some(sum.saturating_add(len?)))
}

/// The source as the program reads it, if it is asked for it.
fn read_by(pre: Option<&Pre>, source: Source) -> Source {
    match (pre, source) {
        (Some(pre), Source::File(file)) if pre.takes(&file.path) => Source::Pre(file, pre.clone()),
        (_, source) => source,
    }
}

fn listed(path: PathBuf, meta: Option<&Metadata>) -> Source {
    let len = meta.filter(|meta| meta.is_file()).map(Metadata::len);
    let modified = meta.and_then(|meta| meta.modified().ok());
    Source::File(Listed { path, len, modified })
}

fn walk(root: &Path) -> impl Iterator<Item = Result<Source, Problem>> + Send + use<> {
    let mut builder = WalkBuilder::new(root);
    builder.standard_filters(false).sort_by_file_name(Ord::cmp);
    let root = root.to_owned();
    builder.build().filter_map(move |entry| match entry {
        Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
            let meta = entry.metadata().ok();
            Some(Ok(listed(entry.into_path(), meta.as_ref())))
        }
        Ok(_) => None,
        Err(error) => Some(Err(problem(&root, &error))),
    })
}

fn problem(root: &Path, error: &ignore::Error) -> Problem {
    let path = path_of(error).unwrap_or(root);
    // The walker puts the path into the error's words; the system's own are enough.
    let code = error.io_error().and_then(io::Error::raw_os_error);
    let error =
        code.map_or_else(|| io::Error::other(error.to_string()), io::Error::from_raw_os_error);
    Problem::io(path, None, &error)
}

fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            path_of(err)
        }
        ignore::Error::Loop { child, .. } => Some(child),
        _ => None,
    }
}
