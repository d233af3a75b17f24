//! What is started: every command line of the bench.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::ask::Plan;
use crate::ripgrep;

/// What the plainest search for URIs looks for.
const HTTP: &str = r#"https?://[^\s<>"]+"#;
/// The same as POSIX has it.
const HTTP_POSIX: &str = r#"https?://[^[:space:]<>"]+"#;

/// What a careful user would look for: any scheme before `//`, after a word's boundary of ASCII
/// (that of Unicode costs much), the schemes without `//` that texts have most, no brackets, and no
/// punctuation at the end.
///
/// On the real texts it prints 0.996, 0.991, 1.000 and 1.002 times as many lines as `urisift` does
/// (mail, logs, web, sparse), of which 98, 94, 99 and 93 in a hundred are the same. It cannot join
/// what is broken over lines, takes `word://` where no URI is, and loses balanced parentheses. Others
/// of its kind that were tried take as long or longer.
const ALL: &str = concat!(
    r"(?-u:\b)(?:[a-zA-Z][a-zA-Z0-9+.-]*://",
    r"|(?:mailto|urn|news|tel|sips?|mid|cid|doi|data|geo|xmpp|magnet|javascript|about):)",
    r#"[^\s<>"'()\[\]{}]*[^\s<>"'()\[\]{}.,;:!?]"#
);

/// A command and its arguments.
pub struct Line {
    words: Vec<OsString>,
}

impl Line {
    pub fn new(program: impl Into<OsString>) -> Self {
        Self { words: vec![program.into()] }
    }

    pub fn from_words(words: Vec<OsString>) -> Self {
        Self { words }
    }

    pub fn words(&self) -> &[OsString] {
        &self.words
    }

    fn with<W: Into<OsString>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        self.words.extend(words.into_iter().map(Into::into));
        self
    }

    /// In the C locale, since `grep` is slow in others.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).env("LC_ALL", "C").stdin(Stdio::null());
        command
    }
}

/// As it would be typed, with paths cut to their last name.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.words.iter().map(|word| shown(word.as_ref()));
        f.write_str(&shown.collect::<Vec<_>>().join(" "))
    }
}

fn shown(word: &Path) -> String {
    let name = word.file_name().filter(|_| word.is_absolute());
    let text = name.unwrap_or(word.as_os_str()).to_string_lossy();
    let is_plain = text.chars().all(|c| c.is_alphanumeric() || "-_.=/".contains(c));
    if is_plain { text.into_owned() } else { format!("'{}'", text.replace('\'', r"'\''")) }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Threads {
    One,
    Two,
    Default,
}

impl Threads {
    fn flag(self) -> Option<&'static str> {
        match self {
            Self::One => Some("-j1"),
            Self::Two => Some("-j2"),
            Self::Default => None,
        }
    }
}

/// How many threads `urisift` takes if it is not told.
pub fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What is there on this machine.
pub struct Tools {
    pub rg: Option<PathBuf>,
}

impl Tools {
    pub fn find(plan: &Plan) -> Self {
        let rg = ripgrep::find(plan);
        if rg.is_none() {
            eprintln!("skipped: the rows of rg, which is not here");
        }
        Self { rg }
    }

    pub fn urisift(&self, threads: Threads, path: &Path) -> Line {
        self.ours(threads).with([path])
    }

    pub fn urisift_json(&self, path: &Path) -> Line {
        self.ours(Threads::One).with(["--json"]).with([path])
    }

    /// The raw bytes, as the rivals search them: a mailbox is not taken apart.
    fn ours(&self, threads: Threads) -> Line {
        Line::new(env!("CARGO_BIN_EXE_urisift")).with(["--raw"]).with(threads.flag())
    }

    pub fn rg_http(&self, path: &Path) -> Option<Line> {
        Some(self.rg(Threads::One)?.with([HTTP]).with([path]))
    }

    pub fn rg_all(&self, path: &Path) -> Option<Line> {
        Some(self.rg(Threads::One)?.with([ALL]).with([path]))
    }

    /// All that `urisift` searches: hidden and ignored files too.
    pub fn rg_tree(&self, threads: Threads, tree: &Path) -> Option<Line> {
        let line = self.rg(threads)?.with(["--no-ignore", "--hidden"]);
        Some(line.with([HTTP]).with([tree]))
    }

    fn rg(&self, threads: Threads) -> Option<Line> {
        let line = Line::new(self.rg.as_ref()?).with(["--no-config"]).with(threads.flag());
        Some(line.with(["-o", "--no-filename", "--no-line-number"]))
    }
}

pub fn grep(path: &Path) -> Line {
    Line::new("grep").with(["-oE", HTTP_POSIX]).with([path])
}

pub fn cat(path: &Path) -> Line {
    Line::new("cat").with([path])
}

/// This program again, as the rival's command: the crate `linkify` has none of its own.
pub fn linkify(path: &Path) -> Line {
    Line::new(this_program()).with(["linkify"]).with([path])
}

pub fn this_program() -> PathBuf {
    std::env::current_exe().expect("a program that knows its path")
}

/// Whether a program is there, and takes the flag.
pub fn answers(program: &Path, flag: &str) -> bool {
    let mut command = Command::new(program);
    command.args([flag, "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
