//! Lists what would be searched, instead of searching it.

use std::io::{self, BufWriter, Write};

use super::diagnostics::Diagnostics;
use crate::cli::args::{Args, Printing};
use crate::cli::flags::search::search;
use crate::cli::output::screen::{self, Screen};
use crate::cli::output::stdout;
use crate::input::{self, Named, Source, Sources};
use crate::problem::Error;
use crate::record::path_bytes;
use crate::sanitize::Reader;
use crate::search::Summary;

/// A list, and how it is printed.
pub(in crate::cli) struct Listing {
    /// The file types; `None` for the files that would be searched.
    types: Option<Vec<String>>,
    /// The terminator of each path.
    end: u8,
    /// Print no files; one is enough.
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
        let Printing { null, quiet, line_buffered, .. } = args.printing;
        let types = || search(args).file_types().map_err(|error| error.to_string());
        let listing = Listing {
            types: args.search.files.type_list.then(types).transpose()?,
            end: if null { b'\0' } else { b'\n' },
            is_quiet: quiet,
            by_line: line_buffered,
            reader: screen::reader(&args.looks, Some(&Screen::Stdout)),
        };
        Ok((args.search.files.files || args.search.files.type_list).then_some(listing))
    }

    /// Prints the list. `found` says whether it has any entry.
    ///
    /// # Errors
    /// [`Error::Write`] where the output fails.
    pub fn print(&self, named: &Named, diagnostics: &Diagnostics) -> Result<Summary, Error> {
        let mut out = BufWriter::new(stdout());
        let found = match &self.types {
            Some(types) => self.print_types(types, &mut out).map(|()| true),
            None => self.print_files(named, &mut out, diagnostics),
        };
        let found = found.and_then(|found| out.flush().map(|()| found)).map_err(Error::Write)?;
        Ok(Summary { found, ..Summary::default() })
    }

    fn print_types(&self, types: &[String], out: &mut dyn Write) -> io::Result<()> {
        types.iter().try_for_each(|line| self.print_line(line.as_bytes(), b'\n', out))
    }

    /// Prints paths as they can be given as arguments. Returns whether there is any.
    fn print_files(
        &self,
        named: &Named,
        out: &mut dyn Write,
        diagnostics: &Diagnostics,
    ) -> io::Result<bool> {
        let mut sources = input::sources(named, None);
        let mut found = false;
        while let Some(source) = sources.next() {
            match source {
                Ok(_) if self.is_quiet => return Ok(true),
                Ok(source) => {
                    found = true;
                    let path = match &source {
                        Source::Stdin => b"-",
                        source => path_bytes(source.path()),
                    };
                    self.print_line(path, self.end, out)?;
                }
                Err(problem) => diagnostics.complain(&problem),
            }
            if self.by_line || sources.may_wait() {
                out.flush()?;
            }
        }
        Ok(found)
    }

    fn print_line(&self, text: &[u8], end: u8, out: &mut dyn Write) -> io::Result<()> {
        let mut line = Vec::new();
        self.reader.push(text, &mut line);
        line.push(end);
        out.write_all(&line)
    }
}
