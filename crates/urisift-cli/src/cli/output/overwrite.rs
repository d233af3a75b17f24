//! Which existing files are not replaced: those that may have been meant as input, since `-o` and `-r` have other
//! meanings in grep and ripgrep. Nothing is written here.

#[cfg(unix)]
use std::fs;
use std::path::{Path, PathBuf};

use super::destination::{self, printable};
use super::skipped::folder;
use crate::cli::args::Args;

/// Refuses an output file that exists and may be meant as input, unless --force is given.
///
/// # Errors
/// What to type instead.
pub(in crate::cli) fn refuse(args: &Args) -> Result<(), String> {
    let prints_lists = args.search.files.files || args.search.files.type_list;
    if args.writing.force || prints_lists {
        return Ok(());
    }
    if args.paths.is_empty()
        && let Some(name) = replacement_in_name_of_file(args)
    {
        let name = typed(&name);
        return Err(format!(
            "{name} exists, and -r TEMPLATE replaces URIs with TEMPLATE; to search it recursively, run: urisift {name}; \
             to use it as TEMPLATE, add --force"
        ));
    }
    let output = args.writing.output.as_deref().filter(|path| {
        !destination::is_stdout(path)
            && !args.printing.quiet
            && !destination::is_continued(args, path)
    });
    let outputs = [(output, "-o"), (args.page.report.as_deref(), "--report")];
    outputs.into_iter().try_for_each(|(path, flag)| match path {
        Some(path) if is_regular(path) => refuse_to_replace(args, path, flag),
        _ => Ok(()),
    })
}

fn refuse_to_replace(args: &Args, path: &Path, flag: &str) -> Result<(), String> {
    let name = typed(path);
    let command = if args.writing.page { "urisift report" } else { "urisift" };
    if args.paths.is_empty() {
        return Err(format!(
            "{name} exists, and {flag} would overwrite it; to search it, run: {command} {name}; to overwrite it, add --force"
        ));
    }
    if args.paths.iter().any(|searched| holds(searched, path)) {
        return Err(format!(
            "{name} is among the files to search, and {flag} would overwrite it; use another name, or add --force"
        ));
    }
    Ok(())
}

/// The value of --replace, if it names a file or a directory.
fn replacement_in_name_of_file(args: &Args) -> Option<PathBuf> {
    let text = args.writing.replace.as_ref()?.constant()?;
    Some(PathBuf::from(text)).filter(|path| path.exists())
}

/// Returns `true` if a file of that name would be replaced. Devices and pipes are written to, and so is what another
/// program has opened.
fn is_regular(path: &Path) -> bool {
    const OPENED: [&str; 3] = ["/dev/stderr", "/dev/fd", "/proc"];
    !OPENED.iter().any(|opened| path.starts_with(opened))
        && path.metadata().is_ok_and(|meta| meta.is_file())
}

/// Returns `true` if the file is the searched path, or lies below it: by its own name, by the file that a link leads
/// to, or by another name of the same file.
fn holds(searched: &Path, file: &Path) -> bool {
    let Ok(searched) = searched.canonicalize() else { return false };
    let own = file.file_name().zip(folder(file)).map(|(name, folder)| folder.join(name));
    let places = own.into_iter().chain(file.canonicalize());
    places.into_iter().any(|place| place.starts_with(&searched)) || is_same(&searched, file)
}

/// Returns `true` if both are hard links to one file.
#[cfg(unix)]
fn is_same(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |path| fs::metadata(path).ok().map(|meta| (meta.dev(), meta.ino()));
    id(one).is_some_and(|one| id(other) == Some(one))
}

#[cfg(not(unix))]
fn is_same(_: &Path, _: &Path) -> bool {
    false
}

/// A path as it is typed in a shell.
fn typed(path: &Path) -> String {
    let name = printable(path);
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+,:@%=".contains(c);
    let name = if name.starts_with('-') { format!("./{name}") } else { name };
    if name.chars().all(is_plain) { name } else { format!("'{}'", name.replace('\'', r"'\''")) }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_held_by_any_of_its_names() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("tree/inner")).unwrap();
        for name in ["tree/inner/a", "tree2", "b"] {
            fs::write(at(name), "").unwrap();
        }
        fs::hard_link(at("b"), at("hard")).unwrap();
        for (target, link) in [("tree/inner/a", "into"), ("b", "tree/out"), ("tree", "way")] {
            std::os::unix::fs::symlink(at(target), at(link)).unwrap();
        }
        for (searched, file) in [
            ("tree", "tree/inner/a"),
            ("tree", "tree/../tree/inner/a"),
            ("tree/inner/a", "tree/inner/a"),
            ("tree", "into"),
            ("tree", "tree/out"),
            ("way", "tree/inner/a"),
            ("tree", "way/inner/a"),
            ("b", "hard"),
            ("hard", "tree/out"),
        ] {
            assert!(holds(&at(searched), &at(file)), "{searched} and {file}");
        }
        for (searched, file) in [("tree", "tree2"), ("tree", "b"), ("b", "tree2"), ("none", "b")] {
            assert!(!holds(&at(searched), &at(file)), "{searched} and {file}");
        }
    }

    #[test]
    fn a_name_is_typed_as_a_shell_reads_it() {
        for (path, wanted) in [
            ("a/b.txt", "a/b.txt"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
            ("-o", "./-o"),
            ("ä", "ä"),
        ] {
            assert_eq!(typed(Path::new(path)), wanted);
        }
    }
}
