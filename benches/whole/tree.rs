//! A tree of small files.

use std::fs;
use std::path::{Path, PathBuf};

use memchr::memrchr;

use crate::corpora::Source;
use crate::store::{self, Stamp};

const FOLDERS: usize = 70;
const SIZE: usize = 4096;

/// So many files of about 4 KiB, in turn from each text, in 70 folders.
pub fn make(sources: &[Source], files: usize) -> PathBuf {
    let texts: Vec<&[u8]> = sources.iter().map(|source| &*source.text).collect();
    store::kept(&format!("tree-{files}"), &Stamp::of(&texts), |path| {
        let _ = fs::remove_dir_all(path);
        let mut pieces: Vec<_> = texts.iter().map(|text| pieces(text)).collect();
        for number in 0..files {
            let turn = number % pieces.len();
            write(path, number, pieces[turn].next().expect("a text that is not empty"));
        }
    })
}

/// A text in pieces that end with a line, over and over.
fn pieces(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            rest = text;
        }
        let most = &rest[..SIZE.min(rest.len())];
        // A line that is too long is cut.
        let end = memrchr(b'\n', most).map_or(most.len(), |at| at + 1);
        let (piece, left) = rest.split_at(end);
        rest = left;
        Some(piece)
    })
}

fn write(tree: &Path, number: usize, piece: &[u8]) {
    let folder = tree.join(format!("{:02}", number % FOLDERS));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(format!("{number:04}.txt")), piece).unwrap();
}
