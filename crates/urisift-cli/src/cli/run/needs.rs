//! The files that a run needs once it reads input.

use std::env;
use std::path::{Path, PathBuf};

use crate::cli::args::Args;
use crate::cli::output::{Destination, OutputForm};
use crate::cli::sandbox::Needs;
use crate::input::Named;

/// What terminals are reported of this machine.
const HOSTNAME: &str = "/proc/sys/kernel/hostname";

/// Where SQLite puts temporary files, if TMPDIR does not say (<https://sqlite.org/tempfiles.html> 5).
const SQLITE_TEMPORARY: [&str; 2] = ["/var/tmp", "/usr/tmp"];

impl Needs {
    /// What a search with these arguments needs; `None` if that is not known, since another program reads the files.
    pub fn of(args: &Args, named: &Named, destination: &Destination) -> Option<Self> {
        if args.search.reading.pre.is_some() {
            return None;
        }
        let missing = named.paths.iter().filter(|path| !path.exists());
        let lists = missing.map(|path| folder(path).to_owned()).collect();
        let mut needs = Needs { reads: reads(args, named), lists, ..Needs::default() };
        let output = destination.file.as_ref().map(|file| file.path.as_path());
        output.into_iter().chain(args.page.report.as_deref()).for_each(|path| needs.write(path));
        if args.aggregates() || output.is_some() || args.page.report.is_some() || args.writing.page
        {
            needs.folders.push(env::temp_dir());
        }
        if destination.form == OutputForm::Sqlite {
            needs.folders.extend(env::var_os("SQLITE_TMPDIR").map(PathBuf::from));
            needs.folders.extend(SQLITE_TEMPORARY.map(PathBuf::from));
        }
        Some(needs)
    }

    /// Adds a file that is written. A regular one is written under another name in its directory first.
    fn write(&mut self, path: &Path) {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        match path.metadata() {
            Ok(meta) if !meta.is_file() => self.devices.push(path),
            _ => self.folders.push(folder(&path).to_owned()),
        }
    }
}

/// The directory that a path lies in.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// What is read. It can be anything if lists name it, or links and rules that lie elsewhere lead to it.
fn reads(args: &Args, named: &Named) -> Vec<PathBuf> {
    let files = &args.search.files;
    if !named.lists.is_empty() || files.follow || files.gitignore {
        return vec![PathBuf::from("/")];
    }
    let paths = named.paths.iter().filter(|path| path.as_os_str() != "-").cloned();
    paths.chain(files.ignore_file.iter().cloned()).chain([PathBuf::from(HOSTNAME)]).collect()
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    fn needs(arguments: &[&str]) -> Option<Needs> {
        let args = Args::parse_from(["urisift"].iter().chain(arguments));
        let settings = crate::cli::flags::search::search(&args).settle().unwrap();
        Needs::of(&args, &settings.named, &Destination::of(&args).unwrap())
    }

    #[test]
    fn inputs_are_read_and_folders_of_outputs_written() {
        let read = needs(&["a", "-", "b/c"]).unwrap();
        assert_eq!(read.reads, ["a", "b/c", HOSTNAME].map(PathBuf::from));
        assert_eq!((read.folders, read.devices), (vec![], vec![]));
        let written = needs(&["a", "-o", "x.csv", "--report", "/y/z.html"]).unwrap();
        let folders = [PathBuf::from("."), PathBuf::from("/y"), env::temp_dir()];
        assert_eq!(written.folders, folders);
        assert_eq!(needs(&["--unique", "a"]).unwrap().folders, [env::temp_dir()]);
    }

    #[test]
    fn what_leads_elsewhere_is_read_there() {
        for flag in ["--files-from=list", "--follow", "--gitignore"] {
            assert_eq!(needs(&["a", flag]).unwrap().reads, [PathBuf::from("/")], "{flag}");
        }
        assert_eq!(needs(&["a", "--pre", "/bin/cat"]), None);
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_written_themselves() {
        let written = needs(&["a", "--csv", "-o", "/dev/null"]).unwrap();
        assert_eq!(written.devices, [PathBuf::from("/dev/null")]);
    }
}
