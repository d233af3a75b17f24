//! What was typed. Nothing is opened here.

use std::num::NonZeroU8;
use std::path::PathBuf;

use clap::{ArgAction, Parser, ValueEnum};

use super::uris::Command;
use crate::grammar::uri::Iri;
use crate::input::{self, FORMATS, Format, Side};
use crate::normal::{Steps, UnknownStep};
use crate::options;

/// Finds every URI in text, and in files that hold text, with exactly the right first and last byte.
///
/// Prints one URI a line, in the order of the text. A URI in <…> or behind URL: is taken out of
/// its wrapper, one that is broken over lines is put together again, and the sentence's
/// punctuation stays behind.
#[derive(Debug, Parser)]
#[command(
    name = "urisift",
    version,
    about,
    args_conflicts_with_subcommands = true,
    subcommand_value_name = "COMMAND",
    subcommand_help_heading = "Commands (a file of that name is searched as ./explain)",
    after_help = "Exit status: 0 if a URI was found, 1 if none was, 2 if there was any problem.",
    disable_help_subcommand = true,
    args_override_self = true
)]
pub(super) struct Args {
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Files and directories to search; "-" is standard input. A directory is searched whole,
    /// hidden files included, in the order of names; links and special files in it are passed
    /// over. Without any, standard input is searched if it is no terminal, else the current
    /// directory.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Find only URIs of these schemes, in any case; hosts without a scheme are then left out
    #[arg(long, value_name = "SCHEME", value_delimiter = ',', action = ArgAction::Append, value_parser = scheme, help_heading = "What is found")]
    pub scheme: Vec<String>,
    /// Also find hosts that start with "www." and have no scheme
    #[arg(long, help_heading = "What is found")]
    pub www: bool,
    /// Also find host names without a scheme, by their top-level domain; many of them will be names
    /// of machines
    #[arg(long, help_heading = "What is found")]
    pub bare: bool,
    /// Also find e-mail addresses
    #[arg(long, help_heading = "What is found")]
    pub email: bool,
    /// Also find disguised URIs (hxxp://example[.]com), and print them undisguised
    #[arg(long, help_heading = "What is found")]
    pub refang: bool,

    /// Find only valid URIs: by RFC 3986, or RFC 3987 where they have characters beyond ASCII, and
    /// by the grammar of their scheme
    #[arg(long, overrides_with = "invalid", help_heading = "What is found")]
    pub valid: bool,
    /// Find only URIs that are not valid; --json says why
    #[arg(long, overrides_with = "valid", help_heading = "What is found")]
    pub invalid: bool,

    /// Which characters beyond ASCII belong to a URI: none, letters, or every letter (letters of
    /// Chinese, Japanese and Korean too)
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Where a URI ends")]
    pub iri: Letters,
    /// Whether a bare URI goes on in the next line: never, on strong evidence, or wherever it may
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Where a URI ends")]
    pub join: Join,
    /// Whether white space in <…> and quotes is removed: never, line breaks only, or blanks too
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Where a URI ends")]
    pub fold: Fold,
    /// Whether punctuation behind a bare URI belongs to it
    #[arg(long, value_name = "WHAT", default_value = "trim", help_heading = "Where a URI ends")]
    pub trailing: Trailing,
    /// The longest URI, in bytes (k, M and G count in 1024s); a longer one is cut, with a problem
    #[arg(long, value_name = "BYTES", default_value = "1M", value_parser = size, help_heading = "Where a URI ends")]
    pub max_len: usize,
    /// How far a wrapper is followed to its closing bracket, in bytes
    #[arg(long, value_name = "BYTES", default_value = "8k", value_parser = size, help_heading = "Where a URI ends")]
    pub max_wrap: usize,

