//! Bytes in: which sources there are, and how to open one.

mod walk;

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use same_file::Handle;

pub(crate) use walk::sources;

/// Something to read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// Standard input.
    Stdin,
    /// A file, by the path that the user knows it by.
    File(PathBuf),
}

impl Source {
    /// What reports call it.
    pub fn path(&self) -> &Path {
        match self {
            Source::Stdin => Path::new("(standard input)"),
            Source::File(path) => path,
        }
    }

    /// Opens it.
    ///
    /// # Errors
    /// What the system says.
    pub fn open(&self) -> io::Result<Opened> {
        match self {
            Source::Stdin => Ok(Opened { reader: Box::new(io::stdin().lock()), may_block: true }),
            Source::File(path) => {
                let file = File::open(path)?;
                let may_block = !file.metadata()?.is_file();
                if !may_block && is_output(path) {
                    return Err(io::Error::other("the output is written to this file"));
                }
                Ok(Opened { reader: Box::new(file), may_block })
            }
        }
    }
}

/// Whether standard output is written to the file: searching it would never end.
fn is_output(path: &Path) -> bool {
    let regular = |handle: &Handle| handle.as_file().metadata().is_ok_and(|meta| meta.is_file());
    let output = Handle::stdout().ok().filter(regular);
    output.is_some_and(|output| Handle::from_path(path).is_ok_and(|input| input == output))
}

/// An opened source.
pub(crate) struct Opened {
    pub reader: Box<dyn Read>,
    /// A read may have to wait for somebody to write.
    pub may_block: bool,
}

/// Whether a user who names no source wants standard input read: something is piped in.
pub(crate) fn stdin_is_fed() -> bool {
    !io::stdin().is_terminal()
}
