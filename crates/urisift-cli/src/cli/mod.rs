//! The command line, in layers: messages and the sandbox (`messages`, `sandbox`, `version`), what was typed (`args`),
//! what it means for the search (`flags`), what is written (`output`), and the run (`run`). On top of these are the list
//! on the terminal (`pick`), the subcommands that search nothing (`uris`), and the manual page (`generate`).

mod args;
mod flags;
mod generate;
mod messages;
mod output;
mod pick;
mod run;
mod sandbox;
mod uris;
mod version;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use clap::Parser;

use args::{Args, Command};
use flags::config::{self, Arguments};
use flags::{refusal, suggestions};
use messages::{PROBLEM, complain, print_usage_error, printed};
use run::Plan;
use run::signals;
use sandbox::{Needs, Sandbox};

pub use run::Process;
#[cfg(fuzzing)]
pub use uris::explained;

/// Runs the command and returns the exit code.
pub fn main(arguments: impl IntoIterator<Item = OsString>, process: Process) -> u8 {
    if process == Process::Own {
        signals::survive_long_files();
    }
    let Arguments { all, config, is_unread } = config::arguments(arguments);
    let code = run_with(all, config.as_deref(), process);
    if is_unread { PROBLEM } else { code }
}

/// Runs the command with these arguments, including those of the file, and returns the exit code.
fn run_with(all: Vec<OsString>, config: Option<&Path>, process: Process) -> u8 {
    let args = match Args::try_parse_from(all) {
        Ok(args) => args,
        Err(mut error) => {
            suggestions::suggest(&mut error);
            return print_parse_error(&error, config);
        }
    };
    let args = match args.command {
        Some(Command::Uris(command)) => {
            if process == Process::Own {
                Sandbox::enter(&Needs::default());
            }
            return command.run();
        }
        Some(Command::Pick(pick)) => return pick::run(*pick),
        Some(Command::Report(report)) => report.into_args(),
        None => args,
    };
    if let Some(what) = args.other.generate {
        return printed(generate::write(what, &mut output::stdout()));
    }
    match Plan::of(args, process) {
        Ok(plan) => run::execute(plan),
        Err(what) => {
            print_usage_error(&what);
            PROBLEM
        }
    }
}

/// Prints why the arguments are invalid, or the help that they ask for; returns the exit code.
fn print_parse_error(error: &clap::Error, config: Option<&Path>) -> u8 {
    if !error.use_stderr() {
        // clap does not report an error if standard output is closed.
        let is_open = output::stdout().write(b"");
        return printed(is_open.and_then(|_| error.print()).and_then(|()| io::stdout().flush()));
    }
    let _ = refusal::print(error);
    if let Some(path) = config {
        complain(&format!(
            "note: options from {} were applied first; use --no-config to ignore it",
            path.display()
        ));
    }
    PROBLEM
}
