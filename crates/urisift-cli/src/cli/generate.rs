//! The manual page and the completions, generated from the flags.

use std::io::{self, Write};

use clap::{Command, CommandFactory};
use clap_complete::{Shell, generate};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, italic, roman};

use super::args::{Args, EXAMPLES, EXIT_STATUS, Generated};

/// Writes what is asked for.
///
/// # Errors
/// If it cannot be written.
pub(super) fn write(what: Generated, out: &mut dyn Write) -> io::Result<()> {
    let mut command = Args::command();
    let shell = match what {
        Generated::Man => return manual(command, out),
        Generated::CompleteBash => Shell::Bash,
        Generated::CompleteZsh => Shell::Zsh,
        Generated::CompleteFish => Shell::Fish,
        Generated::CompletePowershell => Shell::PowerShell,
    };
    // clap_complete does not return write errors, so it writes to memory.
    let mut text = Vec::new();
    generate(shell, &mut command, "urisift", &mut text);
    out.write_all(&text)
}

/// A short synopsis: the flags have a section of their own.
fn synopsis(out: &mut dyn Write) -> io::Result<()> {
    let mut synopsis = Roff::new();
    synopsis.control("SH", ["SYNOPSIS"]);
    synopsis.text([
        bold("urisift"),
        roman(" ["),
        italic("OPTIONS"),
        roman("] ["),
        italic("PATH"),
        roman("]..."),
    ]);
    synopsis.control("br", []);
    synopsis.text([bold("urisift"), roman(" "), italic("COMMAND"), roman(" [...]")]);
    synopsis.to_writer(out)
}

/// One page for all: the search, and then the flags of the subcommands.
fn manual(command: Command, out: &mut dyn Write) -> io::Result<()> {
    let subcommands: Vec<Command> = command.get_subcommands().cloned().collect();
    let man = Man::new(command);
    man.render_title(out)?;
    man.render_name_section(out)?;
    synopsis(out)?;
    man.render_description_section(out)?;
    man.render_options_section(out)?;
    for subcommand in subcommands {
        let mut heading = Roff::new();
        heading
            .control("SH", [format!("URISIFT {}", subcommand.get_name()).to_uppercase().as_str()]);
        heading.text([roman(subcommand.get_about().map(ToString::to_string).unwrap_or_default())]);
        heading.to_writer(out)?;
        let mut options = Vec::new();
        Man::new(subcommand).render_options_section(&mut options)?;
        // They are under the subcommand's heading.
        let options = String::from_utf8_lossy(&options).replace(".SH OPTIONS", ".SS Options");
        out.write_all(options.as_bytes())?;
    }
    as_it_stands("EXAMPLES", EXAMPLES, out)?;
    as_it_stands("EXIT STATUS", EXIT_STATUS, out)
}

/// A section of the help, line by line, under a heading of the manual instead of its own.
fn as_it_stands(heading: &str, text: &str, out: &mut dyn Write) -> io::Result<()> {
    let (_, text) = text.split_once(":\n").unwrap_or_default();
    let mut section = Roff::new();
    section.control("SH", [heading]);
    section.control("nf", []);
    for line in text.lines() {
        section.text([roman(line)]);
    }
    section.control("fi", []);
    section.to_writer(out)
}
