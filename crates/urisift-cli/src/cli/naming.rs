//! Which files are searched.

use std::path::PathBuf;

use super::args::{Args, Files};
use crate::input::{KindsAsked, Named, PathList, Rules, RulesAsked, Separator, stdin_is_fed};
use crate::select::Lists;

/// The named paths and lists; without any, standard input if it is piped in, or the current directory.
///
/// # Errors
/// What is wrong with them.
pub(super) fn named(args: &Args, patterns: &Lists) -> Result<Named, String> {
    let lists = lists(args);
    let is_bare = args.paths.is_empty() && lists.is_empty();
    let paths = if is_bare { default_paths(&args.files, patterns) } else { args.paths.clone() };
    let named = Named { paths, lists, rules: Rules::of(&rules(&args.files))? };
    named.check_stdin(patterns.have_read_stdin())?;
    Ok(named)
}

/// The flags for file types.
pub(super) fn kinds(files: &Files) -> KindsAsked {
    KindsAsked {
        cleared: files.type_clear.clone(),
        added: files.type_add.clone(),
        wanted: files.kind.clone(),
        unwanted: files.type_not.clone(),
    }
}

fn rules(files: &Files) -> RulesAsked {
    RulesAsked {
        globs: files.glob.clone(),
        iglobs: files.iglob.clone(),
        kinds: kinds(files),
        no_hidden: files.no_hidden,
        gitignore: files.gitignore,
        ignore_files: files.ignore_file.clone(),
        follow: files.follow,
        one_file_system: files.one_file_system,
        max_filesize: files.max_filesize.map(|size| size as u64),
    }
}

fn lists(args: &Args) -> Vec<PathList> {
    let separator = if args.printing.null { Separator::Nul } else { Separator::Line };
    let list = |file: &PathBuf| PathList { file: file.clone(), separator };
    args.files.files_from.iter().map(list).collect()
}

/// Standard input is not listed by --files, and it is not searched if it was a list of patterns.
fn default_paths(files: &Files, patterns: &Lists) -> Vec<PathBuf> {
    let is_text = !files.files && stdin_is_fed() && !patterns.have_read_stdin();
    vec![PathBuf::from(if is_text { "-" } else { "." })]
}
