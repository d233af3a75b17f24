//! Whether output is coloured.

use std::io;

use anstream::AutoStream;
use clap::ValueEnum;

use super::screen::Screen;

/// When output is coloured.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Color {
    // By NO_COLOR, CLICOLOR, CLICOLOR_FORCE and TERM.
    Auto,
    #[value(alias = "ansi")]
    Always,
    Never,
}

impl Color {
    /// Whether output is coloured.
    pub fn is_on(self, screen: &Screen) -> bool {
        let is_on = match self {
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
}
