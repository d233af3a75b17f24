//! Where and when it was measured, and with what.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::commands::Tools;

pub fn date() -> String {
    said(Path::new("date"), &["-u", "+%F"])
}

/// The processor and its cores.
pub fn processor() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map_or(std::env::consts::ARCH, |(_, model)| model);
    format!("{model}, {cores} cores")
}

pub fn versions(tools: &Tools) -> Vec<String> {
    let programs = [Some(Path::new("rustc")), tools.rg.as_deref(), Some(Path::new("grep"))];
    programs.into_iter().flatten().map(|program| said(program, &["--version"])).collect()
}

/// The first line that a program prints.
fn said(program: &Path, args: &[&str]) -> String {
    let output = Command::new(program).args(args).output();
    let output = output.map(|output| output.stdout).unwrap_or_default();
    let text = String::from_utf8_lossy(&output);
    text.lines().next().unwrap_or("unknown").to_owned()
}
