//! What was typed, by groups of flags. Nothing is opened here.

mod finding;
mod input;
mod looks;
mod output;
mod pick;
mod report;
mod selecting;
mod uris;
mod values;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

use super::version;

pub(super) use finding::{Ending, Finding, LimitArgs};
pub(super) use input::{Files, Reading};
pub(super) use looks::Color;
pub(super) use looks::{Hyperlinks, Looks};
pub(super) use output::{Aggregating, Context, Printing, Sort, TransformArgs, Writing};
pub(super) use pick::Pick;
pub(super) use report::PageArgs;
pub(super) use selecting::{Selecting, Wanted};
pub(super) use uris::{Compare, Explain, Production, Relative, Resolve, Uris};
pub(super) use values::ALL_COLUMNS;
pub(super) use values::{Generated, Unwrapped};

/// The start of the help, by task.
pub(super) const EXAMPLES: &str = "\
Examples:
  urisift mail.mbox                        every URI in a mailbox, one per line
  urisift -Hn --scheme mailto,tel docs/    two schemes only, with path and line
  urisift --top 10 --by host logs/         the ten most frequent hosts
  urisift --unique=domain site/            the first URI of each domain
  urisift --invalid -C1 docs/              invalid URIs with context
  tail -f app.log | urisift --json         JSON from a live log
  urisift --refang --assess suspect.eml    defanged URIs, with cautions
  urisift -o links.csv archive.zip         a CSV table of an archive
  urisift report -o links.html archive/    a report to open in a browser
  urisift pick mail.mbox                   pick URIs to open or copy
  urisift explain 'http://a.example:8o/'   components, and why a URI is invalid";

/// The start of the short help.
const FIRST_EXAMPLES: &str = "  \
  urisift mail.mbox                      every URI in a mailbox, one per line
  urisift --top 10 --by host logs/       the ten most frequent hosts
  urisift report -o links.html archive/  a report to open in a browser";

/// The end of the help.
pub(super) const EXIT_STATUS: &str = "\
Exit status:
  0 if a URI was found, 1 if none was found, 2 if an error occurred.
  With --exit-zero: 2 if the search itself cannot run, otherwise 0.";

/// What the program is, how to use it, and then every flag.
const HELP: &str = "\
{about-with-newline}
{before-help}{usage-heading} {usage}

{all-args}{after-help}";

/// Find URIs in files of any kind, with exact first and last bytes
///
/// Prints one URI per line, in input order. Delimiters such as <…> and the prefix URL: are removed, URIs broken across
/// lines are rejoined, and sentence punctuation is dropped.
#[derive(Debug, Parser)]
#[command(
    name = "urisift",
    bin_name = "urisift",
    version,
    long_version = version::long_version(),
    args_conflicts_with_subcommands = true,
    subcommand_value_name = "COMMAND",
    subcommand_help_heading = "Commands (to search a file named like a command, use ./explain)",
    help_template = HELP,
    before_help = FIRST_EXAMPLES,
    before_long_help = EXAMPLES,
    after_help = "Use --help for details and more examples.",
    after_long_help = EXIT_STATUS,
    disable_help_subcommand = true,
    args_override_self = true
)]
pub(super) struct Args {
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Files and directories to search; "-" is standard input
    ///
    /// Directories are searched in name order, including hidden files. Symbolic links, special files, version control
    /// directories (.git, .hg, .svn) and unfinished urisift output are skipped. Without PATH or --files-from, searches
    /// standard input if it is a pipe, file or socket, else the current directory.
    #[arg(value_name = "PATH", help_heading = input::INPUT, display_order = 0)]
    pub paths: Vec<PathBuf>,

    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub printing: Printing,
    #[command(flatten)]
    pub writing: Writing,
    #[command(flatten)]
    pub aggregating: Aggregating,
    #[command(flatten)]
    pub context: Context,
    #[command(flatten)]
    pub page: PageArgs,
    #[command(flatten)]
    pub looks: Looks,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub diagnostics: DiagnosticArgs,
    #[command(flatten)]
    pub other: Other,
}

/// What is searched and how: the same for a report and for the list on the terminal.
#[derive(Debug, clap::Args)]
pub(super) struct SearchArgs {
    #[command(flatten)]
    pub files: Files,
    #[command(flatten)]
    pub reading: Reading,
    #[command(flatten)]
    pub finding: Finding,
    #[command(flatten)]
    pub ending: Ending,
    #[command(flatten)]
    pub selecting: Selecting,
    #[command(flatten)]
    pub transforms: TransformArgs,
}

