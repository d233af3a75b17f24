//! What was asked for.

use std::ffi::OsString;
use std::path::PathBuf;

pub const USAGE: &str = "\
usage: cargo bench --bench whole -- [--size MIB] [--rounds N] [--record] [--test]
  --size MIB  the size of a text (256); that for two threads is four times as large
  --rounds N  how often everything is measured (7)
  --record    also write what is printed to benches/whole/record
  --test      run everything once on small texts, and check the counts alone";

/// What this process is to do. The last two are what the first starts it again for.
pub enum Ask {
    Bench(Plan),
    /// Print the links of a file.
    Links(PathBuf),
    /// Run a command, and print the most memory it had.
    Peak(Vec<OsString>),
}

/// What the bench is to measure.
pub struct Plan {
    /// The size of a text.
    pub mebibytes: u64,
    pub rounds: usize,
    /// How many files the tree has.
    pub files: usize,
    /// Whether what is printed is also written down.
    pub record: bool,
    /// Whether only the counts matter.
    pub test: bool,
}

impl Plan {
    const FULL: Self = Self { mebibytes: 256, rounds: 7, files: 7000, record: false, test: false };
    const TEST: Self = Self { mebibytes: 1, rounds: 1, files: 70, record: false, test: true };
}

/// # Errors
/// What is wrong with the arguments.
pub fn parse(args: impl Iterator<Item = OsString>) -> Result<Ask, String> {
    let args: Vec<OsString> = args.collect();
    match args.first().and_then(|first| first.to_str()) {
        Some("linkify") if args.len() == 2 => Ok(Ask::Links(PathBuf::from(&args[1]))),
        Some("peak") if args.len() > 1 => Ok(Ask::Peak(args[1..].to_vec())),
        _ => plan(&args).map(Ask::Bench),
    }
}

fn plan(args: &[OsString]) -> Result<Plan, String> {
    let is_test = args.iter().any(|arg| arg == "--test");
    let mut plan = if is_test { Plan::TEST } else { Plan::FULL };
    let mut args = args.iter().map(|arg| arg.to_string_lossy());
    while let Some(arg) = args.next() {
        match &*arg {
            // cargo bench adds --bench.
            "--test" | "--bench" => {}
            "--record" => plan.record = true,
            "--size" => plan.mebibytes = number(&arg, args.next())?,
            "--rounds" => plan.rounds = number(&arg, args.next())? as usize,
            _ => return Err(format!("what is {arg}?")),
        }
    }
    Ok(plan)
}

/// A number from 1.
fn number(flag: &str, value: Option<impl AsRef<str>>) -> Result<u64, String> {
    let number = value.and_then(|value| value.as_ref().parse().ok()).filter(|number| *number > 0);
    number.ok_or_else(|| format!("{flag} wants a number from 1"))
}
