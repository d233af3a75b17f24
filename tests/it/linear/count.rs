//! Counts the instructions that the command takes.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::family::{BESIDE, Family};

/// The counter; without it, nothing is counted.
pub const COUNTER: &str = "valgrind";

/// The counts for the three sizes of a family.
pub struct Counts {
    /// The size of the smallest input, in bytes.
    pub bytes: usize,
    /// Instructions for the size, twice, and four times as much.
    pub instructions: [u64; 3],
}

/// If a byte takes fewer instructions than this, the cost of growing buffers and of the first chunk shows
/// in the count, so the input is made longer by that factor.
const FEW: [(f64, usize); 2] = [(80.0, 8), (8.0, 256)];

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

    /// The instructions for one more byte.
    pub fn per_byte(&self) -> f64 {
        let [once, twice, _] = self.instructions;
        twice.saturating_sub(once) as f64 / self.bytes as f64
    }

    /// By how much the price of a byte grows when the input doubles; 1 if it does not grow.
    pub fn slope(&self) -> f64 {
        let [once, twice, four] = self.instructions.map(|count| count as f64);
        (four - twice) / (2.0 * (twice - once).max(1.0))
    }
}

/// The command without debug information, which takes the counter most of its time; unchanged if it
/// cannot be stripped.
pub fn stripped(folder: &Path) -> PathBuf {
    let (whole, out) = (PathBuf::from(env!("CARGO_BIN_EXE_urisift")), folder.join("urisift"));
    let status = Command::new("strip").arg("-o").arg(&out).arg(&whole).status();
    if status.is_ok_and(|status| status.success()) { out } else { whole }
}

/// The number of instructions that the command takes for the input.
fn instructions(program: &Path, family: &Family, text: &Path, beside: &Path) -> u64 {
    let mut command = Command::new(COUNTER);
    command
        .args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"])
        .arg(program)
        .args(family.args.iter().map(|arg| match arg.as_str() {
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