impl Args {
    /// Whether keys are counted, and not files.
    pub fn counts_keys(&self) -> bool {
        let Aggregating { unique, by, top, .. } = &self.aggregating;
        let counts = !by.is_empty() || top.is_some();
        (counts || self.printing.count && !unique.is_empty()) && !self.printing.quiet
    }

    /// Whether finds are written by their keys, and not each on its own.
    pub fn aggregates(&self) -> bool {
        self.counts_keys() || !self.aggregating.unique.is_empty() && !self.printing.quiet
    }

    /// Whether the finds of each file are counted.
    pub fn counts_files(&self) -> bool {
        self.printing.count && !self.counts_keys()
    }

    /// Whether only numbers and paths are printed, or nothing.
    pub fn prints_no_finds(&self) -> bool {
        let Printing { quiet, files_with_matches, files_without_match, .. } = self.printing;
        quiet || files_with_matches || files_without_match || self.counts_files()
    }

    /// How much memory aggregation takes, in bytes, and a page: half of it each, if there are both. It is at most an eighth
    /// of that of the process, if that is limited.
    pub fn memory(&self) -> usize {
        let is_shared = self.page.report.is_some() && self.aggregates();
        let limit = self.limits.max_memory.map_or(usize::MAX, |memory| memory / 8);
        let memory = self.limits.buffer_size.min(limit);
        if is_shared { memory / 2 } else { memory }
    }
}

/// Messages, progress and the exit status.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Messages and exit status")]
pub(super) struct DiagnosticArgs {
    /// Print statistics about the search at the end
    ///
    /// Includes a table of URIs by scheme, wrapper and fault, with bars.
    #[arg(long)]
    pub stats: bool,
    /// Do not show progress
    ///
    /// Default: shown after one second, if standard error is a terminal and standard output is not.
    #[arg(long)]
    pub no_progress: bool,
    /// Suppress messages about unreadable or partly unreadable files
    ///
    /// The exit status is still 2.
    #[arg(short = 's', long)]
    pub no_messages: bool,
    /// Exit with status 0 whether or not URIs were found or files could be read
    ///
    /// For job runners that retry on any other status. The status is still 2 if the search cannot run: invalid flags,
    /// unreadable config, value or path lists, or output that cannot be written.
    #[arg(long)]
    pub exit_zero: bool,
}

/// What is asked for instead of a search, and where flags come from.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Other")]
pub(super) struct Other {
    /// Ignore the configuration file named by URISIFT_CONFIG_PATH
    ///
    /// The file has one flag or value per line, which precede those on the command line. Lines starting with # are
    /// comments.
    #[arg(long)]
    pub no_config: bool,
    /// Disable the sandbox
    ///
    /// On Linux, access to the network, other programs and all files but inputs and outputs is dropped before reading
    /// input. With --pre, nothing is dropped. --stats shows what the kernel blocks.
    #[arg(long)]
    pub no_sandbox: bool,
    /// Generate a man page or shell completions, and exit
    #[arg(long, value_name = "KIND")]
    pub generate: Option<Generated>,
}

/// What is asked for by a word in front.
#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Report(Box<report::Report>),
    Pick(Box<Pick>),
    #[command(flatten)]
    Uris(Uris),
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    #[test]
    fn the_flags_do_not_contradict_each_other() {
        super::Args::command().debug_assert();
    }

    /// The commands of examples: what a line says before two blanks, after any pipe.
    fn commands(examples: &str) -> impl Iterator<Item = &str> {
        let commands =
            examples.lines().filter_map(|line| line.strip_prefix("  ")?.split("  ").next());
        commands.filter_map(|command| command.split(" | ").last())
    }

    #[test]
    fn every_example_is_understood_and_fits_a_terminal() {
        for examples in [super::EXAMPLES, super::FIRST_EXAMPLES] {
            assert!(commands(examples).count() >= 3);
            for command in commands(examples) {
                let words = command.split(' ').map(|word| word.trim_matches('\''));
                let args = super::Args::try_parse_from(words);
                assert!(args.is_ok(), "{command}: {}", args.unwrap_err());
            }
            assert!(examples.lines().all(|line| line.len() < 80));
        }
        let long: Vec<_> = commands(super::EXAMPLES).collect();
        assert!(commands(super::FIRST_EXAMPLES).all(|command| long.contains(&command)));
    }

    #[test]
    fn every_format_is_in_the_help() {
        let help = super::Args::command().render_long_help().to_string();
        let words: Vec<_> = help.split(|c: char| !c.is_alphanumeric() && c != '-').collect();
        assert!(crate::input::FORMATS.iter().all(|format| words.contains(&format.name())));
    }
}