    /// Read every file as the bytes it has, whatever they are; by default, compressed files, archives,
    /// mail, web pages, web archives, JSON and UTF-16 are told by their first bytes and taken apart
    #[arg(long, overrides_with = "format", help_heading = "How files are read")]
    pub raw: bool,
    /// Take every file for this: plain, gz, zst, bz2, xz, lz4, utf16, utf32, tar, zip, warc, html (XML
    /// too), mbox, mail (one message), ics (calendars and cards) or json (JSON lines too)
    #[arg(long = "as", value_name = "FORMAT", value_parser = format, overrides_with = "raw", help_heading = "How files are read")]
    pub format: Option<As>,
    /// Where a mail has its text in two forms, leave out finds of the other form that this one has too
    #[arg(long, value_name = "FORM", help_heading = "How files are read")]
    pub prefer: Option<Prefer>,
    /// Search what this program prints for each file, and not the file: it is given the path as its
    /// argument, and the file as its input
    #[arg(long, value_name = "COMMAND", help_heading = "How files are read")]
    pub pre: Option<PathBuf>,
    /// Ask the program of --pre for files only that match a glob, such as '*.pdf'; "!" in front takes
    /// files out again
    #[arg(long, value_name = "GLOB", action = ArgAction::Append, requires = "pre", help_heading = "How files are read")]
    pub pre_glob: Vec<String>,
    /// How many containers may lie in each other; what is in the last one is read as it is
    #[arg(long, value_name = "NUM", default_value = "16", help_heading = "How files are read")]
    pub max_depth: usize,
    /// How many bytes may be unpacked for each that is read of a file, beyond the first 64 MiB
    #[arg(long, value_name = "TIMES", default_value = "500", help_heading = "How files are read")]
    pub max_expand: u64,
    /// Search on this many threads, from 1 to 255; the output and its order do not depend on it.
    /// Default: as many as the machine runs at once
    #[arg(short = 'j', long, value_name = "NUM", value_parser = threads, help_heading = "How files are read")]
    pub threads: Option<NonZeroU8>,

    /// Print the normal form of each URI (RFC 3986 6.2) after these steps: case, percent, dots, scheme
    /// and uri, or syntax (the first three) or all; without steps, all but uri
    #[arg(long, value_name = "STEP", num_args = 0..=1, require_equals = true, value_delimiter = ',', default_missing_value = "syntax,scheme", value_parser = steps, help_heading = "What is made of a URI")]
    pub normalize: Option<Vec<Steps>>,
    /// Print what each URI resolves to against this one (RFC 3986 5.2): "." and ".." go out of its
    /// path, and a host without a scheme (--www) gets that of the base; relative links in HTML are
    /// found too, where the document says no base itself
    #[arg(long, value_name = "URI", value_parser = base, help_heading = "What is made of a URI")]
    pub base: Option<String>,
    /// Print the URI that stands in a link of Safe Links, URL Defense, Google or Facebook
    #[arg(long, help_heading = "What is made of a URI")]
    pub unwrap: bool,
    /// Print disguised URIs (hxxps://example[.]com); with --json, all of these add fields: unwrapped,
    /// resolved, normal, defanged
    #[arg(long, help_heading = "What is made of a URI")]
    pub defang: bool,

    /// Print the path in front of each URI
    #[arg(short = 'H', long, overrides_with = "no_filename", help_heading = "What is printed")]
    pub with_filename: bool,
    /// Print no paths in front, not even with -c; undoes -H
    #[arg(long, overrides_with = "with_filename", help_heading = "What is printed")]
    pub no_filename: bool,
    /// Print the number of the line in front of each URI, from 1
    #[arg(short = 'n', long, help_heading = "What is printed")]
    pub line_number: bool,
    /// Print the offset of the first byte in front of each URI, from 0
    #[arg(short = 'b', long, help_heading = "What is printed")]
    pub byte_offset: bool,
    /// Print one JSON object a URI: path, start and end (bytes), line, column, where in a container it
    /// stands (part, part_start and part_end, decoded, packed_at, message_id, date, base, reference), uri, raw
    /// (where it differs), wrapper, readings (where there are two), truncated (where it was cut), scheme,
    /// userinfo, host, port, uri_path, query and fragment (where they are defined), valid, fault
    /// (where it is not: the byte of the URI, and the rule); -H, -n, -b and -0 change nothing in it
    #[arg(long, help_heading = "What is printed")]
    pub json: bool,
    /// Print JSON as with --json, and in it conforms (the editions of the standard whose grammar the
    /// URI satisfies: 1994, rfc1738, 1997, 2003, rfc3986) and cautions (what to be careful about,
    /// with bytes of the URI)
    #[arg(long, help_heading = "What is printed")]
    pub judge: bool,
    /// Print only how many URIs each file has
    #[arg(short, long, help_heading = "What is printed")]
    pub count: bool,
    /// Print only the paths of files that have a URI
    #[arg(short = 'l', long, help_heading = "What is printed")]
    pub files_with_matches: bool,
    /// Print only the paths of files that have none
    #[arg(short = 'L', long, help_heading = "What is printed")]
    pub files_without_match: bool,
    /// Print nothing, whatever else is asked for; end at the first URI
    #[arg(short, long, help_heading = "What is printed")]
    pub quiet: bool,
    /// End after this many URIs in each file
    #[arg(short, long, value_name = "NUM", help_heading = "What is printed")]
    pub max_count: Option<u64>,
    /// Write each URI at once, as on a terminal, and not in blocks of 64 KiB
    #[arg(long, help_heading = "What is printed")]
    pub line_buffered: bool,
    /// End URIs, counts and paths with NUL instead of a line feed or colon
    #[arg(short = '0', long, help_heading = "What is printed")]
    pub null: bool,
}

