//! Terminal hyperlinks: the escape sequence OSC 8, with an address and the text that links to it; and addresses of
//! places in files, in the format that an editor expects.
//!
//! The address is printable ASCII only, so that nothing in it ends the sequence.

use std::io::Write;
use std::path::{Path, PathBuf};

use crate::grammar::components::Components;
use crate::grammar::scheme::is_scheme;
use crate::record::{path_bytes, push_number};
use crate::span::Position;
use crate::suggest::hint;

/// The longest address that terminals accept, in bytes.
const MAX_LEN: usize = 2083;

/// Schemes that are safe to open.
const SAFE: [&str; 9] =
    ["http", "https", "ftp", "ftps", "gopher", "gemini", "mailto", "news", "geo"];

/// Returns `true` if a URI of the scheme may be a link, or be opened.
pub(crate) fn is_safe(scheme: &[u8]) -> bool {
    SAFE.iter().any(|safe| safe.as_bytes().eq_ignore_ascii_case(scheme))
}

/// Writes text that is a link to the address, if there is one that is not too long.
pub(super) fn linked(address: Option<&[u8]>, out: &mut Vec<u8>, write: impl FnOnce(&mut Vec<u8>)) {
    let is_open = address.is_some_and(|address| open(address, out));
    write(out);
    if is_open {
        out.extend_from_slice(b"\x1b]8;;\x1b\\");
    }
}

/// Opens a link if the address is not too long; returns whether it did.
fn open(address: &[u8], out: &mut Vec<u8>) -> bool {
    let start = out.len();
    out.extend_from_slice(b"\x1b]8;;");
    let from = out.len();
    escape(address, |b| b.is_ascii_graphic(), out);
    let fits = out.len() - from <= MAX_LEN;
    match fits {
        true => out.extend_from_slice(b"\x1b\\"),
        false => out.truncate(start),
    }
    fits
}

/// Percent-encodes a path for any part of a URI (RFC 3986 2.1, 3.3).
fn escape_path(path: &[u8], out: &mut Vec<u8>) {
    escape(path, |b| b.is_ascii_alphanumeric() || b"-._~/:@".contains(&b), out);
}

/// Writes allowed bytes as they are, and percent-encodes the others.
fn escape(text: &[u8], stands: impl Fn(u8) -> bool, out: &mut Vec<u8>) {
    for &byte in text {
        match stands(byte) {
            true => out.push(byte),
            // Writing to memory cannot fail.
            false => drop(write!(out, "%{byte:02X}")),
        }
    }
}

/// An address format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LinkFormat(Vec<LinkPiece>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum LinkPiece {
    Text(String),
    Path,
    Host,
    Line,
    Column,
    WslPrefix,
}

/// The named formats, as in ripgrep.
const NAMED: [(&str, &str); 11] = [
    ("none", ""),
    ("default", if cfg!(windows) { "file://{path}" } else { "file://{host}{path}" }),
    ("file", "file://{host}{path}"),
    ("cursor", "cursor://file{path}:{line}:{column}"),
    ("grep+", "grep+://{path}:{line}"),
    ("kitty", "file://{host}{path}#{line}"),
    ("macvim", "mvim://open?url=file://{path}&line={line}&column={column}"),
    ("textmate", "txmt://open?url=file://{path}&line={line}&column={column}"),
    ("vscode", "vscode://file{path}:{line}:{column}"),
    ("vscode-insiders", "vscode-insiders://file{path}:{line}:{column}"),
    ("vscodium", "vscodium://file{path}:{line}:{column}"),
];

const VARIABLES: [(&str, LinkPiece); 5] = [
    ("path", LinkPiece::Path),
    ("host", LinkPiece::Host),
    ("line", LinkPiece::Line),
    ("column", LinkPiece::Column),
    ("wslprefix", LinkPiece::WslPrefix),
];

impl LinkFormat {
    /// Returns `true` if links are turned off.
    pub fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns `true` if it has a position as well as the path.
    pub fn has_position(&self) -> bool {
        self.0.contains(&LinkPiece::Line)
    }

    /// Parses a name, or a custom format with variables in braces.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let named = NAMED.into_iter().find(|(name, _)| *name == text);
        let mut rest = named.map_or(text, |(_, format)| format);
        let mut pieces = Vec::new();
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) =
                after.split_once('}').ok_or("there is a \"{\" in it without a \"}\"")?;
            if !before.is_empty() {
                pieces.push(LinkPiece::Text(before.to_owned()));
            }
            pieces.push(variable(name)?);
            rest = after;
        }
        if !rest.is_empty() {
            pieces.push(LinkPiece::Text(rest.to_owned()));
        }
        check(&pieces, text).map(|()| LinkFormat(pieces))
    }
}

fn variable(name: &str) -> Result<LinkPiece, String> {
    let known = VARIABLES.into_iter().find(|(variable, _)| *variable == name);
    known.map(|(_, piece)| piece).ok_or_else(|| {
        let names = VARIABLES.map(|(name, _)| name);
        let hint = hint(name, names.into_iter());
        format!("\"{name}\" is not one of {}{hint}", names.join(", "))
    })
}

