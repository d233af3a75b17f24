//! Where a person may see the output.

use std::fs::File;
use std::io::{self, IsTerminal};
use std::path::Path;

use anstream::{AutoStream, ColorChoice};

/// Where a person may see the output.
pub(super) enum Screen {
    Stdout,
    /// A file that is a terminal, such as `/dev/tty`.
    Terminal(File),
}

impl Screen {
    /// The screen of the output file, or of standard output; `None` for a file that is no terminal.
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

    /// Whether it has colours by default: by NO_COLOR, CLICOLOR, CLICOLOR_FORCE and TERM.
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

#[cfg(all(test, unix))]
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
