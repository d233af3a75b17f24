//! How output looks to a person: colours, as they are typed in `host:fg:red`, as in ripgrep, and links.

use anstyle::{Ansi256Color, AnsiColor, Effects, RgbColor};
use clap::{ArgAction, Args, ValueEnum};

use crate::output::{Change, LinkFormat, Role};
use crate::suggest::hint;

/// Colors and hyperlinks.
#[derive(Debug, Args)]
#[command(next_help_heading = "Display")]
pub(in crate::cli) struct Looks {
    /// When to use color
    ///
    /// Colors paths, numbers and URI components, and marks faults in invalid URIs. auto: on a terminal, unless NO_COLOR
    /// is set; CLICOLOR_FORCE counts as a terminal.
    ///
    /// On a terminal, or with colors or hyperlinks, control characters, invisible characters and invalid UTF-8 are
    /// escaped in every output format.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// Configure colors, such as host:fg:red
    ///
    /// Also host:bg:0x1f, host:style:bold (nobold, dim, italic, underline), host:none. Instead of host: path, line,
    /// column, offset, scheme, userinfo, port, url-path, query, fragment, delimiter, fault, or uri for the whole URI.
    #[arg(long, value_name = "SPEC", action = ArgAction::Append, value_parser = recolor)]
    pub colors: Vec<Recolor>,
    /// When to print terminal hyperlinks
    ///
    /// The prefix of a URI links to the file, and valid URIs of http, https, ftp, ftps, gopher, gemini, mailto, news
    /// and geo link to themselves. auto: on terminals known to support hyperlinks. URIs longer than 2083 bytes are not
    /// linked.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub hyperlinks: Hyperlinks,
    /// Set the format of hyperlinks to files
    ///
    /// default, none, file, cursor, grep+, kitty, macvim, textmate, vscode, vscode-insiders, vscodium, or a format with
    /// {path}, {host}, {line}, {column} and {wslprefix}.
    #[arg(long, value_name = "FORMAT", default_value = "default", value_parser = LinkFormat::parse)]
    pub hyperlink_format: LinkFormat,
}

/// When output is coloured.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::cli) enum Color {
    // By NO_COLOR, CLICOLOR, CLICOLOR_FORCE and TERM.
    Auto,
    #[value(alias = "ansi")]
    Always,
    Never,
}

/// When there are links.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(in crate::cli) enum Hyperlinks {
    Auto,
    Always,
    Never,
}

/// A change to the style of some roles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Recolor {
    pub roles: Vec<Role>,
    pub change: Change,
}

const NAMES: [(&str, AnsiColor); 8] = [
    ("black", AnsiColor::Black),
    ("red", AnsiColor::Red),
    ("green", AnsiColor::Green),
    ("yellow", AnsiColor::Yellow),
    ("blue", AnsiColor::Blue),
    ("magenta", AnsiColor::Magenta),
    ("cyan", AnsiColor::Cyan),
    ("white", AnsiColor::White),
];

/// Intense is what terminals make of bold, so it is no style apart.
const STYLES: [(&str, Effects); 5] = [
    ("bold", Effects::BOLD),
    ("intense", Effects::BOLD),
    ("dim", Effects::DIMMED),
    ("italic", Effects::ITALIC),
    ("underline", Effects::UNDERLINE),
];

const ATTRIBUTES: [&str; 4] = ["none", "fg", "bg", "style"];

/// What stands for the whole URI.
const URI: [&str; 2] = ["uri", "match"];

/// One change: `WHAT:fg:COLOR`, `WHAT:bg:COLOR`, `WHAT:style:STYLE` or `WHAT:none`.
pub(super) fn recolor(text: &str) -> Result<Recolor, String> {
    let (what, attribute) = text.split_once(':').ok_or_else(shape)?;
    let roles = roles(what)?;
    let change = match attribute.split_once(':') {
        None if attribute == "none" => Change::Clear,
        Some(("fg", color)) => Change::Foreground(self::color(color)?),
        Some(("bg", color)) => Change::Background(self::color(color)?),
        Some(("style", style)) => self::style(style)?,
        other => {
            let name = other.map_or(attribute, |(name, _)| name);
            let is_known = ATTRIBUTES.contains(&name);
            return Err(if is_known { shape() } else { unknown("", name, ATTRIBUTES.into_iter()) });
        }
    };
    Ok(Recolor { roles, change })
}

