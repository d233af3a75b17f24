//! Files that a preprocessor reads: its output is searched.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;

use ignore::overrides::{Override, OverrideBuilder};

/// A program that converts files to text, and the files that it is used for.
#[derive(Clone, Debug)]
pub struct Pre {
    command: Arc<PathBuf>,
    globs: Override,
}

impl Pre {
    /// The program for files that match one of the globs, in gitignore syntax; without globs, for all
    /// files.
    ///
    /// # Errors
    /// What is wrong with a glob, or that arguments are after the program.
    pub fn new(command: &Path, globs: &[String]) -> Result<Self, String> {
        if let Some((program, arguments)) = with_arguments(command) {
            return Err(format!(
                "--pre takes a program without arguments, which is called with the path of a file; for this, write a \
                 script: exec {program} \"$1\" {arguments}"
            ));
        }
        let mut builder = OverrideBuilder::new("");
        for glob in globs {
            builder.add(glob).map_err(|error| error.to_string())?;
        }
        let globs = builder.build().map_err(|error| error.to_string())?;
        Ok(Pre { command: Arc::new(command.to_owned()), globs })
    }

    /// Returns `true` if the program is used for the file.
    pub fn takes(&self, path: &Path) -> bool {
        !self.globs.matched(path, false).is_ignore()
    }

    /// Starts the program: the file's path is its argument, and the file its input.
    ///
    /// # Errors
    /// The system's error.
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

/// A program and arguments after it, if a command is both: no file has that name.
fn with_arguments(command: &Path) -> Option<(&str, &str)> {
    let typed = command.to_str().filter(|_| !command.exists())?;
    typed.trim().split_once(char::is_whitespace)
}

/// The output of a program.
#[derive(Debug)]
pub struct Printed {
    pre: Pre,
    stdout: ChildStdout,
    child: Child,
    has_ended: bool,
}

impl Printed {
    /// What it prints to.
    #[cfg(unix)]
    pub fn stdout(&self) -> std::os::fd::BorrowedFd<'_> {
        std::os::fd::AsFd::as_fd(&self.stdout)
    }
}

impl Read for Printed {
    /// Fails at EOF if the program has failed.
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
    /// Kills a program whose output is not read to the end.
    fn drop(&mut self) {
        if !self.has_ended {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
