//! Files that another program reads: what it prints is searched.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;

use ignore::overrides::{Override, OverrideBuilder};

/// A program that turns files into text, and the files that it is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Pre {
    command: Arc<PathBuf>,
    globs: Override,
}

impl Pre {
    /// The program for files that match one of the globs, which are those of gitignore; for all, where
    /// there is none.
    ///
    /// # Errors
    /// What is wrong with a glob.
    pub fn new(command: &Path, globs: &[String]) -> Result<Self, String> {
        let mut builder = OverrideBuilder::new("");
        for glob in globs {
            builder.add(glob).map_err(|error| error.to_string())?;
        }
        let globs = builder.build().map_err(|error| error.to_string())?;
        Ok(Pre { command: Arc::new(command.to_owned()), globs })
    }

    /// Whether the program is asked for the file.
    pub fn takes(&self, path: &Path) -> bool {
        !self.globs.matched(path, false).is_ignore()
    }

    /// Starts the program: the file's path is its argument, and the file its input.
    ///
    /// # Errors
    /// What the system says.
    pub fn open(&self, path: &Path) -> io::Result<Printed> {
        let file = File::open(path)?;
        let mut command = Command::new(&*self.command);
        command.arg(path).stdin(file).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().map_err(|error| self.failed(&error))?;
        let stdout = child.stdout.take().ok_or_else(|| io::Error::other("no output"))?;
        Ok(Printed { pre: self.clone(), stdout, child, has_ended: false })
    }

    fn failed(&self, what: &dyn std::fmt::Display) -> io::Error {
        io::Error::other(format!("{}: {what}", self.command.display()))
    }
}

/// What a program prints.
#[derive(Debug)]
pub(crate) struct Printed {
    pre: Pre,
    stdout: ChildStdout,
    child: Child,
    has_ended: bool,
}

impl Read for Printed {
    /// Fails at the end where the program has.
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.stdout.read(out)?;
        if count == 0 && !out.is_empty() && !self.has_ended {
            self.has_ended = true;
            let status = self.child.wait()?;
            if !status.success() {
                return Err(self.pre.failed(&status));
            }
        }
        Ok(count)
    }
}

impl Drop for Printed {
    /// What nobody reads need not be made.
    fn drop(&mut self) {
        if !self.has_ended {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
