//! Counting the instructions that the command takes.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::family::{BESIDE, Family};

/// A command with which nothing is counted if it is not there.
pub const COUNTER: &str = "valgrind";

/// What the three sizes of a family take.
pub struct Counts {
    /// How many bytes the smallest input has.
    pub bytes: usize,
    /// Instructions for the size, twice, and four times as much.
    pub instructions: [u64; 3],
}

/// Where a byte takes fewer instructions, those are seen among them that a buffer takes to grow, or that
/// a longer input takes from its first chunk on, so that so many times more bytes are counted.
const FEW: [(f64, usize); 2] = [(40.0, 8), (8.0, 256)];

impl Counts {
    pub fn of(program: &Path, family: &Family, folder: &Path) -> Counts {
        let counts = Counts::of_size(program, family, family.size, folder);
        FEW.into_iter().fold(counts, |counts, (few, times)| match counts.per_byte() < few {
            true => Counts::of_size(program, family, family.size * times, folder),
            false => counts,
        })
    }

    fn of_size(program: &Path, family: &Family, size: usize, folder: &Path) -> Counts {
        let (text, beside) = (folder.join("text"), folder.join("beside"));
        let mut bytes = Vec::new();
        let instructions = [1, 2, 4].map(|times| {
            let input = (family.make)(size * times);
            bytes.push(input.bytes.len());
            fs::write(&text, input.bytes).unwrap();
            fs::write(&beside, input.beside.unwrap_or_default()).unwrap();
            instructions(program, family, &text, &beside)
        });
        Counts { bytes: bytes[0], instructions }
    }

    /// What one more byte takes.
    pub fn per_byte(&self) -> f64 {
        let [once, twice, _] = self.instructions;
        twice.saturating_sub(once) as f64 / self.bytes as f64
    }

    /// How the price of a byte grows while the input doubles: not at all is 1.
    pub fn slope(&self) -> f64 {
        let [once, twice, four] = self.instructions.map(|count| count as f64);
        (four - twice) / (2.0 * (twice - once).max(1.0))
    }
}

/// The command without what only debuggers read, which takes the counter most of its time; as it is,
/// where nothing can take that out.
pub fn stripped(folder: &Path) -> PathBuf {
    let (whole, out) = (PathBuf::from(env!("CARGO_BIN_EXE_urisift")), folder.join("urisift"));
    let status = Command::new("strip").arg("-o").arg(&out).arg(&whole).status();
    if status.is_ok_and(|status| status.success()) { out } else { whole }
}

/// How many instructions the command takes for the input.
fn instructions(program: &Path, family: &Family, text: &Path, beside: &Path) -> u64 {
    let mut command = Command::new(COUNTER);
    command
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(program)
        .args(family.args.iter().map(|arg| match *arg {
            BESIDE => beside.as_os_str(),
            arg => arg.as_ref(),
        }));
    if !family.is_piped {
        command.arg("-j1").arg(text);
    }
    let output = command
        .env("TMPDIR", text.parent().unwrap())
        .stdin(File::open(text).unwrap())
        .stdout(Stdio::null())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    let count = told.lines().find_map(|line| line.split_once("I   refs:"));
    let Some((_, count)) = count else { panic!("{}: {told}", family.name) };
    count.trim().replace(',', "").parse().unwrap()
}
