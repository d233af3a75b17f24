//! Texinfo: `@url{…}` and `@uref{…}`, and characters written as commands.

use memchr::memchr;

use super::Dialect;
use super::escapes::Escape;
use crate::layers::syntax::{Syntax, Unit};

/// Texinfo.
pub(crate) const TEXINFO: Dialect<Texinfo> = Dialect {
    name: "texinfo",
    extensions: &["texi", "texinfo", "txi"],
    media_types: &[],
    may_start_as: &[],
    syntax: || Texinfo,
};

/// The references of Texinfo.
pub(crate) struct Texinfo;

/// Commands whose first argument is a reference.
const COMMANDS: &[&str] = &["@url", "@uref"];

/// Commands for a character, or for nothing.
const SYMBOLS: &[(&[u8], u8)] = &[
    (b"@@", b'@'),
    (b"@{", b'{'),
    (b"@}", b'}'),
    (b"@comma{}", b','),
    (b"@atchar{}", b'@'),
    (b"@hashchar{}", b'#'),
    (b"@ampchar{}", b'&'),
    (b"@lbracechar{}", b'{'),
    (b"@rbracechar{}", b'}'),
    (b"@backslashchar{}", b'\\'),
];

impl Syntax for Texinfo {
    fn read(&mut self, unit: &mut Unit<'_>) {
        let mut at = 0;
        while let Some(found) = memchr(b'@', &unit.text[at..]) {
            at += found;
            let end = reference(unit, at).or_else(|| {
                let Escape { len, stands } = escape(&unit.text[at..])?;
                unit.decoded(at..at + len, stands);
                Some(at + len)
            });
            at = end.unwrap_or(at + 1);
        }
    }
}

/// Reads a reference at an offset; returns the offset after it.
fn reference(unit: &mut Unit<'_>, at: usize) -> Option<usize> {
    let rest = &unit.text[at..];
    let of = |name: &&'static str| {
        Some((*name, rest.strip_prefix(name.as_bytes())?.strip_prefix(b"{")?))
    };
    let (name, argument) = COMMANDS.iter().find_map(of)?;
    let argument = argument.trim_ascii_start();
    let start = unit.text.len() - argument.len();
    let (len, value) = first(argument)?;
    unit.reference(start..start + len, value, name);
    Some(start + len)
}

/// The first argument, without blanks at its end: its length, and what it stands for if that is not the
/// same. None if it holds any other command.
fn first(text: &[u8]) -> Option<(usize, Option<Vec<u8>>)> {
    let (mut at, mut value) = (0, Vec::new());
    while !b",}".contains(text.get(at)?) {
        let Escape { len, stands } = match text[at] {
            b'@' => escape(&text[at..])?,
            byte => Escape { len: 1, stands: vec![byte] },
        };
        value.extend(stands);
        at += len;
    }
    let (written, value) = (text[..at].trim_ascii_end(), value.trim_ascii_end());
    Some((written.len(), (written != value).then(|| value.to_vec())))
}

/// What the command at the front stands for.
fn escape(text: &[u8]) -> Option<Escape> {
    if text.starts_with(b"@/") {
        return Some(Escape { len: 2, stands: Vec::new() });
    }
    let (name, symbol) = SYMBOLS.iter().find(|(name, _)| text.starts_with(name))?;
    Some(Escape { len: name.len(), stands: vec![*symbol] })
}