fn shape() -> String {
    "expected WHAT:fg:COLOR, WHAT:bg:COLOR, WHAT:style:STYLE or WHAT:none".to_owned()
}

/// Says what is none, and what there is.
fn unknown<'n>(what: &str, word: &str, names: impl Iterator<Item = &'n str> + Clone) -> String {
    let hint = hint(word, names.clone());
    let names: Vec<_> = names.collect();
    format!("unknown '{word}'; expected one of {}{what}{hint}", names.join(", "))
}

fn roles(what: &str) -> Result<Vec<Role>, String> {
    if URI.contains(&what) {
        return Ok(Role::OF_URI.to_vec());
    }
    let role = Role::ALL.into_iter().find(|(name, _)| *name == what);
    let names = Role::ALL.into_iter().map(|(name, _)| name).chain(["uri"]);
    role.map(|(_, role)| vec![role]).ok_or_else(|| unknown("", what, names))
}

fn style(text: &str) -> Result<Change, String> {
    let named = |name: &str| STYLES.into_iter().find(|(style, _)| *style == name);
    let without = text.strip_prefix("no").and_then(named);
    match (named(text), without) {
        (Some((_, effects)), _) => Ok(Change::Add(effects)),
        (None, Some((_, effects))) => Ok(Change::Remove(effects)),
        _ => {
            let names = STYLES.into_iter().map(|(name, _)| name);
            Err(unknown(", or one of these after \"no\"", text, names))
        }
    }
}

/// A name, one of 256, or red, green and blue; numbers are decimal or hexadecimal.
fn color(text: &str) -> Result<anstyle::Color, String> {
    if let Some((_, color)) = NAMES.into_iter().find(|(name, _)| *name == text) {
        return Ok(color.into());
    }
    let numbers: Option<Vec<u8>> = text.split(',').map(number).collect();
    match numbers.as_deref() {
        Some([index]) => Ok(Ansi256Color(*index).into()),
        Some([r, g, b]) => Ok(RgbColor(*r, *g, *b).into()),
        _ => {
            let names = NAMES.into_iter().map(|(name, _)| name);
            Err(unknown(", a number up to 255, or three with commas", text, names))
        }
    }
}

fn number(text: &str) -> Option<u8> {
    // The standard library accepts a sign, too.
    let is_plain = text.bytes().all(|b| b.is_ascii_alphanumeric());
    let number = match text.strip_prefix("0x") {
        Some(digits) => u8::from_str_radix(digits, 16),
        None => text.parse(),
    };
    number.ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes() {
        use Change::{Add, Background, Clear, Foreground, Remove};
        for (text, roles, change) in [
            ("host:fg:red", &[Role::Host][..], Foreground(AnsiColor::Red.into())),
            ("path:bg:0x1F", &[Role::Path], Background(Ansi256Color(31).into())),
            ("line:fg:1,0x2,255", &[Role::Line], Foreground(RgbColor(1, 2, 255).into())),
            ("url-path:style:bold", &[Role::UrlPath], Add(Effects::BOLD)),
            ("query:style:nointense", &[Role::Query], Remove(Effects::BOLD)),
            ("match:none", &Role::OF_URI, Clear),
        ] {
            assert_eq!(recolor(text), Ok(Recolor { roles: roles.to_vec(), change }), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, end) in [
            ("host", "WHAT:none"),
            ("host:fg", "WHAT:none"),
            ("host:none:x", "WHAT:none"),
            ("hots:fg:red", "; did you mean host?"),
            ("host:bgg:red", "; did you mean bg?"),
            ("host:fg:rad", "; did you mean red?"),
            ("host:fg:256", "three with commas"),
            ("host:fg:+1", "three with commas"),
            ("host:fg:1,2", "three with commas"),
            ("host:style:bald", "; did you mean bold?"),
            ("::", "fragment, delimiter, fault, uri"),
        ] {
            let wrong = recolor(text).unwrap_err();
            assert!(wrong.ends_with(end), "{text}: {wrong}");
        }
    }
}
