//! Where a person may see the output, and how records look there.

use std::env;
use std::fs::{self, File};
use std::io::{self, IsTerminal};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};

use crate::cli::args::{Color, Hyperlinks, Looks as Args};
use crate::output::{Links, Looks, Machine, Palette};
use crate::sanitize::Reader;

/// Where a person may see the output.
pub(in crate::cli) enum Screen {
    Stdout,
    /// A file that is a terminal, such as `/dev/tty`.
    Terminal(File),
}

impl Screen {
    /// The screen of the output file, or of standard output; `None` for a file that is not a terminal.
    pub fn of(file: Option<&Path>) -> Option<Self> {
        match file {
            None => Some(Screen::Stdout),
            Some(path) => terminal(path).map(Screen::Terminal),
        }
    }

    pub fn is_terminal(&self) -> bool {
        match self {
            Screen::Stdout => io::stdout().is_terminal(),
            Screen::Terminal(_) => true,
        }
    }

    /// Returns `true` if it has colors by default: by NO_COLOR, CLICOLOR, CLICOLOR_FORCE and TERM.
    pub fn has_colors(&self) -> bool {
        let choice = match self {
            Screen::Stdout => AutoStream::choice(&io::stdout()),
            Screen::Terminal(file) => AutoStream::choice(file),
        };
        choice != ColorChoice::Never
    }
}

/// The file, if it is a terminal. Only devices are opened: opening a pipe waits for its reader.
#[cfg(unix)]
fn terminal(path: &Path) -> Option<File> {
    use std::os::unix::fs::FileTypeExt;
    let is_device = path.metadata().is_ok_and(|meta| meta.file_type().is_char_device());
    let file = is_device.then(|| File::options().write(true).open(path).ok()).flatten()?;
    file.is_terminal().then_some(file)
}

#[cfg(not(unix))]
fn terminal(_: &Path) -> Option<File> {
    None
}

/// Returns `true` if output is colored.
pub(in crate::cli) fn is_colored(color: Color, screen: &Screen) -> bool {
    let is_on = match color {
        Color::Auto => screen.has_colors(),
        Color::Always => true,
        Color::Never => false,
    };
    if cfg!(windows) && is_on {
        // A Windows console has to be told to interpret escape sequences.
        let _ = AutoStream::always_ansi(io::stdout());
    }
    is_on
}

/// Colors and links for a person; `None` if a program reads the output.
pub(in crate::cli) fn looks(args: &Args, screen: Option<&Screen>) -> Option<Looks> {
    let screen = screen.filter(|screen| is_seen(args, screen))?;
    let (color, links) = (is_colored(args.color, screen), has_links(args, screen));
    let palette = if color { palette(args) } else { Palette::plain() };
    let machine = if links { here() } else { None };
    let links = machine.map(|machine| Links { format: args.hyperlink_format.clone(), machine });
    Some(Looks { palette, links })
}

/// Who reads the output: colors or links mean a person.
pub(in crate::cli) fn reader(args: &Args, screen: Option<&Screen>) -> Reader {
    match screen {
        Some(screen) if is_seen(args, screen) => Reader::Person,
        _ => Reader::Program,
    }
}

fn is_seen(args: &Args, screen: &Screen) -> bool {
    screen.is_terminal() || is_colored(args.color, screen) || has_links(args, screen)
}

/// Returns `true` if links lead to lines, so that lines must be counted.
pub(in crate::cli) fn need_lines(args: &Args, screen: Option<&Screen>) -> bool {
    let has_links = screen.is_some_and(|screen| has_links(args, screen));
    args.hyperlink_format.has_position() && has_links
}

fn has_links(args: &Args, screen: &Screen) -> bool {
    match args.hyperlinks {
        Hyperlinks::Auto => screen.is_terminal() && supports_hyperlinks::supports_hyperlinks(),
        Hyperlinks::Always => true,
        Hyperlinks::Never => false,
    }
}

fn palette(args: &Args) -> Palette {
    let mut palette = Palette::default();
    for recolor in &args.colors {
        recolor.roles.iter().for_each(|role| palette.change(*role, recolor.change));
    }
    palette
}

/// The current directory and the host name, for links.
fn here() -> Option<Machine> {
    let folder = env::current_dir().ok()?;
    let host = match env::var("COMPUTERNAME") {
        Ok(name) if cfg!(windows) => name,
        _ => fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default(),
    };
    let distribution = env::var("WSL_DISTRO_NAME").ok();
    let wsl_prefix = distribution.map(|name| format!("wsl$/{name}")).unwrap_or_default();
    Some(Machine { folder, host: host.trim().to_owned(), wsl_prefix })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_terminal_is_looked_at() {
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(Screen::of(Some(file.path())).is_none());
        assert!(Screen::of(Some(Path::new("/dev/null"))).is_none());
        assert!(Screen::of(Some(Path::new("nowhere"))).is_none());
        assert!(Screen::of(None).is_some());
        let pty = nix::pty::openpty(None, None).unwrap();
        let path = nix::unistd::ttyname(&pty.slave).unwrap();
        assert!(Screen::of(Some(&path)).is_some_and(|screen| screen.is_terminal()));
    }
}
