//! Suggestions for a file that does not exist.

use std::fs;
use std::path::Path;

use clap::{Command, CommandFactory};

use super::args::Args;
use crate::suggest::nearest;

/// What the path may have been meant to be, as a sentence: a subcommand, or a file with a similar name
/// in the same folder.
pub(super) fn for_missing(path: &Path) -> Option<String> {
    if path.symlink_metadata().is_ok() {
        return None;
    }
    let name = path.file_name()?.to_str()?;
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let command = folder.is_none().then(|| subcommand_like(name)).flatten();
    if let Some(command) = command {
        return Some(format!("did you mean the command \"urisift {command}\"?"));
    }
    let names = names_in(folder.unwrap_or(Path::new(".")));
    let like = nearest(name, names.iter().map(String::as_str))?;
    let meant = folder.map_or_else(|| like.into(), |folder| folder.join(like));
    Some(format!("did you mean \"{}\"?", meant.display()))
}

fn subcommand_like(name: &str) -> Option<String> {
    let command = Args::command();
    let names = command.get_subcommands().map(Command::get_name);
    nearest(name, names).map(str::to_owned)
}

/// How many names in a folder are compared.
const MAX_NAMES: usize = 10_000;

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().take(MAX_NAMES);
    entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_hand() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("mail.txt"), "").unwrap();
        let hint = |name: &str| for_missing(&folder.path().join(name));
        assert!(hint("mial.txt").unwrap().ends_with("mail.txt\"?"));
        assert_eq!((hint("mail.txt"), hint("server.log")), (None, None));
        let command = for_missing(Path::new("expalin")).unwrap();
        assert_eq!(command, "did you mean the command \"urisift explain\"?");
        assert_eq!(for_missing(Path::new("")), None);
    }
}
