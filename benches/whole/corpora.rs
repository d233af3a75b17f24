//! The texts that are searched.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::ask::Plan;
use crate::kit;
use crate::store::{self, Stamp};

/// The last has few URIs, and no file for two threads.
pub const NAMES: [&str; 4] = ["mail", "logs", "web", "sparse"];
pub const LARGE: [&str; 3] = ["mail", "logs", "web"];

const REAL: [&str; 4] = ["mail.mbox", "logs.txt", "web.txt", "rfc.txt"];

/// A text to be repeated.
pub struct Source {
    pub name: &'static str,
    /// Where it comes from.
    pub origin: String,
    pub text: Vec<u8>,
}

/// The files of one source.
pub struct Corpus {
    pub name: &'static str,
    pub origin: String,
    pub file: PathBuf,
    /// Four times as large.
    pub large: Option<PathBuf>,
}

impl Corpus {
    pub fn new(source: &Source, plan: &Plan) -> Self {
        let size = plan.mebibytes;
        let large = LARGE.contains(&source.name).then(|| repeated(source, 4 * size));
        let origin = source.origin.clone();
        Self { name: source.name, origin, file: repeated(source, size), large }
    }
}

pub fn sources() -> Vec<Source> {
    NAMES.iter().zip(REAL).map(|(name, real)| source(name, real)).collect()
}

fn source(name: &'static str, real: &str) -> Source {
    match kit::shared(real) {
        Some(text) => Source { name, origin: format!("real text, {real}"), text },
        None => {
            let (origin, text) = ours(name);
            let text = text.repeat((64 << 10) / text.len() + 1);
            Source { name, origin: format!("our own text, {origin}"), text }
        }
    }
}

fn ours(name: &str) -> (&'static str, Vec<u8>) {
    match name {
        "mail" => ("corpora/mail/list.mbox", joined(&["mail/list.mbox"])),
        "logs" => ("corpora/logs", joined(&["logs/server.log", "logs/build.log"])),
        "web" => ("corpora/web", joined(&["web/notes.md", "web/page.html"])),
        _ => ("one URI in 400 lines of corpora", sparse()),
    }
}

fn joined(names: &[&str]) -> Vec<u8> {
    names.iter().flat_map(|n| fs::read(kit::project("corpora").join(n)).unwrap()).collect()
}

/// As few URIs as RFCs have: one in some hundred lines.
fn sparse() -> Vec<u8> {
    let text = joined(&["mail/list.mbox", "news/thread.txt", "web/notes.md"]);
    let lines = text.split_inclusive(|byte| *byte == b'\n');
    let without: Vec<&[u8]> = lines.filter(|l| urisift::find_iter(l).next().is_none()).collect();
    let mut sparse = without.iter().copied().cycle().take(400).collect::<Vec<_>>().concat();
    sparse.extend(b"More of it is at http://www.sparse.example/more.\n");
    sparse
}

/// A file of the text over and over, cut where it has the size.
fn repeated(source: &Source, mebibytes: u64) -> PathBuf {
    let stamp = Stamp::of(&[&source.text]);
    let size = usize::try_from(mebibytes << 20).expect("a size that can be addressed");
    store::kept(&format!("{}-{mebibytes}.txt", source.name), &stamp, |path| {
        fill(path, &source.text, size).unwrap();
    })
}

fn fill(path: &Path, text: &[u8], size: usize) -> std::io::Result<()> {
    let mut file = File::create(path)?;
    let mut left = size;
    while left > 0 {
        let part = &text[..left.min(text.len())];
        file.write_all(part)?;
        left -= part.len();
    }
    // Nothing is to be written to the disk while the clock runs.
    file.sync_all()
}