/// Checks the pieces of a format: without a scheme, it may be an unknown name.
fn check(pieces: &[LinkPiece], text: &str) -> Result<(), String> {
    let has_scheme = match pieces.first() {
        Some(LinkPiece::Text(text)) => {
            Components::of(text.as_bytes()).scheme().is_some_and(is_scheme)
        }
        Some(_) => false,
        None => return Ok(()),
    };
    let has = |piece: LinkPiece| pieces.contains(&piece);
    if !has_scheme {
        let names = NAMED.map(|(name, _)| name);
        let hint = hint(text, names.into_iter());
        Err(format!("expected {}, or a form that starts with a scheme{hint}", names.join(", ")))
    } else if !has(LinkPiece::Path) {
        Err("missing {path}".to_owned())
    } else if has(LinkPiece::Column) && !has(LinkPiece::Line) {
        Err("{column} requires {line}".to_owned())
    } else {
        Ok(())
    }
}

/// What addresses contain of the machine.
#[derive(Clone, Debug, Default)]
pub(crate) struct Machine {
    /// The directory that relative paths start from.
    pub folder: PathBuf,
    /// The host name; empty if unknown, which means this machine too (RFC 8089 2).
    pub host: String,
    /// The prefix under which Windows reaches files in WSL.
    pub wsl_prefix: String,
}

/// The address of a place in a file. An unknown line counts as the first.
pub(super) fn address(
    format: &LinkFormat,
    machine: &Machine,
    path: &Path,
    position: Option<Position>,
) -> Vec<u8> {
    let Position { line, column } = position.unwrap_or(Position { line: 1, column: 1 });
    let mut out = Vec::new();
    for piece in &format.0 {
        match piece {
            LinkPiece::Text(text) => out.extend_from_slice(text.as_bytes()),
            LinkPiece::Path => push_path(&machine.folder.join(path), &mut out),
            LinkPiece::Host => escape_path(machine.host.as_bytes(), &mut out),
            LinkPiece::Line => push_number(line, &mut out),
            LinkPiece::Column => push_number(column, &mut out),
            LinkPiece::WslPrefix => out.extend_from_slice(machine.wsl_prefix.as_bytes()),
        }
    }
    out
}

/// Writes the path with slashes, and one in front (RFC 8089 E.2: a Windows drive is a segment too).
fn push_path(path: &Path, out: &mut Vec<u8>) {
    // Removes `.` segments. `..` stays, since a symbolic link may precede it.
    let path: PathBuf = path.components().collect();
    let mut bytes = path_bytes(&path).to_vec();
    if cfg!(windows) {
        bytes.iter_mut().filter(|b| **b == b'\\').for_each(|b| *b = b'/');
    }
    if !bytes.starts_with(b"/") {
        out.push(b'/');
    }
    escape_path(&bytes, out);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_the_sequence() {
        let every: Vec<u8> = (0..=255).collect();
        let mut out = Vec::new();
        assert!(open(&every, &mut out));
        let address = out.strip_prefix(b"\x1b]8;;").unwrap().strip_suffix(b"\x1b\\").unwrap();
        assert!(address.iter().all(u8::is_ascii_graphic));
        escape_path(&every, &mut out);
        assert!(out.ends_with(b"%FD%FE%FF"));
    }

    #[test]
    fn what_is_too_long_is_no_link() {
        let mut out = Vec::new();
        assert!(open(&[b'a'; MAX_LEN], &mut out));
        out.clear();
        assert!(!open(&[b'a'; MAX_LEN + 1], &mut out) && out.is_empty());
        assert!(!open(&[0xff; MAX_LEN], &mut out) && out.is_empty());
    }

    #[test]
    fn schemes_that_run_something_are_left_out() {
        assert!(is_safe(b"http") && is_safe(b"HTTPS") && is_safe(b"mailto"));
        assert!(!is_safe(b"javascript") && !is_safe(b"file") && !is_safe(b"ssh") && !is_safe(b""));
    }

    fn machine() -> Machine {
        Machine { folder: "/home/a b".into(), host: "box".to_owned(), ..Machine::default() }
    }

    fn of(format: &str, path: &str) -> Result<String, String> {
        let position = Some(Position { line: 7, column: 3 });
        let address = address(&LinkFormat::parse(format)?, &machine(), Path::new(path), position);
        Ok(String::from_utf8(address).unwrap())
    }

    #[cfg(unix)]
    #[test]
    fn addresses() {
        for (format, path, expected) in [
            ("file", "x/./y", "file://box/home/a%20b/x/y"),
            ("default", "/é", "file://box/%C3%A9"),
            ("kitty", "./x", "file://box/home/a%20b/x#7"),
            ("vscode", "../x", "vscode://file/home/a%20b/../x:7:3"),
            ("grep+", "/\u{1b}]8;;\u{7}\\", "grep+:///%1B%5D8%3B%3B%07%5C:7"),
            ("x:{path}?{line}", "/a?b#c%", "x:/a%3Fb%23c%25?7"),
            ("none", "/x", ""),
            ("", "/x", ""),
        ] {
            assert_eq!(of(format, path).as_deref(), Ok(expected));
        }
    }

    #[test]
    fn every_name_is_a_form() {
        for (name, _) in NAMED {
            let format = LinkFormat::parse(name).unwrap();
            assert_eq!(format.is_none(), name == "none");
        }
    }

    #[test]
    fn forms_that_are_none() {
        for (format, wrong) in [
            ("vscod", "; did you mean vscode?"),
            ("{path}", "starts with a scheme"),
            ("file://{host}", "missing {path}"),
            ("x:{path}:{column}", "requires {line}"),
            ("x:{path", "without a \"}\""),
            ("x:{path}{lin}", "; did you mean line?"),
        ] {
            let said = LinkFormat::parse(format).unwrap_err();
            assert!(said.ends_with(wrong), "{format}: {said}");
        }
    }
}
