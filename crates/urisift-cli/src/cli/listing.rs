//! Lists what would be searched, instead of searching it.

use std::io::{self, BufWriter, Write};

use super::args::Args;
use super::diagnostics::Diagnostics;
use super::output::stdout;
use super::screen::{self, Screen};
use super::sources;
use crate::input::{self, Kinds, Named, Source, Sources};
use crate::problem::Error;
use crate::record::path_bytes;
use crate::sanitize::Reader;
use crate::search::Summary;

/// What is listed.
pub(super) enum Listing {
    /// Which files would be searched.
    Files(FileLines),
    /// The file types, and who reads the list.
    Types(Kinds, Reader),
}

/// How the paths of files are printed.
pub(super) struct FileLines {
    /// The terminator of each path.
    end: u8,
    /// Print nothing; one file is enough.
    is_quiet: bool,
    /// Write each path at once.
    by_line: bool,
    reader: Reader,
}

impl Listing {
    /// The list that the arguments ask for, if any.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn of(args: &Args) -> Result<Option<Self>, String> {
        let reader = screen::reader(&args.looks, Some(&Screen::Stdout));
        if args.files.type_list {
            let kinds = Kinds::of(&sources::kinds(&args.files))?;
            return Ok(Some(Listing::Types(kinds, reader)));
        }
        let lines = || FileLines {
            end: if args.printing.null { b'\0' } else { b'\n' },
            is_quiet: args.printing.quiet,
            by_line: args.printing.line_buffered,
            reader,
        };
        Ok(args.files.files.then(lines).map(Listing::Files))
    }

    /// Prints the list. `found` says whether it has any entry.
    ///
    /// # Errors
    /// [`Error::Write`] where the output fails.
    pub fn print(&self, named: &Named, diagnostics: &Diagnostics) -> Result<Summary, Error> {
        let mut out = BufWriter::new(stdout());
        let there_is = match self {
            Listing::Types(kinds, reader) => print_types(kinds, *reader, &mut out).map(|()| true),
            Listing::Files(lines) => lines.print(named, &mut out, diagnostics),
        };
        let found = there_is.and_then(|found| out.flush().map(|()| found)).map_err(Error::Write)?;
        Ok(Summary { found, ..Summary::default() })
    }
}

impl FileLines {
    fn print(
        &self,
        named: &Named,
        out: &mut dyn Write,
        diagnostics: &Diagnostics,
    ) -> io::Result<bool> {
        let mut sources = input::sources(named, None);
        let mut there_is = false;
        while let Some(source) = sources.next() {
            match source {
                Ok(_) if self.is_quiet => return Ok(true),
                Ok(source) => {
                    there_is = true;
                    self.print_one(&source, out)?;
                }
                Err(problem) => diagnostics.complain(&problem),
            }
            if self.by_line || sources.may_wait() {
                out.flush()?;
            }
        }
        Ok(there_is)
    }

    /// Prints one path, as it can be given as an argument.
    fn print_one(&self, source: &Source, out: &mut dyn Write) -> io::Result<()> {
        let path = match source {
            Source::Stdin => b"-",
            source => path_bytes(source.path()),
        };
        let mut shown = Vec::new();
        self.reader.push(path, &mut shown);
        shown.push(self.end);
        out.write_all(&shown)
    }
}

fn print_types(kinds: &Kinds, reader: Reader, out: &mut dyn Write) -> io::Result<()> {
    for line in kinds.lines() {
        let mut shown = Vec::new();
        reader.push(line.as_bytes(), &mut shown);
        shown.push(b'\n');
        out.write_all(&shown)?;
    }
    Ok(())
}
