//! Default flags from a file.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, fs};

use bstr::ByteSlice;
use clap::{CommandFactory, Parser};

use crate::cli::args::Args;
use crate::cli::messages::complain;
use crate::problem::Problem;

/// The environment variable with the path of the file.
const VARIABLE: &str = "URISIFT_CONFIG_PATH";

/// The arguments, and the file that some of them come from.
pub(in crate::cli) struct Arguments {
    pub all: Vec<OsString>,
    /// The file, if there is one.
    pub config: Option<PathBuf>,
    /// The file could not be read, which has been reported.
    pub is_unread: bool,
}

/// What was typed, with the flags of the file between the name of the program and the first flag. They
/// are for searches: subcommands do not use them.
pub(in crate::cli) fn arguments(typed: impl IntoIterator<Item = OsString>) -> Arguments {
    let mut all = command_first(typed.into_iter().collect());
    let config = env::var_os(VARIABLE).filter(|path| !path.is_empty()).map(PathBuf::from);
    let config = config.filter(|_| !is_refused(&all));
    let flags = config.as_deref().map(flags_in);
    let is_unread = flags == Some(None);
    let at = all.len().min(1);
    all.splice(at..at, flags.flatten().unwrap_or_default());
    Arguments { all, config, is_unread }
}

/// Returns `true` if the arguments exclude the file.
fn is_refused(typed: &[OsString]) -> bool {
    let mut flags = typed.iter().skip(1).take_while(|argument| *argument != "--");
    let commands = commands();
    let is_command = |first: &OsString| commands.iter().any(|name| first == name.as_str());
    flags.any(|argument| argument == "--no-config") || typed.get(1).is_some_and(is_command)
}

/// The names of the subcommands.
fn commands() -> Vec<String> {
    Args::command().get_subcommands().map(|sub| sub.get_name().to_owned()).collect()
}

/// The arguments with a subcommand before its flags, if it was typed after them, and no file has its name.
fn command_first(typed: Vec<OsString>) -> Vec<OsString> {
    if !typed.get(1).is_some_and(|first| first.as_encoded_bytes().starts_with(b"-")) {
        return typed;
    }
    // To ask for the names of all takes longer than to search a small file.
    let may_be_one =
        |argument: &OsString| argument.as_encoded_bytes().iter().all(u8::is_ascii_lowercase);
    let mut before = typed.iter().skip(1).take_while(|argument| *argument != "--");
    if !before.any(may_be_one) {
        return typed;
    }
    let commands = commands();
    let is_it = |argument: &OsString| commands.iter().any(|name| argument == name.as_str());
    let mut before = typed.iter().take_while(|argument| *argument != "--");
    let Some(at) = before.position(is_it) else { return typed };
    let is_only_path = |args: Args| args.paths == [Path::new(&typed[at])];
    let is_command = Path::new(&typed[at]).symlink_metadata().is_err()
        && Args::try_parse_from(&typed[..=at]).is_ok_and(is_only_path);
    let mut moved = typed.clone();
    moved[1..=at].rotate_right(1);
    if is_command && Args::try_parse_from(&moved).is_ok() { moved } else { typed }
}

/// The flags in the file; `None` if it cannot be read, which is reported.
fn flags_in(path: &Path) -> Option<Vec<OsString>> {
    match fs::read(path) {
        Ok(text) => Some(flags(&text)),
        Err(error) => {
            complain(&Problem::io(path, None, &error));
            None
        }
    }
}

/// One flag per line, without the whitespace around it.
fn flags(text: &[u8]) -> Vec<OsString> {
    let lines = text.lines().map(|line| line.trim());
    let flags = lines.filter(|line| !line.is_empty() && !line.starts_with(b"#"));
    flags.map(|flag| flag.to_os_str_lossy().into_owned()).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_command_may_follow_its_flags() {
        let first = |typed: &str| {
            let typed = super::command_first(typed.split(' ').map(Into::into).collect());
            typed.join(" ".as_ref()).into_string().unwrap()
        };
        let moved = first("urisift --color always explain http://a/");
        assert_eq!(moved, "urisift explain --color always http://a/");
        for typed in [
            "urisift explain --color always",
            "urisift a explain",
            "urisift --color always a explain",
            "urisift -n explain",
            "urisift --color explain a",
            "urisift -- explain",
            "urisift --nothing",
            "urisift",
        ] {
            assert_eq!(first(typed), typed);
        }
    }

    #[test]
    fn a_flag_a_line() {
        let flags = super::flags(b"# always\r\n--www\r\n\n  --scheme=http  \n-j\n2\n--host=a b");
        assert_eq!(flags, ["--www", "--scheme=http", "-j", "2", "--host=a b"]);
    }
}
