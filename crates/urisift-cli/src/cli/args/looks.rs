//! How output looks to a person.

use clap::{ArgAction, Args, ValueEnum};

use super::colors::{Recolor, recolor};
use crate::cli::color::Color;
use crate::output::{BadFormat, Format};
use crate::suggest::hint;

/// How it looks to a person.
#[derive(Debug, Args)]
#[command(next_help_heading = "How it looks")]
pub(in crate::cli) struct Looks {
    /// When what is printed has colours
    ///
    /// Paths, numbers and the components of URIs have them, and what does not fit in a URI that is not
    /// valid is marked. "auto": on a terminal, unless NO_COLOR is set; CLICOLOR_FORCE is as good as a
    /// terminal.
    ///
    /// On a terminal, and where there are colours or links, controls, invisible characters and bytes
    /// that are not UTF-8 are printed as escapes, in every form.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// Change a colour, as in host:fg:red
    ///
    /// or host:bg:0x1f, host:style:bold (nobold, dim, italic, underline) or host:none; of path, line,
    /// column, offset, scheme, userinfo, host, port, url-path, query, fragment, delimiter, fault, or
    /// uri (all of it).
    #[arg(long, value_name = "SPEC", action = ArgAction::Append, value_parser = recolor)]
    pub colors: Vec<Recolor>,
    /// When URIs and places are links in the terminal
    ///
    /// What stands in front of URIs is a link to the file, and valid URIs of http, https, ftp, ftps,
    /// gopher, gemini, mailto, news and geo are links to themselves. "auto": on a terminal that is
    /// known to have links. Addresses of more than 2083 bytes are none.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub hyperlinks: Hyperlinks,
    /// What links to files are made of
    ///
    /// default, none, file, cursor, grep+, kitty, macvim, textmate, vscode, vscode-insiders, vscodium,
    /// or a form with {path}, {host}, {line}, {column} and {wslprefix}.
    #[arg(long, value_name = "FORMAT", default_value = "default", value_parser = format)]
    pub hyperlink_format: Format,
}

/// When there are links.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::cli) enum Hyperlinks {
    Auto,
    Always,
    Never,
}

fn format(text: &str) -> Result<Format, String> {
    text.parse().map_err(|bad| match bad {
        BadFormat::NoScheme => {
            let names: Vec<_> = Format::names().collect();
            let hint = hint(text, Format::names());
            format!("expected {}, or a form that starts with a scheme{hint}", names.join(", "))
        }
        BadFormat::NoPath => "there is no {path} in it".to_owned(),
        BadFormat::ColumnWithoutLine => "there is a {column} in it, and no {line}".to_owned(),
        BadFormat::Unclosed => "there is a \"{\" in it without a \"}\"".to_owned(),
        BadFormat::UnknownVariable(name) => {
            let names: Vec<_> = Format::variables().collect();
            let hint = hint(&name, Format::variables());
            format!("\"{name}\" is not one of {}{hint}", names.join(", "))
        }
    })
}
