//! A terminal that keeps what it receives, and what it may receive.

use std::fs::File;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use nix::pty::{OpenptyResult, openpty};
use regex::Regex;

/// A terminal.
pub struct Screen(OpenptyResult);

/// The result of a run.
pub struct Seen {
    pub bytes: Vec<u8>,
    pub status: Option<i32>,
}

impl Screen {
    pub fn new() -> Self {
        Screen(openpty(None, None).unwrap())
    }

    /// The name of its device.
    pub fn path(&self) -> PathBuf {
        nix::unistd::ttyname(&self.0.slave).unwrap()
    }

    /// What the terminal receives of a command whose output all goes there.
    pub fn shows(self, mut command: Command, input: &[u8]) -> Seen {
        let slave = || Stdio::from(self.0.slave.try_clone().unwrap());
        command.stdout(slave()).stderr(slave());
        self.reads(command, input)
    }

    /// What it receives of a command that knows it.
    pub fn reads(self, mut command: Command, input: &[u8]) -> Seen {
        let mut child = command.stdin(file(input)).spawn().unwrap();
        // Then only the command can still write.
        drop((command, self.0.slave));
        let mut bytes = Vec::new();
        // It ends with an error once there is no writer left.
        let _ = File::from(self.0.master).read_to_end(&mut bytes);
        Seen { bytes, status: child.wait().unwrap().code() }
    }
}

/// Input that is no terminal.
pub fn file(input: &[u8]) -> Stdio {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(input).unwrap();
    std::io::Seek::rewind(&mut file).unwrap();
    file.into()
}

/// Controls that a text may have: tabs, if its form uses them, and NUL with `-0`.
#[derive(Clone, Copy)]
pub struct Allowed {
    pub tab: bool,
    pub null: bool,
}

pub const TEXT: Allowed = Allowed { tab: false, null: false };

/// Harmful characters, by the Unicode properties of a library.
static HARM: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{DI}\u{FFF9}-\u{FFFB}]").unwrap()
});

/// The styles that the command has, and no others.
static STYLE: LazyLock<Regex> = LazyLock::new(|| Regex::new("^\u{1b}\\[([0-4]|3[1-7])m").unwrap());

/// Links: an address of printable ASCII, in one of the schemes that lead somewhere.
static LINK: LazyLock<Regex> = LazyLock::new(|| {
    let schemes = "file|https?|ftps?|gopher|gemini|mailto|news|geo|vscode|grep\\+";
    Regex::new(&format!("^(?i)\u{1b}\\]8;;((({schemes}):[!-~]*?)?)\u{1b}\\\\")).unwrap()
});

/// The text without styles and links; or the harmful character and the text before it.
pub fn legible(bytes: &[u8], allowed: Allowed) -> Result<String, String> {
    let text = String::from_utf8(bytes.to_vec()).map_err(|error| format!("no UTF-8: {error}"))?;
    // The terminal turns each line feed into both.
    let text = text.replace("\r\n", "\n");
    let (mut rest, mut read) = (text.as_str(), String::new());
    while let Some(c) = rest.chars().next() {
        let sequence = STYLE.find(rest).or_else(|| LINK.find(rest));
        if let Some(sequence) = sequence {
            rest = &rest[sequence.end()..];
            continue;
        }
        let is_allowed = c == '\n' || c == '\t' && allowed.tab || c == '\0' && allowed.null;
        if !is_allowed && HARM.is_match(c.encode_utf8(&mut [0; 4])) {
            return Err(format!("{c:?} behind {read:?}"));
        }
        read.push(c);
        rest = &rest[c.len_utf8()..];
    }
    Ok(read)
}

#[test]
fn what_is_legible() {
    let of = |text: &str| legible(text.as_bytes(), TEXT);
    let link = "\u{1b}]8;;http://a/\u{1b}\\b\u{1b}]8;;\u{1b}\\";
    assert_eq!(of(&format!("a\r\n\u{1b}[31mé\u{1b}[0m{link}")), Ok("a\néb".to_owned()));
    for harm in
        ["\u{1b}[5m", "\u{1b}]8;;x-evil:\u{1b}\\", "\t", "\r", "\u{9b}", "\u{202e}", "\u{ad}"]
    {
        assert!(of(harm).is_err(), "{harm:?}");
    }
    assert!(legible(b"\xff", TEXT).is_err());
}
