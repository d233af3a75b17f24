//! What was typed, a group of flags a file. Nothing is opened here.

mod beside;
mod colors;
mod context;
mod ending;
mod files;
mod finding;
mod gathering;
mod looks;
mod making;
mod other;
mod page;
mod patterns;
mod printing;
mod reading;
mod report;
mod selecting;
mod values;
mod writing;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use super::uris;
use super::version;

pub(super) use beside::Beside;
pub(super) use context::Context;
pub(super) use ending::Ending;
pub(super) use files::Files;
pub(super) use finding::Finding;
pub(super) use gathering::Gathering;
pub(super) use looks::{Hyperlinks, Looks};
pub(super) use making::Making;
pub(super) use other::{Generated, Other};
pub(super) use page::Page;
pub(super) use patterns::Wanted;
pub(super) use printing::Printing;
pub(super) use reading::Reading;
pub(super) use selecting::Selecting;
pub(super) use values::{As, path, scheme};
pub(super) use writing::Writing;

/// The end of the help.
pub(super) const EXAMPLES: &str = "\
Examples:
  urisift mail.mbox                              every URI of a mailbox, one a line
  urisift -Hn --scheme mailto,tel docs           with its file and line, of some schemes
  urisift --top 10 --by host access.log.gz       the most frequent hosts
  urisift --unique=domain --exclude-noise site   the first URI of each domain
  urisift --format '%d%p' --regex '\\.pdf$' page   host and path of links to documents
  zcat *.gz | urisift --json | jq .host          what is known of each
  urisift -o links.sqlite archive                a database, gone on with when run again
  urisift report -o links.html archive           a page to look at, in a browser

Exit status: 0 if a URI was found, 1 if none was, 2 if there was any problem.
With --exit-zero, 2 if the search itself cannot be done, and else 0.";

/// Finds every URI in text, and in files that hold text, with exactly the right first and last byte.
///
/// Prints one URI a line, in the order of the text. A URI in <…> or behind URL: is taken out of
/// its wrapper, one that is broken over lines is put together again, and the sentence's
/// punctuation stays behind.
#[derive(Debug, Parser)]
#[command(
    name = "urisift",
    bin_name = "urisift",
    version,
    long_version = version::long(),
    about,
    args_conflicts_with_subcommands = true,
    subcommand_value_name = "COMMAND",
    subcommand_help_heading = "Commands (a file of that name is searched as ./explain)",
    after_help = "--help says more of each flag, and has examples.",
    after_long_help = EXAMPLES,
    disable_help_subcommand = true,
    args_override_self = true
)]
pub(super) struct Args {
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Files and directories to search; "-" is standard input
    ///
    /// A directory is searched in the order of names, and whole if nothing else is said: hidden files
    /// are searched; links, special files, and outputs of urisift that were not finished, are passed over.
    /// Without any, and without --files-from,
    /// standard input is searched if it is no terminal, else the current directory.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    #[command(flatten)]
    pub finding: Finding,
    #[command(flatten)]
    pub selecting: Selecting,
    #[command(flatten)]
    pub ending: Ending,
    #[command(flatten)]
    pub files: Files,
    #[command(flatten)]
    pub reading: Reading,
    #[command(flatten)]
    pub making: Making,
    #[command(flatten)]
    pub gathering: Gathering,
    #[command(flatten)]
    pub printing: Printing,
    #[command(flatten)]
    pub writing: Writing,
    #[command(flatten)]
    pub page: Page,
    #[command(flatten)]
    pub context: Context,
    #[command(flatten)]
    pub looks: Looks,
    #[command(flatten)]
    pub beside: Beside,
    #[command(flatten)]
    pub other: Other,
}

impl Args {
    /// What gathers takes so much memory, in bytes: half of it, if there is a page too.
    pub fn gathering_memory(&self) -> usize {
        let is_shared = self.page.report.is_some();
        if is_shared { self.gathering.memory / 2 } else { self.gathering.memory }
    }

    /// And so much a page, where what gathers leaves it some.
    pub fn page_memory(&self) -> usize {
        let is_shared = self.gathering.gathers(&self.printing);
        if is_shared { self.gathering.memory / 2 } else { self.gathering.memory }
    }
}

/// What is asked for by a word in front.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Report(Box<report::Report>),
    #[command(flatten)]
    Uris(uris::Command),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    #[test]
    fn the_flags_do_not_contradict_each_other() {
        super::Args::command().debug_assert();
    }

    #[test]
    fn every_format_is_in_the_help() {
        let help = super::Args::command().render_long_help().to_string();
        let words: Vec<_> = help.split(|c: char| !c.is_alphanumeric()).collect();
        assert!(crate::input::FORMATS.iter().all(|format| words.contains(&format.name())));
    }
}