/// A scheme, with or without what follows it in a URI.
fn scheme(text: &str) -> Result<String, String> {
    let name = text.strip_suffix("://").or_else(|| text.strip_suffix(':')).unwrap_or(text);
    let is_scheme = crate::grammar::scheme::is_scheme(name.as_bytes());
    is_scheme
        .then(|| name.to_owned())
        .ok_or_else(|| "expected the name of a scheme, such as http".to_owned())
}

/// Steps of the ladder of normal forms.
fn steps(text: &str) -> Result<Steps, String> {
    text.parse().map_err(|unknown: UnknownStep| unknown.to_string())
}

/// A URI to resolve against.
fn base(text: &str) -> Result<String, String> {
    match Iri::parse(text) {
        Ok(base) => Ok(base.to_string()),
        Err(fault) => Err(format!("no URI: {fault}")),
    }
}

/// What a file is taken for.
#[derive(Clone, Copy, Debug)]
pub(super) enum As {
    /// Text.
    Plain,
    Format(&'static dyn Format),
}

/// A form of a text.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Prefer {
    Text,
    Html,
}

impl From<Prefer> for Side {
    fn from(prefer: Prefer) -> Self {
        match prefer {
            Prefer::Text => Side::Text,
            Prefer::Html => Side::Html,
        }
    }
}

/// A format, as it is typed.
fn format(name: &str) -> Result<As, String> {
    if name == "plain" {
        return Ok(As::Plain);
    }
    input::named(name).map(As::Format).ok_or_else(|| {
        let names: Vec<_> = FORMATS.iter().map(|format| format.name()).collect();
        format!("expected plain, {}", names.join(", "))
    })
}

/// A number of threads, as it is typed.
fn threads(text: &str) -> Result<NonZeroU8, String> {
    text.parse().map_err(|_| "expected a number of threads, from 1 to 255".to_owned())
}

/// A number of bytes, as it is typed.
fn size(text: &str) -> Result<usize, String> {
    let expected = || "expected a number of bytes, such as 4096, 8k or 1M".to_owned();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        _ => return Err(expected()),
    };
    let number: usize = digits.parse().map_err(|_| expected())?;
    match number.checked_mul(1 << shift) {
        Some(0) => Err("expected at least one byte".to_owned()),
        Some(bytes) => Ok(bytes),
        None => Err("that is more than this machine can count".to_owned()),
    }
}

/// Makes the enumeration of a flag's values, and what they mean to the library.
macro_rules! values {
    ($($name:ident { $($value:ident),+ })+) => {$(
        #[derive(Clone, Copy, Debug, ValueEnum)]
        pub(super) enum $name { $($value),+ }

        impl From<$name> for options::$name {
            fn from(value: $name) -> Self {
                match value { $($name::$value => options::$name::$value),+ }
            }
        }
    )+};
}

values! {
    Letters { Never, Auto, Always }
    Join { Never, Auto, Always }
    Fold { Never, Auto, Always }
    Trailing { Trim, Keep }
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
        assert!(super::FORMATS.iter().all(|format| words.contains(&format.name())));
    }

    #[test]
    fn sizes() {
        assert_eq!(super::size("4096"), Ok(4096));
        assert_eq!(super::size("8k"), Ok(8192));
        assert_eq!(super::size("1MiB"), Ok(1 << 20));
        assert!(
            super::size("0").is_err() && super::size("x").is_err() && super::size("-1").is_err()
        );
        assert!(
            super::size("99999999999999999999").is_err() && super::size("9999999999999G").is_err()
        );
    }
}
