//! How records look where standard output is a terminal, or is to be taken for one.

use std::env;
use std::fs;
use std::io::{self, IsTerminal};

use super::args::{Hyperlinks, Looks as Args};
use crate::report::{Links, Looks, Machine, Palette};

/// What is done for a person's eyes; nothing, where nobody looks.
pub(super) fn of(args: &Args) -> Option<Looks> {
    let (color, links) = (args.color.is_on(), has_links(args));
    let palette = if color { palette(args) } else { Palette::plain() };
    let machine = if links { here() } else { None };
    let links = machine.map(|machine| Links { format: args.hyperlink_format.clone(), machine });
    let looks = Looks { palette, links };
    (io::stdout().is_terminal() || !looks.is_plain()).then_some(looks)
}

/// Whether links lead to lines, which have to be counted then.
pub(super) fn need_lines(args: &Args) -> bool {
    args.hyperlink_format.has_position() && has_links(args)
}

fn has_links(args: &Args) -> bool {
    match args.hyperlinks {
        Hyperlinks::Auto => {
            io::stdout().is_terminal() && supports_hyperlinks::supports_hyperlinks()
        }
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

/// What the machine says of itself, if it says where it is.
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
