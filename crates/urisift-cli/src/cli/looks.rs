//! How records look on a terminal, or on an output that is to be treated as one.

use std::env;
use std::fs;

use super::args::{Hyperlinks, Looks as Args};
use super::screen::Screen;
use crate::output::{Links, Looks, Machine, Palette};
use crate::sanitize::Reader;

/// Colours and links for a person; `None` if a program reads the output.
pub(super) fn of(args: &Args, screen: Option<&Screen>) -> Option<Looks> {
    let screen = screen.filter(|screen| is_seen(args, screen))?;
    let (color, links) = (args.color.is_on(screen), has_links(args, screen));
    let palette = if color { palette(args) } else { Palette::plain() };
    let machine = if links { here() } else { None };
    let links = machine.map(|machine| Links { format: args.hyperlink_format.clone(), machine });
    Some(Looks { palette, links })
}

/// Who reads the output: colours or links mean a person.
pub(super) fn reader(args: &Args, screen: Option<&Screen>) -> Reader {
    match screen {
        Some(screen) if is_seen(args, screen) => Reader::Person,
        _ => Reader::Program,
    }
}

fn is_seen(args: &Args, screen: &Screen) -> bool {
    screen.is_terminal() || args.color.is_on(screen) || has_links(args, screen)
}

/// Whether links lead to lines, so that lines must be counted.
pub(super) fn need_lines(args: &Args, screen: Option<&Screen>) -> bool {
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
