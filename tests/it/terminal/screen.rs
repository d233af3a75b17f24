//! A terminal that keeps what it receives, and what it may receive.

use std::fs::File;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::LazyLock;

use nix::pty::{OpenptyResult, Winsize, openpty};
use regex::Regex;
use rustix::io::{FdFlags, fcntl_setfd};

/// A terminal.
pub struct Screen(OpenptyResult);

/// The result of a run.
pub struct Seen {
    pub bytes: Vec<u8>,
    pub status: Option<i32>,
}

impl Screen {
    pub fn new() -> Self {
        Screen::opened(None)
    }

    pub fn of_size(columns: u16, rows: u16) -> Self {
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        Screen::opened(Some(&size))
    }

    /// A program has the ends that it is given, and no others: a terminal that it holds itself never ends.
    fn opened(size: Option<&Winsize>) -> Self {
        let ends = openpty(size, None).unwrap();
        for end in [&ends.master, &ends.slave] {
            fcntl_setfd(end, FdFlags::CLOEXEC).unwrap();
        }
        Screen(ends)
    }

    /// The name of its device.
    pub fn path(&self) -> PathBuf {
        nix::unistd::ttyname(&self.0.slave).unwrap()
    }

    /// What the terminal receives of a command whose output all goes there.
    pub fn shows(self, mut command: Command, input: &[u8]) -> Seen {
        command.stdout(self.writer()).stderr(self.writer());
        self.reads(command, input)
    }

    /// An end that a command writes to.
    pub fn writer(&self) -> Stdio {
        self.0.slave.try_clone().unwrap().into()
    }

    /// The end that shows what was written.
    pub fn reader(&self) -> File {
        self.0.master.try_clone().unwrap().into()
    }

    /// What it receives of a command that knows it.
    pub fn reads(self, mut command: Command, input: &[u8]) -> Seen {
        let child = command.stdin(file(input)).spawn().unwrap();
        drop(command);
        let (bytes, status) = self.reads_all(child);
        Seen { bytes, status: status.code() }
    }

    /// What it still receives, to the end of the command.
    ///
    /// A terminal may drop unread output when its last writer closes it. So this side keeps it open for writing, and
    /// writes a mark after the output.
    pub fn reads_all(self, mut child: Child) -> (Vec<u8>, ExitStatus) {
        let (mut slave, mut master) = (File::from(self.0.slave), File::from(self.0.master));
        let waiting = std::thread::spawn(move || {
            let status = child.wait().unwrap();
            slave.write_all(END).unwrap();
            (slave, status)
        });
        let (mut bytes, mut portion) = (Vec::new(), [0; 4096]);
        while !bytes.ends_with(END) {
            let len = master.read(&mut portion).unwrap();
            bytes.extend_from_slice(&portion[..len]);
        }
        bytes.truncate(bytes.len() - END.len());
        (bytes, waiting.join().unwrap().1)
    }
}

/// What no command writes to a terminal.
const END: &[u8] = b"\x1b_end\x1b\\";

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
